use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_nats::{
    Client, Message,
    client::RequestErrorKind,
    jetstream::{
        self,
        consumer::{DeliverPolicy, push::OrderedConfig},
    },
};
use futures_util::StreamExt as _;
use tokio::{
    sync::{Semaphore, mpsc, oneshot, watch},
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};

use super::{
    AGE, EARLIER, SEAL, SILENCE,
    payload::{Asking, Attach, Attached, Beat, Reply, Shown, Wish},
    subject::{ALL_VIEWS, ATTACH, Asked, BOARDS, Subject},
};
use touchmove_core::{board::Bitboard, sheet::Summary};

use crate::clock::LeverEnd;
use crate::link::{
    Glance, Presence, Request,
    local::{Course, HallEnd, Place, Post, Told},
};
use crate::meet::Synchronised;

/// Lines handed to the hall's memory at once.
const AT_ONCE: usize = 256;
/// What does not work is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);
/// How long a board has for one answer; after that it is asked again, and answers as the first time.
const ONE_ANSWER: Duration = Duration::from_millis(1500);
/// How long an order is tried; whoever gave it is told before.
const TRIES: Duration = Duration::from_secs(6);
/// Orders on their way to one board.
const ORDERS: usize = 16;
/// A board that lacks no event for so long, and whose events do not come, is asked to say them again.
const LOST: u32 = 5;

/// Reads what boards say into the hall's memory, from where that ends, and begins again whenever
/// `again` changes: after a connection came back, or when the memory has forgotten something.
pub(crate) struct Reader {
    /// The streams.
    pub(crate) jetstream: jetstream::Context,
    /// Where it is remembered.
    pub(crate) posts: mpsc::Sender<Post>,
    /// When to begin again.
    pub(crate) again: watch::Receiver<u64>,
}

impl Reader {
    /// Reads for ever.
    pub(crate) async fn read(mut self) {
        loop {
            self.again.mark_unchanged();
            match self.follow().await {
                Ok(()) => {}
                Err(error) => {
                    tracing::debug!(%error, "what boards say cannot be read");
                    sleep(RETRY).await;
                }
            }
        }
    }

    async fn follow(&mut self) -> Result<(), async_nats::Error> {
        let info = super::make_streams(&self.jetstream).await?;
        let stream = info.created.to_string();
        let (place, at) = oneshot::channel();
        self.posts.send(Post::Where { place }).await?;
        let from = match at.await? {
            // A server that lost its newest messages gives their numbers away again.
            Some(Place { stream: read, position })
                if read == stream && position <= info.state.last_sequence =>
            {
                position + 1
            }
            _ => 1,
        };
        let deliver_policy = DeliverPolicy::ByStartSequence { start_sequence: from };
        let deliver_subject = self.jetstream.client().new_inbox();
        let config = OrderedConfig { deliver_subject, deliver_policy, ..OrderedConfig::default() };
        let consumer = self.jetstream.create_consumer_on_stream(config, super::EVENTS).await?;
        let mut messages = consumer.messages().await?.ready_chunks(AT_ONCE);
        loop {
            tokio::select! {
                chunk = messages.next() => {
                    let chunk = chunk.ok_or("the stream has ended")?;
                    let lines = chunk.into_iter().map(|message| told(message?)).collect::<Result<Vec<_>, _>>()?;
                    let stream = stream.clone();
                    self.posts.send(Post::Told { stream, lines }).await?;
                }
                changed = self.again.changed() => return Ok(changed?),
            }
        }
    }
}

/// A message of the stream as a line of a game.
fn told(message: jetstream::Message) -> Result<Told, async_nats::Error> {
    let info = message.info()?;
    let position = info.stream_sequence;
    let published = info.published.unix_timestamp_nanos() / 1_000_000;
    let on_the_way = i128::from(jiff::Timestamp::now().as_millisecond()) - published;
    let header = |name| message.headers.as_ref().and_then(|headers| headers.get(name));
    let age: u64 = header(AGE).and_then(|age| age.as_str().parse().ok()).unwrap_or(0);
    let age_ms = age.saturating_add(u64::try_from(on_the_way).unwrap_or(0));
    let seal = header(SEAL).map(|seal| seal.as_str().into());
    let (code, game) = match Subject::parse(&message.subject) {
        Some(Subject::Event { code, game }) => (code, game),
        // Its place counts, so that it is not read again.
        _ => ("".into(), "".into()),
    };
    let course = if header(EARLIER).is_some() { Course::Earlier } else { Course::Current };
    Ok(Told { code, game, line: message.payload.to_vec(), seal, age_ms, position, course })
}

