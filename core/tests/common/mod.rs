//! What tests share: the shared cases, which lie beside the repository.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

pub mod chess960;
pub mod controls;
pub mod hand;
pub mod input;
pub mod records;
pub mod slow;
pub mod strokes;
pub mod table;
pub mod words;

use std::{
    env,
    path::{Path, PathBuf},
};

/// A folder or file of `../shared`. Where it is missing the test is skipped with a word; with
/// `CI=true` that is a failure.
pub fn shared(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The crate may be the repository's root or a folder in it.
    let found = here.ancestors().skip(1).take(2).map(|folder| folder.join("shared").join(path));
    let found = found.into_iter().find(|path| path.exists());
    if found.is_none() {
        let missing = format!("../shared/{path} is not beside the repository");
        assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{missing}");
        eprintln!("skipped: {missing}");
    }
    found
}

/// Every trace in a folder of `../shared` and below, sorted.
pub fn shared_traces(folder: &str) -> Vec<PathBuf> {
    let Some(root) = shared(folder) else { return Vec::new() };
    let mut traces = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                traces.push(path);
            }
        }
    }
    traces.sort();
    traces
}
