//! The boards that have joined over the network, and the tables at which they stand.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{Path, State, rejection::JsonRejection},
    http::StatusCode,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Hall,
    decisions::{Unrecorded, Visitor, asked, of_hall, recorded},
    error::ApiError,
};
use crate::{
    hub::{Binding, Decision, Member},
    link::Presence,
    meet::Synchronised,
};

/// The longest name of a table.
const LONGEST: usize = 40;

/// A board that has joined.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MemberView {
    /// What stands on its label.
    code: String,
    /// The table at which it stands; null: nobody has said yet.
    table: Option<String>,
    /// When it joined, ms since 1970.
    joined_ms: i64,
    /// Whether it is there.
    presence: Presence,
    /// Whether its clock goes by the hall's.
    synchronised: Synchronised,
}

/// The table of a board.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    /// Its name or number; null: none.
    table: Option<String>,
}

/// All boards that have joined over the network, in the order of their codes.
#[utoipa::path(
    get, path = "/api/members", tag = "hall",
    responses((status = 200, body = ref("#/components/schemas/Members")))
)]
pub(super) async fn members(State(hall): State<Hall>) -> Result<Json<Vec<MemberView>>, ApiError> {
    let members = hall.hub.members().await?;
    let view = |member: Member| {
        let seat = hall.hub.find(member.name());
        let (presence, synchronised) = seat
            .and_then(|seat| {
                seat.glance().borrow().as_ref().map(|one| (one.presence, one.synchronised))
            })
            .unwrap_or((Presence::Away, Synchronised::Unknown));
        let Member { code, table, joined_ms, .. } = member;
        MemberView { code, table, joined_ms, presence, synchronised }
    };
    Ok(Json(members.into_iter().map(view).collect()))
}

/// Sets a board to a table.
#[utoipa::path(
    put, path = "/api/members/{code}", tag = "hall",
    params(("code" = String, Path, description = "what stands on its label")),
    request_body(content = ref("#/components/schemas/Place")),
    responses(
        (status = 204, description = "it stands there"),
        (status = 400, body = ref("#/components/schemas/Failure"), description = "that is no table"),
        (status = 404, body = ref("#/components/schemas/Failure"), description = "no such board has joined"),
        (status = 409, body = ref("#/components/schemas/Failure"), description = "another board stands there"),
    )
)]
pub(super) async fn place(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
    Path(code): Path<String>,
    place: Result<Json<Place>, JsonRejection>,
) -> Result<StatusCode, ApiError> {
    let Json(Place { table }) = place?;
    let table = table.map(|table| table.trim().to_string());
    if let Some(table) = &table
        && (table.is_empty()
            || table.chars().count() > LONGEST
            || table.chars().any(char::is_control))
    {
        return Err(ApiError::Malformed(format!(
            "{table:?} is no name of a table: 1 to {LONGEST} characters"
        )));
    }
    let mut what = asked("set_board");
    what["code"] = code.clone().into();
    let decision = Decision { board: table.clone(), ..of_hall(&visit, what) };
    let hub = Arc::clone(&hall.hub);
    let work = async move { answer(hub.bind(code.clone(), table.clone()).await?, code, table) };
    recorded(&hall, decision, Unrecorded::Refused, work).await
}

/// Forgets a board, so that another may come with its code. What it told is kept.
#[utoipa::path(
    delete, path = "/api/members/{code}", tag = "hall",
    params(("code" = String, Path, description = "what stands on its label")),
    responses(
        (status = 204, description = "it is forgotten"),
        (status = 404, body = ref("#/components/schemas/Failure"), description = "no such board has joined"),
    )
)]
pub(super) async fn dismiss(
    State(hall): State<Hall>,
    Extension(visit): Visitor,
    Path(code): Path<String>,
) -> Result<StatusCode, ApiError> {
    let mut what = asked("dismiss_board");
    what["code"] = code.clone().into();
    let hub = Arc::clone(&hall.hub);
    let work = async move { answer(hub.dismiss(code.clone()).await?, code, None) };
    recorded(&hall, of_hall(&visit, what), Unrecorded::Refused, work).await
}

fn answer(binding: Binding, code: String, table: Option<String>) -> Result<StatusCode, ApiError> {
    match binding {
        Binding::Done => Ok(StatusCode::NO_CONTENT),
        Binding::NoSuchBoard => Err(ApiError::NoSuchMember(code)),
        Binding::Taken(by) => Err(ApiError::TableTaken { table: table.unwrap_or_default(), by }),
    }
}
