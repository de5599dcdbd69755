use std::{sync::Arc, time::Duration};

use axum::{
    Extension,
    extract::{Query, State, rejection::QueryRejection},
    http::HeaderMap,
    response::Response,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, watch},
    time::{Instant, sleep_until},
};
use utoipa::IntoParams;

use super::{
    Hall, api,
    decisions::Visitor,
    error::ApiError,
    wire::{self, Message, Parting, Stopping, Wire, stop},
};
use crate::{doors::Caller, hub::Seat, link::Glance};

/// Shortest time from one view of a board to its next: five a second are more than eyes follow.
const VIEW_EVERY: Duration = Duration::from_millis(200);
/// Shortest time from one look at all boards to the next.
const LOOK_EVERY: Duration = Duration::from_millis(20);
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
    Extension(visit): Visitor,
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

    Ok(wire::answer(open(hall, visit.caller, sheet, cursor, place)))
}

/// Begins to feed a browser.
fn open(
    hall: Hall,
    caller: Caller,
    sheet: Option<Arc<Seat>>,
    cursor: u64,
    place: OwnedSemaphorePermit,
) -> mpsc::Receiver<Message> {
    let arranged = hall.hub.arranged();
    wire::open(place, move |wire| async move {
        let doors = hall.doors.clone();
        tokio::select! {
            ended = Pump { wire, cursor, arranged }.feed(hall, sheet) => ended,
            () = doors.gone(&caller) => Err(Parting::SignedOut),
        }
    })
}

/// What feeds one browser. It keeps no more than a cursor: whoever falls behind misses views, and
/// gets every alert.
struct Pump {
    wire: Wire,
    cursor: u64,
    arranged: watch::Receiver<u64>,
}

/// A board that is followed.
struct Followed {
    glance: watch::Receiver<Option<Glance>>,
    sent: Option<Instant>,
}

impl Pump {
    async fn feed(mut self, mut hall: Hall, sheet: Option<Arc<Seat>>) -> Result<Stopping, Parting> {
        let hello = Hello {
            server: hall.run.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            cursor: self.cursor,
        };
        self.wire.send(Message::of("hello", &hello)).await?;
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
                    self.wire.send(sheet).await?;
                }
            }
            let silent = self.wire.silent();
            let due = [look_due, sheet_due, Some(silent)].into_iter().flatten().min();
            tokio::select! {
                () = self.wire.closed() => return Err(Parting::Gone),
                () = stop(&mut hall.stopping) => return Ok(Stopping),
                _ = newest.changed() => {}
                _ = hall.shown.changed() => {
                    look_due.get_or_insert(Instant::now() + LOOK_EVERY);
                }
                _ = changed(&mut changes) => {
                    sheet_due.get_or_insert(Instant::now() + VIEW_EVERY);
                }
                () = sleep_until(due.unwrap_or(silent)) => {
                    if self.wire.silent() <= Instant::now() {
                        self.wire.send(Message::comment()).await?;
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
                self.wire.send(Message { id: Some(entry.cursor), ..message }).await?;
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
        // Where a board came or went, all are shown again.
        let arranged = self.arranged.has_changed().unwrap_or(false);
        if arranged || seats.len() != boards.len() {
            self.arranged.mark_unchanged();
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
                self.wire.send(view).await?;
            }
        }
        Ok(due)
    }
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
