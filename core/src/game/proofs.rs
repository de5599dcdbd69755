//! Whether a side can still mate: a question that may take long is asked, and answered by a record.

use std::sync::Arc;

use shakmaty::{ByColor, Chess, Color};

use super::{Game, Saying, Stage};
use crate::{
    board::{AlertKind, GameResult, Reason},
    mate::{self, Nodes, Quick, Verdict},
};

/// Asks whether a side can mate by any series of legal moves from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Chess,
    /// Names it in the answer.
    pub fen: String,
    /// Who would mate.
    pub side: Color,
    /// What hangs on the answer.
    pub about: About,
}

/// What hangs on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Whether the game has ended by a dead position (5.2.2): only "cannot" matters, and need be told.
    DeadPosition,
    /// Whether a flag, a losing illegal move or a resignation loses or draws (6.9, 7.5.5, 5.1.2).
    Result,
}

/// Where answers come from.
#[derive(Clone, Debug, Default)]
pub enum Answers {
    /// From `proof` records alone: whoever feeds the game looks at [`Game::questions`].
    #[default]
    Later,
    /// At once, but for the questions that the records to come answer: (position, side).
    AtOnce(Arc<[(String, Color)]>),
}

impl Answers {
    /// Every answer at once.
    #[must_use]
    pub fn at_once() -> Answers {
        Answers::AtOnce(Arc::default())
    }
}

/// What is known of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mating {
    /// It can mate.
    Can,
    /// It can never mate.
    Cannot,
    /// Nobody has answered yet.
    Asked,
    /// It could not be found out.
    Undecided,
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    ply: u32,
    fen: String,
    side: Color,
    mating: Mating,
}

impl Game {
    /// Where answers to the game's questions come from: from records, unless this says otherwise.
    pub fn answered(&mut self, answers: Answers) {
        self.answers = answers;
    }

    /// What the game wants to know now; the answers are `proof` records.
    pub fn questions(&self) -> Vec<Question> {
        let dead = self.asks_whether_dead().map(|side| (side, About::DeadPosition));
        let results = self.results_open().into_iter().map(|side| (side, About::Result));
        let open = dead.into_iter().chain(results);
        let Some(position) = self.chess() else { return Vec::new() };
        open.map(|(side, about)| Question {
            position: position.clone(),
            fen: self.stand().fen(),
            side,
            about,
        })
        .collect()
    }

    fn asks_whether_dead(&self) -> Option<Color> {
        let last = self.record.last().filter(|last| last.told())?;
        let over = last.ply.after.moves().is_empty() || self.stage == Stage::Over;
        if over || self.overruled == Some(Reason::DeadPosition) || self.ending.is_some() {
            return None;
        }
        match (self.mating(Color::White), self.mating(Color::Black)) {
            (Mating::Asked, Mating::Asked | Mating::Cannot) => Some(Color::White),
            (Mating::Cannot, Mating::Asked) => Some(Color::Black),
            _ => None,
        }
    }

    /// The sides of which an open decision must know whether they can mate.
    fn results_open(&self) -> Vec<Color> {
        let alerts = self
            .book
            .open()
            .filter(|alert| alert.kind() == AlertKind::FlagFall || self.loses_unproved(alert));
        let winners = alerts.filter_map(|alert| alert.side.map(|side| !side.0));
        let resigned = self.resigned_to.into_iter();
        let mut open = ByColor::<bool>::default();
        winners.chain(resigned).for_each(|side| *open.get_mut(side) = true);
        let asked = |side: &Color| *open.get(*side) && self.mating(*side) == Mating::Asked;
        Color::ALL.into_iter().filter(asked).collect()
    }

    /// Whether that side can mate from where the game stands.
    pub(super) fn mating(&self, side: Color) -> Mating {
        let Some(chess) = self.chess() else { return Mating::Undecided };
        if let Some(known) = self.proofs.iter().rev().find_map(|proof| self.proved_by(proof, side))
        {
            return known;
        }
        if mate::quick(chess, side) == Quick::Cannot {
            return Mating::Cannot;
        }
        match &self.answers {
            Answers::Later => Mating::Asked,
            Answers::AtOnce(later) if later.contains(&(self.stand().fen(), side)) => Mating::Asked,
            Answers::AtOnce(_) => answer(chess, side, &|| false).into(),
        }
    }

    /// What an answer says of the present position: who could never mate from an earlier one cannot
    /// from here either.
    fn proved_by(&self, proof: &Proof, side: Color) -> Option<Mating> {
        let gone = proof.ply > self.plies();
        if proof.side != side || gone || self.fen_after(proof.ply) != proof.fen {
            return None;
        }
        let since = &self.record[proof.ply as usize..];
        let set = self.placed.as_ref().is_some_and(|placed| placed.ply > proof.ply);
        let here = since.is_empty();
        let still = proof.mating == Mating::Cannot && since.iter().all(super::Entry::told) && !set;
        (here || still).then_some(proof.mating)
    }

    /// An answer has come.
    pub(super) fn proved(
        &mut self,
        fen: &str,
        side: Color,
        can_mate: Option<bool>,
        saying: &mut Saying,
    ) {
        let asked = (0..=self.plies()).rev().find(|ply| self.fen_after(*ply) == fen);
        let Some(ply) = asked else { return };
        let mating = can_mate.into();
        self.proofs.retain(|known| known.mating == Mating::Cannot);
        self.proofs.push(Proof { ply, fen: fen.to_owned(), side, mating });
        self.looked_at = None;
        self.note_ending();
        if self.record.last().is_some_and(super::Entry::completed) {
            self.end_by_position(saying);
        }
        self.results_known(saying);
    }

    /// What hangs on whether a side can mate is told as it is known now.
    pub(super) fn results_known(&mut self, saying: &mut Saying) {
        self.flags_again(saying);
        self.losses_again(saying);
        self.resignation_again(saying);
    }

    /// The result for a player who has lost unless his opponent can never mate; none while that is not
    /// known.
    pub(super) fn lost_or_drawn(&self, side: Color) -> Option<GameResult> {
        match self.mating(!side) {
            Mating::Can => Some(GameResult::lost_by(side)),
            Mating::Cannot => Some(GameResult::Draw),
            Mating::Asked | Mating::Undecided => None,
        }
    }
}

/// Finds the answer, as far as the daemon's budget goes; none where it does not, or once `stop` says so.
#[must_use]
pub fn answer(position: &Chess, side: Color, stop: &dyn Fn() -> bool) -> Option<bool> {
    match mate::prove(position, side, Nodes::DEFAULT, stop) {
        Verdict::Can(_) => Some(true),
        Verdict::Cannot(_) => Some(false),
        Verdict::Unknown { .. } => None,
    }
}

impl From<Option<bool>> for Mating {
    fn from(can_mate: Option<bool>) -> Mating {
        match can_mate {
            Some(true) => Mating::Can,
            Some(false) => Mating::Cannot,
            None => Mating::Undecided,
        }
    }
}
