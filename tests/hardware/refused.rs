//! A source that nobody should build by is refused, with the file, the key and the reason.

use crate::workshop::{Source, generate, python};

const MCP: &str = "variant.matrix-mcp23017.U1";
const PI: &str = "variant.matrix.Pi";

/// A source that is wrong, the key that is told, and words of the reason.
struct Case(Source, &'static str, &'static str);

fn reference() -> Source {
    Source::of("reference.toml")
}

fn matrix() -> Source {
    Source::of("matrix.toml")
}

fn hall() -> Source {
    Source::of("hall.toml")
}

fn pins() -> Vec<Case> {
    vec![
        Case(
            reference().line_is("Pi", "22-GPIO25", "14-GND = \"LATCH_PI\""),
            "Pi.14-GND",
            "is ground",
        ),
        Case(
            reference().line_is("Pi", "22-GPIO25", "22-GPIO24 = \"LATCH_PI\""),
            "Pi.22-GPIO24",
            "pin 22 of Pi is GPIO25, not GPIO24; GPIO24 is pin 18",
        ),
        Case(
            reference().line_is("Pi", "22-GPIO25", "41-GPIO25 = \"LATCH_PI\""),
            "Pi.41-GPIO25",
            "none of them is 41",
        ),
        Case(reference().and("Pi", "22-GPIO25 = \"SCLK\""), "22-GPIO25 = \"LATCH_PI\"", "twice"),
        Case(
            reference().line_is("U1", "11-A", "11-B = \"a1\""),
            "U1.11-B",
            "pin 11 of SN74HC165N is A, not B",
        ),
        Case(reference().line_is("U1", "11-A", ""), "U1.11-A", "missing"),
        Case(reference().line_is("U1", "11-A", "11-A = 1"), "U1.11-A", "a wire is a name"),
        Case(reference().is("U1", "part", "SN74HCT165N"), "U1.part", "did you mean SN74HC165N?"),
        Case(reference().and("U1", "colour = \"black\""), "U1.colour", "neither a pin nor"),
    ]
}

fn lines_of_the_pi() -> Vec<Case> {
    vec![
        Case(
            reference().line_is("Pi", "16-GPIO23", "24-GPIO8 = \"LEVER_L\""),
            "Pi.24-GPIO8",
            "CE0 of the SPI in use",
        ),
        Case(
            reference().line_is("Pi", "16-GPIO23", "19-GPIO10 = \"LEVER_L\""),
            "Pi.19-GPIO10",
            "MOSI of the SPI in use",
        ),
        Case(
            reference().swap(("Pi", "21-GPIO9"), ("Pi", "16-GPIO23")),
            "Pi.21-GPIO9",
            "MISO of the SPI in use",
        ),
        Case(
            reference().swap(("Pi", "23-GPIO11"), ("Pi", "22-GPIO25")),
            "Pi.23-GPIO11",
            "SCLK of the SPI in use",
        ),
        Case(
            reference().line_is("Pi", "16-GPIO23", "27-GPIO0 = \"LEVER_L\""),
            "Pi.27-GPIO0",
            "ID_SD",
        ),
        Case(
            reference().line_is("Pi", "16-GPIO23", "8-GPIO14 = \"LEVER_L\""),
            "Pi.8-GPIO14",
            "console",
        ),
        Case(
            matrix().line_is(PI, "29-GPIO5", "3-GPIO2 = \"ROW1\""),
            "variant.matrix.Pi.3-GPIO2",
            "1.8 kΩ",
        ),
        Case(matrix().line_is(PI, "29-GPIO5", ""), "Pi", "no line of the header"),
        Case(
            matrix().and(PI, "21-GPIO9 = \"ROW1\""),
            "Pi",
            "must lead to one line, and leads to Pi-21 (GPIO9) and Pi-29 (GPIO5)",
        ),
    ]
}

fn squares() -> Vec<Case> {
    vec![
        Case(reference().is("U1", "11-A", "i1"), "U1.11-A", "i1 is no square"),
        Case(reference().is("U1", "11-A", "a9"), "U1.11-A", "a9 is no square"),
        Case(reference().is("U1", "12-B", "a1"), "U1.12-B", "a1 is read at U1-11 (A) already"),
        Case(hall().is("U1", "8-I1", "a1"), "U1.8-I1", "a1 is read at U1-9 (I0) already"),
        Case(hall().is("U1", "8-I1", "S0"), "U1.8-I1", "S0 is no square's wire"),
        Case(matrix().is("S", "2", "ROW1"), "", "1 rows, not 8"),
        Case(matrix().is("D", "2-A", "COLa"), "", "1 columns, not 8"),
    ]
}

