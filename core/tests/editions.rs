//! The editions against the contract's tables of articles, and as the page's tests know them.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::{collections::BTreeSet, env, fs};

use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;
use touchmove_core::{
    board::{AlertKind, Play, Reason, Supervision},
    rules::{Article, Concept, Edition},
};

/// The columns of the contract's tables.
const COLUMNS: [&str; 3] = ["ru-2009", "ru-2018", "fide-2023"];

fn contract() -> Option<String> {
    common::shared("contract/events.md").map(|path| fs::read_to_string(path).unwrap())
}

fn edition(name: &str) -> &'static Edition {
    Edition::load(name).unwrap()
}

/// The articles in a cell `ru-2009 / ru-2018 / fide-2023`, where one entry may serve the rest.
/// Remarks in brackets that name articles count as further entries.
fn cell(text: &str) -> [BTreeSet<String>; 3] {
    let mut columns = <[BTreeSet<String>; 3]>::default();
    for part in text.split(['(', ')']) {
        let entries: Vec<&str> = part.split(" / ").collect();
        for (index, column) in columns.iter_mut().enumerate() {
            column.extend(articles(entries[index.min(entries.len() - 1)]));
        }
    }
    columns
}

/// The articles named in a text; `4.3.1–4.3.3` names three.
fn articles(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in text.split([' ', ',', ':', ';']).map(|word| word.trim_end_matches('.')) {
        if let Some((first, last)) = word.split_once('–').filter(|(first, _)| !first.is_empty()) {
            let (stem, from) = first.rsplit_once('.').unwrap();
            let to = last.rsplit_once('.').unwrap().1;
            let (from, to): (u32, u32) = (from.parse().unwrap(), to.parse().unwrap());
            found.extend((from..=to).map(|number| format!("{stem}.{number}")));
        } else if is_article(word) {
            found.push(word.into());
        }
    }
    found
}

fn is_article(word: &str) -> bool {
    let mut parts = word.split('.');
    let head = parts.next().unwrap_or_default();
    let numbered = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit());
    let lettered = matches!(head, "A" | "B" | "III") && word.contains('.');
    (numbered || lettered) && parts.all(|part| part.parse::<u32>().is_ok())
}

/// The articles that an edition has for the concepts named like `name`.
fn of(rules: &Edition, name: &str) -> BTreeSet<String> {
    let belongs = |concept: &Concept| {
        let concept = <&str>::from(concept);
        concept == name || concept.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'))
    };
    let named = Concept::iter().filter(belongs).filter_map(|concept| rules.article(concept));
    named.flat_map(|article| article.text.split(", ").map(String::from)).collect()
}

#[test]
fn alerts_rest_on_the_articles_of_the_contract() {
    let Some(contract) = contract() else { return };
    let mut kinds: BTreeSet<&str> = AlertKind::iter().map(<&str>::from).collect();
    for row in contract.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let names =
            cells[0].trim_start_matches("| ").split(", ").map(|name| name.trim_matches('`'));
        let names: Vec<&str> = names.filter(|name| kinds.remove(name)).collect();
        if names.is_empty() {
            continue;
        }
        for (column, wanted) in COLUMNS.into_iter().zip(cell(cells[2])) {
            let edition = edition(column);
            let found: BTreeSet<String> = names.iter().flat_map(|name| of(edition, name)).collect();
            assert_eq!(found, wanted, "{names:?} in {column}");
        }
    }
    assert!(kinds.is_empty(), "not in the contract's table: {kinds:?}");
}

#[test]
fn games_end_by_the_articles_of_the_contract() {
    let Some(contract) = contract() else { return };
    let row = contract.lines().find(|line| line.starts_with("| `game_over`")).unwrap();
    let (_, list) =
        row.split_once("Reasons (").and_then(|(_, rest)| rest.split_once(": ")).unwrap();
    let (list, _) = list.split_once(". PGN").unwrap();
    let words: Vec<&str> = list.split('`').skip(1).collect();
    let mut reasons: BTreeSet<&str> = Reason::iter().map(<&str>::from).collect();
    for pair in words.chunks(2) {
        assert!(reasons.remove(pair[0]), "{pair:?}");
        let wanted = cell(pair[1].trim_end_matches(", "));
        for (column, wanted) in COLUMNS.into_iter().zip(wanted) {
            let has_none = match pair[0] {
                // ru-2018 has no quickplay finish, and ru-2009 no draws that nobody claims.
                "quickplay_finish" => column == "ru-2018",
                "fivefold_repetition" | "seventy_five_moves" => column == "ru-2009",
                _ => false,
            };
            let found = of(edition(column), &format!("ended_by_{}", pair[0]));
            assert_eq!(found, if has_none { BTreeSet::new() } else { wanted }, "{pair:?} {column}");
        }
    }
    assert!(reasons.is_empty(), "not in the contract's list: {reasons:?}");
}

/// What the editions say, for the page's tests: the article and the penalty of each concept, and
/// the parameters of standard play.
#[test]
fn the_pages_tests_know_the_editions() {
    let mut editions = serde_json::Map::new();
    for name in Edition::names() {
        let edition = edition(name);
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
        "an edition has changed: run `GOLDEN=1 cargo test -p touchmove-core --test editions`, then \
         `npx vitest -u` in web/"
    );
}
