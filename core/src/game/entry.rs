//! A move of the record as it was told.

use std::sync::Arc;

use shakmaty::{ByColor, san::SanPlus};

use super::Earned;
use crate::{
    board::{Inferred, Ms},
    tracker::{Ply, Step},
};

/// A move that was told, or one that cannot be: illegal, and it stands.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) ply: Arc<Ply>,
    /// Empty where the move is no legal one.
    pub(super) san: String,
    pub(super) fen: String,
    pub(super) sure: bool,
    pub(super) inferred: Option<Inferred>,
    /// What the clocks showed when it was completed, ms.
    pub(super) left: ByColor<Option<Ms>>,
    pub(super) state: State,
    pub(super) earned: Earned,
    pub(super) touches: Touches,
    /// The alert that its ambiguity raised.
    pub(super) ambiguous: bool,
}

/// Whether what was touched before a move has been weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touches {
    Open,
    Weighed,
}

/// How far a told move has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It stands on the board.
    Made,
    /// The player pressed his clock, or the move counts as completed without.
    Completed,
}

impl Entry {
    pub(super) fn of(ply: Arc<Ply>, sure: bool) -> Entry {
        let san = match (ply.step, ply.before.chess()) {
            (Step::Lawful(m), Some(chess)) => SanPlus::from_move(chess.clone(), m).to_string(),
            _ => String::new(),
        };
        let fen = ply.after.fen();
        Entry {
            ply,
            san,
            fen,
            sure,
            inferred: None,
            left: ByColor::default(),
            state: State::Made,
            earned: None,
            touches: Touches::Open,
            ambiguous: false,
        }
    }

    /// Whether it is a legal move from a position that the rules know.
    pub(super) fn told(&self) -> bool {
        !self.san.is_empty()
    }

    pub(super) fn completed(&self) -> bool {
        self.state == State::Completed
    }
}
