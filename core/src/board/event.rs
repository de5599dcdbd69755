use serde::{Deserialize, Serialize};
use serde_json::Value;
use shakmaty::{Color, Square, uci::UciMove};

use super::{Alert, AlertKind, Claim, Cleared, GameResult, Ms, Reason, Squares, Text};

/// An event as it was said: numbered, with the time at which the daemon knew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Counts from 1 without gaps within a game.
    pub seq: u64,
    /// The trace's time, ms.
    pub t: Ms,
    /// What was said.
    #[serde(flatten)]
    pub event: Event,
}

/// What comes out. Codes only: sentences are made where they are shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "events and their fields are described in the contract's table of events"
)]
pub enum Event {
    Setup {
        missing: Squares,
        extra: Squares,
        wrong_color: Squares,
    },
    Ready {
        fen: String,
    },
    Started {},
    Touch {
        square: Text<Square>,
        piece: char,
        by: Option<Text<Color>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        returned_to: Option<Text<Square>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lifted_ms: Option<Ms>,
    },
    Obligation {
        side: Text<Color>,
        moves: Vec<Text<UciMove>>,
        touched: Squares,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        article: Option<String>,
    },
    MoveMade {
        ply: u32,
        uci: Text<UciMove>,
        san: String,
        fen: String,
        sure: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        inferred: Option<Inferred>,
    },
    MoveChanged {
        ply: u32,
        uci: Text<UciMove>,
        san: String,
        fen: String,
        sure: bool,
        was: Text<UciMove>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        inferred: Option<Inferred>,
    },
    MoveCompleted {
        ply: u32,
        uci: Text<UciMove>,
        san: String,
        fen: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white_ms: Option<Ms>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black_ms: Option<Ms>,
    },
    MovesWithdrawn {
        from_ply: u32,
        fen: String,
        why: Withdrawal,
    },
    Leg {
        n: u32,
        fen: String,
        ply: u32,
    },
    Promotion {
        ply: u32,
        piece: char,
        seen: Seen,
    },
    DrawOffer {
        by: Text<Color>,
        ply: u32,
        state: OfferState,
    },
    Clock {
        white_ms: Ms,
        black_ms: Ms,
        running: Option<Text<Color>>,
        period: u32,
        moves: u32,
        /// The period of the side that stands, where it is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other_period: Option<u32>,
        /// What is left of the delay of the move that is being thought about, if anything is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delay_ms: Option<Ms>,
    },
    Alert(Alert),
    AlertCleared {
        id: u32,
        kind: AlertKind,
        why: Cleared,
    },
    Claim {
        by: Text<Color>,
        claim: Claim,
        answer: ClaimAnswer,
        article: Option<String>,
        evidence: Value,
    },
    ResultSignalled {
        result: GameResult,
    },
    GameOver {
        result: GameResult,
        reason: Reason,
        article: Option<String>,
    },
    Reopened {
        why: Option<String>,
    },
    Resumed {
        gap_ms: Option<Ms>,
        core: u32,
        differs_from_seq: Option<u64>,
    },
    Done {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        r#do: String,
        #[serde(default, skip_serializing_if = "Colours::is_as_paired")]
        colours: Colours,
    },
    Refused {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        command: Option<String>,
        reason: String,
    },
}

/// Why a move was worked out from where the pieces stand, and not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Inferred {
    /// It was made, in part at least, while the daemon was away.
    Restart,
}

/// Whether the players sit as they were paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Colours {
    /// They do.
    #[default]
    AsPaired,
    /// Who was to have White has Black, and the game goes on so (7.2 / 7.3).
    Reversed,
}

impl Colours {
    fn is_as_paired(&self) -> bool {
        *self == Colours::AsPaired
    }
}

/// Why moves are no longer in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// A provisional move was put back.
    Hand,
    /// The arbiter reinstated an earlier position.
    Reinstate,
    /// The arbiter set a position.
    SetPosition,
    /// The arbiter accepted what stands on the board.
    AcceptBoard,
    /// The board was read the other way round.
    Flip,
    /// The arbiter corrected a move.
    Correct,
    /// The arbiter took back his last command.
    Undo,
}

/// Whether a promotion's exchange was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Seen {
    /// A piece was exchanged at the promotion square.
    Swapped,
    /// None was seen; a queen is assumed.
    Assumed,
}

/// What became of a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OfferState {
    /// Made.
    Made,
    /// The opponent touched a piece.
    Lapsed,
}

/// The answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClaimAnswer {
    /// It holds.
    Right,
    /// It does not.
    Wrong,
    /// He may not claim now (9.4); no penalty.
    NotEntitled,
    /// The sensors cannot tell.
    Unknown,
}
