use std::{io, path::Path, sync::Arc};

use async_nats::ConnectOptions;
use tokio::sync::watch;

use super::{bare, boards::code};
use crate::{
    daemon::{
        Crew, Failure, Signals,
        lone::thread,
        network::{self, OpenGate, comebacks},
    },
    hub::Hub,
    link::local,
};

/// A part of a simulated hall that is a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Part {
    /// The hub.
    Hub,
    /// A subscriber that only reads and keeps what boards say.
    Bare,
}

/// Runs a part until it is told to stop.
///
/// # Errors
///
/// When it cannot start, or a part of it ends.
pub(crate) async fn run_part(
    part: Part,
    server: &str,
    folder: &Path,
    boards: usize,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)?;
    match part {
        Part::Hub => hub(server, folder, boards).await,
        Part::Bare => Ok(bare::subscribe(server, folder).await?),
    }
}

async fn hub(server: &str, folder: &Path, boards: usize) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let mut crew = Crew::new();
    let (hub, memory) = Hub::open("Simulated", &folder.join("hall.sqlite"))?;
    let (door, posts) = local::door();
    crew.spawn("hall", thread(memory.run(posts)?, crew.stop()));
    let (again, hear) = comebacks();
    let client = ConnectOptions::new()
        .event_callback(hear)
        .connect(server)
        .await
        .map_err(io::Error::other)?;
    for n in 0..boards {
        hub.admit(code(n), code(n)).await?;
    }
    network::open(&mut crew, &hub, &door, client, again, OpenGate).await?;
    ready(&mut crew, &hub, door.shown()).await?;
    crew.work(signals.first()).await?;
    Ok(())
}

#[cfg(feature = "web")]
async fn ready(crew: &mut Crew, hub: &Arc<Hub>, shown: watch::Receiver<u64>) -> io::Result<()> {
    let page = crate::daemon::page::open_anywhere(crew, Some(0), hub, shown).await?;
    println!("{page}");
    Ok(())
}

#[cfg(not(feature = "web"))]
async fn ready(_: &mut Crew, _: &Arc<Hub>, _: watch::Receiver<u64>) -> io::Result<()> {
    Err(io::Error::other("this program has no page to look at"))
}
