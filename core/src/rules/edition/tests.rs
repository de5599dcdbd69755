use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;

use super::*;
use crate::board::{Reason, Supervision};

fn edition(name: &str) -> &'static Edition {
    Edition::load(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rules(name: &str, play: Play, supervision: Supervision) -> Rules {
    edition(name).in_force(play, supervision, &Map::new()).unwrap()
}

fn standard(name: &str) -> Rules {
    rules(name, Play::Standard, Supervision::Full)
}

fn shown(article: Option<&Article>) -> Option<String> {
    article.map(ToString::to_string)
}

fn built_in(name: &str) -> &'static str {
    BUILT_IN.iter().find(|(known, _)| *known == name).unwrap().1
}

#[test]
fn every_edition_loads_under_its_own_name() {
    for name in Edition::names() {
        assert_eq!(edition(name).name(), name);
    }
}

#[test]
fn every_concept_has_an_entry_in_every_edition() {
    for name in Edition::names() {
        let edition = edition(name);
        assert!(Concept::iter().all(|concept| edition.articles.contains_key(&concept)), "{name}");
    }
}

#[test]
fn an_edition_that_leaves_a_concept_out_is_refused() {
    let text = built_in("fide-2023").replace("flag_noticed = \"6.8\"\n", "");
    let error = Edition::from_toml(&text).unwrap_err();
    assert_eq!(error, EditionError::MissingConcept { key: "flag_noticed" });
}

#[test]
fn what_an_edition_misspells_is_named() {
    let text = built_in("fide-2023");
    let error = Edition::from_toml(&text.replace("flag_noticed", "flag_notised")).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"articles: no rule is about "flag_notised"; did you mean "flag_noticed"?"#
    );
    let error = Edition::from_toml(&text.replace("general_penalty", "penalty")).unwrap_err();
    assert!(error.to_string().contains("line 5"), "{error}");
    let error =
        Edition::from_toml(&text.replace("two_hands = \"as_illegal_move\"", "two_hands = 1"));
    assert!(matches!(error, Err(EditionError::Parameter(_))), "{error:?}");
    let lost = text.replace("agreement_moves = 1", "");
    let error = Edition::from_toml(&lost).unwrap_err();
    assert!(error.to_string().contains("missing field `agreement_moves`"), "{error}");
    let error = Edition::from_toml(&text.replacen("illegal_move_ms = 60", "illegal_ms = 60", 1));
    assert!(error.unwrap_err().to_string().contains("did you mean"));
    let error = Edition::from_toml(&format!("{text}\nborrows = 1")).unwrap_err();
    assert!(matches!(error, EditionError::UnknownConcept { .. } | EditionError::Malformed { .. }));
    let error = Edition::from_toml(&built_in("ru-2018").replace("\"fide-2023\"", "\"fide-2032\""));
    assert!(
        matches!(error, Err(EditionError::Unknown { nearest: Some(near), .. }) if near == "fide-2023")
    );
}

#[test]
fn a_new_edition_needs_only_a_file() {
    let text = built_in("ru-2018")
        .replace("name = \"ru-2018\"", "name = \"ru-2020\"")
        .replace("illegal_move = { article = \"7.5.1\"", "illegal_move = { article = \"7.5.9\"");
    let edition = Edition::from_toml(&text).unwrap();
    assert_eq!(edition.name(), "ru-2020");
    assert_eq!(shown(edition.article(Concept::IllegalMove)).as_deref(), Some("7.5.9"));
}

