//! The shared traces as the benches take them in.
#![allow(dead_code, reason = "each bench uses its part")]

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use shakmaty::san::San;
use touchmove_core::{
    board::{Header, Record},
    trace::{Line, Reader},
};

/// A game as its board saw it, and as it was played.
pub(crate) struct Game {
    pub(crate) text: Vec<u8>,
    pub(crate) header: Header,
    pub(crate) records: Vec<Record>,
    pub(crate) moves: Vec<San>,
}

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Traces in a folder of the shared ones; none where those are missing, which is said.
pub(crate) fn load(folder: &str) -> Result<Vec<Game>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(folder);
    if !folder.is_dir() {
        eprintln!("skipped: {} is missing", folder.display());
        return Ok(Vec::new());
    }
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    let read =
        |path: &PathBuf| game(path).map_err(|error| format!("{}: {error}", path.display()).into());
    paths.iter().map(read).collect()
}

fn game(path: &Path) -> Result<Game> {
    let text = fs::read(path)?;
    let mut reader = Reader::new(text.as_slice())?;
    let header = reader.header().clone();
    let (mut records, mut moves) = (Vec::new(), Vec::new());
    for line in reader.by_ref() {
        match line? {
            Line::Record(record) => records.push(record),
            Line::Expect(wanted) => {
                for san in wanted.get("moves").and_then(Value::as_array).into_iter().flatten() {
                    moves.push(san.as_str().ok_or("a move is no text")?.parse()?);
                }
            }
            _ => {}
        }
    }
    // As a journal, which has the answers that there were: what a proof costs is measured elsewhere.
    let journal = Header { core: Some(touchmove_core::CORE), ..header.clone() };
    let first = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
    let text = [serde_json::to_vec(&journal)?, text[first..].to_vec()].concat();
    Ok(Game { text, header, records, moves })
}
