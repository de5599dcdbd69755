use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use shakmaty::{Color, Square, uci::UciMove};

use super::{AlertKind, GameResult, Ms, Reason, Text};

/// An order of the arbiter, with who gave it and what he had before his eyes.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// What is to be done.
    pub order: Order,
    /// Names the command in its answer.
    pub id: Option<String>,
    /// Who gave it.
    pub who: Option<String>,
    /// The alert revision or event number it was decided on.
    pub seen: Option<u64>,
}

impl From<Order> for Command {
    fn from(order: Order) -> Self {
        Command { order, id: None, who: None, seen: None }
    }
}

/// What the arbiter orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Order {
    /// White's clock starts.
    Start,
    /// Both clocks stop.
    Pause,
    /// One clock runs again.
    Resume {
        /// Whose; absent: that of the side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        running: Option<Text<Color>>,
    },
    /// Carry out an alert's advice, or clear it.
    Decide {
        /// Which alert.
        #[serde(flatten)]
        target: Target,
        /// What becomes of it.
        verdict: Verdict,
        /// 1 is the first of the alert's choices; absent: the advice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<usize>,
    },
    /// Check a player's claim, and carry out the answer.
    Claim {
        /// Who claims.
        by: Text<Color>,
        /// What he claims.
        claim: Claim,
        /// The move he intends, SAN.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        intended: Option<String>,
        /// Only look, do not carry out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        check_only: bool,
    },
    /// A draw was offered.
    DrawOffer {
        /// By whom.
        by: Text<Color>,
    },
    /// The game is over.
    Result {
        /// How.
        result: GameResult,
        /// Why.
        reason: Reason,
        /// The arbiter consents to an agreement before the event's minimum.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        consent: bool,
    },
    /// An ended game goes on.
    Reopen {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// Back to the position after a ply.
    Reinstate {
        /// The ply; 0 is the start.
        ply: u32,
    },
    /// The game goes on from a given position.
    SetPosition {
        /// The position.
        fen: String,
    },
    /// What stands on the board is the position.
    AcceptBoard,
    /// Replace a recorded move.
    Correct {
        /// Its ply, from 1.
        ply: u32,
        /// The right move, SAN.
        #[serde(rename = "move")]
        san: String,
    },
    /// The board lies turned by 180°.
    Flip,
    /// The players sit at the wrong sides.
    SwapColours,
    /// He must move or capture that piece.
    Oblige {
        /// Who.
        side: Text<Color>,
        /// The touched piece's square.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        square: Option<Text<Square>>,
        /// Or the moves themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<Text<UciMove>>,
    },
    /// A penalty.
    Penalty {
        /// Against whom.
        side: Text<Color>,
        /// Which.
        kind: Penalty,
        /// Time, where the kind needs it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<Ms>,
        /// By which article.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        article: Option<String>,
        /// A remark.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Adjust one clock.
    AddTime {
        /// Whose.
        side: Text<Color>,
        /// May be negative.
        ms: i64,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Set the clocks.
    SetClock {
        /// White's time left.
        white: Ms,
        /// Black's time left.
        black: Ms,
        /// Whose runs from now on, `null`: none; absent: as it was.
        #[serde(default, deserialize_with = "told", skip_serializing_if = "Option::is_none")]
        running: Option<Option<Text<Color>>>,
        /// Completed moves on the clock's counter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<u32>,
        /// Increment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        increment: Option<Ms>,
    },
    /// The player is here.
    Present {
        /// Who.
        side: Text<Color>,
        /// With an assistant who moves or presses for him (4.9, 6.2.6).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        assistant: bool,
    },
    /// A remark for the record.
    Note {
        /// What.
        text: String,
        /// Article it concerns.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        article: Option<String>,
    },
    /// A player was shown the record.
    RecordShown {
        /// To whom.
        by: Text<Color>,
    },
    /// This table's game is closed; the next set-up begins a new one.
    NextGame,
    /// The same for a game that is not to be played on.
    Abandon,
    /// Take back the arbiter's last command.
    Undo,
}

/// What is told, be it `null`: what is absent is another matter.
fn told<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl Order {
    /// The order without what somebody wrote in his own words: it may name people. No event is
    /// worked out from that.
    #[must_use]
    pub fn without_texts(mut self) -> Order {
        match &mut self {
            Order::Reopen { why: text }
            | Order::Penalty { note: text, .. }
            | Order::AddTime { reason: text, .. } => *text = None,
            Order::Note { text, .. } => text.clear(),
            _ => {}
        }
        self
    }
}

/// Which alert a decision speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Target {
    /// By its id.
    Alert(u32),
    /// The newest open alert of that kind.
    Kind(AlertKind),
}

/// What becomes of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// Its advice is carried out.
    Apply,
    /// No action; its count is taken back.
    Dismiss,
    /// Later.
    Postpone,
}

/// What a player claims.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Claim {
    /// Third occurrence of the position.
    Threefold,
    /// Fifty moves.
    FiftyMoves,
    /// Quickplay finish.
    QuickplayFinish,
    /// The opponent's move was illegal.
    IllegalMove,
    /// The opponent touched another piece.
    TouchMove,
    /// The opponent's flag fell.
    Flag,
}

/// Kinds of penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Penalty {
    /// A warning.
    Warning,
    /// Time to the opponent.
    TimeToOpponent,
    /// Time off the player's own clock.
    TimeOff,
    /// Loss of the game.
    Loss,
}

/// Orders in which `by` is a side, so that it cannot also name who gave the order.
const BY_IS_A_SIDE: [&str; 3] = ["claim", "draw_offer", "record_shown"];

impl Serialize for Command {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;
        let mut map = match serde_json::to_value(&self.order).map_err(S::Error::custom)? {
            Value::Object(map) => map,
            other => return Err(S::Error::custom(format!("an order is an object, not {other}"))),
        };
        let who = if BY_IS_A_SIDE.contains(&<&str>::from(&self.order)) { "who" } else { "by" };
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                map.insert(key.into(), value);
            }
        };
        put("id", self.id.clone().map(Value::from));
        put(who, self.who.clone().map(Value::from));
        put("seen", self.seen.map(Value::from));
        map.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let map = Map::<String, Value>::deserialize(deserializer)?;
        let text = |key: &str| match map.get(key) {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        let id = text("id");
        let seen = map.get("seen").and_then(Value::as_u64);
        let by = text("by");
        let who = text("who");
        let order: Order = serde_json::from_value(Value::Object(map)).map_err(D::Error::custom)?;
        let by_is_a_side = BY_IS_A_SIDE.contains(&<&str>::from(&order));
        let who = if by_is_a_side { who } else { by.or(who) };
        Ok(Command { order, id, who, seen })
    }
}
