use std::time::Instant;

use touchmove_core::{
    board::{Bitboard, Planes},
    wiring::Wiring,
};

use super::{Frame, Scanner};
use crate::driver::{Driver, Examined, Failure};

/// A driver and which of its inputs is which square.
#[derive(Debug)]
pub(crate) struct Wired<D> {
    driver: D,
    wiring: Wiring,
    seq: u64,
}

impl<D: Driver> Wired<D> {
    /// A board wired so.
    pub(crate) fn new(driver: D, wiring: Wiring) -> Wired<D> {
        Wired { driver, wiring, seq: 0 }
    }
}

impl<D: Driver> Scanner for Wired<D> {
    fn frame(&mut self) -> Result<Frame, Failure> {
        // A chain takes all inputs over as its reading begins; others are at most some ms later.
        let at = Instant::now();
        let levels = self.driver.read()?;
        self.seq += 1;
        Ok(Frame {
            planes: Planes::Occupancy(self.wiring.occupied(levels.high)),
            unread: if levels.unread == 0 {
                Bitboard::EMPTY
            } else {
                self.wiring.squares(levels.unread)
            },
            failure: levels.failure,
            drifted: Bitboard::EMPTY,
            seq: self.seq,
            at,
        })
    }

    fn examine(&mut self) -> Vec<Examined> {
        self.driver.examine()
    }

    fn as_read(&mut self) {
        self.driver.as_read();
    }
}
