//! Flags: a flag that is down does not stop the record (6.8); what it means is told, and told again
//! when that changes.

use shakmaty::Color;

use super::{Game, Notice, Saying, Stage, orders::Refusal};
use crate::{
    board::{
        Advice, Alert, AlertKind, Choice, Cleared, ClockKind, GameResult, Matter, Ms, Severity,
        Text,
    },
    rules::{self, Concept},
};

impl Game {
    /// When the next flag falls, and whose.
    pub(super) fn flag_due(&self) -> Option<(Ms, Color)> {
        let (t, side) = self.clocks.flag_deadline().filter(|_| self.stage == Stage::Play)?;
        (!self.told.flag.get(side)).then_some((t, side))
    }

    /// Article 6.9: the side's time is used up.
    pub(super) fn flag_fell(&mut self, side: Color, saying: &mut Saying) {
        *self.told.flag.get_mut(side) = true;
        self.clocks.advance(saying.t);
        self.settle(saying);
        if self.silent() {
            return;
        }
        // Whoever counts here knows which was first, and so does who reads a clock.
        if self.is_down(!side) && self.clock == ClockKind::Tapped {
            self.both_flags(saying);
            return;
        }
        let notice = self.flag_notice(side);
        self.raise(saying, notice);
    }

    /// Whether the side's time is used up, by the count or by what its clock showed last.
    pub(super) fn is_down(&self, side: Color) -> bool {
        // A clock that stands at its flag does not count to it.
        self.clocks.flag(self.now, side).is_some() || self.reads_zero(side)
    }

    /// Article 6.11 / III.3.1.
    pub(super) fn both_flags(&mut self, saying: &mut Saying) {
        self.told.flag = shakmaty::ByColor { white: true, black: true };
        self.clear_kind(AlertKind::FlagFall, Cleared::Moot, saying);
        let estimate = self.clock == ClockKind::Tapped;
        let severity = if estimate { Severity::Attention } else { Severity::Decision };
        let last = Color::ALL.into_iter().all(|side| self.clocks.in_last_period(saying.t, side));
        let draw =
            Choice { article: self.article(Concept::BothFlags), steps: vec![Advice::Draw {}] };
        let lose = |side| Choice {
            article: self.article(Concept::FlagFall),
            steps: vec![Advice::Lose { side: Text(side) }],
        };
        let (advice, choices) = match self.rules.parameters.both_flags {
            rules::BothFlags::Draw if last => (draw.steps, Vec::new()),
            rules::BothFlags::Draw => (Vec::new(), Vec::new()),
            rules::BothFlags::Arbiter => {
                (Vec::new(), vec![draw, lose(Color::White), lose(Color::Black)])
            }
        };
        let notice = Notice::new(Matter::BothFlags {}, severity).advise(advice);
        let notice = Notice { choices, ..notice }.citing(&self.rules, Concept::BothFlags);
        self.raise(saying, notice);
    }

    /// What is to be said of the side's flag now.
    fn flag_notice(&self, side: Color) -> Notice {
        let (after, severity) = self.flag_order(side);
        let result = self.lost_or_drawn(side);
        let verdict = |result| match result {
            GameResult::Draw => Advice::Draw {},
            _ => Advice::Lose { side: Text(side) },
        };
        let ending = |result| Choice {
            article: self.article(Concept::FlagFall),
            steps: vec![verdict(result)],
        };
        let reconstructs = self.reconstructs(side);
        let both = [GameResult::lost_by(side), GameResult::Draw];
        let (advice, choices) = match result {
            Some(result) if !reconstructs => (vec![verdict(result)], Vec::new()),
            Some(result) => (vec![Advice::Pause {}], vec![ending(result)]),
            None if !reconstructs => (Vec::new(), both.map(ending).into()),
            None => (vec![Advice::Pause {}], both.map(ending).into()),
        };
        let matter = Matter::FlagFall { result, after };
        let notice = Notice::new(matter, severity).by(side).advise(advice);
        Notice { choices, ..notice }.citing(&self.rules, Concept::FlagFall)
    }

