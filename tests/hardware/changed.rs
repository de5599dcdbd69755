//! A pin that is changed in a source changes in the table, in the schematic and in the configuration.

use crate::workshop::{Made, Source, python};

/// Inputs that are changed with another one: some at each chip.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..64).step_by(9).map(|one| (one, (one * 37 + 21) % 64))
}

const REGISTER: [&str; 8] = ["11-A", "12-B", "13-C", "14-D", "3-E", "4-F", "5-G", "6-H"];
const MULTIPLEXER: [&str; 16] = [
    "9-I0", "8-I1", "7-I2", "6-I3", "5-I4", "4-I5", "3-I6", "2-I7", "23-I8", "22-I9", "21-I10",
    "20-I11", "19-I12", "18-I13", "17-I14", "16-I15",
];

/// The part and the key of an input.
fn input(pins: &[&'static str], number: usize) -> (String, &'static str) {
    (format!("U{}", number / pins.len() + 1), pins[number % pins.len()])
}

/// The number and the name of a pin as the tables write it: `U1-11 (A)`.
fn written(part: &str, key: &str) -> String {
    let (number, name) = key.split_once('-').unwrap();
    format!("{part}-{number} ({name})")
}

/// Asserts that a square is at that input in all that was made.
fn is_at(made: &Made, board: &str, square: &str, number: usize, (part, key): &(String, &str)) {
    assert_eq!(made.squares(board)[number], square);
    let row = format!("| {number} | **{square}** | {} –", written(part, key));
    let table = made.read(&format!("{board}/wiring.md"));
    assert!(table.contains(&row), "no {row}");

    // On the schematic the next word to the right of the square's name is the number of the pin, and the
    // nearest chip's name above that is the part's.
    let words = made.words(board);
    let name = words.iter().find(|word| word.text == square).unwrap();
    let beside = words.iter().filter(|word| (word.y - name.y).abs() < 6.0 && word.x > name.x);
    let pin = beside.min_by(|one, other| one.x.total_cmp(&other.x)).unwrap();
    assert_eq!(pin.text, key.split_once('-').unwrap().0, "{square}");
    let above = words
        .iter()
        .filter(|word| word.text.starts_with('U') && word.text.contains(": ") && word.y < pin.y);
    let chip = above
        .filter(|word| !word.text.contains("-1: "))
        .min_by(|one, other| {
            (one.x - pin.x)
                .hypot(one.y - pin.y)
                .total_cmp(&(other.x - pin.x).hypot(other.y - pin.y))
        })
        .unwrap();
    assert!(chip.text.starts_with(&format!("{part}: ")), "{square} is drawn at {}", chip.text);
}

fn two_inputs(source: &'static str, board: &str, pins: &[&'static str]) {
    let Some(python) = python() else { return };
    for (one, other) in pairs() {
        let (here, there) = (input(pins, one), input(pins, other));
        let source = Source::of(source);
        let (first, second) = (source.value(&here.0, here.1), source.value(&there.0, there.1));
        let made = source.swap((&here.0, here.1), (&there.0, there.1)).made(&python);
        is_at(&made, board, &second, one, &here);
        is_at(&made, board, &first, other, &there);
    }
}

#[test]
fn inputs_of_the_chain() {
    two_inputs("reference.toml", "reference", &REGISTER);
}

#[test]
fn inputs_of_the_multiplexers() {
    two_inputs("hall.toml", "hall", &MULTIPLEXER);
}

/// Asserts that a wire is drawn beside the pin of that name, and stands in a row of the table with it.
fn leads_to(made: &Made, board: &str, wire: &str, pin: &str) {
    let (number, name) = pin.split_once('-').unwrap();
    let row = format!("| {number} | {name} | {wire} |");
    let table = made.read(&format!("{board}/wiring.md"));
    assert!(table.contains(&row), "no {row}");
    let words = made.words(board);
    let pins = words.iter().filter(|word| word.text == name);
    let drawn =
        pins.flat_map(|pin| words.iter().map(move |word| (pin, word))).any(|(pin, word)| {
            let named = word.text == wire || word.text.starts_with(&format!("{wire}: "));
            named && (word.y - pin.y).abs() < 8.0 && (word.x - pin.x).abs() < 200.0
        });
    assert!(drawn, "{wire} is not drawn beside {name}");
}

