use std::sync::Arc;

use shakmaty::{Bitboard, Color, Move, Role, Square, uci::UciMove};

use super::{Hand, Stand};
use crate::board::Ms;

/// One explanation of everything seen so far: a game, and what the hand is doing now.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// The position after the moves of this explanation.
    pub stand: Arc<Stand>,
    /// The newest move; each knows the one before.
    pub line: Option<Arc<Ply>>,
    /// What the hand is doing now.
    pub hand: Hand,
    /// Number of the change with which the present turn began.
    pub began: usize,
    /// The player to move pressed his clock in mid-move, then.
    pub pressed: Option<Ms>,
    /// Squares known to be wrong: knocked, ghosts. They were paid for once.
    pub residual: Bitboard,
    /// How unlikely the moves are.
    pub(super) cost: u32,
    /// How unlikely what the hand does now is.
    pub(super) open: u32,
    /// Names the line, so that two explanations of the same game are found at once.
    pub(super) name: u64,
}

/// A move of an explanation, with where its evidence stands in the log.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Counts from 1 over the whole game.
    pub number: u32,
    /// What was done.
    pub step: Step,
    /// The position before.
    pub before: Arc<Stand>,
    /// The position after.
    pub after: Arc<Stand>,
    /// When the last change came that makes it complete on the board.
    pub made: Ms,
    /// Its changes in the log, from the beginning of the turn.
    pub changes: (usize, usize),
    /// When the player pressed his clock for it.
    pub pressed: Option<Ms>,
    /// The move before.
    pub prev: Option<Arc<Ply>>,
    /// Names the line up to and with this move.
    pub(crate) name: u64,
}

/// What a player did with his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A legal move.
    Lawful(Move),
    /// A move that Article 3 forbids, and that stands.
    Illegal(Shape),
}

/// The shape of an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The piece that moved; in castling the king.
    pub from: Square,
    /// Where it was set.
    pub to: Square,
    /// What else happened.
    pub also: Also,
}

/// What happens beside a piece's going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    /// Nothing.
    Nothing,
    /// Something stood where it was set.
    Capture,
    /// A rook went along.
    Rook(Square, Square),
    /// A pawn beside it was taken off.
    EnPassant(Square),
}

impl Shape {
    /// From and to, as UCI writes them.
    pub fn uci(self) -> UciMove {
        UciMove::Normal { from: self.from, to: self.to, promotion: None }
    }

    /// The pieces that were moved, from and to.
    pub(crate) fn shifts(self) -> arrayvec::ArrayVec<(Square, Square), 2> {
        let mut shifts = arrayvec::ArrayVec::new();
        shifts.push((self.from, self.to));
        if let Also::Rook(from, to) = self.also {
            shifts.push((from, to));
        }
        shifts
    }

    /// The square from which a piece was taken off, other than the one that was reached.
    pub(crate) fn victim(self) -> Option<Square> {
        match self.also {
            Also::EnPassant(victim) => Some(victim),
            _ => None,
        }
    }
}

impl Ply {
    /// Who moved.
    pub fn by(&self) -> Color {
        self.before.turn()
    }

    /// The move in UCI.
    pub fn uci(&self) -> UciMove {
        match self.step {
            Step::Lawful(m) => self.before.uci(m),
            Step::Illegal(shape) => shape.uci(),
        }
    }

    /// The legal move, if it is one.
    pub fn lawful(&self) -> Option<Move> {
        match self.step {
            Step::Lawful(m) => Some(m),
            Step::Illegal(_) => None,
        }
    }
}

impl Hypothesis {
    /// An explanation in which nothing has happened yet.
    pub(super) fn fresh(stand: Arc<Stand>, began: usize, residual: Bitboard) -> Hypothesis {
        Hypothesis {
            stand,
            line: None,
            hand: Hand::Rest,
            began,
            pressed: None,
            residual,
            cost: 0,
            open: 0,
            name: 0,
        }
    }

    /// How unlikely the whole explanation is.
    pub(super) fn total(&self) -> u32 {
        self.cost + self.open
    }

    /// The explanation in which the side to move has also done `step`.
    pub(super) fn with(&self, step: Step, after: Stand, made: Made) -> Hypothesis {
        let after = Arc::new(after);
        let number = made.number;
        let name = name(self.name, number, step);
        Hypothesis {
            line: Some(Arc::new(Ply {
                number,
                step,
                before: self.stand.clone(),
                after: after.clone(),
                made: made.t,
                changes: (self.began, made.until),
                pressed: self.pressed,
                prev: self.line.clone(),
                name,
            })),
            stand: after,
            hand: Hand::Rest,
            began: made.began,
            pressed: None,
            residual: made.residual,
            cost: self.cost + made.cost,
            open: 0,
            name,
        }
    }

    /// Notes that the newest move of `side` was completed by its press at `t`.
    ///
    /// Gives false where every move of that side has its press.
    pub(super) fn complete(&mut self, side: Color, t: Ms) -> bool {
        let Some(top) = &self.line else { return false };
        if top.by() == side {
            if top.pressed.is_some() {
                return false;
            }
            self.line = Some(Arc::new(Ply { pressed: Some(t), ..Ply::clone(top) }));
            return true;
        }
        let Some(below) =
            top.prev.as_ref().filter(|below| below.by() == side && below.pressed.is_none())
        else {
            return false;
        };
        if top.pressed.is_some() {
            return false;
        }
        let below = Arc::new(Ply { pressed: Some(t), ..Ply::clone(below) });
        self.line = Some(Arc::new(Ply { prev: Some(below), ..Ply::clone(top) }));
        true
    }
}

/// The move with that number in a line.
pub(super) fn at(line: &Arc<Ply>, number: u32) -> Option<&Arc<Ply>> {
    let mut ply = line;
    while ply.number > number {
        ply = ply.prev.as_ref()?;
    }
    (ply.number == number).then_some(ply)
}

/// How a step came to be.
pub(super) struct Made {
    pub(super) number: u32,
    pub(super) t: Ms,
    /// Number of the change after its last.
    pub(super) until: usize,
    /// Number of the change with which the next turn begins.
    pub(super) began: usize,
    pub(super) residual: Bitboard,
    pub(super) cost: u32,
}

fn name(before: u64, number: u32, step: Step) -> u64 {
    let (from, to, promotion) = match step {
        Step::Lawful(m) => (m.from().map_or(64, u64::from), u64::from(m.to()), m.promotion()),
        Step::Illegal(shape) => (u64::from(shape.from) + 128, u64::from(shape.to), None),
    };
    let role = promotion.map_or(0, |role: Role| role as u64);
    let word = u64::from(number) << 24 | from << 16 | to << 8 | role;
    (before ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}
