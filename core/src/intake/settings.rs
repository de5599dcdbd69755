use crate::board::{Header, HeaderError, Ms, Sensor};

/// How samples become changes. All times in ms.
///
/// A reed bounces for about 1 ms, a hall sensor not at all; what takes time is the hand that
/// rocks a piece. A hand needs at least 30 ms to lift a piece and set it down again. So 15 ms of
/// the same reading tell a change from a bounce on either side, and at 200 samples a second they
/// are four equal samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Longest time a change may take to be accepted, and longest delay of a record's arrival.
    pub hold: Ms,
    /// How long a square must read occupied until a piece stands on it (`settle_close_ms`).
    pub close: Ms,
    /// How long a square must read empty until it is empty (`settle_open_ms`).
    pub open: Ms,
    /// How many times in a row a square may leave its rest before it is chattering
    /// (`chatter_count`).
    pub count: u64,
    /// How long it takes until one of those times is forgotten (`chatter_ms`).
    pub forget: Ms,
    /// How long a chattering square must read the same until it is trusted again (`quiet_ms`).
    pub quiet: Ms,
    pub(super) sensor: Sensor,
}

/// The longest that anything may be held, ms. Longer would make the daemon blind, not careful.
const LONGEST: Ms = 10_000;

impl Settings {
    /// The keys of the header's `parameters` that are read here.
    pub const KEYS: [&str; 5] =
        ["settle_close_ms", "settle_open_ms", "chatter_count", "chatter_ms", "quiet_ms"];

    /// Reads them from a header. Settling takes at most `hold_ms`, whatever its own time is.
    ///
    /// # Errors
    ///
    /// When a value is no whole number, or beyond the range that is named.
    pub fn new(header: &Header) -> Result<Settings, HeaderError> {
        if header.hold_ms > LONGEST {
            let reason = format!("{} ms is more than {LONGEST} ms", header.hold_ms);
            return Err(HeaderError { key: "hold_ms", reason });
        }
        let read = |key: &'static str, default: u64, range: std::ops::RangeInclusive<u64>| {
            let Some(value) = header.parameters.get(key) else { return Ok(default) };
            value.as_u64().filter(|value| range.contains(value)).ok_or_else(|| HeaderError {
                key,
                reason: format!(
                    "{value} is not a whole number from {} to {}",
                    range.start(),
                    range.end()
                ),
            })
        };
        let [close, open, count, forget, quiet] = Self::KEYS;
        Ok(Settings {
            hold: header.hold_ms,
            close: read(close, 15, 0..=LONGEST)?.min(header.hold_ms),
            open: read(open, 15, 0..=LONGEST)?.min(header.hold_ms),
            count: read(count, 16, 2..=1_000)?,
            forget: read(forget, 500, 1..=LONGEST)?,
            quiet: read(quiet, 2_000, 1..=600_000)?,
            sensor: header.sensor,
        })
    }

    /// What is in force by name: times in ms, and a count.
    pub fn by_name(&self) -> [(&'static str, u64); 5] {
        let [close, open, count, forget, quiet] = Self::KEYS;
        [
            (close, self.close),
            (open, self.open),
            (count, self.count),
            (forget, self.forget),
            (quiet, self.quiet),
        ]
    }
}