    /// What comes before the flag, and how much it matters: an open illegal move of the opponent, or his
    /// own flag.
    fn flag_order(&self, side: Color) -> (Option<u32>, Severity) {
        let of_opponent = |alert: &&Alert| alert.side.map(|side| side.0) == Some(!side);
        let illegal = self.book.open().filter(of_opponent).find(|alert| {
            alert.kind() == AlertKind::IllegalMove && alert.severity != Severity::Info
        });
        if let Some(illegal) = illegal {
            return (Some(illegal.id), Severity::Attention);
        }
        let flag = self
            .book
            .open()
            .filter(of_opponent)
            .find(|alert| alert.kind() == AlertKind::FlagFall && self.fell_before(!side, side));
        match flag {
            Some(flag) => (Some(flag.id), Severity::Info),
            None if self.is_estimate(side) => (None, Severity::Attention),
            None => (None, Severity::Decision),
        }
    }

    pub(super) fn fell_before(&self, first: Color, then: Color) -> bool {
        match (self.clocks.flag(self.now, first), self.clocks.flag(self.now, then)) {
            (Some(first), Some(then)) => first < then,
            _ => false,
        }
    }

    /// Article 6.10.1: what counts is the clock on the table, and this is only our count of it.
    fn is_estimate(&self, side: Color) -> bool {
        match self.clock {
            ClockKind::Lever | ClockKind::None => false,
            ClockKind::Tapped => true,
            ClockKind::External => !self.reads_zero(side),
        }
    }

    /// Article 8.5.1: in a period that is not the last, and neither player had to record any more.
    fn reconstructs(&self, side: Color) -> bool {
        let unrecorded = |side| self.recording_is_waived(side, self.now);
        !self.clocks.in_last_period(self.now, side) && Color::ALL.into_iter().all(unrecorded)
    }

    /// What open alerts say of flags is put right.
    pub(super) fn flags_again(&mut self, saying: &mut Saying) {
        let fallen = self.told.flag.white || self.told.flag.black;
        if !fallen || !matches!(self.stage, Stage::Play | Stage::Stopped(_)) {
            return;
        }
        let flags: Vec<Alert> =
            self.book.open().filter(|alert| alert.kind() == AlertKind::FlagFall).cloned().collect();
        for alert in flags {
            let Some(side) = alert.side.map(|side| side.0) else { continue };
            let known = matches!(alert.matter, Matter::FlagFall { result: Some(_), .. });
            if known && self.lost_or_drawn(side).is_none() {
                // It is asked anew of the position that has come since.
                continue;
            }
            let Notice { matter, severity, article, advice, choices, .. } = self.flag_notice(side);
            self.revise(Alert { matter, severity, article, advice, choices, ..alert }, saying);
        }
    }

    /// Article 6.9: the opponent claims it, and it counts from now on. What comes before it or is not known
    /// yet stays to be decided.
    pub(super) fn flag_claimed(&mut self, side: Color, saying: &mut Saying) -> Result<(), Refusal> {
        let of_him =
            |alert: &&Alert| alert.kind() == AlertKind::FlagFall && alert.side == Some(Text(side));
        let known = self.book.open().rev().find(of_him).cloned();
        let Some(alert) = known.filter(|alert| alert.severity == Severity::Decision) else {
            return self.stop_for_claim(saying);
        };
        if alert.advice.is_empty() {
            return self.stop_for_claim(saying);
        }
        self.apply_alert(&alert, &alert.advice, None, saying)
    }

    /// The side has time again: what was said of its flag no longer matters.
    pub(super) fn flag_lifted(&mut self, side: Color, saying: &mut Saying) {
        *self.told.flag.get_mut(side) = false;
        let lifted = |alert: &Alert| match alert.kind() {
            AlertKind::FlagFall => alert.side.map(|side| side.0) == Some(side),
            AlertKind::BothFlags => true,
            _ => false,
        };
        self.clear_where(lifted, Cleared::Moot, saying);
    }
}
