//! Chips that read the 64 contacts of a board, written against `embedded-hal`: what is sent over a
//! bus, what comes back, and what is wrong when it does not.
//!
//! A driver knows inputs, 0 to 63, in the order in which its chips have them. Which square an input
//! is, and whether a piece makes it low or high, is the [wiring](touchmove_core::wiring)'s business.

mod chain;
mod expanders;
#[cfg(test)]
mod flaky;
mod ghosts;
mod lines;
mod matrix;
mod mcp;
pub(crate) mod protocol;
mod registers;

use std::fmt;

pub(crate) use chain::Chain;
pub(crate) use expanders::Expanders;
pub(crate) use ghosts::Ghosts;
#[cfg(feature = "rppal")]
pub(crate) use lines::Pins;
pub(crate) use lines::{Inputs, Lines};
#[cfg(feature = "rppal")]
pub(crate) use matrix::GridPins;
pub(crate) use matrix::{Grid, Matrix, McpGrid, Settle, mcp_pins};
pub(crate) use mcp::Mcp;
pub(crate) use registers::{OverI2c, OverSpi, Registers};

/// What is wrong with the electronics of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Fault {
    /// A transfer failed, or a device is gone.
    Bus,
    /// The shift chain does not end in its sentinel.
    Chain,
    /// An expander does not answer, or has lost its settings.
    Expander,
    /// No reading has come for too long.
    Stale,
    /// An input cannot be read for what it is: its column is held to ground.
    Stuck,
    /// A sensor says nothing.
    Dead,
    /// Squares come and go together, as where a diode of the matrix is missing.
    Ghost,
    /// A hall sensor's level without a piece has wandered.
    Drift,
    /// The microcontroller is gone, or what it says is garbled.
    Serial,
    /// The machine has too little voltage.
    Undervoltage,
}

impl Fault {
    /// The code that goes into the trace.
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }
}

/// A board that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// What kind of thing is wrong.
    pub(crate) fault: Fault,
    /// What the technician should know: the part, and what it did.
    pub(crate) detail: String,
}

impl Failure {
    /// A failure of this kind.
    pub(crate) fn new(fault: Fault, detail: impl fmt::Display) -> Failure {
        Failure { fault, detail: detail.to_string() }
    }

    /// A transfer that failed.
    pub(crate) fn bus(what: impl fmt::Display, error: impl fmt::Debug) -> Failure {
        Failure::new(Fault::Bus, format_args!("{what}: {error:?}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault.code(), self.detail)
    }
}

impl std::error::Error for Failure {}

/// One reading of all inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Levels {
    /// Bit n: input n is high.
    pub(crate) high: u64,
    /// Bit n: input n could not be read, and its level above means nothing.
    pub(crate) unread: u64,
    /// Why; there where something is unread.
    pub(crate) failure: Option<Failure>,
}

impl Levels {
    /// A reading of all inputs.
    pub(crate) fn all(high: u64) -> Levels {
        Levels { high, ..Levels::default() }
    }
}

/// Electronics that read 64 inputs.
pub(crate) trait Driver: Send + 'static {
    /// Reads all inputs.
    ///
    /// # Errors
    ///
    /// When none can be read. The next call tries again, and puts the chips in order first.
    fn read(&mut self) -> Result<Levels, Failure>;

    /// Looks at every part for itself.
    fn examine(&mut self) -> Vec<Examined>;

    /// From now on inputs are told as they read, also those that cannot be what they seem: for whoever
    /// looks for the reason.
    fn as_read(&mut self) {}
}

/// A part that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Examined {
    /// Which.
    pub(crate) part: Part,
    /// What is wrong with it.
    pub(crate) trouble: Option<Trouble>,
}

impl Examined {
    /// A part without fault.
    pub(crate) fn good(part: Part) -> Examined {
        Examined { part, trouble: None }
    }

    /// A part with a fault.
    pub(crate) fn bad(part: Part, trouble: Trouble) -> Examined {
        Examined { part, trouble: Some(trouble) }
    }
}

/// A part of the electronics, as it is labelled in the wiring table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Part {
    /// The chain of shift registers as a whole.
    Chain,
    /// The expander at this address.
    Expander(u8),
    /// A column of the matrix, 1 to 8.
    Column(u8),
    /// The lines, one a square.
    Lines,
    /// The microcontroller.
    Controller,
    /// The switches of a simulated board.
    Switches,
}

/// What can be found wrong with a part.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Trouble {
    /// A transfer failed; the system's word for it.
    Transfer(String),
    /// It does not answer.
    Silent(String),
    /// All that is read is high: no data come from the first chip.
    OpenAtPi,
    /// All that is read is low: the data line is held to ground, or the chips have no supply.
    HeldLow,
    /// Nothing comes from behind this chip, 1 being the nearest to the Pi.
    OpenBehind(u8),
    /// The sentinel is not what it is wired to.
    Sentinel {
        /// What was read.
        read: u8,
        /// What it should be.
        wanted: u8,
    },
    /// The sentinel is right now and then: contact, supply or speed.
    Unsteady {
        /// Readings with a right one.
        right: u32,
        /// Readings.
        of: u32,
    },
    /// What was set does not stay: it is reset again and again, or written to by another program.
    Forgets,
    /// A column is low although no row is driven.
    ColumnLow,
    /// It sends levels of hall sensors, and nobody has calibrated them.
    Uncalibrated,
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn every_fault_has_words_in_both_languages() {
        let languages = [
            include_str!("../../words/en/reasons.ftl"),
            include_str!("../../words/ru/reasons.ftl"),
        ];
        for fault in Fault::iter() {
            let key = format!("\nfault-{} = ", fault.code());
            assert!(languages.iter().all(|words| words.contains(&key)), "{key}");
        }
    }
}
