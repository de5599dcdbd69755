//! What illegal moves cost, and how often they have been punished (7.4.2 / 7.5.5).

use shakmaty::Color;

use super::{Game, Notice, Saying};
use crate::{
    board::{Advice, Alert, AlertKind, Choice, Claim, Cleared, GameResult, Matter, Text},
    rules::{Concept, PenaltyTime, Treatment},
};

impl Game {
    /// Which illegal move of a player the next one would be.
    pub(super) fn next_count(&self, side: Color) -> u32 {
        self.illegal.get(side) + 1
    }

    /// What an illegal move costs, by how many there were; the game goes on after `ply`.
    pub(super) fn illegal_advice(&self, side: Color, ply: u32, count: u32) -> Vec<Advice> {
        let mut advice = self.penalty_advice(side, count);
        if !ends(&advice) {
            advice.push(Advice::Reinstate { ply });
        }
        advice
    }

    /// The penalty alone.
    pub(super) fn penalty_advice(&self, side: Color, count: u32) -> Vec<Advice> {
        let parameters = &self.rules.parameters;
        if count >= parameters.illegal_moves_lose.get() {
            return match self.lost_or_drawn(side) {
                Some(GameResult::Draw) => vec![Advice::Draw {}],
                Some(_) | None => vec![Advice::Lose { side: Text(side) }],
            };
        }
        if !self.has_clock() {
            return Vec::new();
        }
        let ms = i64::try_from(parameters.illegal_move_ms).unwrap_or(i64::MAX);
        vec![Advice::AddTime { side: Text(!side), ms }]
    }

    /// An illegal move loses, but it is not known whether the opponent could mate: he draws if not.
    pub(super) fn choice_if_unproved(&self, notice: &Notice) -> Option<Choice> {
        let side = notice.side.filter(|_| loses(&notice.advice))?;
        let illegal = self.counts_as_illegal(AlertKind::from(&notice.matter));
        (illegal && self.lost_or_drawn(side).is_none())
            .then(|| Choice { article: notice.penalty.clone(), steps: vec![Advice::Draw {}] })
    }

    /// Whether an open alert advises a loss that is a draw where the opponent cannot mate.
    pub(super) fn loses_unproved(&self, alert: &Alert) -> bool {
        let drawn = |choice: &Choice| choice.steps == [Advice::Draw {}];
        self.counts_as_illegal(alert.kind())
            && loses(&alert.advice)
            && alert.choices.iter().any(drawn)
    }

    /// It is known by now whether the opponent could mate.
    pub(super) fn losses_again(&mut self, saying: &mut Saying) {
        let open = self.book.open().filter(|alert| self.loses_unproved(alert));
        let known =
            open.filter_map(|alert| Some((alert.clone(), self.lost_or_drawn(alert.side?.0)?)));
        for (mut alert, result) in known.collect::<Vec<_>>() {
            alert.choices.retain(|choice| choice.steps != [Advice::Draw {}]);
            if result == GameResult::Draw {
                alert.advice.retain(|step| !matches!(step, Advice::Lose { .. }));
                alert.advice.push(Advice::Draw {});
            }
            self.revise(alert, saying);
        }
    }

    /// Article 7.4.2 of editions that have it so: an opponent who has not complained gets no time.
    pub(super) fn choice_if_nobody_complains(&self, advice: &[Advice]) -> Option<Choice> {
        let depends = self.rules.parameters.illegal_move_time == PenaltyTime::IfClaimed;
        let gives = |step: &Advice| matches!(step, Advice::AddTime { .. });
        (depends && advice.iter().any(gives)).then(|| Choice {
            article: self.rules.penalty(Concept::IllegalMove).map(ToString::to_string),
            steps: advice.iter().filter(|step| !gives(step)).cloned().collect(),
        })
    }

    /// Whether applying an alert of that kind adds to the player's illegal moves.
    pub(super) fn counts_as_illegal(&self, kind: AlertKind) -> bool {
        match kind {
            AlertKind::IllegalMove | AlertKind::PromotionUnverified => true,
            AlertKind::PressedWithoutMove => {
                self.rules.parameters.pressed_without_move == Treatment::AsIllegalMove
            }
            AlertKind::TwoHands => self.rules.parameters.two_hands == Treatment::AsIllegalMove,
            _ => false,
        }
    }

