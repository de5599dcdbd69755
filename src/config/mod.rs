//! The configuration of a board: TOML, every key documented in `config/board.toml`.

mod error;
mod event;
mod hub;
mod keys;
mod needs;
mod web;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use serde_json::{Map, Value};
use touchmove_core::{
    board::{ClockKind, Header, HeaderError, Play, Supervision},
    table::Table,
    tournament::Terms,
};

use crate::{
    clock::{ContactsTable, LeverEnd},
    meet::Join,
    sensor::Sensing,
};
pub(crate) use error::{ConfigError, Wrong};
pub(crate) use event::event_file;
pub(crate) use hub::HubConfig;
use keys::Keys;
pub(crate) use needs::Needs;
pub(crate) use web::{Public, Spoken, Web};

/// The whole configuration of a board.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) board: Board,
    pub(crate) sensor: Sensing,
    pub(crate) clock: Clock,
    pub(crate) game: Game,
    pub(crate) hall: Hall,
    pub(crate) web: Web,
    /// None: it is a hall of its own, unless `touchmove join` told it otherwise.
    hub: Option<HubTable>,
    /// None: the public sees nothing.
    pub(crate) public: Option<Public>,
}

/// `[board]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Board {
    pub(crate) name: String,
    pub(crate) state: PathBuf,
}

/// `[clock]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Clock {
    pub(crate) kind: ClockKind,
    pub(crate) white_at: LeverEnd,
    pub(crate) contacts: Option<ContactsTable>,
}

/// `[game]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Game {
    pub(crate) rules: String,
    pub(crate) play: Play,
    pub(crate) supervision: Supervision,
    pub(crate) time_control: String,
    pub(crate) fen: Option<String>,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) site: String,
    pub(crate) date: String,
    pub(crate) round: String,
    pub(crate) tags: Map<String, Value>,
    pub(crate) parameters: Map<String, Value>,
    /// The event's own file, whose edition and parameters stand above.
    #[serde(skip)]
    pub(crate) regulations: Option<PathBuf>,
}

/// `[hall]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Hall {
    pub(crate) name: String,
}

/// `[hub]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct HubTable {
    join: Option<Join>,
    url: Option<String>,
}

/// How a board is told of its hub.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum HubLink {
    /// By the hall's join string.
    Join(Join),
    /// By the address of a server that lets it in as it is.
    Url(String),
}

impl HubTable {
    fn link(&self) -> Result<HubLink, &'static str> {
        match (&self.join, &self.url) {
            (Some(join), None) => Ok(HubLink::Join(join.clone())),
            (None, Some(url)) => Ok(HubLink::Url(url.clone())),
            (Some(_), Some(_)) => Err("it is join or url, not both"),
            (None, None) => Err("needs join or url"),
        }
    }
}

impl Default for Board {
    fn default() -> Self {
        Board { name: Header::default().board, state: "state".into() }
    }
}

impl Default for Game {
    fn default() -> Self {
        let header = Header::default();
        Game {
            rules: header.rules,
            play: header.play,
            supervision: header.supervision,
            time_control: header.time_control,
            fen: header.fen,
            white: header.white,
            black: header.black,
            event: header.event,
            site: header.site,
            date: header.date,
            round: header.round,
            tags: header.tags,
            parameters: header.parameters,
            regulations: None,
        }
    }
}

impl Default for Hall {
    fn default() -> Self {
        Hall { name: "Hall".into() }
    }
}

impl Config {
    /// Reads and checks a configuration.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or everything that is wrong with it.
    pub(crate) fn load(file: &Path) -> Result<Config, ConfigError> {
        let text = fs::read_to_string(file)
            .map_err(|error| ConfigError::Unreadable { file: file.into(), error })?;
        Config::parse(&text).map_err(|wrong| ConfigError::Wrong { file: file.into(), wrong })
    }

