use touchmove_core::{
    board::{Bitboard, Square},
    wiring::Wiring,
};

use crate::{
    driver::{Mcp, Part, mcp_pins},
    sensor::{FaultyOf, MatrixOn, Sensing, SensorKind},
    words::Words,
};

/// What electronics a board has, as far as a technician's remedies differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Electronics {
    /// Shift registers.
    Chain,
    /// Port expanders, a pin a square.
    Expanders,
    /// A diode matrix.
    Matrix,
    /// A line a square.
    Lines,
    /// A microcontroller, mostly with hall sensors.
    Serial,
    /// Switches in memory.
    Simulated,
}

impl Electronics {
    /// Those of this configuration; a board with scripted faults has those that it simulates.
    pub(crate) fn of(sensing: &Sensing) -> Electronics {
        match (sensing.kind, sensing.faulty.of) {
            (SensorKind::Chain, _) | (SensorKind::Faulty, FaultyOf::Chain) => Electronics::Chain,
            (SensorKind::Expanders, _) | (SensorKind::Faulty, FaultyOf::Expanders) => {
                Electronics::Expanders
            }
            (SensorKind::Matrix, _) | (SensorKind::Faulty, FaultyOf::Matrix) => Electronics::Matrix,
            (SensorKind::Lines, _) => Electronics::Lines,
            (SensorKind::Serial, _) | (SensorKind::Faulty, FaultyOf::Hall) => Electronics::Serial,
            (SensorKind::Simulated | SensorKind::Trace, _) => Electronics::Simulated,
        }
    }

    /// Its code.
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }
}

/// What the sensor of a square is wired to, as its wiring table calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    /// A pin of a chip of the chain.
    Register {
        /// 1 to 8, 1 being the nearest to the Pi.
        chip: u8,
        /// `A` to `H`.
        pin: char,
    },
    /// A pin of an expander.
    Expander {
        /// Its address: `0x22`; on SPI that of its address pins.
        address: String,
        /// The pin's name in the data sheet.
        pin: String,
    },
    /// A crossing of the matrix.
    Crossing {
        /// 1 to 8, and what drives it.
        row: (u8, String),
        /// 1 to 8, and what reads it.
        column: (u8, String),
    },
    /// A GPIO line.
    Line(String),
    /// An input of the microcontroller, 0 to 63.
    Channel(u8),
    /// A switch in memory.
    Switch,
}

/// Says what the squares of a board are wired to.
#[derive(Clone, Debug)]
pub(crate) struct Labels<'s> {
    sensing: &'s Sensing,
    wiring: Wiring,
}

