use std::{io, path::PathBuf, time::Duration};

use super::{Verdict, technician::with_board};
use crate::{
    technician::{Calibrated, calibrate, seconds},
    words::{Language, Words},
};

/// Calibrate the hall sensors of a board: first empty, then with the pieces set up.
///
/// What was read is kept in the folder of the board's state. Exit code 1: broken off, and the
/// calibration before still counts.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// How long the board is read each time
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    seconds: Duration,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    let calibrated = with_board("calibrate", &args.config, async |config| {
        calibrate(config, args.seconds, &words, &mut out).await
    })?;
    Ok(match calibrated {
        Some(Calibrated::Kept(file)) => {
            println!("{}", words.tell("calibrating-done", []));
            println!("{}", file.canonicalize().unwrap_or(file).display());
            Verdict::Fine
        }
        Some(Calibrated::Needless) => {
            eprintln!("{}", words.tell("calibrate-needless", []));
            Verdict::Unusable
        }
        Some(Calibrated::BrokenOff) => Verdict::Faulty,
        None => Verdict::Unusable,
    })
}
