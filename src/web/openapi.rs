use axum::{http::header::CONTENT_TYPE, response::IntoResponse};
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use touchmove_core::board::Command;
use utoipa::OpenApi;

use super::{
    api::{self, HallView},
    clock::{self, ClockView},
    decisions::{self, DecisionView},
    door::COOKIE,
    error::{Failure, Mistakes, Refusal},
    members::{self, MemberView, Place},
    rounds::{self, Imported},
    session::{self, Credentials, FirstChief, SessionView},
    stream::{self, Hello},
    wire::Bye,
};
use crate::{
    doors::{May, may},
    hub::{AlertEntry, Carried, RoundSummary, RoundView},
    link::{Answer, SheetView, View},
};

/// The paths as their handlers describe them.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "touchmove",
        description = "Boards, alerts and orders of a playing hall.",
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    paths(
        api::hall,
        api::board,
        api::board_pgn,
        clock::clock,
        api::command,
        api::round_pgn,
        api::alerts,
        rounds::round,
        rounds::prepare,
        rounds::import,
        rounds::start,
        rounds::stop,
        rounds::resume,
        rounds::rounds,
        rounds::pgn,
        members::members,
        members::place,
        members::dismiss,
        stream::stream,
        session::session,
        session::sign_in,
        session::sign_out,
        session::set_up,
        decisions::decisions,
    ),
    tags(
        (name = "door", description = "who is let in"),
        (name = "hall", description = "all tables"),
        (name = "board", description = "one table"),
        (name = "round", description = "who plays whom, and the hall's clocks"),
    )
)]
struct Paths;

/// The types as serde writes and reads them.
fn schemas() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = SchemaGenerator::new(settings.clone().for_serialize());
    generator.subschema_for::<HallView<'_>>();
    generator.subschema_for::<View<'_>>();
    generator.subschema_for::<SheetView<'_>>();
    generator.subschema_for::<ClockView>();
    generator.subschema_for::<AlertEntry>();
    generator.subschema_for::<Answer>();
    generator.subschema_for::<Failure>();
    generator.subschema_for::<Refusal>();
    generator.subschema_for::<Hello>();
    generator.subschema_for::<Bye>();
    generator.subschema_for::<SessionView>();
    generator.subschema_for::<DecisionView>();
    generator.subschema_for::<RoundView>();
    generator.subschema_for::<RoundSummary>();
    generator.subschema_for::<Carried>();
    generator.subschema_for::<Imported>();
    generator.subschema_for::<Mistakes>();
    generator.subschema_for::<MemberView>();
    let mut schemas = generator.take_definitions(true);
    let mut reading = SchemaGenerator::new(settings.for_deserialize());
    reading.subschema_for::<Command>();
    reading.subschema_for::<Credentials>();
    reading.subschema_for::<FirstChief>();
    reading.subschema_for::<Place>();
    schemas.extend(reading.take_definitions(true));
    schemas.insert(
        "AlertEntries".into(),
        json!({ "type": "array", "items": { "$ref": "#/components/schemas/AlertEntry" } }),
    );
    schemas.insert(
        "Decisions".into(),
        json!({ "type": "array", "items": { "$ref": "#/components/schemas/DecisionView" } }),
    );
    schemas.insert(
        "RoundSummaries".into(),
        json!({ "type": "array", "items": { "$ref": "#/components/schemas/RoundSummary" } }),
    );
    schemas.insert(
        "RoundOrNone".into(),
        json!({ "anyOf": [{ "$ref": "#/components/schemas/RoundView" }, { "type": "null" }] }),
    );
    schemas.insert(
        "Members".into(),
        json!({ "type": "array", "items": { "$ref": "#/components/schemas/MemberView" } }),
    );
    schemas.into()
}

/// The OpenAPI document, as it is checked in.
pub(crate) fn document() -> String {
    let mut document = json!(Paths::openapi());
    document["info"]["version"] = env!("CARGO_PKG_VERSION").into();
    document["components"]["schemas"] = schemas();
    say_who_may(&mut document);
    describe(&mut document);
    format!("{document:#}\n")
}

/// Says of each path who may use it, and what others are answered.
fn say_who_may(document: &mut Value) {
    let failure = |why: &str| {
        let schema = json!({ "$ref": "#/components/schemas/Failure" });
        json!({ "description": why, "content": { "application/json": { "schema": schema } } })
    };
    document["components"]["securitySchemes"] =
        json!({ "session": { "type": "apiKey", "in": "cookie", "name": COOKIE } });
    let Some(paths) = document["paths"].as_object_mut() else { return };
    for (path, methods) in paths {
        let Some(methods) = methods.as_object_mut() else { continue };
        for (method, operation) in methods {
            let method = method.to_uppercase();
            let may = may(&method, path);
            let mut say = |status: &str, why: &str| {
                if operation["responses"].get(status).is_none() {
                    operation["responses"][status] = failure(why);
                }
            };
            if may != Some(May::Anyone) {
                say("401", "sign in first");
            }
            if method != "GET" || !matches!(may, Some(May::Anyone | May::Staff)) {
                say("403", "not for this role, or not sent by a page of this hall");
            }
            if may != Some(May::Anyone) {
                operation["security"] = json!([{ "session": [] }]);
            }
        }
    }
}

/// Describes answers that need no words of their own: OpenAPI asks for some of each.
fn describe(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let operations = paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut);
    let answers = operations.filter_map(|operation| operation["responses"].as_object_mut());
    for (status, answer) in answers.flatten() {
        if answer.get("description").is_none() {
            let words = match status.as_str() {
                "400" => "it cannot be understood",
                "404" => "there is none",
                _ => "as asked",
            };
            answer["description"] = words.into();
        }
    }
}

/// The same, served.
pub(super) async fn served() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], document())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, env, fs, path::Path};

    use super::*;

    /// The page's types are made from the file, so it must say what this program does.
    #[test]
    fn the_checked_in_document_is_current() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
        if env::var_os("UPDATE").is_some() {
            fs::write(&file, document()).unwrap();
        }
        let checked_in = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            checked_in == document(),
            "openapi.json is not current; `UPDATE=1 cargo test openapi` writes it"
        );
    }

    #[test]
    fn every_answer_is_described() {
        let document: Value = serde_json::from_str(&document()).unwrap();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                for (status, answer) in operation["responses"].as_object().unwrap() {
                    assert!(answer["description"].is_string(), "{method} {path}: {status}");
                }
            }
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        fn collect<'a>(value: &'a Value, refs: &mut BTreeSet<&'a str>) {
            match value {
                Value::Object(map) => {
                    refs.extend(map.get("$ref").and_then(Value::as_str));
                    map.values().for_each(|value| collect(value, refs));
                }
                Value::Array(list) => list.iter().for_each(|value| collect(value, refs)),
                _ => {}
            }
        }
        let document: Value = serde_json::from_str(&document()).unwrap();
        let mut refs = BTreeSet::new();
        collect(&document, &mut refs);
        assert!(refs.len() > 10, "{refs:?}");
        for reference in refs {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }
}
