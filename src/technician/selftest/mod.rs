//! Every part of a board's electronics looked at, and the board read for some seconds.

mod finding;
mod report;
mod watch;

use std::{io, time::Duration};

use tokio::time::Instant;
use touchmove_core::board::Bitboard;

use super::{
    Bench, Typing,
    bench::{Heard, Reading},
    component::Electronics,
};
use crate::{
    backend::Unusable,
    clock::Wired,
    config::Config,
    daemon::Failure,
    sensor::{Beat, Pulse, Speed},
    words::Words,
};
pub(super) use finding::Finding;
pub(crate) use report::{Measured, Report, rate};
pub(crate) use watch::Board;
use watch::{Odd, Watch, owner};

/// A board that is read less often than this part of what it should be is too slow: of the four
/// equal samples at 200 Hz that make a change two are left.
const ENOUGH: f64 = 0.5;
/// How long a first reading is waited for: a hall board may have to find its levels.
const FIRST_READING: Duration = Duration::from_secs(2);

/// How it is tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    /// What stands on the board; none: whoever sits at the terminal is asked for an empty one.
    pub(crate) board: Option<Board>,
    /// How long it is read.
    pub(crate) read: Duration,
}

/// Tests a board.
///
/// # Errors
///
/// When it is watched by a daemon, or a part of the reading ends.
pub(crate) async fn self_test(
    config: &Config,
    test: Test,
    words: &Words,
) -> Result<Report, Failure> {
    let mut report = Report {
        board: config.board.name.clone(),
        electronics: Electronics::of(&config.sensor),
        parts: Vec::new(),
        measured: None,
        stood: test.board.unwrap_or(Board::Any),
        lever: None,
        findings: Vec::new(),
    };
    let typing = if test.board.is_none() { Typing::Terminal } else { Typing::Nobody };
    let Some(mut bench) = open(config, typing, &mut report)? else { return Ok(report) };
    report.parts = bench.scanner().examine();
    for examined in &report.parts {
        let trouble = examined.trouble.iter().cloned();
        report.findings.extend(trouble.map(|trouble| Finding::Part(examined.part, trouble)));
    }
    let wanted_hz = match bench.beat() {
        Beat::Ours => Some(config.sensor.rate_hz.hz()),
        Beat::Theirs => None,
    };
    let white_at = config.clock.white_at;
    let seen = bench
        .read(white_at, async |reading| {
            let seen = watch(reading, test, wanted_hz, words).await;
            (seen, reading.lever)
        })
        .await?;
    let (Some(seen), lever) = seen else {
        return Err(Failure::Start(io::Error::other("the test was broken off")));
    };
    report.lever = lever;
    report.stood = seen.stood;
    report.findings.extend(judged(&seen, !report.findings.is_empty()));
    let rocker = config.clock.contacts.as_ref().is_some_and(|table| table.wired == Wired::Rocker);
    if rocker && lever.is_none() && !report.findings.iter().any(is_device) {
        report.findings.push(Finding::Lever);
    }
    report.measured = Some(seen.measured);
    Ok(report)
}

fn is_device(finding: &Finding) -> bool {
    matches!(finding, Finding::Device(..))
}

/// Opens what the configuration names. A lever that cannot be used does not keep the board from
/// being tested.
fn open(config: &Config, typing: Typing, report: &mut Report) -> Result<Option<Bench>, Failure> {
    let error = match Bench::open(config, typing, Speed::default()) {
        Ok(bench) => return Ok(Some(bench)),
        Err(error) => error,
    };
    report.findings.push(device(error)?);
    if config.clock.contacts.is_none() {
        return Ok(None);
    }
    let mut without = config.clone();
    without.clock.contacts = None;
    match Bench::open(&without, typing, Speed::default()) {
        Ok(bench) => Ok(Some(bench)),
        Err(error) => {
            let other = device(error)?;
            if !report.findings.contains(&other) {
                report.findings.push(other);
            }
            Ok(None)
        }
    }
}

/// A device that cannot be used is what a self-test is for; anything else is an error.
fn device(error: io::Error) -> Result<Finding, Failure> {
    let unusable = error.get_ref().and_then(|inner| inner.downcast_ref::<Unusable>());
    match unusable {
        Some(Unusable { device, obstacle }) => {
            Ok(Finding::Device(device.clone(), obstacle.clone()))
        }
        None => Err(error.into()),
    }
}

/// What was seen of the board.
struct Seen {
    watch: Watch,
    measured: Measured,
    stood: Board,
}

