//! The hall: every table with its sheet, the alerts of all tables in one log, and the way of an
//! order to its board. A lone board is a hall of one.

mod alerts;
mod memory;
mod name;
mod round;
mod seat;
mod store;

use std::{
    collections::BTreeMap,
    fmt, io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use tokio::{sync::oneshot, time::timeout};
use touchmove_core::{board::Command, sheet::Sheet};

pub(crate) use alerts::{AlertEntry, AlertLog, News};
pub(crate) use memory::Memory;
use name::BoardName;
pub(crate) use round::{Carried, RoundSummary, RoundView, keep_round, pgn};
pub(crate) use seat::Seat;
pub(crate) use store::Store;

use crate::link::{Answer, Request, local::HallEnd};

/// How long a board has to answer an order. It waits for squares to settle and for its disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// A hall that boards may join.
#[derive(Debug)]
pub(crate) struct Hub {
    name: String,
    seats: RwLock<BTreeMap<BoardName, Arc<Seat>>>,
    alerts: AlertLog,
    writing: Mutex<Store>,
    /// For those who look, so that whoever writes need not wait for them.
    reading: Mutex<Store>,
    rounds: round::Rounds,
}

/// Why an order was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unanswered {
    /// There is no such board.
    NoSuchBoard,
    /// The board is not there.
    Away,
    /// It has not answered in time; it may still carry the order out.
    Late,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unanswered::NoSuchBoard => "there is no such board in this hall",
            Unanswered::Away => "the board is not there",
            Unanswered::Late => "the board has not answered in time; it may still do it",
        })
    }
}

impl std::error::Error for Unanswered {}

impl Hub {
    /// Opens the hall's memory, or begins one.
    ///
    /// # Errors
    ///
    /// When the file cannot be used.
    pub(crate) fn open(name: &str, file: &Path) -> io::Result<(Arc<Hub>, Memory)> {
        let named = |error: store::Error| io::Error::other(format!("{}: {error}", file.display()));
        let writing = Store::open(file).map_err(named)?;
        let reading = Store::open(file).map_err(named)?;
        let alerts = AlertLog::new(writing.newest_alerts(alerts::RECENT).map_err(named)?);
        let hub = Arc::new(Hub {
            name: name.into(),
            seats: RwLock::default(),
            alerts,
            rounds: round::Rounds::open(&writing).map_err(named)?,
            writing: Mutex::new(writing),
            reading: Mutex::new(reading),
        });
        Ok((Arc::clone(&hub), Memory::new(hub)))
    }

    /// The hall's name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Lets a board in.
    pub(crate) fn seat(&self, link: HallEnd) {
        let mut seats = self.seats.write().unwrap_or_else(PoisonError::into_inner);
        seats.insert(BoardName::new(&link.board), Arc::new(Seat::new(link)));
    }

    /// All tables, in the order of their numbers.
    pub(crate) fn seats(&self) -> Vec<Arc<Seat>> {
        let seats = self.seats.read().unwrap_or_else(PoisonError::into_inner);
        seats.values().map(Arc::clone).collect()
    }

    /// One table.
    pub(crate) fn find(&self, board: &str) -> Option<Arc<Seat>> {
        let seats = self.seats.read().unwrap_or_else(PoisonError::into_inner);
        seats.get(&BoardName::new(board)).map(Arc::clone)
    }

    /// The alerts of all tables.
    pub(crate) fn alerts(&self) -> &AlertLog {
        &self.alerts
    }

    /// At most `most` alerts that come after `cursor`, oldest first.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn alerts_after(
        self: &Arc<Self>,
        cursor: u64,
        most: usize,
    ) -> io::Result<Vec<Arc<AlertEntry>>> {
        match self.alerts.after(cursor, most) {
            Some(entries) => Ok(entries),
            None => self.read(move |store| store.alerts_after(cursor, most)).await,
        }
    }

    /// The sheets of all games of the round that is being played, table by table.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn round(self: &Arc<Self>) -> io::Result<Vec<Sheet>> {
        let boards: Vec<String> =
            self.seats().iter().map(|seat| seat.board().to_string()).collect();
        self.read(move |store| store.round(&boards)).await
    }

    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl FnOnce(&Store) -> Result<T, store::Error> + Send + 'static,
    ) -> io::Result<T> {
        let hub = Arc::clone(self);
        let work = move || {
            // Whoever reads sees what is on the disk.
            hub.writing().settle()?;
            read(&in_turn(&hub.reading))
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?.map_err(io::Error::other)
    }

    /// Writes to the hall's memory; what is answered is on the disk.
    ///
    /// # Errors
    ///
    /// When the memory cannot be written; then nothing has changed.
    pub(crate) async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        write: impl FnOnce(&mut Store) -> Result<T, store::Error> + Send + 'static,
    ) -> io::Result<T> {
        let hub = Arc::clone(self);
        let work = move || {
            let mut store = hub.writing();
            // Should it fail, moves that wait for the disk are not forgotten with it.
            store.settle()?;
            let written = write(&mut store)?;
            store.settle()?;
            Ok::<T, store::Error>(written)
        };
        tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?.map_err(io::Error::other)
    }

    fn writing(&self) -> MutexGuard<'_, Store> {
        in_turn(&self.writing)
    }

    /// Sends an order to a board and waits for its answer.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub(crate) async fn order(&self, board: &str, command: Command) -> Result<Answer, Unanswered> {
        self.ask(board, |answer| Request::Order { command, answer }).await
    }

    /// Asks something of a board and waits for its answer.
    async fn ask(
        &self,
        board: &str,
        request: impl FnOnce(oneshot::Sender<Answer>) -> Request,
    ) -> Result<Answer, Unanswered> {
        let seat = self.find(board).ok_or(Unanswered::NoSuchBoard)?;
        let (answer, answered) = oneshot::channel();
        seat.orders().try_send(request(answer)).map_err(|_| Unanswered::Away)?;
        match timeout(PATIENCE, answered).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err(Unanswered::Away),
            Err(_) => Err(Unanswered::Late),
        }
    }
}

fn in_turn(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    // One that panicked left at most a transaction that was begun, and the next one ends it.
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
