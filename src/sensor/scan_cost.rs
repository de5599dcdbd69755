//! What a turn of the scanner takes of the processor when the bus takes nothing.

use std::{
    convert::Infallible,
    time::{Duration, Instant},
};

use embedded_hal::{
    digital::{self, OutputPin},
    spi::{self, Operation, SpiDevice},
};
use touchmove_core::wiring::Wiring;

use super::{Pulse, scan::Turn, wired::Wired};
use crate::{driver::Chain, inlet::inlet, tempo::Tempo};

/// Turns between two changes: a piece is lifted or put down once a second at 200 turns a second.
const BETWEEN: u32 = 200;
const SENTINEL: u8 = 0xa5;

/// A bus on which a board lies that changes now and then.
struct Bare {
    turns: u32,
}

/// A line that goes nowhere.
struct Nowhere;

impl spi::ErrorType for Bare {
    type Error = Infallible;
}

impl SpiDevice for Bare {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        self.turns += 1;
        let lifted = if (self.turns / BETWEEN).is_multiple_of(2) { 0x10 } else { 0 };
        for operation in operations {
            if let Operation::Read(bytes) = operation {
                bytes.copy_from_slice(&[0, lifted, 0xff, 0xff, 0xff, 0xff, 0, 0, SENTINEL]);
            }
        }
        Ok(())
    }
}

impl digital::ErrorType for Nowhere {
    type Error = Infallible;
}

impl OutputPin for Nowhere {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// How long so many turns of the reference board's scanner take without a bus, from the driver to the
/// inlet.
pub(crate) fn scan_cost(turns: u32) -> Duration {
    let (inlet, mut records) = inlet(64);
    let driver = Chain::new(Bare { turns: 0 }, Nowhere, SENTINEL);
    let scanner = Box::new(Wired::new(driver, Wiring::default()));
    let tempo = Tempo::starting_now(1.0);
    let mut turn = Turn::new("bare", scanner, tempo, inlet, Pulse::default());
    let start = Instant::now();
    for _ in 0..turns {
        // The other end listens, so it cannot be closed.
        let _ = turn.take();
        while records.try_recv().is_ok() {}
    }
    start.elapsed()
}
