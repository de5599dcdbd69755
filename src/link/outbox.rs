use std::{
    collections::VecDeque,
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::Notify, time::Instant};
use touchmove_core::board::{Header, Ms, Said};

use super::Batch;
use crate::journal::{self, Head};

/// Events kept in memory for a hall that is there. One that was away reads the journal.
const RECENT: usize = 256;

/// What a board has said and the hall does not yet have. The journals keep it; this remembers
/// which, and the last events, so that a hall that keeps up costs no reading.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    games: Mutex<VecDeque<Game>>,
    more: Notify,
}

/// A game of which the hall may still miss events.
#[derive(Debug)]
struct Game {
    header: Arc<Header>,
    journal: Arc<Path>,
    /// The last event said.
    last: u64,
    recent: VecDeque<Said>,
    /// The newest seal over its journal.
    seal: Option<Head>,
    /// A time of the game, and when that was now.
    as_of: Option<(Ms, Instant)>,
}

/// What is to be sent next.
#[derive(Debug)]
pub(super) enum Owed {
    /// Nothing of this game.
    Nothing,
    /// These events.
    Events(Batch),
    /// The game is whole there, and another has begun.
    NextGame,
}

impl Outbox {
    /// A game begins, or goes on after a restart with `last` events said.
    pub(crate) fn game(&self, header: Arc<Header>, journal: Arc<Path>, last: u64) {
        let recent = VecDeque::new();
        self.lock().push_back(Game { header, journal, last, recent, seal: None, as_of: None });
        self.more.notify_one();
    }

    /// Something was said and may be shown; it stands in the journal under `seal`.
    pub(crate) fn said(&self, said: impl IntoIterator<Item = Said>, seal: Option<Head>) {
        let mut games = self.lock();
        let Some(game) = games.back_mut() else { return };
        game.seal = seal.or(game.seal.take());
        for said in said {
            game.last = said.seq;
            game.as_of = Some((said.t, Instant::now()));
            game.recent.push_back(said);
        }
        let surplus = game.recent.len().saturating_sub(RECENT);
        game.recent.drain(..surplus);
        drop(games);
        self.more.notify_one();
    }

    /// The game that is to be told of, and its last event.
    pub(super) fn front(&self) -> Option<(Arc<Header>, u64)> {
        self.lock().front().map(|game| (Arc::clone(&game.header), game.last))
    }

    /// What comes after the events up to `have` of the game in front.
    ///
    /// # Errors
    ///
    /// When the journal cannot be read and the events are no longer in memory.
    pub(super) fn after(&self, have: u64, most: usize) -> io::Result<Owed> {
        let (journal, last, seal, as_of) = {
            let mut games = self.lock();
            let more = games.len() > 1;
            let Some(game) = games.front_mut() else { return Ok(Owed::Nothing) };
            if game.last <= have {
                if !more {
                    return Ok(Owed::Nothing);
                }
                games.pop_front();
                return Ok(Owed::NextGame);
            }
            if game.recent.front().is_some_and(|first| first.seq <= have + 1) {
                let events = game.recent.iter().filter(|said| said.seq > have).take(most);
                let events = events.cloned().collect();
                return Ok(Owed::Events(Batch {
                    events,
                    seal: game.seal.clone(),
                    as_of: game.as_of,
                }));
            }
            (Arc::clone(&game.journal), game.last, game.seal.clone(), game.as_of)
        };
        let mut events = journal::events_after(&journal, have)?;
        // What stands in it beyond that may not be on the disk yet.
        events.retain(|said| said.seq <= last);
        events.truncate(most);
        if events.is_empty() {
            return Err(io::Error::other("events are neither in memory nor in the journal"));
        }
        Ok(Owed::Events(Batch { events, seal, as_of }))
    }

    /// Waits until there may be more to send.
    pub(super) async fn more(&self) {
        self.more.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Game>> {
        // Nothing in here panics half way.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::trace::Line;

    use super::*;

    /// A hall that knew of an event which a power cut then took would miss the next one of that
    /// number.
    #[test]
    fn a_hall_that_was_away_is_not_told_what_may_still_be_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let said = |seq| format!(r#"{{"seq":{seq},"t":5,"event":"started"}}"#);
        let lines = [Line::from(Header::default()).to_string(), said(1), said(2), said(3)];
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();

        let outbox = Outbox::default();
        let owed = |have| match outbox.after(have, 10).unwrap() {
            Owed::Events(batch) => batch.events.iter().map(|said| said.seq).collect(),
            Owed::Nothing => Vec::new(),
            Owed::NextGame => panic!("there is one game"),
        };
        outbox.game(Arc::default(), path.as_path().into(), 2);
        assert_eq!(owed(0), [1, 2]);
        assert!(owed(2).is_empty());
        outbox.said([serde_json::from_str(&said(3)).unwrap()], None);
        assert_eq!(owed(0), [1, 2, 3]);
        assert_eq!(owed(2), [3]);
    }
}
