//! A board of 64 linear hall sensors: what its readings say of the pieces.
//!
//! A microcontroller sends 64 readings a frame, and that is all it does. A sensor rests at half its
//! range, but where exactly differs from part to part and wanders with the temperature by as much as a
//! piece changes it; a piece moves it up or down by its polarity, which is its colour; the pieces beside
//! it move it a little either way. So each square has its own rest level and swing from a
//! [`Calibration`], and a [`Field`] follows the rest level as it wanders. A [`Model`] is such a board
//! for tests and for a simulated one.
//!
//! Whole numbers only, and time is what the frames say: the same readings give the same planes.

mod calibrating;
mod calibration;
mod field;
mod model;

pub use calibrating::{Calibrating, Flaw, FlawKind, Step};
pub use calibration::{Calibration, CalibrationError, Sensing, VERSION};
pub use field::{Drift, Field};
pub use model::{Model, Traits};

use shakmaty::Square;

/// The highest reading: 12 bits, as the converters of small microcontrollers give.
pub const TOP: u16 = 4095;

/// A reading so near to either end of the range is no field but a sensor that is broken, not there or
/// not supplied, counts. Linear sensors stay a tenth of a volt away from either rail.
pub const RAIL: u16 = 40;

/// One frame: what the 64 sensors read, a1 first, then b1, h8 last, in counts of 12 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Readings(pub [u16; 64]);

impl Readings {
    /// What the sensor of a square reads.
    pub fn at(&self, square: Square) -> u16 {
        self.0[usize::from(square)]
    }
}

/// Whether a reading is at the end of the range.
fn at_rail(reading: u16) -> bool {
    !(RAIL..=TOP - RAIL).contains(&reading)
}
