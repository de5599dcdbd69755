//! Every fault that a board can have, and what the self-test and a commissioning say of it.
//!
//! `tests/faults` has a script for each and the reports that it gives; `GOLDEN=1` writes them anew.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    board::{Board, Of, START},
    calibration,
    hands::follow,
    terminal::Terminal,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults")
}

/// Compares a report with the one that is kept.
fn golden(name: &str, report: &str) {
    let file = folder().join(name);
    if std::env::var_os("GOLDEN").is_some() {
        fs::write(&file, report).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(report, kept, "{name}: GOLDEN=1 writes it anew");
}

/// What of a line differs from run to run.
fn steady(line: &str) -> String {
    if line.contains("readings are right") {
        let words = line.split(' ').map(|word| match word.parse::<u32>() {
            Ok(_) => "…",
            Err(_) => word,
        });
        return words.collect::<Vec<_>>().join(" ");
    }
    match line.split_once(" Hz") {
        Some((before, _)) => {
            let label = before.trim_end_matches(|char: char| char.is_ascii_digit() || char == '.');
            format!("{label}…")
        }
        None => line.into(),
    }
}

fn script(name: &str) -> String {
    let file = folder().join(format!("{name}.toml"));
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The self-test of a board with this fault, on which this stands.
fn self_test(name: &str, of: Of, board: &str, seconds: &str) {
    // Not so often that a busy machine could not: being too slow is a fault of its own.
    let bench = Board::new(of, &script(name), if of == Of::Hall { 100 } else { 20 });
    bench.stand(if board == "start" { START } else { [0, 0] });
    if of == Of::Hall && name != "uncalibrated" {
        calibration::keep(&bench);
    }
    if name == "drift" {
        calibration::wander(&bench, "e4", 40);
    }
    let terminal = Terminal::run(&bench, "selftest", &["--board", board, "--seconds", seconds]);
    let (code, lines) = terminal.ends();
    let report: String = lines.iter().map(|line| steady(line) + "\n").collect();
    assert_eq!(code, i32::from(!report.ends_with("\npassed\n")), "{report}");
    golden(&format!("{name}.selftest.txt"), &report);
}

/// The commissioning of a board with this fault, which lives so many times as fast as we do.
fn commission(name: &str, of: Of, speed: &str) {
    let bench = Board::new(of, &script(name), 1000);
    if of == Of::Hall {
        calibration::keep(&bench);
    }
    let terminal = Terminal::run(&bench, "commission", &["--speed", speed]);
    let (code, lines) = follow(&bench, terminal);
    // The course itself is not compared: it is told as fast as hands and sensors are.
    let from = lines.iter().position(|line| line.contains("s: skip"));
    let rest = from.map_or(lines.as_slice(), |from| &lines[from..]);
    let end = rest.iter().position(String::is_empty).filter(|_| from.is_some());
    let report: String =
        rest[end.map_or(0, |end| end + 1)..].iter().map(|line| format!("{line}\n")).collect();
    let passed = report.contains("Passed");
    assert_eq!(code, i32::from(!passed), "{}", lines.join("\n"));
    golden(&format!("{name}.commission.txt"), &report);
}

macro_rules! faults {
    ($($name:ident: $($check:ident($($argument:expr),*)),+;)+) => {
        /// The names of all scripts.
        const NAMES: &[&str] = &[$(stringify!($name)),+];

        $(#[test]
        fn $name() {
            // Most of their time they wait.
            std::thread::scope(|scope| {
                $(scope.spawn(|| $check(stringify!($name), $($argument),*));)+
            });
        })+
    };
}

faults! {
    none_chain: self_test(Of::Chain, "start", "0.5"), commission(Of::Chain, "40");
    none_expanders: self_test(Of::Expanders, "empty", "0.5"), commission(Of::Expanders, "40");
    none_matrix: self_test(Of::Matrix, "start", "0.5"), commission(Of::Matrix, "40");
    stuck: self_test(Of::Chain, "empty", "0.5"), commission(Of::Chain, "40");
    dead: self_test(Of::Chain, "start", "0.5"), commission(Of::Chain, "40");
    weak: self_test(Of::Chain, "start", "0.8"), commission(Of::Chain, "5");
    chattering: self_test(Of::Expanders, "empty", "0.8"), commission(Of::Expanders, "10");
    swapped: commission(Of::Chain, "40");
    bridged: commission(Of::Chain, "40");
    neighbour: commission(Of::Chain, "40");
    missing_diode: self_test(Of::Matrix, "start", "0.5"), commission(Of::Matrix, "40");
    column_low: self_test(Of::Matrix, "start", "0.5"), commission(Of::Matrix, "40");
    chain_open: self_test(Of::Chain, "start", "0.5"), commission(Of::Chain, "40");
    chain_comes_loose: self_test(Of::Chain, "start", "1.5");
    sentinel: self_test(Of::Chain, "empty", "0.5");
    silent: self_test(Of::Expanders, "start", "0.5"), commission(Of::Expanders, "40");
    brown_out: self_test(Of::Expanders, "start", "1.5");
    bus_error: self_test(Of::Chain, "start", "0.5");
    bus_error_rare: self_test(Of::Chain, "start", "1.5");
    wedged: self_test(Of::Chain, "start", "2");
    slow: self_test(Of::Chain, "start", "1");
    undervoltage: self_test(Of::Chain, "start", "0.5");
    lever_dead: commission(Of::Chain, "40");
    lever_swapped: commission(Of::Chain, "40");
    none_hall: self_test(Of::Hall, "start", "0.5"), commission(Of::Hall, "20");
    uncalibrated: self_test(Of::Hall, "any", "0.3");
    reversed: commission(Of::Hall, "20");
    hall_dead: self_test(Of::Hall, "start", "0.5");
    hall_cut: self_test(Of::Hall, "any", "0.3");
    garbled: self_test(Of::Hall, "start", "0.5");
    drift: self_test(Of::Hall, "empty", "0.8");
}

#[test]
fn every_script_is_tried_and_no_report_is_left_over() {
    let tried: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let kept = names.map(|name| name.into_string().unwrap().split('.').next().unwrap().to_string());
    assert_eq!(kept.collect::<BTreeSet<_>>(), tried);
}
