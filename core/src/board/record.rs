use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use super::{Command, Ms, Planes, Squares, Text};

/// One line of a trace: what the board saw or was told, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Milliseconds since the start of the trace.
    pub t: Ms,
    /// What was seen or said.
    pub what: What,
}

/// What a record says.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Debounced reading of the whole board.
    Scan(Planes),
    /// One undebounced sample; it holds until the next.
    Raw(Planes),
    /// A square became empty.
    Lift(Square),
    /// A square became occupied; polarity boards say by whose piece.
    Place(Square, Option<Color>),
    /// A player pressed his clock.
    Press(Color),
    /// Reading of an external clock.
    Clock(Reading),
    /// A player stopped both clocks.
    Stop,
    /// An order of the arbiter.
    Arbiter(Command),
    /// Squares the scanner cannot trust; none named: the whole board.
    Fault {
        /// The squares.
        squares: Squares,
        /// A code: `stuck`, `dead`, `chattering`, `bus`, …
        reason: String,
    },
    /// A fault that is over: the scanner reads these squares again; none named: the whole board.
    Mended {
        /// The squares.
        squares: Squares,
        /// The code by which the fault was told.
        reason: String,
    },
    /// The daemon came back after `gap_ms`, if that can be known.
    Restart {
        /// How long it was away, ms.
        gap_ms: Option<Ms>,
    },
    /// What the wall clock said.
    Wall {
        /// RFC 3339, UTC.
        time: String,
        /// Whether it was synchronised.
        synced: bool,
    },
    /// The answer to a question that the game asked.
    Proof {
        /// The position asked about.
        fen: String,
        /// The side asked about.
        side: Color,
        /// Whether that side can mate by some series of legal moves; absent: not found out.
        can_mate: Option<bool>,
    },
    /// Time passes to here, and nothing else happens.
    End,
}

/// Whether squares with this fault read nothing that counts. A supply that is low, a baseline that
/// wanders and a lever that is broken are news for the technician; squares are read all the same.
pub fn blinds(reason: &str) -> bool {
    !matches!(reason, "undervoltage" | "drift" | "lever")
}

/// A reading of an external clock, ms left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// White's time.
    pub white: Ms,
    /// Black's time.
    pub black: Ms,
    /// Whose time runs; none when stopped.
    pub running: Option<Text<Color>>,
}