#[test]
fn an_unknown_edition_is_answered_with_the_nearest() {
    let error = Edition::load("fide-2022").unwrap_err();
    assert_eq!(error.to_string(), r#"there is no edition "fide-2022"; did you mean "fide-2023"?"#);
    let error = Edition::load("checkers").unwrap_err();
    assert_eq!(error.to_string(), r#"there is no edition "checkers""#);
}

#[test]
fn borrowed_articles_are_shown_as_each_edition_has_it() {
    let ru = standard("ru-2018");
    assert_eq!(shown(ru.article(Concept::EndedByCheckmate)).as_deref(), Some("5.1.1"));
    assert_eq!(shown(ru.article(Concept::BothFlags)), None);
    let fide = standard("fide-2005");
    for (concept, article, penalty) in [
        (Concept::EndedByFlagFall, Some("ru-2009 6.9"), None),
        (Concept::EndedByThreefoldRepetition, Some("9.2(b)"), None),
        (Concept::IllegalMove, Some("ru-2009 7.4.1"), Some("ru-2009 7.4.2")),
        (Concept::PressedEarly, Some("ru-2009 6.7.1"), Some("13.4")),
        (Concept::IllegalPosition, None, None),
    ] {
        assert_eq!(shown(fide.article(concept)).as_deref(), article, "{concept}");
        assert_eq!(shown(fide.penalty(concept)).as_deref(), penalty, "{concept}");
    }
}

#[test]
fn offences_are_punished_by_the_articles_of_the_contract() {
    for (name, early, illegal) in [
        ("ru-2009", "14.4", "7.4.2"),
        ("ru-2018", "12.9", "7.5.5"),
        ("fide-2005", "13.4", "ru-2009 7.4.2"),
        ("fide-2023", "12.9", "7.5.5"),
    ] {
        let rules = standard(name);
        assert_eq!(shown(rules.penalty(Concept::PressedEarly)).as_deref(), Some(early), "{name}");
        assert_eq!(shown(rules.penalty(Concept::IllegalMove)).as_deref(), Some(illegal), "{name}");
        assert_eq!(rules.penalty(Concept::MovedBeforePress), None, "{name}");
    }
}

/// The rows of the matrix whose values depend on the kind of play.
#[test]
fn penalty_times_follow_play_and_supervision() {
    use Play::{Blitz, Rapid, Standard};
    use Supervision::{Full, Limited};
    for (name, play, supervision, illegal_ms, claim_ms) in [
        ("ru-2009", Standard, Full, 120_000, 180_000),
        ("fide-2005", Standard, Full, 120_000, 180_000),
        ("ru-2018", Standard, Full, 120_000, 120_000),
        ("ru-2018", Rapid, Full, 120_000, 120_000),
        ("ru-2018", Rapid, Limited, 120_000, 120_000),
        ("ru-2018", Blitz, Full, 60_000, 120_000),
        ("ru-2018", Blitz, Limited, 60_000, 120_000),
        ("fide-2023", Standard, Full, 120_000, 120_000),
        ("fide-2023", Rapid, Full, 60_000, 60_000),
        ("fide-2023", Rapid, Limited, 60_000, 60_000),
        ("fide-2023", Blitz, Full, 120_000, 120_000),
        ("fide-2023", Blitz, Limited, 60_000, 60_000),
    ] {
        let parameters = rules(name, play, supervision).parameters;
        assert_eq!(parameters.illegal_move_ms, illegal_ms, "{name} {play:?} {supervision:?}");
        assert_eq!(parameters.wrong_claim_ms, claim_ms, "{name} {play:?} {supervision:?}");
    }
}

#[test]
fn limited_supervision_lets_answered_illegal_moves_stand() {
    for name in ["ru-2018", "fide-2023"] {
        for (play, supervision, stands) in [
            (Play::Standard, Supervision::Limited, false),
            (Play::Rapid, Supervision::Full, false),
            (Play::Rapid, Supervision::Limited, true),
            (Play::Blitz, Supervision::Limited, true),
        ] {
            let parameters = rules(name, play, supervision).parameters;
            let answered = parameters.answered_illegal_move == AnsweredIllegalMove::Stands;
            let drawn = parameters.illegal_position == IllegalPosition::Drawn;
            let ten_moves = parameters.start_complaints == StartComplaints::TenMoves;
            assert_eq!([answered, drawn, ten_moves], [stands; 3], "{name} {play:?}");
        }
    }
}

#[test]
fn a_kind_of_play_without_a_source_is_refused() {
    for name in ["ru-2009", "fide-2005"] {
        let error = edition(name).in_force(Play::Blitz, Supervision::Full, &Map::new());
        let error = error.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("play: {name} has no rules for blitz; there are some in fide-2023, ru-2018")
        );
    }
}

#[test]
fn an_event_may_override_every_parameter() {
    let edition = edition("fide-2023");
    let before = standard("fide-2023");
    for (key, value) in before.settings() {
        let other = match &value {
            Value::Number(number) => json!(number.as_u64().unwrap() + 1),
            Value::String(word) => other_word(&key, word),
            other => panic!("{key} is {other}"),
        };
        let event = Map::from_iter([(key.clone(), other.clone())]);
        let after = edition.in_force(Play::Standard, Supervision::Full, &event).unwrap();
        let changed: Vec<_> =
            after.settings().into_iter().filter(|pair| !before.settings().contains(pair)).collect();
        assert_eq!(changed, [(key, other)]);
    }
}

/// Another value of a parameter that is a word, found by what the refusal of a wrong one offers.
fn other_word(key: &str, word: &str) -> Value {
    let event = Map::from_iter([(key.to_owned(), json!("?"))]);
    let refused = edition("fide-2023").in_force(Play::Standard, Supervision::Full, &event);
    let reason = refused.unwrap_err().reason;
    let offered = reason.split('`').skip(3).step_by(2).find(|offered| *offered != word);
    json!(offered.unwrap_or_else(|| panic!("{key}: {reason}")))
}

#[test]
fn an_events_mistakes_are_named() {
    let edition = edition("fide-2023");
    for (key, value, message) in [
        (
            "illegal_moves_loose",
            json!(3),
            "illegal_moves_loose: there is no such parameter; did you mean \"illegal_moves_lose\"?",
        ),
        ("brush", json!(3), "brush: there is no such parameter; did you mean \"brush_ms\"?"),
        ("colour_of_the_board", json!(3), "colour_of_the_board: there is no such parameter"),
        ("illegal_moves_lose", json!(0), "illegal_moves_lose: invalid value"),
        ("illegal_move_ms", json!(-1), "illegal_move_ms: invalid value"),
        ("illegal_move_ms", json!("2 min"), "illegal_move_ms: invalid type"),
        ("illegal_move_ms", Value::Null, "illegal_move_ms: invalid type"),
        ("brush_ms", json!(1.5), "brush_ms: invalid type"),
        ("two_hands", json!("warn"), "two_hands: unknown variant `warn`, expected one of"),
    ] {
        let event = Map::from_iter([(key.to_owned(), value)]);
        let error = edition.in_force(Play::Standard, Supervision::Full, &event).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!(error.key, key);
    }
}

#[test]
fn every_reason_has_its_concept() {
    for reason in Reason::iter() {
        let name = format!("ended_by_{}", <&str>::from(reason));
        assert_eq!(<&str>::from(Concept::ending(reason, false)), name);
        let intended = <&str>::from(Concept::ending(reason, true));
        assert!(intended == name || intended == format!("{name}_intended"));
    }
}

#[test]
fn every_parameter_stands_under_one_heading() {
    let mut named: Vec<&str> = Group::all().flat_map(|group| group.parameters()).copied().collect();
    let settings = standard("fide-2023").settings();
    let mut known: Vec<&str> = settings.iter().map(|(name, _)| name.as_str()).collect();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
}

/// Headings in the editions' files are those of the groups.
#[test]
fn every_concept_stands_under_its_heading() {
    let mut heading = "";
    let articles = built_in("fide-2023").split_once("[articles]").unwrap().1;
    for line in articles.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            heading = title;
        }
        let Some((key, _)) = line.split_once(" = ") else { continue };
        let group = key.parse::<Concept>().unwrap().group();
        let title = match group {
            Group::Board => "What no player does",
            Group::Supervision => "Supervision in rapid and blitz",
            _ => &format!("{group:?}"),
        };
        assert_eq!(title, heading, "{key}");
    }
}

