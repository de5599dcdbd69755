//! The round: prepared from a file or as JSON, looked at table by table, its clocks started and
//! stopped.

use std::sync::Arc;

use axum::{
    Extension, Json,
    body::Bytes,
    extract::{
        Path, Query, State,
        rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    },
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use touchmove_core::{
    board::{Play, Supervision},
    tournament::{self, Reading, Round},
};
use utoipa::IntoParams;

use super::{
    Hall,
    api::PGN,
    decisions::{Unrecorded, Visitor, asked, of_hall, recorded},
    door::Visit,
    error::ApiError,
};
use crate::hub::{Carried, RoundSummary, RoundView};

/// The largest round: two thousand tables, or the games of a round with their moves.
pub(super) const LARGEST_ROUND: usize = 4 << 20;

/// What was understood of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Imported {
    #[serde(flatten)]
    reading: Reading,
    /// Tables at which no board stands.
    no_board: Vec<String>,
}

/// The round that is on; `null` before one was prepared.
#[utoipa::path(
    get, path = "/api/round", tag = "round",
    responses((status = 200, body = ref("#/components/schemas/RoundOrNone")))
)]
pub(super) async fn round(State(hall): State<Hall>) -> Json<Option<RoundView>> {
    Json(hall.hub.round_view())
}

/// Prepares a round: each board is given its pairing, at once or when it is back.
#[utoipa::path(
    put, path = "/api/round", tag = "round",
    request_body(content = ref("#/components/schemas/Round")),
    responses(
        (status = 200, body = ref("#/components/schemas/RoundOrNone"), description = "how far each table is"),
        (status = 400, body = ref("#/components/schemas/Failure"), description = "it is no round"),
        (status = 413, body = ref("#/components/schemas/Failure"), description = "it is too long"),
        (status = 422, body = ref("#/components/schemas/Mistakes"), description = "nothing has changed"),
    )
)]
pub(super) async fn prepare(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
    round: Result<Json<Round>, JsonRejection>,
) -> Result<Json<Option<RoundView>>, ApiError> {
    let Json(round) = round?;
    prepared(&hall, &visit, round).await?;
    Ok(Json(hall.hub.round_view()))
}

async fn prepared(hall: &Hall, visit: &Visit, round: Round) -> Result<(), ApiError> {
    let mut what = asked("prepare_round");
    what["event"] = round.event.clone().into();
    what["round"] = round.round.clone().into();
    let hub = Arc::clone(&hall.hub);
    let work = async move { hub.prepare(round).await?.map_err(ApiError::Mistakes) };
    recorded(hall, of_hall(visit, what), Unrecorded::Refused, work).await
}

/// What the file does not say, or says otherwise.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Import {
    /// Only tells what is understood.
    #[serde(default)]
    dry_run: bool,
    /// PGN tag Event.
    event: Option<String>,
    /// PGN tag Site.
    site: Option<String>,
    /// PGN tag Date.
    date: Option<String>,
    /// PGN tag Round: its number, or its name.
    round: Option<String>,
    /// Edition of the rules.
    rules: Option<String>,
    /// Kind of play: standard, rapid or blitz.
    #[param(value_type = Option<String>)]
    play: Option<Play>,
    /// Rapid and blitz, whether the Competition Rules apply: full or limited.
    #[param(value_type = Option<String>)]
    supervision: Option<Supervision>,
    /// PGN TimeControl; `-` is untimed.
    time_control: Option<String>,
}

impl Import {
    /// The round with what was said beside the file.
    fn complete(self, round: &mut Round) {
        fn set<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        let named = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        set(&mut round.event, named(self.event));
        set(&mut round.site, named(self.site));
        set(&mut round.date, named(self.date));
        set(&mut round.round, named(self.round));
        set(&mut round.terms.rules, named(self.rules));
        set(&mut round.terms.play, self.play);
        set(&mut round.terms.supervision, self.supervision);
        set(&mut round.terms.time_control, named(self.time_control));
    }
}

