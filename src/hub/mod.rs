//! The hall: every table with its sheet, the alerts of all tables in one log, and the way of an
//! order to its board. A lone board is a hall of one.

mod alerts;
mod export;
mod members;
mod memory;
mod name;
mod round;
mod seat;
mod store;

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    time::timeout,
};
use touchmove_core::{
    board::Command,
    sheet::{Sheet, Summary},
};

use alerts::Moment;
pub(crate) use alerts::{AlertEntry, AlertLog, Came, News};
pub(crate) use export::{export, import};
pub(crate) use memory::Memory;
pub(crate) use name::BoardName;
pub(crate) use round::{Carried, RoundSummary, RoundView, keep_round, pgn};
pub(crate) use seat::Seat;
pub(crate) use store::Error as StoreError;
pub(crate) use store::{
    Admission, Binding, Decided, Decision, Made, Member, Role, Session, SetUp, Standing, Store,
    User,
};

use crate::link::{Answer, Request, local::HallEnd};

/// How long a board has to answer an order. It waits for squares to settle and for its disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// A hall that boards may join.
#[derive(Debug)]
pub(crate) struct Hub {
    name: String,
    /// Where its memory is.
    file: PathBuf,
    seats: RwLock<BTreeMap<BoardName, Arc<Seat>>>,
    /// Counts how often a table came or went.
    arranged: watch::Sender<u64>,
    /// Counts how often a board joined, left, or was set to a table.
    regrouped: watch::Sender<u64>,
    alerts: AlertLog,
    writing: Mutex<Store>,
    /// For those who look, so that whoever writes need not wait for them.
    reading: Mutex<Store>,
    /// Counts how often something that was read from a stream was forgotten.
    forgotten: watch::Sender<u64>,
    /// Boards of whose games something is missing, by their codes.
    lacking: mpsc::Sender<Arc<str>>,
    /// The other end of that, until somebody takes it.
    lacks: Mutex<Option<mpsc::Receiver<Arc<str>>>>,
    rounds: round::Rounds,
}

/// Boards that are to be asked again. One that is left out is found by what it shows.
const LACKING: usize = 64;

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
        let (lacking, lacks) = mpsc::channel(LACKING);
        let hub = Arc::new(Hub {
            forgotten: watch::Sender::new(0),
            lacking,
            lacks: Mutex::new(Some(lacks)),
            name: name.into(),
            file: file.into(),
            seats: RwLock::default(),
            arranged: watch::Sender::new(0),
            regrouped: watch::Sender::new(0),
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
        drop(seats);
        self.arranged.send_modify(|times| *times += 1);
    }

    /// Lets a board in, and shows the last of its games that is remembered.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be read.
    pub(crate) async fn welcome(self: &Arc<Self>, link: HallEnd) -> io::Result<Option<Summary>> {
        let board = link.board.clone();
        self.seat(link);
        let name = board.clone();
        let last = self.read(move |store| store.newest_game(&name)).await?;
        let seat = self.find(&board);
        if let (Some(seat), Some((header, events))) = (&seat, last)
            && seat.look(|_| ()).is_none()
        {
            seat.game(&header, &events);
        }
        Ok(seat.and_then(|seat| seat.look(Sheet::summary)))
    }

    /// Changes whenever a table comes or goes.
    pub(crate) fn arranged(&self) -> watch::Receiver<u64> {
        self.arranged.subscribe()
    }

    /// All tables, in the order of their numbers.
    pub(crate) fn seats(&self) -> Vec<Arc<Seat>> {
        let seats = self.seats.read().unwrap_or_else(PoisonError::into_inner);
        seats.values().map(Arc::clone).collect()
    }

    /// A table is there no longer.
    pub(crate) fn unseat(&self, board: &str) {
        let mut seats = self.seats.write().unwrap_or_else(PoisonError::into_inner);
        seats.remove(&BoardName::new(board));
        drop(seats);
        self.arranged.send_modify(|times| *times += 1);
    }

    /// Changes whenever what was read from a stream must be read again.
    pub(crate) fn forgotten(&self) -> watch::Receiver<u64> {
        self.forgotten.subscribe()
    }

    fn forgot(&self) {
        self.forgotten.send_modify(|times| *times += 1);
    }

    /// The boards of whose games something is missing, as it is found; once only.
    pub(crate) fn take_lacks(&self) -> Option<mpsc::Receiver<Arc<str>>> {
        self.lacks.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn lacks(&self, code: &str) {
        // One that has no room is found by what it shows.
        let _ = self.lacking.try_send(code.into());
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

    /// Reads in the hall's memory what is on its disk.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) async fn read<T: Send + 'static>(
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

    /// Looks at what [`Hub::write`] has written, without waiting for whoever writes.
    ///
    /// # Errors
    ///
    /// When the memory cannot be read.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&Store) -> Result<T, store::Error> + Send + 'static,
    ) -> io::Result<T> {
        let hub = Arc::clone(self);
        let work = move || look(&in_turn(&hub.reading));
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
    pub(crate) async fn order(
        &self,
        board: &str,
        mut command: Command,
    ) -> Result<Answer, Unanswered> {
        // An order that is asked again on its way must be known again.
        command.id.get_or_insert_with(order_id);
        // What was decided on one game is not carried out on the next.
        let seat = self.find(board).ok_or(Unanswered::NoSuchBoard)?;
        let game = seat.look(|sheet| sheet.game.clone()).flatten();
        self.ask(board, |answer| Request::Order { command, game, answer }).await
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

/// A name that no other order has.
fn order_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:x}-{n}", jiff::Timestamp::now().as_microsecond())
}

fn in_turn(store: &Mutex<Store>) -> MutexGuard<'_, Store> {
    // One that panicked left at most a transaction that was begun, and the next one ends it.
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
