//! What stands on the 64 squares: a scanner is read at a steady rate on a thread of its own, and
//! what changes goes through a bounded [inlet](crate::inlet) to the board's task.
//!
//! A new kind of board is a new [`Driver`](crate::driver::Driver) and a line in the configuration.

mod calibrated;
mod faulty;
mod open;
mod pace;
mod scan;
mod scan_cost;
mod sensible;
mod serial;
mod settings;
mod simulated;
mod socket;
mod stale;
mod thread;
mod trace;
mod trouble;
mod wired;

use std::time::Instant;

use touchmove_core::board::{Bitboard, Planes};

use crate::driver::{Examined, Failure, Part};
pub(crate) use calibrated::calibration_file;
pub(crate) use faulty::Breakage;
pub(crate) use open::{Opened, open};
pub(crate) use pace::{Pace, Pulse};
pub(crate) use scan::spawn;
pub(crate) use scan_cost::scan_cost;
pub(crate) use settings::{AtEnd, Backend, FaultyOf, MatrixOn, Sensing, SensorKind, Speed};
pub(crate) use simulated::{Simulated, Switches};
pub(crate) use socket::SwitchSocket;
pub(crate) use stale::watch_stale;
pub(crate) use thread::{SensorThread, Turns};
pub(crate) use trace::{Ending, TracePlayer};

/// One reading of all 64 squares.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// What stands where.
    pub(crate) planes: Planes,
    /// Squares that could not be read; what `planes` says of them means nothing.
    pub(crate) unread: Bitboard,
    /// What is wrong, if anything is.
    pub(crate) failure: Option<Failure>,
    /// Sensors whose level without a piece has wandered; they are read all the same.
    pub(crate) drifted: Bitboard,
    /// Counts the readings of this scanner; a hole tells that some were lost on the way.
    pub(crate) seq: u64,
    /// When it was taken.
    pub(crate) at: Instant,
}

/// The scanner of one board, whatever it is made of.
///
/// It runs on an OS thread that does nothing else, so it may block, but for no longer than a bus
/// transfer takes: a frame that is late is a fault.
pub(crate) trait Scanner: Send + 'static {
    /// The next reading.
    ///
    /// # Errors
    ///
    /// When the board could not be read. The thread goes on and tries again at its next turn.
    fn frame(&mut self) -> Result<Frame, Failure>;

    /// What 64 hall sensors read, a1 first, in counts; none where there are none. To calibrate them.
    fn readings(&mut self) -> Option<Result<[u16; 64], Failure>> {
        None
    }

    /// Who says when it is read.
    fn beat(&self) -> Beat {
        Beat::Ours
    }

    /// Looks at every part of the electronics for itself.
    fn examine(&mut self) -> Vec<Examined> {
        vec![Examined::good(Part::Switches)]
    }

    /// From now on squares are told as they read, also those that cannot be what they seem.
    fn as_read(&mut self) {}
}

/// Who says when a board is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// The thread that reads it, at its rate.
    Ours,
    /// The board, which sends its readings when it likes: reading waits for the next.
    Theirs,
}
