use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use async_nats::{
    Client, HeaderMap, Message, Subscriber,
    client::RequestErrorKind,
    connection::State,
    jetstream::{self, context::PublishAckFuture, message::PublishMessage},
};
use futures_util::StreamExt as _;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Notify, Semaphore, mpsc, oneshot, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use touchmove_core::{
    board::{Header, Said},
    trace::Line,
};

use super::{
    EVENTS, HEARTBEAT,
    payload::{Asking, Attach, Attached, Beat, Reply, Shown, Wish},
    subject::{Asked, BOARDS, Subject},
};
use crate::{
    journal,
    link::{Away, Batch, Glance, Request, Showcase, Uplink, local::Course},
    meet::Synchronised,
};

/// An order that was given on news older than this is not carried out: whoever gave it was told
/// that the board did not answer.
const FRESH: Duration = Duration::from_secs(8);
/// Shortest time from one view to the next: the hall shows five a second.
const VIEW_EVERY: Duration = Duration::from_millis(100);
/// How long the hall and the stream have to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Orders that are being carried out at once.
const ORDERS: usize = 16;
/// The longest piece of a journal that is answered.
const LONGEST: usize = 512 << 10;
/// Earlier games that are told again to a hall that lacks them.
const EARLIER: usize = 8;

/// A board's end of a link over NATS, before there is a connection.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// What it shows.
    pub(crate) showcase: Showcase,
    /// Orders come this way.
    pub(crate) orders: mpsc::Receiver<Request>,
    /// What joins the hall by a connection.
    pub(crate) stand: Stand,
}

/// What a board joins the hall with, as often as it must.
#[derive(Clone, Debug)]
pub(crate) struct Stand {
    code: Arc<str>,
    games: Arc<Path>,
    glance: watch::Receiver<Option<Glance>>,
    orders: mpsc::Sender<Request>,
}

/// The board of this code, whose journals stand in this folder.
pub(crate) fn wait(code: &str, games: PathBuf) -> Waiting {
    let (showcase, glance) = Showcase::new(watch::Sender::new(0));
    let (send, orders) = mpsc::channel(ORDERS);
    let stand = Stand { code: code.into(), games: games.into(), glance, orders: send };
    Waiting { showcase, orders, stand }
}

impl Stand {
    /// What the board shows.
    pub(crate) fn glance(&self) -> watch::Receiver<Option<Glance>> {
        self.glance.clone()
    }

    /// Joins by a connection: what tells the hall, and what attends to it.
    pub(crate) fn join(&self, client: Client) -> (Telling, Desk) {
        let Stand { code, games, glance, orders } = self.clone();
        let recall = Arc::new(Notify::new());
        let jetstream = jetstream::ContextBuilder::new().timeout(PATIENCE).ack_timeout(PATIENCE);
        let telling = Telling {
            jetstream: jetstream.build(client.clone()),
            client: client.clone(),
            code: Arc::clone(&code),
            games: Arc::clone(&games),
            game: "".into(),
            told: 0,
            recall: Arc::clone(&recall),
        };
        let clock = Pulse { run: run(), since: Instant::now() };
        (telling, Desk { client, code, games, glance, orders, recall, clock })
    }
}

/// Names this run of the program.
fn run() -> u64 {
    // Without random numbers the time of the start names it as well.
    getrandom::u64().unwrap_or_else(|_| {
        std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64)
    })
}

/// What a board's words are dated by.
#[derive(Clone, Copy, Debug)]
struct Pulse {
    run: u64,
    since: Instant,
}

impl Pulse {
    fn beat(self) -> Beat {
        Beat { run: self.run, ms: self.since.elapsed().as_millis() as u64 }
    }

    /// Whether a word of ours is not long past.
    fn is_fresh(self, beat: Beat) -> bool {
        let now = self.beat();
        beat.run == now.run && now.ms.saturating_sub(beat.ms) <= FRESH.as_millis() as u64
    }
}

/// Tells the hall what is said at a board.
#[derive(Debug)]
pub(crate) struct Telling {
    client: Client,
    jetstream: jetstream::Context,
    code: Arc<str>,
    games: Arc<Path>,
    /// The game that is told.
    game: Arc<str>,
    /// The last of its events that the stream has taken.
    told: u64,
    recall: Arc<Notify>,
}