/// A change of a line of the Pi: source, board, table, the old key, the new one, and where the
/// configuration names the line.
type Move =
    (&'static str, &'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

#[test]
fn lines_of_the_pi() {
    let Some(python) = python() else { return };
    let moves: [Move; 6] = [
        (
            "reference.toml",
            "reference",
            "Pi",
            "22-GPIO25",
            "36-GPIO16",
            &["sensor", "chain", "latch"],
        ),
        (
            "reference.toml",
            "reference",
            "Pi",
            "16-GPIO23",
            "37-GPIO26",
            &["clock", "contacts", "left"],
        ),
        (
            "reference.toml",
            "reference",
            "Pi",
            "18-GPIO24",
            "40-GPIO21",
            &["clock", "contacts", "right"],
        ),
        (
            "matrix.toml",
            "matrix",
            "variant.matrix.Pi",
            "29-GPIO5",
            "19-GPIO10",
            &["sensor", "matrix", "rows"],
        ),
        (
            "matrix.toml",
            "matrix",
            "variant.matrix.Pi",
            "7-GPIO4",
            "23-GPIO11",
            &["sensor", "matrix", "columns"],
        ),
        (
            "matrix.toml",
            "matrix-mcp23017",
            "variant.matrix-mcp23017.Pi",
            "11-GPIO17",
            "31-GPIO6",
            &["sensor", "matrix", "reset"],
        ),
    ];
    for (source, board, table, from, to, key) in moves {
        let source = Source::of(source);
        let wire = source.value(table, from);
        let made = source.line_is(table, from, &format!("{to} = \"{wire}\"")).made(&python);
        leads_to(&made, board, &wire, to);
        let configuration = made.configuration(board);
        let value = key.iter().skip(1).fold(&configuration[key[0]], |value, key| &value[*key]);
        let line = value.as_array().map_or(value, |lines| &lines[0]);
        assert_eq!(line.as_str(), to.split_once('-').map(|(_, name)| name), "{board} {key:?}");
    }
}

#[test]
fn the_order_of_the_chain_is_that_of_its_wires() {
    let Some(python) = python() else { return };
    // U2 and U5 change places: what reads the one's output and what they read.
    let made = Source::of("reference.toml")
        .swap(("U2", "9-QH"), ("U5", "9-QH"))
        .swap(("U2", "10-SER"), ("U5", "10-SER"))
        .made(&python);
    let squares = made.squares("reference");
    for (place, rank) in ["1", "5", "3", "4", "2", "6", "7", "8"].iter().enumerate() {
        let expected: Vec<String> =
            "abcdefgh".chars().map(|file| format!("{file}{rank}")).collect();
        assert_eq!(squares[place * 8..][..8], expected);
    }
    leads_to(&made, "reference", "Q5", "9-QH");
}

#[test]
fn the_sentinel_is_what_is_wired() {
    let Some(python) = python() else { return };
    for (bit, key) in REGISTER.iter().enumerate() {
        let source = Source::of("reference.toml");
        let other = if source.value("U9", key) == "GND" { "3V3" } else { "GND" };
        let made = source.is("U9", key, other).made(&python);
        let configuration = made.configuration("reference");
        assert_eq!(
            configuration["sensor"]["chain"]["sentinel"].as_integer(),
            Some(0xA5 ^ (1 << bit))
        );
        leads_to(&made, "reference", other, key);
    }
}

#[test]
fn a_reed_to_the_supply_makes_a_piece_high() {
    let Some(python) = python() else { return };
    let mut source = Source::of("reference.toml").is("S", "2", "3V3");
    for rank in 1..=8 {
        source = source.is(&format!("RN{rank}"), "1-COM", "GND");
    }
    let configuration = source.made(&python).configuration("reference");
    assert_eq!(configuration["sensor"]["wiring"]["inverted"].as_bool(), Some(true));
}

#[test]
fn rows_and_columns_of_an_expander() {
    let Some(python) = python() else { return };
    let chip = "variant.matrix-mcp23017.U1";
    let source = Source::of("matrix.toml")
        .swap((chip, "21-GPA0"), (chip, "8-GPB7"))
        .swap((chip, "1-GPB0"), (chip, "27-GPA6"))
        .is(chip, "16-A1", "3V3");
    let made = source.made(&python);
    let squares = made.squares("matrix-mcp23017");
    assert_eq!(
        (squares[0].as_str(), squares[7].as_str(), squares[56].as_str()),
        ("h8", "a8", "h1")
    );
    let address = &made.configuration("matrix-mcp23017")["sensor"]["matrix"]["address"];
    assert_eq!(address.as_integer(), Some(0x22));
    leads_to(&made, "matrix-mcp23017", "ROW8", "21-GPA0");
    leads_to(&made, "matrix-mcp23017", "COLh", "1-GPB0");
}

#[test]
fn pins_of_the_controller_reach_its_firmware() {
    let Some(python) = python() else { return };
    let source = Source::of("hall.toml")
        .swap(("U5", "4-GP2"), ("U5", "12-GP9"))
        .swap(("U5", "16-GP12"), ("U5", "17-GP13"))
        .line_is("U5", "31-GP26", "34-GP28 = \"HALL\"");
    let made = source.made(&python);
    let pins = made.read("hall/firmware/pins.py");
    for line in [
        "SELECT = (9, 3, 4, 5)",
        "ENABLE = (6, 7, 8, 2)",
        "SENSORS = 28",
        "LEFT = 13",
        "RIGHT = 12",
    ] {
        assert!(pins.contains(line), "no {line} in {pins}");
    }
    leads_to(&made, "hall", "HALL", "34-GP28");
}
