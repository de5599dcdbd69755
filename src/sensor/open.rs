//! From `[sensor]` to a scanner.

use std::{io, path::Path};

use touchmove_core::wiring::Wiring;

use super::{
    Backend, Scanner, Sensing, SensorKind, Simulated, Switches,
    calibrated::Calibrated,
    faulty::Breakage,
    serial::{self, Sense, SerialScanner},
    wired::Wired,
};
use crate::{
    backend::{Bias, LineName, Linux, Machine, Sleep, Unusable, open_serial},
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
    pub(crate) faults: Option<Breakage>,
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
    match sensing.kind {
        SensorKind::Simulated => simulated(sensing, state),
        SensorKind::Trace => Err(io::Error::other("a recorded game has no sensors")),
        SensorKind::Faulty => super::faulty::open(sensing, state, wiring, presses),
        SensorKind::Serial => {
            let table = sensing.serial.clone();
            let sense = Sense { sees: sensing.sees, calibrated: Calibrated::load(state)? };
            let open = move || open_serial(&table.port, table.baud, serial::READ);
            Ok(Opened::of(SerialScanner::new(Box::new(open), wiring, sense, presses)?))
        }
        SensorKind::Chain | SensorKind::Expanders | SensorKind::Matrix | SensorKind::Lines => {
            let opened = match sensing.backend {
                Backend::Linux => electronics::<Linux>(sensing, wiring),
                #[cfg(feature = "rppal")]
                Backend::Rppal => electronics::<crate::backend::Rppal>(sensing, wiring),
                #[cfg(not(feature = "rppal"))]
                Backend::Rppal => return Err(io::Error::other("built without `rppal`")),
            };
            Ok(opened?)
        }
    }
}

/// A board on the buses and lines of a machine.
fn electronics<M: Machine>(sensing: &Sensing, wiring: Wiring) -> Result<Opened, Unusable> {
    let line = |name: Option<&LineName>| name.map(M::output).transpose();
    match sensing.kind {
        SensorKind::Chain => {
            let table = &sensing.chain;
            let spi = M::spi(&table.spi, table.speed_hz)?;
            Ok(wired(Chain::new(spi, M::output(&table.latch)?, table.sentinel), wiring))
        }
        SensorKind::Expanders => {
            let table = &sensing.expanders;
            let (chips, reset) = (table.addresses(), line(table.reset.as_ref())?);
            Ok(match table.chip {
                Mcp::I2c => {
                    let bus = M::i2c(&table.i2c)?;
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
                Mcp::Spi => {
                    let bus = OverSpi(M::spi(&table.spi, table.speed_hz)?);
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
            })
        }
        SensorKind::Matrix => {
            let table = &sensing.matrix;
            let (settle, address) = (table.settle(), table.address());
            let reset = line(table.reset.as_ref())?;
            Ok(match table.on.chip() {
                None => {
                    let grid = M::grid(&table.rows, &table.columns)?;
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
                Some(chip @ Mcp::I2c) => {
                    let grid = McpGrid::new(M::i2c(&table.i2c)?, chip, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
                Some(chip @ Mcp::Spi) => {
                    let bus = OverSpi(M::spi(&table.spi, table.speed_hz)?);
                    let grid = McpGrid::new(bus, chip, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
            })
        }
        // The others are on no bus of the machine.
        _ => {
            let bias = if sensing.wiring.inverted { Bias::PullDown } else { Bias::PullUp };
            Ok(wired(Lines(M::inputs(&sensing.lines.lines, bias)?), wiring))
        }
    }
}

fn wired(driver: impl Driver, wiring: Wiring) -> Opened {
    Opened::of(Wired::new(driver, wiring))
}

fn simulated(sensing: &Sensing, state: &Path) -> io::Result<Opened> {
    let switches = Switches::kept_in(state.join("switches"), sensing.sees)?;
    let scanner = Box::new(Simulated::new(switches.clone()));
    Ok(Opened { scanner, switches: Some(switches), faults: None })
}
