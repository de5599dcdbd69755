use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use tokio::sync::oneshot;

/// A thread that reads or plays a board. Dropping this stops it at its next turn.
#[derive(Debug)]
pub(crate) struct SensorThread {
    stop: Arc<AtomicBool>,
    turns: Turns,
    ended: oneshot::Receiver<()>,
}

/// Counts the turns of a thread: one that does not move stands still, whatever holds it.
///
/// A reading that failed is a turn as well. What is wrong then is the board, which a fault tells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<AtomicU64>);

impl Turns {
    /// How many there were.
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// One more is done.
    pub(crate) fn turn(&self) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// Tells a thread that it is to stop.
#[derive(Clone, Debug)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub(super) fn is_up(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl SensorThread {
    /// Starts a thread of this name.
    ///
    /// # Errors
    ///
    /// When the system gives none.
    pub(super) fn start(
        name: String,
        work: impl FnOnce(StopFlag, Turns) + Send + 'static,
    ) -> io::Result<SensorThread> {
        let stop = Arc::new(AtomicBool::new(false));
        let (alive, ended) = oneshot::channel();
        let flag = StopFlag(Arc::clone(&stop));
        let turns = Turns::default();
        let counted = turns.clone();
        thread::Builder::new().name(name).spawn(move || {
            // Dropped when the thread ends, even by a panic.
            let _alive: oneshot::Sender<()> = alive;
            work(flag, counted);
        })?;
        Ok(SensorThread { stop, turns, ended })
    }

    /// Its turns, counted as long as it lives.
    pub(crate) fn turns(&self) -> Turns {
        self.turns.clone()
    }

    /// Waits until the thread has ended, whatever the reason.
    pub(crate) async fn ended(&mut self) {
        // Nothing is ever sent.
        let _ = (&mut self.ended).await;
    }
}

impl Drop for SensorThread {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}
