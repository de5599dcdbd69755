//! What becomes of an alert: its advice carried out, another lawful outcome, or no action.

use shakmaty::Role;

use super::{Game, Saying, Stage, StoppedBy, orders::Refusal};
use crate::{
    board::{Advice, Alert, AlertKind, Cleared, GameResult, Reason, Target, Verdict},
    rules::Treatment,
    tracker::Step,
};

impl Game {
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
            Verdict::Postpone => Ok(()),
            Verdict::Dismiss => {
                self.dismiss(&alert, saying);
                Ok(())
            }
            Verdict::Apply => {
                let steps = match choice {
                    None => alert.advice.clone(),
                    Some(choice) => choice
                        .checked_sub(1)
                        .and_then(|place| alert.choices.get(place))
                        .map(|choice| choice.steps.clone())
                        .ok_or("no_such_choice")?,
                };
                self.apply_alert(&alert, &steps, choice.is_none(), saying)
            }
        }
    }

    fn targeted(&self, target: &Target) -> Result<Alert, Refusal> {
        let found = match target {
            Target::Alert(id) => self.book.open().find(|a| a.id == *id),
            Target::Kind(kind) => self.book.open().rev().find(|a| a.kind() == *kind),
        };
        match (found, target) {
            (Some(alert), _) => Ok(alert.clone()),
            (None, Target::Alert(id)) if self.book.fate(*id).is_some() => Err("already_decided"),
            (None, _) => Err("no_such_alert"),
        }
    }

    fn dismiss(&mut self, alert: &Alert, saying: &mut Saying) {
        self.clear(alert.id, Cleared::Dismissed, saying);
        if alert.kind() == AlertKind::IllegalMove {
            // There was no illegal move, so none is replaced.
            self.carried = None;
        }
        if alert.kind() == AlertKind::GameSeemsOver && self.stage == Stage::SeemsOver {
            self.go_on();
            self.stage = Stage::Play;
        }
    }

    fn apply_alert(
        &mut self,
        alert: &Alert,
        steps: &[Advice],
        counts: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let side = alert.side.map(|side| side.0);
        if self.stage == Stage::Over {
            self.reopen(Some("decision".into()), saying)?;
        }
        if self.stage == Stage::Play && !steps.is_empty() {
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Arbiter);
            self.say_clock(saying);
        }
        let warns = steps.iter().all(|step| matches!(step, Advice::Warn { .. }));
        if counts
            && !warns
            && self.counts_as_illegal(alert.kind())
            && let Some(side) = side
        {
            *self.illegal.get_mut(side) += 1;
        }
        self.clear(alert.id, Cleared::Applied, saying);
        for step in steps {
            self.take_step(step, alert, saying)?;
        }
        Ok(())
    }

    fn counts_as_illegal(&self, kind: AlertKind) -> bool {
        match kind {
            AlertKind::IllegalMove | AlertKind::PromotionUnverified => true,
            AlertKind::PressedWithoutMove => {
                self.rules.parameters.pressed_without_move == Treatment::AsIllegalMove
            }
            AlertKind::TwoHands => self.rules.parameters.two_hands == Treatment::AsIllegalMove,
            _ => false,
        }
    }

    fn take_step(
        &mut self,
        step: &Advice,
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        match step {
            Advice::AddTime { side, ms } => self.add_time(side.0, *ms, saying),
            Advice::Reinstate { ply } => self.reinstate(*ply, saying),
            Advice::Lose { side } => {
                self.end(GameResult::lost_by(side.0), ending_of(alert.kind()), u32::MAX, saying);
                Ok(())
            }
            Advice::Draw {} => {
                self.end(GameResult::Draw, ending_of(alert.kind()), u32::MAX, saying);
                Ok(())
            }
            Advice::Promote { piece } => self.promote(alert, *piece, saying),
            Advice::Warn { .. } | Advice::Oblige { .. } | Advice::Pause {} => Ok(()),
            Advice::NewGame {} => self.reinstate(0, saying),
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

fn ending_of(kind: AlertKind) -> Reason {
    match kind {
        AlertKind::FlagFall | AlertKind::BothFlags => Reason::FlagFall,
        AlertKind::IllegalMove
        | AlertKind::PressedWithoutMove
        | AlertKind::TwoHands
        | AlertKind::PromotionUnverified => Reason::IllegalMoves,
        _ => Reason::Arbiter,
    }
}
