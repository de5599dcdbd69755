//! What the messages hold: JSON, of which a reader takes what it knows.

use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use touchmove_core::{
    board::{Bitboard, Command, Header, Ms},
    sheet::Summary,
};

use super::super::{Answer, Glance, Presence};
use crate::{clock::LeverEnd, health::DiskFault, meet::Synchronised};

/// When a board said something, by its own clock; it alone can tell how long ago that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beat {
    /// Names the run of the board's program.
    pub(super) run: u64,
    /// Since that began, ms.
    pub(super) ms: u64,
}

/// What a board shows of itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Shown {
    pub(super) beat: Beat,
    /// The board's own version.
    pub(super) version: String,
    pub(super) summary: Summary,
    /// 16 hexadecimal digits, a1 the lowest bit.
    pub(super) occupied: String,
    /// Trace time when it was sent, ms.
    pub(super) t: Ms,
    pub(super) speed: f64,
    pub(super) white_at: LeverEnd,
    pub(super) unsaved: Option<DiskFault>,
    /// Whether its clock goes by the hall's.
    #[serde(default)]
    pub(super) synchronised: Synchronised,
}

impl Shown {
    pub(super) fn of(glance: &Glance, beat: Beat, synchronised: Synchronised) -> Shown {
        Shown {
            beat,
            version: env!("CARGO_PKG_VERSION").into(),
            summary: glance.summary.clone(),
            occupied: format!("{:016x}", glance.occupied.0),
            t: glance.t_now(),
            speed: glance.speed,
            white_at: glance.white_at,
            unsaved: glance.unsaved,
            synchronised,
        }
    }

    /// As it is seen in the hall, under the name that the board has there.
    pub(super) fn glance(self, name: &str, at: Instant) -> Glance {
        let Shown { mut summary, occupied, t, speed, white_at, unsaved, synchronised, .. } = self;
        summary.board = name.into();
        Glance {
            summary,
            occupied: Bitboard(u64::from_str_radix(&occupied, 16).unwrap_or_default()),
            t,
            at,
            speed,
            white_at,
            unsaved,
            presence: Presence::Here,
            synchronised,
        }
    }
}

/// What is asked of a board, and the newest word of it that was known then.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Asking {
    pub(super) beat: Beat,
    pub(super) what: Wish,
}

/// What is wished.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wish {
    /// An order of the arbiter, for this game only.
    Order {
        command: Command,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
    },
    /// Who plays next.
    Pair { header: Box<Header> },
}

/// What a board answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// What came of it.
    Answer(Answer),
    /// It was given on old news: nothing was done.
    Stale,
    /// Too much is asked at once, or the board ends: nothing was done.
    Busy,
}

/// A board says which games it has.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Attach {
    /// Ids, and the number of the last event.
    pub(crate) games: Vec<(String, u64)>,
}

/// How far the hall has read them.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Attached {
    /// The last event that the hall has, game by game.
    pub(crate) have: Vec<(String, u64)>,
}

/// A board asks to be let in.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct JoinRequest {
    /// What stands on its label.
    pub(crate) code: String,
    /// Its public key, an nkey.
    pub(crate) key: String,
}

/// Whether it is let in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Joining {
    /// With its own key it may come in.
    Welcome,
    /// Another board came with this code and another key.
    OtherKey,
}
