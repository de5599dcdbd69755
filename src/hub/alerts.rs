use std::{
    collections::VecDeque,
    sync::{Arc, PoisonError, RwLock},
};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use touchmove_core::board::{Alert, AlertKind, Cleared, Event, Ms, Said};

/// Alerts kept at hand; older ones are read from the hall's memory.
pub(super) const RECENT: usize = 256;

/// What the log says of an alert, once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct AlertEntry {
    /// Place in the log; rises, and is never used twice.
    pub(crate) cursor: u64,
    /// The board.
    pub(crate) board: String,
    /// The game's id.
    pub(crate) game: String,
    /// The event's number within the game.
    pub(crate) seq: u64,
    /// The game's time, ms.
    pub(crate) t: Ms,
    /// When that was, by the hall's clock, ms since 1970, as far as is known.
    pub(crate) at_ms: i64,
    /// Whether the hall heard of it then.
    pub(crate) came: Came,
    /// What happened to the alert.
    #[serde(flatten)]
    pub(crate) news: News,
}

/// Whether the hall heard of something when it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum Came {
    /// At once, or soon enough to do something about it.
    Live,
    /// Later: nobody need be called for it any more.
    Missed,
}

/// Older news than this is shown as missed, ms.
const MISSED: Ms = 120_000;

impl Came {
    /// Of something that happened so long ago, ms.
    pub(super) fn after(age_ms: Ms) -> Came {
        if age_ms > MISSED { Came::Missed } else { Came::Live }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Came::Live => "live",
            Came::Missed => "missed",
        }
    }

    pub(super) fn named(name: &str) -> Came {
        if name == "live" { Came::Live } else { Came::Missed }
    }
}

/// When something happened, and whether the hall heard of it then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) at_ms: i64,
    pub(super) came: Came,
}

/// What happened to an alert.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum News {
    /// It was raised.
    Raised {
        /// The alert.
        alert: Alert,
    },
    /// It changed.
    Changed {
        /// As it is now.
        alert: Alert,
    },
    /// It was cleared.
    Cleared {
        /// Which, and why.
        cleared: Clearing,
    },
}

/// Why an alert went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct Clearing {
    /// The alert's id within the game.
    pub(crate) id: u32,
    /// Its kind.
    pub(crate) kind: AlertKind,
    /// Why.
    pub(crate) why: Cleared,
}

impl News {
    /// What an event says of an alert, if it does.
    pub(super) fn of(said: &Said) -> Option<News> {
        match &said.event {
            Event::Alert(alert) if alert.rev <= 1 => Some(News::Raised { alert: alert.clone() }),
            Event::Alert(alert) => Some(News::Changed { alert: alert.clone() }),
            Event::AlertCleared { id, kind, why } => {
                Some(News::Cleared { cleared: Clearing { id: *id, kind: *kind, why: *why } })
            }
            _ => None,
        }
    }
}

/// The newest alerts of all tables, for those who follow them.
#[derive(Debug)]
pub(crate) struct AlertLog {
    recent: RwLock<VecDeque<Arc<AlertEntry>>>,
    newest: watch::Sender<u64>,
}

impl AlertLog {
    pub(super) fn new(recent: Vec<AlertEntry>) -> AlertLog {
        let newest = watch::Sender::new(recent.last().map_or(0, |entry| entry.cursor));
        AlertLog { recent: RwLock::new(recent.into_iter().map(Arc::new).collect()), newest }
    }

    /// Follows the cursor of the newest entry.
    pub(crate) fn newest(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }

    pub(super) fn add(&self, entries: Vec<AlertEntry>) {
        let Some(newest) = entries.last().map(|entry| entry.cursor) else { return };
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.extend(entries.into_iter().map(Arc::new));
        let surplus = recent.len().saturating_sub(RECENT);
        recent.drain(..surplus);
        drop(recent);
        self.newest.send_replace(newest);
    }

    /// What comes after `cursor`; None where that is no longer at hand.
    pub(super) fn after(&self, cursor: u64, most: usize) -> Option<Vec<Arc<AlertEntry>>> {
        if cursor >= *self.newest.borrow() {
            return Some(Vec::new());
        }
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        // Cursors may skip, so only an entry at or before the cursor proves that none is missed.
        if recent.front().is_none_or(|first| first.cursor > cursor + 1) {
            return None;
        }
        let start = recent.partition_point(|entry| entry.cursor <= cursor);
        Some(recent.iter().skip(start).take(most).map(Arc::clone).collect())
    }
}
