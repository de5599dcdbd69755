use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval},
};

use super::{PublicTable, delay::Delayed};
use crate::hub::{BoardName, Hub, Seat};

/// How often the hall is looked at: what the public sees may be so much older than its delay.
const LOOK: Duration = Duration::from_millis(250);

/// The hall as the public sees it.
#[derive(Debug)]
pub(crate) struct PublicHall {
    name: String,
    delay: Duration,
    tables: Mutex<BTreeMap<BoardName, Table>>,
    /// Counts what is shown.
    shown: watch::Sender<u64>,
}

/// One table and what of it waits.
#[derive(Debug, Default)]
struct Table {
    seat: Option<(Arc<Seat>, watch::Receiver<u64>)>,
    states: Delayed<Arc<PublicTable>>,
    /// Which of all that was shown.
    version: u64,
}

/// What has been shown since one looked last.
#[derive(Debug)]
pub(crate) struct Shown {
    /// The count of what is shown.
    pub(crate) version: u64,
    /// The tables that changed, in their order.
    pub(crate) tables: Vec<Arc<PublicTable>>,
    /// Those that are there no longer.
    pub(crate) gone: Vec<String>,
}

/// Follows the tables of the hall, and never ends. Each state counts from the moment at which it is
/// seen here: of what stood there before it is not known how old it is, so it waits the whole delay.
pub(crate) async fn follow(hub: Arc<Hub>, public: Arc<PublicHall>) {
    let mut labels = Labels::new(&hub);
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        let mut seats = hub.seats();
        match labels.read(&hub).await {
            Ok(()) => {
                seats.retain(|seat| !labels.has(seat.board()));
                public.look(&seats, Instant::now());
            }
            Err(error) => tracing::error!(%error, "the public sees nothing new"),
        }
    }
}

/// The codes on the boards' labels. A board that is called by its code stands at no table yet, and is
/// not for the public.
struct Labels {
    regrouped: watch::Receiver<u64>,
    now: BTreeSet<String>,
    /// Before boards joined or left last: one that has just been dismissed may still be seated.
    before: BTreeSet<String>,
}

impl Labels {
    fn new(hub: &Hub) -> Labels {
        let mut regrouped = hub.regrouped();
        regrouped.mark_changed();
        Labels { regrouped, now: BTreeSet::new(), before: BTreeSet::new() }
    }

    /// Reads them where they may have changed. Those of all that were seated before are there then.
    async fn read(&mut self, hub: &Arc<Hub>) -> io::Result<()> {
        if !self.regrouped.has_changed().unwrap_or(false) {
            return Ok(());
        }
        self.regrouped.mark_unchanged();
        match hub.members().await {
            Ok(members) => {
                let codes = members.into_iter().map(|member| member.code).collect();
                self.before = std::mem::replace(&mut self.now, codes);
                Ok(())
            }
            Err(error) => {
                self.regrouped.mark_changed();
                Err(error)
            }
        }
    }

    fn has(&self, board: &str) -> bool {
        self.now.contains(board) || self.before.contains(board)
    }
}

impl PublicHall {
    /// A hall of which nothing is shown yet.
    pub(crate) fn new(name: &str, delay: Duration) -> PublicHall {
        PublicHall {
            name: name.into(),
            delay,
            tables: Mutex::default(),
            shown: watch::Sender::new(0),
        }
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How much later everything is seen.
    pub(crate) fn delay(&self) -> Duration {
        self.delay
    }

    /// Changes whenever something else is shown.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.shown.subscribe()
    }

    /// All tables that are shown, in the order of their numbers.
    pub(crate) fn tables(&self) -> Vec<Arc<PublicTable>> {
        self.lock().values().filter_map(|table| table.states.shown().cloned()).collect()
    }

    /// One table; none where none of that name is shown.
    pub(crate) fn find(&self, table: &str) -> Option<Arc<PublicTable>> {
        self.lock().get(&BoardName::new(table))?.states.shown().cloned()
    }

    /// What has been shown after that count, where `known` was seen before.
    pub(crate) fn since(&self, version: u64, known: &BTreeSet<String>) -> Shown {
        let tables = self.lock();
        let now = *self.shown.borrow();
        let there = |name: &String| {
            tables.get(&BoardName::new(name)).is_some_and(|table| table.states.shown().is_some())
        };
        let changed = tables.values().filter(|table| table.version > version);
        Shown {
            version: now,
            tables: changed.filter_map(|table| table.states.shown().cloned()).collect(),
            gone: known.iter().filter(|name| !there(name)).cloned().collect(),
        }
    }

    /// The games that are shown, as PGN.
    pub(crate) fn pgn(&self) -> String {
        let games = self.tables();
        let games = games.iter().flat_map(|table| table.pgn());
        games.map(|game| game.to_string()).collect::<Vec<_>>().join("\n")
    }

    /// Looks at the hall, and shows what has waited long enough.
    fn look(&self, seats: &[Arc<Seat>], now: Instant) {
        let mut tables = self.lock();
        for table in tables.values_mut() {
            let stays = |there: &Arc<Seat>| seats.iter().any(|seat| Arc::ptr_eq(seat, there));
            table.seat.take_if(|(seat, _)| !stays(seat));
        }
        for seat in seats {
            let table = tables.entry(BoardName::new(seat.board())).or_default();
            table.follow(seat, now);
        }
        let mut shown = 0;
        let version = *self.shown.borrow() + 1;
        for table in tables.values_mut() {
            if table.seat.is_none() {
                table.states.put(now, None);
            }
            if table.states.show(now, self.delay) {
                table.version = version;
                shown += 1;
            }
        }
        tables.retain(|_, table| table.seat.is_some() || !table.states.is_empty());
        if shown > 0 {
            self.shown.send_replace(version);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<BoardName, Table>> {
        // Whoever panicked left whole states.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn follow(&mut self, seat: &Arc<Seat>, now: Instant) {
        let (_, changes) = self.seat.get_or_insert_with(|| {
            let mut changes = seat.changes();
            changes.mark_changed();
            (Arc::clone(seat), changes)
        });
        if !changes.has_changed().unwrap_or(false) {
            return;
        }
        changes.mark_unchanged();
        let before = self.states.newest().cloned();
        let state = seat.look(|sheet| PublicTable::of(seat.board(), sheet, before.as_deref()));
        self.states.put(now, state.map(Arc::new));
    }
}

#[cfg(test)]
#[path = "hall_tests.rs"]
mod tests;
