use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use touchmove_core::{board::Said, table::Replay};

use super::{Verdict, input::Source, text};

/// Play traces through the game logic and print the events.
///
/// A malformed line ends its trace: it is reported with file, line and reason, and the events of
/// the records before it are printed all the same.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Traces (JSONL); `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One readable line an event instead of JSON
    #[arg(long)]
    text: bool,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let mut out = BufWriter::new(io::stdout().lock());
    let print: fn(&mut dyn Write, &Said) -> io::Result<()> =
        if args.text { text::line } else { json };
    let mut verdict = Verdict::Fine;
    for file in &args.files {
        let source = Source::from(file.as_path());
        if args.text && args.files.len() > 1 {
            writeln!(out, "{source}")?;
        }
        if let Err(reason) = replay(&source, &mut |said| print(&mut out, said))? {
            out.flush()?;
            eprintln!("{reason}");
            verdict = Verdict::Faulty;
        }
    }
    out.flush()?;
    Ok(verdict)
}

fn json(out: &mut dyn Write, said: &Said) -> io::Result<()> {
    serde_json::to_writer(&mut *out, said)?;
    writeln!(out)
}

/// Prints the events of one trace; the inner error says why it could not be read on.
fn replay(
    source: &Source,
    print: &mut dyn FnMut(&Said) -> io::Result<()>,
) -> io::Result<Result<(), String>> {
    let input = match source.open() {
        Ok(input) => input,
        Err(error) => return Ok(Err(format!("{source}: cannot be opened: {error}"))),
    };
    let replay = match Replay::new(input) {
        Ok(replay) => replay,
        Err(error) => return Ok(Err(source.error(&error))),
    };
    for said in replay {
        match said {
            Ok(said) => print(&said)?,
            Err(error) => return Ok(Err(source.error(&error))),
        }
    }
    Ok(Ok(()))
}
