use std::{fs, path::PathBuf, time::Duration};

use touchmove_core::{
    hands::REPERTOIRE,
    pgn::{self, Score},
};

use super::Verdict;
use crate::{
    daemon::{self, Arbiter, Demo},
    log,
    sensor::Speed,
};

/// Most boards of a demo; a larger hall is simulated without a page.
const MOST: u64 = 200;

/// Show a playing hall: hands play real games, with mishaps, and an arbiter decides.
///
/// Prints the address of the page first, and at the end where the games are kept as PGN.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many boards play
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=MOST))]
    boards: u64,
    /// How many times as fast as life, 0.1 to 1000
    #[arg(long, value_name = "X", default_value = "4")]
    speed: Speed,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games to be played (PGN); without it the program's own
    #[arg(long, value_name = "FILE.pgn")]
    games: Option<PathBuf>,
    /// Who decides
    #[arg(long, value_enum, default_value_t = Arbiter::Auto)]
    arbiter: Arbiter,
    /// Port of the page; 0: any; without it 8080, or any where that is taken
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// Folder for journals and games, without an earlier demo in it; without it a new one below
    /// the system's temporary folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// End after so many seconds; without it when the last game is over
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,
}

pub(super) fn run(args: Args) -> Verdict {
    let _log = log::start(tracing::Level::WARN);
    let games = match games(&args) {
        Ok(games) => games,
        Err(reason) => {
            eprintln!("touchmove demo: {reason}");
            return Verdict::Unusable;
        }
    };
    let folder = match args.dir {
        Some(folder) => Ok(folder),
        // What was played is kept for whoever wants to look at it.
        None => tempfile::Builder::new().prefix("touchmove-demo-").tempdir().map(|dir| dir.keep()),
    };
    let demo = |folder| Demo {
        boards: usize::try_from(args.boards).unwrap_or(usize::MAX),
        speed: args.speed.factor(),
        seed: args.seed,
        games,
        arbiter: args.arbiter,
        port: args.port,
        folder,
        longest: args.seconds.map(Duration::from_secs),
    };
    let result = folder.map_err(Into::into).and_then(|folder| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(daemon::run_demo(demo(folder)))
    });
    match result {
        Ok(()) => Verdict::Fine,
        Err(failure) => {
            eprintln!("touchmove demo: {failure}");
            Verdict::Faulty
        }
    }
}

fn games(args: &Args) -> Result<Vec<Score>, String> {
    let (name, bytes) = match &args.games {
        None => ("the program's games".to_string(), REPERTOIRE.as_bytes().to_vec()),
        Some(file) => {
            let name = file.display().to_string();
            let bytes = fs::read(file).map_err(|error| format!("{name}: {error}"))?;
            (name, bytes)
        }
    };
    let mut games = Vec::new();
    for game in pgn::read(&bytes) {
        match game {
            Ok(game) if game.line().is_ok_and(|line| !line.moves.is_empty()) => games.push(game),
            Ok(game) => {
                eprintln!("{name}: {} - {}: nothing to play", game.tag("White"), game.tag("Black"))
            }
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
    if games.is_empty() { Err(format!("{name}: no game in it")) } else { Ok(games) }
}
