//! The clock: presses, stops, readings.

use std::iter;

use shakmaty::Color;

use super::{Entry, Game, Hold, Notice, Saying, Stage, StoppedBy};
use crate::{
    board::{Advice, AlertKind, Cleared, Event, Matter, Ms, Severity, Text},
    rules::{Concept, Treatment},
    timing::Completes,
    tracker::{Hand, Step},
};

impl Game {
    pub(super) fn pressed(&mut self, side: Color, saying: &mut Saying) {
        match self.stage {
            Stage::SetUp => self.start(!side, saying),
            Stage::Play => self.pressed_in_play(side, saying),
            // The lever was found otherwise than it was left: pressed while nobody watched.
            Stage::Stopped(StoppedBy::Restart) if self.restarted == Some(saying.t) => {
                self.track_press(saying.t, side);
            }
            // The lever is set right while the clocks stand.
            Stage::Stopped(_) | Stage::SeemsOver => {}
            Stage::Over => self.pressed_afterwards(side, saying),
        }
    }

    /// The game starts, `side` to move by the clock.
    pub(super) fn start(&mut self, side: Color, saying: &mut Saying) {
        let t = saying.t;
        self.clocks.run(t, side);
        self.clock_changed(saying);
        self.resumed = Some(t);
        self.started = Some(t);
        self.stage = Stage::Play;
        self.told.started = true;
        self.say(saying, Event::Started {});
        self.say_clock(saying);
        self.wrong_start(saying);
        self.settle(saying);
    }

    /// Without a clock the game starts with the first move.
    pub(super) fn start_without_clock(&mut self, saying: &mut Saying) {
        if !self.told.started {
            self.told.started = true;
            self.say(saying, Event::Started {});
        }
    }

    fn pressed_in_play(&mut self, side: Color, saying: &mut Saying) {
        let t = saying.t;
        let best = self.tracker.best();
        let (turn, hand) = (best.stand.turn(), best.hand);
        let mut newest = iter::successors(best.line.as_deref(), |ply| ply.prev.as_deref()).take(2);
        let owed = newest.any(|ply| ply.by() == side && ply.pressed.is_none());
        if self.clocks.running() == Some(!side) {
            if !owed || !self.may_miss_presses() {
                return;
            }
            self.press_missed(side, saying);
        }
        self.track_press(t, side);
        self.turn_if_likelier(saying);
        let credit = self.clocks.press(t, side, Completes::Nothing);
        debug_assert!(credit.is_none(), "credited when the move is known to be complete");
        self.clock_changed(saying);
        let completes = self.tracker.best().line.as_ref().is_some_and(|ply| {
            ply.pressed == Some(t) || ply.prev.as_ref().is_some_and(|prev| prev.pressed == Some(t))
        });
        let midway = turn == side && hand != Hand::Rest && !owed;
        if midway || self.tracker.pressed_in_the_air(t) {
            self.hold = Some(Hold { t, side });
        }
        self.settle(saying);
        self.say_clock(saying);
        if turn == side && hand == Hand::Rest && !completes {
            self.pressed_without_move(side, saying);
        }
        // What stands wrong beside squares that cannot be read has time.
        if self.hold.is_none() && !self.tracker.hides_moves() {
            self.astray(saying);
        }
        self.illegal_position(saying);
    }

    /// Articles 6.7.1 / 7.5.3.
    fn pressed_without_move(&mut self, side: Color, saying: &mut Saying) {
        let settling = self.resumed.is_some_and(|t| saying.t < t + self.rules.times.resume_ms);
        let opponent_owes = [
            AlertKind::IllegalMove,
            AlertKind::Displaced,
            AlertKind::PromotionUnverified,
            AlertKind::OutOfTurn,
        ]
        .into_iter()
        .any(|kind| {
            self.book.open().any(|a| a.kind() == kind && a.side.map(|s| s.0) != Some(side))
        });
        let before_first_move = self.record.is_empty() && side == self.start.turn();
        // From one square that cannot be read to another a piece goes unseen.
        let unseen = self.tracker.distrusted().more_than_one();
        if settling || opponent_owes || before_first_move || unseen {
            return;
        }
        let count = self.next_count(side);
        let notice =
            Notice::new(Matter::PressedWithoutMove { count }, Severity::Attention).by(side);
        let notice = notice.citing(&self.rules, Concept::PressedWithoutMove);
        let advice = if self.rules.parameters.pressed_without_move == Treatment::AsIllegalMove {
            self.illegal_advice(side, self.plies(), count)
        } else {
            vec![Advice::Warn { side: Text(side) }]
        };
        self.raise(saying, notice.advise(advice));
    }

