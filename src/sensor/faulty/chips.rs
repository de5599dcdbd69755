//! Simulated chips, as their data sheets have them, with the faults of a script.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use embedded_hal::{
    digital::{self, OutputPin},
    i2c::{self, I2c, NoAcknowledgeSource},
    spi::{self, SpiDevice},
};

use super::{contacts::Contacts, script::Kind};
use crate::driver::{Failure, Fault, Grid};

/// Counts transfers, and lets those fail that the script wants to.
#[derive(Debug)]
pub(super) struct Bus {
    contacts: Contacts,
    transfers: u64,
}

/// A transfer that the script lets fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BusFault {
    Failed,
    TimedOut,
}

impl Bus {
    pub(super) fn new(contacts: Contacts) -> Bus {
        Bus { contacts, transfers: 0 }
    }

    fn transfer(&mut self) -> Result<(), BusFault> {
        self.transfers += 1;
        let mut took = Duration::ZERO;
        let mut fault = Ok(());
        for kind in self.contacts.faults() {
            match kind {
                Kind::BusError { every } if self.transfers.is_multiple_of(every.max(1)) => {
                    fault = Err(BusFault::Failed);
                }
                Kind::Wedged { ms } => {
                    took = Duration::from_millis(ms);
                    fault = Err(BusFault::TimedOut);
                }
                Kind::Slow { ms } => took = Duration::from_millis(ms),
                _ => {}
            }
        }
        if took > Duration::ZERO {
            thread::sleep(took);
        }
        fault
    }
}

/// Eight 74HC165 and the sentinel.
#[derive(Debug)]
pub(super) struct Registers165 {
    bus: Bus,
    sentinel: u8,
    loaded: Arc<Mutex<[u8; 9]>>,
}

/// Their SH/LD.
#[derive(Debug)]
pub(super) struct Latch {
    contacts: Contacts,
    sentinel: u8,
    loaded: Arc<Mutex<[u8; 9]>>,
}

pub(super) fn chain(contacts: &Contacts, sentinel: u8) -> (Registers165, Latch) {
    let loaded = Arc::<Mutex<[u8; 9]>>::default();
    let latch = Latch { contacts: contacts.clone(), sentinel, loaded: Arc::clone(&loaded) };
    (Registers165 { bus: Bus::new(contacts.clone()), sentinel, loaded }, latch)
}

impl digital::ErrorType for Latch {
    type Error = Infallible;
}

impl OutputPin for Latch {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        // A contact that is closed pulls its input to ground.
        let mut bytes = [self.sentinel; 9];
        bytes[..8].copy_from_slice(&(!self.contacts.closed()).to_le_bytes());
        for fault in self.contacts.faults() {
            match fault {
                Kind::ChainOpen { behind } => {
                    bytes.iter_mut().skip(behind.into()).for_each(|byte| *byte = 0xff);
                }
                Kind::Sentinel { reads } => bytes[8] = reads,
                _ => {}
            }
        }
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = bytes;
        Ok(())
    }
}

impl spi::ErrorType for Registers165 {
    type Error = spi::ErrorKind;
}

impl SpiDevice for Registers165 {
    fn transaction(
        &mut self,
        operations: &mut [spi::Operation<'_, u8>],
    ) -> Result<(), spi::ErrorKind> {
        self.bus.transfer().map_err(|_| spi::ErrorKind::Other)?;
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        for operation in operations {
            if let spi::Operation::Read(into) = operation {
                for byte in into.iter_mut() {
                    *byte = loaded[0];
                    loaded.rotate_left(1);
                    // What is shifted in at the far end hangs in the air.
                    loaded[8] = self.sentinel & 0x80;
                }
            }
        }
        Ok(())
    }
}

/// The registers of one MCP23017, as far as they matter here.
#[derive(Clone, Debug)]
struct Mcp23017 {
    registers: [u8; 0x16],
    pointer: u8,
    /// Brown-outs that have been carried out.
    resets: usize,
}

impl Default for Mcp23017 {
    fn default() -> Mcp23017 {
        let mut registers = [0; 0x16];
        registers[..2].fill(0xff);
        Mcp23017 { registers, pointer: 0, resets: 0 }
    }
}

impl Mcp23017 {
    fn next(&mut self, pins: [u8; 2]) -> u8 {
        let register = usize::from(self.pointer) % 0x16;
        self.pointer = self.pointer.wrapping_add(1) % 0x16;
        let port = register % 2;
        match register {
            0x12 | 0x13 => {
                let (inputs, pulled) = (self.registers[port], self.registers[0x0c + port]);
                // What is not pulled up hangs in the air, and reads low here.
                inputs & pulled & pins[port] | !inputs & self.registers[0x14 + port]
            }
            _ => self.registers[register],
        }
    }

