use std::{collections::VecDeque, time::Duration};

use tokio::time::Instant;

/// States of one table that wait to be shown: more moves than are played in a quarter of an hour of
/// blitz. When there are more, the newest one that waits gives way to what comes after it.
const WAITING: usize = 128;

/// What is seen later than it happened.
#[derive(Debug)]
pub(super) struct Delayed<T> {
    shown: Option<T>,
    /// With the time at which each was seen first, oldest first.
    waiting: VecDeque<(Instant, Option<T>)>,
}

impl<T> Default for Delayed<T> {
    fn default() -> Self {
        Delayed { shown: None, waiting: VecDeque::new() }
    }
}

impl<T: PartialEq> Delayed<T> {
    /// What is shown.
    pub(super) fn shown(&self) -> Option<&T> {
        self.shown.as_ref()
    }

    /// What will be shown when nothing more happens.
    pub(super) fn newest(&self) -> Option<&T> {
        self.waiting.back().map_or(self.shown.as_ref(), |(_, newest)| newest.as_ref())
    }

    /// From now on this is so; none: there is nothing any more.
    pub(super) fn put(&mut self, now: Instant, state: Option<T>) {
        if self.newest() == state.as_ref() {
            return;
        }
        if self.waiting.len() == WAITING {
            self.waiting.pop_back();
        }
        self.waiting.push_back((now, state));
    }

    /// Shows what has waited for so long; answers whether that is something else than before.
    pub(super) fn show(&mut self, now: Instant, delay: Duration) -> bool {
        let due = |(seen, _): &(Instant, Option<T>)| now.saturating_duration_since(*seen) >= delay;
        let count = self.waiting.partition_point(due);
        let Some((_, last)) = self.waiting.drain(..count).next_back() else { return false };
        let differs = self.shown != last;
        self.shown = last;
        differs
    }

    /// Whether there is nothing to show, now or later.
    pub(super) fn is_empty(&self) -> bool {
        self.shown.is_none() && self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn when_it_is_full_the_newest_gives_way_and_nothing_comes_early() {
        let delay = Duration::from_secs(900);
        let start = Instant::now();
        let at = |s: u64| start + Duration::from_secs(s);
        let mut delayed = Delayed::default();
        for n in 0..600 {
            delayed.put(at(n), Some(n));
            assert!(delayed.waiting.len() <= WAITING);
        }
        assert_eq!(delayed.newest(), Some(&599));
        assert!(!delayed.show(at(899), delay));
        assert!(delayed.show(at(900), delay));
        assert_eq!(delayed.shown(), Some(&0));
        delayed.show(at(1498), delay);
        assert_eq!(delayed.shown(), Some(&126));
        assert!(delayed.show(at(1499), delay));
        assert_eq!(delayed.shown(), Some(&599));
    }

    proptest! {
        /// Whatever happens, what is shown was so the delay ago, or before.
        #[test]
        fn nothing_is_shown_before_its_time(
            steps in prop::collection::vec((0u64..40, 0u8..4), 1..400),
            delay in 0u64..60,
        ) {
            let start = Instant::now();
            let mut delayed = Delayed::default();
            let mut history: Vec<(u64, Option<u8>)> = vec![(0, None)];
            let mut now = 0;
            for (pause, state) in steps {
                now += pause;
                let state = (state > 0).then_some(state);
                delayed.put(start + Duration::from_secs(now), state);
                history.push((now, state));
                delayed.show(start + Duration::from_secs(now), Duration::from_secs(delay));
                let old = now.checked_sub(delay);
                let was = history.iter().rev().find(|(t, _)| old.is_some_and(|old| *t <= old));
                // No more was put than has room, so it is exactly that.
                if history.len() < WAITING {
                    prop_assert_eq!(delayed.shown().copied(), was.and_then(|(_, state)| *state));
                }
                prop_assert!(delayed.waiting.len() <= WAITING);
            }
        }
    }
}
