use std::{io, sync::Arc, thread, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use touchmove_core::board::{Event, Header, Said};

use super::{Hub, store};
use crate::link::{Batch, local::Post};

/// Moves are brought to the disk together when the first of them has waited so long, for the sake of
/// memory cards. The boards' journals have them, and whatever is forgotten is asked for again.
const LAZY: Duration = Duration::from_secs(30);

/// The hall's memory and the thread that writes it.
#[derive(Debug)]
pub(crate) struct Memory {
    hub: Arc<Hub>,
    /// When the first event came that is not on the disk.
    waiting: Option<Instant>,
}

impl Memory {
    pub(super) fn new(hub: Arc<Hub>) -> Memory {
        Memory { hub, waiting: None }
    }

    /// Takes in what the boards post, on a thread of its own, until the last of them is gone.
    /// What is answered resolves when the thread has ended, whatever the reason.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub(crate) fn run(self, posts: mpsc::Receiver<Post>) -> io::Result<oneshot::Receiver<()>> {
        let (alive, ended) = oneshot::channel();
        thread::Builder::new().name("hall".into()).spawn(move || {
            let _alive = alive;
            self.take_in(posts);
        })?;
        Ok(ended)
    }

    fn take_in(mut self, mut posts: mpsc::Receiver<Post>) {
        while let Some(post) = posts.blocking_recv() {
            let kept = match post {
                Post::Game { header, have } => self.game(&header).map(|last| (last, have)),
                Post::Events { board, game, batch, have } => {
                    self.events(&board, &game, &batch).map(|last| (last, have))
                }
            };
            match kept {
                // A board that no longer waits asks again.
                Ok((last, have)) => drop(have.send(last)),
                // The board keeps its events and tries again.
                Err(error) => tracing::error!(%error, "the hall's memory cannot be written"),
            }
        }
        if let Err(error) = self.hub.writing().settle() {
            tracing::error!(%error, "the hall's memory is not whole; the boards will be asked again");
        }
    }

    fn game(&mut self, header: &Header) -> Result<u64, store::Error> {
        let game = header.game.as_deref().unwrap_or_default();
        let mut store = self.hub.writing();
        store.game(&header.board, game, header)?;
        self.waiting = None;
        let events = store.events(&header.board, game)?;
        drop(store);
        let last = events.last().map_or(0, |said| said.seq);
        if let Some(seat) = self.hub.find(&header.board) {
            seat.game(header, &events);
        }
        Ok(last)
    }

    fn events(&mut self, board: &str, game: &str, batch: &Batch) -> Result<u64, store::Error> {
        let mut store = self.hub.writing();
        let kept = store.keep(board, game, &batch.events, batch.seal.as_ref())?;
        let since = *self.waiting.get_or_insert_with(Instant::now);
        if since.elapsed() >= LAZY || !kept.new.iter().all(may_wait) {
            self.waiting = None;
            store.settle()?;
        }
        drop(store);
        if let Some(seat) = self.hub.find(board) {
            seat.fold(game, kept.new);
        }
        self.hub.alerts.add(kept.alerts);
        Ok(kept.last)
    }
}

/// Whether an event is one of play, and not one of those for which an arbiter answers.
fn may_wait(said: &Said) -> bool {
    match said.event {
        Event::Setup { .. }
        | Event::Ready { .. }
        | Event::Started {}
        | Event::Touch { .. }
        | Event::Obligation { .. }
        | Event::MoveMade { .. }
        | Event::MoveChanged { .. }
        | Event::MovesWithdrawn { .. }
        | Event::MoveCompleted { .. }
        | Event::Leg { .. }
        | Event::Promotion { .. }
        | Event::Clock { .. } => true,
        Event::Alert(_)
        | Event::AlertCleared { .. }
        | Event::Claim { .. }
        | Event::DrawOffer { .. }
        | Event::ResultSignalled { .. }
        | Event::GameOver { .. }
        | Event::Reopened { .. }
        | Event::Resumed { .. }
        | Event::Done { .. }
        | Event::Refused { .. } => false,
    }
}
