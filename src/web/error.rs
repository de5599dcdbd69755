use std::io;

use axum::{
    Json,
    extract::rejection::{BytesRejection, JsonRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use touchmove_core::tournament::Mistake;

use crate::hub::Unanswered;

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
    Refused(String),
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
            ApiError::Refused(refused) => {
                return (StatusCode::CONFLICT, Json(Refusal { refused })).into_response();
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
