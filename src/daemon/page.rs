use std::{io, net::SocketAddr, sync::Arc};

use tokio::{net::TcpListener, sync::watch};

use super::Crew;
use crate::{config, hub::Hub, web};

/// Opens the page at its address, and says which that is.
pub(super) async fn open(
    crew: &mut Crew,
    config: &config::Web,
    hub: Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<SocketAddr> {
    let asked = SocketAddr::new(config.bind, config.port);
    let listener = TcpListener::bind(asked)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("web: {asked}: {error}")))?;
    let address = listener.local_addr()?;
    let mut stop = crew.stop();
    let server = web::serve(listener, hub, shown, config.streams, async move {
        stop.wanted().await;
    });
    crew.spawn("web", server);
    Ok(address)
}
