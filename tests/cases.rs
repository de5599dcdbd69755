//! The shared cases: what people did at boards, with what must come out.
//!
//! `tests/cases-open.txt` names those that do not come out yet. It only grows shorter: a case on it
//! that does come out must be taken off, and one that is not on it must come out.

#![allow(clippy::expect_used)] // a test may end so anywhere, not only in its functions

use std::{collections::BTreeSet, env, path::Path, process::Command};

/// What `touchmove check` says of a folder of shared cases; nothing where there are none.
fn check(folder: &str) -> Option<String> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if !shared.join(folder).is_dir() {
        assert!(env::var("CI").as_deref() != Ok("true"), "{} is missing", shared.display());
        eprintln!("skipped: {} is missing", shared.display());
        return None;
    }
    let check = Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .args(["check", folder])
        .current_dir(&shared)
        .output()
        .expect("touchmove starts");
    let tried = matches!(check.status.code(), Some(0 | 1));
    assert!(tried, "{}", String::from_utf8_lossy(&check.stderr));
    Some(String::from_utf8(check.stdout).expect("text"))
}

fn come_out(folder: &str) {
    let Some(said) = check(folder) else { return };
    let amiss: BTreeSet<&str> =
        said.lines().filter_map(|line| line.split_once(": ")).map(|(case, _why)| case).collect();
    let open: BTreeSet<&str> =
        include_str!("cases-open.txt").lines().filter(|case| case.starts_with(folder)).collect();
    let broken: Vec<_> = amiss.difference(&open).collect();
    let mended: Vec<_> = open.difference(&amiss).collect();
    assert!(broken.is_empty(), "{said}\ndo not come out: {broken:#?}");
    assert!(mended.is_empty(), "take off tests/cases-open.txt, for they come out: {mended:#?}");
}

#[test]
fn scenarios_come_out() {
    come_out("scenarios");
}

#[test]
fn reports_come_out() {
    come_out("reports");
}

#[test]
fn whole_games_come_out() {
    come_out("traces");
}
