//! Every parameter changes what is said: none is there for show. The games are in
//! `tests/parameters.toml`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::input::play_with;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use touchmove_core::{
    board::{Header, Play, Said, Supervision},
    rules::Edition,
    trace::Expectations,
};

/// Parameters that are proved elsewhere, and why.
const ELSEWHERE: &[(&str, &str)] =
    &[("start_complaints", "needs a wrong start and ten moves: proved in corrections.rs")];

#[derive(Deserialize)]
struct Table {
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    /// What stands in the place of the edition's value.
    value: Value,
    fen: Option<String>,
    /// Keys of the trace's header.
    #[serde(default)]
    header: Map<String, Value>,
    input: String,
    /// An event that is said only without the override.
    without: Option<String>,
    /// One that is said only with it.
    with: Option<String>,
}

fn rows() -> Vec<Row> {
    let table: Table = toml::from_str(include_str!("parameters.toml")).unwrap();
    table.row
}

/// The names of all parameters and times.
fn known() -> BTreeSet<String> {
    let edition = Edition::load("fide-2023").unwrap();
    let rules = edition.in_force(Play::Standard, Supervision::Full, &Map::new()).unwrap();
    rules.settings().into_iter().map(|(name, _)| name).collect()
}

impl Row {
    fn header(&self, parameters: Value) -> Header {
        let mut header = Map::new();
        header.insert("touchmove".into(), 1.into());
        header.insert("rules".into(), "ru-2018".into());
        header.insert("time_control".into(), "5400+30".into());
        header.extend(self.header.clone());
        header.insert("parameters".into(), parameters);
        header.extend(self.fen.iter().map(|fen| ("fen".to_owned(), Value::from(fen.clone()))));
        serde_json::from_value(Value::Object(header)).unwrap()
    }

    fn play(&self, parameters: Value) -> Vec<Said> {
        play_with(&self.header(parameters), &self.input).said
    }

    /// Whether such an event was said.
    fn says(&self, said: &[Said], wanted: &str) -> bool {
        let wanted: Value = serde_json::from_str(wanted)
            .unwrap_or_else(|error| panic!("{}: {wanted}: {error}", self.name));
        let mut expectations = Expectations::default();
        let events = json!({ "events": [wanted] });
        expectations.add(events.as_object().unwrap().clone()).unwrap();
        expectations.check(&self.header(json!({})), said).is_empty()
    }

    /// What is not as the row has it.
    fn amiss(&self) -> Vec<String> {
        let plain = self.play(json!({}));
        let overridden = self.play(json!({ self.name.clone(): self.value }));
        let rows = [
            ("without", &self.without, &plain, &overridden),
            ("with", &self.with, &overridden, &plain),
        ];
        let mut amiss = Vec::new();
        for (key, wanted, here, there) in rows {
            let Some(wanted) = wanted else { continue };
            for (said, right, which) in
                [(here, true, "not said"), (there, false, "said both times")]
            {
                if self.says(said, wanted) != right {
                    amiss.push(format!("{}: {key} {wanted}: {which}", self.name));
                }
            }
        }
        amiss
    }
}

#[test]
fn every_parameter_changes_what_is_said() {
    let amiss: Vec<String> = rows().iter().flat_map(Row::amiss).collect();
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn every_row_expects_something() {
    for row in rows() {
        assert!(row.without.is_some() || row.with.is_some(), "{}", row.name);
    }
}

#[test]
fn every_parameter_has_its_row() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    rows().iter().for_each(|row| *seen.entry(row.name.clone()).or_default() += 1);
    ELSEWHERE.iter().for_each(|(name, _)| *seen.entry((*name).to_owned()).or_default() += 1);
    let named: BTreeSet<String> = seen.keys().cloned().collect();
    assert_eq!(named, known());
    assert!(seen.values().all(|times| *times == 1), "{seen:?}");
}
