use serde::{Deserialize, Serialize};

use super::End;
use crate::board::{Side, Square, Squares, Text};

/// What the technician is asked for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumDiscriminants)]
#[serde(tag = "task", rename_all = "snake_case")]
#[strum_discriminants(name(TaskKind), derive(strum::EnumIter, strum::IntoStaticStr))]
#[strum_discriminants(strum(serialize_all = "snake_case"))]
#[strum_discriminants(doc = "The kinds of tasks.", allow(missing_docs))]
pub enum Task {
    /// To take everything off the board.
    Clear {
        /// What still reads occupied.
        squares: Squares,
    },
    /// To put one piece here, and nothing anywhere else.
    Put {
        /// Where.
        square: Text<Square>,
        /// Of which colour, where the sensors see colours.
        piece: Option<Text<Side>>,
    },
    /// To set pieces up on these squares, whichever they are.
    SetUp {
        /// All of them.
        squares: Squares,
        /// Those that still read empty.
        missing: Squares,
        /// Others that read occupied.
        extra: Squares,
    },
    /// To put one piece more here, and when it stood on another square before, to take it from there.
    Add {
        /// Where.
        square: Text<Square>,
    },
    /// To press this end of the lever, or this button.
    Press {
        /// Which.
        end: End,
    },
    /// Nothing more: there is a report.
    Done,
}
