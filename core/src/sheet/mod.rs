//! The events of one game folded into what people look at: moves with their times, clocks,
//! obligation, alerts. The page, the hall, PGN and paper are all made from it.
//!
//! The last event about a ply or an alert counts, so a sheet is always as of its last event, and one
//! that was stored goes on from there.

mod fold;
mod parts;
#[cfg(test)]
mod tests;

use std::ops::Deref;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shakmaty::fen::Fen;

pub use parts::*;

use crate::board::{ClockKind, Colours, GameResult, Header, Ms, Play, Side, Supervision, Text};

/// One game as people look at it. It reads as its [`Summary`] with more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// The game at a glance.
    #[serde(flatten)]
    summary: Summary,
    /// PGN tag Site.
    pub site: String,
    /// PGN tag Date.
    pub date: String,
    /// Further PGN tags.
    pub tags: Map<String, Value>,
    /// Position from which the game began.
    pub start_fen: String,
    /// The moves that stand, by ply.
    pub moves: Vec<Move>,
    /// Positions after the start from which the record goes on.
    pub legs: Vec<Leg>,
    /// How the board differs from the position it must show.
    pub setup: Option<Setup>,
    /// What the side to move must play.
    pub obligation: Option<Obligation>,
    /// The last touches, oldest first.
    pub touches: Vec<Touch>,
    /// Alerts that have gone, in the order in which they went.
    pub past_alerts: Vec<PastAlert>,
    /// Claims and their answers.
    pub claims: Vec<Claimed>,
    /// Draw offers.
    pub offers: Vec<Offer>,
    /// The result that the players signal with their kings.
    pub signalled: Option<GameResult>,
    /// The last order, as long as it may be taken back: nobody has touched a piece or pressed since.
    #[serde(default)]
    pub ordered: Option<Ordered>,
}

/// One game at a glance: what the hall sees of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Board name or number in the hall.
    pub board: String,
    /// The game's id in the hall.
    pub game: Option<String>,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Whether the players sit as they were paired; the names above are of those who do sit there.
    #[serde(default)]
    pub colours: Colours,
    /// PGN tag Event.
    pub event: String,
    /// PGN tag Round.
    pub round: String,
    /// Edition of the rules.
    pub rules: String,
    /// Kind of play.
    pub play: Play,
    /// Whether the Competition Rules apply in rapid and blitz.
    pub supervision: Supervision,
    /// PGN TimeControl.
    pub time_control: String,
    /// What clock stands beside the board.
    pub clock: ClockKind,
    /// Where the game stands.
    pub phase: Phase,
    /// The position of the game.
    pub fen: String,
    /// The side to move.
    pub turn: Text<Side>,
    /// Number of the last ply.
    pub ply: u32,
    /// The last move.
    pub last: Option<LastMove>,
    /// Number of the last event.
    pub seq: u64,
    /// Its time, ms.
    pub t: Ms,
    /// The clocks as they were last told.
    pub clocks: Option<Clocks>,
    /// Open alerts, oldest first.
    pub alerts: Vec<OpenAlert>,
    /// How the game ended.
    pub result: Option<Outcome>,
}

impl Sheet {
    /// The sheet of a game of which nothing was said yet.
    pub fn new(header: &Header) -> Sheet {
        let start_fen = header.fen.clone().unwrap_or_else(|| Fen::default().to_string());
        let summary = Summary {
            board: header.board.clone(),
            game: header.game.clone(),
            white: header.white.clone(),
            black: header.black.clone(),
            colours: Colours::AsPaired,
            event: header.event.clone(),
            round: header.round.clone(),
            rules: header.rules.clone(),
            play: header.play,
            supervision: header.supervision,
            time_control: header.time_control.clone(),
            clock: header.clock,
            phase: Phase::Setup,
            turn: Text(turn(&start_fen)),
            fen: start_fen.clone(),
            ply: 0,
            last: None,
            seq: 0,
            t: 0,
            clocks: None,
            alerts: Vec::new(),
            result: None,
        };
        Sheet {
            summary,
            site: header.site.clone(),
            date: header.date.clone(),
            tags: header.tags.clone(),
            start_fen,
            moves: Vec::new(),
            legs: Vec::new(),
            setup: None,
            obligation: None,
            touches: Vec::new(),
            past_alerts: Vec::new(),
            claims: Vec::new(),
            offers: Vec::new(),
            signalled: None,
            ordered: None,
        }
    }

    /// The game at a glance.
    pub fn summary(&self) -> Summary {
        self.summary.clone()
    }
}

impl Deref for Sheet {
    type Target = Summary;

    fn deref(&self) -> &Summary {
        &self.summary
    }
}

/// The side to move by the second field of a FEN; White where there is none.
fn turn(fen: &str) -> Side {
    match fen.split(' ').nth(1) {
        Some("b") => Side::Black,
        _ => Side::White,
    }
}