impl Uplink for Telling {
    async fn attach(&mut self, header: &Header) -> Result<u64, Away> {
        let game: Arc<str> = header.game.as_deref().unwrap_or_default().into();
        if self.client.connection_state() != State::Connected {
            return Err(Away);
        }
        if game != self.game {
            self.told = 0;
            self.game = Arc::clone(&game);
        }
        let earlier = self.earlier().await;
        let games = earlier.iter().map(|game| (game.id.clone(), game.last));
        let games = games.chain([(game.to_string(), 0)]).collect();
        let attached = self.ask(&Attach { games }).await?;
        let have = |game: &str| {
            attached.as_ref().and_then(|attached| {
                attached.have.iter().find(|(id, _)| id == game).map(|(_, have)| *have)
            })
        };
        for earlier in &earlier {
            if let Some(have) = have(&earlier.id)
                && have < earlier.last
            {
                self.again(earlier, have).await?;
            }
        }
        self.announce(&game, header, Course::Current).await?;
        match have(&game) {
            Some(have) => Ok(have),
            None => self.in_stream(&game).await,
        }
    }

    async fn deliver(&mut self, batch: Batch) -> Result<u64, Away> {
        if self.client.connection_state() != State::Connected {
            return Err(Away);
        }
        let game = Arc::clone(&self.game);
        let told = self.told;
        // What the stream has taken and the hall lacks must not be taken for a repetition.
        let last = self.publish(&game, &batch, |said| said.seq > told).await?;
        self.told = self.told.max(last);
        Ok(last)
    }

    async fn recalled(&self) {
        self.recall.notified().await;
    }
}

/// A finished game, as its journal has it.
#[derive(Debug)]
struct Earlier {
    id: String,
    header: Header,
    journal: PathBuf,
    last: u64,
}

impl Telling {
    /// The last games before this one.
    async fn earlier(&self) -> Vec<Earlier> {
        let (folder, current) = (Arc::clone(&self.games), Arc::clone(&self.game));
        let read = move || {
            let newest = journal::newest(&folder, EARLIER + 1)?;
            Ok::<_, std::io::Error>(
                newest
                    .into_iter()
                    .filter_map(|(header, journal)| {
                        let id = header.game.clone().filter(|id| **id != *current)?;
                        let last = journal::events_after(&journal, 0).ok()?.last()?.seq;
                        Some(Earlier { id, header, journal, last })
                    })
                    .collect(),
            )
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(games)) => games,
            Ok(Err(error)) => {
                tracing::warn!(%error, "earlier journals cannot be read");
                Vec::new()
            }
            Err(_) => Vec::new(),
        }
    }

    /// Asks how far the hall has read; none where there is a server, but no hall.
    async fn ask(&self, attach: &Attach) -> Result<Option<Attached>, Away> {
        let subject = Subject::Attach(Arc::clone(&self.code));
        let payload = serde_json::to_vec(attach).map_err(|_| Away)?;
        let request = self.client.request(subject, payload.into());
        match timeout(PATIENCE, request).await {
            Ok(Ok(answer)) => serde_json::from_slice(&answer.payload).map(Some).map_err(|_| Away),
            Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => Ok(None),
            _ => Err(Away),
        }
    }

    /// The last event of a game that the stream has, for a hall that will read it later.
    async fn in_stream(&self, game: &Arc<str>) -> Result<u64, Away> {
        let subject = Subject::Event { code: Arc::clone(&self.code), game: Arc::clone(game) };
        let stream = self.jetstream.get_stream_no_info(EVENTS).await.map_err(|_| Away)?;
        match stream.direct_get_last_for_subject(subject.to_string()).await {
            Ok(message) => {
                let said = serde_json::from_slice::<Said>(&message.payload);
                // Its last line may be the header.
                Ok(said.map_or(0, |said| said.seq))
            }
            Err(error) if error.kind() == jetstream::stream::DirectGetErrorKind::NotFound => Ok(0),
            Err(_) => Err(Away),
        }
    }

    /// Tells an earlier game from where the hall lost it.
    async fn again(&self, earlier: &Earlier, have: u64) -> Result<(), Away> {
        let journal = earlier.journal.clone();
        let read = tokio::task::spawn_blocking(move || journal::events_after(&journal, have));
        let Ok(Ok(events)) = read.await else { return Ok(()) };
        tracing::info!(
            game = earlier.id,
            have,
            last = earlier.last,
            "an earlier game is told again"
        );
        let game: Arc<str> = earlier.id.as_str().into();
        self.announce(&game, &earlier.header, Course::Earlier).await?;
        for events in events.chunks(256) {
            self.publish(&game, &events.to_vec().into(), |_| false).await?;
        }
        Ok(())
    }

    async fn announce(&self, game: &Arc<str>, header: &Header, course: Course) -> Result<(), Away> {
        let line = Line::from(header.clone()).to_string();
        let message = PublishMessage::build().payload(line.into());
        let message = match course {
            Course::Current => message,
            Course::Earlier => message.header(super::EARLIER, "1"),
        };
        let subject = Subject::Event { code: Arc::clone(&self.code), game: Arc::clone(game) };
        let ack = self.jetstream.send_publish(subject, message).await.map_err(|_| Away)?;
        ack.await.map(drop).map_err(|_| Away)
    }

    /// Publishes events and waits until the stream has them all; answers the last one's number.
    async fn publish(
        &self,
        game: &Arc<str>,
        batch: &Batch,
        is_new: impl Fn(&Said) -> bool,
    ) -> Result<u64, Away> {
        let subject = Subject::Event { code: Arc::clone(&self.code), game: Arc::clone(game) };
        let address = subject.to_string();
        let mut acks: Vec<PublishAckFuture> = Vec::with_capacity(batch.events.len());
        for said in &batch.events {
            let mut headers = HeaderMap::new();
            if is_new(said) {
                let id = format!("{}.{game}.{}", self.code, said.seq);
                headers.insert(async_nats::header::NATS_MESSAGE_ID, id);
            }
            if let Some(seal) = &batch.seal {
                headers.insert(super::SEAL, seal.to_string());
            }
            if let Some(age) = batch.age_ms(said) {
                headers.insert(super::AGE, age.to_string());
            }
            let payload = serde_json::to_vec(said).map_err(|_| Away)?;
            let message = PublishMessage::build().payload(payload.into()).headers(headers);
            let sent = self.jetstream.send_publish(address.clone(), message);
            acks.push(sent.await.map_err(|_| Away)?);
        }
        for ack in acks {
            ack.await.map_err(|error| {
                tracing::debug!(%error, "the stream did not take an event");
                Away
            })?;
        }
        Ok(batch.events.last().map_or(0, |said| said.seq))
    }
}

