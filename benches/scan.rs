//! What a frame costs: one that goes through `intake`, and a whole turn of the scanner without its
//! bus, beside one look at the clock.
//!
//! The figures go to standard output as Markdown, and from there into `docs/figures.md`.

mod games;

use std::{
    env,
    hint::black_box,
    process::Command,
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Record, What},
    intake::Intake,
};

use games::{Game, Result};

/// Undebounced games.
const FOLDER: &str = "traces/raw";
/// From one frame to the next at 200 a second, ms.
const PERIOD: u64 = 5;
/// What a frame may cost in the intake, and a turn of the scanner.
const GOALS: [Duration; 2] = [Duration::from_nanos(100), Duration::from_micros(1)];
/// Of so many passes the fastest counts: the machine does other things, too.
const PASSES: usize = 5;

/// Every frame of a game as the scanner takes them: those that changed are handed on, with all that
/// was said, and for the others time passes.
fn frames(game: &Game) -> Result<(u64, Duration)> {
    let mut intake = Intake::new(&game.header)?;
    let records: Vec<&Record> = game.records.iter().collect();
    let last = records.last().map_or(0, |record| record.t);
    let mut next = records.into_iter().peekable();
    let (mut count, start) = (0, Instant::now());
    for t in (0..=last).step_by(PERIOD as usize) {
        while let Some(record) = next.next_if(|record| record.t <= t) {
            intake.push(black_box(record).clone());
        }
        intake.advance(black_box(t));
        while let Some(record) = intake.pop() {
            black_box(record);
        }
        count += 1;
    }
    Ok((count, start.elapsed()))
}

/// The fastest of a few passes over all games, a frame in the mean.
fn through_intake(games: &[Game]) -> Result<(u64, Duration)> {
    let mut best = (0, Duration::MAX);
    for _ in 0..PASSES {
        let mut sum = (0, Duration::ZERO);
        for game in games {
            let (count, time) = frames(game)?;
            sum = (sum.0 + count, sum.1 + time);
        }
        best = if sum.1 < best.1 { sum } else { best };
    }
    let (count, time) = best;
    Ok((count, time / u32::try_from(count)?))
}

/// A turn of the scanner in the program itself.
fn turn() -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..PASSES {
        let run = Command::new(env!("CARGO_BIN_EXE_touchmove"))
            .args(["scan-cost", "--turns", "2000000"])
            .output()?;
        let nanos: f64 = String::from_utf8(run.stdout)?.trim().parse()?;
        best = best.min(Duration::from_secs_f64(nanos / 1e9));
    }
    Ok(best)
}

/// One look at the clock: each turn needs to know when it is.
fn clock() -> Duration {
    let looks = 1_000_000;
    let start = Instant::now();
    for _ in 0..looks {
        black_box(Instant::now());
    }
    start.elapsed() / looks
}

fn main() -> Result<()> {
    let games = games::load(FOLDER)?;
    if games.is_empty() {
        return Ok(());
    }
    let raw = |game: &Game| game.records.iter().filter(|r| matches!(r.what, What::Raw(_))).count();
    let changed: usize = games.iter().map(raw).sum();
    let (count, intake) = through_intake(&games)?;
    let (turn, clock) = (turn()?, clock());
    let times = |time: Duration| time.as_secs_f64() / clock.as_secs_f64();
    println!("{count} frames of {} undebounced games, of which {changed} changed.", games.len());
    println!();
    println!("| what | ns | looks at the clock | goal, ns |");
    println!("| --- | ---: | ---: | ---: |");
    for (what, time, goal) in [
        ("a frame through `intake`", intake, GOALS[0]),
        ("a turn of the scanner without its bus", turn, GOALS[1]),
    ] {
        println!("| {what} | {} | {:.1} | {} |", time.as_nanos(), times(time), goal.as_nanos());
    }
    println!("| one look at the clock | {} | 1 | |", clock.as_nanos());
    Ok(())
}
