//! A clock that is not counted here: one that is read, or one whose presses are sensed.
//!
//! What it shows counts (6.10.1). The count goes on beside it, to see whether it is set as the time
//! control has it (6.10.2) and whether its readings can be what they say.

use shakmaty::{ByColor, Color};

use super::{Game, Notice, Saying, Stage};
use crate::{
    board::{AlertKind, ClockFlaw, ClockKind, Matter, Ms, Reading, Severity, Text},
    rules::{Concept, StartComplaints},
    timing::{Credit, Setting},
};

/// Clocks show whole seconds, and what they say comes late.
const TOLERANCE_MS: Ms = 2_000;
/// So long after a press a reading has heard of it.
const HEARD_MS: Ms = 1_000;

/// What was last read.
#[derive(Clone, Debug, Default)]
pub(super) struct Readings {
    last: Option<Reading>,
    /// When that was.
    at: Option<Ms>,
    /// What completed moves have brought since.
    earned: ByColor<Ms>,
    /// Whether a reading told of the side's press before the press itself came.
    foretold: ByColor<bool>,
    /// The arbiter has set the clocks: they may show anything now.
    set: bool,
    /// Readings in a row that contradict the last press.
    contradictions: u32,
    /// What was told of each side's clock.
    told: ByColor<Vec<ClockFlaw>>,
}

impl Game {
    /// An external clock was read.
    pub(super) fn clock_read(&mut self, reading: Reading, saying: &mut Saying) {
        let over = self.stage == Stage::Over;
        if self.clock != ClockKind::External || over || self.is_behind(reading, saying.t) {
            return;
        }
        self.compare_reading(reading, saying);
        let before = self.clocks.running();
        let left = ByColor { white: reading.white, black: reading.black };
        let running = reading.running.map(|side| side.0);
        self.clocks.set(saying.t, Setting { left, running, moves: None, bonus: None });
        let before_it = self.readings.last.replace(reading);
        self.readings.at = Some(saying.t);
        self.readings.earned = ByColor::default();
        for side in Color::ALL {
            let pressed = before == Some(side) && running == Some(!side);
            *self.readings.foretold.get_mut(side) = pressed;
            if *left.get(side) > 0 {
                self.flag_lifted(side, saying);
            }
        }
        let fallen = |side: &Color| self.reads_zero(*side);
        let was_up = |side: Color| before_it.is_none_or(|reading| shown(reading, side) > 0);
        if Color::ALL.iter().all(fallen) && Color::ALL.into_iter().all(was_up) {
            self.both_flags(saying);
        }
        self.follow_running(before, running, saying);
    }

    /// Whether the reading is from before a press that we have heard of already.
    fn is_behind(&self, reading: Reading, t: Ms) -> bool {
        let Some(Text(side)) = reading.running else { return false };
        let since = self.last_press.get(side).filter(|press| self.read_before(*press));
        let fresh = since.is_some_and(|press| t <= press + HEARD_MS);
        fresh && self.clocks.running() == Some(!side) && shown(reading, side) > 0
    }

    /// The clock itself starts, stops and goes on.
    fn follow_running(&mut self, before: Option<Color>, now: Option<Color>, saying: &mut Saying) {
        match (self.stage, now) {
            (Stage::SetUp, Some(side)) => self.start(side, saying),
            // It goes on: whoever let it, the game is on.
            (Stage::Stopped(_), Some(side)) => {
                if self.order_resume(side, saying).is_err() {
                    self.say_clock(saying);
                }
            }
            // It stands at a flag by itself.
            (Stage::Play, None) if self.has_fallen().is_some() => {
                if let Some(side) = self.has_fallen().filter(|side| !self.told.flag.get(*side)) {
                    self.flag_fell(side, saying);
                }
                self.say_clock(saying);
            }
            (Stage::Play, None) if before.is_some() => self.stopped_by_player(saying),
            _ => self.say_clock(saying),
        }
    }

