//! What is committed is what the generator makes, to the byte.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use crate::workshop::{generate, house, python};

/// All files of a folder by their names, with what is in them.
fn files(folder: &Path, below: &Path, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, below, found);
        } else {
            let name = path.strip_prefix(below).unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn what_is_committed_is_what_is_made() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    generate(&python, folder.path(), &[]).unwrap();
    let mut made = BTreeMap::new();
    files(folder.path(), folder.path(), &mut made);
    assert!(made.len() >= 17, "{:?}", made.keys());
    for (name, text) in made {
        let committed =
            fs::read_to_string(house().join("hardware").join(&name)).unwrap_or_default();
        assert!(text == committed, "hardware/{name} is not what its source makes: make hardware");
    }
}

#[test]
fn touchmove_reads_each_example() {
    for board in ["reference", "matrix", "matrix-mcp23017", "hall"] {
        let file = house().join("hardware").join(board).join("board.toml");
        let output = Command::new(env!("CARGO_BIN_EXE_touchmove"))
            .args(["config", "check"])
            .arg(&file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", file.display());
    }
}
