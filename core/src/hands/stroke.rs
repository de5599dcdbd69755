//! How a hand carries out a move.

use shakmaty::{Bitboard, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use super::{
    aside,
    course::Course,
    habit::{Habit, Habits, Occasion},
    plan::Plan,
    special,
};

/// The move that is due, and all that decides how it may be handled.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub(super) course: &'a Course,
    /// Counted from 0.
    pub(super) ply: usize,
    pub(super) played: Move,
    /// There is a lever to press.
    pub(super) lever: bool,
    /// The sensors tell colours.
    pub(super) polarity: bool,
    pub(super) habits: &'a Habits,
}

/// How a capture is taken off.
#[derive(Clone, Copy, PartialEq)]
enum Taking {
    OwnFirst,
    EnemyFirst,
    BothAtOnce,
    Unseen,
}

/// How a piece comes from its square to another.
#[derive(Clone, Copy, PartialEq)]
enum Carry {
    Lifted,
    Slid,
    Straddling,
    SeenTwice,
    Hovering,
}

impl Turn<'_> {
    /// The position before the move.
    pub(super) fn position(&self) -> &Chess {
        self.course.position(self.ply)
    }

    /// The position after it.
    pub(super) fn next(&self) -> &Chess {
        self.course.position(self.ply + 1)
    }

    /// Whose move it is.
    pub(super) fn side(&self) -> Color {
        self.position().turn()
    }

    /// The piece that moves; a castling king.
    pub(super) fn from(&self) -> Square {
        // Every move of chess comes from a square.
        self.played.from().unwrap_or(self.played.to())
    }

    /// A move as the contract writes it.
    pub(super) fn uci(&self, m: Move) -> String {
        self.course.uci(m).to_string()
    }

    /// The piece that comes to stand, a promoted one already changed.
    pub(super) fn piece(&self) -> Piece {
        self.played.promotion().unwrap_or(self.played.role()).of(self.side())
    }
}

/// Carries out the move with this player's habits, up to the landing.
pub(super) fn stroke(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    plan.occasion(Occasion::Moves);
    match turn.played {
        Move::Normal { promotion: Some(_), .. } => special::promote(turn, plan),
        Move::Normal { capture: Some(_), .. } => capture(turn, plan),
        Move::EnPassant { .. } => special::en_passant(turn, plan),
        Move::Castle { king, rook } => special::castle(turn, king, rook, plan),
        Move::Normal { from, to, .. } => quiet(turn, from, to, plan),
        Move::Put { .. } => {}
    }
}

/// The squares a piece passes, in order.
fn way(from: Square, to: Square) -> Vec<Square> {
    let mut way: Vec<Square> = attacks::between(from, to).into_iter().collect();
    way.sort_by_key(|square| square.distance(from));
    way
}

fn quiet(turn: &Turn<'_>, from: Square, to: Square, plan: &mut Plan<'_>) {
    let (piece, habits) = (turn.piece(), turn.habits);
    let way = way(from, to);
    let slides = matches!(piece.role, Role::Rook | Role::Bishop | Role::Queen);
    if slides && !way.is_empty() {
        plan.occasion(Occasion::LongMoves);
    }
    let carry = if slides && !way.is_empty() && plan.dice.chance(habits.slide) {
        Carry::Slid
    } else if !way.is_empty() && plan.dice.chance(habits.straddle) {
        Carry::Straddling
    } else if plan.dice.chance(habits.seen_twice) {
        Carry::SeenTwice
    } else if plan.dice.chance(habits.hover) {
        Carry::Hovering
    } else {
        Carry::Lifted
    };
    match carry {
        Carry::Lifted => {
            plan.lift(from);
            if plan.dice.chance(habits.brush / 4) {
                aside::brush(turn, plan);
            }
            plan.hand(250, 1_000).place(to, piece);
        }
        Carry::Slid => {
            plan.lift(from);
            slide(turn, &way, plan);
            plan.between(40, 140).place(to, piece);
        }
        Carry::Straddling => {
            let between = way[way.len() - 1];
            plan.habit(Habit::Straddle).lift(from).hand(80, 250).place(between, piece);
            plan.between(40, 160).place(to, piece).between(40, 160).lift(between);
        }
        Carry::SeenTwice => {
            plan.habit(Habit::SeenTwice).place(to, piece).between(20, 400).lift(from);
        }
        Carry::Hovering => hover(turn, from, to, plan),
    }
}

/// Blinks over the squares on the way, and may rest on one of them.
fn slide(turn: &Turn<'_>, way: &[Square], plan: &mut Plan<'_>) {
    let rests_at = if plan.dice.chance(turn.habits.rest) { plan.dice.pick(way) } else { None };
    plan.habit(if rests_at.is_some() { Habit::SlideAndRest } else { Habit::Slide });
    for &square in way {
        plan.between(40, 140).place(square, turn.piece()).between(40, 130);
        if rests_at == Some(square) {
            plan.hand(300, 1_500);
        }
        plan.lift(square);
    }
}

