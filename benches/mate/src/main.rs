//! Measures `touchmove_core::mate` beside the crate `chasolver`, question by question in one run, in time of
//! the thread.
//!
//! `cargo run --release -- ../../../shared [nodes]` prints a table in Markdown.

use std::{
    hint::black_box,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use cpu_time::ThreadTime;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, fen::Fen,
};
use std::ops::ControlFlow;
use touchmove_core::mate::{Nodes, Quick, Verdict, prove, quick};

type Error = Box<dyn std::error::Error>;

/// Times of one program on one set.
#[derive(Default)]
struct Times {
    sum: Duration,
    worst: Duration,
    undecided: u32,
}

impl Times {
    fn add(&mut self, time: Duration, decided: bool) {
        self.sum += time;
        self.worst = self.worst.max(time);
        self.undecided += u32::from(!decided);
    }
}

fn main() -> Result<(), Error> {
    let mut args = std::env::args_os().skip(1);
    let shared = PathBuf::from(args.next().unwrap_or_else(|| "../../../shared".into()));
    let nodes = match args.next().and_then(|n| n.into_string().ok()) {
        Some(n) => Nodes(n.parse()?),
        None => Nodes::DEFAULT,
    };
    println!(
        "| set | questions | full | chasolver full | ratio | quick | chasolver quick | ratio |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    measure("games.csv", &csv(&shared.join("mate/games.csv"))?, nodes)?;
    measure("hard.csv", &csv(&shared.join("mate/hard.csv"))?, nodes)?;
    measure("every ply of games/", &plies(&shared.join("games"))?, nodes)
}

fn measure(name: &str, positions: &[Chess], nodes: Nodes) -> Result<(), Error> {
    let mut full = [Times::default(), Times::default()];
    let mut fast = [Times::default(), Times::default()];
    let mut count = 0u32;
    for pos in positions {
        let fen = Fen::from_position(pos, EnPassantMode::Legal).to_string();
        let board = chess::Board::from_str(&fen).map_err(|e| format!("{fen}: {e}"))?;
        for side in Color::ALL {
            let their_side =
                if side.is_white() { chess::Color::White } else { chess::Color::Black };
            count += 1;
            let (ours, time) = timed(|| quick(pos, side));
            fast[0].add(time, ours == Quick::Cannot);
            let (theirs, time) = timed(|| chasolver::is_unwinnable_fast(&board, their_side));
            fast[1].add(time, theirs);
            let (ours, time) = timed(|| prove(pos, side, nodes, &|| false));
            full[0].add(time, !matches!(ours, Verdict::Unknown { .. }));
            let (theirs, time) = timed(|| chasolver::winnability(&board, their_side));
            full[1].add(time, theirs.is_some());
            let ours = match ours {
                Verdict::Can(_) => Some(true),
                Verdict::Cannot(_) => Some(false),
                Verdict::Unknown { .. } => None,
            };
            let theirs = theirs.map(|w| w != chasolver::Winnability::Unwinnable);
            if ours.is_some() && theirs.is_some() && ours != theirs {
                eprintln!("{fen} {side}: {ours:?}, chasolver {theirs:?}");
            }
        }
    }
    let cell = |t: &Times| {
        format!(
            "{:.2} µs mean, {:.2} ms worst",
            t.sum.as_nanos() as f64 / f64::from(count) / 1e3,
            t.worst.as_nanos() as f64 / 1e6
        )
    };
    let ratio = |t: &[Times; 2]| t[0].sum.as_secs_f64() / t[1].sum.as_secs_f64();
    println!(
        "| {} | {count} | {}, {} undecided | {}, {} undecided | {:.2} | {}, {} no | {}, {} no | {:.2} |",
        name,
        cell(&full[0]),
        full[0].undecided,
        cell(&full[1]),
        full[1].undecided,
        ratio(&full),
        cell(&fast[0]),
        count - fast[0].undecided,
        cell(&fast[1]),
        count - fast[1].undecided,
        ratio(&fast),
    );
    Ok(())
}

fn timed<T>(question: impl FnOnce() -> T) -> (T, Duration) {
    let start = ThreadTime::now();
    let answer = black_box(question());
    (answer, start.elapsed())
}

/// Positions of a file whose lines begin with a FEN.
fn csv(path: &Path) -> Result<Vec<Chess>, Error> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.lines()
        .skip(1)
        .map(|line| {
            let fen: Fen = line.split(',').next().unwrap_or(line).parse()?;
            Ok(Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_impossible_check)?)
        })
        .collect()
}

/// Positions after every ply of all games in a folder.
fn plies(folder: &Path) -> Result<Vec<Chess>, Error> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.sort();
    let mut all = Plies::default();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "pgn")) {
        Reader::new(std::fs::File::open(file)?).visit_all_games(&mut all)?;
    }
    Ok(all.positions)
}

#[derive(Default)]
struct Plies {
    positions: Vec<Chess>,
}

impl Visitor for Plies {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::new())
    }

    fn tag(&mut self, pos: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(start) = fen.into_position(CastlingMode::Standard)
        {
            *pos = start;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, pos: Chess) -> ControlFlow<(), Chess> {
        self.positions.push(pos.clone());
        ControlFlow::Continue(pos)
    }

    fn san(&mut self, pos: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(pos) else { return ControlFlow::Break(()) };
        pos.play_unchecked(m);
        self.positions.push(pos.clone());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}
