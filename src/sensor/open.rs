//! From `[sensor]` to a scanner.

use std::{io, path::Path};

use touchmove_core::wiring::Wiring;

use super::{
    Backend, MatrixOn, Scanner, Sensing, SensorKind, Simulated, Switches,
    faulty::LeverFaults,
    serial::{self, Sense, SerialScanner},
    wired::Wired,
};
use crate::{
    backend::{
        Bias, I2cBus, LineGrid, LineInputs, LineName, Output, Sleep, Unusable, open_serial,
        open_spi,
    },
    clock::Presses,
    driver::{Chain, Driver, Expanders, Lines, Matrix, Mcp, McpGrid, OverSpi},
};

/// A board that can be read.
pub(crate) struct Opened {
    /// What reads it.
    pub(crate) scanner: Box<dyn Scanner>,
    /// The switches of one that is simulated.
    pub(crate) switches: Option<Switches>,
    /// What is wrong with its lever and supply, where that is simulated, too.
    pub(crate) faults: Option<LeverFaults>,
}

impl Opened {
    fn of(scanner: impl Scanner) -> Opened {
        Opened { scanner: Box::new(scanner), switches: None, faults: None }
    }
}

/// Opens the board that is configured, whose state is kept in this folder. `presses` hears of a
/// lever that is wired to a microcontroller.
///
/// # Errors
///
/// When a device cannot be used; says what to do about it.
pub(crate) fn open(
    sensing: &Sensing,
    state: &Path,
    presses: Option<Presses>,
) -> io::Result<Opened> {
    let wiring = sensing.wiring.wiring().map_err(io::Error::other)?;
    if sensing.backend == Backend::Rppal {
        #[cfg(feature = "rppal")]
        if let Some(opened) = super::rppal::open(sensing, &wiring)? {
            return Ok(opened);
        }
    }
    match sensing.kind {
        SensorKind::Simulated => simulated(sensing, state),
        SensorKind::Trace => Err(io::Error::other("a recorded game has no sensors")),
        SensorKind::Faulty => super::faulty::open(sensing, state, wiring, presses),
        SensorKind::Chain => {
            let table = &sensing.chain;
            let spi = open_spi(&table.spi, table.speed_hz)?;
            let latch = Output::open(&table.latch)?;
            Ok(wired(Chain::new(spi, latch, table.sentinel), wiring))
        }
        SensorKind::Expanders => {
            let table = &sensing.expanders;
            let (chips, reset) = (table.addresses(), line(table.reset.as_ref())?);
            Ok(match table.chip {
                Mcp::I2c => {
                    let bus = I2cBus::open(&table.i2c)?;
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
                Mcp::Spi => {
                    let bus = OverSpi(open_spi(&table.spi, table.speed_hz)?);
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
            })
        }
        SensorKind::Matrix => {
            let table = &sensing.matrix;
            let settle = table.settle();
            let reset = line(table.reset.as_ref())?;
            let address = table.address();
            Ok(match table.on {
                MatrixOn::Gpio => {
                    let grid = LineGrid::open(&table.rows, &table.columns)?;
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
                MatrixOn::Mcp23017 => {
                    let bus = I2cBus::open(&table.i2c)?;
                    let grid = McpGrid::new(bus, Mcp::I2c, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
                MatrixOn::Mcp23S17 => {
                    let bus = OverSpi(open_spi(&table.spi, table.speed_hz)?);
                    let grid = McpGrid::new(bus, Mcp::Spi, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
            })
        }
        SensorKind::Lines => {
            let bias = if sensing.wiring.inverted { Bias::PullDown } else { Bias::PullUp };
            Ok(wired(Lines(LineInputs::open(&sensing.lines.lines, bias)?), wiring))
        }
        SensorKind::Serial => {
            let table = sensing.serial.clone();
            let sense = Sense::Planes(sensing.sees);
            let open = move || open_serial(&table.port, table.baud, serial::READ);
            Ok(Opened::of(SerialScanner::new(Box::new(open), wiring, sense, presses)?))
        }
    }
}

pub(super) fn wired(driver: impl Driver, wiring: Wiring) -> Opened {
    Opened::of(Wired::new(driver, wiring))
}

fn simulated(sensing: &Sensing, state: &Path) -> io::Result<Opened> {
    let switches = Switches::kept_in(state.join("switches"), sensing.sees)?;
    let scanner = Box::new(Simulated::new(switches.clone()));
    Ok(Opened { scanner, switches: Some(switches), faults: None })
}

fn line(name: Option<&LineName>) -> Result<Option<Output>, Unusable> {
    name.map(Output::open).transpose()
}
