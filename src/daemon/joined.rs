//! A board of a hall: it plays alone whenever the hub is not there, and tells it everything when it is.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_nats::{Client, ConnectOptions, connection::State};
use tokio::time::{Instant, sleep, timeout};

use super::{Crew, lone::Link, senses::attend};
use crate::{
    config::{Config, HubLink},
    link::{
        self, Outbox,
        nats::{self, JOIN, JoinRequest, Joined, Joining},
    },
    meet::{self, Code, Credential, Host, Join},
};

/// How long a server has to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest between two tries to come to a server.
const LONGEST: Duration = Duration::from_secs(3);
/// How long a server may be gone before it is looked for elsewhere.
const GONE: Duration = Duration::from_secs(3);
/// A cable that was pulled is noticed after two of these.
const PING: Duration = Duration::from_secs(5);

/// Joins the hub that the board was told of.
///
/// # Errors
///
/// When the board's own key or code cannot be kept. That no hub is there is no error.
pub(super) async fn open(
    crew: &mut Crew,
    config: &Config,
    hub: &HubLink,
    outbox: &Arc<Outbox>,
) -> io::Result<Link> {
    let state = &config.board.state;
    let code = Code::of(state)?;
    let credential = Credential::of(state)?;
    let me = Me { code: code.as_str().into(), key: credential.public().to_string() };
    let places = Places::of(hub);
    let client = match hub {
        HubLink::Join(join) => secured(join)?.nkey(credential.seed().into()),
        HubLink::Url(_) => plain(),
    };
    let client = client
        .name(format!("touchmove board {code}"))
        .custom_inbox_prefix(format!("_INBOX.{code}"))
        .retry_on_initial_connect()
        .connect(places.all().as_slice())
        .await
        .map_err(io::Error::other)?;
    match hub.clone() {
        HubLink::Join(join) => {
            let seek = seek(client.clone(), join.clone(), places.clone());
            attend(crew, format!("seek-{code}"), seek);
            attend(crew, format!("enrol-{code}"), enrol(client.clone(), join, places, me));
        }
        HubLink::Url(_) => {
            attend(crew, format!("enrol-{code}"), introduce(client.clone(), me));
        }
    }
    let Joined { uplink, showcase, orders, desk } =
        nats::join(client, code.as_str(), state.join("games"));
    let glance = desk.glance();
    attend(crew, format!("desk-{code}"), desk.attend());
    let courier = link::carry(code.to_string(), Arc::clone(outbox), uplink);
    attend(crew, format!("courier-{code}"), courier);
    Ok(Link { name: code.to_string(), orders, showcase, glance, pages: Vec::new() })
}

/// Who the board is.
#[derive(Clone, Debug)]
struct Me {
    code: String,
    key: String,
}

/// Where the hub was found or is said to be.
#[derive(Clone, Debug)]
struct Places {
    said: Arc<[String]>,
    found: Arc<Mutex<Vec<String>>>,
}

impl Places {
    fn of(hub: &HubLink) -> Places {
        let said = match hub {
            HubLink::Url(url) => vec![url.clone()],
            HubLink::Join(Join { host, port, .. }) => {
                let port = port.unwrap_or(meet::PORT);
                // A name that leads nowhere stands for a hub that only mDNS finds (RFC 6761 § 6.4).
                let host = host.as_ref().map_or("touchmove.invalid".into(), |host| match host {
                    Host::V6(address) => format!("[{address}]"),
                    other => other.to_string(),
                });
                vec![format!("nats://{host}:{port}")]
            }
        };
        Places { said: said.into(), found: Arc::default() }
    }

    /// All of them, what was found first.
    fn all(&self) -> Vec<String> {
        // Nothing in here panics half way.
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().chain(self.said.iter()).cloned().collect()
    }

    fn find(&self, found: Vec<String>) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = found;
    }
}

