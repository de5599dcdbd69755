//! The hall's memory as one file, from which another machine goes on.

use std::{
    fs::{self, File},
    io,
    path::Path,
    sync::Arc,
};

use super::{Hub, store::Store};

impl Hub {
    /// Writes everything that the hall knows into one file, whole or not at all: keys and passwords'
    /// hashes too, so nobody else may read it.
    ///
    /// # Errors
    ///
    /// When the memory cannot be read, or the file not be written.
    pub(crate) async fn export(self: &Arc<Self>, to: &Path) -> io::Result<()> {
        let (hub, to) = (Arc::clone(self), to.to_path_buf());
        let work = move || {
            // What waits for the disk is to be in it.
            hub.writing().settle().map_err(io::Error::other)?;
            export(&hub.file, &to)
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
    }
}

/// The same of a hall that does not run.
///
/// # Errors
///
/// When there is none, or the file cannot be written.
pub(crate) fn export(memory: &Path, to: &Path) -> io::Result<()> {
    if !memory.exists() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            format!("{}: there is no hall's memory", memory.display()),
        ));
    }
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", to.display()));
    let mut half = to.as_os_str().to_owned();
    half.push(".half");
    let half = Path::new(&half);
    match fs::remove_file(half) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(named(error)),
        _ => {}
    }
    private(half).map_err(named)?;
    // A connection of its own, so that nobody waits for it.
    Store::open(memory)
        .and_then(|store| store.copy(half))
        .map_err(|error| named(io::Error::other(error)))?;
    File::open(half).and_then(|file| file.sync_all()).map_err(named)?;
    fs::rename(half, to).map_err(named)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).map_err(named)
}

/// Makes a hall of an export, where there is none.
///
/// # Errors
///
/// When it is no export, or there is a hall already.
pub(crate) fn import(from: &Path, memory: &Path) -> io::Result<()> {
    let named = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    };
    File::open(from).map_err(|error| named(from, error))?;
    if memory.exists() {
        let reason = "a hall is kept there already; move its folder away first";
        return Err(named(memory, io::Error::new(io::ErrorKind::AlreadyExists, reason)));
    }
    if let Some(folder) = memory.parent() {
        fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
    }
    let half = memory.with_extension("half");
    private(&half).map_err(|error| named(&half, error))?;
    fs::copy(from, &half).map_err(|error| named(from, error))?;
    let checked =
        Store::check(&half).and_then(|()| Store::open(&half)).and_then(|mut store| store.succeed());
    if let Err(error) = checked {
        // It was only a copy.
        let _ = fs::remove_file(&half);
        return Err(named(from, io::Error::other(format!("is no export of a hall: {error}"))));
    }
    File::open(&half).and_then(|file| file.sync_all()).map_err(|error| named(&half, error))?;
    fs::rename(&half, memory).map_err(|error| named(memory, error))
}

/// An empty file that only its owner may read.
fn private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    File::options().write(true).create(true).truncate(true).mode(0o600).open(path)
}