    /// Whether another outcome than the advised one adds to them: it is punished as this offence is, or
    /// it makes an illegal move of it.
    pub(super) fn choice_counts(&self, alert: &Alert, choice: &Choice) -> bool {
        let as_this = choice.article == alert.penalty && self.counts_as_illegal(alert.kind());
        as_this || choice.article.is_some() && choice.article == self.illegal_article()
    }

    fn illegal_article(&self) -> Option<String> {
        self.article(Concept::IllegalMove)
    }

    /// A move of two pieces was half done when the clock was pressed: it was illegal then.
    pub(super) fn choice_of_illegal(&self, side: Color, ply: u32) -> Choice {
        let steps = self.illegal_advice(side, ply, self.next_count(side));
        Choice { article: self.illegal_article(), steps }
    }

    /// An alert that counts as an illegal move was applied: another irregularity of the same press is
    /// punished with it, and those of other presses are the next ones from now on.
    pub(super) fn count_illegal(&mut self, alert: &Alert, side: Color, saying: &mut Saying) {
        *self.illegal.get_mut(side) += 1;
        let of_one_press = self.book.of_the_press_of(alert.id);
        let counted = |other: &Alert| {
            other.id != alert.id
                && of_one_press.contains(&other.id)
                && self.counts_as_illegal(other.kind())
        };
        let counted: Vec<u32> =
            self.book.open().filter(|other| counted(other)).map(|other| other.id).collect();
        for id in counted {
            self.clear(id, Cleared::Moot, saying);
        }
        self.recount(alert.id, side, saying);
    }

    /// What open alerts say of the player's illegal moves is put right.
    fn recount(&mut self, applied: u32, side: Color, saying: &mut Saying) {
        let count = self.next_count(side);
        let others = self.book.open().filter(|other| {
            other.id != applied
                && other.side.map(|side| side.0) == Some(side)
                && self.counts_as_illegal(other.kind())
                // Without a clock an illegal move is first told without its price; one that was put
                // right before the press has none.
                && !matches!(
                    other.advice.as_slice(),
                    [Advice::Reinstate { .. }] | [Advice::Warn { .. }]
                )
        });
        let revised: Vec<Alert> = others.map(|other| self.recounted(other, side, count)).collect();
        for alert in revised {
            self.revise(alert, saying);
        }
    }

    fn recounted(&self, alert: &Alert, side: Color, count: u32) -> Alert {
        let mut alert = alert.clone();
        if let Matter::IllegalMove { count: told, .. }
        | Matter::PressedWithoutMove { count: told } = &mut alert.matter
        {
            *told = count;
        }
        let penalty = self.penalty_advice(side, count);
        if ends(&penalty) {
            alert.advice.retain(|step| matches!(step, Advice::Promote { .. }));
            alert.advice.extend(penalty);
            alert.choices.retain(|choice| choice.article != alert.penalty);
        }
        alert
    }

    /// The opponent has complained: the time is his.
    pub(super) fn complained(&mut self, by: Color, claim: Claim, saying: &mut Saying) {
        if claim != Claim::IllegalMove {
            return;
        }
        let about = |alert: &&Alert| {
            alert.kind() == AlertKind::IllegalMove && alert.side.map(|side| side.0) == Some(!by)
        };
        let Some(mut alert) = self.book.open().rev().find(about).cloned() else { return };
        let penalty = alert.penalty.clone();
        alert.choices.retain(|choice| choice.article != penalty);
        self.revise(alert, saying);
    }
}

fn loses(advice: &[Advice]) -> bool {
    advice.iter().any(|step| matches!(step, Advice::Lose { .. }))
}

/// Whether the advice ends the game.
fn ends(advice: &[Advice]) -> bool {
    advice.iter().any(|step| matches!(step, Advice::Lose { .. } | Advice::Draw {}))
}
