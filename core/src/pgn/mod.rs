//! Games as PGN and back.
//!
//! What is written is the standard's export format, byte for byte the same everywhere; what is read
//! may be what the chess world really delivers: clocks broken over lines, missing blank lines,
//! Latin-1, comments anywhere.

mod read;
mod sheet;
mod split;
mod write;

use std::collections::BTreeMap;

use shakmaty::{Chess, Move};

use crate::board::{GameResult, Ms, Reason};

pub use read::{ReadError, heads, read};

/// The tags every game has, in their order (PGN standard 8.1.1), but for the result.
pub const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// One game as PGN knows it: the main line, without glyphs and variations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Tags by name, but for `Result`, `SetUp` and `FEN`, which are fields here.
    pub tags: BTreeMap<String, String>,
    /// The starting position, if it is not the usual one.
    pub start_fen: Option<String>,
    /// The main line.
    pub moves: Vec<Ply>,
    /// How it ended. PGN has no word for `0-0` and split results: they are written `*` with a comment.
    pub result: GameResult,
    /// What stands before the first move.
    pub comment: Option<String>,
}

/// One move of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// The move in standard algebraic notation, with `+` or `#`.
    pub san: String,
    /// What the mover's clock showed after it, ms. Written in whole seconds.
    pub clk_ms: Option<Ms>,
    /// What stands after it.
    pub comment: Option<String>,
}

impl Ply {
    /// A move without clock and comment.
    pub fn new(san: impl Into<String>) -> Ply {
        Ply { san: san.into(), clk_ms: None, comment: None }
    }
}

/// A position from which the record went on although no legal move reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// How many moves were recorded before it.
    pub after: usize,
    /// The position.
    pub fen: String,
}

/// The moves of a game with the positions they lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it starts.
    pub start: Chess,
    /// What was played.
    pub moves: Vec<Move>,
}

impl Score {
    /// A tag's value, `?` where it is missing.
    pub fn tag(&self, name: &str) -> &str {
        self.tags.get(name).map_or("?", String::as_str)
    }

    /// The positions behind the notation.
    ///
    /// # Errors
    ///
    /// When the start is no position or a move is not legal.
    pub fn line(&self) -> Result<Line, String> {
        read::line(self)
    }

    /// Cuts a record with [`Leg`]s into games that any reader accepts: each ends where no legal move
    /// goes on and says so; the last one carries the result.
    pub fn in_legs(self, legs: &[Leg]) -> Vec<Score> {
        let mut games = Vec::with_capacity(legs.len() + 1);
        let mut rest = self;
        let mut cut = 0;
        for leg in legs {
            let at = leg.after.saturating_sub(cut).min(rest.moves.len());
            let mut next = Score {
                moves: rest.moves.split_off(at),
                start_fen: Some(leg.fen.clone()),
                comment: Some("The record goes on from the position that stood.".into()),
                ..rest.clone()
            };
            cut += at;
            std::mem::swap(&mut rest, &mut next);
            next.result = GameResult::Open;
            next.tags.insert("Termination".into(), termination(None).into());
            next.remark("No legal move leads to the position that stood; see the next game.");
            games.push(next);
        }
        games.push(rest);
        games
    }

    /// Adds a comment at the end.
    fn remark(&mut self, text: &str) {
        let place = match self.moves.last_mut() {
            Some(ply) => &mut ply.comment,
            None => &mut self.comment,
        };
        *place = Some(match place.take() {
            Some(before) => format!("{before} {text}"),
            None => text.into(),
        });
    }
}

/// The value of the tag `Termination` (PGN standard 9.8.1); none: the game is not over.
pub fn termination(reason: Option<Reason>) -> &'static str {
    match reason {
        None => "unterminated",
        Some(
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::DeadPosition
            | Reason::FivefoldRepetition
            | Reason::SeventyFiveMoves
            | Reason::ThreefoldRepetition
            | Reason::FiftyMoves
            | Reason::Resignation
            | Reason::Agreement,
        ) => "normal",
        Some(Reason::FlagFall) => "time forfeit",
        Some(Reason::IllegalMoves | Reason::Conduct) => "rules infraction",
        Some(Reason::Forfeit) => "abandoned",
        Some(Reason::QuickplayFinish | Reason::Arbiter) => "adjudication",
    }
}

#[cfg(test)]
mod tests;
