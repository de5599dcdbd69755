//! A reader that we did not write finds the games that we wrote.
//!
//! Needs the Python package `chess`: `python3 -m venv .venv && .venv/bin/pip install chess`, or
//! `PYTHON=…` to name another interpreter. Without it the test is skipped, with `CI=true` it fails.

use std::{
    collections::BTreeMap,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde::Deserialize;
use touchmove_core::pgn::{Ply, Score, read};

#[derive(Deserialize)]
struct Found {
    errors: Vec<String>,
    tags: BTreeMap<String, String>,
    moves: Vec<String>,
    clocks: Vec<Option<f64>>,
    variations: bool,
}

/// The interpreter that has the package.
fn python() -> Option<String> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".venv/bin/python");
    let candidates = std::env::var("PYTHON")
        .into_iter()
        .chain([own.to_string_lossy().into_owned(), "python3".into()]);
    let has_it = |python: &String| {
        Command::new(python)
            .args(["-c", "import chess.pgn"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let found = candidates.into_iter().find(has_it);
    if found.is_none() {
        let missing = "no Python with the package chess: python3 -m venv .venv && .venv/bin/pip install chess";
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{missing}");
        eprintln!("skipped: {missing}");
    }
    found
}

fn found(python: &str, text: &str) -> Vec<Found> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn_by_python_chess.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut input = child.stdin.take().expect("piped");
    let text = text.to_owned();
    let feeder = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("python ends");
    feeder.join().expect("no panic").expect("python reads everything");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("one game a line"))
        .collect()
}

/// Writes the games, has them read, and compares.
fn agrees(python: &str, scores: &[Score]) {
    let text: String = scores.iter().map(Score::to_string).collect();
    let found = found(python, &text);
    assert_eq!(found.len(), scores.len());
    for (found, score) in found.iter().zip(scores) {
        let sans: Vec<&str> = score.moves.iter().map(|ply| ply.san.as_str()).collect();
        assert!(found.errors.is_empty(), "{:?}\n{score}", found.errors);
        assert!(!found.variations);
        assert_eq!(found.moves, sans, "{score}");
        assert_eq!(found.tags["Result"], score.result.as_str());
        let seconds = |ply: &Ply| ply.clk_ms.map(|ms| (ms / 1000) as f64);
        assert_eq!(found.clocks, score.moves.iter().map(seconds).collect::<Vec<_>>());
    }
}

#[test]
fn real_games() {
    let Some(python) = python() else { return };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games");
    let Ok(files) = std::fs::read_dir(&games) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{} is missing", games.display());
        return eprintln!("skipped: {} is missing", games.display());
    };
    let mut scores = Vec::new();
    for file in files {
        let file = std::fs::read(file.expect("readable").path()).expect("readable");
        scores.extend(read(&file).map(|score| score.expect("readable")));
    }
    assert!(scores.len() > 1000);
    agrees(&python, &scores);
}

#[test]
fn nasty_names() {
    let Some(python) = python() else { return };
    let names = [
        "O'Brien, \"Bob\"",
        "back\\slash",
        "ends with \\",
        "\\\"\\\\\"",
        "]\n[Result \"0-1\"]\n\n1. d4",
        "tab\tand\u{0}nul\u{85}and\u{2028}more",
        "{brace} ;semicolon %percent",
        "Петров, Иван",
        "名人 🙂",
        "",
        " ",
        "[White \"x\"]",
    ];
    let line = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
    let scores: Vec<Score> = names
        .iter()
        .map(|name| {
            let mut score = Score {
                moves: line
                    .iter()
                    .map(|san| Ply { clk_ms: Some(61_000), ..Ply::new(*san) })
                    .collect(),
                comment: Some((*name).into()),
                ..Score::default()
            };
            score.moves[1].comment = Some(format!("{name} {name} {name} {name} {name} {name}"));
            for tag in ["White", "Black", "Event", "WhiteTeam"] {
                score.tags.insert(tag.into(), (*name).into());
            }
            score
        })
        .collect();
    agrees(&python, &scores);
}
