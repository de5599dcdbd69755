use std::{io, path::Path, time::Duration};

use serialport::{SerialPort as _, TTYPort};

use super::{Unusable, unusable};

/// A serial line.
pub(crate) type SerialPort = TTYPort;

/// Opens a serial line, 8 bits, no parity; a reading waits as long as `patience`.
///
/// # Errors
///
/// When it cannot be used.
pub(crate) fn open_serial(
    path: &Path,
    baud: u32,
    patience: Duration,
) -> Result<SerialPort, Unusable> {
    let failed = |error: serialport::Error| unusable(path, &io_error(error));
    let mut port = serialport::new(path.to_string_lossy(), baud)
        .timeout(patience)
        .open_native()
        .map_err(failed)?;
    // Some boards speak only while this is set; a pseudo-terminal has no such line.
    let _ = port.write_data_terminal_ready(true);
    Ok(port)
}

fn io_error(error: serialport::Error) -> io::Error {
    match error.kind() {
        serialport::ErrorKind::NoDevice => io::ErrorKind::NotFound.into(),
        serialport::ErrorKind::Io(kind) => io::Error::new(kind, error.description),
        _ => error.into(),
    }
}
