use std::path::Path;

use jiff::Timestamp;
use touchmove_core::board::{Ms, Record, What};

/// systemd-timesyncd makes this file once the clock is right; chrony's unit in Debian does, too.
const SYNCHRONISED: &str = "/run/systemd/timesync/synchronized";

/// What the wall clock says, as a record.
pub(super) fn reading() -> What {
    What::Wall {
        time: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        synced: Path::new(SYNCHRONISED).exists(),
    }
}

/// Milliseconds since 1970.
pub(super) fn unix_ms() -> i64 {
    Timestamp::now().as_millisecond()
}

/// Today in UTC, as PGN writes it.
pub(super) fn today() -> String {
    Timestamp::now().strftime("%Y.%m.%d").to_string()
}

/// How long the daemon was away, from the last reading of the wall clock in the journal and the
/// journal's last instant. None without two readings that can be trusted.
pub(super) fn gap(records: &[Record], last: Ms, now: &What) -> Option<Ms> {
    let then = records.iter().rev().find(|record| matches!(record.what, What::Wall { .. }))?;
    let (before, after) = (trusted(&then.what)?, trusted(now)?);
    let between = u64::try_from(after.as_millisecond() - before.as_millisecond()).ok()?;
    between.checked_sub(last.checked_sub(then.t)?)
}

fn trusted(what: &What) -> Option<Timestamp> {
    match what {
        What::Wall { time, synced: true } => time.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(time: &str, synced: bool) -> What {
        What::Wall { time: time.into(), synced }
    }

    #[test]
    fn a_gap_is_known_only_by_two_clocks_that_are_right() {
        let then = |synced| {
            vec![
                Record { t: 1_000, what: wall("2026-11-30T10:00:00Z", synced) },
                Record { t: 3_000, what: What::Stop },
            ]
        };
        let now = wall("2026-11-30T10:00:41Z", true);
        assert_eq!(gap(&then(true), 4_000, &now), Some(38_000));
        assert_eq!(gap(&then(false), 4_000, &now), None);
        assert_eq!(gap(&then(true), 4_000, &wall("2026-11-30T10:00:41Z", false)), None);
        assert_eq!(gap(&then(true), 4_000, &wall("2026-11-30T09:00:00Z", true)), None);
        assert_eq!(gap(&[], 0, &now), None);
    }
}
