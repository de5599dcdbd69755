//! The link within one process.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use touchmove_core::board::{Header, Ms};

use super::{Away, Batch, Glance, Request, Showcase, Uplink};
use crate::journal::Head;

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
    /// Lines of a stream, in its order.
    Told {
        /// Which stream.
        stream: String,
        /// The lines.
        lines: Vec<Told>,
    },
    /// How far was that stream read?
    Where {
        /// Where the answer goes.
        place: oneshot::Sender<Option<Place>>,
    },
    /// How far is the hall with these games of a board?
    Attach {
        /// The board's code.
        code: Arc<str>,
        /// The games' ids.
        games: Vec<String>,
        /// Where the answer goes: each game with the number of its last event.
        have: oneshot::Sender<Vec<(String, u64)>>,
    },
}

/// A line of a game, as a stream has it.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// The board's code.
    pub(crate) code: Arc<str>,
    /// The game's id.
    pub(crate) game: Arc<str>,
    /// The line: the game's header, or an event.
    pub(crate) line: Vec<u8>,
    /// The seal over the journal in which it stands.
    pub(crate) seal: Option<Head>,
    /// How long ago it was said, ms.
    pub(crate) age_ms: Ms,
    /// Its number in the stream.
    pub(crate) position: u64,
    /// Of a header: whether that game is on.
    pub(crate) course: Course,
}

/// Whether the game of a header is on at its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// It is, or will be next.
    Current,
    /// Another has begun since; it is told again because the hall lacks something of it.
    Earlier,
}

/// A place in a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Names the stream: when it was made.
    pub(crate) stream: String,
    /// The number of the last line that was read.
    pub(crate) position: u64,
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

    /// Where a reader of streams posts.
    pub(crate) fn posts(&self) -> mpsc::Sender<Post> {
        self.posts.clone()
    }

    /// Counts what all boards show, for whoever shows them.
    pub(crate) fn showing(&self) -> watch::Sender<u64> {
        self.shown.clone()
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
