//! `[sensor]` of a board's configuration: what reads the squares, and how it is wired.

use std::{path::PathBuf, time::Duration};

use serde::Deserialize;
use touchmove_core::{
    board::{Sensor, Square, Text},
    wiring::{Level, Rotation, Twice, Wiring},
};

use crate::{
    backend::LineName,
    driver::{Mcp, Settle},
};

/// `[sensor]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sensing {
    pub(crate) kind: SensorKind,
    pub(crate) sees: Sensor,
    pub(crate) rate_hz: Rate,
    pub(crate) socket: Option<PathBuf>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) speed: Speed,
    pub(crate) at_end: AtEnd,
    pub(crate) backend: Backend,
    pub(crate) wiring: WiringTable,
    pub(crate) chain: ChainTable,
    pub(crate) expanders: ExpandersTable,
    pub(crate) matrix: MatrixTable,
    pub(crate) lines: LinesTable,
    pub(crate) serial: SerialTable,
    pub(crate) faulty: FaultyTable,
}

/// What reads the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SensorKind {
    /// Switches in memory.
    #[default]
    Simulated,
    /// A recorded game.
    Trace,
    /// Shift registers on SPI.
    Chain,
    /// Port expanders, a pin a square.
    Expanders,
    /// A diode matrix.
    Matrix,
    /// A line a square.
    Lines,
    /// A microcontroller on a serial line.
    Serial,
    /// Simulated electronics with faults by a script.
    Faulty,
}

/// What comes after the last record of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AtEnd {
    /// Nothing.
    #[default]
    Stop,
    /// The next game, which is the same again.
    Loop,
}

/// How the machine's buses and lines are reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Backend {
    /// By the kernel's devices.
    #[default]
    Linux,
    /// By the registers of a Pi.
    Rppal,
}

/// Readings a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub(crate) struct Rate(u32);

impl Rate {
    /// From one reading to the next.
    pub(crate) fn period(self) -> Duration {
        Duration::from_secs(1) / self.0
    }

    /// Times a second.
    pub(crate) fn hz(self) -> u32 {
        self.0
    }
}

impl Default for Rate {
    fn default() -> Rate {
        Rate(200)
    }
}

impl TryFrom<u32> for Rate {
    type Error = &'static str;

    fn try_from(hz: u32) -> Result<Rate, Self::Error> {
        (1..=1000).contains(&hz).then_some(Rate(hz)).ok_or("must be 1 to 1000 times a second")
    }
}

/// How much faster than the host's clock a board lives.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Speed(f64);

impl Speed {
    /// As a factor.
    pub(crate) fn factor(self) -> f64 {
        self.0
    }
}

impl Default for Speed {
    fn default() -> Speed {
        Speed(1.0)
    }
}

impl TryFrom<f64> for Speed {
    type Error = &'static str;

    fn try_from(speed: f64) -> Result<Speed, Self::Error> {
        (0.1..=1000.0).contains(&speed).then_some(Speed(speed)).ok_or("must be 0.1 to 1000")
    }
}

impl std::str::FromStr for Speed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Speed, Self::Err> {
        Speed::try_from(text.parse::<f64>().map_err(|_| "must be a number")?)
    }
}

/// `[sensor.wiring]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WiringTable {
    pub(crate) squares: Option<Vec<Text<Square>>>,
    pub(crate) rotate: Turned,
    pub(crate) inverted: bool,
}

/// Degrees, clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub(crate) struct Turned(pub(crate) Rotation);

impl TryFrom<u32> for Turned {
    type Error = &'static str;

    fn try_from(degrees: u32) -> Result<Turned, Self::Error> {
        match degrees {
            0 => Ok(Rotation::None),
            90 => Ok(Rotation::Quarter),
            180 => Ok(Rotation::Half),
            270 => Ok(Rotation::ThreeQuarters),
            _ => Err("must be 0, 90, 180 or 270"),
        }
        .map(Turned)
    }
}

impl WiringTable {
    /// The wiring that is described.
    ///
    /// # Errors
    ///
    /// When it does not have each square once.
    pub(crate) fn wiring(&self) -> Result<Wiring, String> {
        let order: [Square; 64] = match &self.squares {
            None => Square::ALL,
            Some(squares) => {
                let squares: Vec<Square> = squares.iter().map(|square| square.0).collect();
                let count = squares.len();
                squares.try_into().map_err(|_| format!("has {count} squares, not 64"))?
            }
        };
        let level = if self.inverted { Level::High } else { Level::Low };
        Wiring::new(&order, self.rotate.0, level).map_err(|error: Twice| error.to_string())
    }
}

