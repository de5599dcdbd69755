use std::{fs, io, path::PathBuf};

use clap_complete::Shell;

use super::Verdict;

/// Write the manual pages and the shells' completions, as packages carry them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folder to write to; it is made if it is not there
    #[arg(value_name = "DIR")]
    dir: PathBuf,
}

pub(super) fn run(args: &Args, mut command: clap::Command) -> io::Result<Verdict> {
    fs::create_dir_all(&args.dir)?;
    // The pages of `help` would say what the others say.
    let pages = command.clone().disable_help_subcommand(true);
    clap_mangen::generate_to(pages, &args.dir)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command, "touchmove", &args.dir)?;
    }
    Ok(Verdict::Fine)
}
