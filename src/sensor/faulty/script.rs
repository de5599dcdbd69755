//! What is wrong with a simulated board, and when.

use std::{fs, io, path::Path, time::Duration};

use serde::Deserialize;
use touchmove_core::board::{Square, Text};

use crate::clock::LeverEnd;

/// Faults in the order of their file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    /// How long a weak or flickering contact stays as it is, ms.
    #[serde(default = "flicker_ms")]
    pub(super) flicker_ms: u32,
    #[serde(default)]
    fault: Vec<Scripted>,
}

fn flicker_ms() -> u32 {
    30
}

/// A fault and its time, counted from the board's start.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Scripted {
    #[serde(default)]
    from_ms: u64,
    /// For ever, where it is not said.
    for_ms: Option<u64>,
    #[serde(flatten)]
    kind: Kind,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Kind {
    /// They read occupied whatever stands there: a contact that has welded, a short.
    Stuck { squares: Vec<Text<Square>> },
    /// They read empty whatever stands there: a broken reed, an open wire.
    Dead { squares: Vec<Text<Square>> },
    /// They read with gaps under a piece: a weak magnet, a reed that lies flat.
    Weak { squares: Vec<Text<Square>> },
    /// They flicker.
    Chattering { squares: Vec<Text<Square>> },
    /// Two wires are exchanged.
    Swapped { squares: [Text<Square>; 2] },
    /// Two wires touch: a piece on either shows on both.
    Bridged { squares: [Text<Square>; 2] },
    /// The one also reads what stands on the other: too strong a magnet.
    Neighbour { square: Text<Square>, sees: Text<Square> },
    /// Current flows through them backwards: the diode is missing or shorted (matrix).
    MissingDiode { squares: Vec<Text<Square>> },
    /// A column, 1 to 8, is held to ground (matrix).
    ColumnLow { column: u8 },
    /// Nothing comes from behind this chip, 1 being the nearest to the Pi; 0: nothing at all
    /// (chain).
    ChainOpen { behind: u8 },
    /// The ninth chip is wired to this instead (chain).
    Sentinel { reads: u8 },
    /// The expander of this address does not answer (expanders).
    Silent { address: u8 },
    /// The expander of this address is reset when this begins (expanders).
    BrownOut { address: u8 },
    /// One transfer in so many fails.
    BusError { every: u64 },
    /// The bus hangs: a transfer takes this long, and fails.
    Wedged { ms: u64 },
    /// A reading takes this long.
    Slow { ms: u64 },
    /// Magnets of these squares' pieces, or the sensors, are the wrong way round (hall).
    Reversed { squares: Vec<Text<Square>> },
    /// The level without a piece wanders by so many counts a minute (hall).
    Drift { squares: Vec<Text<Square>>, counts: i32 },
    /// The contact under this end of the lever never closes.
    LeverDead { end: LeverEnd },
    /// The wires of the lever's ends are exchanged.
    LeverSwapped,
    /// The supply is too low.
    Undervoltage,
}

impl Default for Script {
    fn default() -> Script {
        Script { flicker_ms: flicker_ms(), fault: Vec::new() }
    }
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is none; says where.
    pub(super) fn load(file: &Path) -> io::Result<Script> {
        let named = |error: &dyn std::fmt::Display| {
            io::Error::other(format!("{}: {}", file.display(), error.to_string().trim_end()))
        };
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        toml::from_str(&text).map_err(|error| named(&error))
    }

    /// What is wrong so long after the start.
    pub(super) fn at(&self, since: Duration) -> impl Iterator<Item = &Kind> {
        self.fault.iter().filter(move |fault| fault.is_on(since)).map(|fault| &fault.kind)
    }

    /// What has begun by then: for what happens once.
    pub(super) fn begun(&self, since: Duration) -> impl Iterator<Item = &Kind> {
        let begun = move |fault: &&Scripted| Duration::from_millis(fault.from_ms) <= since;
        self.fault.iter().filter(begun).map(|fault| &fault.kind)
    }
}

impl Scripted {
    fn is_on(&self, since: Duration) -> bool {
        let from = Duration::from_millis(self.from_ms);
        let until = self.for_ms.map(|ms| from + Duration::from_millis(ms));
        from <= since && until.is_none_or(|until| since < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_there_in_its_time() {
        let script: Script = toml::from_str(
            "[[fault]]\nkind = \"chain_open\"\nbehind = 3\nfrom_ms = 1000\nfor_ms = 500\n\
             [[fault]]\nkind = \"stuck\"\nsquares = [\"e4\", \"a1\"]\n",
        )
        .unwrap();
        let count = |ms| script.at(Duration::from_millis(ms)).count();
        assert_eq!([count(0), count(999), count(1000), count(1499), count(1500)], [1, 1, 2, 2, 1]);
        assert_eq!(script.begun(Duration::from_secs(60)).count(), 2);
    }

    #[test]
    fn a_script_that_is_none_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("faults.toml");
        fs::write(&file, "[[fault]]\nkind = \"stuck\"\nsquares = [\"e9\"]\n").unwrap();
        let told = Script::load(&file).unwrap_err().to_string();
        assert!(told.contains("faults.toml: ") && told.contains("line 1"), "{told}");
        assert!(Script::load(&folder.path().join("none.toml")).is_err());
    }
}
