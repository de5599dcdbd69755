use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use serde_json::Map;
use touchmove_core::{
    board::{Header, Play, Supervision},
    game::Game,
    intake,
    rules::{Edition, Rules, RulesFile},
};

use super::Verdict;
use crate::{
    config::{Config, event_file},
    words::{Event, Language, Source, Words},
};

/// Print the rules: an edition with its parameters and articles, or what is in force at an event.
///
/// Without --config: every parameter of the edition, and for each article what it is about, by which
/// article it is punished, and what the board does about it. With --config: one page with the
/// parameters in force at that event, those marked that it regulates otherwise, and a line for the
/// chief arbiter to sign.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// ru-2009, ru-2018, fide-2005, fide-2023; or a file: an event's own, or a whole edition
    #[arg(long, value_name = "EDITION", default_value_t = Header::default().rules)]
    edition: String,
    /// Kind of play
    #[arg(long, value_name = "PLAY", default_value_t = Play::Standard, value_parser = plays())]
    play: Play,
    /// Rapid and blitz: whether the Competitive Rules apply (13.3, A.4, B.2)
    #[arg(long, value_name = "SUPERVISION", default_value_t = Supervision::Full,
        value_parser = supervisions())]
    supervision: Supervision,
    /// The configuration of one of the event's boards; see config/board.toml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["edition", "play", "supervision"])]
    config: Option<PathBuf>,
    /// Language
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::En)]
    lang: Language,
}

fn plays() -> impl clap::builder::TypedValueParser<Value = Play> {
    PossibleValuesParser::new(["standard", "rapid", "blitz"]).try_map(|text| text.parse())
}

fn supervisions() -> impl clap::builder::TypedValueParser<Value = Supervision> {
    PossibleValuesParser::new(["full", "limited"]).try_map(|text| text.parse())
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let words = Words::new(args.lang);
    let page = match &args.config {
        Some(file) => regulations(&words, file),
        None => edition(&words, args),
    };
    match page {
        Ok(page) => {
            io::stdout().write_all(page.as_bytes())?;
            Ok(Verdict::Fine)
        }
        Err(error) => {
            eprintln!("{error}");
            Ok(Verdict::Unusable)
        }
    }
}

/// The page about an edition, or about it as an event's own file regulates it.
fn edition(words: &Words, args: &Args) -> Result<String, String> {
    let Args { edition, play, supervision, .. } = args;
    if (*play, *supervision) == (Play::Standard, Supervision::Limited) {
        return Err("--supervision limited: is for rapid and blitz only".into());
    }
    let in_force = |edition: &Edition, parameters: &Map<_, _>| {
        let rules = edition.in_force(*play, *supervision, parameters);
        rules.map_err(|error| format!("{}: {error}", args.edition))
    };
    let mut own = None;
    let (rules, usual): (Rules, Rules) = match Edition::load(edition) {
        Ok(edition) => {
            let rules = in_force(edition, &Map::new())?;
            (rules.clone(), rules)
        }
        Err(unknown) => {
            let file = Path::new(edition);
            if !file.exists() && event_file(edition).is_none() {
                return Err(unknown.to_string());
            }
            let text = fs::read_to_string(file).map_err(|error| format!("{edition}: {error}"))?;
            match RulesFile::from_toml(&text).map_err(|error| format!("{edition}: {error}"))? {
                RulesFile::Edition(edition) => {
                    let rules = in_force(&edition, &Map::new())?;
                    (rules.clone(), rules)
                }
                RulesFile::Event(event) => {
                    own = Some(file);
                    let parameters = event.parameters(*play, *supervision);
                    let usual = in_force(event.edition(), &Map::new())?;
                    (in_force(event.edition(), &parameters)?, usual)
                }
            }
        }
    };
    Ok(words.edition(&Source { rules: &rules, usual: &usual, file: own, event: None }))
}

/// The page to sign for the event of a configuration.
fn regulations(words: &Words, file: &Path) -> Result<String, String> {
    let config = Config::load(file).map_err(|error| error.to_string())?;
    let header = config.header();
    // The configuration has been found in order, so what follows cannot go wrong.
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let in_force = |header: &Header| Game::rules_of(header).map_err(|error| wrong(&error));
    let usual = in_force(&Header { parameters: Map::new(), ..header.clone() })?;
    let rules = in_force(&header)?;
    let sensing = intake::Settings::new(&header).map_err(|error| wrong(&error))?;
    let file = config.game.regulations.as_deref();
    let event = Event { header: &header, sensing };
    Ok(words.regulations(&Source { rules: &rules, usual: &usual, file, event: Some(event) }))
}
