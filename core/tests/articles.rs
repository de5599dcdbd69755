//! Every row of the matrix of rules is proved by cases: `tests/articles.md` names them, and here
//! they are run.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use touchmove_core::{table::Replay, trace::Expectations};

const PROOFS: &str = include_str!("articles.md");
/// The matrix's tables that have a counterpart.
const TABLES: [&str; 2] = ["## Articles", "## Parameters"];
/// Stands in a row for what has no case yet.
const TO_COME: &str = "to come";

/// The rows of the table under a heading: first cell and last.
fn rows<'a>(text: &'a str, heading: &str) -> Vec<(&'a str, &'a str)> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let section = lines.take_while(|line| !line.starts_with("## "));
    let cells = section.filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    // The first two lines are the table's head.
    let rows = cells.skip(2).filter_map(|row| {
        let (first, _) = row.split_once(" | ")?;
        Some((first, row.rsplit_once(" | ")?.1))
    });
    rows.collect()
}

/// The names in the rows.
fn named() -> BTreeSet<&'static str> {
    let cells = TABLES.iter().flat_map(|heading| rows(PROOFS, heading));
    let proofs = cells.flat_map(|(_, proofs)| proofs.split("; "));
    let names = proofs.filter(|proof| !proof.starts_with(TO_COME));
    names.flat_map(|proof| proof.split(", ")).map(|name| name.trim_matches('`')).collect()
}

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/articles").join(format!("{name}.jsonl"))
}

fn is_shared(name: &str) -> bool {
    name.starts_with("scenarios/") || name.starts_with("reports/")
}

/// What a case misses.
fn misses(path: &Path) -> Vec<String> {
    let text = fs::read(path).unwrap();
    let mut replay = Replay::new(text.as_slice()).unwrap();
    let said: Vec<_> = replay.by_ref().map(Result::unwrap).collect();
    let mut wanted = Expectations::default();
    replay.expected().iter().for_each(|expect| wanted.add(expect.clone()).unwrap());
    assert!(!wanted.is_empty(), "{} expects nothing", path.display());
    let misses = wanted.check(replay.header(), &said);
    misses.iter().map(|miss| format!("{}: {miss:?}", path.display())).collect()
}

#[test]
fn every_case_comes_out() {
    let mut amiss = Vec::new();
    for name in named() {
        if name.starts_with("refused/") {
            let text = fs::read(own(name)).unwrap_or_else(|_| panic!("{name} is missing"));
            assert!(Replay::new(text.as_slice()).is_err(), "{name} can be played");
        } else if is_shared(name) {
            let path = common::shared(&format!("{name}.jsonl"));
            amiss.extend(path.iter().flat_map(|path| misses(path)));
        } else {
            assert!(own(name).exists(), "{name} is named in articles.md and is missing");
            amiss.extend(misses(&own(name)));
        }
    }
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn every_row_of_the_matrix_has_its_proof() {
    let Some(path) = common::shared("rules/matrix.md") else { return };
    let matrix = fs::read_to_string(path).unwrap();
    for heading in TABLES {
        let wanted: Vec<&str> =
            rows(&matrix, heading).into_iter().map(|(first, _)| first).collect();
        let proved: Vec<&str> = rows(PROOFS, heading).into_iter().map(|(first, _)| first).collect();
        assert!(wanted.len() > 20, "{heading}: the matrix has hardly a row");
        assert_eq!(proved, wanted, "{heading}");
    }
}

#[test]
fn every_case_proves_something() {
    let named = named();
    for folder in ["", "refused/"] {
        for entry in own(folder).parent().unwrap().read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                let name = format!("{folder}{}", path.file_stem().unwrap().to_str().unwrap());
                assert!(named.contains(name.as_str()), "{name} is named in no row of articles.md");
            }
        }
    }
}

#[test]
fn what_is_still_to_come_is_counted() {
    let rows = TABLES.iter().flat_map(|heading| rows(PROOFS, heading));
    let count = rows.filter(|(_, proofs)| proofs.contains(TO_COME)).count();
    let told = format!("still to come: {count}.");
    assert!(PROOFS.contains(&told), "articles.md must say: {told}");
    println!("{told}");
}