/// The hall's ends of the links to all boards.
#[derive(Debug)]
pub(crate) struct Lines {
    client: Client,
    /// Counts what all boards show.
    shown: watch::Sender<u64>,
    posts: mpsc::Sender<Post>,
    boards: Mutex<HashMap<Arc<str>, Line>>,
}

/// The hall's end of one.
#[derive(Debug)]
struct Line {
    name: String,
    glance: watch::Sender<Option<Glance>>,
    /// The newest word of the board, and when it came.
    heard: watch::Sender<Option<(Beat, Instant)>>,
    orders: mpsc::Sender<Request>,
    /// The last event that it has said, as it shows, and how long the hall has lacked it, s.
    lacking: (u64, u32),
}

impl Lines {
    /// No board yet.
    pub(crate) fn new(
        client: Client,
        shown: watch::Sender<u64>,
        posts: mpsc::Sender<Post>,
    ) -> Arc<Lines> {
        Arc::new(Lines { client, shown, posts, boards: Mutex::default() })
    }

    /// The end of the link to the board of this code, which has this name in the hall from now on.
    pub(crate) fn seat(self: &Arc<Self>, code: &str, name: &str) -> HallEnd {
        let mut boards = self.boards();
        let line = boards.entry(code.into()).or_insert_with(|| {
            let (orders, asked) = mpsc::channel(ORDERS);
            let heard = watch::Sender::new(None);
            let teller =
                Teller { client: self.client.clone(), code: code.into(), heard: heard.subscribe() };
            tokio::spawn(teller.tell(asked));
            Line {
                name: name.into(),
                glance: watch::Sender::new(None),
                heard,
                orders,
                lacking: (0, 0),
            }
        });
        line.name = name.into();
        HallEnd { board: name.into(), glance: line.glance.subscribe(), orders: line.orders.clone() }
    }

    /// Shows what is remembered of a board that has not been heard yet.
    pub(crate) fn remember(&self, code: &str, summary: Summary) {
        if let Some(line) = self.boards().get(code) {
            let t = summary.t;
            line.glance.send_if_modified(|glance| {
                let unseen = glance.is_none();
                if unseen {
                    *glance = Some(Glance {
                        summary,
                        occupied: Bitboard::default(),
                        t,
                        at: Instant::now(),
                        // Its time stands until it is heard.
                        speed: 0.0,
                        white_at: LeverEnd::default(),
                        unsaved: None,
                        presence: Presence::Away,
                        synchronised: Synchronised::Unknown,
                    });
                }
                unseen
            });
        }
    }

    /// Listens to what boards show, and to how far they think the hall is.
    ///
    /// # Errors
    ///
    /// When the connection is closed for good.
    pub(crate) async fn listen(self: Arc<Self>) -> Result<(), async_nats::Error> {
        let mut views = self.client.subscribe(ALL_VIEWS).await?;
        let mut attaching = self.client.subscribe(ATTACH).await?;
        let mut second = interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Boards that attached to another run of the hall may have to tell it something again.
        self.client.publish(BOARDS, "{}".into()).await?;
        loop {
            tokio::select! {
                view = views.next() => self.see(&view.ok_or("closed")?),
                attach = attaching.next() => {
                    let attach = attach.ok_or("closed")?;
                    let lines = Arc::clone(&self);
                    tokio::spawn(async move { lines.attach(attach).await });
                }
                _ = second.tick() => self.mind(),
            }
        }
    }

    /// Asks a board to say again how far it is, because the hall lacks something.
    pub(crate) fn recall_one(&self, code: &Arc<str>) {
        let (client, subject) =
            (self.client.clone(), Subject::Board(Arc::clone(code), Asked::Attach));
        tokio::spawn(
            async move { timeout(ONE_ANSWER, client.request(subject, "{}".into())).await },
        );
    }

    fn see(&self, message: &Message) {
        let Some(Subject::View(code)) = Subject::parse(&message.subject) else { return };
        let shown: Shown = match serde_json::from_slice(&message.payload) {
            Ok(shown) => shown,
            Err(error) => {
                tracing::warn!(%code, %error, "what a board shows cannot be read");
                return;
            }
        };
        let boards = self.boards();
        let Some(line) = boards.get(&code) else { return };
        let now = Instant::now();
        line.heard.send_replace(Some((shown.beat, now)));
        let glance = shown.glance(&line.name, now);
        line.glance.send_if_modified(|seen| {
            let news = seen.as_ref().is_none_or(|seen| !seen.is_like(&glance));
            if news {
                *seen = Some(glance);
            }
            news
        });
        drop(boards);
        self.shown.send_modify(|shown| *shown += 1);
    }

