use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use super::{Verdict, hub::CONFIG};
use crate::{
    config::HubConfig,
    daemon::Identity,
    durable,
    hub::Hub,
    meet::{Host, Join, PORT, terminal},
    words::{Language, Words},
};

/// What makes the hub the hall's time server, also where it has no other clock to go by.
const CHRONY: &str = "allow 10.0.0.0/8\nallow 172.16.0.0/12\nallow 192.168.0.0/16\n\
                      allow 169.254.0.0/16\nallow fc00::/7\nallow fe80::/10\nlocal stratum 10\n";

/// Make a hall, and print what its boards are told: the join string, also as a QR code.
///
/// Called again it prints the same.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The hub's configuration
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
    /// Name or address at which boards find the hub besides looking for it
    #[arg(long, value_name = "HOST")]
    address: Option<Host>,
    /// Replace the token. The hub takes it when it is started again; boards that are in stay in
    #[arg(long)]
    new_token: bool,
    /// Make the hub the hall's time server: write touchmove-hub.conf into this folder, commonly
    /// /etc/chrony/conf.d
    #[arg(long, value_name = "FOLDER")]
    chrony: Option<PathBuf>,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

pub(super) fn run(args: &Args) -> Verdict {
    let config = match HubConfig::load(&args.config) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error}");
            return Verdict::Unusable;
        }
    };
    match tell(args, &config) {
        Ok(()) => Verdict::Fine,
        Err(error) => {
            eprintln!("touchmove hub setup: {error}");
            Verdict::Unusable
        }
    }
}

fn tell(args: &Args, config: &HubConfig) -> io::Result<()> {
    let identity = identity(args, config)?;
    let join = Join {
        token: identity.token,
        host: args.address.clone(),
        port: Some(config.nats.port).filter(|port| *port != PORT),
        fingerprint: identity.key.fingerprint().clone(),
    }
    .to_string();
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    writeln!(out, "{}\n\n{join}\n\n{}", words.tell("setup-join", []), terminal(&join)?)?;
    match &args.chrony {
        Some(folder) => {
            let file = folder.join("touchmove-hub.conf");
            durable::replace(&file, CHRONY.as_bytes()).map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", file.display()))
            })?;
            let file = file.to_string_lossy();
            writeln!(out, "{}", words.tell("setup-clock-written", [("file", file.into())]))
        }
        None => writeln!(out, "{}", words.tell("setup-clock", [])),
    }
}

fn identity(args: &Args, config: &HubConfig) -> io::Result<Identity> {
    fs::create_dir_all(&config.hub.state)?;
    let (hub, _memory) = Hub::open(&config.hub.name, &config.memory())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if args.new_token {
            Identity::renew_token(&hub).await?;
        }
        Identity::of(&hub).await
    })
}
