//! Files that are replaced as a whole: whoever reads one finds the old text or the new, whatever
//! happens meanwhile.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
};

/// Writes a file anew; its folder is made if need be. Once this is done it outlives a power cut.
///
/// # Errors
///
/// When the disk does not take it; then the old one stands.
pub(crate) fn replace(file: &Path, text: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut name = file.as_os_str().to_owned();
    name.push(".new");
    let mut new = File::create(&name)?;
    new.write_all(text)?;
    new.sync_all()?;
    fs::rename(&name, file)?;
    // The name itself must outlive a power cut too.
    File::open(folder)?.sync_all()
}
