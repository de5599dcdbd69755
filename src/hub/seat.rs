use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, watch};
use touchmove_core::{
    board::{Header, Said},
    sheet::Sheet,
};

use crate::link::{Glance, Request, local::HallEnd};

/// One table of the hall.
#[derive(Debug)]
pub(crate) struct Seat {
    link: HallEnd,
    sheet: Mutex<Option<Sheet>>,
    /// Counts the changes of the sheet.
    version: watch::Sender<u64>,
}

impl Seat {
    pub(super) fn new(link: HallEnd) -> Seat {
        Seat { link, sheet: Mutex::default(), version: watch::Sender::new(0) }
    }

    /// The board's name.
    pub(crate) fn board(&self) -> &str {
        &self.link.board
    }

    /// What stands on it, now and later; none before it has shown anything.
    pub(crate) fn glance(&self) -> watch::Receiver<Option<Glance>> {
        self.link.glance.clone()
    }

    /// Tells that the sheet has changed.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Looks at the sheet; none before a game was announced.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Sheet) -> T) -> Option<T> {
        self.lock().as_ref().map(look)
    }

    /// Whether this game is on.
    pub(super) fn plays(&self, game: &str) -> bool {
        self.look(|sheet| sheet.game.as_deref() == Some(game)).unwrap_or(false)
    }

    pub(super) fn orders(&self) -> &mpsc::Sender<Request> {
        &self.link.orders
    }

    /// The game of this header is on, so far with these events.
    pub(super) fn game(&self, header: &Header, events: &[Said]) {
        let mut sheet = Sheet::new(header);
        events.iter().for_each(|said| sheet.fold(said));
        *self.lock() = Some(sheet);
        self.version.send_modify(|version| *version += 1);
    }

    /// More events of that game.
    pub(super) fn fold(&self, game: &str, events: &[Said]) {
        if events.is_empty() {
            return;
        }
        if let Some(sheet) = self.lock().as_mut()
            && sheet.game.as_deref() == Some(game)
        {
            // What the hall forgot and reads again is folded already.
            let seen = sheet.seq;
            events.iter().filter(|said| said.seq > seen).for_each(|said| sheet.fold(said));
        }
        self.version.send_modify(|version| *version += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Sheet>> {
        // A fold that panicked half way leaves a sheet that is still one; the next attach remakes it.
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
