//! What `docs/protocol.md` shows is what is read and written.

use std::{collections::BTreeSet, fmt::Debug};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use touchmove_core::board::{Header, Said};

use super::{
    board::{Pages, Standing},
    payload::{Asking, Attach, Attached, JoinRequest, Joining, Reply, Shown},
};

const DOCUMENT: &str = include_str!("../../../docs/protocol.md");

/// The examples, each with the name of its kind.
fn examples() -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    for piece in DOCUMENT.split("<!-- payload: ").skip(1) {
        let (kind, rest) = piece.split_once(" -->\n```json\n").expect("a block follows its name");
        let (json, _) = rest.split_once("\n```").expect("a block has an end");
        found.push((kind, json));
    }
    found
}

/// Reads an example as this type; what is written again is the same.
fn holds<T: Serialize + DeserializeOwned + Debug>(json: &str) {
    let read: T = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let shown: Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), shown, "{read:?}");
}

#[test]
fn the_document_shows_what_is_said() {
    let mut kinds = BTreeSet::new();
    for (kind, json) in examples() {
        kinds.insert(kind);
        match kind {
            "header" => holds::<Header>(json),
            "event" => holds::<Said>(json),
            "view" => holds::<Shown>(json),
            "join" => holds::<JoinRequest>(json),
            "joining" => holds::<Joining>(json),
            "attach" => holds::<Attach>(json),
            "attached" => holds::<Attached>(json),
            "order" => holds::<Asking>(json),
            "reply" => holds::<Reply>(json),
            "records" => holds::<Pages>(json),
            "squares" => holds::<Standing>(json),
            other => panic!("nobody reads {other}"),
        }
    }
    assert_eq!(kinds.len(), 11, "{kinds:?}");
}

/// A board of a later version says more; what this one knows of it counts.
#[test]
fn what_is_not_known_is_left_aside() {
    for (kind, json) in examples() {
        let mut value: Value = serde_json::from_str(json).unwrap();
        let Some(object) = value.as_object_mut() else { continue };
        object.insert("later".into(), Value::from(1));
        let text = value.to_string();
        let read = match kind {
            "view" => serde_json::from_str::<Shown>(&text).map(drop),
            "join" => serde_json::from_str::<JoinRequest>(&text).map(drop),
            "attach" => serde_json::from_str::<Attach>(&text).map(drop),
            "attached" => serde_json::from_str::<Attached>(&text).map(drop),
            "order" => serde_json::from_str::<Asking>(&text).map(drop),
            "records" => serde_json::from_str::<Pages>(&text).map(drop),
            _ => continue,
        };
        assert!(read.is_ok(), "{kind}: {read:?}");
    }
}
