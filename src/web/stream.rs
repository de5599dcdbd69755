use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::{IntoResponse, Response, Sse, sse::Event},
};
use futures_util::stream;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, watch},
    time::{Instant, sleep_until, timeout},
};
use utoipa::IntoParams;

use super::{Hall, api, error::ApiError};
use crate::{hub::Seat, link::Glance};

/// Longest time without a word. A page that hears nothing for five seconds shows all as old.
const SILENCE: Duration = Duration::from_secs(2);
/// Shortest time from one view of a board to its next: five a second are more than eyes follow.
const VIEW_EVERY: Duration = Duration::from_millis(200);
/// Shortest time from one look at all boards to the next.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Messages under way to one browser.
const UNDER_WAY: usize = 64;
/// A browser that takes nothing for so long is sent away.
const PATIENCE: Duration = Duration::from_secs(20);
/// Alerts read at once.
const ALERTS: usize = 100;

/// What to follow.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Follow {
    /// A board whose whole sheet is to come, too.
    board: Option<String>,
    /// Alerts after this cursor, where there is no `Last-Event-ID`.
    after: Option<u64>,
}

/// First message of a stream.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Hello {
    /// Names this run of the server.
    server: String,
    /// Version of the program.
    version: &'static str,
    /// Alerts after this cursor will come.
    cursor: u64,
}

/// Last message of a stream that the server ends.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Bye {
    /// `stopping`: the server ends; `slow`: the browser took nothing for too long.
    reason: &'static str,
}

/// Views and alerts as they come.
///
/// Server-sent events: `hello` first; `view` (a board at a glance, latest wins, at most five a
/// second for each board); `sheet` (of the board that is followed); `alert` (an alert's entry,
/// each exactly once, its cursor as `id`, resumed after `Last-Event-ID`); `bye` when the
/// server ends it. A comment comes whenever nothing else did for two seconds.
#[utoipa::path(
    get, path = "/api/stream", tag = "hall", params(Follow),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 400, body = ref("#/components/schemas/Failure")),
        (status = 404, body = ref("#/components/schemas/Failure")),
        (status = 503, body = ref("#/components/schemas/Failure"), description = "too many streams are open"),
    )
)]
pub(super) async fn stream(
    State(hall): State<Hall>,
    headers: HeaderMap,
    follow: Result<Query<Follow>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(follow) = follow?;
    let place = Arc::clone(&hall.streams).try_acquire_owned().map_err(|_| ApiError::Full)?;
    let sheet = match follow.board {
        None => None,
        Some(board) => Some(hall.hub.find(&board).ok_or(ApiError::NoSuchBoard(board))?),
    };
    let newest = *hall.hub.alerts().newest().borrow();
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    // A cursor from the future is one of another hall.
    let cursor = last.or(follow.after).unwrap_or(newest).min(newest);

    let under_way = open(hall, sheet, cursor, place);
    let events = stream::unfold(under_way, |mut under_way| async {
        under_way.recv().await.map(|message| (Ok::<_, Infallible>(message.into()), under_way))
    });
    Ok(Sse::new(events).into_response())
}

/// Begins to feed a browser.
fn open(
    hall: Hall,
    sheet: Option<Arc<Seat>>,
    cursor: u64,
    place: OwnedSemaphorePermit,
) -> mpsc::Receiver<Message> {
    let (messages, under_way) = mpsc::channel(UNDER_WAY + 1);
    // One place is kept, so that there is room for the word at parting.
    let farewell = messages.clone().try_reserve_owned().ok();
    let mut pump = Pump { messages, cursor, sent: Instant::now(), _place: place };
    tokio::spawn(async move {
        let reason = match pump.feed(hall, sheet).await {
            Err(Parting::Gone) => return,
            Err(Parting::Slow) => "slow",
            Ok(Stopping) => "stopping",
        };
        tracing::debug!(reason, "a stream is ended");
        if let Some(farewell) = farewell {
            farewell.send(Message::of("bye", &Bye { reason }));
        }
    });
    under_way
}

/// One server-sent event.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    /// Its name; none: a comment.
    name: Option<&'static str>,
    /// What a browser that comes back says it has heard last.
    id: Option<u64>,
    data: String,
}

impl Message {
    fn of(name: &'static str, data: &impl Serialize) -> Message {
        // None of our types has a key that is no text, or fails for another reason.
        let data = serde_json::to_string(data).unwrap_or_default();
        Message { name: Some(name), id: None, data }
    }

