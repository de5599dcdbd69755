mod hall;

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::ValueEnum;
use touchmove_core::{
    board::{ClockKind, Header, Sensor},
    hands::{Ending, Manner, Offence, Output, REPERTOIRE, Script, Stage, score, script},
    pgn::{self, Score},
};

use super::Verdict;

/// Let people's hands play real games, and write what a board sees of them, with the truth.
///
/// Each game becomes one trace that `touchmove check` understands. The same seed gives the same
/// bytes. With --score the traces are played through the game logic at once and the figures of
/// that are printed.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Games to be played (PGN); `-` is standard input; without it the program's own
    #[arg(value_name = "GAMES.pgn")]
    file: Option<PathBuf>,
    /// How many games are played; more than there are begin again with other seeds
    #[arg(long = "games", value_name = "N")]
    count: Option<usize>,
    /// Seed of the first game; each further game has the next one
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder to write traces to, one file a game; `-` writes all to standard output
    #[arg(long, value_name = "DIR", required_unless_present = "score")]
    out: Option<PathBuf>,
    /// What a square can tell
    #[arg(long, value_enum, default_value_t = SensorArg::Occupancy)]
    sensor: SensorArg,
    /// What clock stands beside the board
    #[arg(long, value_enum, default_value_t = ClockArg::Lever)]
    clock: ClockArg,
    /// Write undebounced samples, with bounce and glitches
    #[arg(long)]
    raw: bool,
    /// What is done against the rules once a game: none, mix, or a kind
    #[arg(long, value_name = "KIND", default_value = "none")]
    offence: Offending,
    /// What players do after their last move
    #[arg(long, value_enum, default_value_t = EndingArg::Handshake)]
    ending: EndingArg,
    /// Edition of the rules
    #[arg(long, default_value = "fide-2023")]
    rules: String,
    /// Time control, as in PGN
    #[arg(long, default_value = "5400+30")]
    time_control: String,
    /// Play the traces through the game logic and print how well it follows
    #[arg(long)]
    score: bool,
}

#[derive(clap::Subcommand)]
enum What {
    Hall(hall::Args),
}

#[derive(Clone, Copy, ValueEnum)]
enum SensorArg {
    Occupancy,
    Polarity,
}

#[derive(Clone, Copy, ValueEnum)]
enum ClockArg {
    Lever,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum EndingArg {
    /// They get up
    Quiet,
    /// They show the result with the kings, the arbiter enters it, they may analyse
    Handshake,
    /// They set up the pieces and leave the result open
    Resetting,
}

/// What is done against the rules in each game.
#[derive(Clone, Copy)]
enum Offending {
    Nothing,
    /// One kind after the other.
    Mix,
    Only(Offence),
}

impl FromStr for Offending {
    type Err = String;

