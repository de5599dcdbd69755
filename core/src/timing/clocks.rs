use std::sync::Arc;

use shakmaty::ByColor;

use super::{Bonus, Schedule, TimeControl};
use crate::board::{Ms, NextPeriod, Side};

/// The two clocks of a game.
///
/// A clone is cheap and is the way to take something back. Where time has passed since the last
/// change, reading counts on from there; [`Clocks::advance`] writes it down.
///
/// Time used up stays used up: once a flag is down the clock shows 0 and earns nothing, until the
/// arbiter sets it or adds to it. Moves are counted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    rules: Arc<Rules>,
    faces: ByColor<Face>,
    running: Option<Running>,
    /// Replaces the amount of every bonus, where the arbiter has set one.
    bonus: Option<Ms>,
}

/// What does not change in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules {
    control: TimeControl,
    next_period: NextPeriod,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    side: Side,
    since: Ms,
}

/// One player's clock as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Face {
    /// Main time left; `None`: not counted.
    left: Option<Ms>,
    /// Delay left of the present move.
    delay: Ms,
    /// Moves completed.
    moves: u32,
    /// From 1.
    period: u32,
    /// When the time ran out.
    fallen: Option<Ms>,
}

/// Whether a press completes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// It does: the move counts, and the time for the next is added.
    Move,
    /// It does not, or that is decided later by [`Clocks::credit`].
    Nothing,
}

/// What a completed move brought its player, so that it can be taken back to the millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "an illegal move's credit is taken back (6.13 / 7.1)"]
pub struct Credit {
    /// Whose.
    pub side: Side,
    /// Increment and, at the end of a period, the next period's time, ms.
    pub ms: Ms,
    /// What was left of the move's own delay, ms.
    delay: Ms,
}

/// What the clocks are set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Time left, ms.
    pub left: ByColor<Ms>,
    /// Whose clock runs from now on.
    pub running: Option<Side>,
    /// Completed moves, where the counter is set too.
    pub moves: Option<ByColor<u32>>,
    /// What each later move brings, ms, where that is set too. A delay stays a delay.
    pub bonus: Option<Ms>,
}

impl Clocks {
    /// The clocks before the game: the first period's time, and the first move's bonus.
    pub fn new(control: &TimeControl, next_period: NextPeriod) -> Clocks {
        let face = |side| {
            let first = control.schedule(side).map(|schedule| schedule.period(1));
            let bonus = first.map_or(Bonus::None, |period| period.bonus);
            Face {
                left: first.map(|period| period.time + bonus.increment()),
                delay: delay(bonus),
                moves: 0,
                period: 1,
                fallen: None,
            }
        };
        Clocks {
            faces: ByColor { white: face(Side::White), black: face(Side::Black) },
            rules: Arc::new(Rules { control: control.clone(), next_period }),
            running: None,
            bonus: None,
        }
    }