    fn comment() -> Message {
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
struct Stopping;

/// Why a stream ends before that.
enum Parting {
    /// The browser is gone.
    Gone,
    /// It takes nothing.
    Slow,
}

/// What feeds one browser. It keeps no more than a cursor: whoever falls behind misses views, and
/// gets every alert.
struct Pump {
    messages: mpsc::Sender<Message>,
    cursor: u64,
    /// When the last message went.
    sent: Instant,
    _place: OwnedSemaphorePermit,
}

/// A board that is followed.
struct Followed {
    glance: watch::Receiver<Option<Glance>>,
    sent: Option<Instant>,
}

impl Pump {
    async fn feed(
        &mut self,
        mut hall: Hall,
        sheet: Option<Arc<Seat>>,
    ) -> Result<Stopping, Parting> {
        let hello = Hello {
            server: hall.run.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            cursor: self.cursor,
        };
        self.send(Message::of("hello", &hello)).await?;
        let mut newest = hall.hub.alerts().newest();
        let mut boards: Vec<Followed> = Vec::new();
        let mut changes = sheet.as_ref().map(|seat| seat.changes());
        let mut sheet_due = sheet.as_ref().map(|_| Instant::now());
        let mut look_due = Some(Instant::now());
        loop {
            self.alerts(&hall).await?;
            if look_due.is_some_and(|due| due <= Instant::now()) {
                look_due = self.views(&hall, &mut boards).await?;
            }
            if let Some(seat) = &sheet
                && sheet_due.is_some_and(|due| due <= Instant::now())
            {
                sheet_due = None;
                if let Some(sheet) = api::sheet_json(seat, |view| Message::of("sheet", &view)) {
                    self.send(sheet).await?;
                }
            }
            let silent = self.sent + SILENCE;
            let due = [look_due, sheet_due, Some(silent)].into_iter().flatten().min();
            tokio::select! {
                () = self.messages.closed() => return Err(Parting::Gone),
                () = stop(&mut hall.stopping) => return Ok(Stopping),
                _ = newest.changed() => {}
                _ = hall.shown.changed() => {
                    look_due.get_or_insert(Instant::now() + LOOK_EVERY);
                }
                _ = changed(&mut changes) => {
                    sheet_due.get_or_insert(Instant::now() + VIEW_EVERY);
                }
                () = sleep_until(due.unwrap_or(silent)) => {
                    if self.sent + SILENCE <= Instant::now() {
                        self.send(Message::comment()).await?;
                    }
                }
            }
        }
    }

    /// Sends all alerts that have come.
    async fn alerts(&mut self, hall: &Hall) -> Result<(), Parting> {
        loop {
            let entries = match hall.hub.alerts_after(self.cursor, ALERTS).await {
                Ok(entries) => entries,
                Err(error) => {
                    tracing::error!(%error, "the hall's memory cannot be read");
                    return Err(Parting::Slow);
                }
            };
            if entries.is_empty() {
                return Ok(());
            }
            for entry in entries {
                let message = Message::of("alert", &*entry);
                self.send(Message { id: Some(entry.cursor), ..message }).await?;
                self.cursor = entry.cursor;
            }
        }
    }

    /// Sends the boards that have changed; answers when some that changed are due.
    async fn views(
        &mut self,
        hall: &Hall,
        boards: &mut Vec<Followed>,
    ) -> Result<Option<Instant>, Parting> {
        let seats = hall.hub.seats();
        // Boards only ever join, in any order; then all are shown again.
        if seats.len() != boards.len() {
            *boards =
                seats.iter().map(|seat| Followed { glance: seat.glance(), sent: None }).collect();
            boards.iter_mut().for_each(|board| board.glance.mark_changed());
        }
        let mut due = None;
        for board in boards {
            if !board.glance.has_changed().unwrap_or(false) {
                continue;
            }
            let now = Instant::now();
            let next = board.sent.map_or(now, |sent| sent + VIEW_EVERY);
            if next > now {
                due = Some(due.map_or(next, |due: Instant| due.min(next)));
                continue;
            }
            let view = board
                .glance
                .borrow_and_update()
                .as_ref()
                .map(|glance| Message::of("view", &glance.view()));
            if let Some(view) = view {
                board.sent = Some(now);
                self.send(view).await?;
            }
        }
        Ok(due)
    }

    async fn send(&mut self, message: Message) -> Result<(), Parting> {
        match timeout(PATIENCE, self.messages.send(message)).await {
            Ok(Ok(())) => {
                self.sent = Instant::now();
                Ok(())
            }
            Ok(Err(_)) => Err(Parting::Gone),
            Err(_) => Err(Parting::Slow),
        }
    }
}

async fn stop(stopping: &mut watch::Receiver<bool>) {
    // A server that is gone without a word has stopped, too.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

async fn changed(changes: &mut Option<watch::Receiver<u64>>) {
    match changes {
        // A seat outlives those who look at it.
        Some(changes) => drop(changes.changed().await),
        None => std::future::pending().await,
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
