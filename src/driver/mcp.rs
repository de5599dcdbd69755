use std::ops::RangeInclusive;

use embedded_hal::digital::{OutputPin, PinState};

use super::{Failure, Fault, Registers};

/// Registers of an MCP23x17 as they lie after a reset, in pairs A, B (data sheet 20001952, table
/// 3-5, `IOCON.BANK` = 0).
pub(super) mod register {
    pub(in super::super) const IODIR: u8 = 0x00;
    pub(in super::super) const IOCON: u8 = 0x0a;
    pub(in super::super) const GPPU: u8 = 0x0c;
    pub(in super::super) const GPIO: u8 = 0x12;
    pub(in super::super) const OLAT: u8 = 0x14;
}

/// `IOCON`: chips on SPI listen to their address pins.
const HAEN: u8 = 0x08;

/// The two chips of the family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub(crate) enum Mcp {
    /// On I²C. GPA7 and GPB7 are outputs only (data sheet 20001952, revision D, 2022).
    #[default]
    #[serde(rename = "MCP23017")]
    I2c,
    /// On SPI, where they are inputs like the others.
    #[serde(rename = "MCP23S17")]
    Spi,
}

impl Mcp {
    /// The pins of each port that can be inputs.
    pub(super) fn inputs(self) -> u8 {
        match self {
            Mcp::I2c => 0x7f,
            Mcp::Spi => 0xff,
        }
    }

    /// Inputs of a chip.
    pub(crate) fn width(self) -> u32 {
        2 * self.inputs().count_ones()
    }

    /// The addresses a chip can have: on I²C those on the bus, on SPI its address pins.
    pub(crate) fn addresses(self) -> RangeInclusive<u8> {
        match self {
            Mcp::I2c => 0x20..=0x27,
            Mcp::Spi => 0..=7,
        }
    }

    /// `IOCON` of a chip in use.
    pub(super) fn configured(self) -> u8 {
        match self {
            Mcp::I2c => 0,
            Mcp::Spi => HAEN,
        }
    }

    /// Where input `n` of a row of such chips is: the place of its chip in the row, and the pin's
    /// name in the data sheet.
    pub(crate) fn pin(self, n: u8) -> (u8, String) {
        let each = self.inputs().count_ones() as u8;
        let (chip, pin) = (n / (2 * each), n % (2 * each));
        let port = if pin < each { 'A' } else { 'B' };
        (chip, format!("GP{port}{}", pin % each))
    }
}

/// How the pins of one chip are used: port A in the low byte, B in the high one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// Inputs; all others are outputs, and high.
    pub(super) inputs: u16,
}

/// Puts a chip in order after a reset.
pub(super) fn set_up<R: Registers>(
    registers: &mut R,
    kind: Mcp,
    chip: u8,
    pins: Use,
) -> Result<(), R::Error> {
    if kind == Mcp::Spi {
        // Until they listen to their addresses all hear 0, and those with A2 high hear 4.
        for all in [0, 4, chip] {
            registers.write(all, register::IOCON, &[HAEN, HAEN])?;
        }
    }
    let inputs = pins.inputs.to_le_bytes();
    // The level of an output first: it must not be driven otherwise for a moment.
    registers.write(chip, register::OLAT, &(!pins.inputs).to_le_bytes())?;
    registers.write(chip, register::GPPU, &inputs)?;
    registers.write(chip, register::IODIR, &inputs)
}

/// Resets all chips by their RESET pin, which is active low.
pub(super) fn reset(line: &mut impl OutputPin) -> Result<(), Failure> {
    let set = |line: &mut _, state| OutputPin::set_state(line, state);
    let failed = |error| Failure::new(Fault::Bus, format_args!("RESET: {error:?}"));
    // At least 1 µs low (data sheet, parameter 30): any two writes of a line are farther apart.
    set(line, PinState::Low).map_err(failed)?;
    set(line, PinState::High).map_err(failed)
}
