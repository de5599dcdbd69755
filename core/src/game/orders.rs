//! The arbiter's orders: each is answered exactly once, and a refused one changes nothing.
//!
//! Decisions on alerts, players' claims and corrections of the record have files of their own.

use shakmaty::{ByColor, Color};

use super::{Game, Notice, Saying, Stage, StoppedBy};
use crate::{
    board::{
        AlertKind, Cleared, Command, Event, GameResult, Matter, Ms, Order, Penalty, Reason,
        Severity,
    },
    rules::Concept,
    timing::Setting,
};

/// Why an order cannot be carried out.
pub(super) type Refusal = &'static str;

/// Whether an order cannot be taken back: by the arbiter's word a game has started or is closed.
fn stays_done(order: &Order) -> bool {
    matches!(order, Order::Undo | Order::Start | Order::NextGame | Order::Abandon)
}

impl Game {
    pub(super) fn ordered(&mut self, command: &Command, saying: &mut Saying) {
        let before = self.clone();
        let said = saying.said.len();
        let done = self.carry_out(command, saying);
        let name = <&str>::from(&command.order).to_owned();
        match done {
            Ok(()) => {
                self.before = (!stays_done(&command.order))
                    .then(|| Box::new(Game { before: None, ..before }));
                let (id, by) = (command.id.clone(), command.who.clone());
                let colours = self.colours;
                self.say(saying, Event::Done { command: id, by, r#do: name, colours });
            }
            Err(reason) => {
                *self = before;
                saying.said.truncate(said);
                let event = Event::Refused { command: command.id.clone(), reason: reason.into() };
                self.say(saying, event);
            }
        }
    }

    fn carry_out(&mut self, command: &Command, saying: &mut Saying) -> Result<(), Refusal> {
        self.settle(saying);
        // A decision names the revision of its alert, any other order an event.
        let decides = matches!(command.order, Order::Decide { .. });
        if !decides && command.seen.is_some_and(|seen| seen < self.changed) {
            return Err("changed");
        }
        match &command.order {
            Order::Start => self.order_start(saying),
            Order::Pause => self.order_pause(saying),
            Order::Resume { running } => {
                let side = running.map_or(self.stand().turn(), |side| side.0);
                self.order_resume(side, saying)
            }
            Order::Decide { target, verdict, choice } => {
                self.decide(target, *verdict, *choice, command.seen, saying)
            }
            Order::Claim { by, claim, intended, check_only } => {
                self.claim(by.0, *claim, intended.as_deref(), *check_only, saying)
            }
            Order::DrawOffer { by } => self.offer(by.0, saying),
            Order::Result { result, reason, consent } => {
                self.order_result(*result, *reason, *consent, saying)
            }
            Order::Reopen { why } => self.reopen(why.clone(), saying),
            Order::Reinstate { ply } => self.reinstate(*ply, saying),
            Order::SetPosition { fen } => self.set_position(fen, saying),
            Order::Correct { ply, san } => self.correct(*ply, san, saying),
            Order::Penalty { side, kind, ms, .. } => self.punish(side.0, *kind, *ms, saying),
            Order::AddTime { side, ms, .. } => self.add_time(side.0, *ms, saying),
            Order::SetClock { white, black, running, moves, increment } => {
                let runs = matches!(self.stage, Stage::Play | Stage::SeemsOver);
                let setting = Setting {
                    left: ByColor { white: *white, black: *black },
                    running: self.clocks.running().filter(|_| runs),
                    moves: moves.map(|moves| ByColor { white: moves, black: moves }),
                    bonus: *increment,
                };
                self.set_clock(setting, saying)?;
                running.map_or(Ok(()), |side| self.let_run(side.map(|side| side.0), saying))
            }
            Order::Present { side, assistant } => {
                *self.assisted.get_mut(side.0) |= *assistant;
                self.seen_here(side.0, saying);
                Ok(())
            }
            Order::Note { .. } | Order::RecordShown { .. } => Ok(()),
            Order::Undo => self.undo(saying),
            Order::SwapColours => self.swap_colours(saying),
            Order::Flip => self.flip(saying),
            Order::AcceptBoard => self.accept_board(saying),
            Order::Oblige { side, square, moves } => {
                self.oblige(side.0, square.map(|square| square.0), moves, saying)
            }
            Order::NextGame if self.stage != Stage::Over => Err("game_not_over"),
            Order::NextGame | Order::Abandon => Ok(()),
        }
    }

    /// An ended game changes only by reopening.
    pub(super) fn not_over(&self) -> Result<(), Refusal> {
        if self.stage == Stage::Over { Err("game_over") } else { Ok(()) }
    }

    /// The same, and the game has started.
    pub(super) fn is_on(&self) -> Result<(), Refusal> {
        if self.stage == Stage::SetUp { Err("not_started") } else { self.not_over() }
    }

    fn order_start(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        if self.stage != Stage::SetUp {
            return Err("already_started");
        }
        self.start(self.start.turn(), saying);
        Ok(())
    }

    pub(super) fn order_pause(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        match self.stage {
            Stage::Play | Stage::SeemsOver => {}
            Stage::Stopped(StoppedBy::Restart) => return Ok(()),
            Stage::Stopped(StoppedBy::Player | StoppedBy::Arbiter) => {
                self.stage = Stage::Stopped(StoppedBy::Arbiter);
                return Ok(());
            }
            Stage::SetUp => return Err("not_started"),
            Stage::Over => return Err("game_over"),
        }
        if let Some(hold) = self.hold {
            self.end_hold(hold, saying);
        }
        self.keep_touches(saying.t);
        self.clocks.pause(saying.t);
        self.clock_changed(saying);
        self.stage = Stage::Stopped(StoppedBy::Arbiter);
        self.told.setup = None;
        self.say_clock(saying);
        Ok(())
    }

    pub(super) fn order_resume(&mut self, side: Color, saying: &mut Saying) -> Result<(), Refusal> {
        let resumes = match self.stage {
            Stage::Stopped(_) => true,
            Stage::Play | Stage::SeemsOver => self.clocks.running().is_none(),
            Stage::SetUp => return Err("not_started"),
            Stage::Over => return Err("game_over"),
        };
        if !resumes {
            return Err("already_running");
        }
        let inferred = self.stage == Stage::Stopped(StoppedBy::Restart);
        if matches!(self.stage, Stage::Stopped(_)) && !inferred {
            self.go_on();
            self.away.clear();
        }
        self.stage = Stage::Play;
        self.resumed = Some(saying.t);
        self.clear_kind(AlertKind::ClockStopped, Cleared::Dismissed, saying);
        if inferred {
            self.settle(saying);
        }
        if self.has_clock() {
            self.clocks.run(saying.t, side);
            self.clock_changed(saying);
            self.say_clock(saying);
        }
        self.claimable(saying);
        Ok(())
    }

    fn order_result(
        &mut self,
        result: GameResult,
        reason: Reason,
        consent: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.not_over()?;
        if result == GameResult::Open {
            return Err("no_result");
        }
        let moves = self.plies() / 2;
        let minimum = self.rules.parameters.agreement_moves;
        if reason == Reason::Agreement && moves < minimum && !consent {
            return Err("agreement_too_early");
        }
        if reason == Reason::Resignation {
            self.resign(result, saying);
        } else {
            self.end(result, reason, u32::MAX, saying);
        }
        Ok(())
    }

    pub(super) fn reopen(
        &mut self,
        why: Option<String>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        if self.stage != Stage::Over {
            return Err("game_not_over");
        }
        self.say(saying, Event::Reopened { why });
        self.catch_up(saying);
        self.stage = Stage::Stopped(StoppedBy::Arbiter);
        self.told.setup = None;
        Ok(())
    }

    fn punish(
        &mut self,
        side: Color,
        kind: Penalty,
        ms: Option<Ms>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let time = |ms: Option<Ms>| ms.and_then(|ms| i64::try_from(ms).ok()).ok_or("time_missing");
        match kind {
            Penalty::Warning => Ok(()),
            Penalty::TimeToOpponent => self.add_time(!side, time(ms)?, saying),
            Penalty::TimeOff => self.add_time(side, -time(ms)?, saying),
            Penalty::Loss => {
                self.not_over()?;
                self.end(GameResult::lost_by(side), Reason::Conduct, u32::MAX, saying);
                Ok(())
            }
        }
    }

    pub(super) fn add_time(
        &mut self,
        side: Color,
        ms: i64,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.not_over()?;
        if !self.has_clock() || self.clocks.left(saying.t, side).is_none() {
            return Err("no_clock");
        }
        self.clocks.add(saying.t, side, ms);
        self.times_set();
        if ms > 0 {
            self.flag_lifted(side, saying);
        }
        self.say_clock(saying);
        Ok(())
    }

    fn set_clock(&mut self, setting: Setting, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        if !self.has_clock() {
            return Err("no_clock");
        }
        self.clocks.set(saying.t, setting);
        self.times_set();
        for side in Color::ALL.into_iter().filter(|side| *setting.left.get(*side) > 0) {
            self.flag_lifted(side, saying);
        }
        self.say_clock(saying);
        Ok(())
    }

    /// From now on the side's clock runs, or none.
    fn let_run(&mut self, side: Option<Color>, saying: &mut Saying) -> Result<(), Refusal> {
        match (self.stage, side) {
            (Stage::Stopped(_), Some(side)) => self.order_resume(side, saying),
            (Stage::Play | Stage::SeemsOver, None) => self.order_pause(saying),
            (Stage::Play | Stage::SeemsOver, Some(side)) if self.clocks.running() != Some(side) => {
                self.clocks.run(saying.t, side);
                self.clock_changed(saying);
                self.say_clock(saying);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The daemon came back: both clocks stand until the arbiter resumes.
    pub(super) fn restarted(&mut self, gap_ms: Option<Ms>, saying: &mut Saying) {
        let event = Event::Resumed { gap_ms, core: crate::CORE, differs_from_seq: None };
        self.say(saying, event);
        self.restarted = Some(saying.t);
        self.forget_troubles(saying.t);
        if matches!(self.stage, Stage::Play | Stage::SeemsOver) && self.has_clock() {
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Restart);
            self.told.setup = None;
            self.say_clock(saying);
            let notice =
                Notice::new(Matter::ClockFault { reason: "restarted".into() }, Severity::Attention)
                    .for_technician();
            let notice = notice.citing(&self.rules, Concept::ClockFault);
            self.raise(saying, notice);
        }
    }
}
