//! The editions against the contract's tables of articles, and what they make of the same games.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use common::input::{play_records, records};
use serde::Deserialize;
use serde_json::Value;
use strum::IntoEnumIterator;
use touchmove_core::{
    board::{
        Advice, Alert, AlertKind, Bitboard, Event, Header, Planes, Play, Reason, Said, Severity,
        Square, Supervision, What,
    },
    rules::{Concept, Edition},
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

/// The same short games and what each edition makes of them.
#[derive(Deserialize)]
struct Games {
    /// Seconds to the opponent for an illegal move, and for a wrong claim.
    illegal: BTreeMap<String, u64>,
    claim: BTreeMap<String, u64>,
    game: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    name: String,
    fen: Option<String>,
    time_control: Option<String>,
    /// A piece that is not there when the clock is started.
    missing: Option<String>,
    input: String,
    /// What is said, by edition, or by edition, kind of play and supervision.
    #[serde(flatten)]
    says: BTreeMap<String, Vec<String>>,
}

/// The rules under which a game is played.
#[derive(Clone, Copy, Debug)]
struct Under {
    edition: &'static str,
    play: Play,
    supervision: Supervision,
}

impl Under {
    fn all() -> Vec<Under> {
        let mut all = Vec::new();
        for edition in Edition::names() {
            for play in self::edition(edition).plays().iter().copied() {
                all.push(Under { edition, play, supervision: Supervision::Full });
                if play != Play::Standard {
                    all.push(Under { edition, play, supervision: Supervision::Limited });
                }
            }
        }
        all
    }

    /// What a table has for these rules: the most particular entry.
    fn of<'a, T>(&self, table: &'a BTreeMap<String, T>) -> &'a T {
        let Under { edition, play, supervision } = self;
        let play = format!("{edition} {play:?}").to_lowercase();
        let supervised = format!("{play} {supervision:?}").to_lowercase();
        let found = table.get(&supervised).or_else(|| table.get(&play));
        found.or_else(|| table.get(*edition)).unwrap_or_else(|| panic!("nothing for {self:?}"))
    }
}

impl Game {
    fn play(&self, under: Under) -> Vec<Said> {
        let header = Header {
            rules: under.edition.into(),
            play: under.play,
            supervision: under.supervision,
            fen: self.fen.clone(),
            time_control: self.time_control.clone().unwrap_or("5400+30".into()),
            ..Header::default()
        };
        let mut records = records(&header, &self.input);
        if let (Some(missing), What::Scan(Planes::Occupancy(seen))) =
            (&self.missing, &mut records[0].what)
        {
            *seen &= !Bitboard::from(missing.parse::<Square>().unwrap());
        }
        play_records(&header, &records).said
    }
}

/// What was said against the players, for a draw and about the end, as `editions.toml` writes it.
fn lines(said: &[Said]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut black = 0;
    let mut claimed = false;
    for said in said {
        match &said.event {
            Event::Alert(alert) if about_players(alert.kind()) => lines.push(line(alert)),
            Event::AlertCleared { kind, why, .. } if about_players(*kind) => {
                lines.push(format!("{} {}", <&str>::from(kind), text(why)));
            }
            Event::Claim { answer, .. } => {
                lines.push(format!("claim {}", text(answer)));
                claimed = true;
            }
            Event::Clock { black_ms, .. } => {
                if claimed && *black_ms > black {
                    let last = lines.last_mut().unwrap();
                    last.push_str(&format!(": black +{} s", (black_ms - black) / 1_000));
                }
                (black, claimed) = (*black_ms, false);
            }
            Event::GameOver { result, reason, article } => {
                let article = article.as_deref().unwrap_or("-");
                lines.push(format!("{} {} {article}", text(result), text(reason)));
            }
            Event::Refused { reason, .. } if reason.starts_with("agreement") => {
                lines.push(format!("refused {reason}"));
            }
            _ => {}
        }
    }
    lines
}

/// Remarks on the time that is left belong to no offence.
fn about_players(kind: AlertKind) -> bool {
    !matches!(
        kind,
        AlertKind::TimeTrouble | AlertKind::RecordingWaived | AlertKind::QuickplayFinish
    )
}

fn text(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value).unwrap() {
        Value::String(text) => text,
        other => panic!("{other} is no word"),
    }
}

fn line(alert: &Alert) -> String {
    let mut line = match alert.severity {
        Severity::Info => "- ".to_owned(),
        Severity::Attention => String::new(),
        Severity::Decision => "! ".to_owned(),
    };
    line.push_str(<&str>::from(alert.kind()));
    let fields = serde_json::to_value(alert).unwrap();
    let counts =
        !matches!(alert.kind(), AlertKind::FiftyMovesClaimable | AlertKind::ThreefoldClaimable);
    match fields.get("count").and_then(Value::as_u64).filter(|_| counts) {
        Some(1) => line.push_str(" 1st"),
        Some(2) => line.push_str(" 2nd"),
        Some(3) => line.push_str(" 3rd"),
        _ => {}
    }
    line.push_str(&format!(" {}", alert.article.as_deref().unwrap_or("-")));
    if let Some(penalty) = &alert.penalty {
        line.push_str(&format!(" by {penalty}"));
    }
    let advice: Vec<String> = alert.advice.iter().map(step).collect();
    if !advice.is_empty() {
        line.push_str(&format!(": {}", advice.join(", ")));
    }
    line
}

fn step(advice: &Advice) -> String {
    match advice {
        Advice::AddTime { side, ms } => format!("{side} +{} s", ms / 1_000),
        Advice::Reinstate { ply } => format!("back to {ply}"),
        Advice::Lose { side } => format!("{side} loses"),
        Advice::Draw {} => "drawn".into(),
        Advice::Promote { piece } => format!("promote {piece}"),
        Advice::Warn { side } => format!("warn {side}"),
        Advice::Oblige { side, moves } => {
            let mut moves: Vec<String> = moves.iter().map(|m| m.0.to_string()).collect();
            moves.sort();
            format!("{side} {}", moves.join(" "))
        }
        Advice::Pause {} => "pause".into(),
        Advice::NewGame {} => "new game".into(),
        Advice::AcceptBoard { .. } => "as it stands".into(),
    }
}

#[test]
fn each_edition_makes_of_the_same_games_what_the_rules_say() {
    let games: Games = toml::from_str(include_str!("editions.toml")).unwrap();
    let mut amiss = Vec::new();
    for game in &games.game {
        for under in Under::all() {
            let illegal = under.of(&games.illegal).to_string();
            let claim = under.of(&games.claim).to_string();
            let filled =
                |line: &String| line.replace("{illegal}", &illegal).replace("{claim}", &claim);
            let wanted: Vec<String> = under.of(&game.says).iter().map(filled).collect();
            let came = lines(&game.play(under));
            if came != wanted {
                amiss.push(format!("{}, {under:?}:\n  {came:#?}\n  for {wanted:#?}", game.name));
            }
        }
    }
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn what_is_said_under_a_name_is_said_of_an_edition() {
    let games: Games = toml::from_str(include_str!("editions.toml")).unwrap();
    let known: BTreeSet<&str> = Edition::names().collect();
    let tables = games.game.iter().flat_map(|game| game.says.keys());
    for key in tables.chain(games.illegal.keys()).chain(games.claim.keys()) {
        let edition = key.split(' ').next().unwrap();
        assert!(known.contains(edition), "{key}");
    }
}
