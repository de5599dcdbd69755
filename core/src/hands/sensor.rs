//! From hands to sensors: what a board of reed switches or hall sensors reads of them.

use shakmaty::{Bitboard, Board, Color, Square};

use super::{dice::Dice, plan::Action};
use crate::board::{Ms, Planes, Record, Sensor, What};

/// The wiring of one board.
#[derive(Clone, Copy, Debug)]
pub struct Wire {
    planes: Planes,
}

impl Wire {
    /// A board on which these pieces stand.
    pub fn new(sensor: Sensor, board: &Board) -> Wire {
        Wire {
            planes: match sensor {
                Sensor::Occupancy => Planes::Occupancy(board.occupied()),
                Sensor::Polarity => Planes::Polarity { white: board.white(), black: board.black() },
            },
        }
    }

    /// What all sensors read.
    pub fn planes(&self) -> Planes {
        self.planes
    }

    /// What a debounced scanner reports of an act. Nothing where nothing changes: a piece that is
    /// swapped without its square reading empty, a word to the arbiter.
    pub fn report(&mut self, action: &Action) -> Option<What> {
        match action {
            Action::Lift(square) => self.set(*square, None),
            Action::Place(square, piece) => self.set(*square, Some(piece.color)),
            Action::Press(side) => Some(What::Press(*side)),
            Action::Stop => Some(What::Stop),
            Action::Tell(command) => Some(What::Arbiter(command.clone())),
        }
    }

    fn set(&mut self, square: Square, reads: Option<Color>) -> Option<What> {
        let before = self.planes;
        set(&mut self.planes, square, reads);
        (before != self.planes).then(|| match reads {
            None => What::Lift(square),
            Some(_) => What::Place(square, self.planes.color_at(square)),
        })
    }
}

fn set(planes: &mut Planes, square: Square, reads: Option<Color>) {
    match planes {
        Planes::Occupancy(occupied) => occupied.set(square, reads.is_some()),
        Planes::Polarity { white, black } => {
            white.set(square, reads == Some(Color::White));
            black.set(square, reads == Some(Color::Black));
        }
    }
}

/// What a square reads; where sensors tell no colours, any piece is a white one.
fn reads(planes: Planes, square: Square) -> Option<Color> {
    let color = planes.color_at(square).unwrap_or(Color::White);
    planes.occupied().contains(square).then_some(color)
}

/// A square that reads something from now on.
#[derive(Clone, Copy)]
struct Flip {
    t: Ms,
    square: Square,
    reads: Option<Color>,
}

/// Turns debounced records into undebounced samples: contacts bounce for some milliseconds, and now
/// and then a single sample is wrong.
pub(super) fn undebounced(records: Vec<Record>, dice: &mut Dice) -> Vec<Record> {
    let end = records.last().map_or(0, |record| record.t);
    let mut glitches: Vec<Ms> = (0..end / 60_000).map(|_| dice.span(100, end)).collect();
    glitches.sort_unstable();
    let mut glitches = glitches.into_iter().peekable();
    let (mut planes, mut quiet_since) = (Planes::Occupancy(Bitboard::EMPTY), 0);
    let (mut flips, mut others) = (Vec::new(), Vec::new());
    for record in records {
        while let Some(t) = glitches.next_if(|&t| t < record.t) {
            if quiet_since + QUIET < t && t + QUIET < record.t {
                let square = Square::new(dice.below(64));
                let right = reads(planes, square);
                let wrong = if right.is_some() { None } else { Some(Color::White) };
                flips.push(Flip { t, square, reads: wrong });
                flips.push(Flip { t: t + 1, square, reads: right });
            }
        }
        let (square, now) = match record.what {
            What::Scan(scan) => {
                planes = scan;
                others.push(Record { t: record.t, what: What::Raw(scan) });
                continue;
            }
            What::Lift(square) => (square, None),
            What::Place(square, color) => (square, Some(color.unwrap_or(Color::White))),
            _ => {
                others.push(record);
                continue;
            }
        };
        bounce(Flip { t: record.t, square, reads: now }, reads(planes, square), dice, &mut flips);
        set(&mut planes, square, now);
        quiet_since = record.t;
    }
    flips.sort_by_key(|flip| flip.t);
    sampled(&flips, others)
}

/// A wrong sample keeps so far from true changes, ms.
const QUIET: Ms = 40;

/// The change, and up to three bounces within 12 ms.
fn bounce(change: Flip, before: Option<Color>, dice: &mut Dice, flips: &mut Vec<Flip>) {
    flips.push(change);
    let mut t = change.t;
    for _ in 0..dice.below(4) {
        t += dice.span(1, 2);
        flips.push(Flip { t, reads: before, ..change });
        t += dice.span(1, 2);
        flips.push(Flip { t, ..change });
    }
}

/// One record for each sample that differs from the one before, the other records between them.
fn sampled(flips: &[Flip], others: Vec<Record>) -> Vec<Record> {
    let mut planes = Planes::Occupancy(Bitboard::EMPTY);
    let mut records: Vec<Record> = Vec::with_capacity(flips.len() + others.len());
    let mut others = others.into_iter().peekable();
    for group in flips.chunk_by(|a, b| a.t == b.t) {
        let t = group[0].t;
        while let Some(other) = others.next_if(|other| other.t <= t) {
            if let What::Raw(scan) = other.what {
                planes = scan;
            }
            records.push(other);
        }
        let before = planes;
        group.iter().for_each(|flip| set(&mut planes, flip.square, flip.reads));
        if planes != before {
            records.push(Record { t, what: What::Raw(planes) });
        }
    }
    records.extend(others);
    records
}
