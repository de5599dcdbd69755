use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use super::Verdict;
use crate::{
    config::Config,
    meet::{Code, Join, terminal},
    words::{Language, Words},
};

/// Tell a board which hub it belongs to, and print the code for its label.
///
/// The join string is the same for all boards of a hall. The board finds its hub when it is started
/// the next time; there somebody sets its code to a table.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// touchmove://…, as the hub prints it; `-`: read it from standard input, where no list of
    /// processes shows it
    #[arg(value_name = "STRING")]
    join: String,
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE", default_value = "/etc/touchmove/board.toml")]
    config: PathBuf,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let unusable = |reason: &dyn std::fmt::Display| {
        eprintln!("touchmove join: {reason}");
        Ok(Verdict::Unusable)
    };
    let config = match Config::load(&args.config) {
        Ok(config) => config,
        Err(error) => return unusable(&error),
    };
    let text = match args.join.as_str() {
        "-" => io::read_to_string(io::stdin().lock())?,
        text => text.to_string(),
    };
    let join: Join = match text.parse() {
        Ok(join) => join,
        Err(error) => return unusable(&error),
    };
    let state = &config.board.state;
    let kept =
        fs::create_dir_all(state).and_then(|()| join.keep(state)).and_then(|()| Code::of(state));
    let code = match kept {
        Ok(code) => code,
        Err(error) => return unusable(&error),
    };
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    writeln!(out, "{}\n", words.tell("join-code", [("code", code.as_str().into())]))?;
    writeln!(out, "{}", terminal(code.as_str())?)?;
    writeln!(out, "{}", words.tell("join-next", []))?;
    Ok(Verdict::Fine)
}