/// Reads a round from a table of pairs (CSV) or the headers of games (PGN), and prepares it.
#[utoipa::path(
    post, path = "/api/round/import", tag = "round", params(Import),
    request_body(content = String, content_type = "text/csv"),
    responses(
        (status = 200, body = ref("#/components/schemas/Imported"), description = "what was understood"),
        (status = 400, body = ref("#/components/schemas/Failure")),
        (status = 413, body = ref("#/components/schemas/Failure"), description = "it is too long"),
        (status = 422, body = ref("#/components/schemas/Mistakes"), description = "nothing has changed"),
    )
)]
pub(super) async fn import(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
    query: Result<Query<Import>, QueryRejection>,
    file: Result<Bytes, BytesRejection>,
) -> Result<Json<Imported>, ApiError> {
    let Query(query) = query?;
    let file = file?;
    let dry_run = query.dry_run;
    // Thousands of lines take longer than another answer may wait for.
    let read = tokio::task::spawn_blocking(move || {
        let mut reading = tournament::read(&file)?;
        query.complete(&mut reading.round);
        let mistakes = reading.round.mistakes();
        if mistakes.is_empty() { Ok(reading) } else { Err(mistakes) }
    });
    let reading = read.await.map_err(std::io::Error::other)?.map_err(ApiError::Mistakes)?;
    if !dry_run {
        prepared(&hall, &visit, reading.round.clone()).await?;
    }
    let tables = reading.round.tables.iter().map(|pairing| &pairing.table);
    let no_board = tables.filter(|table| hall.hub.find(table).is_none()).cloned().collect();
    Ok(Json(Imported { reading, no_board }))
}

/// Starts White's clock at every table that is ready.
#[utoipa::path(
    post, path = "/api/round/start", tag = "round",
    responses((status = 200, body = ref("#/components/schemas/Carried")))
)]
pub(super) async fn start(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
) -> Result<Json<Carried>, ApiError> {
    let (hub, who) = (Arc::clone(&hall.hub), visit.caller.name().map(str::to_owned));
    let work = async move { Ok(hub.start_clocks(who.as_deref()).await) };
    let decision = of_hall(&visit, asked("start_clocks"));
    Ok(Json(recorded(&hall, decision, Unrecorded::Refused, work).await?))
}

/// Stops the clocks of the whole hall.
#[utoipa::path(
    post, path = "/api/round/stop", tag = "round",
    responses((status = 200, body = ref("#/components/schemas/Carried"), description = "answered within five seconds"))
)]
pub(super) async fn stop(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
) -> Result<Json<Carried>, ApiError> {
    let (hub, who) = (Arc::clone(&hall.hub), visit.caller.name().map(str::to_owned));
    let work = async move { Ok(hub.stop_clocks(who.as_deref()).await?) };
    let decision = of_hall(&visit, asked("stop_clocks"));
    Ok(Json(recorded(&hall, decision, Unrecorded::CarriedOut, work).await?))
}

/// Lets those clocks run again that were stopped with the hall's.
#[utoipa::path(
    post, path = "/api/round/resume", tag = "round",
    responses((status = 200, body = ref("#/components/schemas/Carried")))
)]
pub(super) async fn resume(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
) -> Result<Json<Carried>, ApiError> {
    let (hub, who) = (Arc::clone(&hall.hub), visit.caller.name().map(str::to_owned));
    let work = async move { Ok(hub.resume_clocks(who.as_deref()).await?) };
    let decision = of_hall(&visit, asked("resume_clocks"));
    Ok(Json(recorded(&hall, decision, Unrecorded::Refused, work).await?))
}

/// All rounds, the first one first.
#[utoipa::path(
    get, path = "/api/rounds", tag = "round",
    responses((status = 200, body = ref("#/components/schemas/RoundSummaries")))
)]
pub(super) async fn rounds(State(hall): State<Hall>) -> Result<Json<Vec<RoundSummary>>, ApiError> {
    Ok(Json(hall.hub.rounds().await?))
}

/// The games of a round as PGN.
#[utoipa::path(
    get, path = "/api/rounds/{n}/pgn", tag = "round",
    params(("n" = u64, Path, description = "which of the hall's rounds, from 1")),
    responses(
        (status = 200, body = String, content_type = "application/x-chess-pgn"),
        (status = 404, body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn pgn(
    State(hall): State<Hall>,
    n: Result<Path<u64>, PathRejection>,
) -> Result<Response, ApiError> {
    let Path(n) = n.map_err(|_| ApiError::NoSuchRound)?;
    let text = hall.hub.round_pgn(n).await?.ok_or(ApiError::NoSuchRound)?;
    Ok((PGN, text).into_response())
}
