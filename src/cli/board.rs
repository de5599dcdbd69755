use std::path::PathBuf;

use super::Verdict;
use crate::{config::Config, daemon, log};

/// Watch one board, as its configuration says.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml.
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
}

pub(super) fn run(args: Args) -> Verdict {
    let _log = log::start(tracing::Level::INFO);
    let config = match Config::load(&args.config) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error}");
            return Verdict::Unusable;
        }
    };
    // One board's work fits into one thread; scanner and disk have their own.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(daemon::run_board(config)),
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => Verdict::Fine,
        Err(failure) => {
            eprintln!("touchmove board: {failure}");
            Verdict::Faulty
        }
    }
}