    /// Reads and checks the text of a configuration.
    ///
    /// # Errors
    ///
    /// What is wrong with it: never an empty list.
    pub(crate) fn parse(text: &str) -> Result<Config, Vec<Wrong>> {
        let keys = Keys::new(text);
        let mut config: Config =
            toml::from_str(text).map_err(|error| vec![keys.explain(&error)])?;
        event::settle(&mut config.game).map_err(|reason| vec![keys.at("game.rules", reason)])?;
        let wrong: Vec<Wrong> = config
            .contradictions()
            .into_iter()
            .map(|(key, reason)| keys.at(&key, reason))
            .collect();
        if wrong.is_empty() { Ok(config) } else { Err(wrong) }
    }

    /// The hub that the board was told of here.
    pub(crate) fn hub(&self) -> Option<HubLink> {
        self.hub.as_ref().and_then(|hub| hub.link().ok())
    }

    /// The header of a game as configured.
    pub(crate) fn header(&self) -> Header {
        let game = self.game.clone();
        Header {
            board: self.board.name.clone(),
            sensor: self.sensor.sees,
            clock: self.clock.kind,
            rules: game.rules,
            play: game.play,
            supervision: game.supervision,
            time_control: game.time_control,
            fen: game.fen,
            white: game.white,
            black: game.black,
            event: game.event,
            site: game.site,
            date: game.date,
            round: game.round,
            tags: game.tags,
            parameters: game.parameters,
            ..Header::default()
        }
    }

    /// What each key for itself could say, but all together cannot.
    fn contradictions(&self) -> Vec<(String, String)> {
        let mut wrong = Vec::new();
        let mut say = |key: &str, reason: &str| wrong.push((key.to_string(), reason.to_string()));
        if self.board.name.trim().is_empty() {
            say("board.name", "must not be empty");
        }
        if let Some(Err(reason)) = self.hub.as_ref().map(HubTable::link) {
            say("hub", reason);
        }
        wrong.extend(self.web.contradictions());
        wrong.extend(self.public.iter().flat_map(Public::contradictions));
        wrong.extend(self.sensor.contradictions());
        wrong.extend(self.lines_taken_twice());
        if let Err(error) = Table::new(&self.header()) {
            let key = self.key_of(&error);
            let name = key.rsplit('.').next().unwrap_or_default();
            // The core names the parameter, for it has no line to point to.
            let reason = error.reason.strip_prefix(&format!("{name}: ")).unwrap_or(&error.reason);
            wrong.push((key.clone(), reason.to_string()));
        }
        let Game { rules, play, supervision, time_control, .. } = self.game.clone();
        let terms = Terms { rules, play, supervision, time_control, ..Terms::default() };
        wrong.extend(
            terms.misfits().into_iter().map(|(key, reason)| (format!("game.{key}"), reason)),
        );
        wrong
    }

    /// Lines that two parts of the board would take.
    fn lines_taken_twice(&self) -> Vec<(String, String)> {
        let of_sensor = self.sensor.lines_taken().into_iter();
        let contacts = self.clock.contacts.iter().flat_map(ContactsTable::lines_taken);
        let taken = of_sensor
            .map(|(key, line)| (format!("sensor.{key}"), line))
            .chain(contacts.map(|(key, line)| (format!("clock.{key}"), line)));
        let mut by_line: BTreeMap<String, String> = BTreeMap::new();
        let mut twice = Vec::new();
        for (key, line) in taken {
            match by_line.get(&line.to_string()) {
                Some(other) => twice.push((key, format!("{line} is taken by {other} already"))),
                None => {
                    by_line.insert(line.to_string(), key);
                }
            }
        }
        twice
    }

    /// Where the configuration says what a header cannot.
    fn key_of(&self, error: &HeaderError) -> String {
        let about = |name: &&String| error.key == *name || error.reason.contains(name.as_str());
        match error.key {
            "sensor" => "sensor.sees".into(),
            "clock" => "clock.kind".into(),
            "parameters" if error.reason.starts_with("play: ") => "game.play".into(),
            key => match self.game.parameters.keys().find(about) {
                Some(name) => format!("game.parameters.{name}"),
                None => format!("game.{key}"),
            },
        }
    }
}

#[cfg(test)]
mod tests;
