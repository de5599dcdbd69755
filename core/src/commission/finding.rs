use serde::{Deserialize, Serialize};

use super::{End, Verdict};
use crate::board::{Bitboard, Squares};

/// What can be wrong with a board.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FindingKind {
    /// They read occupied though nothing stands there.
    Stuck,
    /// They change without end.
    Chattering,
    /// They never read occupied.
    Dead,
    /// The whole board reads turned.
    Rotated,
    /// The whole board reads as in a mirror.
    Mirrored,
    /// A whole rank or file reads as another one.
    LineSwapped,
    /// A whole rank or file reads from the other end.
    LineReversed,
    /// Two squares read in each other's place.
    Swapped,
    /// A square reads as another one, which does not read as it.
    Misplaced,
    /// Squares that always read together.
    Bridged,
    /// A square beside the piece reacts to it.
    Neighbour,
    /// They read the piece with gaps.
    Weak,
    /// They read a piece of one colour as one of the other.
    Reversed,
    /// A diode among these is missing or lets current through both ways.
    Diode,
    /// They read occupied for no reason that the wiring gives.
    Ghost,
    /// An end of the lever is never seen.
    LeverDead,
    /// The ends of the lever are seen in each other's place.
    LeverSwapped,
    /// A press is seen several times.
    LeverBounces,
    /// The technician ended before everything had been tried.
    Unfinished,
}

impl FindingKind {
    /// What a board with it is.
    pub fn verdict(self) -> Verdict {
        match self {
            FindingKind::Neighbour | FindingKind::Weak | FindingKind::LeverBounces => {
                Verdict::Remarks
            }
            FindingKind::Unfinished => Verdict::Unfinished,
            _ => Verdict::Failed,
        }
    }
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What.
    pub kind: FindingKind,
    /// The squares that have it; of a diode those where it may be.
    #[serde(default, skip_serializing_if = "none")]
    pub squares: Squares,
    /// Where it shows, or the squares on the other side of it.
    #[serde(default, skip_serializing_if = "none")]
    pub with: Squares,
    /// By how much the board reads turned, clockwise: to be added to `rotate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degrees: Option<u16>,
    /// The ends of the lever concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<End>,
}

fn none(squares: &Squares) -> bool {
    squares.0.is_empty()
}

impl Finding {
    pub(super) fn new(kind: FindingKind, squares: Bitboard) -> Finding {
        let with = Squares::default();
        Finding { kind, squares: Squares(squares), with, degrees: None, ends: Vec::new() }
    }

    pub(super) fn with(self, with: Bitboard) -> Finding {
        Finding { with: Squares(with), ..self }
    }
}
