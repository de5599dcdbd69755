//! The configuration of a board: TOML, every key documented in `config/board.toml`.

mod error;
mod event;
mod keys;
mod needs;
mod play;

use std::{
    fs,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Map, Value};
use touchmove_core::{
    board::{ClockKind, Header, HeaderError, Play, Sensor, Supervision},
    table::Table,
};

use crate::clock::LeverEnd;
pub(crate) use error::{ConfigError, Wrong};
pub(crate) use event::event_file;
use keys::Keys;
pub(crate) use needs::Needs;

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
}

/// `[board]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Board {
    pub(crate) name: String,
    pub(crate) state: PathBuf,
}

/// `[sensor]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Sensing {
    pub(crate) kind: SensorKind,
    pub(crate) sees: Sensor,
    pub(crate) rate_hz: Rate,
    pub(crate) socket: Option<PathBuf>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) speed: Speed,
    pub(crate) at_end: AtEnd,
}

/// What reads the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SensorKind {
    /// Switches in memory.
    #[default]
    Simulated,
    /// A recorded game.
    Trace,
}

/// What comes after the last record of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AtEnd {
    /// Nothing.
    #[default]
    Stop,
    /// The next game, which is the same again.
    Loop,
}

/// Readings a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub(crate) struct Rate(u32);

impl Rate {
    /// From one reading to the next.
    pub(crate) fn period(self) -> Duration {
        Duration::from_secs(1) / self.0
    }
}

impl TryFrom<u32> for Rate {
    type Error = &'static str;

    fn try_from(hz: u32) -> Result<Rate, Self::Error> {
        (1..=1000).contains(&hz).then_some(Rate(hz)).ok_or("must be 1 to 1000 times a second")
    }
}

/// How much faster than the host's clock a board lives.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(crate) struct Speed(f64);

impl Speed {
    /// As a factor.
    pub(crate) fn factor(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Speed {
    type Error = &'static str;

    fn try_from(speed: f64) -> Result<Speed, Self::Error> {
        (0.1..=1000.0).contains(&speed).then_some(Speed(speed)).ok_or("must be 0.1 to 1000")
    }
}

impl std::str::FromStr for Speed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Speed, Self::Err> {
        Speed::try_from(text.parse::<f64>().map_err(|_| "must be a number")?)
    }
}

/// `[clock]`
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Clock {
    pub(crate) kind: ClockKind,
    pub(crate) white_at: LeverEnd,
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

/// `[web]`
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Web {
    pub(crate) bind: IpAddr,
    pub(crate) port: u16,
    pub(crate) streams: usize,
}

impl Default for Board {
    fn default() -> Self {
        Board { name: Header::default().board, state: "state".into() }
    }
}

impl Default for Sensing {
    fn default() -> Self {
        Sensing {
            kind: SensorKind::default(),
            sees: Sensor::default(),
            rate_hz: Rate(200),
            socket: None,
            file: None,
            speed: Speed(1.0),
            at_end: AtEnd::default(),
        }
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

impl Default for Web {
    fn default() -> Self {
        Web { bind: Ipv4Addr::LOCALHOST.into(), port: 8080, streams: 200 }
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
        if self.web.streams == 0 {
            say("web.streams", "must be at least 1");
        }
        let sensor = &self.sensor;
        let default = Sensing::default();
        match sensor.kind {
            SensorKind::Simulated => {
                if sensor.file.is_some() {
                    say("sensor.file", "is for kind = \"trace\" only");
                }
                if sensor.speed != default.speed {
                    say("sensor.speed", "is for kind = \"trace\" only");
                }
                if sensor.at_end != default.at_end {
                    say("sensor.at_end", "is for kind = \"trace\" only");
                }
            }
            SensorKind::Trace => {
                if sensor.file.is_none() {
                    say("sensor.file", "is needed for kind = \"trace\"");
                }
                if sensor.socket.is_some() {
                    say("sensor.socket", "is for kind = \"simulated\" only");
                }
            }
        }
        if let Err(error) = Table::new(&self.header()) {
            let key = self.key_of(&error);
            let name = key.rsplit('.').next().unwrap_or_default();
            // The core names the parameter, for it has no line to point to.
            let reason = error.reason.strip_prefix(&format!("{name}: ")).unwrap_or(&error.reason);
            wrong.push((key.clone(), reason.to_string()));
        }
        let misfits = play::misfits(&self.game).into_iter();
        wrong.extend(misfits.map(|(key, reason)| (format!("game.{key}"), reason)));
        wrong
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
