use std::time::Duration;

#[cfg(any(feature = "rppal", test))]
use embedded_hal::digital::InputPin;
use embedded_hal::{delay::DelayNs, digital::OutputPin};

use super::{
    Driver, Examined, Failure, Fault, Ghosts, Levels, Mcp, Part, Registers, Trouble,
    mcp::{self, Use, register},
};

/// Eight rows that are driven low one at a time, and eight columns with pull-ups that are read.
pub(crate) trait Grid: Send + 'static {
    /// Drives this row, 0 to 7, and no other; or none.
    ///
    /// # Errors
    ///
    /// When it cannot be driven.
    fn drive(&mut self, row: Option<u8>) -> Result<(), Failure>;

    /// The levels of the columns, bit n being set where column n is high.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn columns(&mut self) -> Result<u8, Failure>;
}

/// How long the lines of a matrix take to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settle {
    /// After a row is driven. With the Pi's own pull-ups of about 50 kΩ and 300 pF of wiring five
    /// time constants are 75 µs, with 10 kΩ outside less than 10 µs.
    pub(crate) driven: Duration,
    /// After it is released, before the next: ghosts come of going on too soon (qmk_firmware
    /// #12945).
    pub(crate) released: Duration,
}

/// A contact and a diode a square, cathode at the row.
///
/// Input n is row n / 8, column n mod 8.
#[derive(Debug)]
pub(crate) struct Matrix<G, D> {
    grid: G,
    delay: D,
    settle: Settle,
    /// None: nobody wants to know.
    ghosts: Option<Ghosts>,
}

impl<G: Grid, D: DelayNs> Matrix<G, D> {
    /// A matrix on these lines.
    pub(crate) fn new(grid: G, delay: D, settle: Settle) -> Matrix<G, D> {
        Matrix { grid, delay, settle, ghosts: Some(Ghosts::default()) }
    }

    fn wait(&mut self, time: Duration) {
        self.delay.delay_us(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// Columns that are low although no row is driven.
    fn idle(&mut self) -> Result<u8, Failure> {
        self.grid.drive(None)?;
        Ok(!self.grid.columns()?)
    }

    fn rows(&mut self) -> Result<u64, Failure> {
        let mut high = 0;
        for row in 0..8 {
            self.grid.drive(Some(row))?;
            self.wait(self.settle.driven);
            high |= u64::from(self.grid.columns()?) << (8 * row);
            self.grid.drive(None)?;
            self.wait(self.settle.released);
        }
        Ok(high)
    }
}

impl<G: Grid, D: DelayNs + Send + 'static> Driver for Matrix<G, D> {
    fn read(&mut self) -> Result<Levels, Failure> {
        let held = self.idle()?;
        let high = self.rows()?;
        if held != 0 {
            let unread = u64::from_le_bytes([held; 8]);
            let detail = format_args!("columns {held:#010b} are low while no row is driven");
            return Ok(Levels { high, unread, failure: Some(Failure::new(Fault::Stuck, detail)) });
        }
        let ghosts = self.ghosts.as_mut().map_or(0, |ghosts| ghosts.see(!high));
        let failure = (ghosts != 0).then(|| {
            Failure::new(Fault::Ghost, format_args!("contacts {ghosts:#018x} come and go together"))
        });
        Ok(Levels { high, unread: ghosts, failure })
    }

    fn examine(&mut self) -> Vec<Examined> {
        let held = self.idle();
        let column = |n: u8| {
            let trouble = match &held {
                Ok(held) => (held >> n & 1 == 1).then_some(Trouble::ColumnLow),
                Err(failure) => Some(Trouble::Transfer(failure.detail.clone())),
            };
            Examined { part: Part::Column(n + 1), trouble }
        };
        (0..8).map(column).collect()
    }

    fn as_read(&mut self) {
        self.ghosts = None;
    }
}

/// A matrix on lines of the Pi. Rows are open drain: one that is not driven is left alone, so that
/// no two outputs work against each other where a diode is missing.
#[cfg(any(feature = "rppal", test))]
#[derive(Debug)]
pub(crate) struct GridPins<O, I> {
    /// Low drives the row, high lets it go.
    pub(crate) rows: [O; 8],
    /// With pull-ups.
    pub(crate) columns: [I; 8],
}

#[cfg(any(feature = "rppal", test))]
impl<O: OutputPin + Send + 'static, I: InputPin + Send + 'static> Grid for GridPins<O, I> {
    fn drive(&mut self, row: Option<u8>) -> Result<(), Failure> {
        // The one that is driven is let go before another is.
        let (driven, others): (Vec<_>, Vec<_>) =
            (0..).zip(&mut self.rows).partition(|(n, _)| Some(*n) == row);
        let failed = |n, error| Failure::bus(format_args!("row {}", n + 1), error);
        for (n, pin) in others {
            pin.set_high().map_err(|error| failed(n, error))?;
        }
        for (n, pin) in driven {
            pin.set_low().map_err(|error| failed(n, error))?;
        }
        Ok(())
    }