/// Tries a square first, or the right one, and may go back before the move is played.
fn hover(turn: &Turn<'_>, from: Square, to: Square, plan: &mut Plan<'_>) {
    let piece = turn.piece();
    let mut tries: Vec<Square> = turn
        .position()
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == Some(from) && !m.is_capture() && !m.is_castle())
        .map(|m| m.to())
        .collect();
    tries.push(to);
    let tried = plan.dice.pick(&tries).unwrap_or(to);
    plan.lift(from).hand(250, 700).place(tried, piece).hand(120, 1_500).lift(tried);
    if plan.dice.chance(500) {
        plan.habit(Habit::HoverAndBack).hand(200, 600).place(from, piece);
        plan.hand(400, 1_500).lift(from);
    } else {
        plan.habit(Habit::Hover);
    }
    plan.hand(200, 700).place(to, piece);
}

fn capture(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    let (from, to, habits) = (turn.from(), turn.played.to(), turn.habits);
    plan.occasion(Occasion::Captures);
    // Without a clock nothing but the next move completes this one.
    let never_told = !turn.lever && turn.course.played(turn.ply + 1).is_none();
    let unseen = match told(turn) {
        _ if never_told => 0,
        Told::AtOnce => habits.unseen_swap,
        Told::Later => habits.unseen_swap * habits.unseen_told_later / 1000,
        Told::Never => 0,
    };
    let both = 1000u32.saturating_sub(habits.own_first + habits.enemy_first + habits.unseen_swap);
    let taking = plan.dice.weigh(&[
        (habits.own_first + habits.unseen_swap - unseen, Taking::OwnFirst),
        (habits.enemy_first, Taking::EnemyFirst),
        (both, Taking::BothAtOnce),
        (unseen, Taking::Unseen),
    ]);
    let taking = taking.unwrap_or(Taking::OwnFirst);
    match taking {
        Taking::OwnFirst => plan.habit(Habit::OwnFirst).lift(from),
        Taking::EnemyFirst => plan.habit(Habit::EnemyFirst).lift(to).hand(200, 700).lift(from),
        Taking::BothAtOnce if plan.dice.chance(500) => {
            plan.habit(Habit::BothAtOnce).lift(from).between(20, 95).lift(to)
        }
        Taking::BothAtOnce => plan.habit(Habit::BothAtOnce).lift(to).between(20, 95).lift(from),
        Taking::Unseen => {
            plan.riddle = true;
            plan.habit(Habit::UnseenSwap).lift(from)
        }
    };
    let way = way(from, to);
    let slides = matches!(turn.played.role(), Role::Rook | Role::Bishop | Role::Queen);
    if slides && !way.is_empty() && plan.dice.chance(habits.slide / 2) {
        slide(turn, &way, plan);
    }
    if taking == Taking::OwnFirst {
        plan.hand(200, 700).lift(to);
    }
    plan.hand(250, 700).place(to, turn.piece());
}

/// When a capture whose square never reads empty can be told from the others of that piece.
enum Told {
    AtOnce,
    /// By the next moves.
    Later,
    Never,
}

fn told(turn: &Turn<'_>) -> Told {
    if turn.polarity {
        return Told::AtOnce;
    }
    let others: Vec<Move> = turn
        .position()
        .capture_moves()
        .into_iter()
        .filter(|m| m.from() == turn.played.from() && m.to() != turn.played.to())
        .filter(|m| !m.is_en_passant())
        .collect();
    if others.is_empty() {
        return Told::AtOnce;
    }
    if others.iter().all(|&other| refuted(turn, other)) { Told::Later } else { Told::Never }
}

/// Whether the game goes on, within the player's next move and its answer, in a way that it could
/// not had `other` been played.
fn refuted(turn: &Turn<'_>, other: Move) -> bool {
    let mut position = turn.position().clone();
    position.play_unchecked(other);
    for ply in turn.ply + 1..turn.ply + 4 {
        let Some(played) = turn.course.played(ply) else { return false };
        let same = |m: &Move| {
            (m.from(), m.to(), m.promotion()) == (played.from(), played.to(), played.promotion())
        };
        match position.legal_moves().into_iter().find(same) {
            Some(m) => position.play_unchecked(m),
            None => return true,
        }
    }
    false
}

/// The move as a textbook shows it, for turns in which something else matters.
pub(super) fn plainly(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    let tidy = Habits::tidy();
    stroke(&Turn { habits: &tidy, ..*turn }, plan);
}

/// Empty squares beside a square.
pub(super) fn beside(square: Square, occupied: Bitboard) -> Vec<Square> {
    (attacks::king_attacks(square) & !occupied).into_iter().collect()
}
