//! What becomes of an alert: its advice carried out, another lawful outcome, or no action.

use shakmaty::{Bitboard, Color, Role};

use super::{Game, Saying, Stage, StoppedBy, orders::Refusal};
use crate::{
    board::{Advice, Alert, AlertKind, Cleared, GameResult, Matter, Reason, Target, Verdict},
    rules::Concept,
    tracker::Step,
};

/// Squares of which the arbiter has said that nothing is to be done about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Excuse {
    squares: Bitboard,
    /// Number of the next change then: whatever changes on the squares is another matter.
    since: usize,
}

impl Game {
    /// Squares that the arbiter has excused and that are as he saw them.
    pub(super) fn excused(&self) -> Bitboard {
        let log = self.tracker.log();
        let unchanged = |excuse: &&Excuse| {
            !log.since(excuse.since).iter().any(|change| excuse.squares.contains(change.square))
        };
        self.excuses.iter().filter(unchanged).fold(Bitboard::EMPTY, |all, one| all | one.squares)
    }

    pub(super) fn decide(
        &mut self,
        target: &Target,
        verdict: Verdict,
        choice: Option<usize>,
        seen: Option<u64>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let alert = self.targeted(target)?;
        if seen.is_some_and(|rev| rev != u64::from(alert.rev)) {
            return Err("changed");
        }
        match verdict {
            Verdict::Postpone => self.quickplay_postponed(&alert, saying),
            Verdict::Dismiss => {
                self.dismiss(&alert, saying);
                self.quickplay_refused(&alert, saying)
            }
            Verdict::Apply => {
                let choice = match choice {
                    None => None,
                    Some(choice) => {
                        let place = choice.checked_sub(1);
                        let choice = place.and_then(|place| alert.choices.get(place));
                        Some(choice.ok_or("no_such_choice")?)
                    }
                };
                let unknown = matches!(alert.matter, Matter::FlagFall { result: None, .. });
                if unknown && choice.is_none() && alert.advice.is_empty() {
                    return Err("result_unknown");
                }
                let steps = choice.map_or(&alert.advice, |choice| &choice.steps);
                let counts = match choice {
                    None => self.counts_as_illegal(alert.kind()),
                    Some(choice) => self.choice_counts(&alert, choice),
                };
                let warns = steps.iter().all(|step| matches!(step, Advice::Warn { .. }));
                let offender = alert.side.map(|side| side.0).filter(|_| counts && !warns);
                self.apply_alert(&alert, steps, offender, saying)
            }
        }
    }

    fn targeted(&self, target: &Target) -> Result<Alert, Refusal> {
        let found = match target {
            Target::Alert(id) => self.book.open().find(|a| a.id == *id),
            Target::Kind(kind) => {
                let newest = || self.book.open().rev().filter(|a| a.kind() == *kind);
                newest().find(|a| !self.is_behind_its_like(a)).or_else(|| newest().next())
            }
        };
        match (found, target) {
            (Some(alert), _) => Ok(alert.clone()),
            (None, Target::Alert(id)) if self.book.find(*id).is_some() => Err("already_decided"),
            (None, _) => Err("no_such_alert"),
        }
    }

    /// Whether another of its kind comes first: of two flags the one that fell before.
    fn is_behind_its_like(&self, alert: &Alert) -> bool {
        let Matter::FlagFall { after: Some(first), .. } = alert.matter else { return false };
        self.book.open().any(|open| open.id == first && open.kind() == alert.kind())
    }

    fn dismiss(&mut self, alert: &Alert, saying: &mut Saying) {
        self.clear(alert.id, Cleared::Dismissed, saying);
        if alert.kind() == AlertKind::IllegalMove {
            // There was no illegal move, so none is replaced.
            self.carried = None;
        }
        if alert.names_squares() {
            self.excuses
                .push(Excuse { squares: alert.squares.0, since: self.tracker.log().next() });
        }
        if alert.kind() == AlertKind::GameSeemsOver && self.stage == Stage::SeemsOver {
            self.go_on();
            self.stage = Stage::Play;
        }
    }

