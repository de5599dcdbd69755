//! Two chess clocks that go millisecond by millisecond, written from the words of the Laws and of
//! the contract and from nothing else: slow and simple, to count again what `timing` counts.

use touchmove_core::board::{NextPeriod, Side};

/// A period as the tests write it down; times in ms.
#[derive(Clone, Copy, Debug, Default)]
pub struct Period {
    /// Moves to be made in it; 0: all that remain.
    pub moves: u32,
    pub time: u64,
    /// What each move brings,
    pub increment: u64,
    /// or how long its time stands still first.
    pub delay: u64,
}

/// A period in seconds: moves, time, increment, delay.
pub const fn seconds(moves: u32, time: u64, increment: u64, delay: u64) -> Period {
    Period { moves, time: time * 1000, increment: increment * 1000, delay: delay * 1000 }
}

/// How a time control is written of which these are the periods.
pub fn written(periods: &[Period]) -> String {
    let one = |period: &Period| {
        let moves = if period.moves > 0 { format!("{}/", period.moves) } else { String::new() };
        let bonus = match (period.increment / 1000, period.delay / 1000) {
            (0, 0) => String::new(),
            (increment, 0) => format!("+{increment}"),
            (_, delay) => format!("d{delay}"),
        };
        format!("{moves}{}{bonus}", period.time / 1000)
    };
    periods.iter().map(one).collect::<Vec<_>>().join(":")
}

/// What completes a move, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// The press for a legal move.
    Completes,
    /// A press for no move, or for one that is taken back.
    Idle,
}

/// One player's clock.
#[derive(Clone, Debug)]
pub struct SlowClock {
    /// In order; the last one again and again.
    periods: Vec<Period>,
    next_period: NextPeriod,
    /// What each move brings by the arbiter's word.
    bonus: Option<u64>,
    /// Which period, from 0.
    pub period: usize,
    pub moves: u32,
    pub left: u64,
    delay: u64,
    pub fallen: Option<u64>,
    /// When a period began because the one before was used up.
    pub begun: Vec<u64>,
    /// What each completed move brought, and what had been left of its delay.
    brought: Vec<(u64, u64)>,
}

impl SlowClock {
    fn new(listed: &[Period], next_period: NextPeriod) -> SlowClock {
        let first = listed[0];
        SlowClock {
            periods: listed.to_vec(),
            next_period,
            bonus: None,
            period: 0,
            moves: 0,
            // The bonus of a move is there when the move begins.
            left: first.time + first.increment,
            delay: first.delay,
            fallen: None,
            begun: Vec::new(),
            brought: Vec::new(),
        }
    }

    fn nth(&self, period: usize) -> Period {
        self.periods[period.min(self.periods.len() - 1)]
    }

    /// Moves that must have been made when the present period ends.
    pub fn due(&self) -> Option<u32> {
        let last = self.nth(self.period).moves == 0;
        (!last).then(|| (0..=self.period).map(|period| self.nth(period).moves).sum())
    }

    /// How many periods the control lists.
    pub fn listed(&self) -> usize {
        self.periods.len()
    }

    /// Moves after which the present period begins.
    pub fn begins_after(&self) -> u32 {
        (0..self.period).map(|period| self.nth(period).moves).sum()
    }

    /// How long the time in front of the player lasts.
    pub fn used_up_in(&self) -> u64 {
        self.delay + self.left
    }

    fn has_moves(&self) -> bool {
        self.due().is_some_and(|due| self.moves >= due)
    }

    /// At the move: the period is the one in which the next move is made.
    fn period_by_moves(&mut self) {
        if self.next_period == NextPeriod::AtMove {
            self.period = 0;
            while self.has_moves() {
                self.period += 1;
            }
        }
    }

    /// The millisecond that ends at `t` has gone.
    fn tick(&mut self, t: u64) {
        if self.fallen.is_some() {
            return;
        }
        if self.delay > 0 {
            self.delay -= 1;
        } else {
            self.left -= 1;
        }
        self.look(t);
    }

    /// Whether the time is used up at `t`.
    fn look(&mut self, t: u64) {
        while self.left == 0 && self.delay == 0 && self.fallen.is_none() {
            if self.next_period == NextPeriod::AtZero && self.has_moves() {
                self.period += 1;
                self.left = self.nth(self.period).time;
                self.begun.push(t);
            } else {
                self.fallen = Some(t);
            }
        }
    }

