//! Every decision is recorded before it is carried out, with what came of it: who, when, from where.

use std::{future::Future, io};

use axum::{
    Extension, Json,
    extract::{Query, State, rejection::QueryRejection},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use touchmove_core::board::{Command, Order};
use utoipa::IntoParams;

use super::{
    Hall,
    door::Visit,
    error::{ApiError, DecidedBy},
};
use crate::{
    doors::{Caller, now_ms},
    hub::{Decided, Decision, Role},
    link::Answer,
};

/// Decisions answered at once.
const PAGE: usize = 500;
/// A decision whose answer is not known yet may be the one that came first for so long, ms: longer
/// than a board may take to answer.
const ON_ITS_WAY_MS: i64 = 10_000;

/// A decision, as it is recorded.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DecisionView {
    /// Its number in the record.
    n: u64,
    /// When it was given, ms since 1970.
    at_ms: i64,
    /// By whom; empty where the door is open and he has not said.
    user: String,
    /// His role then.
    role: Role,
    /// From which address.
    address: String,
    /// The table that it is about; none: the hall.
    board: Option<String>,
    /// The game that was on there.
    game: Option<String>,
    /// The order as it came, or what was asked of the hall.
    decision: Value,
    /// The alert's revision or the event's number that was decided on.
    seen: Option<u64>,
    /// What came of it: `done: …`, `refused: …`, `failed: …`; none: that was never known.
    answer: Option<String>,
}

/// Which decisions.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// Only those before this one.
    before: Option<u64>,
    /// At most so many, 1 to 500.
    limit: Option<usize>,
}

/// The record of decisions, newest first.
#[utoipa::path(
    get, path = "/api/decisions", tag = "hall", params(Which),
    responses(
        (status = 200, body = ref("#/components/schemas/Decisions")),
        (status = 400, body = ref("#/components/schemas/Failure")),
    )
)]
pub(super) async fn decisions(
    State(hall): State<Hall>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<Vec<DecisionView>>, ApiError> {
    let Query(Which { before, limit }) = which?;
    let most = limit.unwrap_or(PAGE).clamp(1, PAGE);
    let before = before.unwrap_or(u64::MAX);
    let decided = hall.hub.look(move |store| store.decisions(before, most)).await?;
    Ok(Json(decided.into_iter().map(view).collect()))
}

fn view(Decided { n, decision, answer }: Decided) -> DecisionView {
    let Decision { at_ms, user, role, address, board, game, decision, seen } = decision;
    DecisionView { n, at_ms, user, role, address, board, game, decision, seen, answer }
}

/// What is done when a decision cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unrecorded {
    /// Nothing.
    Refused,
    /// It is carried out all the same: people must leave the hall, whatever the disk does.
    CarriedOut,
}

/// An order to a board. The name of who gave it is the session's, whatever the order says.
pub(super) async fn order(
    hall: Hall,
    visit: &Visit,
    board: String,
    mut command: Command,
) -> Result<Answer, ApiError> {
    if !matches!(visit.caller, Caller::Anybody) {
        command.who = visit.caller.name().map(str::to_owned);
    }
    let decision = Decision {
        board: Some(board.clone()),
        game: hall
            .hub
            .find(&board)
            .and_then(|seat| seat.look(|sheet| sheet.game.clone()))
            .flatten(),
        seen: command.seen,
        user: command.who.clone().unwrap_or_default(),
        ..of_hall(visit, serde_json::to_value(&command).unwrap_or_default())
    };
    let first = decision.clone();
    let asked = command.order.clone();
    let hub = hall.hub.clone();
    let work = async move {
        match hub.order(&board, command).await? {
            done @ Answer::Done(_) => Ok(done),
            Answer::Refused(refused) => Err(ApiError::Refused { refused, decided_by: None }),
        }
    };
    match recorded(&hall, decision, Unrecorded::Refused, work).await {
        Err(ApiError::Refused { refused, .. }) => {
            let decided_by = decided_by(&hall, &first, &asked, &refused).await?;
            Err(ApiError::Refused { refused, decided_by })
        }
        other => other,
    }
}

/// Something that is asked of the hall, not of one board.
pub(super) fn of_hall(visit: &Visit, decision: Value) -> Decision {
    Decision {
        at_ms: now_ms(),
        user: visit.caller.name().unwrap_or_default().into(),
        // A stranger decides nothing.
        role: visit.caller.role().unwrap_or(Role::Technician),
        address: visit.from.to_string(),
        board: None,
        game: None,
        decision,
        seen: None,
    }
}

/// Carries a decision out, and records it before and after. It is carried out although who gave it
/// is gone meanwhile.
pub(super) async fn recorded<T: Send + 'static>(
    hall: &Hall,
    decision: Decision,
    unrecorded: Unrecorded,
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let hub = hall.hub.clone();
    let whole = async move {
        let n = match hub.write(move |store| store.note_decision(&decision)).await {
            Ok(n) => Some(n),
            Err(error) if unrecorded == Unrecorded::CarriedOut => {
                tracing::error!(%error, "a decision could not be recorded");
                None
            }
            Err(error) => return Err(error.into()),
        };
        let result = work.await;
        let answer = match &result {
            Ok(_) => "done".to_string(),
            Err(ApiError::Refused { refused, .. }) => format!("refused: {refused}"),
            Err(error) => format!("failed: {}", error.code()),
        };
        if let Some(n) = n
            && let Err(error) = hub.write(move |store| store.note_answer(n, &answer)).await
        {
            // It was carried out, and that it was given is recorded.
            tracing::error!(%error, n, "what came of a decision could not be recorded");
        }
        result
    };
    tokio::spawn(whole).await.map_err(io::Error::other)?
}

/// Who has decided before what was refused now, where that is why.
async fn decided_by(
    hall: &Hall,
    decision: &Decision,
    order: &Order,
    refused: &str,
) -> Result<Option<DecidedBy>, ApiError> {
    let key = match order {
        Order::Decide { .. }
            if matches!(refused, "changed" | "already_decided" | "no_such_alert") =>
        {
            "alert"
        }
        _ if refused.starts_with("already_") => "do",
        _ => return Ok(None),
    };
    let Decision { board: Some(board), game, .. } = decision.clone() else { return Ok(None) };
    let earlier = hall.hub.look(move |store| store.earlier(&board, game.as_deref())).await?;
    let since = decision.at_ms - ON_ITS_WAY_MS;
    let first = earlier.into_iter().find(|one| {
        let same = one.decision.decision.get(key) == decision.decision.get(key)
            && one.decision.decision.get("do") == decision.decision.get("do");
        let may_be = match &one.answer {
            Some(answer) => answer.starts_with("done"),
            None => one.decision.at_ms >= since && one.decision != *decision,
        };
        // Behind an open door nobody has a name.
        same && may_be && !one.decision.user.is_empty()
    });
    Ok(first
        .map(|Decided { decision, .. }| DecidedBy { user: decision.user, at_ms: decision.at_ms }))
}

/// What somebody asks of the hall, for the record.
pub(super) fn asked(what: &str) -> Value {
    json!({ "do": what })
}

/// Who decides, as an argument of handlers.
pub(super) type Visitor = Extension<Visit>;
