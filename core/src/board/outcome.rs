use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

/// How a game ended. PGN knows only the first three and `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Both lost.
    #[serde(rename = "0-0")]
    BothLose,
    /// White half a point, Black none.
    #[serde(rename = "1/2-0")]
    HalfToWhite,
    /// Black half a point, White none.
    #[serde(rename = "0-1/2")]
    HalfToBlack,
    /// Not decided.
    #[default]
    #[serde(rename = "*")]
    Open,
}

impl GameResult {
    /// The result when `side` loses.
    pub fn lost_by(side: Color) -> GameResult {
        match side {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        }
    }

    /// As PGN and the contract write it.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::HalfToWhite => "1/2-0",
            GameResult::HalfToBlack => "0-1/2",
            GameResult::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a game ended.
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
    strum::IntoStaticStr,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves without pawn move or capture.
    SeventyFiveMoves,
    /// A correct claim of the third occurrence.
    ThreefoldRepetition,
    /// A correct claim of fifty moves.
    FiftyMoves,
    /// Resigned.
    Resignation,
    /// Draw agreed.
    Agreement,
    /// The flag fell.
    FlagFall,
    /// Too many illegal moves.
    IllegalMoves,
    /// A player did not come.
    Forfeit,
    /// Quickplay finish.
    QuickplayFinish,
    /// Conduct.
    Conduct,
    /// The arbiter decided.
    Arbiter,
}
