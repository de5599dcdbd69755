//! The round that is on: every board gets its pairing, is looked at until all are ready, and its
//! clocks are started and stopped with the hall's.

mod clocks;
mod keeper;
mod view;

use std::{
    collections::BTreeMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{task::JoinSet, time::Instant};
use touchmove_core::{
    board::{Colours, Header},
    pgn::Score,
    sheet::Sheet,
    tournament::{Mistake, Round},
};

pub(crate) use clocks::Carried;
pub(crate) use keeper::keep_round;
pub(crate) use view::{RoundSummary, RoundView};

use super::{
    Hub, Unanswered, store,
    store::{KeptRound, Stopped},
};
use crate::link::{Answer, Request};

/// A board that has not taken its pairing is asked again after this time.
const AGAIN: Duration = Duration::from_secs(5);

/// The rounds of a hall.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    current: Mutex<Option<Arc<Current>>>,
    stopped: Mutex<Vec<Stopped>>,
    /// One hands out pairings at a time.
    handing_out: tokio::sync::Mutex<()>,
}

/// The round that is on.
#[derive(Debug)]
struct Current {
    kept: KeptRound,
    /// By table, what its board has said to its pairing.
    told: Mutex<BTreeMap<String, Told>>,
}

/// How far a board is with its pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    /// It has it, since then.
    Taken(Instant),
    /// It has not, for this reason, and was asked then.
    Not(String, Instant),
}

impl Rounds {
    /// As they are kept.
    pub(super) fn open(store: &store::Store) -> Result<Rounds, store::Error> {
        let current = store.newest_round()?.map(Current::new).map(Arc::new);
        let stopped = store.stopped()?;
        Ok(Rounds { current: current.into(), stopped: stopped.into(), ..Rounds::default() })
    }

    fn current(&self) -> Option<Arc<Current>> {
        lock(&self.current).clone()
    }
}

impl Current {
    fn new(kept: KeptRound) -> Current {
        Current { kept, told: Mutex::default() }
    }
}

impl Hub {
    /// Makes this the round that is on and gives each board its pairing. One of the same event and
    /// name as the one that is on replaces it.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written; within: everything that is wrong with the round.
    pub(crate) async fn prepare(
        self: &Arc<Self>,
        round: Round,
    ) -> io::Result<Result<(), Vec<Mistake>>> {
        // Thousands of tables take longer than another task may wait for.
        let checked = tokio::task::spawn_blocking(move || (round.mistakes(), round));
        let (mistakes, round) = checked.await.map_err(io::Error::other)?;
        if !mistakes.is_empty() {
            return Ok(Err(mistakes));
        }
        let now = jiff::Timestamp::now().as_millisecond();
        let kept = self.write(move |store| store.prepare(round, now)).await?;
        *lock(&self.rounds.current) = Some(Arc::new(Current::new(kept)));
        self.hand_out().await;
        Ok(Ok(()))
    }

    /// Gives their pairings to the boards that have not got them, and waits until each has answered
    /// or is given up for now.
    pub(crate) async fn hand_out(self: &Arc<Self>) {
        let _only = self.rounds.handing_out.lock().await;
        let Some(current) = self.rounds.current() else { return };
        let round = &current.kept.round;
        let mut asked = JoinSet::new();
        for pairing in &round.tables {
            let header = round.header(pairing);
            let told = lock(&current.told).get(&pairing.table).cloned();
            if self.find(&pairing.table).is_none() || !self.is_due(told, &header) {
                continue;
            }
            let hub = Arc::clone(self);
            asked.spawn(async move {
                let table = header.board.clone();
                let pair = |answer| Request::Pair { header: Box::new(header), answer };
                (table.clone(), hub.ask(&table, pair).await)
            });
        }
        while let Some(answered) = asked.join_next().await {
            let Ok((table, answer)) = answered else { continue };
            let now = Instant::now();
            let told = match why_not(answer) {
                None => Told::Taken(now),
                Some(why) => Told::Not(why, now),
            };
            lock(&current.told).insert(table, told);
        }
    }

    /// Whether a board must be told its pairing now.
    fn is_due(&self, told: Option<Told>, header: &Header) -> bool {
        let plays = || self.find(&header.board)?.look(|sheet| plays(sheet, header));
        match told {
            None => true,
            Some(Told::Not(_, asked)) => asked.elapsed() >= AGAIN,
            // What it has begun is heard of a little later. Another board may stand there since.
            Some(Told::Taken(since)) => since.elapsed() >= AGAIN && plays() == Some(false),
        }
    }

    /// All rounds, the first one first.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn rounds(self: &Arc<Self>) -> io::Result<Vec<RoundSummary>> {
        let kept = self.read(|store| store.rounds()).await?;
        Ok(kept.iter().map(RoundSummary::of).collect())
    }

    /// The games of a round as PGN; none where there was no such round.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn round_pgn(self: &Arc<Self>, n: u64) -> io::Result<Option<String>> {
        self.read(move |store| match store.round_of(n)? {
            Some(kept) => Ok(Some(pgn(&store.games_of(&kept.round)?))),
            None => Ok(None),
        })
        .await
    }

    /// The games of the round that is on as PGN; where none was prepared, of the one that the boards
    /// play.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn current_pgn(self: &Arc<Self>) -> io::Result<String> {
        let current = self.rounds.current().map(|current| current.kept.n);
        let prepared = match current {
            Some(n) => self.round_pgn(n).await?,
            None => None,
        };
        match prepared {
            Some(text) => Ok(text),
            None => Ok(pgn(&self.round().await?)),
        }
    }
}

/// Games as PGN.
pub(crate) fn pgn(sheets: &[Sheet]) -> String {
    let games = sheets.iter().flat_map(Score::of_sheet);
    games.map(|game| game.to_string()).collect::<Vec<_>>().join("\n")
}

/// Whether a sheet is of the game that a header asks for, as far as a sheet tells.
fn plays(sheet: &Sheet, header: &Header) -> bool {
    let names = (sheet.white.as_str(), sheet.black.as_str());
    let paired = match sheet.colours {
        Colours::AsPaired => names,
        Colours::Reversed => (names.1, names.0),
    };
    paired == (header.white.as_str(), header.black.as_str())
        && (&sheet.event, &sheet.round) == (&header.event, &header.round)
        && (&sheet.rules, sheet.play) == (&header.rules, header.play)
        && (sheet.supervision, &sheet.time_control) == (header.supervision, &header.time_control)
}

/// Why an order was not carried out, as a code; none where it was.
fn why_not(answer: Result<Answer, Unanswered>) -> Option<String> {
    match answer {
        Ok(Answer::Done(_)) => None,
        Ok(Answer::Refused(reason)) => Some(reason),
        Err(Unanswered::NoSuchBoard | Unanswered::Away) => Some("unreachable".into()),
        Err(Unanswered::Late) => Some("late".into()),
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing in here panics half way.
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
