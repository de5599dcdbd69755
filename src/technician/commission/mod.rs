//! A technician led over a board at the terminal, and what came of it.

mod course;
mod outcome;

use std::io::{self, Write};

use touchmove_core::{
    board::ClockKind,
    commission::{Commission, Lever, Plan, Wiring},
};

use super::{Bench, Electronics, Labels, Typing, selftest::Finding};
use crate::{config::Config, daemon::Failure, driver::Examined, sensor::Speed, words::Words};
use course::Course;
pub(crate) use outcome::Outcome;

/// Commissions a board. It lives so many times as fast as the host's clock runs, for tests.
///
/// Gives nothing where its electronics must be put in order first.
///
/// # Errors
///
/// When a device cannot be used, nobody reads what is written, or a part of the reading ends.
pub(crate) async fn commission(
    config: &Config,
    speed: Speed,
    words: &Words,
    out: &mut impl Write,
) -> Result<Option<Outcome>, Failure> {
    let mut bench = Bench::open(config, Typing::Terminal, speed)?;
    if !in_order(&bench.scanner().examine(), config, words, out)? {
        return Ok(None);
    }
    // Whoever looks for a missing diode wants to see what comes of it.
    bench.scanner().as_read();
    let white_at = config.clock.white_at;
    let board = &config.board.name;
    let outcome = bench
        .read(white_at, async |reading| {
            let commission = Commission::new(plan(config));
            let mut course = Course::new(commission, words, white_at, out);
            course.go(reading).await?;
            Ok::<_, io::Error>(course.outcome(board))
        })
        .await??;
    Ok(Some(outcome))
}

/// Whether all parts are in order; tells what is not.
fn in_order(
    parts: &[Examined],
    config: &Config,
    words: &Words,
    out: &mut impl Write,
) -> io::Result<bool> {
    let troubles: Vec<Finding> = parts
        .iter()
        .filter_map(|examined| Some(Finding::Part(examined.part, examined.trouble.clone()?)))
        .collect();
    let labels = Labels::new(&config.sensor);
    for (n, finding) in (1..).zip(&troubles) {
        finding.entry(&labels, words).write(out, n)?;
    }
    if !troubles.is_empty() {
        writeln!(out, "{}", words.tell("commission-first", []))?;
    }
    Ok(troubles.is_empty())
}

/// What there is to be tried at a board.
fn plan(config: &Config) -> Plan {
    let wiring = config.sensor.wiring.wiring().unwrap_or_default();
    let electronics = Electronics::of(&config.sensor);
    let wired = match electronics {
        Electronics::Matrix => {
            Wiring::Matrix(std::array::from_fn(|input| wiring.square(input as u8)))
        }
        _ => Wiring::Direct,
    };
    let read_here = matches!(config.clock.kind, ClockKind::Lever | ClockKind::Tapped);
    let reaches_us = config.clock.contacts.is_some()
        || electronics == Electronics::Serial
        || config.sensor.socket.is_some();
    let lever = if read_here && reaches_us { Lever::Wired } else { Lever::Absent };
    Plan { sensor: config.sensor.sees, wiring: wired, lever }
}
