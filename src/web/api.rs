use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{
        Path, Query, State,
        rejection::{JsonRejection, QueryRejection},
    },
    http::header::CONTENT_TYPE,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use touchmove_core::{board::Command, sheet::Sheet};
use utoipa::IntoParams;

use super::{
    Hall,
    decisions::{self, Visitor},
    error::ApiError,
};
use crate::{
    hub::{AlertEntry, Seat, pgn},
    link::{Answer, Glance, SheetView, View},
};

pub(super) const PGN: [(axum::http::HeaderName, &str); 1] =
    [(CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")];

/// Alerts answered at once, where no other number is asked for.
const PAGE: usize = 500;

/// The hall at a glance.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HallView<'a> {
    /// Its name.
    name: &'a str,
    /// The hall's clock, ms since 1970.
    now_ms: i64,
    /// All tables, in the order of their numbers.
    boards: Vec<View<'a>>,
}

/// All boards as they stand now.
#[utoipa::path(get, path = "/api/hall", tag = "hall", responses((status = 200, body = ref("#/components/schemas/HallView"))))]
pub(super) async fn hall(State(hall): State<Hall>) -> Response {
    let glances: Vec<Glance> =
        hall.hub.seats().iter().filter_map(|seat| seat.glance().borrow().clone()).collect();
    Json(HallView {
        name: hall.hub.name(),
        now_ms: jiff::Timestamp::now().as_millisecond(),
        boards: glances.iter().map(Glance::view).collect(),
    })
    .into_response()
}

/// One board with everything on its sheet.
#[utoipa::path(
    get, path = "/api/boards/{board}", tag = "board",
    params(("board" = String, Path, description = "its name")),
    responses((status = 200, body = ref("#/components/schemas/SheetView")), (status = 404, body = ref("#/components/schemas/Failure")))
)]
pub(super) async fn board(
    State(hall): State<Hall>,
    Path(board): Path<String>,
) -> Result<Response, ApiError> {
    let seat = find(&hall, &board)?;
    sheet_json(&seat, |view| Json(view).into_response()).ok_or(ApiError::NoSuchBoard(board))
}

/// The game on a board as PGN.
#[utoipa::path(
    get, path = "/api/boards/{board}/pgn", tag = "board",
    params(("board" = String, Path, description = "its name")),
    responses(
        (status = 200, body = String, content_type = "application/x-chess-pgn"),
        (status = 404, body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn board_pgn(
    State(hall): State<Hall>,
    Path(board): Path<String>,
) -> Result<Response, ApiError> {
    let text = find(&hall, &board)?.look(pgn_of).ok_or(ApiError::NoSuchBoard(board))?;
    Ok((PGN, text).into_response())
}

/// All games of the round as PGN.
#[utoipa::path(
    get, path = "/api/round.pgn", tag = "hall",
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"))
)]
pub(super) async fn round_pgn(State(hall): State<Hall>) -> Result<Response, ApiError> {
    Ok((PGN, hall.hub.current_pgn().await?).into_response())
}

/// Which alerts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those after this cursor.
    #[serde(default)]
    after: u64,
    /// At most so many, 1 to 500.
    limit: Option<usize>,
}

/// The log of alerts, oldest first.
#[utoipa::path(
    get, path = "/api/alerts", tag = "hall", params(Which),
    responses((status = 200, body = ref("#/components/schemas/AlertEntries")), (status = 400, body = ref("#/components/schemas/Failure")))
)]
pub(super) async fn alerts(
    State(hall): State<Hall>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(Which { after, limit }) = which?;
    let most = limit.unwrap_or(PAGE).clamp(1, PAGE);
    let entries = hall.hub.alerts_after(after, most).await?;
    Ok(Json(entries.iter().map(|entry| &**entry).collect::<Vec<&AlertEntry>>()).into_response())
}

/// An order of the arbiter.
#[utoipa::path(
    post, path = "/api/boards/{board}/command", tag = "board",
    params(("board" = String, Path, description = "its name")),
    request_body(content = ref("#/components/schemas/Command")),
    responses(
        (status = 200, body = ref("#/components/schemas/Answer"), description = "it took effect"),
        (status = 400, body = ref("#/components/schemas/Failure"), description = "it is no order"),
        (status = 404, body = ref("#/components/schemas/Failure")),
        (status = 409, body = ref("#/components/schemas/Refusal"), description = "nothing changed"),
        (status = 413, body = ref("#/components/schemas/Failure"), description = "it is too long"),
        (status = 503, body = ref("#/components/schemas/Failure"), description = "the board is not there"),
        (status = 504, body = ref("#/components/schemas/Failure"), description = "the board did not answer in time"),
    )
)]
pub(super) async fn command(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
    Path(board): Path<String>,
    command: Result<Json<Command>, JsonRejection>,
) -> Result<Json<Answer>, ApiError> {
    find(&hall, &board)?;
    let Json(command) = command?;
    Ok(Json(decisions::order(hall, &visit, board, command).await?))
}

/// Looks at a sheet with what is known beside it; none before the board has shown anything.
pub(super) fn sheet_json<T>(seat: &Seat, look: impl FnOnce(SheetView<'_>) -> T) -> Option<T> {
    let glance = seat.glance().borrow().clone()?;
    seat.look(|sheet: &Sheet| look(glance.with(sheet)))
}

fn pgn_of(sheet: &Sheet) -> String {
    pgn(std::slice::from_ref(sheet))
}

fn find(hall: &Hall, board: &str) -> Result<Arc<Seat>, ApiError> {
    hall.hub.find(board).ok_or_else(|| ApiError::NoSuchBoard(board.into()))
}
