//! What python-chess, a reader that we did not write, finds in our PGN.
//!
//! Needs the Python package `chess`; see `interpreter.rs`.

mod interpreter;

use std::{
    collections::BTreeMap,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use serde::Deserialize;

/// One game as python-chess reads it.
#[derive(Debug, Deserialize)]
pub(crate) struct Found {
    pub(crate) errors: Vec<String>,
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) moves: Vec<String>,
    pub(crate) clocks: Vec<Option<f64>>,
    pub(crate) variations: bool,
}

/// The interpreter that has the package.
pub(crate) fn python() -> Option<String> {
    interpreter::with("chess")
}

/// All games of a PGN text.
pub(crate) fn found(python: &str, text: &str) -> Vec<Found> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn_by_python_chess.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let feeder = thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
