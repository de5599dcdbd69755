//! The link within one process.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use touchmove_core::board::Header;

use super::{Away, Batch, Glance, Request, Showcase, Uplink};

/// Orders on their way to one board.
const ORDERS: usize = 16;
/// What all boards together have on its way to the hall.
const POSTS: usize = 64;

/// What a board posts to the hall. Each is answered by the number of the game's last event that
/// the hall has.
#[derive(Debug)]
pub(crate) enum Post {
    /// A game is announced.
    Game {
        /// Its header, with board and game named.
        header: Box<Header>,
        /// Where the answer goes.
        have: oneshot::Sender<u64>,
    },
    /// Events, in order.
    Events {
        /// Of this board.
        board: Arc<str>,
        /// Of this game.
        game: Arc<str>,
        /// The events.
        batch: Batch,
        /// Where the answer goes.
        have: oneshot::Sender<u64>,
    },
}

/// The door of the hall: what all boards post.
pub(crate) fn door() -> (Door, mpsc::Receiver<Post>) {
    let (posts, room) = mpsc::channel(POSTS);
    (Door { posts, shown: watch::Sender::new(0) }, room)
}

/// Where boards of this process knock.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    posts: mpsc::Sender<Post>,
    /// Counts what all boards show.
    shown: watch::Sender<u64>,
}

/// What a board holds of its link.
#[derive(Debug)]
pub(crate) struct BoardEnd {
    /// Its events go this way.
    pub(crate) uplink: Local,
    /// What it shows.
    pub(crate) showcase: Showcase,
    /// Orders come this way.
    pub(crate) orders: mpsc::Receiver<Request>,
}

/// What the hall holds of a link to a board.
#[derive(Debug)]
pub(crate) struct HallEnd {
    /// The board's name.
    pub(crate) board: String,
    /// What it shows.
    pub(crate) glance: watch::Receiver<Option<Glance>>,
    /// Orders go this way.
    pub(crate) orders: mpsc::Sender<Request>,
}

impl Door {
    /// A link for a board of this name.
    pub(crate) fn link(&self, board: &str) -> (BoardEnd, HallEnd) {
        let (showcase, seen) = Showcase::new(self.shown.clone());
        let (send, orders) = mpsc::channel(ORDERS);
        let uplink = Local { door: self.clone(), board: board.into(), game: "".into() };
        (
            BoardEnd { uplink, showcase, orders },
            HallEnd { board: board.into(), glance: seen, orders: send },
        )
    }

    /// Counts what all boards show.
    pub(crate) fn shown(&self) -> watch::Receiver<u64> {
        self.shown.subscribe()
    }

    async fn post(&self, make: impl FnOnce(oneshot::Sender<u64>) -> Post) -> Result<u64, Away> {
        let (have, answer) = oneshot::channel();
        self.posts.send(make(have)).await.map_err(|_| Away)?;
        answer.await.map_err(|_| Away)
    }
}

/// The uplink of a board in the hall's own process.
#[derive(Debug)]
pub(crate) struct Local {
    door: Door,
    board: Arc<str>,
    game: Arc<str>,
}

impl Uplink for Local {
    async fn attach(&mut self, header: &Header) -> Result<u64, Away> {
        self.game = header.game.as_deref().unwrap_or_default().into();
        let header = Box::new(header.clone());
        self.door.post(|have| Post::Game { header, have }).await
    }

    async fn deliver(&mut self, batch: Batch) -> Result<u64, Away> {
        let (board, game) = (Arc::clone(&self.board), Arc::clone(&self.game));
        self.door.post(|have| Post::Events { board, game, batch, have }).await
    }
}
