//! Finding the shared cases for tests.

use std::path::{Path, PathBuf};

/// Files with that extension directly in a folder of `../shared`, in order; none where the folder
/// is missing, which is a failure with `CI=true`.
pub(crate) fn files(folder: &str, extension: &str) -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        let missing = format!("{} is missing", folder.display());
        assert!(std::env::var("CI").as_deref() != Ok("true"), "{missing}");
        eprintln!("skipped: {missing}");
        return None;
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|have| have == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "nothing in {}", folder.display());
    Some(files)
}