impl<'s> Labels<'s> {
    /// Of a board whose configuration is in order.
    pub(crate) fn new(sensing: &'s Sensing) -> Labels<'s> {
        Labels { sensing, wiring: sensing.wiring.wiring().unwrap_or_default() }
    }

    /// What electronics the board has.
    pub(crate) fn electronics(&self) -> Electronics {
        Electronics::of(self.sensing)
    }

    /// The squares that are read by this part, where it is not all of them.
    pub(crate) fn squares(&self, part: Part) -> Bitboard {
        let reads = |square: &Square| {
            let input = self.wiring.input(*square);
            match part {
                Part::Expander(address) if self.electronics() == Electronics::Expanders => {
                    let table = &self.sensing.expanders;
                    let (chip, _) = table.chip.pin(input);
                    table.addresses().get(usize::from(chip)) == Some(&address)
                }
                Part::Column(column) => input % 8 + 1 == column,
                _ => false,
            }
        };
        Square::ALL.into_iter().filter(reads).collect()
    }

    /// What the sensor of this square is wired to.
    pub(crate) fn component(&self, square: Square) -> Component {
        let input = self.wiring.input(square);
        let sensing = self.sensing;
        match Electronics::of(sensing) {
            Electronics::Chain => {
                let pin = char::from(b'A' + input % 8);
                Component::Register { chip: input / 8 + 1, pin }
            }
            Electronics::Expanders => {
                let table = &sensing.expanders;
                let (chip, pin) = table.chip.pin(input);
                let address = table.addresses().get(usize::from(chip)).copied().unwrap_or(chip);
                let address = match table.chip {
                    Mcp::I2c => format!("{address:#04x}"),
                    Mcp::Spi => address.to_string(),
                };
                Component::Expander { address, pin }
            }
            Electronics::Matrix => {
                let (row, column) = (input / 8, input % 8);
                let table = &sensing.matrix;
                let (drives, reads) = match table.on {
                    MatrixOn::Gpio => (
                        table.rows[usize::from(row)].to_string(),
                        table.columns[usize::from(column)].to_string(),
                    ),
                    MatrixOn::Mcp23017 | MatrixOn::Mcp23S17 => mcp_pins(row, column),
                };
                Component::Crossing { row: (row + 1, drives), column: (column + 1, reads) }
            }
            Electronics::Lines => {
                let line = sensing.lines.lines.get(usize::from(input));
                Component::Line(line.map(ToString::to_string).unwrap_or_default())
            }
            Electronics::Serial => Component::Channel(input),
            Electronics::Simulated => Component::Switch,
        }
    }
}

impl Component {
    /// As the technician finds it in the wiring table.
    pub(crate) fn name(&self, words: &Words) -> String {
        match self {
            Component::Register { chip, pin } => words.tell(
                "component-register",
                [("chip", chip.to_string().into()), ("pin", pin.to_string().into())],
            ),
            Component::Expander { address, pin } => words.tell(
                "component-expander",
                [("address", address.as_str().into()), ("pin", pin.as_str().into())],
            ),
            Component::Crossing { row: (row, drives), column: (column, reads) } => words.tell(
                "component-crossing",
                [
                    ("row", row.to_string().into()),
                    ("drives", drives.as_str().into()),
                    ("column", column.to_string().into()),
                    ("reads", reads.as_str().into()),
                ],
            ),
            Component::Line(line) => words.tell("component-line", [("line", line.as_str().into())]),
            Component::Channel(input) => {
                words.tell("component-channel", [("input", input.to_string().into())])
            }
            Component::Switch => words.tell("component-switch", []),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{config::Config, words::Language};

    fn named(configuration: &str, square: Square) -> String {
        let config = Config::parse(configuration).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let component = Labels::new(&config.sensor).component(square);
        component.name(&Words::new(Language::En))
    }

    #[test]
    fn a_square_is_found_in_the_wiring_table() {
        let lines: Vec<String> = (0..64).map(|n| format!("\"L{n}\"")).collect();
        let lines =
            format!("[sensor]\nkind = \"lines\"\n[sensor.lines]\nlines = [{}]\n", lines.join(", "));
        let spi = "[sensor]\nkind = \"expanders\"\n[sensor.expanders]\nchip = \"MCP23S17\"\n";
        let mcp = "[sensor]\nkind = \"matrix\"\n[sensor.matrix]\non = \"MCP23017\"\n";
        let gpio =
            |letter| (1..=8).map(|n| format!("\"{letter}{n}\"")).collect::<Vec<_>>().join(",");
        let gpio = format!(
            "[sensor]\nkind = \"matrix\"\n[sensor.matrix]\nrows = [{}]\ncolumns = [{}]\n",
            gpio('R'),
            gpio('C')
        );
        let turned = "[sensor]\nkind = \"chain\"\n[sensor.wiring]\nrotate = 180\n";
        for (configuration, square, wanted) in [
            ("[sensor]\nkind = \"chain\"\n", Square::F3, "chip 3 (U3), pin F"),
            (turned, Square::F3, "chip 6 (U6), pin C"),
            ("[sensor]\nkind = \"expanders\"\n", Square::A1, "expander 0x20, pin GPA0"),
            ("[sensor]\nkind = \"expanders\"\n", Square::H1, "expander 0x20, pin GPB0"),
            ("[sensor]\nkind = \"expanders\"\n", Square::G2, "expander 0x21, pin GPA0"),
            ("[sensor]\nkind = \"expanders\"\n", Square::H8, "expander 0x24, pin GPB0"),
            (spi, Square::H2, "expander 0, pin GPB7"),
            (spi, Square::A3, "expander 1, pin GPA0"),
            (&gpio, Square::B4, "row 4 (R4) × column 2 (C2)"),
            (mcp, Square::A8, "row 8 (GPB7) × column 1 (GPB0)"),
            (mcp, Square::H7, "row 7 (GPA7) × column 8 (GPA6)"),
            (&lines, Square::B1, "line L1"),
            ("[sensor]\nkind = \"serial\"\n", Square::A2, "input 8 of the microcontroller"),
        ] {
            assert_eq!(named(configuration, square), wanted, "{configuration}");
        }
    }
}
