//! The hall board's firmware, run as it is on pins that are not there, speaks the line protocol.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::workshop::{house, python};

/// CRC-16/IBM-3740, bit by bit.
fn crc(text: &str) -> u16 {
    text.bytes().fold(0xFFFF, |value, byte| {
        (0..8).fold(value ^ u16::from(byte) << 8, |value, _| {
            let shifted = value << 1;
            if value & 0x8000 == 0 { shifted } else { shifted ^ 0x1021 }
        })
    })
}

/// A line as `hardware/serial-protocol.md` describes it.
struct Line<'a> {
    kind: &'a str,
    seq: u16,
    ms: u32,
    payload: &'a str,
}

fn line(text: &str) -> Line<'_> {
    let (body, sum) = text.split_once('*').unwrap_or_else(|| panic!("no sum in {text}"));
    assert_eq!(sum, format!("{:04x}", crc(body)), "{text}");
    let [kind, seq, ms, payload] = body.splitn(4, ' ').collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    Line { kind, seq: seq.parse().unwrap(), ms: ms.parse().unwrap(), payload }
}

fn run(python: &str, arguments: &[&str]) -> String {
    let firmware = house().join("hardware/hall/firmware");
    let output = Command::new(python)
        .arg("-B")
        .args(arguments)
        .env("PYTHONPATH", firmware)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_sum_is_the_one_of_the_catalogue() {
    assert_eq!(crc("123456789"), 0x29b1);
}

#[test]
fn frames_and_lever() {
    let Some(python) = python() else { return };
    let bench = house().join("tests/hardware/bench.py");
    let firmware = house().join("hardware/hall/firmware");
    let said = run(&python, &[bench.to_str().unwrap(), firmware.to_str().unwrap(), "250"]);
    let lines: Vec<Line> = said.lines().map(line).collect();

    assert!(
        lines.iter().enumerate().all(|(number, line)| usize::from(line.seq) == number),
        "{said}"
    );
    assert!(lines.windows(2).all(|pair| pair[0].ms <= pair[1].ms), "{said}");

    let frames: Vec<&Line> = lines.iter().filter(|line| line.kind == "A").collect();
    let readings: String = (0..64).map(|input| format!("{:03x}", 0x100 + 5 * input)).collect();
    assert!(frames.iter().all(|frame| frame.payload == readings), "{said}");
    assert_eq!(frames.len(), 250);
    assert!(frames.windows(2).all(|pair| pair[1].ms - pair[0].ms <= 11), "a steady beat");
    assert!(frames[249].ms - frames[0].ms <= 2500, "100 frames a second");

    let hellos: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].kind == "H").collect();
    assert_eq!(hellos.len(), 2, "{said}");
    assert!(
        hellos[0] == 0 && lines[hellos[1]].ms - frames[5].ms <= 10,
        "hello at the start, and when asked"
    );
    assert!(lines[0].payload.starts_with("touchmove 1 readings pico-"), "{}", lines[0].payload);

    let lever: Vec<(&str, u32)> =
        lines.iter().filter(|line| line.kind == "L").map(|line| (line.payload, line.ms)).collect();
    assert_eq!(lever[0].0, "left");
    assert_eq!(lever[1].0, "right", "no bounce is told: {lever:?}");
    assert!(lever[1].1 - frames[3].ms <= 20, "{lever:?}");
    assert!(lever[2..].iter().all(|(state, _)| *state == "right"));
    assert!(
        lever[1..].windows(2).all(|pair| pair[1].1 - pair[0].1 <= 1010),
        "told again each second: {lever:?}"
    );
}

#[test]
fn numbers_and_time_wrap() {
    let Some(python) = python() else { return };
    let script = "
import protocol
lines = protocol.Lines()
for _ in range(65537):
    print(lines.lever(0, 'none'), end='')
clock = protocol.Milliseconds(7, 1 << 30)
for turn in range(1, 10):
    print(clock.at((7 + turn * 800_000_000) % (1 << 30)))
";
    let said = run(&python, &["-c", script]);
    let (lines, times): (Vec<&str>, Vec<&str>) =
        said.lines().partition(|text| text.starts_with('L'));
    assert!(
        lines
            .iter()
            .enumerate()
            .all(|(number, text)| usize::from(line(text).seq) == number % 65536)
    );
    let expected = (1..10_u64).map(|turn| (turn * 800_000_000 % (1 << 32)).to_string());
    assert_eq!(times, expected.collect::<Vec<_>>());
}

#[test]
fn the_examples_are_lines() {
    let text = fs::read_to_string(house().join("hardware/serial-protocol.md")).unwrap();
    let examples: Vec<Line> = text
        .lines()
        .filter(|text| {
            text.as_bytes().get(1) == Some(&b' ') && text.as_bytes()[0].is_ascii_uppercase()
        })
        .filter(|text| text.contains('*'))
        .map(line)
        .collect();
    let kinds: Vec<&str> = examples.iter().map(|line| line.kind).collect();
    assert_eq!(kinds, ["H", "O", "L", "O"]);
    assert!(examples.windows(2).all(|pair| pair[1].seq == pair[0].seq + 1));
}

#[test]
fn touchmove_understands_it() {
    let Some(python) = python() else { return };
    let mut bench = Command::new(python)
        .arg("-B")
        .arg(house().join("tests/hardware/bench.py"))
        .arg(house().join("hardware/hall/firmware"))
        .arg("tty")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut terminal = String::new();
    BufReader::new(bench.stdout.take().unwrap()).read_line(&mut terminal).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let example = fs::read_to_string(house().join("hardware/hall/board.toml")).unwrap();
    let state = folder.path().join("state");
    let state = state.to_str().unwrap();
    let configuration =
        example.replace("/dev/ttyACM0", terminal.trim()).replace("/var/lib/touchmove", state);
    let file = folder.path().join("board.toml");
    fs::write(&file, configuration).unwrap();
    let test = Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .args(["selftest", "--json", "--board", "empty", "--seconds", "1", "--config"])
        .arg(&file)
        .output();
    bench.kill().unwrap();
    bench.wait().unwrap();

    let said = String::from_utf8(test.unwrap().stdout).unwrap();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let told: Vec<&str> = findings.iter().filter_map(|finding| finding["said"].as_str()).collect();
    // Readings are all that it sends, and nobody has calibrated it: that, and nothing of garbled lines.
    assert!(matches!(told[..], [one] if one.contains("calibrate")), "{said}");
    assert!(report["rate"]["hz"].as_f64().unwrap() > 10.0, "{said}");
}
