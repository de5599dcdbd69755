//! Where can each man get before the next capture or pawn move?
//!
//! Time is forgotten: a man may stand on any square on which it could stand at some time, and only
//! a man that cannot move at all is in the way of others or keeps a king from squares. Each rule
//! only ever adds possibilities, and those of real play are always among them; so what this view
//! excludes is impossible, and what it allows may still be impossible.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square, attacks};

/// What a man moves like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Like what it is.
    Plain(Role),
    /// A pawn that was promoted to whatever is best: like queen and knight at once.
    Promoted,
}

/// A man with the squares on which it may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) kind: Kind,
    pub(super) squares: Bitboard,
}

impl Man {
    pub(super) fn is(&self, role: Role) -> bool {
        self.kind == Kind::Plain(role)
    }

    /// The one square it stands on, if it cannot move.
    pub(super) fn fixed(&self) -> Option<Square> {
        self.squares.single_square()
    }

    /// Squares that it attacks from one square.
    pub(super) fn attacks(&self, from: Square, way: Bitboard) -> Bitboard {
        match self.kind {
            Kind::Plain(role) => attacks::attacks(from, role.of(self.color), way),
            Kind::Promoted => attacks::queen_attacks(from, way) | attacks::knight_attacks(from),
        }
    }
}

/// All men on the board between two captures or pawn moves.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub(super) men: ArrayVec<Man, 64>,
}

impl Phase {
    /// The phase that a position is in.
    pub(super) fn new(pos: &Chess) -> Phase {
        let board = pos.board();
        let mut men: ArrayVec<Man, 64> = board
            .iter()
            .map(|(square, piece)| Man {
                color: piece.color,
                kind: Kind::Plain(piece.role),
                squares: Bitboard::from_square(square),
            })
            .collect();
        // Castling counts as possible at any time; that is generous, so it is sound.
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if let (Some(rook), Some(king)) =
                    (pos.castles().rook(color, side), board.king_of(color))
                {
                    for man in &mut men {
                        if man.squares.contains(king) {
                            man.squares.add(side.king_to(color));
                        } else if man.squares.contains(rook) {
                            man.squares.add(side.rook_to(color));
                        }
                    }
                }
            }
        }
        Phase { men }
    }

    /// Squares of the men that cannot move.
    pub(super) fn fixed(&self) -> Bitboard {
        self.men.iter().filter_map(Man::fixed).collect()
    }

    /// Squares on which anything may stand, but for one man.
    fn peopled(&self, but: usize) -> Bitboard {
        let others = self.men.iter().enumerate().filter(|(i, _)| *i != but);
        others.fold(Bitboard::EMPTY, |all, (_, man)| all | man.squares)
    }

    /// Squares that fixed men of `color` attack whatever happens, when man `king` is away.
    ///
    /// `taken` is a man that is just being captured.
    pub(super) fn guarded(&self, color: Color, king: usize, taken: Option<usize>) -> Bitboard {
        let way = self.peopled(king);
        self.men
            .iter()
            .enumerate()
            .filter(|(i, man)| {
                man.color == color && Some(*i) != taken && man.kind != Kind::Promoted
            })
            .filter_map(|(_, man)| Some(man.attacks(man.fixed()?, way)))
            .fold(Bitboard::EMPTY, |all, on| all | on)
    }

    /// Lets all men but pawns move as far as they may, without captures.
    ///
    /// A man that has begun to move is out of the way and keeps no king from any square; then
    /// others may go further, until nothing changes any more.
    pub(super) fn spread(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..self.men.len() {
                changed |= self.roam(i);
            }
        }
    }

    /// Lets one man move; whether it found new squares.
    fn roam(&mut self, i: usize) -> bool {
        let man = self.men[i];
        if man.is(Role::Pawn) {
            return false;
        }
        let mut shut = self.fixed();
        if let Some(home) = man.fixed() {
            shut.discard(home);
        }
        let barred =
            if man.is(Role::King) { shut | self.guarded(!man.color, i, None) } else { shut };
        let mut squares = man.squares;
        let mut fresh = squares;
        while let Some(from) = fresh.pop_front() {
            let to = man.attacks(from, shut) & !barred & !squares;
            squares |= to;
            fresh |= to;
        }
        self.men[i].squares = squares;
        squares != man.squares
    }

    /// Puts the men in order, and tells what makes this phase different from others.
    pub(super) fn key(&mut self) -> Vec<(u8, u64)> {
        let key = |man: &Man| {
            let kind = match man.kind {
                Kind::Plain(role) => u8::from(role),
                Kind::Promoted => 7,
            };
            (kind + man.color.fold_wb(8, 0), man.squares.0)
        };
        self.men.sort_unstable_by_key(key);
        self.men.iter().map(key).collect()
    }

    /// Squares that man `i` attacks from anywhere, as far as fixed men let it.
    pub(super) fn sight(&self, i: usize) -> Bitboard {
        let man = self.men[i];
        let mut way = self.fixed();
        if let Some(home) = man.fixed() {
            way.discard(home);
        }
        man.squares.into_iter().fold(Bitboard::EMPTY, |all, s| all | man.attacks(s, way))
    }

    /// Whether there may be a legal answer just after man `i` has moved to the square it is on.
    pub(super) fn can_answer(&self, i: usize) -> bool {
        let came = self.men[i];
        let us = !came.color;
        let shut = self.fixed();
        (0..self.men.len()).filter(|&j| self.men[j].color == us).any(|j| {
            let man = self.men[j];
            let prey = self
                .men
                .iter()
                .enumerate()
                .filter(|(_, other)| other.color != us && !other.is(Role::King));
            match man.kind {
                Kind::Plain(Role::King) => {
                    let safe = !self.guarded(!us, j, None);
                    let stands = if came.is(Role::King) {
                        came.squares
                            .into_iter()
                            .fold(man.squares, |all, s| all & !attacks::king_attacks(s))
                    } else {
                        man.squares
                    };
                    let steps = stands
                        .into_iter()
                        .fold(Bitboard::EMPTY, |all, s| all | attacks::king_attacks(s));
                    (steps & safe & !shut).any()
                        || prey.into_iter().any(|(k, other)| {
                            (steps & other.squares & !self.guarded(!us, j, Some(k))).any()
                        })
                }
                Kind::Plain(Role::Pawn) => {
                    let ahead = man.squares.shift(us.fold_wb(8, -8));
                    let sight = self.sight(j);
                    (ahead & !shut).any()
                        || prey.into_iter().any(|(_, o)| (sight & o.squares).any())
                }
                _ => {
                    let sight = self.sight(j);
                    man.fixed().is_none()
                        || (sight & !shut).any()
                        || prey.into_iter().any(|(_, o)| (sight & o.squares).any())
                }
            }
        })
    }

    /// Whether this phase never ends: no man can be captured and no pawn can step.
    pub(super) fn lasts(&self) -> bool {
        let shut = self.fixed();
        (0..self.men.len()).all(|i| {
            let man = self.men[i];
            let step =
                man.is(Role::Pawn) && (man.squares.shift(man.color.fold_wb(8, -8)) & !shut).any();
            let sight = self.sight(i);
            !step
                && self.men.iter().enumerate().all(|(j, other)| {
                    let at = sight & other.squares;
                    other.color == man.color
                        || other.is(Role::King)
                        || at.is_empty()
                        || man.is(Role::King) && at.is_subset(self.guarded(other.color, i, Some(j)))
                })
        })
    }
}
