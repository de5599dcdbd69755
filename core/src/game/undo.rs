//! The arbiter's last command taken back. What it had changed is told anew, so that whoever folds the
//! events sees the game as it was.

use std::mem;

use super::{Game, Saying, Stage, StoppedBy, entry::Entry, orders::Refusal};
use crate::board::{Event, OfferState, Text, Withdrawal};

impl Game {
    /// Takes back the last command, as long as no piece was touched and no clock pressed since.
    pub(super) fn undo(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        let before = self.before.take().ok_or("nothing_to_undo")?;
        let touched = before.tracker.log().next() != self.tracker.log().next();
        if touched || before.presses != self.presses {
            return Err("play_went_on");
        }
        let mut book = self.book.clone();
        let alerts = book.go_back_to(&before.book);
        let (seq, now, changed) = (self.seq, self.now, self.changed);
        let troubles = mem::take(&mut self.troubles);
        let undone = mem::replace(self, Game { seq, now, changed, book, troubles, ..*before });
        self.distrust_as_before();
        self.clocks.advance(now);
        self.tell_as_before(&undone, alerts, saying);
        Ok(())
    }

    fn tell_as_before(&mut self, undone: &Game, alerts: Vec<Event>, saying: &mut Saying) {
        if undone.stage == Stage::Over && self.stage != Stage::Over {
            self.say(saying, Event::Reopened { why: Some("undo".into()) });
        }
        self.tell_moves_as_before(undone, saying);
        for event in alerts {
            self.say(saying, event);
        }
        for offer in undone.offers.iter().skip(self.offers.len()).filter(|offer| offer.open) {
            let (by, ply) = (Text(offer.by), offer.ply);
            self.say(saying, Event::DrawOffer { by, ply, state: OfferState::Lapsed });
        }
        if self.has_clock() {
            self.say_clock(saying);
        }
        match &self.outcome {
            Some(event) if self.stage == Stage::Over && undone.stage != Stage::Over => {
                self.say(saying, event.clone());
            }
            _ => {}
        }
        self.told.setup = None;
        match self.stage {
            Stage::SetUp => self.setting_up(saying),
            Stage::Stopped(StoppedBy::Arbiter) => self.reinstating(saying),
            _ => {}
        }
    }

    fn tell_moves_as_before(&mut self, undone: &Game, saying: &mut Saying) {
        let same =
            self.record.iter().zip(&undone.record).take_while(|(a, b)| a.is_told_as(b)).count();
        let another_leg = self.leg != undone.leg;
        if undone.record.len() > same || another_leg {
            let from_ply = u32::try_from(same).unwrap_or(u32::MAX) + 1;
            let fen = self.fen_after(u32::try_from(same).unwrap_or(u32::MAX));
            self.say(saying, Event::MovesWithdrawn { from_ply, fen, why: Withdrawal::Undo });
        }
        if undone.record.len() == same && self.record.len() == same && !another_leg {
            return;
        }
        let again = self.moves_as_told(same);
        for event in again {
            self.say(saying, event);
        }
    }

    /// The events by which the record was told from its move `from` on, with the legs in between.
    fn moves_as_told(&self, from: usize) -> Vec<Event> {
        let placed = self.placed.as_ref().map(|placed| (placed.ply as usize, placed.stand.fen()));
        let mut told = Vec::new();
        for place in from..=self.record.len() {
            if let Some((ply, fen)) = &placed
                && *ply == place
            {
                let ply = u32::try_from(place).unwrap_or(u32::MAX);
                told.push(Event::Leg { n: 0, fen: fen.clone(), ply });
            }
            told.extend(self.record.get(place).into_iter().flat_map(Entry::as_told));
        }
        // The newest leg has the highest number.
        let mut number = self.leg;
        for event in told.iter_mut().rev() {
            if let Event::Leg { n, .. } = event {
                *n = number;
                number = number.saturating_sub(1);
            }
        }
        told
    }

    /// The position after so many moves of the record, as the arbiter has set it where he did.
    pub(super) fn fen_after(&self, ply: u32) -> String {
        match (&self.placed, ply.checked_sub(1).and_then(|place| self.record.get(place as usize))) {
            (Some(placed), _) if placed.ply == ply => placed.stand.fen(),
            (_, Some(last)) => last.fen.clone(),
            (_, None) => self.start.fen(),
        }
    }
}

impl Entry {
    fn is_told_as(&self, other: &Entry) -> bool {
        self.san == other.san && self.fen == other.fen && self.state == other.state
    }

    /// The events by which it was told; a leg that it begins is still without its number.
    fn as_told(&self) -> Vec<Event> {
        let (ply, uci) = (self.ply.number, Text(self.ply.uci()));
        let (san, fen) = (self.san.clone(), self.fen.clone());
        if !self.told() {
            let begins = self.ply.after.chess().is_some();
            return Vec::from_iter(begins.then_some(Event::Leg { n: 0, fen, ply }));
        }
        let completed = self.completed().then(|| Event::MoveCompleted {
            ply,
            uci,
            san: san.clone(),
            fen: fen.clone(),
            white_ms: self.left.white,
            black_ms: self.left.black,
        });
        let (sure, inferred) = (self.sure, self.inferred);
        let made = Event::MoveMade { ply, uci, san, fen, sure, inferred };
        [Some(made), completed].into_iter().flatten().collect()
    }
}
