//! The traces named on the command line.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use touchmove_core::trace::TraceError;

/// One trace: a file, or standard input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    Standard,
    File(PathBuf),
}

impl From<&Path> for Source {
    /// `-` is standard input.
    fn from(path: &Path) -> Source {
        if path == Path::new("-") { Source::Standard } else { Source::File(path.into()) }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Standard => f.write_str("standard input"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// Opens it for reading.
    pub(super) fn open(&self) -> io::Result<Box<dyn BufRead>> {
        Ok(match self {
            Source::Standard => Box::new(io::stdin().lock()),
            Source::File(path) if path.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            Source::File(path) => Box::new(BufReader::new(File::open(path)?)),
        })
    }

    /// What is wrong, as `file:line:column: reason`.
    pub(super) fn error(&self, error: &TraceError) -> String {
        let TraceError { line, column, reason } = error;
        match column {
            Some(column) => format!("{self}:{line}:{column}: {reason}"),
            None => format!("{self}:{line}: {reason}"),
        }
    }
}

/// The traces at `path`: itself, or every `.jsonl` below a folder, sorted.
pub(super) fn below(path: &Path) -> io::Result<Vec<Source>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let entry = entry?;
            let path = entry.path();
            // Links to folders are not followed: they may lead round in circles.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                found.push(Source::File(path));
            }
        }
    }
    found.sort();
    Ok(found)
}
