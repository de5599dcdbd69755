//! What a ply costs, beside the least that anybody must do for it: shakmaty reading the same game's
//! SAN, and writing SAN and FEN.
//!
//! Both run over the same games in turn within each pass, so that what slows the machine slows
//! both. The figures go to standard output as Markdown, and from there into `docs/figures.md`.

mod games;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use shakmaty::{Chess, EnPassantMode, fen::Fen, san::SanPlus};
use touchmove_core::{
    board::{Event, Said},
    table::{Replay, Table},
};

use games::{Game, Result};

const PASSES: usize = 25;

/// How many times the anchor a ply may cost.
const GOAL: f64 = 12.0;

/// Our way: records in, events out.
fn fold(game: &Game) -> Result<Vec<Said>> {
    let mut table = Table::new(&game.header)?;
    let mut said = Vec::new();
    for record in &game.records {
        table.apply(record, &mut said);
    }
    table.finish(&mut said);
    Ok(said)
}

/// The same with everything around it: a trace read, its events written.
fn replay(game: &Game) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    for said in Replay::new(game.text.as_slice())? {
        serde_json::to_writer(&mut out, &said?)?;
        out.push(b'\n');
    }
    Ok(out)
}

/// The anchor: SAN in, SAN and FEN out.
fn anchor(game: &Game) -> Result<Vec<(String, String)>> {
    let mut position: Chess = Chess::default();
    game.moves
        .iter()
        .map(|san| {
            let m = san.to_move(&position)?;
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            Ok((san.to_string(), fen.to_string()))
        })
        .collect()
}

fn timed<T>(games: &[Game], work: impl Fn(&Game) -> Result<T>) -> Result<Duration> {
    let start = Instant::now();
    for game in games {
        black_box(work(black_box(game))?);
    }
    Ok(start.elapsed())
}

/// Times of one thing, one a pass.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn median(&self) -> Duration {
        let mut times = self.0.clone();
        times.sort();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }

    fn best(&self) -> Duration {
        self.0.iter().min().copied().unwrap_or_default()
    }

    /// A row of the table: time a ply, and that time as a multiple of the anchor's.
    fn row(&self, name: &str, plies: usize, anchor: &Times) -> String {
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / plies as f64;
        let times = |ours: Duration, theirs: Duration| ours.as_secs_f64() / theirs.as_secs_f64();
        format!(
            "| {name} | {:.2} µs | {:.2} µs | {:.1} × | {:.1} × |",
            micros(self.median()),
            micros(self.best()),
            times(self.median(), anchor.median()),
            times(self.best(), anchor.best()),
        )
    }
}

fn main() -> Result<()> {
    let mut games = games::load("traces/clean")?;
    games.retain(|game| game.header.fen.is_none());
    if games.is_empty() {
        return Ok(());
    }
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    let mut read = 0; // a fold that reads nothing is cheap
    for game in &games {
        let said = fold(game)?;
        read += said.iter().filter(|said| matches!(said.event, Event::MoveMade { .. })).count();
    }

    let [mut events, mut json, mut shakmaty] = [(); 3].map(|()| Times::default());
    for _ in 0..PASSES {
        events.0.push(timed(&games, fold)?);
        json.0.push(timed(&games, replay)?);
        shakmaty.0.push(timed(&games, anchor)?);
    }
    println!(
        "{} games of {plies} plies ({read} moves seen), {PASSES} passes in turn. A ply:\n\n\
         | | median | best | median, ratio | best, ratio |\n| --- | ---: | ---: | ---: | ---: |\n\
         {}\n{}\n{}\n\n\
         Goal: records in, events out, at most {GOAL} times the anchor.",
        games.len(),
        shakmaty.row("anchor: shakmaty reads SAN, writes SAN and FEN", plies, &shakmaty),
        events.row("records in, events out", plies, &shakmaty),
        json.row("the same from JSON to JSON", plies, &shakmaty),
    );
    Ok(())
}
