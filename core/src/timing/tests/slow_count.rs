//! Random games against a count that goes millisecond by millisecond.

use proptest::prelude::*;

use super::*;

/// A clock that looks at nothing but its own hands, one millisecond after the other.
struct SlowClock {
    /// (moves, time, increment, delay) of each period, far more of them than are played.
    periods: Vec<(u32, u64, u64, u64)>,
    index: usize,
    made_in_period: u32,
    left: u64,
    delay: u64,
    fallen: Option<u64>,
    at_zero: bool,
}

impl SlowClock {
    fn new(listed: &[(u32, u64, u64, u64)], at_zero: bool) -> SlowClock {
        let last = *listed.last().unwrap();
        let mut periods = listed.to_vec();
        periods.extend(std::iter::repeat_n(last, 100));
        let (_, time, increment, delay) = periods[0];
        SlowClock {
            periods,
            index: 0,
            made_in_period: 0,
            left: time + increment,
            delay,
            fallen: None,
            at_zero,
        }
    }

    fn has_moves(&self) -> bool {
        let due = self.periods[self.index].0;
        due > 0 && self.made_in_period >= due
    }

    fn next_period(&mut self) {
        self.made_in_period -= self.periods[self.index].0;
        self.index += 1;
        self.left += self.periods[self.index].1;
    }

    /// The millisecond that ends at `t`.
    fn tick(&mut self, t: u64) {
        if self.fallen.is_some() {
            return;
        }
        if self.delay > 0 {
            self.delay -= 1;
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            if self.at_zero && self.has_moves() {
                self.next_period();
            } else {
                self.fallen = Some(t);
            }
        }
    }

    fn completes(&mut self) {
        self.made_in_period += 1;
        if self.fallen.is_some() {
            return;
        }
        if !self.at_zero && self.has_moves() {
            self.next_period();
        }
        let (_, _, increment, delay) = self.periods[self.index];
        self.left += increment;
        self.delay = delay;
    }
}

/// One to three periods of a second or two, with few moves, so that all their ends are met.
fn any_periods() -> impl Strategy<Value = Vec<(u32, u64, u64, u64)>> {
    let period = |moves| {
        (moves, 1..3u64, 0..4u64).prop_map(|(moves, time, bonus)| match bonus {
            0 | 1 => (moves, time * 1000, 0, 0),
            2 => (moves, time * 1000, 1000, 0),
            _ => (moves, time * 1000, 0, 1000),
        })
    };
    (proptest::collection::vec(period(1..4u32), 0..3), period(0..3u32)).prop_map(
        |(mut periods, last)| {
            periods.push(last);
            periods
        },
    )
}

fn written(periods: &[(u32, u64, u64, u64)]) -> String {
    let period = |(moves, time, increment, delay): &(u32, u64, u64, u64)| {
        let moves = if *moves > 0 { format!("{moves}/") } else { String::new() };
        format!("{moves}{}{}{}", time / 1000, part('+', *increment), part('d', *delay))
    };
    periods.iter().map(period).collect::<Vec<_>>().join(":")
}

fn part(sign: char, ms: u64) -> String {
    if ms > 0 { format!("{sign}{}", ms / 1000) } else { String::new() }
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Press(Completes),
    Pause(u64),
    Advance,
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        8 => Just(Deed::Press(Completes::Move)),
        1 => Just(Deed::Press(Completes::Nothing)),
        1 => (0..500u64).prop_map(Deed::Pause),
        2 => Just(Deed::Advance),
    ]
}