/// The City Open, as its organiser might write it.
const EVENT: &str = r#"
edition = "ru-2018"

[parameters]
agreement_moves = 30
illegal_move_ms = 90_000

[[when]]
play = ["rapid", "blitz"]
supervision = "limited"
[when.parameters]
illegal_move_ms = 30_000
brush_ms = 200
"#;

fn event(text: &str) -> Result<Regulations, EditionError> {
    match RulesFile::from_toml(text)? {
        RulesFile::Event(regulations) => Ok(regulations),
        RulesFile::Edition(edition) => panic!("{} is an edition", edition.name()),
    }
}

#[test]
fn an_events_file_regulates_each_kind_of_play() {
    let regulations = event(EVENT).unwrap();
    assert_eq!(regulations.edition().name(), "ru-2018");
    for (play, supervision, illegal_ms, settings) in [
        (Play::Standard, Supervision::Full, 90_000, 2),
        (Play::Blitz, Supervision::Full, 90_000, 2),
        (Play::Blitz, Supervision::Limited, 30_000, 3),
        (Play::Rapid, Supervision::Limited, 30_000, 3),
    ] {
        let parameters = regulations.parameters(play, supervision);
        assert_eq!(parameters.len(), settings, "{play} {supervision}");
        assert_eq!(parameters["agreement_moves"], 30);
        assert_eq!(parameters["illegal_move_ms"], illegal_ms);
        let rules = edition("ru-2018").in_force(play, supervision, &parameters).unwrap();
        assert_eq!(rules.parameters.illegal_move_ms, illegal_ms);
    }
}

#[test]
fn what_an_events_file_gets_wrong_is_named() {
    for (right, wrong, said) in [
        ("ru-2018", "ru-2108", r#"there is no edition "ru-2108"; did you mean "ru-2018"?"#),
        (
            "brush_ms",
            "brush",
            r#"parameters: brush: there is no such parameter; did you mean "brush_ms"?"#,
        ),
        ("= 30\n", "= -1\n", "parameters: agreement_moves: invalid value"),
        ("ru-2018", "ru-2009", "when.play: ru-2009 has no rules for rapid"),
        ("[[when]]", "[articles]\nflag_fall = \"6.9\"\n[[when]]", "articles: an event regulates"),
        ("[[when]]", "[[wen]]", "TOML parse error"),
        ("edition = \"ru-2018\"", "", "TOML parse error"),
    ] {
        let text = EVENT.replacen(right, wrong, 1);
        let error = RulesFile::from_toml(&text).unwrap_err().to_string();
        assert!(error.starts_with(said), "{wrong:?}: {error}");
    }
}

#[test]
fn a_whole_edition_is_told_from_an_events_file() {
    for (name, text) in BUILT_IN {
        let RulesFile::Edition(read) = RulesFile::from_toml(text).unwrap() else {
            panic!("{name} is of no event")
        };
        assert_eq!(read.as_ref(), edition(name));
    }
}
