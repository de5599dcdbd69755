use std::path::Path;

use embedded_hal::{digital::OutputPin, spi::SpiDevice};

use super::{Bias, I2cBus, LineGrid, LineInputs, LineName, Output, Unusable, open_spi};
use crate::driver::{Grid, Inputs, Registers};

/// A way to the buses and lines of a machine. Each of its parts says what to do where a device
/// cannot be used.
pub(crate) trait Machine {
    /// An SPI device.
    type Spi: SpiDevice + Send + 'static;
    /// Chips on an I²C bus.
    type I2c: Registers;
    /// A line that is driven both ways.
    type Output: OutputPin + Send + 'static;
    /// Lines that are read together.
    type Inputs: Inputs;
    /// The rows and columns of a matrix.
    type Grid: Grid;

    /// Opens an SPI device in mode 0.
    fn spi(path: &Path, speed_hz: u32) -> Result<Self::Spi, Unusable>;

    /// Opens an I²C bus.
    fn i2c(path: &Path) -> Result<Self::I2c, Unusable>;

    /// Takes a line; it is high from the start.
    fn output(name: &LineName) -> Result<Self::Output, Unusable>;

    /// Takes 64 lines, in the order of the inputs.
    fn inputs(names: &[LineName], bias: Bias) -> Result<Self::Inputs, Unusable>;

    /// Takes the lines of a matrix: rows that are driven low or let go, columns that are pulled up.
    fn grid(rows: &[LineName; 8], columns: &[LineName; 8]) -> Result<Self::Grid, Unusable>;
}

/// The kernel's own devices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linux;

impl Machine for Linux {
    type Spi = linux_embedded_hal::SpidevDevice;
    type I2c = I2cBus;
    type Output = Output;
    type Inputs = LineInputs;
    type Grid = LineGrid;

    fn spi(path: &Path, speed_hz: u32) -> Result<Self::Spi, Unusable> {
        open_spi(path, speed_hz)
    }

    fn i2c(path: &Path) -> Result<I2cBus, Unusable> {
        I2cBus::open(path)
    }

    fn output(name: &LineName) -> Result<Output, Unusable> {
        Output::open(name)
    }

    fn inputs(names: &[LineName], bias: Bias) -> Result<LineInputs, Unusable> {
        LineInputs::open(names, bias)
    }

    fn grid(rows: &[LineName; 8], columns: &[LineName; 8]) -> Result<LineGrid, Unusable> {
        LineGrid::open(rows, columns)
    }
}