    fn take(&mut self, value: u8) {
        let register = usize::from(self.pointer) % 0x16;
        self.pointer = self.pointer.wrapping_add(1) % 0x16;
        // A write to a port is one to its latch.
        self.registers[if register & !1 == 0x12 { register + 2 } else { register }] = value;
    }
}

/// MCP23017 on a bus, fourteen inputs a chip.
#[derive(Debug)]
pub(super) struct Mcps {
    bus: Bus,
    chips: BTreeMap<u8, Mcp23017>,
}

impl Mcps {
    pub(super) fn new(contacts: Contacts, addresses: &[u8]) -> Mcps {
        let chips = addresses.iter().map(|address| (*address, Mcp23017::default())).collect();
        Mcps { bus: Bus::new(contacts), chips }
    }

    /// The levels at the pins of the `nth` chip.
    fn pins(&self, nth: usize) -> [u8; 2] {
        let high = !self.bus.contacts.closed();
        let mut inputs = high.unbounded_shr(14 * nth as u32);
        if 14 * (nth + 1) > 64 {
            inputs |= u64::MAX << (64 - 14 * nth);
        }
        [inputs as u8 & 0x7f, (inputs >> 7) as u8 & 0x7f]
    }
}

impl i2c::ErrorType for Mcps {
    type Error = i2c::ErrorKind;
}

impl I2c for Mcps {
    fn transaction(
        &mut self,
        address: u8,
        operations: &mut [i2c::Operation<'_>],
    ) -> Result<(), i2c::ErrorKind> {
        self.bus.transfer().map_err(|_| i2c::ErrorKind::Other)?;
        let silent = |kind: &Kind| matches!(kind, Kind::Silent { address: a } if *a == address);
        let nth = self.chips.keys().position(|other| *other == address);
        let (Some(nth), false) = (nth, self.bus.contacts.faults().iter().any(silent)) else {
            return Err(i2c::ErrorKind::NoAcknowledge(NoAcknowledgeSource::Address));
        };
        let resets = self.bus.contacts.dips(address);
        let pins = self.pins(nth);
        let chip = self.chips.entry(address).or_default();
        if chip.resets < resets {
            *chip = Mcp23017 { resets, ..Mcp23017::default() };
        }
        for operation in operations {
            match operation {
                i2c::Operation::Write(bytes) => {
                    if let Some((pointer, values)) = bytes.split_first() {
                        chip.pointer = *pointer;
                        values.iter().for_each(|value| chip.take(*value));
                    }
                }
                i2c::Operation::Read(into) => {
                    into.iter_mut().for_each(|byte| *byte = chip.next(pins));
                }
            }
        }
        Ok(())
    }
}

/// A diode matrix.
#[derive(Debug)]
pub(super) struct Diodes {
    bus: Bus,
    driven: Option<u8>,
}

impl Diodes {
    pub(super) fn new(contacts: Contacts) -> Diodes {
        Diodes { bus: Bus::new(contacts), driven: None }
    }

    /// Columns that are low: those that a closed contact connects with a row that is, and such
    /// rows are those that are driven or reached backwards where there is no diode.
    fn low(&self) -> u8 {
        let closed = self.bus.contacts.closed();
        let mut backwards = 0;
        let mut columns = 0u8;
        for fault in self.bus.contacts.faults() {
            match fault {
                Kind::MissingDiode { squares } => backwards |= self.bus.contacts.inputs(&squares),
                Kind::ColumnLow { column } => columns |= 1u8.unbounded_shl(u32::from(column) - 1),
                _ => {}
            }
        }
        let mut rows = self.driven.map_or(0u8, |row| 1 << row);
        loop {
            let before = (rows, columns);
            for contact in (0..64).filter(|contact| closed >> contact & 1 == 1) {
                let (row, column) = (1 << (contact / 8), 1 << (contact % 8));
                if rows & row != 0 {
                    columns |= column;
                }
                if columns & column != 0 && backwards >> contact & 1 == 1 {
                    rows |= row;
                }
            }
            if (rows, columns) == before {
                return columns;
            }
        }
    }
}

impl Grid for Diodes {
    fn drive(&mut self, row: Option<u8>) -> Result<(), Failure> {
        self.driven = row;
        if row.is_none() {
            return Ok(());
        }
        self.bus.transfer().map_err(|error| Failure::new(Fault::Bus, format_args!("{error:?}")))
    }

    fn columns(&mut self) -> Result<u8, Failure> {
        Ok(!self.low())
    }
}
