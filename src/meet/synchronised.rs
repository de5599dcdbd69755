use std::process::Command;

use serde::{Deserialize, Serialize};

/// Whether the clock of this machine goes by another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum Synchronised {
    /// It does.
    Yes,
    /// It does not (yet).
    No,
    /// Nobody here can tell.
    #[default]
    Unknown,
}

impl Synchronised {
    /// Asks the kernel by `timedatectl`; blocks for as long as that takes. The kernel's own call,
    /// adjtimex(2), is not to be had without `unsafe`.
    pub(crate) fn now() -> Synchronised {
        let asked = Command::new("timedatectl")
            .args(["show", "--property=NTPSynchronized", "--value"])
            .output();
        match asked {
            Ok(output) if output.status.success() => Synchronised::read(&output.stdout),
            _ => Synchronised::Unknown,
        }
    }

    fn read(said: &[u8]) -> Synchronised {
        match said.trim_ascii() {
            b"yes" => Synchronised::Yes,
            b"no" => Synchronised::No,
            _ => Synchronised::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        assert_eq!(Synchronised::read(b"yes\n"), Synchronised::Yes);
        assert_eq!(Synchronised::read(b"no\n"), Synchronised::No);
        assert_eq!(Synchronised::read(b""), Synchronised::Unknown);
    }
}
