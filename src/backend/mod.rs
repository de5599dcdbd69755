//! The buses and lines of the machine, as what the drivers are written against: through the
//! kernel's own interfaces, or (feature `rppal`) through the registers of a Pi.

mod device;
mod gpio;
mod i2c;
mod line;
mod machine;
mod obstacle;
#[cfg(feature = "rppal")]
mod rppal;
mod serial;
mod spi;
mod time;

pub(crate) use device::Unusable;
use device::unusable;
pub(crate) use gpio::{Bias, Edges};
use gpio::{LineGrid, LineInputs, Output};
use i2c::I2cBus;
pub(crate) use line::LineName;
pub(crate) use machine::{Linux, Machine};
pub(crate) use obstacle::Obstacle;
#[cfg(feature = "rppal")]
pub(crate) use rppal::Rppal;
pub(crate) use serial::open_serial;
use spi::open_spi;
pub(crate) use time::{Sleep, instant_of};
