//! The players' clock as a screen beside the board shows it. The players hear nothing else: no alert,
//! no claim, no obligation, and not even that something was said to the arbiter.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    response::Response,
};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc},
    time::{Instant, sleep_until},
};
use touchmove_core::{
    board::{ClockKind, Ms, NextPeriod, Side},
    sheet::{Clocks, Counted, Phase, Summary},
    timing::{self, TimeControl},
};

use super::{
    Hall,
    error::ApiError,
    wire::{self, Message, Parting, Stopping, Wire, stop},
};
use crate::{clock::LeverEnd, hub::Seat, link::Glance};

/// One board's clock.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ClockView {
    #[serde(flatten)]
    faces: Faces,
    /// Trace time when this was sent, ms. A viewer counts on from `clocks.t` to here, and then by
    /// his own clock times `speed`.
    t_now: Ms,
    /// How much faster than the viewer's clock the board lives; 1 but in a demo.
    speed: f64,
}

/// What does not change while the players think.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct Faces {
    /// The board's name.
    board: String,
    /// Which end of the lever is White's, for who looks at the screen.
    white_at: LeverEnd,
    /// Whether the clocks were started.
    stage: Stage,
    /// The times, before the start those with which the game begins. None where no time is counted,
    /// or where the clock on the table knows better.
    clocks: Option<Clocks>,
}

/// Whether the clocks were started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// Not yet.
    Before,
    /// They were: if none runs, they were stopped.
    Started,
}

impl Faces {
    fn of(glance: &Glance) -> Faces {
        let summary = &glance.summary;
        let stage = match summary.phase {
            Phase::Setup | Phase::Ready => Stage::Before,
            Phase::Playing | Phase::Over => Stage::Started,
        };
        let told = || summary.clocks.clone();
        let clocks = match (summary.clock, stage) {
            // Beside a clock whose presses are only sensed ours would be a second one.
            (ClockKind::Tapped | ClockKind::None, _) => None,
            (ClockKind::Lever | ClockKind::External, Stage::Started) => told(),
            (ClockKind::Lever | ClockKind::External, Stage::Before) => {
                told().or_else(|| starting(summary))
            }
        };
        Faces { board: summary.board.clone(), white_at: glance.white_at, stage, clocks }
    }
}

/// The times with which a game begins.
fn starting(summary: &Summary) -> Option<Clocks> {
    let control = TimeControl::parse(&summary.time_control).ok()?;
    let clocks = timing::Clocks::new(&control, NextPeriod::default());
    Some(Clocks {
        white_ms: clocks.left(0, Side::White)?,
        black_ms: clocks.left(0, Side::Black)?,
        running: None,
        period: 1,
        moves: 0,
        delay_ms: 0,
        white: Counted::default(),
        black: Counted::default(),
        t: 0,
    })
}

/// One board's clock as it goes, for a screen beside the board.
///
/// Server-sent events: `clock` at once, whenever something changes but by the passing of time, and
/// when nothing did for two seconds; `bye` when the server ends it. Nothing else is ever told here.
#[utoipa::path(
    get, path = "/api/boards/{board}/clock", tag = "board",
    params(("board" = String, Path, description = "its name")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
        (status = 404, body = ref("#/components/schemas/Failure")),
        (status = 503, body = ref("#/components/schemas/Failure"), description = "too many streams are open"),
    )
)]
pub(super) async fn clock(
    State(hall): State<Hall>,
    Path(board): Path<String>,
) -> Result<Response, ApiError> {
    let seat = hall.hub.find(&board).ok_or(ApiError::NoSuchBoard(board))?;
    let place = Arc::clone(&hall.streams).try_acquire_owned().map_err(|_| ApiError::Full)?;
    Ok(wire::answer(open(hall, seat, place)))
}

fn open(hall: Hall, seat: Arc<Seat>, place: OwnedSemaphorePermit) -> mpsc::Receiver<Message> {
    wire::open(place, |wire| feed(wire, hall, seat))
}

async fn feed(mut wire: Wire, mut hall: Hall, seat: Arc<Seat>) -> Result<Stopping, Parting> {
    let mut glance = seat.glance();
    let mut told = None;
    loop {
        let look = |glance: &Glance| ClockView {
            faces: Faces::of(glance),
            t_now: glance.t_now(),
            speed: glance.speed,
        };
        let now = glance.borrow_and_update().as_ref().map(look);
        let faces = now.as_ref().map(|view| view.faces.clone());
        let silent = wire.silent() <= Instant::now();
        if silent || faces != told {
            let message = now.map_or_else(Message::comment, |view| Message::of("clock", &view));
            wire.send(message).await?;
            told = faces;
        }
        tokio::select! {
            () = wire.closed() => return Err(Parting::Gone),
            () = stop(&mut hall.stopping) => return Ok(Stopping),
            Ok(()) = glance.changed() => {}
            () = sleep_until(wire.silent()) => {}
        }
    }
}

#[cfg(test)]
#[path = "clock_tests.rs"]
mod tests;
