use std::fmt::Debug;

use embedded_hal::{
    i2c::I2c,
    spi::{Operation, SpiDevice},
};

/// Chips with registers that share a bus.
pub(crate) trait Registers: Send + 'static {
    /// Why a transfer failed.
    type Error: Debug;

    /// Writes registers of one chip, from `first` on.
    ///
    /// # Errors
    ///
    /// When the chip does not take them, or the bus fails.
    fn write(&mut self, chip: u8, first: u8, values: &[u8]) -> Result<(), Self::Error>;

    /// Reads registers of one chip, from `first` on.
    ///
    /// # Errors
    ///
    /// When the chip does not give them, or the bus fails.
    fn read(&mut self, chip: u8, first: u8, into: &mut [u8]) -> Result<(), Self::Error>;

    /// Reads the same registers of several chips: in one transfer, where the bus can do so.
    ///
    /// # Errors
    ///
    /// When one of them does not give them; nothing of `into` counts then.
    fn read_each<const N: usize>(
        &mut self,
        chips: &[u8],
        first: u8,
        into: &mut [[u8; N]],
    ) -> Result<(), Self::Error> {
        chips.iter().zip(into).try_for_each(|(chip, into)| self.read(*chip, first, into))
    }
}

/// Registers over I²C: the chip is the address, and a reading is one transfer with a repeated start.
#[derive(Debug)]
pub(crate) struct OverI2c<B>(pub(crate) B);

impl<B: I2c + Send + 'static> Registers for OverI2c<B> {
    type Error = B::Error;

    fn write(&mut self, chip: u8, first: u8, values: &[u8]) -> Result<(), B::Error> {
        self.0.write(chip, &[&[first], values].concat())
    }

    fn read(&mut self, chip: u8, first: u8, into: &mut [u8]) -> Result<(), B::Error> {
        self.0.write_read(chip, &[first], into)
    }
}

/// Registers over SPI: all chips are on one chip select, and each listens to its own address.
#[derive(Debug)]
pub(crate) struct OverSpi<S>(pub(crate) S);

impl<S: SpiDevice + Send + 'static> Registers for OverSpi<S> {
    type Error = S::Error;

    fn write(&mut self, chip: u8, first: u8, values: &[u8]) -> Result<(), S::Error> {
        self.0.write(&[&[0x40 | chip << 1, first], values].concat())
    }

    fn read(&mut self, chip: u8, first: u8, into: &mut [u8]) -> Result<(), S::Error> {
        let head = [0x41 | chip << 1, first];
        self.0.transaction(&mut [Operation::Write(&head), Operation::Read(into)])
    }
}
