use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use touchmove_core::commission::Verdict as Found;

use super::{Verdict, technician::with_board};
use crate::{
    sensor::Speed,
    technician::{Labels, commission, keep},
    words::{Language, Words},
};

/// Commission a board: one piece is led over all its squares, then the lever is pressed.
///
/// It says what to do and sees when it is done. What is wrong is named, with the component and the
/// remedy. Exit code 0: passed, perhaps with remarks; 1: failed, or not finished; 2: it cannot be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// Write the report there, too, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
    /// How many times as fast as the host's clock the board lives
    #[arg(long, hide = true, default_value = "1")]
    speed: Speed,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    let passed = with_board("commission", &args.config, async |config| {
        let Some(outcome) = commission(config, args.speed, &words, &mut out).await? else {
            return Ok(false);
        };
        let labels = Labels::new(&config.sensor);
        if let Some(file) = &args.report {
            keep(file, &format!("{:#}\n", outcome.json(&words, &labels)))?;
        }
        outcome.write(&mut out, &words, &labels)?;
        out.flush()?;
        Ok(matches!(outcome.verdict(), Found::Passed | Found::Remarks))
    })?;
    Ok(match passed {
        Some(true) => Verdict::Fine,
        Some(false) => Verdict::Faulty,
        None => Verdict::Unusable,
    })
}
