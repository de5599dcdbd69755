//! The version of the game logic rises with every change that alters what is said of a shared trace:
//! a journal tells by it whether its events would be the same today.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use touchmove_core::{CORE, table::Replay};

/// Every trace below a folder, sorted.
fn traces(folder: &Path, all: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            traces(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            all.push(path);
        }
    }
}

#[test]
fn what_is_said_of_the_shared_traces_changes_only_with_the_version() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = here.join("../shared");
    if !shared.is_dir() {
        assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "../shared is missing");
        eprintln!("skipped: ../shared is not beside the repository");
        return;
    }
    let mut all = Vec::new();
    for folder in ["traces", "scenarios", "reports"] {
        traces(&shared.join(folder), &mut all);
    }
    let mut hash = blake3::Hasher::new();
    for path in &all {
        let text = fs::read(path).unwrap();
        for said in Replay::new(text.as_slice()).unwrap() {
            hash.update(serde_json::to_string(&said.unwrap()).unwrap().as_bytes());
            hash.update(b"\n");
        }
    }
    let now = format!("core {CORE}: {} traces, {}\n", all.len(), hash.finalize().to_hex());
    let file = here.join("tests/golden.txt");
    if env::var_os("GOLDEN").is_some() {
        fs::write(&file, &now).unwrap();
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        known, now,
        "what is said of the shared traces has changed: raise CORE in core/src/lib.rs if it was \
         released with the old events, then run `GOLDEN=1 cargo test --test golden`"
    );
}
