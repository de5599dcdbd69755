//! What the technician's commands share.

use std::{io, path::Path};

use crate::{config::Config, daemon::Failure, log};

/// Reads the configuration and carries out `work` with it; what goes wrong is told.
///
/// # Errors
///
/// When nobody reads what is written.
pub(super) fn with_board<T>(
    command: &str,
    file: &Path,
    work: impl AsyncFnOnce(&Config) -> Result<T, Failure>,
) -> io::Result<Option<T>> {
    let _log = log::start_if_asked();
    let config = match Config::load(file) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error}");
            return Ok(None);
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(work(&config));
    // A thread that a bus holds, or that waits for somebody to type, is not waited for.
    runtime.shutdown_background();
    match result {
        Ok(done) => Ok(Some(done)),
        Err(Failure::Start(error)) if error.kind() == io::ErrorKind::BrokenPipe => Err(error),
        Err(failure) => {
            eprintln!("touchmove {command}: {failure}");
            Ok(None)
        }
    }
}
