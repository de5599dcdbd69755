//! How fast a board lives: trace time against the clock of the host.

use std::time::{Duration, Instant};

use touchmove_core::board::Ms;

/// Trace time against the host's monotonic clock.
///
/// One millisecond of the trace lasts a millisecond on a board in a hall; in a demo the boards
/// live faster. Everything in the daemon that waits, waits by this.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo {
    start: Instant,
    speed: f64,
}

impl Tempo {
    /// Trace time that begins now and runs `speed` times as fast as the host's.
    pub(crate) fn starting_now(speed: f64) -> Tempo {
        Tempo { start: now(), speed }
    }

    /// How much faster than the host's time this runs.
    pub(crate) fn speed(self) -> f64 {
        self.speed
    }

    /// The trace time that is now.
    pub(crate) fn now(self) -> Ms {
        self.at(now())
    }

    /// The trace time of an instant; 0 before the start.
    pub(crate) fn at(self, instant: Instant) -> Ms {
        let since = instant.saturating_duration_since(self.start);
        // The multiplication is exact enough: 53 bits of microseconds are 285 years.
        (since.as_micros() as f64 * self.speed / 1000.0) as Ms
    }

    /// The first instant at which trace time is `t` or later.
    pub(crate) fn instant(self, t: Ms) -> Instant {
        let micros = (t as f64 * 1000.0 / self.speed).ceil();
        let mut instant = self.start + Duration::from_micros(micros as u64);
        while self.at(instant) < t {
            instant += Duration::from_micros(1);
        }
        instant
    }
}

/// The host's monotonic clock, or the paused one of a test.
fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_never_before_its_time() {
        for speed in [0.25, 1.0, 3.0, 7.7, 20.0, 999.9] {
            let tempo = Tempo::starting_now(speed);
            for t in (0..5_000).chain([86_400_000, 86_400_001]) {
                let instant = tempo.instant(t);
                assert!(tempo.at(instant) >= t, "{t} ms at speed {speed}");
                let before = instant - Duration::from_micros(2);
                assert!(t == 0 || tempo.at(before) <= t, "{t} ms at speed {speed} comes late");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_fast_board_lives_twenty_seconds_a_second() {
        let tempo = Tempo::starting_now(20.0);
        tokio::time::advance(Duration::from_secs(3)).await;
        assert_eq!(tempo.now(), 60_000);
    }
}
