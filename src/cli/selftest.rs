use std::{
    io::{self, Write as _},
    path::PathBuf,
    time::Duration,
};

use super::{Verdict, technician::with_board};
use crate::{
    technician::{Board, Labels, Test, seconds, self_test},
    words::{Language, Words},
};

/// Test a board's electronics: every device and part, the rate, and squares that read wrongly.
///
/// For each fault it tells the component, as its wiring table calls it, and the remedy. Exit code 0:
/// passed; 1: faults; 2: it cannot be tested.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// What stands on the board; without this a terminal is asked
    #[arg(long, value_enum, value_name = "PIECES")]
    board: Option<Board>,
    /// How long the board is read
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    seconds: Duration,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let test = Test { board: args.board, read: args.seconds };
    let passed = with_board("selftest", &args.config, async |config| {
        let report = self_test(config, test, &words).await?;
        let labels = Labels::new(&config.sensor);
        let mut out = io::stdout().lock();
        if args.json {
            writeln!(out, "{}", report.json(&words, &labels))?;
        } else {
            report.write(&mut out, &words, &labels)?;
        }
        out.flush()?;
        Ok(report.passed())
    })?;
    Ok(match passed {
        Some(true) => Verdict::Fine,
        Some(false) => Verdict::Faulty,
        None => Verdict::Unusable,
    })
}
