//! What stands on the 64 squares: a scanner is read at a steady rate on a thread of its own, and
//! what changes goes through a bounded [inlet](crate::inlet) to the board's task.
//!
//! A new kind of board is a new [`Scanner`] and a line in the configuration.

mod scan;
mod simulated;
mod socket;
mod thread;
mod trace;

use std::{fmt, time::Instant};

use touchmove_core::board::Planes;

pub(crate) use scan::spawn;
pub(crate) use simulated::{Simulated, Switches};
pub(crate) use socket::SwitchSocket;
pub(crate) use thread::{SensorThread, Turns};
pub(crate) use trace::{Ending, TracePlayer};

/// One reading of all 64 squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// What stands where.
    pub(crate) planes: Planes,
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
    fn frame(&mut self) -> Result<Frame, ScanError>;
}

/// Why a board could not be read.
#[derive(Debug)]
pub(crate) struct ScanError {
    /// A code that goes into the trace: `bus`, `chain`, `stale`, …
    pub(crate) reason: &'static str,
    /// What the technician should know.
    pub(crate) detail: String,
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.detail)
    }
}

impl std::error::Error for ScanError {}
