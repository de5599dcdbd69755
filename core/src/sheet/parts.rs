use serde::{Deserialize, Serialize};
use serde_json::Value;
use shakmaty::uci::UciMove;

use crate::board::{
    Alert, Claim, ClaimAnswer, Cleared, GameResult, Inferred, Ms, OfferState, Reason, Seen, Side,
    Square, Squares, Text,
};

/// Where a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Phase {
    /// Pieces are being set up.
    #[default]
    Setup,
    /// The board shows the starting position.
    Ready,
    /// The game is on.
    Playing,
    /// It has a result.
    Over,
}

/// One move of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// Its number, from 1.
    pub ply: u32,
    /// From and to, and what a pawn became.
    pub uci: Text<UciMove>,
    /// As players write it.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Whether no other explanation survives.
    pub sure: bool,
    /// Why it was worked out and not seen, if that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
    /// How far it has got.
    pub state: MoveState,
    /// When it was made, as far as is known, ms.
    pub t: Ms,
    /// White's time left when it was completed, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<Ms>,
    /// Black's, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<Ms>,
    /// Which part of the record it belongs to: 1 from the start, then [`Leg::n`].
    pub leg: u32,
    /// At a promotion: whether the exchange was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promoted: Option<Seen>,
}

/// How far a move has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MoveState {
    /// It stands on the board (Article 4).
    Made,
    /// And the clock was pressed, or nothing more is needed (6.2.1).
    Completed,
}

/// The last move at a glance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastMove {
    /// Its number; an illegal move that stands may have come after it.
    pub ply: u32,
    /// From and to.
    pub uci: Text<UciMove>,
    /// As players write it.
    pub san: String,
}

/// A position from which the record goes on and that no legal move reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leg {
    /// Its number; the game from its start is 1.
    pub n: u32,
    /// The position.
    pub fen: String,
    /// The ply after which it stands.
    pub ply: u32,
}

/// The clocks at one instant; a viewer counts on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clocks {
    /// White's time left, ms.
    pub white_ms: Ms,
    /// Black's, ms.
    pub black_ms: Ms,
    /// Whose time runs.
    pub running: Option<Text<Side>>,
    /// Period, from 1, of the side whose time runs.
    pub period: u32,
    /// Its completed moves.
    pub moves: u32,
    /// What is left of the delay during which that time stands still, ms; 0 where there is none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub delay_ms: Ms,
    /// What White's clock has counted.
    #[serde(default)]
    pub white: Counted,
    /// And Black's.
    #[serde(default)]
    pub black: Counted,
    /// The instant, ms of trace time.
    pub t: Ms,
}

fn is_none(ms: &Ms) -> bool {
    *ms == 0
}

/// What a player's clock counts besides his time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counted {
    /// Completed moves.
    pub moves: u32,
    /// The period he is in, from 1.
    pub period: u32,
}

impl Default for Counted {
    fn default() -> Self {
        Counted { moves: 0, period: 1 }
    }
}

impl Clocks {
    /// What the clock of this side has counted.
    pub fn counted(&self, side: Side) -> Counted {
        side.fold_wb(self.white, self.black)
    }

    pub(super) fn counted_mut(&mut self, side: Side) -> &mut Counted {
        side.fold_wb(&mut self.white, &mut self.black)
    }
}

/// How the board differs from the position it must show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// Squares that should not be empty.
    pub missing: Squares,
    /// Squares that should be.
    pub extra: Squares,
    /// Squares with the other side's piece.
    pub wrong_color: Squares,
}

/// What the side to move must play because of what it touched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Obligation {
    /// Who.
    pub side: Text<Side>,
    /// One of these; never empty.
    pub moves: Vec<Text<UciMove>>,
    /// Because of pieces on these squares.
    pub touched: Squares,
}

/// A piece left its square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Touch {
    /// When, ms.
    pub t: Ms,
    /// Its square.
    pub square: Text<Square>,
    /// FEN letter.
    pub piece: char,
    /// Whose hand it was, where that is known.
    pub by: Option<Text<Side>>,
    /// Where it came back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned_to: Option<Text<Square>>,
    /// How long it was in the air, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted_ms: Option<Ms>,
}

/// An alert that waits for somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenAlert {
    /// When it was first raised, ms.
    pub t: Ms,
    /// Its last revision.
    #[serde(flatten)]
    pub alert: Alert,
}

/// An alert that has gone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PastAlert {
    /// What it was.
    #[serde(flatten)]
    pub was: OpenAlert,
    /// Why it went.
    pub why: Cleared,
    /// When, ms.
    pub cleared_t: Ms,
    /// Who decided so, if it was decided and he gave his name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
}

/// An order that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ordered {
    /// When, ms.
    pub t: Ms,
    /// What.
    pub r#do: String,
    /// By whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// A claim and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claimed {
    /// When, ms.
    pub t: Ms,
    /// After which ply.
    pub ply: u32,
    /// Who claimed.
    pub by: Text<Side>,
    /// What.
    pub claim: Claim,
    /// The answer.
    pub answer: ClaimAnswer,
    /// By which article.
    pub article: Option<String>,
    /// Move numbers and positions.
    pub evidence: Value,
}

/// A draw offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// When it was made, ms.
    pub t: Ms,
    /// By whom.
    pub by: Text<Side>,
    /// At which ply.
    pub ply: u32,
    /// What became of it.
    pub state: OfferState,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// By which article.
    pub article: Option<String>,
    /// When, ms.
    pub t: Ms,
}
