//! What is wrong with the machine under the board, for whoever looks at it.

mod supply;

use std::io;

use serde::{Deserialize, Serialize};

pub(crate) use supply::Supply;

/// Why what is shown is not on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum DiskFault {
    /// It has not answered in time.
    Slow,
    /// No room is left on it.
    Full,
    /// It takes no writing: a memory card that is locked or worn out, a file system with errors.
    ReadOnly,
    /// It fails otherwise; the log says how.
    Fails,
}

impl From<&io::Error> for DiskFault {
    fn from(error: &io::Error) -> DiskFault {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DiskFault::Full,
            io::ErrorKind::ReadOnlyFilesystem => DiskFault::ReadOnly,
            _ => DiskFault::Fails,
        }
    }
}
