use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Verdict, hub::CONFIG, hub_page};
use crate::{
    config::HubConfig,
    daemon::Identity,
    doors::Doors,
    durable,
    hub::Hub,
    meet::{Host, Join, PORT, terminal},
    words::{Language, Words},
};

/// What makes the hub the hall's time server, also where it has no other clock to go by.
const CHRONY: &str = "allow 10.0.0.0/8\nallow 172.16.0.0/12\nallow 192.168.0.0/16\n\
                      allow 169.254.0.0/16\nallow fc00::/7\nallow fe80::/10\nlocal stratum 10\n";

/// Where chrony of Debian looks for such files.
const CHRONY_FOLDER: &str = "/etc/chrony/conf.d";

/// Make a hall, and print what its boards and people are told.
///
/// The join string, also as a QR code; where the page is, and how tablets come to trust it; the
/// set-up code. Called again it prints the same, but for the set-up code, which nobody can read again.
/// It makes the hub the hall's time server where chrony is installed and root calls it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    hall: Hall,
    /// Where the file for chrony goes, touchmove-hub.conf, rather than to /etc/chrony/conf.d
    #[arg(long, value_name = "FOLDER")]
    chrony: Option<PathBuf>,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

/// Print the join string and nothing else.
#[derive(Debug, clap::Args)]
pub(super) struct TokenArgs {
    #[command(flatten)]
    hall: Hall,
    /// Replace the token before. The hub takes it when it is started again; boards that are in stay in
    #[arg(long)]
    new: bool,
}

#[derive(Debug, clap::Args)]
struct Hall {
    /// The hub's configuration
    #[arg(long, value_name = "FILE", default_value = CONFIG)]
    config: PathBuf,
    /// Name or address at which boards find the hub besides looking for it
    #[arg(long, value_name = "HOST")]
    address: Option<Host>,
}

pub(super) fn run(args: &Args) -> Verdict {
    args.hall.work("touchmove hub setup", async |config, hub| {
        let join = args.hall.join(config, &Identity::of(hub).await?);
        let code = SetUpCode::of(config, hub).await?;
        tell(args, config, &join, &code)
    })
}

pub(super) fn token(args: &TokenArgs) -> Verdict {
    args.hall.work("touchmove hub token", async |config, hub| {
        // The first one is made with the key.
        let identity = Identity::of(hub).await?;
        let identity = if args.new {
            Identity::renew_token(hub).await?;
            Identity::of(hub).await?
        } else {
            identity
        };
        writeln!(io::stdout(), "{}", args.hall.join(config, &identity))
    })
}

impl Hall {
    /// Opens the hall that is configured, or makes it, and does something with it.
    fn work(
        &self,
        name: &str,
        work: impl AsyncFnOnce(&HubConfig, &Arc<Hub>) -> io::Result<()>,
    ) -> Verdict {
        let config = match HubConfig::load(&self.config) {
            Ok(config) => config,
            Err(error) => {
                eprintln!("{error}");
                return Verdict::Unusable;
            }
        };
        let done = open(&config).and_then(|hub| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(work(&config, &hub))
        });
        match done {
            Ok(()) => Verdict::Fine,
            Err(error) => {
                eprintln!("{name}: {error}");
                Verdict::Unusable
            }
        }
    }

    /// What boards are told.
    fn join(&self, config: &HubConfig, identity: &Identity) -> String {
        Join {
            token: identity.token.clone(),
            host: self.address.clone(),
            port: Some(config.nats.port).filter(|port| *port != PORT),
            fingerprint: identity.key.fingerprint().clone(),
        }
        .to_string()
    }
}

fn open(config: &HubConfig) -> io::Result<Arc<Hub>> {
    let state = &config.hub.state;
    fs::create_dir_all(state)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", state.display())))?;
    let (hub, _memory) = Hub::open(&config.hub.name, &config.memory())?;
    Ok(hub)
}

/// What there is to say of the code by which the page makes the chief arbiter.
enum SetUpCode {
    /// It was made now.
    New(String),
    /// There is one; only its hash is known.
    GivenOut,
    /// There is a chief arbiter, or nobody need sign in.
    NotNeeded,
}

impl SetUpCode {
    async fn of(config: &HubConfig, hub: &Arc<Hub>) -> io::Result<SetUpCode> {
        if config.web.open == Some(true) {
            return Ok(SetUpCode::NotNeeded);
        }
        let doors = Doors::closed(Arc::clone(hub));
        Ok(match doors.first_code().await? {
            Some(code) => SetUpCode::New(code),
            None if doors.await_set_up().await? => SetUpCode::GivenOut,
            None => SetUpCode::NotNeeded,
        })
    }
}

fn tell(args: &Args, config: &HubConfig, join: &str, code: &SetUpCode) -> io::Result<()> {
    let words = Words::new(args.lang);
    let mut out = io::stdout();
    writeln!(out, "{}\n\n{join}\n\n{}", words.tell("setup-join", []), terminal(join)?)?;
    hub_page::tell(&mut out, &words, &config.web)?;
    match code {
        SetUpCode::New(code) => {
            writeln!(out, "{}\n", words.tell("setup-code", [("code", code.as_str().into())]))?;
        }
        SetUpCode::GivenOut => {
            let mut command = "touchmove user code".to_string();
            if args.hall.config != Path::new(CONFIG) {
                command += &format!(" --config {}", args.hall.config.display());
            }
            writeln!(out, "{}\n", words.tell("setup-code-given", [("command", command.into())]))?;
        }
        SetUpCode::NotNeeded => {}
    }
    match chrony(args.chrony.as_deref())? {
        Some(file) => {
            let file = file.to_string_lossy();
            writeln!(out, "{}", words.tell("setup-clock-written", [("file", file.into())]))
        }
        None => writeln!(out, "{}", words.tell("setup-clock", [])),
    }
}

/// Makes the hub the hall's time server, where it is said where or can be known; answers which file
/// does it.
fn chrony(folder: Option<&Path>) -> io::Result<Option<PathBuf>> {
    let usual = Path::new(CHRONY_FOLDER);
    let is_root = rustix::process::geteuid().is_root();
    let Some(folder) = folder.or_else(|| Some(usual).filter(|usual| is_root && usual.is_dir()))
    else {
        return Ok(None);
    };
    let file = folder.join("touchmove-hub.conf");
    durable::replace(&file, CHRONY.as_bytes())
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    Ok(Some(file))
}
