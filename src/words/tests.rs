use std::{collections::BTreeSet, fs, path::Path};

use fluent_bundle::FluentArgs;
use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;
use touchmove_core::{
    board::{Header, Play, Supervision},
    commission,
    game::Game,
    hall,
    intake::Settings,
    rules::{Edition, Group, Rules},
};

use super::*;

fn every() -> impl Iterator<Item = (Language, Words)> {
    Language::ALL.into_iter().map(|language| (language, Words::new(language)))
}

fn rules(edition: &str, play: Play, supervision: Supervision, event: &Map<String, Value>) -> Rules {
    Edition::load(edition).unwrap().in_force(play, supervision, event).unwrap()
}

/// Every parameter that an event may override, and how the board takes samples.
fn parameters() -> Vec<(String, Value)> {
    let sensing = Settings::new(&Header::default()).unwrap().by_name();
    let sensing = sensing.into_iter().map(|(name, value)| (name.to_owned(), value.into()));
    let standard = rules("fide-2023", Play::Standard, Supervision::Full, &Map::new());
    standard.settings().into_iter().chain(sensing).collect()
}

/// The values of a parameter that is a word, found by what the refusal of a wrong one offers.
fn words_of(parameter: &str) -> Vec<String> {
    let event = Map::from_iter([(parameter.to_owned(), json!("?"))]);
    let edition = Edition::load("fide-2023").unwrap();
    let refused = edition.in_force(Play::Standard, Supervision::Full, &event).unwrap_err();
    let offered = refused.reason.split('`').skip(3).step_by(2);
    offered.map(|word| word.replace('_', "-")).collect()
}

/// The attributes that a language has for a message.
fn attributes(words: &Words, id: &str) -> BTreeSet<String> {
    let message = words.bundle.get_message(id).unwrap_or_else(|| panic!("no message {id}"));
    assert!(message.value().is_some(), "{id} says nothing");
    message.attributes().map(|attribute| attribute.id().to_owned()).collect()
}

#[test]
fn every_file_is_read_without_a_fault() {
    for language in Language::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("words").join(language.code());
        let on_disk: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let files = language.files();
        let carried: BTreeSet<String> =
            files.iter().map(|(name, _)| format!("{name}.ftl")).collect();
        assert_eq!(carried, on_disk);
        for (name, text) in files {
            if let Err((_, errors)) = FluentResource::try_new(text.to_owned()) {
                panic!("words/{}/{name}.ftl: {errors:?}", language.code());
            }
        }
    }
}

#[test]
fn every_parameter_and_each_of_its_values_has_words() {
    for (language, words) in every() {
        for (name, value) in parameters() {
            let id = format!("parameter-{}", name.replace('_', "-"));
            let wanted: BTreeSet<String> = match value {
                Value::String(_) => words_of(&name).into_iter().collect(),
                _ => BTreeSet::from(["value".to_owned()]),
            };
            assert_eq!(attributes(&words, &id), wanted, "{language:?} {id}");
        }
    }
}

#[test]
fn every_concept_has_words() {
    for (language, words) in every() {
        for concept in Group::all().flat_map(Group::concepts) {
            let id = format!("rule-{}", concept.to_string().replace('_', "-"));
            let wanted = BTreeSet::from(["does".to_owned()]);
            assert_eq!(attributes(&words, &id), wanted, "{language:?} {id}");
        }
    }
}

/// What a technician may be asked for and told has words, and what is wrong a part and a remedy.
#[test]
fn commissioning_and_calibrating_have_words() {
    fn of<T: IntoEnumIterator + Into<&'static str>>(family: &'static str) -> Vec<String> {
        T::iter().map(|code| format!("{family}-{}", code.into().replace('_', "-"))).collect()
    }
    let plain = [
        of::<commission::TaskKind>("task"),
        of::<commission::Verdict>("verdict"),
        of::<hall::Step>("calibrating"),
    ];
    let findings = of::<commission::FindingKind>("finding");
    let flaws = of::<hall::FlawKind>("flaw");
    let families = [
        (plain.concat(), &[][..]),
        (findings, &["component", "remedy"][..]),
        (flaws, &["remedy"][..]),
    ];
    for (language, words) in every() {
        let mut known = BTreeSet::new();
        for (ids, wanted) in &families {
            for id in ids {
                let wanted = wanted.iter().map(|name| (*name).to_owned()).collect();
                assert_eq!(attributes(&words, id), wanted, "{language:?} {id}");
                known.insert(id.clone());
            }
        }
        let file = language.files().into_iter().find(|(name, _)| *name == "commission");
        let (_, text) = file.unwrap();
        for line in text.lines().filter(|line| line.contains(" = ") && !line.starts_with(' ')) {
            let id = line.split(' ').next().unwrap();
            assert!(known.contains(id), "{language:?}: {id} is left over");
        }
    }
}

