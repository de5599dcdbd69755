//! The contacts of a simulated board as its faults let them be.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Bitboard, Planes, Square, Text},
    wiring::Wiring,
};

use super::script::{Kind, Script};
use crate::sensor::Switches;

/// Switches in memory, seen through the faults of a script.
#[derive(Clone, Debug)]
pub(super) struct Contacts {
    switches: Switches,
    wiring: Wiring,
    script: Arc<Script>,
    by_hand: Arc<Mutex<ByHand>>,
    started: Instant,
}

/// Faults that somebody makes and mends while the board runs.
#[derive(Debug, Default)]
struct ByHand {
    faults: Vec<Kind>,
    /// Chips whose supply dipped: that is not mended, it is over.
    dips: Vec<u8>,
}

impl Contacts {
    /// The contacts of a board that starts now.
    pub(super) fn new(switches: Switches, wiring: Wiring, script: Arc<Script>) -> Contacts {
        let by_hand = Arc::default();
        Contacts { switches, wiring, script, by_hand, started: Instant::now() }
    }

    /// How long the board has been running.
    pub(super) fn since(&self) -> Duration {
        self.started.elapsed()
    }

    /// What is wrong now.
    pub(super) fn faults(&self) -> Vec<Kind> {
        let by_hand = self.lock();
        self.script.at(self.since()).chain(&by_hand.faults).cloned().collect()
    }

    /// How often the supply of this chip has dipped so far.
    pub(super) fn dips(&self, address: u8) -> usize {
        let dip = |kind: &&Kind| **kind == Kind::BrownOut { address };
        let by_hand = self.lock().dips.iter().filter(|dip| **dip == address).count();
        self.script.begun(self.since()).filter(dip).count() + by_hand
    }

    /// Something breaks.
    pub(super) fn break_down(&self, kind: Kind) {
        let mut by_hand = self.lock();
        match kind {
            Kind::BrownOut { address } => by_hand.dips.push(address),
            kind => by_hand.faults.push(kind),
        }
    }

    /// What broke by hand is mended.
    pub(super) fn mend(&self) {
        self.lock().faults.clear();
    }

    fn lock(&self) -> MutexGuard<'_, ByHand> {
        // A list is whole whatever panics elsewhere.
        self.by_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands on the board, as the sensors see it.
    pub(super) fn planes(&self) -> Planes {
        let flicker = self.since().as_millis() / u128::from(self.script.flicker_ms.max(1)) % 3;
        self.faults().iter().fold(self.switches.planes(), |planes, fault| match planes {
            Planes::Occupancy(all) => Planes::Occupancy(seen(all, fault, flicker)),
            Planes::Polarity { white, black } => {
                let (white, black) = (seen(white, fault, flicker), seen(black, fault, flicker));
                Planes::Polarity { white, black: black & !white }
            }
        })
    }

    /// The closed contacts, by input.
    pub(super) fn closed(&self) -> u64 {
        let occupied = self.planes().occupied();
        occupied.into_iter().fold(0, |all, square| all | 1 << self.wiring.input(square))
    }

    /// The inputs of these squares.
    pub(super) fn inputs(&self, squares: &[Text<Square>]) -> u64 {
        squares.iter().fold(0, |all, square| all | 1 << self.wiring.input(square.0))
    }
}

/// The squares of a list.
pub(super) fn of(squares: &[Text<Square>]) -> Bitboard {
    squares.iter().map(|square| square.0).collect()
}

/// Occupied squares through one fault.
fn seen(occupied: Bitboard, fault: &Kind, flicker: u128) -> Bitboard {
    match fault {
        Kind::Stuck { squares } => occupied | of(squares),
        Kind::Dead { squares } => occupied & !of(squares),
        Kind::Weak { squares } if flicker == 0 => occupied & !of(squares),
        Kind::Chattering { squares } if flicker == 0 => occupied ^ of(squares),
        Kind::Swapped { squares: [Text(a), Text(b)] } => {
            let (on_a, on_b) = (occupied.contains(*a), occupied.contains(*b));
            let mut exchanged = occupied;
            exchanged.set(*a, on_b);
            exchanged.set(*b, on_a);
            exchanged
        }
        Kind::Bridged { squares } if (occupied & of(squares)).any() => occupied | of(squares),
        Kind::Neighbour { square, sees } if occupied.contains(sees.0) => occupied | square.0,
        _ => occupied,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(occupied: u64, fault: &str) -> u64 {
        let kind: Kind = toml::from_str(fault).unwrap();
        seen(Bitboard(occupied), &kind, 0).0
    }

    #[test]
    fn each_fault_shows_as_it_does_on_a_board() {
        let (a1, b1, c1) = (1, 2, 4);
        for (occupied, fault, wanted) in [
            (0, "kind = \"stuck\"\nsquares = [\"b1\"]", b1),
            (a1 | b1, "kind = \"dead\"\nsquares = [\"b1\"]", a1),
            (a1 | b1, "kind = \"weak\"\nsquares = [\"b1\"]", a1),
            (a1, "kind = \"chattering\"\nsquares = [\"b1\"]", a1 | b1),
            (a1, "kind = \"swapped\"\nsquares = [\"a1\", \"b1\"]", b1),
            (a1 | b1, "kind = \"swapped\"\nsquares = [\"a1\", \"b1\"]", a1 | b1),
            (c1, "kind = \"bridged\"\nsquares = [\"a1\", \"c1\"]", a1 | c1),
            (0, "kind = \"bridged\"\nsquares = [\"a1\", \"c1\"]", 0),
            (a1, "kind = \"neighbour\"\nsquare = \"b1\"\nsees = \"a1\"", a1 | b1),
            (b1, "kind = \"neighbour\"\nsquare = \"b1\"\nsees = \"a1\"", b1),
        ] {
            assert_eq!(read(occupied, fault), wanted, "{fault}");
        }
    }
}
