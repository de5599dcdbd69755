//! The other backend: lines through the registers of a Pi instead of the kernel's character
//! devices. The crate is `rpi-pal`, the maintained continuation of rppal.
//!
//! Known faults of it are gone round: a reading over I²C is its own `write_read`, since its
//! `embedded-hal` transaction stops in between (rppal #171); SPI is never transferred in place.
//! Levers stay with the kernel's edges in any case, for it keeps only the newest edge of a line.

use std::{convert::Infallible, path::Path};

use embedded_hal::digital::ErrorType;
use rppal::{
    gpio::{Gpio, InputPin, IoPin, Mode, OutputPin},
    i2c::{self, I2c},
    spi::{self, Bus, SimpleHalSpiDevice, SlaveSelect, Spi},
};

use super::{Bias, LineName, Machine, Obstacle, Unusable, unusable};
use crate::driver::{GridPins, Pins, Registers};

/// A transfer that takes longer has failed. The whole of five expanders' registers takes 2 ms.
const TIMEOUT_MS: u32 = 20;

fn gpio(name: &LineName) -> Result<rppal::gpio::Pin, Unusable> {
    let refused = |reason: String| Unusable {
        device: format!("GPIO line {name}"),
        obstacle: Obstacle::Other(reason),
    };
    // Registers know the Pi's own lines by their number alone.
    let number = match name {
        LineName::At { offset, .. } => u8::try_from(*offset).ok(),
        LineName::Named(name) => name.strip_prefix("GPIO").and_then(|number| number.parse().ok()),
    };
    let number = number.ok_or_else(|| {
        refused("backend = \"rppal\" knows the Pi's own lines only, GPIO0 to GPIO27".into())
    })?;
    let gpio = Gpio::new().map_err(|error| refused(error.to_string()))?;
    gpio.get(number).map_err(|error| refused(error.to_string()))
}

/// The registers of a Pi.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rppal;

impl Machine for Rppal {
    type Spi = SimpleHalSpiDevice;
    type I2c = I2cBus;
    type Output = OutputPin;
    type Inputs = Pins<InputPin>;
    type Grid = GridPins<OpenDrain, InputPin>;

    fn spi(path: &Path, speed_hz: u32) -> Result<SimpleHalSpiDevice, Unusable> {
        open_spi(path, speed_hz)
    }

    fn i2c(path: &Path) -> Result<I2cBus, Unusable> {
        I2cBus::open(path)
    }

    fn output(name: &LineName) -> Result<OutputPin, Unusable> {
        output(name)
    }

    fn inputs(names: &[LineName], bias: Bias) -> Result<Self::Inputs, Unusable> {
        Ok(Pins(each(names, |name| input(name, bias))?))
    }

    fn grid(rows: &[LineName; 8], columns: &[LineName; 8]) -> Result<Self::Grid, Unusable> {
        let columns = each(columns, |name| input(name, Bias::PullUp))?;
        Ok(GridPins { rows: each(rows, open_drain)?, columns })
    }
}

/// Each line of a list that has as many as are needed.
fn each<T, const N: usize>(
    names: &[LineName],
    open: impl Fn(&LineName) -> Result<T, Unusable>,
) -> Result<[T; N], Unusable> {
    let lines: Vec<T> = names.iter().map(open).collect::<Result<_, _>>()?;
    let count = lines.len();
    lines.try_into().map_err(|_| Unusable {
        device: "GPIO".into(),
        obstacle: Obstacle::Other(format!("{count} lines where {N} are needed")),
    })
}

fn output(name: &LineName) -> Result<OutputPin, Unusable> {
    gpio(name).map(rppal::gpio::Pin::into_output_high)
}

fn input(name: &LineName, bias: Bias) -> Result<InputPin, Unusable> {
    gpio(name).map(|pin| match bias {
        Bias::PullUp => pin.into_input_pullup(),
        Bias::PullDown => pin.into_input_pulldown(),
    })
}

fn open_drain(name: &LineName) -> Result<OpenDrain, Unusable> {
    gpio(name).map(|pin| OpenDrain(pin.into_io(Mode::Input)))
}

/// The chips have no open drains; a line that is let go is an input instead.
#[derive(Debug)]
pub(crate) struct OpenDrain(IoPin);