fn electricity() -> Vec<Case> {
    vec![
        Case(
            reference().is("U1", "16-VCC", "GND"),
            "U1.16-VCC",
            "asks for 3V3, and GND is no supply",
        ),
        Case(reference().is("U1", "8-GND", "3V3"), "U1.8-GND", "is ground, and 3V3 is not"),
        Case(reference().is("Pi", "1-3V3", "GND"), "Pi.1-3V3", "short circuit"),
        Case(
            reference().line_is("Pi", "1-3V3", "2-5V = \"3V3\""),
            "16-VCC",
            "asks for 3V3, and 3V3 is 5V",
        ),
        Case(reference().is("Pi", "22-GPIO25", "GND"), "LATCH_PI leads nowhere", ""),
        Case(
            reference().is("U2", "9-QH", "Q3").is("U1", "10-SER", "Q3"),
            "U3.9-QH",
            "Q3 is driven by U2-9 (QH) already",
        ),
        Case(
            reference().is("U1", "7-QH_N", "GND"),
            "U1.7-QH_N",
            "is a signal, and GND is a supply or ground",
        ),
        Case(
            reference().is("U3", "2-CLK", "SCLKK"),
            "U3.2-CLK",
            "leads nowhere else; did you mean SCLK?",
        ),
        Case(reference().is("U3", "2-CLK", "LATCH"), "U3.2-CLK", "must be at SCLK"),
        Case(reference().is("RN3", "2-R1", "b3"), "S", "nothing pulls a3 up"),
        Case(reference().is("S", "2", "MISO"), "S", "neither ground nor a supply"),
        Case(
            reference().swap(("U8", "10-SER"), ("U9", "10-SER")),
            "U9",
            "has 8 registers, not 9; U9 is not in it",
        ),
        Case(matrix().swap(("D", "2-A"), ("D", "1-K")), "D.2-A", "wrong way round"),
        Case(matrix().is("RN1", "2-R1", "COLb"), "", "nothing pulls COLa up"),
        Case(hall().is("U6", "2-OUT", "5V"), "U6.2-OUT", "5V comes from U5-40 (VBUS) already"),
        Case(hall().is("H", "3-OUT", "3V3S"), "H", "is a signal, and 3V3S is a supply or ground"),
    ]
}

fn devices() -> Vec<Case> {
    vec![
        Case(
            matrix().swap((MCP, "28-GPA7"), (MCP, "1-GPB0")),
            "variant.matrix-mcp23017.U1.28-GPA7",
            "may only be an output",
        ),
        Case(
            matrix().swap((MCP, "8-GPB7"), (MCP, "2-GPB1")),
            "variant.matrix-mcp23017.U1.8-GPB7",
            "may only be an output",
        ),
        Case(
            matrix().swap((MCP, "21-GPA0"), (MCP, "1-GPB0")),
            "variant.matrix-mcp23017.U1.21-GPA0",
            "must be at a row",
        ),
        Case(
            matrix().swap((MCP, "12-SCL"), (MCP, "13-SDA")),
            "variant.matrix-mcp23017.Pi.3-GPIO2",
            "SDA of the I2C in use",
        ),
        Case(
            matrix().is(MCP, "11-NC1", "GND"),
            "variant.matrix-mcp23017.U1.11-NC1",
            "connected to nothing inside",
        ),
        Case(hall().line_is("U5", "31-GP26", "14-GP10 = \"HALL\""), "U1", "GP10 has no ADC"),
        Case(hall().is("U2", "15-E", "EN1"), "", "need their own enable"),
        Case(hall().swap(("U3", "10-S0"), ("U3", "11-S1")), "U3.10-S0", "must be at S0"),
        Case(
            reference().is("KR", "contact", "left"),
            "KR.contact",
            "one is \"left\" and one is \"right\"",
        ),
        Case(reference().is("KR", "2-NO", "LEFT"), "clock", "each at a line of its own"),
    ]
}

fn settings() -> Vec<Case> {
    let rotate = |line| reference().line_is("sensor", "rotate", line);
    let magnets = |line| reference().line_is("[also]", "count", line);
    vec![
        Case(rotate("rotate = 45"), "sensor.rotate", "0, 90, 180, 270"),
        Case(rotate("rotated = 0"), "sensor.rotated", "did you mean rotate?"),
        Case(
            reference().line_is("sensor", "rate_hz", "rate_hz = \"200\""),
            "sensor.rate_hz",
            "a number",
        ),
        Case(reference().line_is("sensor", "speed_hz", ""), "sensor.speed_hz", "missing"),
        Case(reference().line_is("clock", "white_at", ""), "clock.white_at", "missing"),
        Case(reference().is("clock", "white_at", "top"), "clock.white_at", "left, right"),
        Case(
            reference().line_is("S", "each", "each = \"rank\""),
            "S.each",
            "\"square\", or a list",
        ),
        Case(
            reference().line_is("J1", "count", "count = \"two\""),
            "J1.count",
            "not what it must be",
        ),
        Case(magnets(""), "also 1", "no count"),
    ]
}

#[test]
fn each_is_told() {
    let Some(python) = python() else { return };
    let cases: Vec<Case> =
        [pins(), lines_of_the_pi(), squares(), electricity(), devices(), settings()]
            .into_iter()
            .flatten()
            .collect();
    let folder = tempfile::tempdir().unwrap();
    let lay = |(number, case): (usize, &Case)| case.0.lay(&folder.path().join(number.to_string()));
    let sources: Vec<_> = cases.iter().enumerate().map(lay).collect();
    let said = generate(&python, &folder.path().join("made"), &sources).unwrap_err();
    assert!(!said.contains("Traceback"), "{said}");
    let mut wrong = Vec::new();
    for (source, Case(_, key, reason)) in sources.iter().zip(&cases) {
        let file = source.to_str().unwrap();
        let told = said.lines().find(|line| line.starts_with(&format!("{file}: ")));
        let fits = told.is_some_and(|line| line.contains(key) && line.contains(reason));
        if !fits {
            wrong.push(format!("{key}: {reason}\n    but: {}", told.unwrap_or("nothing")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever is done to a line of a source, it is made or told; the generator does not fall over.
#[test]
fn no_line_is_too_strange() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    for source in [reference(), matrix(), hall()] {
        for change in source.strange(31) {
            sources.push(change.lay(&folder.path().join(sources.len().to_string())));
        }
    }
    assert!(sources.len() > 100);
    let said = generate(&python, &folder.path().join("made"), &sources).unwrap_err();
    for line in said.lines() {
        assert!(
            sources.iter().any(|source| line.starts_with(&format!("{}: ", source.display()))),
            "{said}"
        );
    }
}