    fn from_str(name: &str) -> Result<Offending, String> {
        match name {
            "none" => Ok(Offending::Nothing),
            "mix" => Ok(Offending::Mix),
            name => name.parse().map(Offending::Only).map_err(|why| format!("{why}, none and mix")),
        }
    }
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    if let Some(What::Hall(args)) = &args.what {
        return hall::run(args);
    }
    let (games, mut verdict) = match games(args.file.as_deref()) {
        Ok(read) => read,
        Err(reason) => {
            eprintln!("{reason}");
            return Ok(Verdict::Faulty);
        }
    };
    let mut figures = score::Figures::default();
    for n in 0..args.count.unwrap_or(games.len()) {
        let seed = args.seed.wrapping_add(n as u64);
        let Some(game) = games.get(n % games.len().max(1)) else { break };
        let script = match play(args, game, seed) {
            Ok(script) => script,
            Err(reason) => {
                eprintln!("seed {seed}: {reason}");
                verdict = Verdict::Faulty;
                continue;
            }
        };
        if let Some(out) = &args.out
            && let Err(reason) = write(out, seed, &script)?
        {
            eprintln!("{reason}");
            return Ok(Verdict::Faulty);
        }
        if args.score {
            match score::watch(&script) {
                Ok(said) => figures.add(seed, &script, &score::judge(&script, &said)),
                Err(error) => {
                    eprintln!("seed {seed}: {error}");
                    return Ok(Verdict::Faulty);
                }
            }
        }
    }
    if args.score {
        write!(io::stdout().lock(), "{figures}")?;
        if !figures.shortfalls().is_empty() {
            verdict = Verdict::Faulty;
        }
    }
    Ok(verdict)
}

/// The games to be played. A broken one is reported and left out.
fn games(file: Option<&Path>) -> Result<(Vec<Score>, Verdict), String> {
    let name = file.map_or("the program's games".into(), |file| file.display().to_string());
    let bytes = match file {
        None => Ok(REPERTOIRE.as_bytes().to_vec()),
        Some(file) if file == Path::new("-") => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        Some(file) => fs::read(file),
    };
    let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
    let (mut games, mut verdict) = (Vec::new(), Verdict::Fine);
    for game in pgn::read(&bytes) {
        match game {
            Ok(game) => games.push(game),
            Err(error) => {
                eprintln!("{name}: {error}");
                verdict = Verdict::Faulty;
            }
        }
    }
    if games.is_empty() {
        return Err(format!("{name}: no game in it"));
    }
    Ok((games, verdict))
}

/// Coprime with any number of kinds below it.
const STRIDE: u64 = 101;

fn play(args: &Args, game: &Score, seed: u64) -> Result<Script, String> {
    let mut stage = stage(args, seed);
    match args.offence {
        Offending::Nothing => {}
        Offending::Only(offence) => stage.manner.offences.push((offence, None)),
        Offending::Mix => {
            let all: Vec<Offence> = Offence::all().collect();
            // Not every kind fits into every game: go on to the next, in strides, so that what
            // stands behind the rare ones does not become frequent.
            for n in 0..all.len() as u64 {
                let index = (seed.wrapping_add(n * STRIDE) % all.len() as u64) as usize;
                stage.manner.offences = vec![(all[index], None)];
                let script = script(game, &stage, seed)?;
                if !script.offences.is_empty() {
                    return Ok(script);
                }
            }
        }
    }
    script(game, &stage, seed)
}

fn stage(args: &Args, seed: u64) -> Stage {
    let clock = match args.clock {
        ClockArg::Lever => ClockKind::Lever,
        ClockArg::None => ClockKind::None,
    };
    let untimed = clock == ClockKind::None;
    let header = Header {
        board: seed.to_string(),
        sensor: match args.sensor {
            SensorArg::Occupancy => Sensor::Occupancy,
            SensorArg::Polarity => Sensor::Polarity,
        },
        clock,
        rules: args.rules.clone(),
        time_control: if untimed { "-".into() } else { args.time_control.clone() },
        ..Header::default()
    };
    let ending = match args.ending {
        EndingArg::Quiet => Ending::Quiet,
        EndingArg::Handshake => Ending::Handshake,
        EndingArg::Resetting => Ending::Resetting,
    };
    let output = if args.raw { Output::Raw } else { Output::Debounced };
    Stage { header, output, manner: Manner { ending, ..Manner::default() } }
}

/// Writes one trace; the inner error names the file.
fn write(out: &Path, seed: u64, script: &Script) -> io::Result<Result<(), String>> {
    if out == Path::new("-") {
        return write!(io::stdout().lock(), "{script}").map(Ok);
    }
    let offence = script.offences.first().map_or("game".into(), |offence| offence.name());
    let file = out.join(format!("{seed:06}-{}.jsonl", offence.replace(':', "-")));
    let written = fs::create_dir_all(out).and_then(|()| fs::write(&file, script.to_string()));
    Ok(written.map_err(|error| format!("{}: {error}", file.display())))
}
