//! What the page's own tests know of the editions.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::{env, fs};

use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;
use touchmove_core::{
    board::{Play, Supervision},
    rules::{Article, Concept, Edition},
};

/// What the editions say, for the page's tests: the article and the penalty of each concept, and
/// the parameters of standard play.
#[test]
fn the_pages_tests_know_the_editions() {
    let mut editions = serde_json::Map::new();
    for name in Edition::names() {
        let edition = Edition::load(name).unwrap();
        let rules = edition.in_force(Play::Standard, Supervision::Full, &Map::new()).unwrap();
        let shown = |article: Option<&Article>| article.map(ToString::to_string);
        let articles: Map<String, Value> = Concept::iter()
            .map(|concept| {
                let cited = [edition.article(concept), edition.penalty(concept)].map(shown);
                (concept.to_string(), json!(cited))
            })
            .collect();
        let parameters: Map<String, Value> = rules.settings().into_iter().collect();
        editions.insert(name.into(), json!({ "articles": articles, "parameters": parameters }));
    }
    let now = serde_json::to_string_pretty(&editions).unwrap() + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/test/editions.json");
    if env::var_os("GOLDEN").is_some() {
        fs::write(file, &now).unwrap();
    }
    let known = fs::read_to_string(file).unwrap_or_default();
    assert!(
        known == now,
        "an edition has changed: run `GOLDEN=1 cargo test -p touchmove-core --test page`, then \
         `npx vitest -u` in web/"
    );
}
