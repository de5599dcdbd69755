use shakmaty::{Bitboard, Color, Square};

use crate::board::{Ms, Planes};

/// A square became empty or occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When, by its first sample.
    pub t: Ms,
    /// Where.
    pub square: Square,
    /// What.
    pub kind: ChangeKind,
}

/// What happened at a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It became empty.
    Lift,
    /// It became occupied, by whose piece if the sensor can tell.
    Place(Option<Color>),
}

impl ChangeKind {
    pub(crate) fn is_lift(self) -> bool {
        self == ChangeKind::Lift
    }
}

/// Every change of the game, in order. What is older than `Log::KEPT` changes is forgotten.
#[derive(Clone, Debug, Default)]
pub struct Log {
    changes: Vec<Change>,
    forgotten: usize,
}

impl Log {
    /// Enough for the longest game; only a board that chatters for hours reaches it.
    const KEPT: usize = 65_536;

    pub(crate) fn push(&mut self, change: Change) {
        if self.changes.len() >= 2 * Log::KEPT {
            self.changes.drain(..Log::KEPT);
            self.forgotten += Log::KEPT;
        }
        self.changes.push(change);
    }

    /// The number that the next change will have.
    pub fn next(&self) -> usize {
        self.forgotten + self.changes.len()
    }

    /// Changes from number `from` on.
    pub fn since(&self, from: usize) -> &[Change] {
        self.range(from, self.next())
    }

    /// Changes from number `from` up to, not including, number `to`.
    pub fn range(&self, from: usize, to: usize) -> &[Change] {
        let place = |number: usize| number.saturating_sub(self.forgotten).min(self.changes.len());
        &self.changes[place(from).min(place(to))..place(to)]
    }

    /// Changes from time `t` on.
    pub fn recent(&self, t: Ms) -> &[Change] {
        let first = self.changes.partition_point(|change| change.t < t);
        &self.changes[first..]
    }

    /// When the last change came.
    pub fn last(&self) -> Option<Ms> {
        self.changes.last().map(|change| change.t)
    }
}

/// What the sensors show once a square has changed.
pub(super) fn after(seen: Planes, change: Change) -> Planes {
    let square = Bitboard::from(change.square);
    match (seen, change.kind) {
        (Planes::Occupancy(occupied), ChangeKind::Lift) => Planes::Occupancy(occupied & !square),
        (Planes::Occupancy(occupied), ChangeKind::Place(_)) => Planes::Occupancy(occupied | square),
        (Planes::Polarity { white, black }, ChangeKind::Lift) => {
            Planes::Polarity { white: white & !square, black: black & !square }
        }
        (Planes::Polarity { white, black }, ChangeKind::Place(color)) => match color {
            Some(Color::Black) => {
                Planes::Polarity { white: white & !square, black: black | square }
            }
            _ => Planes::Polarity { white: white | square, black: black & !square },
        },
    }
}

/// A reading in which some squares are as in another one.
pub(super) fn joined(seen: Planes, other: Planes, squares: Bitboard) -> Planes {
    let join = |a: Bitboard, b: Bitboard| (a & !squares) | (b & squares);
    match (seen, other) {
        (Planes::Polarity { white, black }, Planes::Polarity { white: w, black: b }) => {
            Planes::Polarity { white: join(white, w), black: join(black, b) }
        }
        (seen, other) => Planes::Occupancy(join(seen.occupied(), other.occupied())),
    }
}

/// The first lift of one of `squares`.
pub(crate) fn first_lift(changes: &[Change], squares: Bitboard) -> Option<usize> {
    changes.iter().position(|change| change.kind.is_lift() && squares.contains(change.square))
}

/// The last time that `square` became empty.
pub(crate) fn last_lift(changes: &[Change], square: Square) -> Option<usize> {
    changes.iter().rposition(|change| change.kind.is_lift() && change.square == square)
}

/// The last time that something was set on `square`.
pub(crate) fn last_place(changes: &[Change], square: Square) -> Option<usize> {
    changes.iter().rposition(|change| !change.kind.is_lift() && change.square == square)
}