    /// Notes which boards are silent.
    fn mind(&self) {
        let mut any = false;
        for line in self.boards().values() {
            let silent = line.heard.borrow().is_none_or(|(_, at)| at.elapsed() > SILENCE);
            any |= silent
                && line.glance.send_if_modified(|glance| match glance {
                    Some(glance) if glance.presence == Presence::Here => {
                        glance.presence = Presence::Away;
                        true
                    }
                    _ => false,
                });
        }
        if any {
            self.shown.send_modify(|shown| *shown += 1);
        }
    }

    /// Which boards show an event that the hall has lacked for some seconds; they are asked to say
    /// again what they said. To be called once a second.
    pub(crate) fn look_for_gaps(&self, has: impl Fn(&str, Option<&str>) -> u64) {
        let mut lost = Vec::new();
        for (code, line) in self.boards().iter_mut() {
            let (here, shown, has) = match &*line.glance.borrow() {
                None => continue,
                Some(glance) => {
                    let summary = &glance.summary;
                    let has = has(&line.name, summary.game.as_deref());
                    (glance.presence == Presence::Here, summary.seq, has)
                }
            };
            if !here || shown <= has {
                line.lacking = (has, 0);
                continue;
            }
            line.lacking = if line.lacking.0 == has { (has, line.lacking.1 + 1) } else { (has, 1) };
            if line.lacking.1 >= LOST {
                line.lacking.1 = 0;
                lost.push(Arc::clone(code));
            }
        }
        for code in lost {
            self.recall_one(&code);
        }
    }

    async fn attach(&self, message: Message) {
        let Some(Subject::Attach(code)) = Subject::parse(&message.subject) else { return };
        let (Some(reply), Ok(Attach { games })) =
            (message.reply, serde_json::from_slice(&message.payload))
        else {
            return;
        };
        let games = games.into_iter().map(|(game, _)| game).collect();
        let (have, answer) = oneshot::channel();
        if self.posts.send(Post::Attach { code, games, have }).await.is_err() {
            return;
        }
        if let Ok(have) = answer.await
            && let Ok(payload) = serde_json::to_vec(&Attached { have })
        {
            let _ = self.client.publish(reply, payload.into()).await;
        }
    }

    fn boards(&self) -> MutexGuard<'_, HashMap<Arc<str>, Line>> {
        // Nothing in here panics half way.
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes what is asked to one board.
#[derive(Clone, Debug)]
struct Teller {
    client: Client,
    code: Arc<str>,
    heard: watch::Receiver<Option<(Beat, Instant)>>,
}

impl Teller {
    async fn tell(self, mut asked: mpsc::Receiver<Request>) {
        let turns = Arc::new(Semaphore::new(ORDERS));
        while let Some(request) = asked.recv().await {
            let Ok(turn) = Arc::clone(&turns).acquire_owned().await else { return };
            let teller = self.clone();
            tokio::spawn(async move {
                let (what, answer) = match request {
                    Request::Order { command, game, answer } => {
                        (Wish::Order { command, game }, answer)
                    }
                    Request::Pair { header, answer } => (Wish::Pair { header }, answer),
                };
                if let Some(given) = teller.ask(what).await {
                    // Who no longer waits needs no answer.
                    let _ = answer.send(given);
                }
                drop(turn);
            });
        }
    }

    /// Asks until there is an answer; none where the board is not there. What is asked again has the
    /// id that it had, and a board does nothing twice.
    async fn ask(mut self, what: Wish) -> Option<crate::link::Answer> {
        let give_up = Instant::now() + TRIES;
        let subject = Subject::Board(Arc::clone(&self.code), Asked::Order).to_string();
        let mut in_doubt = false;
        while Instant::now() < give_up {
            let (beat, at) = (*self.heard.borrow_and_update())?;
            if at.elapsed() > SILENCE && !in_doubt {
                return None;
            }
            let payload = serde_json::to_vec(&Asking { beat, what: what.clone() }).ok()?;
            let asked = self.client.request(subject.clone(), payload.into());
            let reply = match timeout(ONE_ANSWER, asked).await {
                Ok(Ok(answer)) => serde_json::from_slice(&answer.payload).ok(),
                Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders && !in_doubt => {
                    return None;
                }
                _ => {
                    in_doubt = true;
                    None
                }
            };
            match reply {
                Some(Reply::Answer(answer)) => return Some(answer),
                // It has said something newer meanwhile, or will soon.
                Some(Reply::Stale) => drop(timeout(RETRY, self.heard.changed()).await),
                Some(Reply::Busy) | None => sleep(Duration::from_millis(200)).await,
            }
        }
        None
    }
}
