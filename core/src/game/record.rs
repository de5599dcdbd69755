//! The moves as they are told: what the tracker thinks, once it is worth saying.

use std::sync::Arc;

use shakmaty::{ByColor, Chess, Color};

use super::{
    Game, Saying, Stage,
    entry::{Entry, State},
};
use crate::{
    board::{Event, Inferred, Ms, Seen, Text, Withdrawal},
    timing::Credit,
    tracker::{Hand, Ply, Stand, Step},
};

/// Moves that are remembered as once told.
pub(super) const REMEMBERED: usize = 8;

impl Game {
    /// Moves in the record.
    pub(super) fn plies(&self) -> u32 {
        u32::try_from(self.record.len()).unwrap_or(u32::MAX)
    }

    /// The position after the told moves, or the one that the arbiter set then.
    pub(super) fn stand(&self) -> &Stand {
        match &self.placed {
            Some(placed) if placed.ply == self.plies() => &placed.stand,
            _ => self.record.last().map_or(&self.start, |entry| &entry.ply.after),
        }
    }

    /// The tracker goes on from the told moves, whatever it thought.
    pub(super) fn go_on(&mut self) {
        self.lies_so();
        self.once_told.clear();
        self.tracker_goes_on();
    }

    /// The same while it is still open how the board lies.
    pub(super) fn tracker_goes_on(&mut self) {
        self.tracker.go_on(self.stand().clone(), self.plies(), self.newest());
    }

    /// The newest told move, if nothing was set up since.
    pub(super) fn newest(&self) -> Option<Arc<Ply>> {
        let set = self.placed.as_ref().is_some_and(|placed| placed.ply == self.plies());
        self.record.last().filter(|_| !set).map(|entry| entry.ply.clone())
    }

    /// That position, where the rules know it.
    pub(super) fn chess(&self) -> Option<&Chess> {
        self.stand().chess()
    }

    /// Tells what the tracker thinks and has not been told yet.
    pub(super) fn settle(&mut self, saying: &mut Saying) {
        if self.stage != Stage::Play {
            return;
        }
        let line = self.untold();
        if self.would_rewrite(&line) && self.in_disorder() {
            return;
        }
        let mut altered = false;
        for ply in line {
            let place = ply.number as usize - 1;
            match self.record.get(place) {
                Some(known) if !altered && known.ply.step == ply.step => {
                    self.record[place].ply = ply;
                }
                Some(known) => {
                    let another_kind = known.told() != ply.lawful().is_some();
                    if !altered && !self.tellable(&ply, saying.t) {
                        return;
                    }
                    if another_kind {
                        self.withdraw(ply.number, Withdrawal::Hand, saying);
                        self.tell(ply, saying);
                    } else {
                        altered = true;
                        self.replace(place, ply, saying);
                    }
                }
                None if self.tellable(&ply, saying.t) => self.tell(ply, saying),
                None => break,
            }
        }
        let kept = self.tracker.plies();
        if self.plies() > kept && (altered || self.put_back(saying.t)) {
            self.withdraw(kept + 1, Withdrawal::Hand, saying);
        }
        self.note_told();
        self.note_ending();
        self.complete_moves(saying);
        self.become_sure(saying);
    }

    /// Remembers the last move as it is told now.
    fn note_told(&mut self) {
        let Some(last) = self.record.last().map(|entry| &entry.ply) else { return };
        if self.once_told.back().is_none_or(|known| known.name != last.name) {
            if self.once_told.len() == REMEMBERED {
                self.once_told.pop_front();
            }
            self.once_told.push_back(last.clone());
        }
    }

    /// Whether a move that was pressed for would be told otherwise, or taken back.
    fn would_rewrite(&self, untold: &[Arc<Ply>]) -> bool {
        let differs = |ply: &&Arc<Ply>| {
            let known = self.record.get(ply.number as usize - 1);
            known.is_some_and(|known| known.ply.step != ply.step)
        };
        let kept = untold.iter().find(differs).map_or(self.tracker.plies(), |ply| ply.number - 1);
        let rest = self.record.get(kept as usize..).unwrap_or_default();
        rest.iter().any(|entry| entry.ply.pressed.is_some())
    }