/// Where a board shows itself and is asked.
#[derive(Debug)]
pub(crate) struct Desk {
    client: Client,
    code: Arc<str>,
    games: Arc<Path>,
    glance: watch::Receiver<Option<Glance>>,
    orders: mpsc::Sender<Request>,
    recall: Arc<Notify>,
    clock: Pulse,
}

/// Whether the machine's clock goes by another changes seldom, and asking costs a process.
const ASK_CLOCK_EVERY: Duration = Duration::from_secs(60);

async fn ask_clock(synchronised: watch::Sender<Synchronised>) {
    loop {
        if let Ok(now) = tokio::task::spawn_blocking(Synchronised::now).await {
            synchronised.send_replace(now);
        }
        sleep(ASK_CLOCK_EVERY).await;
    }
}

/// Which lines of a journal are wanted.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Pages {
    game: String,
    /// Lines before this are left out; the header is line 1.
    #[serde(default)]
    from_line: usize,
}

/// What stands on the board.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Standing {
    occupied: String,
    t: u64,
}

impl Desk {
    /// Attends to the hall for ever.
    pub(crate) async fn attend(self) {
        let desk = Arc::new(self);
        tokio::join!(desk.show(), desk.listen());
    }

    /// Shows the board whenever it changes, and that it is there when it does not.
    async fn show(&self) {
        let synchronised = watch::Sender::new(Synchronised::Unknown);
        let asked = synchronised.subscribe();
        tokio::join!(self.show_with(asked), ask_clock(synchronised));
    }