/// `[sensor.chain]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ChainTable {
    pub(crate) spi: PathBuf,
    pub(crate) speed_hz: u32,
    pub(crate) latch: LineName,
    pub(crate) sentinel: u8,
}

impl Default for ChainTable {
    fn default() -> ChainTable {
        ChainTable {
            spi: "/dev/spidev0.0".into(),
            speed_hz: 1_000_000,
            latch: LineName::Named("GPIO25".into()),
            sentinel: 0xa5,
        }
    }
}

/// `[sensor.expanders]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ExpandersTable {
    pub(crate) chip: Mcp,
    pub(crate) i2c: PathBuf,
    pub(crate) spi: PathBuf,
    pub(crate) speed_hz: u32,
    pub(crate) addresses: Option<Vec<u8>>,
    pub(crate) reset: Option<LineName>,
}

impl Default for ExpandersTable {
    fn default() -> ExpandersTable {
        ExpandersTable {
            chip: Mcp::default(),
            i2c: "/dev/i2c-1".into(),
            spi: "/dev/spidev0.0".into(),
            speed_hz: 1_000_000,
            addresses: None,
            reset: None,
        }
    }
}

impl ExpandersTable {
    /// Addresses in the order of the inputs.
    pub(crate) fn addresses(&self) -> Vec<u8> {
        let needed = 64_u32.div_ceil(self.chip.width()) as usize;
        let default = || self.chip.addresses().take(needed).collect();
        self.addresses.clone().unwrap_or_else(default)
    }
}

/// What the rows and columns of a matrix are wired to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum MatrixOn {
    /// Lines of the Pi.
    #[default]
    #[serde(rename = "gpio")]
    Gpio,
    /// One MCP23017.
    #[serde(rename = "MCP23017")]
    Mcp23017,
    /// One MCP23S17.
    #[serde(rename = "MCP23S17")]
    Mcp23S17,
}

impl MatrixOn {
    /// The chip that they are wired to, if it is one.
    pub(crate) fn chip(self) -> Option<Mcp> {
        match self {
            MatrixOn::Gpio => None,
            MatrixOn::Mcp23017 => Some(Mcp::I2c),
            MatrixOn::Mcp23S17 => Some(Mcp::Spi),
        }
    }
}

/// `[sensor.matrix]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MatrixTable {
    pub(crate) on: MatrixOn,
    pub(crate) rows: [LineName; 8],
    pub(crate) columns: [LineName; 8],
    pub(crate) i2c: PathBuf,
    pub(crate) spi: PathBuf,
    pub(crate) speed_hz: u32,
    pub(crate) address: Option<u8>,
    pub(crate) reset: Option<LineName>,
    pub(crate) settle_us: u64,
    pub(crate) rest_us: u64,
}

impl Default for MatrixTable {
    fn default() -> MatrixTable {
        let gpio = |lines: [u8; 8]| lines.map(|line| LineName::Named(format!("GPIO{line}")));
        MatrixTable {
            on: MatrixOn::default(),
            rows: gpio([5, 6, 12, 13, 16, 19, 20, 26]),
            columns: gpio([4, 17, 27, 22, 18, 25, 21, 7]),
            i2c: "/dev/i2c-1".into(),
            spi: "/dev/spidev0.0".into(),
            speed_hz: 1_000_000,
            address: None,
            reset: None,
            settle_us: 50,
            rest_us: 50,
        }
    }
}

impl MatrixTable {
    /// How long its lines take to follow.
    pub(crate) fn settle(&self) -> Settle {
        let us = Duration::from_micros;
        Settle { driven: us(self.settle_us), released: us(self.rest_us) }
    }

    /// The address of its chip.
    pub(crate) fn address(&self) -> u8 {
        let first = self.on.chip().unwrap_or_default().addresses();
        self.address.unwrap_or(*first.start())
    }
}

/// `[sensor.lines]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LinesTable {
    pub(crate) lines: Vec<LineName>,
}

/// `[sensor.serial]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SerialTable {
    pub(crate) port: PathBuf,
    pub(crate) baud: u32,
}

impl Default for SerialTable {
    fn default() -> SerialTable {
        SerialTable { port: "/dev/ttyACM0".into(), baud: 115_200 }
    }
}

/// `[sensor.faulty]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FaultyTable {
    pub(crate) of: FaultyOf,
    pub(crate) script: Option<PathBuf>,
}

/// Whose electronics are simulated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FaultyOf {
    /// Nine 74HC165.
    #[default]
    Chain,
    /// Five MCP23017.
    Expanders,
    /// A diode matrix.
    Matrix,
    /// Hall sensors behind a microcontroller.
    Hall,
}