    fn columns(&mut self) -> Result<u8, Failure> {
        let mut high = 0;
        for (n, pin) in self.columns.iter_mut().enumerate() {
            let level = pin.is_high();
            let failed = |error| Failure::bus(format_args!("column {}", n + 1), error);
            high |= u8::from(level.map_err(failed)?) << n;
        }
        Ok(high)
    }
}

/// Rows: GPA0 to GPA5, GPA7 and GPB7. The last two are outputs, for on the I²C part they cannot be
/// anything else.
const ROWS: [u16; 8] = [1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 7, 1 << 15];
/// Columns: GPB0 to GPB6, then GPA6.
const COLUMNS: u16 = 0x7f40;

/// Names of the pins of a matrix on one MCP23x17 in the data sheet: its row and its column, 0 to 7.
pub(crate) fn mcp_pins(row: u8, column: u8) -> (String, String) {
    let name = |pin: u32| format!("GP{}{}", if pin < 8 { 'A' } else { 'B' }, pin % 8);
    let row = ROWS[usize::from(row % 8)].trailing_zeros();
    let column = if column < 7 { 8 + u32::from(column) } else { 6 };
    (name(row), name(column))
}

/// A matrix on one MCP23x17.
///
/// Rows are driven both ways, since GPA7 and GPB7 of the I²C part must not be inputs: a resistor in
/// each row limits what flows where a diode is shorted.
#[derive(Debug)]
pub(crate) struct McpGrid<R, L> {
    registers: R,
    kind: Mcp,
    address: u8,
    reset: Option<L>,
    standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Unset,
    Ready,
}

impl<R: Registers, L: OutputPin> McpGrid<R, L> {
    /// A matrix on the chip at this address.
    pub(crate) fn new(registers: R, kind: Mcp, address: u8, reset: Option<L>) -> McpGrid<R, L> {
        McpGrid { registers, kind, address, reset, standing: Standing::Unset }
    }

    fn failed(&mut self, error: impl std::fmt::Debug) -> Failure {
        self.standing = Standing::Unset;
        Failure::new(Fault::Expander, format_args!("{:#04x}: {error:?}", self.address))
    }
}

impl<R: Registers, L: OutputPin + Send + 'static> Grid for McpGrid<R, L> {
    fn drive(&mut self, row: Option<u8>) -> Result<(), Failure> {
        let pins = Use { inputs: COLUMNS };
        if self.standing == Standing::Unset {
            self.reset.as_mut().map_or(Ok(()), mcp::reset)?;
            mcp::set_up(&mut self.registers, self.kind, self.address, pins)
                .map_err(|error| self.failed(error))?;
            self.standing = Standing::Ready;
        } else if row.is_none() {
            // Once a row: a chip that was reset drives nothing, and all would read empty.
            let mut pull_ups = [0; 2];
            self.registers
                .read(self.address, register::GPPU, &mut pull_ups)
                .map_err(|error| self.failed(error))?;
            if pull_ups != COLUMNS.to_le_bytes() {
                return Err(self.failed("has lost its settings"));
            }
        }
        let low = row.map_or(0, |row| ROWS[usize::from(row)]);
        self.registers
            .write(self.address, register::OLAT, &(!COLUMNS & !low).to_le_bytes())
            .map_err(|error| self.failed(error))
    }

    fn columns(&mut self) -> Result<u8, Failure> {
        let mut levels = [0; 2];
        self.registers
            .read(self.address, register::GPIO, &mut levels)
            .map_err(|error| self.failed(error))?;
        let [a, b] = levels;
        Ok(b & 0x7f | (a & 0x40) << 1)
    }
}

#[cfg(test)]
#[path = "matrix_tests.rs"]
mod tests;
