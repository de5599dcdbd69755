//! When something that is wrong with a board is told, and that it is over.

use std::time::{Duration, Instant};

use touchmove_core::board::{Bitboard, Squares, What};

use crate::driver::Failure;

/// For so long a reading that fails is tried again and nobody told: a piece that is taken away in
/// that time is seen afterwards, and its square is empty for longer.
const TOLERATED: Duration = Duration::from_millis(50);

/// What is wrong with a board at the moment.
#[derive(Debug, Default)]
pub(super) struct Troubles {
    present: Option<Trouble>,
}

#[derive(Debug)]
struct Trouble {
    failure: Failure,
    /// None: the whole board.
    squares: Bitboard,
    since: Instant,
    told: bool,
}

/// What is to be told.
#[derive(Debug, PartialEq)]
pub(super) enum News {
    /// Something is wrong.
    Begins(What, Failure),
    /// It is over.
    Over(What),
}

impl Troubles {
    /// Whether the whole board is told to be unread.
    pub(super) fn is_blind(&self) -> bool {
        self.present.as_ref().is_some_and(|trouble| trouble.told && trouble.squares.is_empty())
    }

    /// What a reading that began at `began` and ended at `now` had wrong, and with which squares;
    /// none: with all.
    pub(super) fn see(
        &mut self,
        wrong: Option<(Failure, Bitboard)>,
        began: Instant,
        now: Instant,
    ) -> Vec<News> {
        let mut news = Vec::new();
        let same = |trouble: &Trouble| {
            wrong.as_ref().is_some_and(|(_, squares)| *squares == trouble.squares)
        };
        let before = self.present.take_if(|trouble| !same(trouble));
        if let Some(before) = before.as_ref().filter(|before| before.told) {
            news.push(News::Over(before.mended()));
        }
        if let Some((failure, squares)) = wrong {
            // What was wrong with other squares and is not yet told has lasted as long.
            let since = before.filter(|before| !before.told).map_or(began, |before| before.since);
            let fresh = Trouble { failure: failure.clone(), squares, since, told: false };
            let present = self.present.get_or_insert(fresh);
            if !present.told {
                present.failure = failure;
            }
        }
        if let Some(trouble) = &mut self.present
            && !trouble.told
            && now.saturating_duration_since(trouble.since) >= TOLERATED
        {
            trouble.told = true;
            news.push(News::Begins(trouble.fault(), trouble.failure.clone()));
        }
        news
    }
}

impl Trouble {
    fn fault(&self) -> What {
        What::Fault { squares: Squares(self.squares), reason: self.failure.fault.code().into() }
    }

    fn mended(&self) -> What {
        What::Mended { squares: Squares(self.squares), reason: self.failure.fault.code().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Fault;

    /// What is told of readings every 10 ms: nothing wrong, or a fault with these squares.
    fn told(readings: &[Option<(Fault, u64)>]) -> Vec<String> {
        let start = Instant::now();
        let mut troubles = Troubles::default();
        let mut told = Vec::new();
        for (n, reading) in (0..).zip(readings) {
            let now = start + Duration::from_millis(10) * n;
            let wrong =
                reading.map(|(fault, squares)| (Failure::new(fault, "a test"), Bitboard(squares)));
            for news in troubles.see(wrong, now, now) {
                told.push(match news {
                    News::Begins(What::Fault { squares, reason }, _) => {
                        format!("{n}: {reason} {}", squares.0.0)
                    }
                    News::Over(What::Mended { squares, reason }) => {
                        format!("{n}: over {reason} {}", squares.0.0)
                    }
                    other => panic!("{other:?}"),
                });
            }
        }
        told
    }

    #[test]
    fn what_is_over_at_once_is_not_told() {
        let bus = Some((Fault::Bus, 0));
        assert_eq!(told(&[None, bus, bus, bus, bus, bus, None, bus, None]), [] as [&str; 0]);
    }

    #[test]
    fn what_lasts_is_told_once_and_that_it_is_over() {
        let bus = Some((Fault::Bus, 0));
        let mut readings = vec![None];
        readings.extend([bus; 20]);
        readings.extend([None, None]);
        assert_eq!(told(&readings), ["6: bus 0", "21: over bus 0"]);
    }

    #[test]
    fn a_fault_of_some_squares_may_become_one_of_others() {
        let of = |squares| Some((Fault::Expander, squares));
        let readings = [[of(7); 8], [of(63); 8], [None; 8]].concat();
        let wanted =
            ["5: expander 7", "8: over expander 7", "13: expander 63", "16: over expander 63"];
        assert_eq!(told(&readings), wanted);
    }

    #[test]
    fn what_changes_all_the_time_is_told_too() {
        let bus = Some((Fault::Bus, 0));
        let chain = Some((Fault::Chain, 0));
        assert_eq!(told(&[bus, chain, bus, chain, bus, chain]), ["5: chain 0"]);
    }

    #[test]
    fn a_reading_that_took_long_to_fail_is_told_at_once() {
        let mut troubles = Troubles::default();
        let now = Instant::now();
        let wrong = Some((Failure::new(Fault::Bus, "timed out"), Bitboard::EMPTY));
        let news = troubles.see(wrong, now - Duration::from_secs(1), now);
        assert!(matches!(news.as_slice(), [News::Begins(..)]), "{news:?}");
        assert!(troubles.is_blind());
    }
}