fn plain() -> ConnectOptions {
    ConnectOptions::new()
        .ping_interval(PING)
        .connection_timeout(PATIENCE)
        .ignore_discovered_servers()
        .reconnect_delay_callback(|tries| {
            let tries = u32::try_from(tries).unwrap_or(u32::MAX);
            Duration::from_millis(100).saturating_mul(tries).min(LONGEST)
        })
        .event_callback(|event| {
            tracing::debug!(%event, "the hub's server");
            std::future::ready(())
        })
}

/// The same to the hub of one key.
fn secured(join: &Join) -> io::Result<ConnectOptions> {
    let tls = meet::client_config(join.fingerprint.clone())?;
    Ok(plain().require_tls(true).tls_client_config((*tls).clone()))
}

/// Looks for a hub that is gone, wherever it may be by now.
async fn seek(client: Client, join: Join, places: Places) {
    let mut gone: Option<Instant> = None;
    loop {
        if client.connection_state() == State::Connected {
            gone = None;
            sleep(Duration::from_secs(1)).await;
            continue;
        }
        let since = *gone.get_or_insert_with(Instant::now);
        let looks = since.elapsed() >= GONE || (join.host.is_none() && places.all().len() == 1);
        if !looks {
            sleep(Duration::from_millis(200)).await;
            continue;
        }
        match meet::find(&join.fingerprint, PATIENCE).await {
            Ok(Some(found)) => {
                // A URL has no place for the interface of a link-local address.
                let found: Vec<String> = found
                    .iter()
                    .filter(|address| !address.to_string().contains('%'))
                    .map(|address| format!("nats://{address}"))
                    .collect();
                if found != places.all() {
                    tracing::info!(?found, "the hub is announced");
                }
                places.find(found);
                if let Err(error) = client.set_server_pool(places.all().as_slice()).await {
                    tracing::warn!(%error, "what was found cannot be used");
                }
                sleep(GONE).await;
            }
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(%error, "the hub cannot be looked for");
                sleep(PATIENCE).await;
            }
        }
    }
}

/// Asks to be let in with the hall's token, as long as the board's own key opens no door.
async fn enrol(client: Client, join: Join, places: Places, me: Me) {
    let mut wait = GONE;
    loop {
        sleep(wait).await;
        if client.connection_state() == State::Connected {
            wait = GONE;
            continue;
        }
        match knock(&join, &places, &me).await {
            Ok(Joining::Welcome) => {
                tracing::info!(code = me.code, "the hub lets the board in");
                wait = GONE;
            }
            Ok(Joining::OtherKey) => {
                tracing::error!(
                    code = me.code,
                    "the hub knows another board of this code; dismiss it there first"
                );
                wait = (wait * 2).min(Duration::from_secs(60));
            }
            Err(error) => {
                tracing::debug!(%error, "the hub cannot be asked");
                wait = (wait * 2).min(Duration::from_secs(15));
            }
        }
    }
}

async fn knock(join: &Join, places: &Places, me: &Me) -> Result<Joining, async_nats::Error> {
    let guest = secured(join)?
        .user_and_password("join".into(), join.token.as_str().into())
        .custom_inbox_prefix("_INBOX.join");
    let guest = timeout(PATIENCE, guest.connect(places.all().as_slice())).await??;
    let answer = ask(&guest, me).await;
    guest.drain().await?;
    answer
}

async fn ask(client: &Client, me: &Me) -> Result<Joining, async_nats::Error> {
    let request = JoinRequest { code: me.code.clone(), key: me.key.clone() };
    let payload = serde_json::to_vec(&request)?;
    let answer = timeout(PATIENCE, client.request(JOIN, payload.into())).await??;
    Ok(serde_json::from_slice(&answer.payload)?)
}

/// The same at a server that lets everybody in: the hub must know who the board is.
async fn introduce(client: Client, me: Me) {
    loop {
        match ask(&client, &me).await {
            Ok(Joining::Welcome) => return std::future::pending().await,
            Ok(Joining::OtherKey) => {
                tracing::error!(
                    code = me.code,
                    "the hub knows another board of this code; dismiss it there first"
                );
            }
            Err(error) => tracing::debug!(%error, "the hub cannot be asked"),
        }
        sleep(GONE).await;
    }
}
