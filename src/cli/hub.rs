use std::path::{Path, PathBuf};

use super::{Verdict, hub_setup};
use crate::{config::HubConfig, daemon, hub, log};

/// Where a hub that was installed has its configuration.
pub(super) const CONFIG: &str = "/etc/touchmove/hub.toml";

/// Keep a hall: all boards, one page.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// The configuration; see config/hub.toml.
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Setup(hub_setup::Args),
    Token(hub_setup::TokenArgs),
    /// Write all that the hall knows into one file, from which another machine can go on.
    ///
    /// The hub may run meanwhile. Keys are in the file: keep it where nobody else reads it.
    Export {
        /// The file
        file: PathBuf,
        /// The hub's configuration
        #[arg(long, value_name = "FILE", default_value = CONFIG)]
        config: PathBuf,
    },
    /// Make a hall of an export, on a machine where there is none.
    Import {
        /// The file
        file: PathBuf,
        /// The new hub's configuration
        #[arg(long, value_name = "FILE", default_value = CONFIG)]
        config: PathBuf,
    },
}

pub(super) fn run(args: Args) -> Verdict {
    let _log = log::start(tracing::Level::INFO);
    match (args.what, args.config) {
        (Some(What::Setup(args)), _) => hub_setup::run(&args),
        (Some(What::Token(args)), _) => hub_setup::token(&args),
        (Some(What::Export { file, config }), _) => {
            file_work(&config, |config| hub::export(&config.memory(), &file))
        }
        (Some(What::Import { file, config }), _) => {
            file_work(&config, |config| hub::import(&file, &config.memory()))
        }
        (None, config) => keep(&config),
    }
}

fn load(file: &Path) -> Option<HubConfig> {
    HubConfig::load(file).map_err(|error| eprintln!("{error}")).ok()
}

fn file_work(config: &Path, work: impl FnOnce(&HubConfig) -> std::io::Result<()>) -> Verdict {
    let Some(config) = load(config) else { return Verdict::Unusable };
    match work(&config) {
        Ok(()) => Verdict::Fine,
        Err(error) => {
            eprintln!("touchmove hub: {error}");
            Verdict::Unusable
        }
    }
}

fn keep(config: &Path) -> Verdict {
    let Some(config) = load(config) else { return Verdict::Unusable };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(daemon::run_hub(config)),
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => Verdict::Fine,
        Err(failure) => {
            eprintln!("touchmove hub: {failure}");
            Verdict::Faulty
        }
    }
}
