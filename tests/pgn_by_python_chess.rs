//! A reader that we did not write finds the games that we wrote.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/python.rs"]
mod python;

use std::path::Path;

use python::{found, python};
use touchmove_core::pgn::{Ply, Score, read};

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