    fn has_fallen(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.reads_zero(*side))
    }

    /// Whether the clock on the table shows that the side's time is used up.
    pub(super) fn reads_zero(&self, side: Color) -> bool {
        self.readings.last.is_some_and(|reading| shown(reading, side) == 0)
    }

    /// A completed move has brought time.
    pub(super) fn earned(&mut self, credit: Credit, saying: &Saying) {
        if self.clock != ClockKind::External {
            return;
        }
        if std::mem::take(self.readings.foretold.get_mut(credit.side)) {
            // It was in the reading already.
            let ms = i64::try_from(credit.ms).unwrap_or(i64::MAX);
            self.clocks.add(saying.t, credit.side, -ms);
        } else {
            *self.readings.earned.get_mut(credit.side) += credit.ms;
        }
    }

    /// The arbiter has changed the times: he does so at the clock too, and nobody knows when.
    pub(super) fn times_set(&mut self) {
        self.readings.set = true;
    }

    fn compare_reading(&mut self, reading: Reading, saying: &mut Saying) {
        if matches!(self.stage, Stage::Stopped(_)) {
            self.readings.set = true;
            return;
        }
        self.compare_running(reading, saying);
        let unknown = std::mem::take(&mut self.readings.set);
        for side in Color::ALL {
            let Some(counted) = self.clocks.left(saying.t, side) else { continue };
            let shows = shown(reading, side);
            let ahead = self.may_show(side, reading, saying.t);
            if unknown || ahead.iter().any(|may| may.abs_diff(shows) <= TOLERANCE_MS) {
                continue;
            }
            match self.flaw(side, counted, shows, saying.t) {
                Some(flaw) => self.wrongly_set(side, flaw, counted, shows, saying),
                None => self.clock_fault("jump", Some(side), saying),
            }
        }
    }

    /// What the side's clock may show: what is counted, and what a press brings that the clock has
    /// heard of before us. Before the start it may be without the first move's time.
    fn may_show(&self, side: Color, reading: Reading, t: Ms) -> Vec<Ms> {
        if self.stage == Stage::SetUp {
            let first = self.clocks.control().schedule(side).map(|schedule| *schedule.period(1));
            let bare = first.map(|period| period.time);
            let whole = first.map(|period| period.time + period.bonus.increment());
            return bare.into_iter().chain(whole).collect();
        }
        let pressed = self.clocks.running() == Some(side) && reading.running == Some(Text(!side));
        let mut after = self.clocks.clone();
        let brought = if pressed { after.credit(side).ms } else { 0 };
        self.clocks.left(t, side).into_iter().flat_map(|left| [left, left + brought]).collect()
    }

    /// How the clock is set wrongly, if that explains what it shows.
    fn flaw(&self, side: Color, counted: Ms, shows: Ms, t: Ms) -> Option<ClockFlaw> {
        if self.stage == Stage::SetUp {
            return Some(ClockFlaw::Time);
        }
        let increment = self.clocks.bonus(t, side).increment();
        let earned = *self.readings.earned.get(side);
        if earned > increment + TOLERANCE_MS && (counted - earned..counted).contains(&shows) {
            return Some(ClockFlaw::AddedTime);
        }
        let pressed = self.last_press.get(side).is_some_and(|press| self.read_before(press));
        let most = increment.max(LONGEST_INCREMENT_MS) + TOLERANCE_MS;
        (pressed && counted.abs_diff(shows) <= most).then_some(ClockFlaw::Increment)
    }

    /// Whether the clock was last read before then.
    fn read_before(&self, press: Ms) -> bool {
        self.readings.at.is_none_or(|read| read < press)
    }

    fn wrongly_set(
        &mut self,
        side: Color,
        flaw: ClockFlaw,
        expected_ms: Ms,
        shown_ms: Ms,
        saying: &mut Saying,
    ) {
        let told = self.readings.told.get_mut(side);
        if told.contains(&flaw) {
            return;
        }
        told.push(flaw);
        let matter = Matter::ClockSetting { flaw, expected_ms, shown_ms };
        let kept = self.rules.parameters.start_complaints == StartComplaints::TenMoves
            && Color::ALL.into_iter().all(|side| self.clocks.moves(side) >= 10);
        let (severity, concept) = if kept {
            (Severity::Info, Concept::SettingsKept)
        } else {
            (Severity::Attention, Concept::ClockSetting)
        };
        let notice = Notice::new(matter, severity).by(side).citing(&self.rules, concept);
        self.raise(saying, notice);
    }

    /// The clock shows the time of him who has pressed last as running.
    fn compare_running(&mut self, reading: Reading, saying: &mut Saying) {
        let last = Color::ALL.into_iter().max_by_key(|side| *self.last_press.get(*side));
        let contradicts = last.is_some_and(|side| {
            let heard = self.last_press.get(side).is_some_and(|t| saying.t > t + HEARD_MS);
            heard && reading.running == Some(Text(side))
        });
        self.readings.contradictions =
            if contradicts { self.readings.contradictions + 1 } else { 0 };
        if self.readings.contradictions == 2 {
            self.clock_fault("contradiction", last, saying);
        }
    }

    /// The side's press came although the other's time ran: the press before it was not heard.
    pub(super) fn press_missed(&mut self, side: Color, saying: &mut Saying) {
        if self.clock == ClockKind::Tapped {
            self.track_press(saying.t, !side);
            self.clock_fault("contradiction", Some(side), saying);
        }
    }

    /// Whether a press may come unheard or late, so that the count is no proof that there was none.
    pub(super) fn may_miss_presses(&self) -> bool {
        matches!(self.clock, ClockKind::External | ClockKind::Tapped)
    }

    /// Article 6.10.1, for the technician; one at a time.
    fn clock_fault(&mut self, reason: &str, side: Option<Color>, saying: &mut Saying) {
        if self.book.is_open(AlertKind::ClockFault) {
            return;
        }
        let matter = Matter::ClockFault { reason: reason.into() };
        let notice = Notice::new(matter, Severity::Attention).for_technician();
        let notice = Notice { side, ..notice }.citing(&self.rules, Concept::ClockFault);
        self.raise(saying, notice);
    }
}

/// No time control brings more a move.
const LONGEST_INCREMENT_MS: Ms = 60_000;

fn shown(reading: Reading, side: Color) -> Ms {
    side.fold_wb(reading.white, reading.black)
}
