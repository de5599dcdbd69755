use std::{
    env,
    io::{self, Write as _},
    path::{self, PathBuf},
};

use super::Verdict;
use crate::{
    config::Config,
    service::{self, Unit},
};

/// Print the systemd unit that runs a board as its configuration says.
///
/// It goes to /etc/systemd/system/touchmove.service; then `systemctl daemon-reload`. The user and
/// the group `touchmove`, whom the package makes, must be there, and so must the folders that it
/// names under ReadWritePaths=, which must belong to them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The configuration; see config/board.toml
    #[arg(long, value_name = "FILE", default_value = "/etc/touchmove/board.toml")]
    config: PathBuf,
    /// The program; without it the one that prints this
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let config = match Config::load(&args.config) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error}");
            return Ok(Verdict::Unusable);
        }
    };
    let file = path::absolute(&args.config)?;
    let binary = args.binary.as_ref().map_or_else(env::current_exe, path::absolute)?;
    let trace = config.sensor.file.as_ref();
    let socket = config.sensor.socket.as_ref();
    let regulations = config.game.regulations.as_ref();
    let named = trace.into_iter().chain(socket).chain(regulations);
    for path in [&file, &binary, &config.board.state].into_iter().chain(named) {
        if service::out_of_sight(path) {
            eprintln!("{}: the service does not see this folder", path.display());
        }
    }
    let unit = Unit { config: &config, file: &file, binary: &binary };
    write!(io::stdout(), "{unit}")?;
    Ok(Verdict::Fine)
}