/// A parameter or concept that is gone leaves no words behind.
#[test]
fn no_words_are_left_over() {
    let parameters = parameters().into_iter().map(|(name, _)| format!("parameter-{name}"));
    let concepts = Group::all().flat_map(Group::concepts).map(|one| format!("rule-{one}"));
    let known: BTreeSet<String> =
        parameters.chain(concepts).map(|id| id.replace('_', "-")).collect();
    for language in Language::ALL {
        let rules = language.files().into_iter().find(|(name, _)| *name == "rules");
        let (_, text) = rules.unwrap();
        for line in text.lines().filter(|line| !line.starts_with([' ', '#', '}'])) {
            let id = line.split(' ').next().unwrap();
            let ours = ["parameter-", "rule-"].iter().any(|family| id.starts_with(family));
            assert!(!ours || known.contains(id), "{language:?}: {id}");
        }
    }
}

/// Whatever is asked for is there, in every edition and for every kind of play; nothing shows its
/// name, and nothing is wider than the sheet.
#[test]
fn every_edition_is_told_in_full() {
    for name in Edition::names() {
        let edition = Edition::load(name).unwrap();
        for &play in edition.plays() {
            for supervision in [Supervision::Full, Supervision::Limited] {
                let rules = rules(name, play, supervision, &Map::new());
                for (language, words) in every() {
                    let source = Source { rules: &rules, usual: &rules, file: None, event: None };
                    let page = words.edition(&source);
                    let told = format!("{name} {play} {supervision} {language:?}");
                    assert!(!page.contains(['{', '}', '*', '\u{2068}']), "{told}:\n{page}");
                    for line in page.lines() {
                        assert!(line.chars().count() <= 96, "{told}: {line}");
                        assert_eq!(line.trim_end(), line, "{told}");
                    }
                }
            }
        }
    }
}

#[test]
fn articles_are_cited_with_penalty_and_lender() {
    for (name, cited) in [
        (
            "fide-2023",
            [
                "  7.5.1                     A completed",
                "  penalty 7.5.5             position before",
            ],
        ),
        (
            "fide-2005",
            [
                "  ru-2009 7.4.1             A completed",
                "  penalty ru-2009 7.4.2     position before",
            ],
        ),
    ] {
        let rules = rules(name, Play::Standard, Supervision::Full, &Map::new());
        let source = Source { rules: &rules, usual: &rules, file: None, event: None };
        let page = Words::new(Language::En).edition(&source);
        for cited in cited {
            assert!(page.lines().any(|line| line.starts_with(cited)), "{cited}\n{page}");
        }
    }
}

/// The number of the article stands in the words, for the page has no edition to ask.
#[test]
fn supervision_is_told_by_its_article() {
    use touchmove_core::rules::Concept;
    let words = Words::new(Language::En);
    for name in ["ru-2018", "fide-2023"] {
        for play in [Play::Rapid, Play::Blitz] {
            for (supervision, concept) in [
                (Supervision::Full, Concept::FullSupervision),
                (Supervision::Limited, Concept::LimitedSupervision),
            ] {
                let args: FluentArgs<'_> = [
                    ("rules", name.to_owned()),
                    ("play", play.to_string()),
                    ("supervision", supervision.to_string()),
                ]
                .into_iter()
                .collect();
                let said = words.with(Id("supervision-article", None), &args);
                let article = Edition::load(name).unwrap().article(concept).unwrap().to_string();
                assert!(article.split(", ").any(|one| one == said), "{said} of {article}");
            }
        }
    }
}

fn to_sign(words: &Words, header: &Header) -> String {
    let sensing = Settings::new(header).unwrap();
    let plain = Header { parameters: Map::new(), ..header.clone() };
    let [rules, usual] = [header, &plain].map(|header| Game::rules_of(header).unwrap());
    let event = Event { header, sensing };
    words.regulations(&Source { rules: &rules, usual: &usual, file: None, event: Some(event) })
}

#[test]
fn what_an_event_regulates_otherwise_is_marked() {
    let parameters = json!({
        "agreement_moves": 30, "illegal_move_ms": 90_000, "two_hands": "warning", "chatter_count": 8,
    });
    let Value::Object(parameters) = parameters else { panic!() };
    let header = Header { parameters, event: "City Open".into(), ..Header::default() };
    let page = to_sign(&Words::new(Language::En), &header);
    let marked: Vec<&str> = page.lines().filter(|line| line.starts_with('*')).collect();
    assert_eq!(marked.len(), 4, "{page}");
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "REGULATIONS IN FORCE City Open FIDE Laws, edition of 2023 Standard Time control: untimed",
        "after 30 moves by each (by the edition: after one move by each)",
        "An asterisk marks",
        "Chief arbiter ___",
    ] {
        assert!(flat.contains(said), "{said}\n{page}");
    }
    let page = to_sign(&Words::new(Language::En), &Header::default());
    assert!(!page.contains('*') && page.contains("regulates nothing otherwise"), "{page}");
}

/// A4 upright, at six lines an inch.
#[test]
fn an_event_without_much_of_its_own_fits_one_sheet() {
    for (language, words) in every() {
        let page = to_sign(&words, &Header { event: "City Open".into(), ..Header::default() });
        let lines = page.lines().count();
        assert!(lines <= 66, "{language:?}: {lines} lines\n{page}");
    }
}