    /// A press in mid-move has waited long enough: what was it?
    pub(super) fn end_hold(&mut self, hold: Hold, saying: &mut Saying) {
        self.hold = None;
        self.tracker.waited();
        self.settle(saying);
        let best = self.tracker.best();
        if let Some(Step::Illegal(shape)) = best.line.as_ref().map(|ply| ply.step) {
            self.illegal_move(shape, Severity::Decision, saying);
            return;
        }
        if best.stand.turn() != hold.side || self.tracker.hides_moves() {
            return;
        }
        match best.hand {
            Hand::Illegal(shape) => {
                self.withdraw(self.tracker.plies() + 1, crate::board::Withdrawal::Hand, saying);
                self.illegal_move(shape, Severity::Decision, saying);
            }
            Hand::Displaced | Hand::OutOfTurn { .. } | Hand::Rest => self.astray(saying),
            Hand::Moving | Hand::Done | Hand::Half | Hand::Kings(_) => {}
        }
    }

    pub(super) fn stopped_by_player(&mut self, saying: &mut Saying) {
        if self.stage != Stage::Play {
            return;
        }
        let t = saying.t;
        self.settle(saying);
        self.keep_touches(t);
        self.clocks.pause(t);
        self.clock_changed(saying);
        self.say_clock(saying);
        let notice = Notice::new(Matter::ClockStopped { by: None }, Severity::Attention);
        let notice = notice.citing(&self.rules, Concept::ClockStopped);
        self.raise(saying, notice);
        self.stage = Stage::Stopped(StoppedBy::Player);
    }

    /// Another clock runs, or none: what was said about the clock has been put right.
    pub(super) fn clock_changed(&mut self, saying: &mut Saying) {
        self.running_since = self.clocks.running().map(|_| saying.t);
        for kind in
            [AlertKind::ClockNotPressed, AlertKind::WrongClockRunning, AlertKind::MovedBeforePress]
        {
            self.clear_kind(kind, Cleared::Restored, saying);
        }
    }

    /// Article 12.6: the arbiter must not tell a player that he has forgotten his clock.
    pub(super) fn forgotten_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play || !self.has_clock() {
            return None;
        }
        let last = &self.record.last()?.ply;
        let waits = self.told.forgotten < last.number && self.forgets(self.clocks.running()?);
        // While the clocks stood he could not press.
        let since = last.made.max(self.running_since.unwrap_or(0));
        waits.then_some(since + self.rules.times.clock_ms)
    }

    pub(super) fn forgotten(&mut self, saying: &mut Saying) {
        let Some(last) = self.record.last() else { return };
        let side = last.ply.by();
        self.told.forgotten = last.ply.number;
        let notice =
            Notice::new(Matter::ClockNotPressed {}, Severity::Attention).by(side).hands_off();
        let notice = notice.citing(&self.rules, Concept::ClockNotPressed);
        self.raise(saying, notice);
    }

    /// Since when the time of the side that is not to move has been running.
    fn wrong_since(&self) -> Option<Ms> {
        let running = self.clocks.running()?;
        let known = self.tracker.plies() == self.plies();
        if running == self.stand().turn() || !known || self.forgets(running) {
            return None;
        }
        // While an illegal move waits for the arbiter, the clock runs for whoever pressed last.
        self.running_since.filter(|_| !self.book.is_open(AlertKind::IllegalMove))
    }

    /// Whether the newest move is the side's, and not pressed for.
    fn forgets(&self, side: Color) -> bool {
        let moved = |last: &&Entry| last.told() && last.ply.after.key() == self.stand().key();
        let last = self.record.last().filter(moved);
        last.is_some_and(|last| last.ply.pressed.is_none() && last.ply.by() == side)
    }

    pub(super) fn wrong_clock_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play || !self.has_clock() {
            return None;
        }
        let since = self.wrong_since()?;
        (self.told.wrong_clock != Some(since)).then_some(since + self.rules.times.clock_ms)
    }

    pub(super) fn wrong_clock(&mut self, saying: &mut Saying) {
        self.told.wrong_clock = self.wrong_since();
        let Some(side) = self.clocks.running() else { return };
        let notice =
            Notice::new(Matter::WrongClockRunning {}, Severity::Attention).by(side).hands_off();
        let notice = notice.citing(&self.rules, Concept::WrongClockRunning);
        self.raise(saying, notice);
    }
}
