//! The buses and lines of the machine, as what the drivers are written against: through the
//! kernel's own interfaces, or (feature `rppal`) through the registers of a Pi.

mod device;
mod gpio;
mod i2c;
mod line;
#[cfg(feature = "rppal")]
pub(crate) mod rppal;
mod serial;
mod spi;
mod time;

pub(crate) use device::{Unusable, unusable};
pub(crate) use gpio::{Bias, Edges, LineGrid, LineInputs, Output};
pub(crate) use i2c::I2cBus;
pub(crate) use line::LineName;
pub(crate) use serial::open_serial;
pub(crate) use spi::open_spi;
pub(crate) use time::{Sleep, instant_of};
