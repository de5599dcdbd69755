//! What a single record costs at most, in instructions as callgrind counts them, and how many
//! explanations are followed.
//!
//! The dearest records are found by their time, then each is run once under valgrind. The figures go
//! to standard output as Markdown, and from there into `docs/figures.md`.

mod games;

use std::{
    env,
    hint::black_box,
    process::Command,
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Record, Said},
    table::Table,
};

use games::{Game, Result};

/// Every kind of trace: the dearest record need not be in a lawful game.
const FOLDERS: [&str; 5] = ["traces/clean", "traces/faults", "traces/raw", "scenarios", "reports"];
/// How many of the dearest by time are counted.
const COUNTED: usize = 5;
/// Instructions that a record may cost.
const GOAL: u64 = 5_000_000;

/// One record of one game, by their places.
#[derive(Clone, Copy)]
struct Place {
    game: usize,
    record: usize,
}

/// The records of all games with the least time that each took in a few passes, the dearest first.
fn by_time(games: &[Game]) -> Result<Vec<(Duration, Place)>> {
    let mut all = Vec::new();
    for (place, game) in games.iter().enumerate() {
        let mut best = vec![Duration::MAX; game.records.len()];
        for _ in 0..3 {
            let mut table = Table::new(&game.header)?;
            let mut said = Vec::new();
            for (record, best) in game.records.iter().zip(&mut best) {
                let start = Instant::now();
                take(&mut table, black_box(record), &mut said);
                *best = start.elapsed().min(*best);
            }
        }
        let timed = best.into_iter().enumerate();
        all.extend(timed.map(|(record, time)| (time, Place { game: place, record })));
    }
    all.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    Ok(all)
}

/// What callgrind is told to count.
#[inline(never)]
fn counted_record(table: &mut Table, record: &Record, said: &mut Vec<Said>) {
    take(table, record, said);
}

fn take(table: &mut Table, record: &Record, said: &mut Vec<Said>) {
    table.apply(record, said);
}

/// Plays a game up to one record, and that one where callgrind counts.
fn run_to(games: &[Game], place: Place) -> Result<()> {
    let game = &games[place.game];
    let mut table = Table::new(&game.header)?;
    let mut said = Vec::new();
    for record in &game.records[..place.record] {
        take(&mut table, record, &mut said);
    }
    counted_record(&mut table, black_box(&game.records[place.record]), &mut said);
    black_box(said);
    Ok(())
}

/// Instructions of one record, by running this program under valgrind.
fn instructions(place: Place) -> Result<u64> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*counted_record*")
        .arg(env::current_exe()?)
        .args(["--count", &place.game.to_string(), &place.record.to_string()])
        .output()
        .map_err(|error| format!("valgrind cannot be run: {error}"))?;
    let told = String::from_utf8_lossy(&run.stderr);
    let counted = told.lines().find_map(|line| line.split_once("Collected : "));
    let (_, counted) = counted.ok_or_else(|| format!("valgrind counted nothing:\n{told}"))?;
    Ok(counted.trim().parse()?)
}

/// How many explanations were kept and positions made, summed over all records, and the most.
#[derive(Default)]
struct Effort {
    records: usize,
    kept: [usize; 2],
    made: [usize; 2],
}

fn effort(games: &[Game]) -> Result<Effort> {
    let mut effort = Effort::default();
    for game in games {
        let mut table = Table::new(&game.header)?;
        let mut said = Vec::new();
        for record in &game.records {
            take(&mut table, record, &mut said);
            let now = table.game().tracker().effort();
            effort.records += 1;
            effort.kept = [effort.kept[0] + now.kept, effort.kept[1].max(now.kept)];
            effort.made = [effort.made[0] + now.successors, effort.made[1].max(now.successors)];
        }
    }
    Ok(effort)
}

fn main() -> Result<()> {
    let mut games = Vec::new();
    for folder in FOLDERS {
        games.extend(games::load(folder)?);
    }
    let args: Vec<String> = env::args().skip(1).collect();
    if let [count, game, record] = args.as_slice()
        && count == "--count"
    {
        return run_to(&games, Place { game: game.parse()?, record: record.parse()? });
    }
    if games.is_empty() {
        return Ok(());
    }
    let dearest = by_time(&games)?;
    let mut most = 0;
    for (_, place) in dearest.iter().take(COUNTED) {
        most = most.max(instructions(*place)?);
    }
    let effort = effort(&games)?;
    let mean = |sum: usize| sum as f64 / effort.records as f64;
    println!(
        "{} traces of {} records.\n\n\
         | | mean | most |\n| --- | ---: | ---: |\n\
         | explanations kept after a record | {:.2} | {} |\n\
         | positions made for a record | {:.2} | {} |\n\n\
         The dearest record: {:.0} µs; of the {COUNTED} dearest the most instructions, as callgrind \
         counts them: {:.2} million. Goals: at most 64 kept, 2,000 made, {} million instructions.",
        games.len(),
        effort.records,
        mean(effort.kept[0]),
        effort.kept[1],
        mean(effort.made[0]),
        effort.made[1],
        dearest[0].0.as_secs_f64() * 1e6,
        most as f64 / 1e6,
        GOAL / 1_000_000,
    );
    Ok(())
}