/// Watches the board; none where it is broken off.
async fn watch(
    reading: &mut Reading,
    test: Test,
    wanted_hz: Option<u32>,
    words: &Words,
) -> Option<Seen> {
    let mut watch = Watch::default();
    let first = Instant::now() + FIRST_READING;
    while !watch.was_read() && watch.told().is_empty() {
        match reading.hear(Some(first)).await {
            Heard::Record(record) => watch.see(&record.what),
            Heard::Due => break,
            Heard::Stop => return None,
            Heard::Typed(_) | Heard::HungUp => {}
        }
    }
    let stood = match test.board {
        Some(board) => board,
        None if reading.is_attended() => ask(reading, &mut watch, words).await?,
        None => Board::Any,
    };
    watch.begins();
    let before = Count::of(reading.pulse());
    let began = Instant::now();
    if reading.is_attended() {
        let seconds = test.read.as_secs().max(1).to_string();
        eprintln!("{}", words.tell("selftest-reads", [("seconds", seconds.into())]));
    }
    loop {
        match reading.hear(Some(began + test.read)).await {
            Heard::Record(record) => watch.see(&record.what),
            Heard::Due => break,
            Heard::Stop => return None,
            Heard::Typed(_) | Heard::HungUp => {}
        }
    }
    let measured = before.measured(reading.pulse(), began.elapsed(), wanted_hz);
    Some(Seen { watch, measured, stood })
}

/// Asks for an empty board; none where it is broken off.
async fn ask(reading: &mut Reading, watch: &mut Watch, words: &Words) -> Option<Board> {
    eprintln!("{}", words.tell("selftest-clear", []));
    loop {
        match reading.hear(None).await {
            Heard::Typed(line) if line.trim() == "s" => return Some(Board::Any),
            Heard::Typed(_) => return Some(Board::Empty),
            Heard::HungUp => return Some(Board::Any),
            Heard::Record(record) => watch.see(&record.what),
            Heard::Due => {}
            Heard::Stop => return None,
        }
    }
}

/// Counts of a board's readings at some instant.
pub(crate) struct Count {
    turns: u64,
    skipped: u64,
    failed: u64,
}

impl Count {
    /// Those of now.
    pub(crate) fn of(pulse: &Pulse) -> Count {
        let (turns, skipped, failed) = (pulse.turns(), pulse.overruns(), pulse.failures());
        Count { turns, skipped, failed }
    }

    /// What has happened since then.
    pub(crate) fn measured(
        &self,
        pulse: &Pulse,
        since: Duration,
        wanted_hz: Option<u32>,
    ) -> Measured {
        let (late, latest) = pulse.jitter();
        Measured {
            wanted_hz,
            hz: (pulse.turns() - self.turns) as f64 / since.as_secs_f64(),
            skipped: pulse.overruns() - self.skipped,
            failed: pulse.failures() - self.failed,
            late_us: late.as_micros(),
            latest_us: latest.as_micros(),
        }
    }
}

/// What is wrong by what was seen; `parts`: where something is wrong with a part already.
fn judged(seen: &Seen, parts: bool) -> Vec<Finding> {
    let told = seen.watch.told().iter();
    let told = told.map(|(code, squares)| Finding::Told(code.clone(), *squares));
    let mut findings: Vec<Finding> =
        told.filter(|finding| !(parts && finding.repeats_a_part())).collect();
    let known = parts || !findings.is_empty();
    let Measured { wanted_hz, hz, failed, .. } = seen.measured;
    if !seen.watch.was_read() && !known {
        findings.push(Finding::Unread);
    }
    // A board that fails is slow because of that.
    if wanted_hz.is_some_and(|wanted| hz < f64::from(wanted) * ENOUGH) && !known {
        findings.push(Finding::Slow);
    }
    if failed > 0 && !known {
        findings.push(Finding::Failing);
    }
    findings.extend(by_square(seen.watch.odd(seen.stood)));
    findings
}

/// Each square for itself, unless there are many.
fn by_square(odd: Vec<Odd>) -> impl Iterator<Item = Finding> {
    const MANY: usize = 8;
    odd.into_iter().flat_map(|odd| {
        let whole = Finding::Squares(odd);
        let squares = whole.squares();
        if squares.count() > MANY || squares.is_empty() {
            return vec![whole];
        }
        let one = |square| {
            let one = Bitboard::from(square);
            Finding::Squares(match odd {
                Odd::Flickers(_) => Odd::Flickers(one),
                Odd::Occupied(_) => Odd::Occupied(one),
                Odd::Empty(_) => Odd::Empty(one),
                Odd::OtherColour(_) => Odd::OtherColour(one),
                Odd::Inverted | Odd::Turned => odd,
            })
        };
        squares.into_iter().map(one).collect()
    })
}
