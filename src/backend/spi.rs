use std::path::Path;

use linux_embedded_hal::{
    SpidevDevice,
    spidev::{SpiModeFlags, SpidevOptions},
};

use super::{Unusable, unusable};

/// Opens an SPI device of the kernel in mode 0, 8 bits a word.
///
/// # Errors
///
/// When it cannot be used, or not at this speed.
pub(crate) fn open_spi(path: &Path, speed_hz: u32) -> Result<SpidevDevice, Unusable> {
    let mut device = SpidevDevice::open(path).map_err(|error| unusable(path, error.inner()))?;
    let options = SpidevOptions::new()
        .bits_per_word(8)
        .max_speed_hz(speed_hz)
        .mode(SpiModeFlags::SPI_MODE_0)
        .build();
    device.configure(&options).map_err(|error| unusable(path, &error))?;
    Ok(device)
}