    /// Whether even the best explanation does not explain where the pieces stand: it is no reason to
    /// doubt what the players have pressed for.
    fn in_disorder(&self) -> bool {
        let best = self.tracker.best();
        matches!(best.hand, Hand::Displaced | Hand::OutOfTurn { .. } | Hand::Illegal(_))
            || best.residual.count() >= 4
    }

    /// Moves of the best explanation from the first that differs from what was told.
    pub(super) fn untold(&self) -> Vec<Arc<Ply>> {
        let mut line = Vec::new();
        let mut next = self.tracker.best().line.as_ref();
        while let Some(ply) = next {
            let told = self.record.get(ply.number as usize - 1);
            if told.is_some_and(|told| Arc::ptr_eq(&told.ply, ply)) {
                break;
            }
            line.push(ply.clone());
            next = ply.prev.as_ref();
        }
        line.reverse();
        line
    }

    /// Whether a move is worth telling: it was pressed for, replied to, or has stood long enough.
    fn tellable(&self, ply: &Ply, t: Ms) -> bool {
        let replied = ply.number < self.tracker.plies();
        if ply.lawful().is_none() {
            return replied;
        }
        if let Some(hold) = self.hold
            && ply.pressed == Some(hold.t)
            && !matches!(self.tracker.best().hand, Hand::Rest)
        {
            return false;
        }
        let held = self.hold.is_some_and(|hold| ply.pressed == Some(hold.t) && unseen(ply, self));
        !held
            && (ply.pressed.is_some()
                || replied
                || self.replied_to(ply)
                || t >= ply.made + self.rules.times.made_ms)
    }

    /// Whether the opponent has touched a piece of his since the move was made.
    pub(super) fn replied_to(&self, ply: &Ply) -> bool {
        let mover = ply.by();
        self.away
            .iter()
            .any(|away| away.counts() && away.piece.color != mover && away.t >= ply.made)
    }

    /// Whether the board has shown the earlier position long enough.
    fn put_back(&self, t: Ms) -> bool {
        self.withdrawal_due().is_some_and(|due| t >= due)
    }

    fn withdrawal_due(&self) -> Option<Ms> {
        let wait = match self.tracker.best().hand {
            Hand::Rest => self.rules.times.made_ms,
            Hand::Kings(_) => self.rules.times.kings_ms,
            Hand::Illegal(_) if self.hold.is_none() => self.rules.times.displaced_ms,
            _ => return None,
        };
        Some(self.tracker.log().last().unwrap_or(0) + wait)
    }

    /// When waiting alone makes the record change.
    pub(super) fn record_due(&self) -> Option<Ms> {
        self.change_due().filter(|due| self.goes_on(*due))
    }

    /// Whether the first move that differs from what was told can be told at `t`: none behind it is
    /// told before.
    fn goes_on(&self, t: Ms) -> bool {
        let untold = self.untold();
        if self.would_rewrite(&untold) && self.in_disorder() {
            return false;
        }
        let differs = |ply: &&Arc<Ply>| {
            let known = self.record.get(ply.number as usize - 1);
            known.is_none_or(|known| known.ply.step != ply.step)
        };
        untold.iter().find(differs).is_none_or(|ply| self.tellable(ply, t))
    }

