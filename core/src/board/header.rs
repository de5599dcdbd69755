use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The trace format this program reads and writes.
pub const FORMAT: u32 = 1;

/// The first line of a trace: which board, which rules, which players.
///
/// Keys and defaults are those of the trace format, version 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Format version, [`FORMAT`].
    pub touchmove: u32,
    /// Board name or number in the hall.
    #[serde(default = "one")]
    pub board: String,
    /// What the squares can see.
    #[serde(default)]
    pub sensor: Sensor,
    /// What clock stands beside the board.
    #[serde(default)]
    pub clock: ClockKind,
    /// Edition of the rules, the name of a file in `editions/`.
    #[serde(default = "newest_edition")]
    pub rules: String,
    /// Kind of play.
    #[serde(default)]
    pub play: Play,
    /// Whether the Competition Rules apply in rapid and blitz.
    #[serde(default)]
    pub supervision: Supervision,
    /// PGN TimeControl syntax; `-` is untimed.
    #[serde(default = "untimed")]
    pub time_control: String,
    /// Starting position, if not the usual one. Where king or rooks that may castle do not stand as in
    /// chess it is Chess960 (X-FEN `KQkq` or Shredder-FEN `HAha`), and castling is written in UCI as
    /// the king taking his rook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// PGN tag White.
    #[serde(default = "unknown")]
    pub white: String,
    /// PGN tag Black.
    #[serde(default = "unknown")]
    pub black: String,
    /// PGN tag Event.
    #[serde(default = "unknown")]
    pub event: String,
    /// PGN tag Site.
    #[serde(default = "unknown")]
    pub site: String,
    /// PGN tag Date, `YYYY.MM.DD`.
    #[serde(default = "unknown")]
    pub date: String,
    /// PGN tag Round.
    #[serde(default = "unknown")]
    pub round: String,
    /// Further PGN tags.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tags: Map<String, Value>,
    /// The game's id in the hall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What differs from the edition and from the default times.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub parameters: Map<String, Value>,
    /// Version of the game logic that wrote the events beside the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<u32>,
    /// Longest time a change may take to be accepted, ms.
    #[serde(default = "hold", skip_serializing_if = "is_hold")]
    pub hold_ms: u64,
    /// A remark for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Default for Header {
    fn default() -> Self {
        Header {
            touchmove: FORMAT,
            board: one(),
            sensor: Sensor::default(),
            clock: ClockKind::default(),
            rules: newest_edition(),
            play: Play::default(),
            supervision: Supervision::default(),
            time_control: untimed(),
            fen: None,
            white: unknown(),
            black: unknown(),
            event: unknown(),
            site: unknown(),
            date: unknown(),
            round: unknown(),
            tags: Map::new(),
            game: None,
            parameters: Map::new(),
            core: None,
            hold_ms: hold(),
            note: None,
        }
    }
}

fn one() -> String {
    "1".into()
}

fn newest_edition() -> String {
    "fide-2023".into()
}

fn untimed() -> String {
    "-".into()
}

fn unknown() -> String {
    "?".into()
}

fn hold() -> u64 {
    100
}

fn is_hold(ms: &u64) -> bool {
    *ms == hold()
}

/// Why a header does not describe a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderError {
    /// The key that is wrong.
    pub key: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl std::fmt::Display for HeaderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

impl std::error::Error for HeaderError {}

/// What a square can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sensor {
    /// Something stands here (reed switch).
    #[default]
    Occupancy,
    /// And whose it is (hall sensor).
    Polarity,
}

/// What clock stands beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClockKind {
    /// Lever or buttons are wired: this daemon is the clock the players see.
    #[default]
    Lever,
    /// Presses of another clock are sensed: our count is an estimate.
    Tapped,
    /// Presses and readings come from a clock.
    External,
    /// No clock.
    None,
}

/// When the time of the next period is added to a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NextPeriod {
    /// At the press that completes the last move of a period.
    #[default]
    AtMove,
    /// When the time of a period is used up and its moves have been made.
    AtZero,
}

/// Kind of play.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Play {
    /// Standard chess.
    #[default]
    Standard,
    /// Rapid.
    Rapid,
    /// Blitz.
    Blitz,
}

/// Rapid and blitz: whether one arbiter watches few enough games for the full rules.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Supervision {
    /// The Competition Rules apply (13.3, A.4, B.2).
    #[default]
    Full,
    /// They do not (13.4, A.5, B.3).
    Limited,
}
