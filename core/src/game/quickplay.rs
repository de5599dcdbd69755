//! Quickplay finish: the claim that the opponent cannot win by normal means, and its ruling
//! (10.2 and 11 / Guidelines III).

use serde_json::{Value, json};
use shakmaty::Color;

use super::{Game, Notice, Saying, claims::Checked, orders::Refusal};
use crate::{
    board::{
        Advice, Alert, AlertKind, Choice, ClaimAnswer, Cleared, GameResult, Matter, Ms, Play,
        Reason, Ruling, Severity, Text,
    },
    rules::{Concept, QuickplayFinish, QuickplayRuling},
};

impl Game {
    /// Whether a quickplay finish is on for him: in the last period, without increment; never in blitz.
    pub(super) fn quickplay_finish(&self, side: Color, t: Ms) -> bool {
        self.not_in_quickplay(side, t).is_none()
    }

    /// Why a quickplay finish is not on, but for the time that he has left.
    fn not_in_quickplay(&self, side: Color, t: Ms) -> Option<&'static str> {
        if self.rules.parameters.quickplay_finish == QuickplayFinish::Off
            || self.rules.play == Play::Blitz
        {
            Some("not_in_force")
        } else if self.clocks.left(t, side).is_none() || !self.has_clock() {
            Some("no_clock")
        } else if !self.clocks.in_last_period(t, side) {
            Some("not_the_last_period")
        } else if self.clocks.bonus(t, side).increment() > 0 {
            Some("increment")
        } else {
            None
        }
    }

    /// Whether he may claim; the arbiter rules on it.
    pub(super) fn check_quickplay(&self, by: Color) -> Checked {
        let left = self.clocks.left(self.now, by).unwrap_or(0);
        let why = self.not_in_quickplay(by, self.now).or({
            if left >= self.rules.parameters.quickplay_ms {
                Some("too_much_time")
            } else if left == 0 {
                Some("flag_has_fallen")
            } else if self.ruling() == QuickplayRuling::AtOnce && self.stand().turn() != by {
                Some("not_his_move")
            } else {
                None
            }
        });
        let concept = Concept::QuickplayFinish;
        match why {
            Some(why) => Checked::not_entitled(concept, json!({ "why": why, "left_ms": left })),
            None => {
                let evidence = self.final_position();
                Checked { answer: ClaimAnswer::Unknown, concept, evidence }
            }
        }
    }

    fn ruling(&self) -> QuickplayRuling {
        self.rules.parameters.quickplay_ruling
    }

    /// What a later ruling rests on (11).
    fn final_position(&self) -> Value {
        let left = |side| self.clocks.left(self.now, side);
        json!({
            "fen": self.stand().fen(),
            "ply": self.plies(),
            "white_ms": left(Color::White),
            "black_ms": left(Color::Black),
        })
    }

    /// The claim is made: it is an offer too, it stops the clocks, and the arbiter rules. Where there
    /// is none it ends the game, and is ruled on afterwards.
    pub(super) fn claim_quickplay(
        &mut self,
        by: Color,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        if self.book.open().any(|alert| is_claimed(alert, by)) {
            return Err("already_claimed");
        }
        self.offer(by, saying)?;
        let of_him = |alert: &Alert| {
            alert.kind() == AlertKind::QuickplayFinish && alert.side == Some(Text(by))
        };
        self.clear_where(of_him, Cleared::Moot, saying);
        let afterwards = self.ruling() == QuickplayRuling::Afterwards;
        let concept =
            if afterwards { Concept::QuickplayWithoutArbiter } else { Concept::QuickplayFinish };
        if !afterwards {
            self.stop_for_claim(saying)?;
        }
        let kept = self.book.newest();
        let parameters = &self.rules.parameters;
        let (refused, postponed) = if afterwards {
            (Vec::new(), Vec::new())
        } else {
            let given = [parameters.quickplay_refused_ms, parameters.quickplay_postponed_ms];
            given.map(|ms| time_to(!by, ms)).into()
        };
        let matter = Matter::QuickplayFinish { ruling: Some(Ruling::Asked), refused, postponed };
        let notice = Notice::new(matter, Severity::Decision).by(by).advise(vec![Advice::Draw {}]);
        let lose =
            Choice { article: self.article(concept), steps: vec![Advice::Lose { side: Text(by) }] };
        let choices = Vec::from_iter(afterwards.then_some(lose));
        let notice = Notice { choices, ..notice }.citing(&self.rules, concept);
        self.raise(saying, notice);
        if afterwards {
            let article = self.article(concept);
            self.end_with(GameResult::Open, Reason::QuickplayFinish, article, kept, saying);
        }
        Ok(())
    }

    /// Articles 10.2.3 / III.5.3: refused, and the opponent gets time, unless the claim was put off before.
    pub(super) fn quickplay_refused(
        &mut self,
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let Matter::QuickplayFinish { refused, .. } = &alert.matter else { return Ok(()) };
        self.take_steps(refused, alert, saying)
    }

    /// Articles 10.2.2 / III.5.2: put off; the opponent may be given time, and the game goes on. The
    /// arbiter rules later, even when a flag has fallen.
    pub(super) fn quickplay_postponed(
        &mut self,
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let Matter::QuickplayFinish { ruling: Some(Ruling::Asked), postponed, .. } = &alert.matter
        else {
            return Ok(());
        };
        self.take_steps(postponed, alert, saying)?;
        let ruling = Some(Ruling::Postponed);
        let (refused, postponed) = (Vec::new(), Vec::new());
        let matter = Matter::QuickplayFinish { ruling, refused, postponed };
        let article = self.article(Concept::QuickplayPostponed);
        self.revise(Alert { matter, article, ..alert.clone() }, saying);
        Ok(())
    }
}

/// He could claim now.
pub(super) fn in_time() -> Matter {
    Matter::QuickplayFinish { ruling: None, refused: Vec::new(), postponed: Vec::new() }
}

/// Time to a player, if it is any.
fn time_to(side: Color, ms: Ms) -> Vec<Advice> {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    if ms == 0 { Vec::new() } else { vec![Advice::AddTime { side: Text(side), ms }] }
}

/// Whether the alert is his claim.
fn is_claimed(alert: &Alert, by: Color) -> bool {
    matches!(alert.matter, Matter::QuickplayFinish { ruling: Some(_), .. })
        && alert.side == Some(Text(by))
}
