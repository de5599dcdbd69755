use std::{io, path::PathBuf, time::Duration};

use super::{Verdict, technician::with_board};
use crate::{
    technician::{Over, Recording, record, seconds},
    words::{Language, Words},
};

/// Record what a board reads, as a trace that `touchmove replay` reads.
///
/// Everything that the drivers tell is in it, not debounced: for a report of a fault, or to look at
/// it later. Ctrl-C ends.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// The trace
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
    /// How long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let over = if args.force { Over::Written } else { Over::Refused };
    let recording = Recording { out: args.out.clone(), over, time: args.seconds };
    let file = args.out.display().to_string();
    let begun = || eprintln!("{}", words.tell("record-begun", [("file", file.as_str().into())]));
    let written =
        with_board("record", &args.config, async |config| record(config, &recording, begun).await)?;
    let Some(written) = written else { return Ok(Verdict::Unusable) };
    let over = [("records", written.into()), ("file", file.as_str().into())];
    eprintln!("{}", words.tell("record-over", over));
    Ok(Verdict::Fine)
}
