//! Boards read through the registers of a Pi.

use touchmove_core::wiring::Wiring;

use super::{MatrixOn, Opened, Sensing, SensorKind, open::wired};
use crate::{
    backend::{Bias, LineName, Sleep, Unusable, rppal},
    driver::{Chain, Expanders, GridPins, Lines, Matrix, Mcp, McpGrid, OverSpi, Pins},
};

/// Opens the board that is configured, where it is read through lines and buses.
pub(super) fn open(sensing: &Sensing, wiring: &Wiring) -> Result<Option<Opened>, Unusable> {
    let wiring = wiring.clone();
    let opened = match sensing.kind {
        SensorKind::Chain => {
            let table = &sensing.chain;
            let spi = rppal::open_spi(&table.spi, table.speed_hz)?;
            wired(Chain::new(spi, rppal::output(&table.latch)?, table.sentinel), wiring)
        }
        SensorKind::Expanders => {
            let table = &sensing.expanders;
            let reset = table.reset.as_ref().map(rppal::output).transpose()?;
            let chips = table.addresses();
            match table.chip {
                Mcp::I2c => {
                    let bus = rppal::I2cBus::open(&table.i2c)?;
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
                Mcp::Spi => {
                    let bus = OverSpi(rppal::open_spi(&table.spi, table.speed_hz)?);
                    wired(Expanders::new(bus, table.chip, &chips, reset), wiring)
                }
            }
        }
        SensorKind::Matrix => {
            let table = &sensing.matrix;
            let reset = table.reset.as_ref().map(rppal::output).transpose()?;
            let (settle, address) = (table.settle(), table.address());
            match table.on {
                MatrixOn::Gpio => {
                    let rows = each(&table.rows, rppal::open_drain)?;
                    let columns = each(&table.columns, |name| rppal::input(name, Bias::PullUp))?;
                    wired(Matrix::new(GridPins { rows, columns }, Sleep, settle), wiring)
                }
                MatrixOn::Mcp23017 => {
                    let bus = rppal::I2cBus::open(&table.i2c)?;
                    let grid = McpGrid::new(bus, Mcp::I2c, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
                MatrixOn::Mcp23S17 => {
                    let bus = OverSpi(rppal::open_spi(&table.spi, table.speed_hz)?);
                    let grid = McpGrid::new(bus, Mcp::Spi, address, reset);
                    wired(Matrix::new(grid, Sleep, settle), wiring)
                }
            }
        }
        SensorKind::Lines => {
            let bias = if sensing.wiring.inverted { Bias::PullDown } else { Bias::PullUp };
            let pins = each(&sensing.lines.lines, |name| rppal::input(name, bias))?;
            wired(Lines(Pins(pins)), wiring)
        }
        _ => return Ok(None),
    };
    Ok(Some(opened))
}

/// Each line of a list that has as many as are needed, for so the configuration was checked.
fn each<T, const N: usize>(
    names: &[LineName],
    open: impl Fn(&LineName) -> Result<T, Unusable>,
) -> Result<[T; N], Unusable> {
    let lines: Vec<T> = names.iter().map(open).collect::<Result<_, _>>()?;
    let count = lines.len();
    lines.try_into().map_err(|_| Unusable {
        device: "GPIO".into(),
        reason: format!("{count} lines where {N} are needed"),
        remedy: None,
    })
}
