//! What each key of `[sensor]` for itself could say, but all together cannot.

use std::{collections::BTreeSet, fmt::Display};

use touchmove_core::board::Sensor;

use super::settings::{AtEnd, Backend, FaultyOf, MatrixOn, Sensing, SensorKind, Speed};
use crate::{backend::LineName, driver::Mcp};

/// Speeds at which SPI is of use, Hz. A 74HC165 at 3.3 V shifts at 20 MHz and more; ribbon cables do
/// not.
const SPI_HZ: std::ops::RangeInclusive<u32> = 10_000..=10_000_000;
/// Times a matrix may settle, µs.
const SETTLE_US: std::ops::RangeInclusive<u64> = 0..=1000;

impl Sensing {
    /// Keys below `[sensor]` that cannot be meant as they stand, and why.
    pub(crate) fn contradictions(&self) -> Vec<(String, String)> {
        let mut wrong = Wrong(Vec::new());
        self.of_a_trace(&mut wrong);
        if self.backend == Backend::Rppal && !cfg!(feature = "rppal") {
            wrong.say("backend", "this program was built without the feature `rppal`");
        }
        if let Err(reason) = self.wiring.wiring() {
            wrong.say("wiring.squares", reason);
        }
        match self.kind {
            SensorKind::Simulated | SensorKind::Trace => {}
            SensorKind::Chain => wrong.speed("chain.speed_hz", self.chain.speed_hz),
            SensorKind::Expanders => self.expanders(&mut wrong),
            SensorKind::Matrix => self.matrix(&mut wrong),
            SensorKind::Lines if self.lines.lines.len() != 64 => {
                wrong.say("lines.lines", format!("has {} lines, not 64", self.lines.lines.len()));
            }
            SensorKind::Serial if self.serial.baud == 0 => {
                wrong.say("serial.baud", "must be at least 1");
            }
            SensorKind::Lines | SensorKind::Serial | SensorKind::Faulty => {}
        }
        let occupancy_only = match self.kind {
            SensorKind::Chain | SensorKind::Expanders | SensorKind::Matrix | SensorKind::Lines => {
                true
            }
            SensorKind::Faulty => self.faulty.of != FaultyOf::Hall,
            SensorKind::Simulated | SensorKind::Trace | SensorKind::Serial => false,
        };
        if occupancy_only && self.sees == Sensor::Polarity {
            wrong.say("sees", "such a board sees that a piece stands there, not whose it is");
        }
        if self.kind == SensorKind::Faulty
            && self.faulty.of == FaultyOf::Hall
            && self.sees != Sensor::Polarity
        {
            wrong.say("sees", "must be \"polarity\" for hall sensors");
        }
        wrong.0
    }

    /// Every GPIO line the sensor takes, with the key that names it.
    pub(crate) fn lines_taken(&self) -> Vec<(&'static str, &LineName)> {
        match self.kind {
            SensorKind::Chain => vec![("chain.latch", &self.chain.latch)],
            SensorKind::Expanders => {
                self.expanders.reset.iter().map(|line| ("expanders.reset", line)).collect()
            }
            SensorKind::Matrix if self.matrix.on == MatrixOn::Gpio => {
                let rows = self.matrix.rows.iter().map(|line| ("matrix.rows", line));
                rows.chain(self.matrix.columns.iter().map(|line| ("matrix.columns", line)))
                    .collect()
            }
            SensorKind::Matrix => {
                self.matrix.reset.iter().map(|line| ("matrix.reset", line)).collect()
            }
            SensorKind::Lines => {
                self.lines.lines.iter().map(|line| ("lines.lines", line)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn of_a_trace(&self, wrong: &mut Wrong) {
        let trace = self.kind == SensorKind::Trace;
        let switches = matches!(self.kind, SensorKind::Simulated | SensorKind::Faulty);
        if !trace && self.file.is_some() {
            wrong.say("file", "is for kind = \"trace\" only");
        }
        if !trace && self.speed != Speed::default() {
            wrong.say("speed", "is for kind = \"trace\" only");
        }
        if !trace && self.at_end != AtEnd::default() {
            wrong.say("at_end", "is for kind = \"trace\" only");
        }
        if trace && self.file.is_none() {
            wrong.say("file", "is needed for kind = \"trace\"");
        }
        if !switches && self.socket.is_some() {
            wrong.say("socket", "is for kind = \"simulated\" or \"faulty\" only");
        }
    }

    fn expanders(&self, wrong: &mut Wrong) {
        let table = &self.expanders;
        let addresses = table.addresses();
        let (most, inputs) = (table.chip.addresses(), table.chip.width() as usize);
        if table.chip == Mcp::Spi {
            wrong.speed("expanders.speed_hz", table.speed_hz);
        }
        if let Some(other) = addresses.iter().find(|address| !most.contains(*address)) {
            wrong.say("expanders.addresses", out_of_range(*other, &most));
        } else if addresses.iter().collect::<BTreeSet<_>>().len() < addresses.len() {
            wrong.say("expanders.addresses", "has an address twice");
        } else if addresses.len() * inputs < 64 {
            wrong.say(
                "expanders.addresses",
                format!(
                    "{} chips of {inputs} inputs have fewer than 64 (GPA7 and GPB7 of an MCP23017 \
                     are none)",
                    addresses.len()
                ),
            );
        } else if (addresses.len() - 1) * inputs >= 64 {
            wrong.say("expanders.addresses", "has more chips than 64 squares need");
        }
    }

    fn matrix(&self, wrong: &mut Wrong) {
        let table = &self.matrix;
        let most = table.on.chip().map(Mcp::addresses);
        if let Some(most) = most.filter(|most| !most.contains(&table.address())) {
            wrong.say("matrix.address", out_of_range(table.address(), &most));
        }
        if table.on.chip() == Some(Mcp::Spi) {
            wrong.speed("matrix.speed_hz", table.speed_hz);
        }
        for (key, us) in [("matrix.settle_us", table.settle_us), ("matrix.rest_us", table.rest_us)]
        {
            if !SETTLE_US.contains(&us) {
                wrong.say(key, format!("{us} is not a number from 0 to {} µs", SETTLE_US.end()));
            }
        }
    }
}

struct Wrong(Vec<(String, String)>);

impl Wrong {
    fn say(&mut self, key: &str, reason: impl Display) {
        self.0.push((format!("sensor.{key}"), reason.to_string()));
    }

    fn speed(&mut self, key: &str, hz: u32) {
        if !SPI_HZ.contains(&hz) {
            self.say(key, format!("{hz} is not from {} to {} Hz", SPI_HZ.start(), SPI_HZ.end()));
        }
    }
}

fn out_of_range(address: u8, most: &std::ops::RangeInclusive<u8>) -> String {
    format!(
        "{address:#04x} is no address of such a chip ({:#04x} to {:#04x})",
        most.start(),
        most.end()
    )
}
