use std::io;

use axum::{
    Json,
    extract::rejection::{BytesRejection, JsonRejection, QueryRejection},
    http::{
        StatusCode,
        header::{RETRY_AFTER, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use touchmove_core::tournament::Mistake;

use crate::{doors::Rejected, hub::Unanswered};

/// Why a request was not answered as asked.
#[derive(Debug)]
pub(super) enum ApiError {
    /// The hall has no such board.
    NoSuchBoard(String),
    /// No board of this code has joined.
    NoSuchMember(String),
    /// Another board stands at that table.
    TableTaken {
        /// Which table.
        table: String,
        /// The code of the board that stands there.
        by: String,
    },
    /// There is no such path.
    NoSuchPath,
    /// The board says no; nothing changed.
    Refused {
        /// Why, a code.
        refused: String,
        /// Who was first, where that is why.
        decided_by: Option<DecidedBy>,
    },
    /// One must sign in first.
    SignIn,
    /// It is not for whoever asks.
    Forbidden,
    /// It was not sent by a page of this hall.
    Foreign,
    /// Somebody was not let in.
    Rejected(Rejected),
    /// The board did not answer.
    Unanswered(Unanswered),
    /// The request is not what this path takes.
    Malformed(String),
    /// Nor could it be, at that length.
    TooLong(String),
    /// The hall has had no such round.
    NoSuchRound,
    /// The round cannot be played as it was given.
    Mistakes(Vec<Mistake>),
    /// Too many look already.
    Full,
    /// The hall's memory cannot be read.
    Memory(io::Error),
}

/// What is answered to a request that failed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Failure {
    /// What is wrong, for people.
    error: String,
}

/// What is answered to an order that a board refused.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Refusal {
    /// The reason, a code.
    refused: String,
    /// Who has decided before, where that is why.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<DecidedBy>,
}

/// Who has decided, and when.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct DecidedBy {
    /// His name; empty where the door is open and he has not said.
    pub(super) user: String,
    /// When, ms since 1970.
    pub(super) at_ms: i64,
}

/// What is answered to a round that cannot be played.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Mistakes {
    /// Everything that is wrong with it.
    mistakes: Vec<Mistake>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            ApiError::Refused { refused, decided_by } => {
                let refusal = Json(Refusal { refused, decided_by });
                return (StatusCode::CONFLICT, refusal).into_response();
            }
            ApiError::Rejected(Rejected::TooOften(seconds)) => {
                return later(StatusCode::TOO_MANY_REQUESTS, "too many tries", seconds);
            }
            ApiError::Rejected(Rejected::Crowded) => {
                return later(StatusCode::SERVICE_UNAVAILABLE, "too many sign in at once", 2);
            }
            ApiError::Rejected(Rejected::Memory(error)) => {
                return ApiError::Memory(error).into_response();
            }
            ApiError::SignIn => return unknown("sign in first"),
            ApiError::Rejected(Rejected::Wrong) => {
                return unknown("name and password, or the code, are not right");
            }
            ApiError::Rejected(Rejected::Unfit(why)) => (StatusCode::BAD_REQUEST, why.into()),
            ApiError::Rejected(why @ Rejected::NameTaken) => {
                (StatusCode::CONFLICT, why.to_string())
            }
            ApiError::Rejected(why @ Rejected::Open) => (StatusCode::CONFLICT, why.to_string()),
            ApiError::Forbidden => {
                (StatusCode::FORBIDDEN, "this is not for your role, or not your table".into())
            }
            ApiError::Foreign => {
                (StatusCode::FORBIDDEN, "this was not sent by a page of this hall".into())
            }
            ApiError::Mistakes(mistakes) => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                return (status, Json(Mistakes { mistakes })).into_response();
            }
            ApiError::NoSuchRound => {
                (StatusCode::NOT_FOUND, "this hall has had no such round".into())
            }
            ApiError::NoSuchBoard(board) => {
                (StatusCode::NOT_FOUND, format!("there is no board {board:?} in this hall"))
            }
            ApiError::NoSuchMember(code) => {
                (StatusCode::NOT_FOUND, format!("no board of the code {code:?} has joined"))
            }
            ApiError::TableTaken { table, by } => {
                (StatusCode::CONFLICT, format!("board {by} stands at table {table:?} already"))
            }
            ApiError::NoSuchPath => (StatusCode::NOT_FOUND, "there is no such path".into()),
            ApiError::Unanswered(why @ Unanswered::NoSuchBoard) => {
                (StatusCode::NOT_FOUND, why.to_string())
            }
            ApiError::Unanswered(why @ Unanswered::Away) => {
                (StatusCode::SERVICE_UNAVAILABLE, why.to_string())
            }
            ApiError::Unanswered(why @ Unanswered::Late) => {
                (StatusCode::GATEWAY_TIMEOUT, why.to_string())
            }
            ApiError::Malformed(reason) => (StatusCode::BAD_REQUEST, reason),
            ApiError::TooLong(reason) => (StatusCode::PAYLOAD_TOO_LARGE, reason),
            ApiError::Full => {
                (StatusCode::SERVICE_UNAVAILABLE, "too many streams are open (web.streams)".into())
            }
            ApiError::Memory(error) => {
                tracing::error!(%error, "the hall's memory cannot be read");
                (StatusCode::INTERNAL_SERVER_ERROR, "the hall's memory cannot be read".into())
            }
        };
        (status, Json(Failure { error })).into_response()
    }
}

/// It may be asked again after so many seconds.
fn later(status: StatusCode, error: &str, seconds: u64) -> Response {
    let failure = Json(Failure { error: error.into() });
    (status, [(RETRY_AFTER, seconds.to_string())], failure).into_response()
}

/// Nobody knows who asks. No browser knows this way of signing in, so none asks for a password.
fn unknown(error: &str) -> Response {
    let failure = Json(Failure { error: error.into() });
    (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, "Session")], failure).into_response()
}

impl ApiError {
    /// In a word, for the record of decisions.
    pub(super) fn code(&self) -> &'static str {
        match self {
            ApiError::Unanswered(Unanswered::Late) => "late",
            ApiError::Unanswered(_) => "unreachable",
            ApiError::Mistakes(_) => "mistakes",
            ApiError::Memory(_) => "memory",
            ApiError::TableTaken { .. } => "table_taken",
            ApiError::NoSuchBoard(_) | ApiError::NoSuchMember(_) => "no_such_board",
            _ => "other",
        }
    }
}

impl From<Rejected> for ApiError {
    fn from(why: Rejected) -> ApiError {
        ApiError::Rejected(why)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLong(rejection.body_text()),
            _ => ApiError::Malformed(rejection.body_text()),
        }
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> ApiError {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLong(rejection.body_text()),
            _ => ApiError::Malformed(rejection.body_text()),
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::Malformed(rejection.body_text())
    }
}

impl From<Unanswered> for ApiError {
    fn from(why: Unanswered) -> ApiError {
        ApiError::Unanswered(why)
    }
}

impl From<io::Error> for ApiError {
    fn from(error: io::Error) -> ApiError {
        ApiError::Memory(error)
    }
}

/// Whatever else begins with `/api/`.
pub(super) async fn no_such_path() -> ApiError {
    ApiError::NoSuchPath
}