proptest! {
    /// `PROPTEST_CASES=10000` for the long run.
    #[test]
    fn presses_agree_with_the_slow_count(
        periods in any_periods(),
        at_zero in any::<bool>(),
        deeds in proptest::collection::vec((0..900u64, any_deed()), 1..40),
    ) {
        let next_period = if at_zero { NextPeriod::AtZero } else { NextPeriod::AtMove };
        let control: TimeControl = written(&periods).parse().unwrap();
        let mut clocks = Clocks::new(&control, next_period);
        let mut slow = [SlowClock::new(&periods, at_zero), SlowClock::new(&periods, at_zero)];
        let mut side = WHITE;
        let mut t = 0;
        clocks.run(t, side);
        for (wait, deed) in deeds {
            let foretold = clocks.flag_deadline();
            for _ in 0..wait {
                t += 1;
                slow[side as usize].tick(t);
            }
            if let Some((at, who)) = foretold {
                prop_assert_eq!(who, side);
                let fell = slow[side as usize].fallen;
                prop_assert_eq!(fell, Some(at).filter(|at| *at <= t), "foretold {}", at);
            }
            match deed {
                Deed::Press(completes) => {
                    let _ = clocks.press(t, side, completes);
                    if completes == Completes::Move {
                        slow[side as usize].completes();
                    }
                    side = !side;
                }
                Deed::Pause(ms) => {
                    clocks.pause(t);
                    t += ms;
                    clocks.run(t, side);
                }
                Deed::Advance => clocks.advance(t),
            }
            prop_assert_eq!(clocks.delay(t), slow[side as usize].delay, "delay at {}", t);
            for side in [WHITE, BLACK] {
                let slow = &slow[side as usize];
                prop_assert_eq!(clocks.left(t, side), Some(slow.left), "{} at {}", side, t);
                prop_assert_eq!(clocks.flag(t, side), slow.fallen);
                if slow.fallen.is_none() {
                    prop_assert_eq!(clocks.period(t, side) as usize, slow.index + 1);
                }
            }
        }
    }

    /// Whoever was told the time and the delay counts on by himself until somebody presses.
    #[test]
    fn a_viewer_counts_on_from_time_and_delay(
        delay in 1..9u64,
        thought in 0..12_000u64,
        looks in proptest::collection::vec(0..12_000u64, 2),
    ) {
        let mut clocks = Clocks::new(&format!("20d{delay}").parse().unwrap(), NextPeriod::AtMove);
        clocks.run(0, WHITE);
        let _ = clocks.press(thought, WHITE, Completes::Move);
        let told = thought + looks[0];
        let (left, delay) = (clocks.left(told, BLACK).unwrap(), clocks.delay(told));
        let spent = looks[1].saturating_sub(delay);
        prop_assert_eq!(clocks.left(told + looks[1], BLACK), Some(left.saturating_sub(spent)));
        prop_assert_eq!(clocks.delay(told + looks[1]), delay.saturating_sub(looks[1]));
        clocks.pause(told);
        prop_assert_eq!(clocks.delay(told), 0, "nobody thinks");
    }

    #[test]
    fn letting_time_pass_in_steps_changes_nothing(
        periods in any_periods(),
        at_zero in any::<bool>(),
        waits in proptest::collection::vec(0..900u64, 1..20),
    ) {
        let next_period = if at_zero { NextPeriod::AtZero } else { NextPeriod::AtMove };
        let control: TimeControl = written(&periods).parse().unwrap();
        let mut once = Clocks::new(&control, next_period);
        let mut side = WHITE;
        let mut t = 0;
        once.run(t, side);
        let mut often = once.clone();
        for wait in waits {
            for step in [wait / 3, wait / 2, wait] {
                often.advance(t + step);
            }
            t += wait;
            prop_assert_eq!(often.left(t, side), once.left(t, side));
            prop_assert_eq!(often.press(t, side, Completes::Move),
                            once.press(t, side, Completes::Move));
            prop_assert_eq!(&often, &once);
            side = !side;
        }
    }

    #[test]
    fn a_credit_taken_back_leaves_nothing(
        periods in any_periods(),
        at_zero in any::<bool>(),
        waits in proptest::collection::vec(0..900u64, 1..20),
    ) {
        let next_period = if at_zero { NextPeriod::AtZero } else { NextPeriod::AtMove };
        let control: TimeControl = written(&periods).parse().unwrap();
        let mut clocks = Clocks::new(&control, next_period);
        let mut side = WHITE;
        let mut t = 0;
        clocks.run(t, side);
        for wait in waits {
            t += wait;
            let mut without = clocks.clone();
            prop_assert_eq!(without.press(t, side, Completes::Nothing), None);
            let credit = clocks.press(t, side, Completes::Move).unwrap();
            let mut taken = clocks.clone();
            taken.take_back(credit);
            prop_assert_eq!(taken, without);
            side = !side;
        }
    }
}
