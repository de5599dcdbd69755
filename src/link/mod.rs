//! Between a board and the hall.
//!
//! A board tells its events, each exactly once and in order, and shows what stands on it, latest
//! wins; the hall sends orders, each answered once. Both ends may be in one process ([`local`]), or
//! a network lies between them ([`nats`]).

mod courier;
pub(crate) mod local;
pub(crate) mod nats;
mod outbox;
mod view;

use std::future::{Future, pending};

use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, time::Instant};
use touchmove_core::board::{Command, Header, Ms, Said};

use crate::journal::Head;

pub(crate) use courier::carry;
pub(crate) use outbox::Outbox;
pub(crate) use view::{Glance, Presence, SheetView, Showcase, View};

/// The board's end of the link to the hall.
pub(crate) trait Uplink: Send + 'static {
    /// Announces a game; answers how many of its events the hall has.
    ///
    /// # Errors
    ///
    /// When the hall does not answer. To be tried again.
    fn attach(&mut self, header: &Header) -> impl Future<Output = Result<u64, Away>> + Send;

    /// Hands over events of the game that was announced last, in order; answers the number of the
    /// last one that the hall has now.
    ///
    /// # Errors
    ///
    /// When the hall does not answer. To be tried again: what it has already it takes no notice of.
    fn deliver(&mut self, batch: Batch) -> impl Future<Output = Result<u64, Away>> + Send;

    /// Waits until the hall asks to be attached to again, for it may have lost something.
    fn recalled(&self) -> impl Future<Output = ()> + Send {
        pending()
    }
}

/// Events on their way to the hall.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// The events, in order.
    pub(crate) events: Vec<Said>,
    /// The seal over the journal in which they stand; none where the disk did not take them.
    pub(crate) seal: Option<Head>,
    /// A time of the game, and when that was now.
    pub(crate) as_of: Option<(Ms, Instant)>,
}

impl Batch {
    /// How long ago this event was said, ms, as far as is known.
    pub(crate) fn age_ms(&self, said: &Said) -> Option<Ms> {
        let (t, at) = self.as_of?;
        Some(t.saturating_sub(said.t) + at.elapsed().as_millis() as Ms)
    }
}

impl From<Vec<Said>> for Batch {
    fn from(events: Vec<Said>) -> Batch {
        Batch { events, seal: None, as_of: None }
    }
}

/// The other end does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Away;

/// What the hall asks of a board, and where the answer goes. What is asked by someone who is gone
/// is carried out all the same.
#[derive(Debug)]
pub(crate) enum Request {
    /// An order of the arbiter.
    Order {
        /// The order.
        command: Command,
        /// The game it was given for; none: whichever is on.
        game: Option<String>,
        /// Where the answer goes.
        answer: oneshot::Sender<Answer>,
    },
    /// Who plays here next, and by which rules. It is answered once it outlives a power cut and
    /// that game has begun: a game of which nothing was played, and one that is over, give way; one
    /// that is on does not (`game_on`).
    Pair {
        /// The game to be played; sensor and clock remain the board's own.
        header: Box<Header>,
        /// Where the answer goes.
        answer: oneshot::Sender<Answer>,
    },
}

/// A board's answer to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum Answer {
    /// It took effect: what was done.
    Done(String),
    /// Nothing changed: why.
    Refused(String),
}
