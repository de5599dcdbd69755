//! The squares as they are read, live.

mod picture;

use std::{
    io::{self, Write},
    time::Duration,
};

use serde_json::json;
use tokio::time::Instant;
use touchmove_core::{
    board::{Bitboard, Planes, Record, What},
    intake::Intake,
};

use super::{
    Bench, Typing,
    bench::{Heard, Reading},
    selftest::{Count, Measured},
};
use crate::{
    clock::{self, LeverEnd},
    config::Config,
    daemon::Failure,
    daemon::Faults,
    inlet::follow,
    sensor::{Beat, Speed},
    words::Words,
};
use picture::Picture;

/// How often the picture is drawn at most.
const DRAWN: Duration = Duration::from_millis(100);
/// How often it is told how the readings go.
const TOLD: Duration = Duration::from_secs(1);
/// How long a square that changed is marked, ms.
const MARKED: u64 = 1000;

/// How squares are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// As a picture that is drawn again in place.
    Picture,
    /// As a line a change.
    Lines,
}

/// Shows the squares until whoever looks has seen enough.
///
/// # Errors
///
/// When a device cannot be used, nobody reads what is written, or a part of the reading ends.
pub(crate) async fn scan(
    config: &Config,
    shown: Shown,
    words: &Words,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bench = Bench::open(config, Typing::Terminal, Speed::default())?;
    let wanted_hz = match bench.beat() {
        Beat::Ours => Some(config.sensor.rate_hz.hz()),
        Beat::Theirs => None,
    };
    // The header was found in order with the rest of the configuration.
    let intake = Intake::new(&config.header()).map_err(io::Error::other)?;
    let white_at = config.clock.white_at;
    let shown = bench
        .read(white_at, async |reading| {
            let state = State::new(intake, reading.lever, white_at, wanted_hz);
            match shown {
                Shown::Lines => lines(state, reading, out).await,
                Shown::Picture => {
                    let picture = Picture::new(words, config.sensor.sees, &config.board.name);
                    pictures(state, reading, picture, out).await
                }
            }
        })
        .await?;
    Ok(shown?)
}

/// What is known of the board.
pub(super) struct State {
    intake: Intake,
    wanted_hz: Option<u32>,
    white_at: LeverEnd,
    /// As read.
    raw: Option<Planes>,
    /// Freed of bouncing, as a game would see it.
    settled: Option<Planes>,
    /// When each square changed last, ms.
    changed: [Option<u64>; 64],
    /// What is wrong at the moment.
    faults: Faults,
    lever: Option<LeverEnd>,
    measured: Option<Measured>,
}

impl State {
    fn new(
        intake: Intake,
        lever: Option<LeverEnd>,
        white_at: LeverEnd,
        wanted_hz: Option<u32>,
    ) -> State {
        State {
            intake,
            wanted_hz,
            white_at,
            raw: None,
            settled: None,
            changed: [None; 64],
            faults: Faults::default(),
            lever,
            measured: None,
        }
    }

    /// Takes a record of the board in.
    fn see(&mut self, record: Record) {
        self.faults.see(&record.what);
        match &record.what {
            What::Raw(planes) => {
                let before = self.raw.replace(*planes);
                let changed = before.map_or(0, |before| differing(before, *planes));
                for square in Bitboard(changed) {
                    self.changed[usize::from(square)] = Some(record.t);
                }
            }
            What::Press(side) => self.lever = Some(clock::end(*side, self.white_at)),
            _ => {}
        }
        self.intake.push(record);
        self.settle();
    }

    /// Lets time pass.
    fn advance(&mut self, t: u64) {
        self.intake.advance(t);
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(record) = self.intake.pop() {
            self.settled = follow(self.settled, &record.what);
        }
    }
}

fn differing(a: Planes, b: Planes) -> u64 {
    let parts = |planes| match planes {
        Planes::Occupancy(all) => (all.0, 0),
        Planes::Polarity { white, black } => (white.0, black.0),
    };
    let ((a, x), (b, y)) = (parts(a), parts(b));
    a ^ b | x ^ y
}

/// How the readings went since the last look, once a second.
struct Rates {
    since: Instant,
    count: Count,
}

impl Rates {
    fn new(reading: &Reading) -> Rates {
        Rates { since: Instant::now(), count: Count::of(reading.pulse()) }
    }

    fn due(&self) -> Instant {
        self.since + TOLD
    }

    fn take(&mut self, reading: &Reading, wanted_hz: Option<u32>) -> Measured {
        let measured = self.count.measured(reading.pulse(), self.since.elapsed(), wanted_hz);
        *self = Rates::new(reading);
        measured
    }
}

/// A line a change, and one a second for the rate.
async fn lines(state: State, reading: &mut Reading, out: &mut impl Write) -> io::Result<()> {
    let mut rates = Rates::new(reading);
    loop {
        match reading.hear(Some(rates.due())).await {
            Heard::Record(record) => {
                serde_json::to_writer(&mut *out, &record).map_err(io::Error::from)?;
                writeln!(out)?;
                out.flush()?;
            }
            Heard::Due => {
                let rate = rates.take(reading, state.wanted_hz);
                let line = json!({ "t": reading.now(), "rate": {
                    "wanted_hz": rate.wanted_hz,
                    "hz": (rate.hz * 10.0).round() / 10.0,
                    "skipped": rate.skipped,
                    "failed": rate.failed,
                    "late_us": rate.late_us as u64,
                    "latest_us": rate.latest_us as u64,
                }});
                writeln!(out, "{line}")?;
                out.flush()?;
            }
            Heard::Typed(line) if line.trim() != "q" => {}
            Heard::Typed(_) | Heard::HungUp | Heard::Stop => return Ok(()),
        }
    }
}

/// A picture that is drawn again in place when something has changed.
async fn pictures(
    mut state: State,
    reading: &mut Reading,
    mut picture: Picture<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rates = Rates::new(reading);
    let mut drawn = Instant::now();
    loop {
        match reading.hear(Some(drawn + DRAWN)).await {
            Heard::Record(record) => state.see(record),
            Heard::Due => {
                if Instant::now() >= rates.due() {
                    state.measured = Some(rates.take(reading, state.wanted_hz));
                }
                state.advance(reading.now());
                picture.draw(&state, reading.now(), out)?;
                drawn = Instant::now();
            }
            Heard::Typed(line) if line.trim() != "q" => {}
            Heard::Typed(_) | Heard::HungUp | Heard::Stop => return Ok(()),
        }
    }
}