    /// The time control in force.
    pub fn control(&self) -> &TimeControl {
        &self.rules.control
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|running| running.side)
    }

    /// Time left at `t`, ms; `None` where no time is counted. During a delay it stands still.
    pub fn left(&self, t: Ms, side: Side) -> Option<Ms> {
        self.at(t, side).left
    }

    /// What is left at `t` of the delay during which the running side's time stands still, ms; 0
    /// where there is none.
    pub fn delay(&self, t: Ms) -> Ms {
        self.running().map_or(0, |side| self.at(t, side).delay)
    }

    /// When the side's time ran out, where it had by `t` and nothing was added since.
    pub fn flag(&self, t: Ms, side: Side) -> Option<Ms> {
        self.at(t, side).fallen
    }

    /// The number, from 1, of the period that the side is in at `t`.
    pub fn period(&self, t: Ms, side: Side) -> u32 {
        self.at(t, side).period
    }

    /// Whether the side's period at `t` holds all the remaining moves of the game.
    pub fn in_last_period(&self, t: Ms, side: Side) -> bool {
        self.moves_due(t, side).is_none()
    }

    /// How many moves the side must still complete in its period at `t`; `None` in the last one.
    pub fn moves_due(&self, t: Ms, side: Side) -> Option<u32> {
        let face = self.at(t, side);
        let due = self.schedule(side)?.due_by(face.period)?;
        Some(due.saturating_sub(face.moves))
    }

    /// Moves that the side has completed.
    pub fn moves(&self, side: Side) -> u32 {
        self.faces[side].moves
    }

    /// What the side's next move brings, in the period it is in at `t`.
    pub fn bonus(&self, t: Ms, side: Side) -> Bonus {
        self.bonus_in(side, self.period(t, side))
    }

    /// Starts the clocks, or lets them go on: from `t` the side's time runs.
    pub fn run(&mut self, t: Ms, side: Side) {
        self.advance(t);
        self.running = Some(Running { side, since: t });
    }

    /// Stops both clocks.
    pub fn pause(&mut self, t: Ms) {
        self.advance(t);
        self.running = None;
    }

    /// The side pressed its clock: its time stops, the other's runs. Nothing happens where its time
    /// was not running.
    ///
    /// A delay that the interrupted move has not used is still there when it goes on.
    pub fn press(&mut self, t: Ms, side: Side, completes: Completes) -> Option<Credit> {
        if self.running() != Some(side) {
            return None;
        }
        self.run(t, !side);
        match completes {
            Completes::Move => Some(self.credit(side)),
            Completes::Nothing => None,
        }
    }

    /// Counts a completed move, and adds what the next one brings and the time of a period that
    /// begins with it.
    pub fn credit(&mut self, side: Side) -> Credit {
        let before = self.faces[side];
        self.count_move(side);
        let face = self.faces[side];
        let bonus = self.bonus_in(side, face.period);
        let mut credit = Credit { side, ms: 0, delay: before.delay };
        if let (Some(left), None) = (before.left, before.fallen) {
            let total = face.left.unwrap_or(left) + bonus.increment();
            credit.ms = total - left;
            self.faces[side] = Face { left: Some(total), delay: delay(bonus), ..face };
        }
        credit
    }

    /// Counts a completed move that earned no bonus: one that was completed without a press.
    /// The time of a period that begins with the next move is added.
    pub fn count(&mut self, side: Side) -> Credit {
        let before = self.faces[side];
        self.count_move(side);
        let ms = self.faces[side].left.unwrap_or(0) - before.left.unwrap_or(0);
        Credit { side, ms, delay: before.delay }
    }

    fn count_move(&mut self, side: Side) {
        let moves = self.faces[side].moves + 1;
        let period = self.period_by_count(side, moves);
        let begun = match self.schedule(side) {
            Some(schedule) if period > self.faces[side].period => schedule.period(period).time,
            _ => 0,
        };
        let face = &mut self.faces[side];
        face.moves = moves;
        face.period = period;
        if face.fallen.is_none() {
            face.left = face.left.map(|left| left + begun);
        }
    }

    /// Takes back what a completed move brought, and the move from the count (6.13 / 7.1).
    pub fn take_back(&mut self, credit: Credit) {
        let moves = self.faces[credit.side].moves.saturating_sub(1);
        let period = self.period_by_count(credit.side, moves);
        let face = &mut self.faces[credit.side];
        face.moves = moves;
        face.period = period;
        face.left = face.left.map(|left| left.saturating_sub(credit.ms));
        face.delay = credit.delay;
    }

    /// Adds to the side's time, or takes from it down to 0. Time added lifts a fallen flag.
    /// Nothing happens where no time is counted.
    pub fn add(&mut self, t: Ms, side: Side, ms: i64) {
        self.advance(t);
        let face = &mut self.faces[side];
        face.left = face.left.map(|left| left.saturating_add_signed(ms));
        if ms > 0 {
            face.fallen = None;
        }
    }

    /// Sets the clocks: the arbiter's word, or an external clock's reading.
    ///
    /// The period follows from the moves. Where it changes at zero it stays what it was, unless the
    /// flag was down and the moves turn out to have been made (8.6).
    pub fn set(&mut self, t: Ms, setting: Setting) {
        self.advance(t);
        if let Some(ms) = setting.bonus {
            self.bonus = Some(ms);
        }
        for side in Side::ALL {
            let was = self.faces[side];
            let moves = setting.moves.map_or(was.moves, |moves| moves[side]);
            let mut period = self.period_by_count(side, moves);
            if was.fallen.is_some() && self.may_leave(side, was.period, moves) {
                period = period.max(was.period + 1);
            }
            let left = Some(setting.left[side]);
            self.faces[side] = Face { left, moves, period, fallen: None, ..was };
        }
        self.running = setting.running.map(|side| Running { side, since: t });
    }

    /// Writes down the time that has passed. It changes no answer of the clocks at `t` or later,
    /// except that deadlines that lie behind are no longer told.
    pub fn advance(&mut self, t: Ms) {
        if let Some(Running { side, since }) = self.running {
            self.faces[side] = self.at(t, side);
            self.running = Some(Running { side, since: since.max(t) });
        }
    }

    /// When the running side's flag falls if nothing happens before, and whose it is. `None` where
    /// nothing runs, no time is counted, or it is down already.
    pub fn flag_deadline(&self) -> Option<(Ms, Side)> {
        let (mut face, Running { side, since }) = self.counting()?;
        let mut at = since + face.delay + face.left?;
        while let Some(time) = self.next_period_at_zero(side, &face) {
            face.period += 1;
            at += time;
        }
        Some((at, side))
    }

    /// When the running side's period is used up and, its moves having been made, the next begins.
    pub fn period_deadline(&self) -> Option<(Ms, Side)> {
        let (face, Running { side, since }) = self.counting()?;
        self.next_period_at_zero(side, &face)?;
        Some((since + face.delay + face.left?, side))
    }

    /// The first instant at which the running side has less than `threshold` ms left in its
    /// period; `None` where that is not the running side or its period ends before.
    pub fn below_deadline(&self, side: Side, threshold: Ms) -> Option<Ms> {
        let (face, Running { side: runs, since }) = self.counting()?;
        let left = face.left.filter(|_| runs == side)?;
        let at = match left.checked_sub(threshold) {
            Some(spare) => since + face.delay + spare + 1,
            None => since,
        };
        self.left(at, side).filter(|left| *left < threshold).map(|_| at)
    }

    fn schedule(&self, side: Side) -> Option<&Schedule> {
        self.rules.control.schedule(side)
    }

    fn counting(&self) -> Option<(Face, Running)> {
        let running = self.running?;
        let face = self.faces[running.side];
        face.fallen.is_none().then_some((face, running))
    }

    /// The side's clock at `t`.
    fn at(&self, t: Ms, side: Side) -> Face {
        let mut face = self.faces[side];
        let since = match self.running {
            Some(running) if running.side == side => running.since,
            _ => return face,
        };
        let Some(mut left) = face.left.filter(|_| face.fallen.is_none()) else { return face };
        let t = t.max(since);
        let gone = t - since;
        let delayed = gone.min(face.delay);
        face.delay -= delayed;
        let mut spent = gone - delayed;
        if face.delay == 0 {
            while left <= spent {
                spent -= left;
                let Some(time) = self.next_period_at_zero(side, &face) else {
                    face.fallen = Some(t - spent);
                    spent = 0;
                    left = 0;
                    break;
                };
                face.period += 1;
                left = time;
            }
        }
        face.left = Some(left - spent);
        face
    }

    /// The time of the next period, where it is added when this one's is used up.
    fn next_period_at_zero(&self, side: Side, face: &Face) -> Option<Ms> {
        let at_zero = self.rules.next_period == NextPeriod::AtZero;
        let leaves = at_zero && self.may_leave(side, face.period, face.moves);
        self.schedule(side).filter(|_| leaves).map(|all| all.period(face.period + 1).time)
    }

    /// Whether the moves of a period have been made.
    fn may_leave(&self, side: Side, period: u32, moves: u32) -> bool {
        let due = self.schedule(side).and_then(|schedule| schedule.due_by(period));
        due.is_some_and(|due| moves >= due)
    }

    /// The side's period after `moves` moves, where the count decides it.
    fn period_by_count(&self, side: Side, moves: u32) -> u32 {
        match (self.rules.next_period, self.schedule(side)) {
            (NextPeriod::AtMove, Some(schedule)) => schedule.period_after(moves),
            _ => self.faces[side].period,
        }
    }

    fn bonus_in(&self, side: Side, period: u32) -> Bonus {
        let bonus = self.schedule(side).map_or(Bonus::None, |all| all.period(period).bonus);
        match (bonus, self.bonus) {
            (_, None) => bonus,
            (_, Some(0)) => Bonus::None,
            (Bonus::Delay(_), Some(ms)) => Bonus::Delay(ms),
            (_, Some(ms)) => Bonus::Increment(ms),
        }
    }
}

fn delay(bonus: Bonus) -> Ms {
    match bonus {
        Bonus::Delay(ms) => ms,
        Bonus::None | Bonus::Increment(_) => 0,
    }
}
