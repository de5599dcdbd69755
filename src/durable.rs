//! Files that are replaced as a whole: whoever reads one finds the old text or the new, whatever
//! happens meanwhile.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

/// Writes a file anew; its folder is made if need be. Once this is done it outlives a power cut.
///
/// # Errors
///
/// When the disk does not take it; then the old one stands.
pub(crate) fn replace(file: &Path, text: &[u8]) -> io::Result<()> {
    with_mode(file, text, 0o666)
}

/// The same for what only its owner may read.
///
/// # Errors
///
/// As [`replace`].
pub(crate) fn replace_secret(file: &Path, text: &[u8]) -> io::Result<()> {
    with_mode(file, text, 0o600)
}

fn with_mode(file: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    // One that a power cut left may have another mode.
    match fs::remove_file(&name) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut new = File::options().write(true).create_new(true).mode(mode).open(&name)?;
    new.write_all(text)?;
    new.sync_all()?;
    fs::rename(&name, file)?;
    // The name itself must outlive a power cut too.
    File::open(folder)?.sync_all()
}
