use std::collections::BTreeMap;

use crate::board::{Bitboard, Ms, Squares, What, blinds};

/// Every square.
pub(super) const WHOLE: u64 = u64::MAX;

/// The squares that a fault names; naming none it means them all.
pub(super) fn named(squares: Squares) -> u64 {
    if squares.0.is_empty() { WHOLE } else { squares.0.0 }
}

/// Which squares the scanner cannot read, by the codes of their faults.
#[derive(Debug, Default)]
pub(super) struct Blindness(BTreeMap<String, u64>);

impl Blindness {
    /// Squares that some fault keeps blind.
    pub(super) fn squares(&self) -> u64 {
        self.0.values().fold(0, |all, squares| all | squares)
    }

    pub(super) fn begin(&mut self, squares: u64, reason: &str) {
        if blinds(reason) {
            *self.0.entry(reason.to_owned()).or_default() |= squares;
        }
    }

    /// Whether there was such a fault.
    pub(super) fn end(&mut self, squares: u64, reason: &str) -> bool {
        let Some(blind) = self.0.get_mut(reason) else { return false };
        *blind &= !squares;
        if *blind == 0 {
            self.0.remove(reason);
        }
        true
    }

    /// The whole board was read.
    pub(super) fn read(&mut self) {
        self.0.retain(|_, squares| *squares != WHOLE);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Squares that are read again, until they have settled.
#[derive(Debug)]
pub(super) struct Return {
    /// When the scanner said so.
    pub(super) began: Ms,
    /// Those of them that are awaited.
    pub(super) awaited: u64,
    /// What it said: squares, the fault's code, and its number among all that was said.
    pub(super) squares: u64,
    pub(super) reason: String,
    pub(super) number: u64,
}

impl Return {
    /// The record that says so; none where the fault has come back meanwhile.
    pub(super) fn told(self) -> Option<What> {
        let squares = if self.squares == WHOLE { 0 } else { self.squares };
        let mended = What::Mended { squares: Squares(Bitboard(squares)), reason: self.reason };
        (self.squares != 0).then_some(mended)
    }
}
