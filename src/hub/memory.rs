use std::{io, sync::Arc, thread};

use tokio::sync::{mpsc, oneshot};
use touchmove_core::board::Header;

use super::{Hub, store};
use crate::link::{Batch, local::Post};

/// The hall's memory and the thread that writes it.
#[derive(Debug)]
pub(crate) struct Memory {
    hub: Arc<Hub>,
    store: store::Store,
}

impl Memory {
    pub(super) fn new(hub: Arc<Hub>, store: store::Store) -> Memory {
        Memory { hub, store }
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
    }

    fn game(&mut self, header: &Header) -> Result<u64, store::Error> {
        let game = header.game.as_deref().unwrap_or_default();
        self.store.game(&header.board, game, header)?;
        let events = self.store.events(&header.board, game)?;
        let last = events.last().map_or(0, |said| said.seq);
        if let Some(seat) = self.hub.find(&header.board) {
            seat.game(header, &events);
        }
        Ok(last)
    }

    fn events(&mut self, board: &str, game: &str, batch: &Batch) -> Result<u64, store::Error> {
        let kept = self.store.keep(board, game, &batch.events, batch.seal.as_ref())?;
        if let Some(seat) = self.hub.find(board) {
            seat.fold(game, kept.new);
        }
        self.hub.alerts.add(kept.alerts);
        Ok(kept.last)
    }
}