    /// Increment and delay of the next move.
    fn next_bonus(&self) -> (u64, u64) {
        let period = self.nth(self.period);
        match self.bonus {
            None => (period.increment, period.delay),
            Some(ms) if period.delay > 0 => (0, ms),
            Some(ms) => (ms, 0),
        }
    }

    /// A move is completed. Once the flag is down it counts, but earns nothing.
    fn completes(&mut self, by: By) {
        let (left, delay, period) = (self.left, self.delay, self.period);
        self.moves += 1;
        self.period_by_moves();
        if self.fallen.is_none() {
            if self.period > period {
                self.left += self.nth(self.period).time;
            }
            if by == By::Press {
                let (increment, delay) = self.next_bonus();
                self.left += increment;
                self.delay = delay;
            }
        }
        self.brought.push((self.left - left, delay));
    }

    /// The last completed move was illegal or is withdrawn.
    fn take_back(&mut self) {
        let (ms, delay) = self.brought.pop().unwrap();
        self.moves = self.moves.saturating_sub(1);
        self.period_by_moves();
        self.left = self.left.saturating_sub(ms);
        self.delay = delay;
    }

    fn add(&mut self, ms: i64) {
        self.left = self.left.saturating_add_signed(ms);
        if ms > 0 {
            self.fallen = None;
        }
    }

    fn set(&mut self, left: u64, moves: Option<u32>, bonus: Option<u64>) {
        self.left = left;
        self.moves = moves.unwrap_or(self.moves);
        self.bonus = bonus.or(self.bonus);
        self.period_by_moves();
        // The flag was down, and it turns out that the moves had been made (8.6).
        if self.next_period == NextPeriod::AtZero && self.fallen.is_some() && self.has_moves() {
            self.period += 1;
        }
        self.fallen = None;
    }
}

/// How a move was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Press,
    /// Without one: it counts, and earns no bonus.
    Otherwise,
}

/// Both clocks of a game.
#[derive(Clone, Debug)]
pub struct SlowClocks {
    pub white: SlowClock,
    pub black: SlowClock,
    pub running: Option<Side>,
    pub t: u64,
}

impl SlowClocks {
    pub fn new(white: &[Period], black: &[Period], next_period: NextPeriod) -> SlowClocks {
        let (white, black) =
            (SlowClock::new(white, next_period), SlowClock::new(black, next_period));
        SlowClocks { white, black, running: None, t: 0 }
    }

    pub fn of(&self, side: Side) -> &SlowClock {
        if side.is_white() { &self.white } else { &self.black }
    }

    fn mut_of(&mut self, side: Side) -> &mut SlowClock {
        if side.is_white() { &mut self.white } else { &mut self.black }
    }

    /// Lets time pass to `t`.
    pub fn until(&mut self, t: u64) {
        let Some(side) = self.running else {
            self.t = self.t.max(t);
            return;
        };
        while self.t < t {
            self.t += 1;
            let now = self.t;
            self.mut_of(side).tick(now);
        }
    }

    /// From now on that side's time runs, or none.
    pub fn run(&mut self, side: Option<Side>) {
        self.running = side;
        self.look();
    }

    fn look(&mut self) {
        let now = self.t;
        if let Some(side) = self.running {
            self.mut_of(side).look(now);
        }
    }

    /// Nothing happens where the side's time was not running.
    pub fn press(&mut self, side: Side, press: Press) {
        if self.running == Some(side) {
            if press == Press::Completes {
                self.completes(side, By::Press);
            }
            self.run(Some(!side));
        }
    }

    pub fn completes(&mut self, side: Side, by: By) {
        self.mut_of(side).completes(by);
    }

    pub fn take_back(&mut self, side: Side) {
        self.mut_of(side).take_back();
        self.look();
    }

    pub fn add(&mut self, side: Side, ms: i64) {
        self.mut_of(side).add(ms);
        self.look();
    }

    /// Times left, moves completed and the bonus of later moves, each where it is set.
    pub fn set(&mut self, left: [u64; 2], moves: Option<[u32; 2]>, bonus: Option<u64>) {
        self.white.set(left[0], moves.map(|moves| moves[0]), bonus);
        self.black.set(left[1], moves.map(|moves| moves[1]), bonus);
        self.look();
    }
}
