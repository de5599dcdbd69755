//! The door of the hall for browsers: the HTTP API, the stream of views and alerts, the clocks for the
//! players, and the pages that the binary carries.

mod api;
mod clock;
mod decisions;
mod door;
mod error;
mod members;
mod openapi;
mod page;
mod places;
mod public;
mod rounds;
#[cfg(test)]
mod scene;
mod serve;
mod session;
mod stream;
mod wire;

use std::{future::Future, io, sync::Arc};

use axum::{Router, extract::DefaultBodyLimit, middleware, routing};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, watch},
};

use crate::{doors::Doors, hub::Hub};

pub(crate) use openapi::document;
pub(crate) use public::serve_public;
pub(crate) use serve::{PlainHttp, Security};

/// The largest order: a position and a remark take less than a kilobyte.
const LARGEST_BODY: usize = 64 << 10;

/// What the handlers look at.
#[derive(Clone, Debug)]
struct Hall {
    hub: Arc<Hub>,
    /// Counts what all boards show.
    shown: watch::Receiver<u64>,
    /// Room for streams.
    streams: Arc<Semaphore>,
    /// Names this run of the server, so that a page can tell a restart.
    run: Arc<str>,
    /// True once the server is to stop.
    stopping: watch::Receiver<bool>,
    /// Who is let in.
    doors: Doors,
    /// What carries the requests.
    transport: Transport,
}

/// What carries the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    /// HTTP as it is.
    Plain,
    /// HTTP within TLS.
    Tls,
}

/// Whatever else begins with `/api/`.
const NO_SUCH_PATH: &str = "/api/{*rest}";

/// Serves the hall until `stop`, then ends the streams and whatever is being answered.
///
/// # Errors
///
/// When the listener breaks.
pub(crate) async fn serve(
    listener: TcpListener,
    security: Security,
    doors: Doors,
    shown: watch::Receiver<u64>,
    streams: usize,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stopping, seen) = watch::channel(false);
    let transport = match security {
        Security::Plain => Transport::Plain,
        Security::Tls(_) => Transport::Tls,
    };
    let hall = Hall {
        hub: Arc::clone(doors.hub()),
        shown,
        streams: Arc::new(Semaphore::new(streams.min(Semaphore::MAX_PERMITS))),
        run: format!("{:x}", jiff::Timestamp::now().as_millisecond()).into(),
        stopping: seen,
        doors,
        transport,
    };
    let stop = async move {
        stop.await;
        stopping.send_replace(true);
    };
    let router = router(hall).merge(serve::authority(&security));
    serve::run(listener, security, router, serve::Bounds::with(streams), stop).await
}

fn router(hall: Hall) -> Router {
    Router::new()
        .route("/api/hall", routing::get(api::hall))
        .route("/api/boards/{board}", routing::get(api::board))
        .route("/api/boards/{board}/pgn", routing::get(api::board_pgn))
        .route("/api/boards/{board}/clock", routing::get(clock::clock))
        .route("/api/boards/{board}/command", routing::post(api::command))
        .route("/api/round.pgn", routing::get(api::round_pgn))
        .merge(round_routes())
        .route("/api/members", routing::get(members::members))
        .route("/api/members/{code}", routing::put(members::place).delete(members::dismiss))
        .route("/api/alerts", routing::get(api::alerts))
        .route("/api/stream", routing::get(stream::stream))
        .route("/api/openapi.json", routing::get(openapi::served))
        .route("/api/decisions", routing::get(decisions::decisions))
        .route(
            "/api/session",
            routing::get(session::session).post(session::sign_in).delete(session::sign_out),
        )
        .route("/api/setup", routing::post(session::set_up))
        .route(NO_SUCH_PATH, routing::any(error::no_such_path))
        .route("/clock", routing::get(page::only_clock))
        .route("/clock/{board}", routing::get(page::clock))
        .fallback(routing::get(page::serve))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(hall.clone(), door::pass))
        .with_state(hall)
}

/// The paths of the round. A whole round is larger than an order.
fn round_routes() -> Router<Hall> {
    let large = DefaultBodyLimit::max(rounds::LARGEST_ROUND);
    Router::new()
        .route("/api/round", routing::get(rounds::round).put(rounds::prepare))
        .route("/api/round/import", routing::post(rounds::import))
        .layer(large)
        .route("/api/round/start", routing::post(rounds::start))
        .route("/api/round/stop", routing::post(rounds::stop))
        .route("/api/round/resume", routing::post(rounds::resume))
        .route("/api/rounds", routing::get(rounds::rounds))
        .route("/api/rounds/{n}/pgn", routing::get(rounds::pgn))
}
