//! What the public sees, at a port of its own: nothing else is there.

use std::{collections::BTreeSet, future::Future, io, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing,
};
use serde::Serialize;
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
    time::{Instant, sleep_until},
};

use super::{
    api::PGN,
    error::{ApiError, no_such_path},
    page,
    serve::{self, Bounds, Security},
    wire::{self, Message, Parting, Stopping, Wire, stop},
};
use crate::publish::{PublicHall, PublicTable};

/// What the handlers look at.
#[derive(Clone, Debug)]
struct Public {
    hall: Arc<PublicHall>,
    /// Room for streams.
    streams: Arc<Semaphore>,
    /// True once the server is to stop.
    stopping: watch::Receiver<bool>,
}

/// All tables as they were a while ago.
#[derive(Debug, Serialize)]
struct PublicHallView<'a> {
    /// The hall's name.
    name: &'a str,
    /// How long ago, s.
    delay_s: u64,
    /// In the order of their numbers.
    tables: Vec<&'a PublicTable>,
}

/// A table is there no longer.
#[derive(Debug, Serialize)]
struct Gone<'a> {
    /// Its name.
    table: &'a str,
}

/// Serves what the public may see until `stop`, then ends the streams and whatever is being answered.
///
/// # Errors
///
/// When the listener breaks.
pub(crate) async fn serve_public(
    listener: TcpListener,
    security: Security,
    hall: Arc<PublicHall>,
    streams: usize,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stopping, seen) = watch::channel(false);
    let streams_at_most = Arc::new(Semaphore::new(streams.min(Semaphore::MAX_PERMITS)));
    let public = Public { hall, streams: streams_at_most, stopping: seen };
    let router = router(public).merge(serve::authority(&security));
    let stop = async move {
        stop.await;
        stopping.send_replace(true);
    };
    serve::run(listener, security, router, Bounds::with(streams), stop).await
}

fn router(public: Public) -> Router {
    Router::new()
        .route("/", routing::get(page::public))
        .route("/assets/{file}", routing::get(page::asset))
        .route("/api/public/hall", routing::get(hall))
        .route("/api/public/boards/{board}", routing::get(board))
        .route("/api/public/round.pgn", routing::get(round))
        .route("/api/public/stream", routing::get(stream))
        .fallback(no_such_path)
        .with_state(public)
}

fn view<T>(hall: &PublicHall, look: impl FnOnce(PublicHallView<'_>) -> T) -> T {
    let tables = hall.tables();
    look(PublicHallView {
        name: hall.name(),
        delay_s: hall.delay().as_secs(),
        tables: tables.iter().map(|table| &**table).collect(),
    })
}

async fn hall(State(public): State<Public>) -> Response {
    view(&public.hall, |view| open_to_all(Json(view)))
}

async fn board(
    State(public): State<Public>,
    Path(board): Path<String>,
) -> Result<Response, ApiError> {
    let table = public.hall.find(&board).ok_or(ApiError::NoSuchBoard(board))?;
    Ok(open_to_all(Json(&*table)))
}

async fn round(State(public): State<Public>) -> Response {
    open_to_all((PGN, public.hall.pgn()))
}

/// `hall` first; then `table` whenever one changes and `gone` when one does; `bye` when the server
/// ends it. A comment comes whenever nothing else did for two seconds.
async fn stream(State(public): State<Public>) -> Result<Response, ApiError> {
    let place = Arc::clone(&public.streams).try_acquire_owned().map_err(|_| ApiError::Full)?;
    Ok(open_to_all(wire::answer(wire::open(place, move |wire| feed(wire, public)))))
}

async fn feed(mut wire: Wire, mut public: Public) -> Result<Stopping, Parting> {
    let hall = Arc::clone(&public.hall);
    let mut changes = hall.changes();
    let mut version = *changes.borrow_and_update();
    let (first, mut known) = view(&hall, |view| {
        let known: BTreeSet<String> = view.tables.iter().map(|one| one.table.clone()).collect();
        (Message::of("hall", &view), known)
    });
    wire.send(first).await?;
    loop {
        tokio::select! {
            () = wire.closed() => return Err(Parting::Gone),
            () = stop(&mut public.stopping) => return Ok(Stopping),
            _ = changes.changed() => {}
            () = sleep_until(wire.silent()) => {
                if wire.silent() <= Instant::now() {
                    wire.send(Message::comment()).await?;
                }
            }
        }
        let shown = hall.since(version, &known);
        version = shown.version;
        for table in &shown.gone {
            known.remove(table);
            wire.send(Message::of("gone", &Gone { table })).await?;
        }
        for table in &shown.tables {
            known.insert(table.table.clone());
            wire.send(Message::of("table", &**table)).await?;
        }
    }
}

/// Whatever is here any page may show.
fn open_to_all(answer: impl IntoResponse) -> Response {
    let headers = [(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::OK, headers, answer).into_response()
}

#[cfg(test)]
#[path = "public_tests.rs"]
mod tests;
