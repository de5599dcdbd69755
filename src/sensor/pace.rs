use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// How the readings of a board went; clones show the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pulse(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    turns: AtomicU64,
    overruns: AtomicU64,
    failures: AtomicU64,
    lost: AtomicU64,
    late_us: AtomicU64,
    latest_us: AtomicU64,
}

impl Pulse {
    /// Readings tried.
    pub(crate) fn turns(&self) -> u64 {
        self.0.turns.load(Relaxed)
    }

    /// Turns that were skipped because the one before took longer than its time.
    pub(crate) fn overruns(&self) -> u64 {
        self.0.overruns.load(Relaxed)
    }

    /// Readings that failed.
    pub(crate) fn failures(&self) -> u64 {
        self.0.failures.load(Relaxed)
    }

    /// Readings that were taken, and lost on their way.
    pub(crate) fn lost(&self) -> u64 {
        self.0.lost.load(Relaxed)
    }

    /// How late a turn began in the mean, and at worst.
    pub(crate) fn jitter(&self) -> (Duration, Duration) {
        let mean = self.0.late_us.load(Relaxed) / self.turns().max(1);
        (Duration::from_micros(mean), Duration::from_micros(self.0.latest_us.load(Relaxed)))
    }

    /// A reading failed.
    pub(super) fn failed(&self) {
        self.0.failures.fetch_add(1, Relaxed);
    }

    /// So many readings are missing before one that came.
    pub(super) fn missing(&self, readings: u64) {
        self.0.lost.fetch_add(readings, Relaxed);
    }

    fn began(&self, late: Duration) {
        let late = u64::try_from(late.as_micros()).unwrap_or(u64::MAX);
        self.0.turns.fetch_add(1, Relaxed);
        self.0.late_us.fetch_add(late, Relaxed);
        self.0.latest_us.fetch_max(late, Relaxed);
    }
}

/// A steady beat: each turn is due a period after the one before was.
#[derive(Debug)]
pub(crate) struct Pace {
    period: Duration,
    due: Instant,
    pulse: Pulse,
}

impl Pace {
    /// A beat that begins now.
    pub(crate) fn new(period: Duration, pulse: Pulse) -> Pace {
        pulse.began(Duration::ZERO);
        Pace { period, due: Instant::now(), pulse }
    }

    /// A turn begins whose time somebody else has chosen.
    pub(crate) fn follow(&mut self) {
        self.due = Instant::now();
        self.pulse.began(Duration::ZERO);
    }

    /// Sleeps until the next turn is due. Turns whose time has passed are skipped and counted.
    pub(crate) fn wait(&mut self) {
        self.due += self.period;
        let now = Instant::now();
        match self.due.checked_duration_since(now) {
            Some(rest) => thread::sleep(rest),
            None => {
                let missed = (now - self.due).as_nanos() / self.period.as_nanos().max(1) + 1;
                self.pulse.0.overruns.fetch_add(missed as u64, Relaxed);
                self.due = now;
            }
        }
        self.pulse.began(Instant::now().saturating_duration_since(self.due));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_that_were_missed_are_counted_and_not_made_up_for() {
        let pulse = Pulse::default();
        let mut pace = Pace::new(Duration::from_millis(2), pulse.clone());
        pace.due -= Duration::from_millis(20);
        pace.wait();
        assert!((9..=12).contains(&pulse.overruns()), "{pulse:?}");
        let overruns = pulse.overruns();
        let due = pace.due;
        pace.wait();
        assert_eq!(pace.due, due + Duration::from_millis(2));
        assert!(pulse.overruns() <= overruns + 1, "{pulse:?}");
        assert_eq!(pulse.turns(), 3);
    }
}
