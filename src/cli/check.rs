use std::{
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
};

use touchmove_core::{
    board::Said,
    table::Replay,
    trace::{Expectations, TraceError},
};

use super::{
    Verdict,
    input::{self, Source},
};

/// Replay traces and compare what comes out with what they expect.
///
/// Prints a line for each trace that misses, and a summary.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Traces, or folders: every `.jsonl` below; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// How a trace went.
enum Outcome {
    Met,
    NothingExpected,
    Missed(String),
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let mut out = io::stdout().lock();
    let (mut met, mut silent, mut missed) = (0_usize, 0_usize, 0_usize);
    for path in &args.paths {
        let sources = match input::below(path) {
            Ok(sources) if sources.is_empty() => Err("no .jsonl file below this folder".into()),
            Ok(sources) => Ok(sources),
            Err(error) => Err(format!("cannot be read: {error}")),
        };
        let sources = match sources {
            Ok(sources) => sources,
            Err(reason) => {
                missed += 1;
                writeln!(out, "{}: {reason}", path.display())?;
                continue;
            }
        };
        for source in sources {
            match check(&source) {
                Outcome::Met => met += 1,
                Outcome::NothingExpected => silent += 1,
                Outcome::Missed(why) => {
                    missed += 1;
                    writeln!(out, "{source}: {why}")?;
                }
            }
        }
    }
    let mut summary = format!("{met} of {} traces as expected", met + missed);
    if silent > 0 {
        summary.push_str(&format!(", {silent} without expectations"));
    }
    writeln!(out, "{summary}")?;
    Ok(if missed == 0 { Verdict::Fine } else { Verdict::Faulty })
}

/// One trace that breaks the game logic must not hide how the others went.
fn check(source: &Source) -> Outcome {
    panic::catch_unwind(AssertUnwindSafe(|| compare(source)))
        .unwrap_or_else(|_| Outcome::Missed("the game logic panicked".into()))
}

fn compare(source: &Source) -> Outcome {
    let input = match source.open() {
        Ok(input) => input,
        Err(error) => return Outcome::Missed(format!("cannot be opened: {error}")),
    };
    let mut replay = match Replay::new(input) {
        Ok(replay) => replay,
        Err(error) => return Outcome::Missed(error.to_string()),
    };
    let said: Result<Vec<Said>, TraceError> = replay.by_ref().collect();
    let said = match said {
        Ok(said) => said,
        Err(error) => return Outcome::Missed(error.to_string()),
    };
    let mut wanted = Expectations::default();
    for expect in replay.expected() {
        if let Err(reason) = wanted.add(expect.clone()) {
            return Outcome::Missed(format!("the expectation cannot be understood: {reason}"));
        }
    }
    if wanted.is_empty() {
        return Outcome::NothingExpected;
    }
    let misses = wanted.check(replay.header(), &said);
    if misses.is_empty() {
        return Outcome::Met;
    }
    let misses: Vec<String> = misses.iter().map(ToString::to_string).collect();
    Outcome::Missed(misses.join("; "))
}
