//! To sign in and out, and to make the first chief arbiter.

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header::SET_COOKIE},
    response::{IntoResponse as _, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Hall, Transport,
    door::{COOKIE, Visit, cookie},
    error::ApiError,
};
use crate::{
    doors::{Caller, Doors},
    hub::Role,
};

/// Longest life of a cookie, s: that of a session. Sessions end earlier by themselves.
const LIFE_S: u32 = 3 * 24 * 3600;

/// Who looks at the page.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionView {
    /// Whether one must sign in here.
    door: Door,
    /// Who is signed in.
    user: Option<UserView>,
    /// Whether the chief arbiter is to be made by the set-up code.
    awaits_setup: bool,
}

/// Whether one must sign in.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Door {
    /// Everybody is the chief arbiter.
    Open,
    /// One must.
    Closed,
}

/// Somebody who is signed in.
#[derive(Debug, Serialize, JsonSchema)]
struct UserView {
    /// His name.
    name: String,
    /// What he may do.
    role: Role,
    /// An arbiter's tables, as they were given; empty: all.
    tables: String,
}

/// Name and password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    /// The name; upper and lower case are the same.
    name: String,
    /// The password.
    password: String,
}

/// The set-up code, and who will be the chief arbiter.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstChief {
    /// The code that was shown when the hall was set up.
    code: String,
    /// His name.
    name: String,
    /// His password, at least 8 characters.
    password: String,
}

/// Who is signed in.
#[utoipa::path(
    get, path = "/api/session", tag = "door",
    responses((status = 200, body = ref("#/components/schemas/SessionView")))
)]
pub(super) async fn session(
    State(hall): State<Hall>,
    Extension(visit): Extension<Visit>,
) -> Result<Json<SessionView>, ApiError> {
    Ok(Json(view(&hall.doors, &visit.caller).await?))
}

/// Signs in: a cookie comes with the answer.
#[utoipa::path(
    post, path = "/api/session", tag = "door",
    request_body(content = ref("#/components/schemas/Credentials")),
    responses(
        (status = 200, body = ref("#/components/schemas/SessionView")),
        (status = 400, body = ref("#/components/schemas/Failure")),
        (status = 401, body = ref("#/components/schemas/Failure"), description = "name or password are wrong"),
        (status = 409, body = ref("#/components/schemas/Failure"), description = "the door is open: nobody need sign in"),
        (status = 429, body = ref("#/components/schemas/Failure"), description = "too many tries"),
        (status = 503, body = ref("#/components/schemas/Failure"), description = "too many at once"),
    )
)]
pub(super) async fn sign_in(
    State(hall): State<Hall>,
    Extension(visit): Extension<Visit>,
    credentials: Result<Json<Credentials>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(Credentials { name, password }) = credentials?;
    let secret = hall.doors.sign_in(visit.from, &name, password).await?;
    signed_in(&hall, &secret).await
}

/// Makes the chief arbiter by the code that was shown when the hall was set up, and signs him in.
#[utoipa::path(
    post, path = "/api/setup", tag = "door",
    request_body(content = ref("#/components/schemas/FirstChief")),
    responses(
        (status = 200, body = ref("#/components/schemas/SessionView")),
        (status = 400, body = ref("#/components/schemas/Failure"), description = "that can be no name or password"),
        (status = 401, body = ref("#/components/schemas/Failure"), description = "the code is wrong, or was used"),
        (status = 409, body = ref("#/components/schemas/Failure"), description = "somebody has that name"),
        (status = 429, body = ref("#/components/schemas/Failure"), description = "too many tries"),
        (status = 503, body = ref("#/components/schemas/Failure"), description = "too many at once"),
    )
)]
pub(super) async fn set_up(
    State(hall): State<Hall>,
    Extension(visit): Extension<Visit>,
    chief: Result<Json<FirstChief>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(FirstChief { code, name, password }) = chief?;
    let secret = hall.doors.set_up(visit.from, &code, &name, password).await?;
    signed_in(&hall, &secret).await
}

/// Signs out.
#[utoipa::path(
    delete, path = "/api/session", tag = "door",
    responses((status = 204, description = "nobody is signed in here"))
)]
pub(super) async fn sign_out(
    State(hall): State<Hall>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(secret) = cookie(&headers) {
        hall.doors.sign_out(secret).await?;
    }
    let mut answer = StatusCode::NO_CONTENT.into_response();
    set_cookie(&mut answer, hall.transport, "", 0);
    Ok(answer)
}

async fn signed_in(hall: &Hall, secret: &str) -> Result<Response, ApiError> {
    let caller = hall.doors.caller(Some(secret)).await?;
    let mut answer = Json(view(&hall.doors, &caller).await?).into_response();
    set_cookie(&mut answer, hall.transport, secret, LIFE_S);
    Ok(answer)
}

async fn view(doors: &Doors, caller: &Caller) -> Result<SessionView, ApiError> {
    let user = match caller {
        Caller::User { user, .. } => Some(UserView {
            name: user.name.clone(),
            role: user.role,
            tables: user.sections.clone(),
        }),
        Caller::Anybody | Caller::Stranger => None,
    };
    let door = if doors.are_open() { Door::Open } else { Door::Closed };
    Ok(SessionView { door, user, awaits_setup: doors.await_set_up().await? })
}

fn set_cookie(answer: &mut Response, transport: Transport, value: &str, life_s: u32) {
    let secure = match transport {
        Transport::Tls => "; Secure",
        Transport::Plain => "",
    };
    let cookie =
        format!("{COOKIE}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={life_s}{secure}");
    // A token is made of digits and letters.
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        answer.headers_mut().insert(SET_COOKIE, cookie);
    }
}
