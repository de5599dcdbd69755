use std::{
    io::{self, BufRead, BufWriter, Write},
    path::PathBuf,
};

use touchmove_core::{board::Said, pgn::Score, sheet::Sheet, table::Replay, trace::TraceError};

use super::{Verdict, explain, input::Source, text};

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
    /// The games as PGN instead of the events
    #[arg(long, conflicts_with = "text")]
    pgn: bool,
    /// What was thought while this move was played (1 is White's first, 2 Black's first): after each
    /// record the explanations that are kept, the likeliest first, with their points (less is
    /// likelier), and those that were given up, with the reason
    #[arg(long, value_name = "PLY", conflicts_with_all = ["text", "pgn"],
          value_parser = clap::value_parser!(u32).range(1..))]
    explain: Option<u32>,
}

/// What is printed of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Text,
    Pgn,
    Explain(u32),
}

impl Args {
    fn form(&self) -> Form {
        match (self.explain, self.pgn, self.text) {
            (Some(ply), _, _) => Form::Explain(ply),
            (None, true, _) => Form::Pgn,
            (None, false, true) => Form::Text,
            (None, false, false) => Form::Json,
        }
    }
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let mut out = BufWriter::new(io::stdout().lock());
    let form = args.form();
    let mut verdict = Verdict::Fine;
    for file in &args.files {
        let source = Source::from(file.as_path());
        if form == Form::Text && args.files.len() > 1 {
            writeln!(out, "{source}")?;
        }
        if let Err(reason) = replay(&source, form, &mut out)? {
            out.flush()?;
            eprintln!("{reason}");
            verdict = Verdict::Faulty;
        }
    }
    out.flush()?;
    Ok(verdict)
}

/// Prints one trace; the inner error says why it could not be read on.
fn replay(source: &Source, form: Form, out: &mut dyn Write) -> io::Result<Result<(), String>> {
    let input = match source.open() {
        Ok(input) => input,
        Err(error) => return Ok(Err(format!("{source}: cannot be opened: {error}"))),
    };
    let end = match form {
        Form::Json => each(input, |said| json(out, said)),
        Form::Text => each(input, |said| text::line(out, said)),
        Form::Pgn => games(input, out),
        Form::Explain(ply) => explain::explain(input, ply, out),
    };
    Ok(end?.map_err(|error| source.error(&error)))
}

fn each(
    input: impl BufRead,
    print: impl FnMut(&Said) -> io::Result<()>,
) -> io::Result<Result<(), TraceError>> {
    match Replay::new(input) {
        Ok(replay) => each_of(replay, print),
        Err(error) => Ok(Err(error)),
    }
}

fn each_of(
    replay: Replay<impl BufRead>,
    mut print: impl FnMut(&Said) -> io::Result<()>,
) -> io::Result<Result<(), TraceError>> {
    for said in replay {
        match said {
            Ok(said) => print(&said)?,
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

fn json(out: &mut dyn Write, said: &Said) -> io::Result<()> {
    serde_json::to_writer(&mut *out, said)?;
    writeln!(out)
}

/// Prints what stands on the sheet when the trace ends, and whenever a new game begins.
fn games(input: impl BufRead, out: &mut dyn Write) -> io::Result<Result<(), TraceError>> {
    let replay = match Replay::new(input) {
        Ok(replay) => replay,
        Err(error) => return Ok(Err(error)),
    };
    let blank = Sheet::new(replay.header());
    let mut sheet = blank.clone();
    let end = each_of(replay, |said| {
        if said.seq <= sheet.seq {
            pgn(out, &sheet)?;
            sheet = blank.clone();
        }
        sheet.fold(said);
        Ok(())
    })?;
    pgn(out, &sheet)?;
    Ok(end)
}

fn pgn(out: &mut dyn Write, sheet: &Sheet) -> io::Result<()> {
    Score::of_sheet(sheet).iter().try_for_each(|score| write!(out, "{score}"))
}
