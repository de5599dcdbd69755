//! What a ply costs, beside the least that anybody must do for it: shakmaty reading the same game's
//! SAN, and writing SAN and FEN.
//!
//! Both run over the same games in turn within each pass, so that what slows the machine slows
//! both. The figures go to standard output as Markdown, and from there into `docs/figures.md`.

use std::{
    error::Error,
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde_json::Value;
use shakmaty::{
    Chess, EnPassantMode,
    fen::Fen,
    san::{San, SanPlus},
};
use touchmove_core::{
    board::{Event, Header, Record, Said},
    table::{Replay, Table},
    trace::{Line, Reader},
};

const PASSES: usize = 25;

/// How many times the anchor a ply may cost.
const GOAL: f64 = 20.0;

/// A game as its board saw it, and as it was played.
struct Game {
    text: Vec<u8>,
    header: Header,
    records: Vec<Record>,
    moves: Vec<San>,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn load(path: &Path) -> Result<Game> {
    let text = fs::read(path)?;
    let mut reader = Reader::new(text.as_slice())?;
    let header = reader.header().clone();
    let (mut records, mut moves) = (Vec::new(), Vec::new());
    for line in reader.by_ref() {
        match line? {
            Line::Record(record) => records.push(record),
            Line::Expect(wanted) => {
                for san in wanted.get("moves").and_then(Value::as_array).into_iter().flatten() {
                    moves.push(san.as_str().ok_or("a move is no text")?.parse()?);
                }
            }
            _ => {}
        }
    }
    Ok(Game { text, header, records, moves })
}

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

/// The games of a folder that begin at the beginning, in order.
fn load_all(folder: &Path) -> Result<Vec<Game>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    let mut games = Vec::new();
    for path in paths {
        games.push(load(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    games.retain(|game| game.header.fen.is_none());
    Ok(games)
}

/// What the dearest record costs, each taken at its best of a few passes.
fn dearest_record(games: &[Game]) -> Result<Duration> {
    let mut dearest = Duration::ZERO;
    for game in games {
        let mut best = vec![Duration::MAX; game.records.len()];
        for _ in 0..5 {
            let mut table = Table::new(&game.header)?;
            let mut said = Vec::new();
            for (record, best) in game.records.iter().zip(&mut best) {
                let start = Instant::now();
                table.apply(black_box(record), &mut said);
                *best = start.elapsed().min(*best);
            }
        }
        dearest = best.into_iter().max().unwrap_or_default().max(dearest);
    }
    Ok(dearest)
}

fn main() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/traces/clean");
    if !folder.is_dir() {
        eprintln!("skipped: {} is missing", folder.display());
        return Ok(());
    }
    let games = load_all(&folder)?;
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
         Goal: records in, events out, at most {GOAL} times the anchor. \
         The dearest record: {} µs.",
        games.len(),
        shakmaty.row("anchor: shakmaty reads SAN, writes SAN and FEN", plies, &shakmaty),
        events.row("records in, events out", plies, &shakmaty),
        json.row("the same from JSON to JSON", plies, &shakmaty),
        dearest_record(&games)?.as_micros(),
    );
    Ok(())
}
