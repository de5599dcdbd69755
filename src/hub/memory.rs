use std::{
    io,
    sync::Arc,
    task::{Context, Poll, Wake},
    thread::{self, Thread},
    time::Duration,
};

use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use touchmove_core::board::{Event, Header, Said};

use super::{Hub, store};
use crate::link::{
    Batch,
    local::{Course, Post, Told},
};

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

/// Wakes a thread that waits for a post.
struct Waiting(Thread);

impl Wake for Waiting {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The next post, if it comes within this time; within: none, for no more will come.
fn within(posts: &mut mpsc::Receiver<Post>, patience: Duration) -> Option<Option<Post>> {
    let waker = Arc::new(Waiting(thread::current())).into();
    let mut context = Context::from_waker(&waker);
    let begun = Instant::now();
    loop {
        if let Poll::Ready(next) = posts.poll_recv(&mut context) {
            return Some(next);
        }
        let left = patience.saturating_sub(begun.elapsed());
        if left.is_zero() {
            return None;
        }
        thread::park_timeout(left);
    }
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

    /// The next post. Moves that have waited for the disk long enough are brought there although none
    /// comes: as long as they wait no other process can write to the memory.
    fn next(&mut self, posts: &mut mpsc::Receiver<Post>) -> Option<Post> {
        loop {
            let Some(since) = self.waiting else { return posts.blocking_recv() };
            if let Some(next) = within(posts, LAZY.saturating_sub(since.elapsed())) {
                return next;
            }
            self.waiting = None;
            if let Err(error) = self.hub.writing().settle() {
                tracing::error!(%error, "the hall's memory cannot be written");
            }
        }
    }

    fn take_in(mut self, mut posts: mpsc::Receiver<Post>) {
        while let Some(post) = self.next(&mut posts) {
            let kept = match post {
                Post::Game { header, have } => self.game(&header).map(|last| answer(have, last)),
                Post::Events { board, game, batch, have } => {
                    self.events(&board, &game, &batch).map(|last| answer(have, last))
                }
                Post::Told { stream, lines } => {
                    let told = self.told(&stream, &lines);
                    // Then they are read again from where the memory ends.
                    told.inspect_err(|_| self.hub.forgot())
                }
                Post::Where { place } => self.hub.writing().place().map(|at| answer(place, at)),
                Post::Attach { code, games, have } => {
                    self.attach(&code, games).map(|last| answer(have, last))
                }
            };
            // One that hears nothing keeps its events.
            if let Err(error) = kept {
                tracing::error!(%error, "the hall's memory cannot be written");
            }
        }
        if let Err(error) = self.hub.writing().settle() {
            tracing::error!(%error, "the hall's memory is not whole; the boards will be asked again");
        }
    }

    fn game(&mut self, header: &Header) -> Result<u64, store::Error> {
        let game = header.game.as_deref().unwrap_or_default();
        let seat = self.hub.find(&header.board);
        if seat.is_some_and(|seat| seat.plays(game)) {
            return self.hub.writing().last(&header.board, game);
        }
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
        let now_ms = jiff::Timestamp::now().as_millisecond();
        let kept = store.keep(board, game, batch, now_ms)?;
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

impl Memory {
    /// Takes in lines of a stream. What is kept and how far the stream was read go to the disk
    /// together.
    fn told(&mut self, stream: &str, lines: &[Told]) -> Result<(), store::Error> {
        for told in lines {
            self.line(told)?;
        }
        if let Some(last) = lines.last() {
            self.hub.writing().set_place(stream, last.position)?;
        }
        self.waiting.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn line(&mut self, told: &Told) -> Result<(), store::Error> {
        let Told { code, game, line, seal, age_ms, course, .. } = told;
        // An event is what nearly every line is.
        if let Ok(said) = serde_json::from_slice::<Said>(line) {
            let board = self.hub.writing().board_of(code, game)?;
            let Some(board) = board else {
                tracing::debug!(%code, %game, "a game of which nobody knows is not kept");
                self.hub.lacks(code);
                return Ok(());
            };
            let as_of = Some((said.t + age_ms, Instant::now()));
            let due = said.seq;
            let batch = Batch { events: vec![said], seal: seal.clone(), as_of };
            if self.events(&board, game, &batch)? < due {
                self.hub.lacks(code);
            }
            return Ok(());
        }
        match serde_json::from_slice::<Header>(line) {
            Ok(mut header) => {
                let board = self.hub.writing().name_game(code, game, &header.board)?;
                header.board = board;
                header.game = Some(game.to_string());
                match course {
                    Course::Current => self.game(&header).map(drop),
                    Course::Earlier => self.hub.writing().game(&header.board, game, &header),
                }
            }
            Err(error) => {
                tracing::error!(%code, %game, %error, "a board says what is neither header nor event");
                Ok(())
            }
        }
    }

    fn attach(&self, code: &str, games: Vec<String>) -> Result<Vec<(String, u64)>, store::Error> {
        let store = self.hub.writing();
        let last = |game: String| {
            let board = store.board_of(code, &game)?;
            let last = board.map_or(Ok(0), |board| store.last(&board, &game))?;
            Ok((game, last))
        };
        games.into_iter().map(last).collect()
    }
}

/// A board that no longer waits asks again.
fn answer<T>(asks: oneshot::Sender<T>, answer: T) {
    let _ = asks.send(answer);
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
