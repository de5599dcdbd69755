//! A hub: the hall of all boards that come over the network.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use async_nats::ConnectOptions;
use tokio::time::sleep;

use super::{
    Crew, Failure, Signals,
    lone::{lock, make_state, thread},
    network::{self, OpenGate, comebacks},
    senses::attend,
};
use crate::{
    config::HubConfig,
    hub::{Hub, keep_round},
    link::local,
    service,
};

/// Where somebody else's server is looked for.
const NATS: &str = "nats://127.0.0.1:4222";

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
    let url = config.nats.url.as_deref().unwrap_or(NATS);
    let client = ConnectOptions::new()
        .name("touchmove hub")
        .event_callback(hear)
        .retry_on_initial_connect()
        .connect(url)
        .await
        .map_err(io::Error::other)?;
    network::open(&mut crew, &hub, &door, client, again, OpenGate).await?;
    attend(&mut crew, "round".into(), keep_round(Arc::clone(&hub), state.join("pgn")));
    if let Some(to) = config.export.to.clone() {
        let every = Duration::from_secs(config.export.every_s);
        attend(&mut crew, "export".into(), export(Arc::clone(&hub), to, every));
    }
    #[cfg(feature = "web")]
    {
        let page =
            super::page::open(&mut crew, &config.web, Arc::clone(&hub), door.shown()).await?;
        println!("http://{page}");
    }
    let status = format!("hall {:?} is open", config.hub.name);
    service::ready(&status);
    crew.work(signals.first()).await?;
    Ok(())
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
