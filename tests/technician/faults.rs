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
fn self_test(name: &str, of: Of, board: &str, seconds: &str, rate_hz: u32) {
    let bench = Board::new(of, &script(name), rate_hz);
    bench.stand(if board == "start" { START } else { [0, 0] });
    if of == Of::Hall {
        crate::calibration::keep(&bench);
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
        crate::calibration::keep(&bench);
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

        $(mod $name {
            use super::*;
            $(#[test]
            fn $check() {
                super::$check(stringify!($name), $($argument),*);
            })+
        })+
    };
}

faults! {
    none_chain: self_test(Of::Chain, "start", "0.5", 100), commission(Of::Chain, "20");
    none_expanders: self_test(Of::Expanders, "empty", "0.5", 100), commission(Of::Expanders, "20");
    none_matrix: self_test(Of::Matrix, "start", "0.5", 100), commission(Of::Matrix, "20");
    stuck: self_test(Of::Chain, "empty", "0.5", 100), commission(Of::Chain, "20");
    dead: self_test(Of::Chain, "start", "0.5", 100), commission(Of::Chain, "20");
    weak: self_test(Of::Chain, "start", "0.8", 100), commission(Of::Chain, "5");
    chattering: self_test(Of::Expanders, "empty", "0.8", 100), commission(Of::Expanders, "10");
    swapped: commission(Of::Chain, "20");
    bridged: commission(Of::Chain, "20");
    neighbour: commission(Of::Chain, "20");
    missing_diode: self_test(Of::Matrix, "start", "0.5", 100), commission(Of::Matrix, "20");
    column_low: self_test(Of::Matrix, "start", "0.5", 100), commission(Of::Matrix, "20");
    chain_open: self_test(Of::Chain, "start", "0.5", 100), commission(Of::Chain, "20");
    chain_comes_loose: self_test(Of::Chain, "start", "1.5", 100);
    sentinel: self_test(Of::Chain, "empty", "0.5", 100);
    silent: self_test(Of::Expanders, "start", "0.5", 100), commission(Of::Expanders, "20");
    brown_out: self_test(Of::Expanders, "start", "1.5", 100);
    bus_error: self_test(Of::Chain, "start", "0.5", 100);
    bus_error_rare: self_test(Of::Chain, "start", "1.5", 100);
    wedged: self_test(Of::Chain, "start", "2", 100);
    slow: self_test(Of::Chain, "start", "1", 100);
    undervoltage: self_test(Of::Chain, "start", "0.5", 100);
    lever_dead: commission(Of::Chain, "20");
    lever_swapped: commission(Of::Chain, "20");
}

#[test]
fn every_script_is_tried_and_no_report_is_left_over() {
    let tried: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let kept = names.map(|name| name.into_string().unwrap().split('.').next().unwrap().to_string());
    assert_eq!(kept.collect::<BTreeSet<_>>(), tried);
}
