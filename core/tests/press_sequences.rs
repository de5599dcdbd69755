//! Ten thousand random games of two clocks agree with a count that goes millisecond by millisecond.
//!
//! Where one does not, proptest shrinks it and prints its seed.

#![allow(clippy::unwrap_used, reason = "a test may end anywhere, not only in its functions")]

mod common;

use common::{
    controls::{Control, at_least, control},
    slow::{By, Press, SlowClocks},
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use shakmaty::ByColor;
use touchmove_core::{
    board::{NextPeriod, Side},
    timing::{Clocks, Completes, Credit, Setting, TimeControl},
};

/// How long until something is done.
#[derive(Clone, Copy, Debug)]
enum Wait {
    Ms(u64),
    /// So many ms after the time in front of the player is used up; 1 is a millisecond before.
    UntilUsedUp(u64),
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Press(Press),
    /// The press, and the move is known to be complete only then.
    PressThenCredit,
    /// His button is down already.
    PressAgain,
    /// The move counts although nobody pressed for it.
    Count,
    /// A press for an illegal move, which so much later is taken back.
    Illegal {
        after: u64,
        to_opponent: i64,
    },
    /// The last completed move of a player is withdrawn.
    Withdraw(Side),
    Pause {
        ms: u64,
        then: Side,
    },
    Add(Side, i64),
    Set {
        left: [u64; 2],
        moves: Option<[u32; 2]>,
        bonus: Option<u64>,
        running: Option<Side>,
    },
    Advance,
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn deed() -> impl Strategy<Value = Deed> {
    let (left, moves) = ([0..4_000u64, 0..4_000u64], [0..12u32, 0..12u32]);
    let bonus = prop::option::of(0..3u64);
    prop_oneof![
        16 => Just(Deed::Press(Press::Completes)),
        8 => Just(Deed::PressThenCredit),
        2 => Just(Deed::Press(Press::Idle)),
        1 => Just(Deed::PressAgain),
        1 => Just(Deed::Count),
        3 => (0..600u64, 0..3i64).prop_map(|(after, extra)| {
            Deed::Illegal { after, to_opponent: extra * 500 }
        }),
        1 => side().prop_map(Deed::Withdraw),
        3 => (0..900u64, side()).prop_map(|(ms, then)| Deed::Pause { ms, then }),
        2 => (side(), -3_000..3_000i64).prop_map(|(side, ms)| Deed::Add(side, ms)),
        1 => (left, prop::option::of(moves), bonus, prop::option::of(side())).prop_map(
            |(left, moves, bonus, running)| {
                Deed::Set { left, moves, bonus: bonus.map(|s| s * 1000), running }
            }
        ),
        2 => Just(Deed::Advance),
    ]
}

fn wait() -> impl Strategy<Value = Wait> {
    prop_oneof![4 => (0..900u64).prop_map(Wait::Ms), 1 => (0..4u64).prop_map(Wait::UntilUsedUp)]
}

/// The clocks under test beside those that count slowly.
struct Game {
    clocks: Clocks,
    slow: SlowClocks,
    /// What completed moves brought, the newest last.
    credits: ByColor<Vec<Credit>>,
}

impl Game {
    fn new(control: &Control, next_period: NextPeriod) -> Game {
        let read: TimeControl = control.text().parse().unwrap();
        let clocks = Clocks::new(&read, next_period);
        let slow = SlowClocks::new(&control.white, &control.black, next_period);
        Game { clocks, slow, credits: ByColor::default() }
    }

    fn t(&self) -> u64 {
        self.slow.t
    }

    fn run(&mut self, side: Side) {
        self.clocks.run(self.t(), side);
        self.slow.run(Some(side));
    }

    fn press(&mut self, side: Side) {
        if let Some(credit) = self.clocks.press(self.t(), side, Completes::Move) {
            self.credits[side].push(credit);
        }
        self.slow.press(side, Press::Completes);
    }

    fn take_back(&mut self, side: Side) {
        if let Some(credit) = self.credits[side].pop() {
            self.clocks.advance(self.slow.t);
            self.clocks.take_back(credit);
            self.slow.take_back(side);
        }
    }

    /// Lets time pass in both, and what was foretold must happen then.
    fn wait(&mut self, wait: Wait, little: u64) -> TestCaseResult {
        let Some(side) = self.slow.running else {
            let (Wait::Ms(ms) | Wait::UntilUsedUp(ms)) = wait;
            self.slow.until(self.t() + ms);
            return Ok(());
        };
        let now = self.slow.of(side);
        let ms = match wait {
            Wait::Ms(ms) => ms,
            Wait::UntilUsedUp(more) => (now.used_up_in() + more).saturating_sub(1),
        };
        let (flag, fallen) = (self.clocks.flag_deadline(), now.fallen);
        let mut clocks = self.clocks.clone();
        clocks.advance(self.t());
        let low = clocks.below_deadline(side, little);
        let is_low = |slow: &SlowClocks| {
            let clock = slow.of(side);
            (fallen.is_none() && clock.left < little).then_some(slow.t)
        };
        let mut went_low = is_low(&self.slow);
        let until = self.t() + ms;
        while self.t() < until {
            self.slow.until(self.t() + 1);
            went_low = went_low.or_else(|| is_low(&self.slow));
        }
        if fallen.is_none() {
            let foretold = flag.map(|(at, whose)| (at.min(until + 1), whose));
            let fell = self.slow.of(side).fallen.unwrap_or(until + 1);
            prop_assert_eq!(foretold, Some((fell, side)), "the flag");
        }
        prop_assert_eq!(low.filter(|at| *at <= until), went_low, "less than {}", little);
        Ok(())
    }

    fn carry_out(&mut self, deed: Deed) {
        let (t, running) = (self.t(), self.slow.running);
        let mover = running.unwrap_or(Side::White);
        match deed {
            Deed::Press(Press::Completes) => self.press(mover),
            Deed::Press(Press::Idle) => {
                assert_eq!(self.clocks.press(t, mover, Completes::Nothing), None);
                self.slow.press(mover, Press::Idle);
            }
            Deed::PressThenCredit if running.is_some() => {
                assert_eq!(self.clocks.press(t, mover, Completes::Nothing), None);
                let credit = self.clocks.credit(mover);
                self.credits[mover].push(credit);
                self.slow.press(mover, Press::Completes);
            }
            Deed::PressThenCredit => {}
            Deed::PressAgain => self.press(!mover),
            Deed::Count => {
                self.clocks.advance(t);
                let credit = self.clocks.count(!mover);
                self.credits[!mover].push(credit);
                self.slow.completes(!mover, By::Otherwise);
            }
            Deed::Illegal { after, to_opponent } if running.is_some() => {
                self.press(mover);
                self.slow.until(t + after);
                self.clocks.pause(self.t());
                self.slow.run(None);
                self.take_back(mover);
                self.clocks.add(self.t(), !mover, to_opponent);
                self.slow.add(!mover, to_opponent);
                self.slow.until(self.t() + after);
                self.run(mover);
            }
            Deed::Illegal { .. } => {}
            Deed::Withdraw(side) => self.take_back(side),
            Deed::Pause { ms, then } => {
                self.clocks.pause(t);
                self.slow.run(None);
                self.slow.until(t + ms);
                self.run(then);
            }
            Deed::Add(side, ms) => {
                self.clocks.add(t, side, ms);
                self.slow.add(side, ms);
            }
            Deed::Set { left, moves, bonus, running } => {
                let both = |[white, black]: [u32; 2]| ByColor { white, black };
                let setting = Setting {
                    left: ByColor { white: left[0], black: left[1] },
                    running,
                    moves: moves.map(both),
                    bonus,
                };
                self.clocks.set(t, setting);
                self.slow.running = running;
                self.slow.set(left, moves, bonus);
            }
            Deed::Advance => self.clocks.advance(t),
        }
    }

    fn compare(&self) -> TestCaseResult {
        let t = self.t();
        prop_assert_eq!(self.clocks.running(), self.slow.running);
        for side in Side::ALL {
            let slow = self.slow.of(side);
            prop_assert_eq!(self.clocks.left(t, side), Some(slow.left), "{} at {}", side, t);
            prop_assert_eq!(self.clocks.flag(t, side), slow.fallen, "{}'s flag", side);
            prop_assert_eq!(self.clocks.moves(side), slow.moves, "{}'s moves", side);
            prop_assert_eq!(self.clocks.period(t, side) as usize, slow.period + 1);
            let due = slow.due().map(|due| due.saturating_sub(slow.moves));
            prop_assert_eq!(self.clocks.moves_due(t, side), due, "{}'s moves to come", side);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(at_least(10_000))]

    #[test]
    fn the_clocks_agree_with_the_slow_count(
        control in control(0..4),
        at_zero in any::<bool>(),
        first in side(),
        little in 0..2_500u64,
        deeds in prop::collection::vec((wait(), deed()), 1..20),
    ) {
        let next_period = if at_zero { NextPeriod::AtZero } else { NextPeriod::AtMove };
        let mut game = Game::new(&control, next_period);
        game.compare()?;
        game.slow.until(1_000);
        game.run(first);
        for (wait, deed) in deeds {
            game.wait(wait, little)?;
            game.compare()?;
            game.carry_out(deed);
            game.compare()?;
        }
    }
}
