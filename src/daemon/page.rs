use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::Arc,
};

use tokio::{net::TcpListener, sync::watch};

use super::{Crew, senses::attend};
use crate::{
    config::{self, Spoken},
    doors::{self, Certificate, Doors},
    hub::Hub,
    publish::{self, PublicHall},
    web::{self, PlainHttp, Security},
};

/// Browsers that may look at a demo at once.
const DEMO_STREAMS: usize = 200;
/// Where a demo's page is looked for first.
const DEMO_PORT: u16 = 8080;

/// Opens the page of a hall at its configured address; answers where that is. One must sign in.
pub(super) async fn open(
    crew: &mut Crew,
    config: &config::Web,
    hub: Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<String> {
    let doors = if config.open == Some(true) { Doors::open(hub) } else { Doors::closed(hub) };
    open_by(crew, config, doors, shown).await
}

/// Opens the page of a board without a hub; answers where that is. Who sits at the board's own
/// machine need not sign in.
pub(super) async fn open_alone(
    crew: &mut Crew,
    config: &config::Web,
    hub: Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<String> {
    let open = config.open.unwrap_or(config.bind.to_canonical().is_loopback());
    let doors = if open { Doors::open(hub) } else { Doors::closed(hub) };
    open_by(crew, config, doors, shown).await
}

async fn open_by(
    crew: &mut Crew,
    config: &config::Web,
    doors: Doors,
    shown: watch::Receiver<u64>,
) -> io::Result<String> {
    let listener = listen("web", SocketAddr::new(config.bind, config.port)).await?;
    let security = security(config, listener.local_addr()?, doors.hub()).await?;
    if let Some(code) = doors.first_code().await? {
        // Shown once, to whoever starts the hall; it goes into no journal of ours.
        println!("set-up code: {code}");
    }
    serve(crew, listener, security, doors, shown, config.streams)
}

/// Opens what the public may see, where that is configured; answers where.
pub(super) async fn open_public(
    crew: &mut Crew,
    web: &config::Web,
    public: Option<&config::Public>,
    hub: &Arc<Hub>,
) -> io::Result<Option<String>> {
    let Some(public) = public else { return Ok(None) };
    let listener = listen("public", SocketAddr::new(public.bind, public.port)).await?;
    let address = listener.local_addr()?;
    let security = security(web, address, hub).await?;
    let url = format!("{}://{address}", security.scheme());
    let seen = Arc::new(PublicHall::new(hub.name(), public.delay()));
    attend(crew, "publish".into(), publish::follow(Arc::clone(hub), Arc::clone(&seen)));
    let mut stop = crew.stop();
    let stop = async move { stop.wanted().await };
    crew.spawn("public", web::serve_public(listener, security, seen, public.streams, stop));
    Ok(Some(url))
}

/// Opens the page of a demo at this port, or where there is room.
pub(super) async fn open_anywhere(
    crew: &mut Crew,
    port: Option<u16>,
    hub: &Arc<Hub>,
    shown: watch::Receiver<u64>,
) -> io::Result<String> {
    let at = |port| SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port);
    let listener = match (port, listen("web", at(port.unwrap_or(DEMO_PORT))).await) {
        (None, Err(error)) if error.kind() == io::ErrorKind::AddrInUse => {
            listen("web", at(0)).await?
        }
        (_, listener) => listener?,
    };
    let security = Security::plain(listener.local_addr()?, PlainHttp::OnLoopback)?;
    serve(crew, listener, security, Doors::open(Arc::clone(hub)), shown, DEMO_STREAMS)
}

/// How browsers are spoken to at this address.
async fn security(
    config: &config::Web,
    address: SocketAddr,
    hub: &Arc<Hub>,
) -> io::Result<Security> {
    match config.spoken(address.ip()) {
        Spoken::Files(certificate, key) => of_files(certificate, key).map(Security::Tls),
        Spoken::Plain => Security::plain(address, PlainHttp::Anywhere),
        Spoken::Own => {
            let mut names = doors::machine_names();
            // Whatever it is bound to it is called by.
            let bound = address.ip().to_canonical();
            if !bound.is_unspecified() && !names.contains(&bound.to_string()) {
                names.push(bound.to_string());
            }
            doors::of_the_hall(hub, names).await.map(Security::Tls)
        }
    }
}

fn of_files(certificate: &Path, key: &Path) -> io::Result<Certificate> {
    Certificate::of_files(certificate, key)
        .map_err(|error| io::Error::new(error.kind(), format!("web.certificate, web.key: {error}")))
}

async fn listen(what: &str, address: SocketAddr) -> io::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .map_err(|error| io::Error::new(error.kind(), format!("{what}: {address}: {error}")))
}

fn serve(
    crew: &mut Crew,
    listener: TcpListener,
    security: Security,
    doors: Doors,
    shown: watch::Receiver<u64>,
    streams: usize,
) -> io::Result<String> {
    let url = format!("{}://{}", security.scheme(), listener.local_addr()?);
    let mut stop = crew.stop();
    let stop = async move { stop.wanted().await };
    crew.spawn("web", web::serve(listener, security, doors, shown, streams, stop));
    Ok(url)
}
