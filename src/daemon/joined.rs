//! A board of a hall: it plays alone whenever the hub is not there, and tells it everything when it is.

use std::{
    future::pending,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_nats::{Client, ConnectOptions, connection::State};
use tokio::time::{Instant, sleep, timeout};

use super::{Crew, lone::Link, senses::attend};
use crate::{
    broker,
    config::{Config, HubLink},
    link::{
        self, Outbox,
        nats::{self, JOIN, JoinRequest, Joining, Stand, Waiting},
    },
    meet::{self, Code, Credential, Host, Join},
};

/// How long a server has to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest between two tries to come to a server.
const LONGEST: Duration = Duration::from_secs(3);
/// Shortest between two tries to come in for the first time.
const SOON: Duration = Duration::from_millis(300);
/// How long a server may be gone before it is looked for elsewhere.
const GONE: Duration = Duration::from_secs(3);
/// How often a connection is tried again that nobody waits for any more.
const TRIES: usize = 20;
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
    let Waiting { showcase, orders, stand } = nats::wait(code.as_str(), state.join("games"));
    let glance = stand.glance();
    let entry = Entry { hub: hub.clone(), places: Places::of(hub), me, credential };
    attend(crew, format!("hub-{code}"), entry.attend(stand, Arc::clone(outbox)));
    Ok(Link { name: code.to_string(), orders, showcase, glance, pages: Vec::new() })
}

/// What a board needs to come into the hall.
struct Entry {
    hub: HubLink,
    places: Places,
    me: Me,
    credential: Credential,
}

impl Entry {
    /// Comes in as soon as that is possible, and again when the hub was gone for a while: the client
    /// by itself would look for it for ever where it was.
    async fn attend(self, stand: Stand, outbox: Arc<Outbox>) {
        loop {
            let client = self.come_in().await;
            let (uplink, desk) = stand.join(client.clone());
            let carry = link::carry(self.me.code.clone(), Arc::clone(&outbox), uplink);
            tokio::select! {
                () = carry => {}
                () = desk.attend() => {}
                () = introduce(&client, &self.hub, &self.me) => {}
                () = gone(&client) => tracing::info!("the hub is gone; it is looked for"),
            }
        }
    }

    /// A connection to the hub, wherever it is.
    async fn come_in(&self) -> Client {
        let mut wait = SOON;
        loop {
            match self.connect().await {
                Ok(client) => return client,
                Err(error) => tracing::debug!(%error, "the hub is not there"),
            }
            if let HubLink::Join(join) = &self.hub {
                knock(join, &self.places, &self.me).await;
                match self.connect().await {
                    Ok(client) => return client,
                    Err(_) => look_around(join, &self.places).await,
                }
            }
            sleep(wait).await;
            wait = (wait * 2).min(LONGEST);
        }
    }

    async fn connect(&self) -> Result<Client, async_nats::Error> {
        let options = match &self.hub {
            HubLink::Join(join) => secured(join)?.nkey(self.credential.seed().into()),
            HubLink::Url(_) => plain(),
        };
        let code = &self.me.code;
        let options = options
            .name(format!("touchmove board {code}"))
            .custom_inbox_prefix(format!("_INBOX.{code}"));
        Ok(timeout(PATIENCE, options.connect(self.places.all().as_slice())).await??)
    }
}

/// Waits until the server has not been there for a while.
async fn gone(client: &Client) {
    let mut since = None;
    loop {
        sleep(SOON).await;
        if client.connection_state() == State::Connected {
            since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() >= GONE {
            return;
        }
    }
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
        // One that was given up ends by itself.
        .max_reconnects(TRIES)
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

/// Looks for the hub on the networks there are.
async fn look_around(join: &Join, places: &Places) {
    match meet::find(&join.fingerprint, PATIENCE).await {
        Ok(Some(found)) => {
            // A URL has no place for the interface of a link-local address.
            let found: Vec<String> = found
                .iter()
                .filter(|address| !address.to_string().contains('%'))
                .map(|address| format!("nats://{address}"))
                .collect();
            tracing::info!(?found, "the hub is announced");
            places.find(found);
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "the hub cannot be looked for"),
    }
}

/// Asks with the hall's token to be let in.
async fn knock(join: &Join, places: &Places, me: &Me) {
    match try_to_knock(join, places, me).await {
        Ok(Joining::Welcome) => tracing::info!(code = me.code, "the hub lets the board in"),
        Ok(Joining::OtherKey) => say_other_key(me),
        Err(error) => tracing::debug!(%error, "the hub cannot be asked"),
    }
}

fn say_other_key(me: &Me) {
    tracing::error!(
        code = me.code,
        "the hub knows another board of this code; it must be dismissed there first"
    );
}

async fn try_to_knock(join: &Join, places: &Places, me: &Me) -> Result<Joining, async_nats::Error> {
    let guest = secured(join)?
        .user_and_password(broker::JOIN.into(), join.token.as_str().into())
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

/// At a server that lets everybody in the hub must still be told who the board is. Never ends.
async fn introduce(client: &Client, hub: &HubLink, me: &Me) {
    if let HubLink::Url(_) = hub {
        while !is_known(client, me).await {
            sleep(GONE).await;
        }
    }
    pending().await
}

async fn is_known(client: &Client, me: &Me) -> bool {
    match ask(client, me).await {
        Ok(Joining::Welcome) => return true,
        Ok(Joining::OtherKey) => say_other_key(me),
        Err(error) => tracing::debug!(%error, "the hub cannot be asked"),
    }
    false
}
