use std::path::PathBuf;

use super::Verdict;
use crate::config::{Config, ConfigError};

/// Look at configurations.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Tell what is wrong with a configuration: exit code 0 nothing, 1 something, 2 unreadable.
    Check {
        /// The configuration.
        file: PathBuf,
    },
}

pub(super) fn run(args: &Args) -> Verdict {
    let Command::Check { file } = &args.command;
    match Config::load(file) {
        Ok(_) => {
            println!("{}: in order", file.display());
            Verdict::Fine
        }
        Err(error) => {
            eprintln!("{error}");
            match error {
                ConfigError::Wrong { .. } => Verdict::Faulty,
                ConfigError::Unreadable { .. } => Verdict::Unusable,
            }
        }
    }
}