    async fn show_with(&self, synchronised: watch::Receiver<Synchronised>) {
        let mut glance = self.glance.clone();
        let subject = Subject::View(Arc::clone(&self.code)).to_string();
        let mut next = Instant::now();
        loop {
            sleep_until(next).await;
            let synchronised = *synchronised.borrow();
            let shown = glance
                .borrow_and_update()
                .as_ref()
                .map(|glance| Shown::of(glance, self.clock.beat(), synchronised));
            if let Some(shown) = shown
                && self.client.connection_state() == State::Connected
                && let Ok(payload) = serde_json::to_vec(&shown)
                && let Err(error) = self.client.publish(subject.clone(), payload.into()).await
            {
                tracing::debug!(%error, "the board cannot be shown");
            }
            next = Instant::now() + VIEW_EVERY;
            // A board that is gone shows nothing new; the hall will see that it is silent.
            let _ = timeout(HEARTBEAT, glance.changed()).await;
        }
    }

    async fn listen(self: &Arc<Self>) {
        loop {
            match self.subscribe().await {
                Ok((mut own, mut all)) => loop {
                    tokio::select! {
                        Some(message) = own.next() => self.hear(message).await,
                        Some(_) = all.next() => self.recall.notify_one(),
                        else => break,
                    }
                },
                Err(error) => tracing::debug!(%error, "the hall cannot be heard"),
            }
            sleep(HEARTBEAT).await;
        }
    }

    async fn subscribe(&self) -> Result<(Subscriber, Subscriber), async_nats::SubscribeError> {
        let own = self.client.subscribe(format!("tm1.board.{}.*", self.code)).await?;
        let all = self.client.subscribe(BOARDS).await?;
        Ok((own, all))
    }

    async fn hear(self: &Arc<Self>, message: Message) {
        let Some(Subject::Board(_, asked)) = Subject::parse(&message.subject) else { return };
        let Some(reply) = message.reply else { return };
        let answer = match asked {
            Asked::Order => match serde_json::from_slice::<Asking>(&message.payload) {
                Ok(asking) => return self.order(asking, reply),
                Err(error) => {
                    tracing::warn!(%error, "an order cannot be read");
                    return;
                }
            },
            Asked::Attach => {
                self.recall.notify_one();
                b"{}".to_vec()
            }
            Asked::Records => match serde_json::from_slice::<Pages>(&message.payload) {
                Ok(pages) => self.records(pages).await,
                Err(_) => return,
            },
            Asked::Squares => self.standing(),
        };
        // Who no longer waits asks again.
        let _ = self.client.publish(reply, answer.into()).await;
    }

    /// Hands an order on, and answers when the board does.
    fn order(self: &Arc<Self>, asking: Asking, reply: async_nats::Subject) {
        let (answer, answered) = oneshot::channel();
        let told = if self.clock.is_fresh(asking.beat) {
            let request = match asking.what {
                Wish::Order { command, game } => Request::Order { command, game, answer },
                Wish::Pair { header } => Request::Pair { header, answer },
            };
            self.orders.try_send(request).map_err(|_| Reply::Busy)
        } else {
            Err(Reply::Stale)
        };
        let desk = Arc::clone(self);
        tokio::spawn(async move {
            let reply_with = match told {
                Ok(()) => match answered.await {
                    Ok(answer) => Reply::Answer(answer),
                    Err(_) => Reply::Busy,
                },
                Err(reply) => reply,
            };
            if let Ok(payload) = serde_json::to_vec(&reply_with) {
                let _ = desk.client.publish(reply, payload.into()).await;
            }
        });
    }

    /// A piece of a journal, as it stands there; empty where it ends, or there is none.
    async fn records(&self, Pages { game, from_line }: Pages) -> Vec<u8> {
        /// Reading is for the disk's sake one at a time.
        static ONE: Semaphore = Semaphore::const_new(1);
        let Ok(_turn) = ONE.acquire().await else { return Vec::new() };
        let folder = Arc::clone(&self.games);
        let read = move || {
            let (_, path) = journal::newest(&folder, usize::MAX)
                .ok()?
                .into_iter()
                .find(|(header, _)| header.game.as_deref() == Some(&game))?;
            journal::lines_from(&path, from_line, LONGEST).ok()
        };
        tokio::task::spawn_blocking(read).await.ok().flatten().unwrap_or_default()
    }

    fn standing(&self) -> Vec<u8> {
        let glance = self.glance.borrow();
        let standing = glance.as_ref().map(|glance| Standing {
            occupied: format!("{:016x}", glance.occupied.0),
            t: glance.t_now(),
        });
        serde_json::to_vec(&standing).unwrap_or_default()
    }
}
