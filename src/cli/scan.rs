use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use super::{Verdict, technician::with_board};
use crate::{
    technician::{Shown, scan},
    words::{Language, Words},
};

/// Show the squares of a board as they are read, without a game.
///
/// On a terminal the board is drawn in place; elsewhere, or with --json, each change is a line as in
/// a trace, and each second one tells the rate. Ctrl-C or q and Enter ends.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// Print lines of JSON on a terminal, too
    #[arg(long)]
    json: bool,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    let shown = if args.json || !out.is_terminal() { Shown::Lines } else { Shown::Picture };
    let done = with_board("scan", &args.config, async |config| {
        scan(config, shown, &words, &mut out).await
    })?;
    Ok(if done.is_some() { Verdict::Fine } else { Verdict::Unusable })
}
