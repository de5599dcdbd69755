//! The hall's side of the boards that come over the network.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    io,
    sync::Arc,
    time::Duration,
};

use async_nats::{Client, Event, jetstream};
use futures_util::StreamExt as _;
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval},
};

use super::{Crew, lone::until};
use crate::{
    hub::{Admission, Hub, Member},
    link::{
        local::Door,
        nats::{self, JOIN, JoinRequest, Joining, Lines, Reader},
    },
};

/// Who lets boards in at the server.
pub(super) trait Gate: Send + Sync + 'static {
    /// From now on these boards may come in, and no others.
    fn admit(&self, members: &[Member]) -> impl Future<Output = io::Result<()>> + Send;
}

/// Whoever else keeps a server decides himself whom he lets in.
pub(super) struct OpenGate;

impl Gate for OpenGate {
    async fn admit(&self, _members: &[Member]) -> io::Result<()> {
        Ok(())
    }
}

/// Tells whoever reads from a connection that it has come back.
pub(super) fn comebacks()
-> (watch::Sender<u64>, impl Fn(Event) -> std::future::Ready<()> + Clone + Send + Sync + 'static) {
    let again = watch::Sender::new(0);
    let sender = again.clone();
    let hear = move |event| {
        match event {
            Event::Connected => sender.send_modify(|times| *times += 1),
            Event::Disconnected => tracing::warn!("the server that boards speak to is gone"),
            other => tracing::debug!(event = %other, "the server that boards speak to"),
        }
        std::future::ready(())
    };
    (again, hear)
}

/// Opens the hall for boards that come over this connection.
///
/// # Errors
///
/// When the hall's memory cannot be read.
pub(super) async fn open(
    crew: &mut Crew,
    hub: &Arc<Hub>,
    door: &Door,
    client: Client,
    again: watch::Sender<u64>,
    gate: impl Gate,
) -> io::Result<()> {
    let lines = Lines::new(client.clone(), door.showing(), door.posts());
    let gate = Arc::new(gate);
    let mut group =
        Group { hub: Arc::clone(hub), lines: Arc::clone(&lines), tables: BTreeMap::new() };
    let members = hub.members().await?;
    gate.admit(&members).await?;
    group.seat(&members).await?;

    let reader = Reader {
        jetstream: jetstream::new(client.clone()),
        posts: door.posts(),
        again: again.subscribe(),
    };
    let read = async move {
        reader.read().await;
        Ok::<(), io::Error>(())
    };
    crew.spawn("reader", until(crew.stop(), read));
    crew.spawn("boards", until(crew.stop(), Arc::clone(&lines).listen()));
    crew.spawn("joining", until(crew.stop(), join(Arc::clone(hub), client)));
    crew.spawn("seating", until(crew.stop(), group.mind(gate)));
    crew.spawn("gaps", until(crew.stop(), mend(Arc::clone(hub), lines, again)));
    Ok(())
}

/// Where the boards sit.
struct Group {
    hub: Arc<Hub>,
    lines: Arc<Lines>,
    /// Names in the hall, by code.
    tables: BTreeMap<String, String>,
}

impl Group {
    /// Follows who joins, leaves and moves.
    async fn mind(mut self, gate: Arc<impl Gate>) -> io::Result<()> {
        let mut regrouped = self.hub.regrouped();
        while regrouped.changed().await.is_ok() {
            let members = self.hub.members().await?;
            if let Err(error) = gate.admit(&members).await {
                tracing::error!(%error, "boards cannot be let in");
            }
            self.seat(&members).await?;
        }
        Ok(())
    }

    async fn seat(&mut self, members: &[Member]) -> io::Result<()> {
        let now: BTreeMap<String, String> =
            members.iter().map(|member| (member.code.clone(), member.name().to_string())).collect();
        // Two may have changed places, so all that move get up first.
        for (code, name) in &self.tables {
            if now.get(code) != Some(name) {
                self.hub.unseat(name);
            }
        }
        for (code, name) in &now {
            if self.tables.get(code) != Some(name) {
                let summary = self.hub.welcome(self.lines.seat(code, name)).await?;
                if let Some(summary) = summary {
                    self.lines.remember(code, summary);
                }
            }
        }
        self.tables = now;
        Ok(())
    }
}

/// Lets boards in that know the hall's token: without it they could not ask here.
async fn join(hub: Arc<Hub>, client: Client) -> Result<(), async_nats::Error> {
    let mut asking = client.subscribe(JOIN).await?;
    while let Some(message) = asking.next().await {
        let (Some(reply), Ok(JoinRequest { code, key })) =
            (message.reply, serde_json::from_slice(&message.payload))
        else {
            tracing::warn!("a board asked to be let in, and not in our words");
            continue;
        };
        let answer = match hub.admit(code.clone(), key).await? {
            Admission::New => {
                tracing::info!(code, "a new board has joined");
                Joining::Welcome
            }
            Admission::Known => Joining::Welcome,
            Admission::OtherKey => {
                tracing::warn!(code, "a board came with the code of another; it is not let in");
                Joining::OtherKey
            }
        };
        let payload = serde_json::to_vec(&answer)?;
        client.publish(reply, payload.into()).await?;
    }
    Err("the connection is closed".into())
}

/// Sees to it that nothing stays missing.
async fn mend(
    hub: Arc<Hub>,
    lines: Arc<Lines>,
    again: watch::Sender<u64>,
) -> Result<(), async_nats::Error> {
    let mut forgotten = hub.forgotten();
    let mut lacks = hub.take_lacks().ok_or("somebody else looks for what is missing")?;
    let mut asked: BTreeMap<Arc<str>, Instant> = BTreeMap::new();
    let mut second = interval(Duration::from_secs(1));
    second.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            changed = forgotten.changed() => {
                changed?;
                again.send_modify(|times| *times += 1);
            }
            Some(code) = lacks.recv() => {
                asked.retain(|_, at| at.elapsed() < nats::HEARTBEAT);
                // A whole batch may be missing; it comes with one answer.
                if let Entry::Vacant(vacant) = asked.entry(code) {
                    lines.recall_one(vacant.key());
                    vacant.insert(Instant::now());
                }
            }
            _ = second.tick() => {
                lines.look_for_gaps(|board, game| {
                    let seat = hub.find(board);
                    let told = seat.and_then(|seat| {
                        seat.look(|sheet| (sheet.game.as_deref() == game).then_some(sheet.seq))
                    });
                    told.flatten().unwrap_or(0)
                });
            }
        }
    }
}

#[cfg(test)]
#[path = "network_tests.rs"]
mod tests;