    fn change_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play {
            return None;
        }
        let told = self.plies();
        let best = self.tracker.best();
        if self.tracker.plies() < told {
            return self.withdrawal_due();
        }
        let ply = best.line.as_ref()?;
        let known = self.record.get(ply.number as usize - 1);
        let news = ply.lawful().is_some() && known.is_none_or(|known| known.ply.step != ply.step);
        let wait = ply.made + self.rules.times.made_ms;
        (news && self.hold.is_none_or(|hold| ply.pressed != Some(hold.t))).then_some(wait)
    }

    pub(super) fn tell(&mut self, ply: Arc<Ply>, saying: &mut Saying) {
        let sure = self.tracker.sure(&ply);
        let inferred = self.inferred(&ply);
        let entry = Entry { inferred, ..Entry::of(ply.clone(), sure) };
        self.start_without_clock(saying);
        let made = entry.told().then(|| Event::MoveMade {
            ply: ply.number,
            uci: Text(ply.uci()),
            san: entry.san.clone(),
            fen: entry.fen.clone(),
            sure,
            inferred,
        });
        self.record.push(entry);
        if let Some(made) = made {
            self.say(saying, made);
            self.after_reply(saying);
        } else {
            self.illegal_move_stands(&ply, saying);
        }
        self.answered_stands(saying);
        self.started_wrong(saying);
        self.told_lawful_again(saying);
    }

    fn replace(&mut self, place: usize, ply: Arc<Ply>, saying: &mut Saying) {
        let sure = self.tracker.sure(&ply);
        let was = self.record[place].ply.uci();
        let (was_san, was_fen) = (self.record[place].san.clone(), self.record[place].fen.clone());
        let Entry { state, earned, touches, left, .. } = self.record[place];
        let inferred = self.inferred(&ply);
        let entry = Entry { state, earned, touches, left, inferred, ..Entry::of(ply, sure) };
        self.record[place] = entry.clone();
        self.settled = self.settled.min(place);
        self.looked_at = None;
        if entry.completed() && was != entry.ply.uci() {
            self.judge_early_press(&entry.ply, saying);
        }
        let same = was == entry.ply.uci() && was_san == entry.san && was_fen == entry.fen;
        if entry.told() && !same {
            self.say_changed(place, was, saying);
        }
    }

    /// Whether a part of the move was made while nobody looked.
    fn inferred(&self, ply: &Ply) -> Option<Inferred> {
        let (from, to) = ply.changes;
        let unseen = &self.meanwhile;
        (unseen.start.max(from) < unseen.end.min(to)).then_some(Inferred::Restart)
    }

    pub(super) fn say_changed(
        &mut self,
        place: usize,
        was: shakmaty::uci::UciMove,
        saying: &mut Saying,
    ) {
        let entry = &self.record[place];
        let event = Event::MoveChanged {
            ply: entry.ply.number,
            uci: Text(entry.ply.uci()),
            san: entry.san.clone(),
            fen: entry.fen.clone(),
            sure: entry.sure,
            was: Text(was),
            inferred: entry.inferred,
        };
        self.say(saying, event);
    }

    /// Takes moves from ply number `from` on out of the record.
    pub(super) fn withdraw(&mut self, from: u32, why: Withdrawal, saying: &mut Saying) {
        let keep = from as usize - 1;
        if self.record.len() <= keep {
            return;
        }
        self.placed.take_if(|placed| placed.ply as usize > keep);
        let told = self.record[keep..].iter().any(Entry::told);
        let earned: Vec<_> = self.record.drain(keep..).rev().filter_map(|e| e.earned).collect();
        self.settled = self.settled.min(keep);
        if told {
            let fen = self.stand().fen();
            self.say(saying, Event::MovesWithdrawn { from_ply: from, fen, why });
        }
        self.take_back(&earned, saying);
        self.moved_on();
    }

    /// Articles 6.13 / 7.1: moves that are withdrawn bring no increment, and do not count towards the
    /// period.
    fn take_back(&mut self, earned: &[Credit], saying: &mut Saying) {
        self.clocks.advance(saying.t);
        for credit in earned {
            self.clocks.take_back(*credit);
        }
        if self.has_clock() && earned.iter().any(|credit| credit.ms > 0) {
            self.say_clock(saying);
        }
    }

    /// A move that was ambiguous has become sure, or the newest is no longer: the hand went on.
    fn become_sure(&mut self, saying: &mut Saying) {
        if let Some(last) = self.record.last_mut()
            && last.sure
            && !self.tracker.sure(&last.ply)
        {
            last.sure = false;
            self.settled = self.settled.min(self.record.len() - 1);
        }
        for place in self.settled..self.record.len() {
            if !self.record[place].sure && self.tracker.sure(&self.record[place].ply) {
                self.record[place].sure = true;
                if self.record[place].told() {
                    let uci = self.record[place].ply.uci();
                    self.say_changed(place, uci, saying);
                }
            }
        }
        self.judge_sure_moves(saying);
        self.still_ambiguous(saying);
        let settled = |entry: &&Entry| entry.completed() && entry.sure;
        self.settled += self.record[self.settled..].iter().take_while(settled).count();
    }

    /// Says of every told move that is complete by now that it is.
    fn complete_moves(&mut self, saying: &mut Saying) {
        for place in self.settled..self.record.len() {
            if !self.record[place].completed() && self.is_complete(place) {
                self.complete(place, saying);
            }
        }
    }

    pub(super) fn complete(&mut self, place: usize, saying: &mut Saying) {
        self.record[place].state = State::Completed;
        let ply = self.record[place].ply.clone();
        let (t, side) = (saying.t, ply.by());
        let credit = if ply.pressed.is_some() && self.has_clock() {
            self.clocks.credit(side)
        } else {
            self.clocks.count(side)
        };
        self.record[place].earned = Some(credit);
        self.earned(credit, saying);
        self.say_promotion(&ply, saying);
        let left = ByColor::new_with(|side| self.shown_time(t, side));
        self.record[place].left = left;
        let entry = &self.record[place];
        if entry.told() {
            let event = Event::MoveCompleted {
                ply: ply.number,
                uci: Text(ply.uci()),
                san: entry.san.clone(),
                fen: entry.fen.clone(),
                white_ms: left.white,
                black_ms: left.black,
            };
            self.say(saying, event);
        }
        let before = self.book.newest();
        self.judge(&ply, saying);
        if place + 1 == self.record.len() {
            self.end_keeping(before, saying);
            self.claimable(saying);
        }
    }

    fn shown_time(&self, t: Ms, side: Color) -> Option<Ms> {
        if self.has_clock() { self.clocks.left(t, side) } else { None }
    }

    /// Puts other moves in the place of told ones; gives the places and what stood there.
    pub(super) fn rewritten(
        &mut self,
        from: usize,
        moves: &[shakmaty::Move],
    ) -> Vec<(usize, shakmaty::uci::UciMove)> {
        self.looked_at = None;
        let mut changed = Vec::new();
        let mut before = self.record[from].ply.before.clone();
        let mut prev = self.record[from].ply.prev.clone();
        for (place, m) in (from..).zip(moves) {
            let old = self.record[place].clone();
            let after = Arc::new(before.play(*m));
            let ply = Arc::new(Ply {
                step: Step::Lawful(*m),
                before,
                after: after.clone(),
                prev,
                ..Ply::clone(&old.ply)
            });
            let Entry { state, earned, left, .. } = old;
            self.record[place] = Entry { state, earned, left, ..Entry::of(ply.clone(), true) };
            let entry = &self.record[place];
            if entry.san != old.san || entry.fen != old.fen {
                changed.push((place, old.ply.uci()));
            }
            (before, prev) = (after, Some(ply));
        }
        self.go_on();
        changed
    }

    fn say_promotion(&mut self, ply: &Ply, saying: &mut Saying) {
        let Some(m) = ply.lawful() else { return };
        let Some(role) = m.promotion() else { return };
        let seen = self.seen_at(ply);
        self.say(saying, Event::Promotion { ply: ply.number, piece: role.char(), seen });
    }

    /// Whether the exchange of a promotion was seen.
    pub(super) fn seen_at(&self, ply: &Ply) -> Seen {
        if self.swapped(ply) { Seen::Swapped } else { Seen::Assumed }
    }
}

/// Whether the move is a capture that no sensor saw.
fn unseen(ply: &Ply, game: &Game) -> bool {
    let changes = game.tracker.log().range(ply.changes.0, ply.changes.1);
    ply.lawful().is_some_and(|m| !crate::tracker::seen_capture(m, changes))
}
