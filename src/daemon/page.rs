use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use tokio::{net::TcpListener, sync::watch};

use super::Crew;
use crate::{config, doors::Doors, hub::Hub, web};

/// Browsers that may look at a demo at once.
const DEMO_STREAMS: usize = 200;
/// Where a demo's page is looked for first.
const DEMO_PORT: u16 = 8080;

/// Opens the page at its configured address; answers which that is.
pub(super) async fn open(
    crew: &mut Crew,
    config: &config::Web,
    hub: Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<SocketAddr> {
    let listener = listen(SocketAddr::new(config.bind, config.port)).await?;
    let doors =
        if config.is_open() { Doors::open(hub.clone()) } else { Doors::closed(hub.clone()) };
    if let Some(code) = doors.first_code().await? {
        println!("set-up code: {code}");
    }
    serve(crew, listener, hub, shown, config.streams, doors)
}

/// Opens the page of a demo at this port, or where there is room.
pub(super) async fn open_anywhere(
    crew: &mut Crew,
    port: Option<u16>,
    hub: &Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<SocketAddr> {
    let at = |port| SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port);
    let listener = match (port, listen(at(port.unwrap_or(DEMO_PORT))).await) {
        (None, Err(error)) if error.kind() == io::ErrorKind::AddrInUse => listen(at(0)).await?,
        (_, listener) => listener?,
    };
    let doors = Doors::open(Arc::clone(hub));
    serve(crew, listener, Arc::clone(hub), shown, DEMO_STREAMS, doors)
}

async fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("web: {address}: {error}")))
}

fn serve(
    crew: &mut Crew,
    listener: TcpListener,
    hub: Arc<Hub>,
    shown: watch::Receiver<u64>,
    streams: usize,
    doors: Doors,
) -> io::Result<SocketAddr> {
    let address = listener.local_addr()?;
    let mut stop = crew.stop();
    let server =
        web::serve(listener, hub, shown, streams, doors, async move { stop.wanted().await });
    crew.spawn("web", server);
    Ok(address)
}
