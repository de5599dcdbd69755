//! A hub: the hall of all boards that come over the network.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use async_nats::{Client, ConnectOptions, Event};
use tokio::time::sleep;

use super::{
    Crew, Failure, Keys, Signals,
    lone::{lock, make_state, thread},
    network::{self, Gate, comebacks},
    senses::attend,
};
use crate::{
    broker::{Server, Settings},
    config::HubConfig,
    hub::{Hub, Member, keep_round},
    link::local,
    meet::{self, Announcement, Code, PublicKey},
    service,
};

/// Runs a hub until it is told to stop.
///
/// # Errors
///
/// When it cannot start, or a part of it ends.
pub(crate) async fn run_hub(config: HubConfig) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let state = &config.hub.state;
    make_state(state)?;
    let _lock = lock(&state.join("lock"))?;
    let mut crew = Crew::new();
    let (hub, memory) = Hub::open(&config.hub.name, &config.memory())?;
    let (door, posts) = local::door();
    crew.spawn("hall", thread(memory.run(posts)?, crew.stop()));

    let (again, hear) = comebacks();
    let (client, entrance, announcement) = match &config.nats.url {
        Some(url) => (elsewhere(url, hear).await?, Entrance::Elsewhere, None),
        None => {
            let (client, server, keys) = beside(&config, &hub, hear).await?;
            let port = server.address().port();
            let announcement = Announcement::start(keys.key.fingerprint(), &config.hub.name, port)?;
            (client, Entrance::Own(Arc::new(server)), Some(announcement))
        }
    };
    network::open(&mut crew, &hub, &door, client, again, entrance.clone()).await?;
    attend(&mut crew, "round".into(), keep_round(Arc::clone(&hub), state.join("pgn")));
    if let Some(to) = config.export.to.clone() {
        let every = Duration::from_secs(config.export.every_s);
        attend(&mut crew, "export".into(), export(Arc::clone(&hub), to, every));
    }
    #[cfg(feature = "web")]
    {
        let page =
            super::page::open(&mut crew, &config.web, Arc::clone(&hub), door.shown()).await?;
        println!("{page}");
        let public =
            super::page::open_public(&mut crew, &config.web, config.public.as_ref(), &hub).await?;
        public.iter().for_each(|public| println!("{public}"));
    }
    service::ready(&format!("hall {:?} is open", config.hub.name));
    let ended = crew.work(signals.first()).await;
    drop(announcement);
    if let Entrance::Own(server) = entrance
        && let Some(server) = Arc::into_inner(server)
    {
        server.stop().await;
    }
    Ok(ended?)
}

/// Where boards come in.
#[derive(Clone)]
enum Entrance {
    /// At a server that somebody else keeps, and who comes in there.
    Elsewhere,
    /// At the hub's own.
    Own(Arc<Server>),
}

impl Gate for Entrance {
    async fn admit(&self, members: &[Member]) -> io::Result<()> {
        match self {
            Entrance::Elsewhere => Ok(()),
            Entrance::Own(server) => server.reload(&boards(members)).await,
        }
    }
}

/// The boards that may come in. What was kept is read as it was written.
fn boards(members: &[Member]) -> Vec<(Code, PublicKey)> {
    let board = |member: &Member| Some((member.code.parse().ok()?, member.key.parse().ok()?));
    members.iter().filter_map(board).collect()
}

fn options(
    hear: impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static,
) -> ConnectOptions {
    ConnectOptions::new()
        .name("touchmove hub")
        .ping_interval(Duration::from_secs(5))
        .ignore_discovered_servers()
        .reconnect_delay_callback(|_| Duration::from_millis(200))
        .event_callback(hear)
        .retry_on_initial_connect()
}

async fn elsewhere(
    url: &str,
    hear: impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static,
) -> io::Result<Client> {
    let options = options(hear);
    options.connect(url).await.map_err(|error| io::Error::other(format!("nats.url: {error}")))
}

/// Starts the server beside the hub, and comes in there.
async fn beside(
    config: &HubConfig,
    hub: &Arc<Hub>,
    hear: impl Fn(Event) -> std::future::Ready<()> + Send + Sync + 'static,
) -> io::Result<(Client, Server, Keys)> {
    let keys = Keys::of(hub).await?;
    let settings = Settings {
        folder: config.hub.state.join("nats"),
        bind: config.nats.bind,
        port: config.nats.port,
        key: keys.key.clone(),
        hub: keys.credential.public().clone(),
        token: keys.token.clone(),
    };
    let server = Server::start(settings, &boards(&hub.members().await?)).await?;
    let tls = meet::client_config(keys.key.fingerprint().clone())?;
    let client = options(hear)
        .nkey(keys.credential.seed().into())
        .require_tls(true)
        .tls_client_config((*tls).clone())
        .connect(format!("nats://{}", server.address()))
        .await
        .map_err(io::Error::other)?;
    Ok((client, server, keys))
}

/// Writes all that the hall knows into one file, again and again.
async fn export(hub: Arc<Hub>, to: PathBuf, every: Duration) {
    loop {
        match hub.export(&to).await {
            Ok(()) => tracing::debug!(to = %to.display(), "exported"),
            Err(error) => tracing::error!(%error, "the hall cannot be exported"),
        }
        sleep(every).await;
    }
}
