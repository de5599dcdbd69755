use std::path::Path;

use i2cdev::{
    core::{I2CMessage as _, I2CTransfer as _},
    linux::{LinuxI2CBus, LinuxI2CError, LinuxI2CMessage},
};

use super::{Unusable, unusable};
use crate::driver::Registers;

/// Messages that the kernel takes in one transfer (`I2C_RDWR_IOCTL_MAX_MSGS`).
const MOST_MESSAGES: usize = 42;

/// Chips on an I²C bus of the kernel: the registers of all are read in one transfer.
pub(crate) struct I2cBus {
    bus: LinuxI2CBus,
}

impl I2cBus {
    /// Opens the bus.
    ///
    /// # Errors
    ///
    /// When it cannot be used.
    pub(crate) fn open(path: &Path) -> Result<I2cBus, Unusable> {
        match LinuxI2CBus::new(path) {
            Ok(bus) => Ok(I2cBus { bus }),
            Err(error) => Err(unusable(path, &error.into())),
        }
    }
}

impl Registers for I2cBus {
    type Error = LinuxI2CError;

    fn write(&mut self, chip: u8, first: u8, values: &[u8]) -> Result<(), LinuxI2CError> {
        let bytes = [&[first], values].concat();
        let write = LinuxI2CMessage::write(&bytes).with_address(chip.into());
        self.bus.transfer(&mut [write]).map(|_| ())
    }

    fn read(&mut self, chip: u8, first: u8, into: &mut [u8]) -> Result<(), LinuxI2CError> {
        let first = [first];
        let write = LinuxI2CMessage::write(&first).with_address(chip.into());
        let read = LinuxI2CMessage::read(into).with_address(chip.into());
        self.bus.transfer(&mut [write, read]).map(|_| ())
    }

    fn read_each<const N: usize>(
        &mut self,
        chips: &[u8],
        first: u8,
        into: &mut [[u8; N]],
    ) -> Result<(), LinuxI2CError> {
        let first = [first];
        for (chips, into) in chips.chunks(MOST_MESSAGES / 2).zip(into.chunks_mut(MOST_MESSAGES / 2))
        {
            let mut messages: Vec<_> = chips
                .iter()
                .zip(into)
                .flat_map(|(chip, into)| {
                    let address = u16::from(*chip);
                    let write = LinuxI2CMessage::write(&first).with_address(address);
                    [write, LinuxI2CMessage::read(into).with_address(address)]
                })
                .collect();
            if !messages.is_empty() {
                self.bus.transfer(&mut messages)?;
            }
        }
        Ok(())
    }
}