impl ErrorType for OpenDrain {
    type Error = Infallible;
}

impl embedded_hal::digital::OutputPin for OpenDrain {
    fn set_low(&mut self) -> Result<(), Infallible> {
        // The level first, so that it is not driven high for a moment.
        embedded_hal::digital::OutputPin::set_low(&mut self.0)?;
        self.0.set_mode(Mode::Output);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.set_mode(Mode::Input);
        Ok(())
    }
}

/// Opens an SPI device by the path the kernel has for it.
fn open_spi(path: &Path, speed_hz: u32) -> Result<SimpleHalSpiDevice, Unusable> {
    let (bus, select) = spi_numbers(path).ok_or_else(|| Unusable {
        device: path.display().to_string(),
        obstacle: Obstacle::Other(
            "backend = \"rppal\" knows /dev/spidev0.0 to /dev/spidev6.2".into(),
        ),
    })?;
    let spi = Spi::new(bus, select, speed_hz, spi::Mode::Mode0);
    spi.map(SimpleHalSpiDevice::new).map_err(|error| match error {
        spi::Error::Io(error) => unusable(path, &error),
        other => unusable(path, &std::io::Error::other(other.to_string())),
    })
}

fn spi_numbers(path: &Path) -> Option<(Bus, SlaveSelect)> {
    let numbers = path.to_str()?.strip_prefix("/dev/spidev")?;
    let (bus, select) = numbers.split_once('.')?;
    let buses = [Bus::Spi0, Bus::Spi1, Bus::Spi2, Bus::Spi3, Bus::Spi4, Bus::Spi5, Bus::Spi6];
    let selects = [SlaveSelect::Ss0, SlaveSelect::Ss1, SlaveSelect::Ss2];
    let nth = |text: &str| text.parse::<usize>().ok();
    Some((*buses.get(nth(bus)?)?, *selects.get(nth(select)?)?))
}

/// Chips on an I²C bus, with a timeout that the kernel's own interface has no safe way to set.
#[derive(Debug)]
pub(crate) struct I2cBus(I2c);

impl I2cBus {
    /// Opens the bus by the path the kernel has for it.
    fn open(path: &Path) -> Result<I2cBus, Unusable> {
        let failed = |error| match error {
            i2c::Error::Io(error) => unusable(path, &error),
            other => unusable(path, &std::io::Error::other(other.to_string())),
        };
        let number = path.to_str().and_then(|path| path.strip_prefix("/dev/i2c-")?.parse().ok());
        let number = number.ok_or_else(|| failed(i2c::Error::InvalidSlaveAddress(0)))?;
        let bus = I2c::with_bus(number).map_err(failed)?;
        bus.set_timeout(TIMEOUT_MS).map_err(failed)?;
        Ok(I2cBus(bus))
    }
}

impl Registers for I2cBus {
    type Error = i2c::Error;

    fn write(&mut self, chip: u8, first: u8, values: &[u8]) -> Result<(), i2c::Error> {
        self.0.set_slave_address(chip.into())?;
        self.0.write(&[&[first], values].concat()).map(|_| ())
    }

    fn read(&mut self, chip: u8, first: u8, into: &mut [u8]) -> Result<(), i2c::Error> {
        self.0.set_slave_address(chip.into())?;
        self.0.write_read(&[first], into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_a_pi_it_says_so_and_does_not_panic() {
        assert!(output(&"GPIO25".parse().unwrap()).is_err());
        let told = output(&"a1".parse().unwrap()).unwrap_err().to_string();
        assert!(told.contains("GPIO0 to GPIO27"), "{told}");
        assert!(open_spi(Path::new("/dev/spidev0.0"), 1_000_000).is_err());
        assert!(I2cBus::open(Path::new("/dev/i2c-1")).is_err());
    }

    #[test]
    fn an_spi_device_is_bus_and_select() {
        assert_eq!(spi_numbers(Path::new("/dev/spidev1.2")), Some((Bus::Spi1, SlaveSelect::Ss2)));
        for other in ["/dev/spidev0", "/dev/spidev7.0", "/dev/i2c-1", "spidev0.0"] {
            assert_eq!(spi_numbers(Path::new(other)), None);
        }
    }
}
