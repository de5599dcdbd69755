//! The way to one browser: server-sent events, a word when nothing else is said, and one at parting.

use std::{convert::Infallible, future::Future, time::Duration};

use axum::response::{IntoResponse, Response, Sse, sse::Event};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, watch},
    time::{Instant, timeout},
};

/// Longest time without a word. A page that hears nothing for five seconds shows all as old.
const SILENCE: Duration = Duration::from_secs(2);
/// Messages under way to one browser.
const UNDER_WAY: usize = 64;
/// A browser that takes nothing for so long is sent away.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Last message of a stream that the server ends.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Bye {
    /// `stopping`: the server ends; `slow`: the browser took nothing for too long; `signed_out`: who
    /// looks is signed in no longer.
    pub(super) reason: &'static str,
}

/// One server-sent event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// Its name; none: a comment.
    pub(super) name: Option<&'static str>,
    /// What a browser that comes back says it has heard last.
    pub(super) id: Option<u64>,
    pub(super) data: String,
}

impl Message {
    pub(super) fn of(name: &'static str, data: &impl Serialize) -> Message {
        // None of our types has a key that is no text, or fails for another reason.
        let data = serde_json::to_string(data).unwrap_or_default();
        Message { name: Some(name), id: None, data }
    }

    pub(super) fn comment() -> Message {
        Message { name: None, id: None, data: String::new() }
    }
}

impl From<Message> for Event {
    fn from(message: Message) -> Event {
        let event = Event::default();
        let Some(name) = message.name else { return event.comment(message.data) };
        let event = event.event(name).data(message.data);
        match message.id {
            Some(id) => event.id(id.to_string()),
            None => event,
        }
    }
}

/// The server is to stop.
pub(super) struct Stopping;

/// Why a stream ends before that.
pub(super) enum Parting {
    /// The browser is gone.
    Gone,
    /// It takes nothing.
    Slow,
    /// Who looks is signed in no longer.
    SignedOut,
}

/// What a stream holds of a browser.
pub(super) struct Wire {
    messages: mpsc::Sender<Message>,
    /// When the last message went.
    sent: Instant,
    _place: OwnedSemaphorePermit,
}

impl Wire {
    pub(super) async fn send(&mut self, message: Message) -> Result<(), Parting> {
        match timeout(PATIENCE, self.messages.send(message)).await {
            Ok(Ok(())) => {
                self.sent = Instant::now();
                Ok(())
            }
            Ok(Err(_)) => Err(Parting::Gone),
            Err(_) => Err(Parting::Slow),
        }
    }

    /// When something must be said, if only that there is nothing to say.
    pub(super) fn silent(&self) -> Instant {
        self.sent + SILENCE
    }

    /// Ends when the browser is gone.
    pub(super) async fn closed(&self) {
        self.messages.closed().await;
    }
}

/// Begins to feed a browser.
pub(super) fn open<F>(
    place: OwnedSemaphorePermit,
    feed: impl FnOnce(Wire) -> F,
) -> mpsc::Receiver<Message>
where
    F: Future<Output = Result<Stopping, Parting>> + Send + 'static,
{
    let (messages, under_way) = mpsc::channel(UNDER_WAY + 1);
    // One place is kept, so that there is room for the word at parting.
    let farewell = messages.clone().try_reserve_owned().ok();
    let fed = feed(Wire { messages, sent: Instant::now(), _place: place });
    tokio::spawn(async move {
        let reason = match fed.await {
            Err(Parting::Gone) => return,
            Err(Parting::Slow) => "slow",
            Err(Parting::SignedOut) => "signed_out",
            Ok(Stopping) => "stopping",
        };
        tracing::debug!(reason, "a stream is ended");
        if let Some(farewell) = farewell {
            farewell.send(Message::of("bye", &Bye { reason }));
        }
    });
    under_way
}

/// What is under way, as an answer.
pub(super) fn answer(under_way: mpsc::Receiver<Message>) -> Response {
    let events = stream::unfold(under_way, |mut under_way| async {
        under_way.recv().await.map(|message| (Ok::<_, Infallible>(message.into()), under_way))
    });
    Sse::new(events).into_response()
}

/// Ends when the server is to stop.
pub(super) async fn stop(stopping: &mut watch::Receiver<bool>) {
    // A server that is gone without a word has stopped, too.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