    /// Carries out the steps; it adds to the illegal moves of `offender`, if there is one.
    pub(super) fn apply_alert(
        &mut self,
        alert: &Alert,
        steps: &[Advice],
        offender: Option<Color>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        if self.stage == Stage::Over {
            self.reopen(Some("decision".into()), saying)?;
        }
        if self.stage == Stage::Play && !steps.is_empty() {
            self.keep_touches(saying.t);
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Arbiter);
            self.say_clock(saying);
        }
        self.clear(alert.id, Cleared::Applied, saying);
        if let Some(side) = offender {
            self.count_illegal(alert, side, saying);
        }
        self.take_steps(steps, alert, saying)
    }

    pub(super) fn take_steps(
        &mut self,
        steps: &[Advice],
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        steps.iter().try_for_each(|step| self.take_step(step, alert, saying))
    }

    fn take_step(
        &mut self,
        step: &Advice,
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        match step {
            Advice::AddTime { side, ms } => self.add_time(side.0, *ms, saying),
            // The game has gone back further since.
            Advice::Reinstate { ply } if *ply > self.plies() => Ok(()),
            Advice::Reinstate { ply } => self.reinstate(*ply, saying),
            Advice::Lose { side } => {
                self.end_by_decision(GameResult::lost_by(side.0), alert, saying);
                Ok(())
            }
            Advice::Draw {} => {
                self.end_by_decision(GameResult::Draw, alert, saying);
                Ok(())
            }
            Advice::Promote { piece } => self.promote(alert, *piece, saying),
            // Where he is free to choose nothing binds him.
            Advice::Oblige { moves, .. } if moves.is_empty() => Ok(()),
            Advice::Oblige { moves, .. } => self.oblige_as(binding_of(alert.kind()), moves, saying),
            Advice::Warn { .. } | Advice::Pause {} => Ok(()),
            Advice::NewGame {} => self.new_game(saying),
            Advice::AcceptBoard { fen: Some(fen) } => self.accept_offered(fen, saying),
            Advice::AcceptBoard { fen: None } => self.accept_board(saying),
        }
    }

    /// Ends the game by the article of its reason, or by that of the alert.
    fn end_by_decision(&mut self, result: GameResult, alert: &Alert, saying: &mut Saying) {
        match ending_of(alert.kind()) {
            Reason::Arbiter => {
                let article = alert.article.clone();
                self.end_with(result, Reason::Arbiter, article, u32::MAX, saying);
            }
            reason => self.end(result, reason, u32::MAX, saying),
        }
    }

    /// Gives the newest promotion of the player concerned another piece.
    fn promote(&mut self, alert: &Alert, piece: char, saying: &mut Saying) -> Result<(), Refusal> {
        let role = Role::from_char(piece).ok_or("no_such_piece")?;
        let entry = self.record.iter().rev().find(|entry| {
            Some(entry.ply.by()) == alert.side.map(|side| side.0)
                && entry.ply.lawful().is_some_and(|m| m.promotion().is_some())
        });
        let ply = entry.ok_or("no_promotion")?.ply.clone();
        let Step::Lawful(shakmaty::Move::Normal { role: pawn, from, capture, to, promotion }) =
            ply.step
        else {
            return Err("no_promotion");
        };
        if promotion == Some(role) {
            return Ok(());
        }
        let m = shakmaty::Move::Normal { role: pawn, from, capture, to, promotion: Some(role) };
        self.rewrite(ply.number, m, saying)
    }
}

/// By what a decision on such an alert binds.
fn binding_of(kind: AlertKind) -> Concept {
    match kind {
        AlertKind::ClaimedMoveNotPlayed => Concept::ClaimedMoveNotPlayed,
        _ => Concept::TouchMoveOwn,
    }
}

fn ending_of(kind: AlertKind) -> Reason {
    match kind {
        AlertKind::QuickplayFinish => Reason::QuickplayFinish,
        AlertKind::FlagFall | AlertKind::BothFlags => Reason::FlagFall,
        AlertKind::IllegalMove
        | AlertKind::PressedWithoutMove
        | AlertKind::TwoHands
        | AlertKind::PromotionUnverified => Reason::IllegalMoves,
        _ => Reason::Arbiter,
    }
}
