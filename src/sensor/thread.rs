use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use tokio::sync::oneshot;

/// A thread that reads or plays a board. Dropping this stops it at its next turn.
#[derive(Debug)]
pub(crate) struct SensorThread {
    stop: Arc<AtomicBool>,
    ended: oneshot::Receiver<()>,
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
        work: impl FnOnce(StopFlag) + Send + 'static,
    ) -> io::Result<SensorThread> {
        let stop = Arc::new(AtomicBool::new(false));
        let (alive, ended) = oneshot::channel();
        let flag = StopFlag(Arc::clone(&stop));
        thread::Builder::new().name(name).spawn(move || {
            // Dropped when the thread ends, even by a panic.
            let _alive: oneshot::Sender<()> = alive;
            work(flag);
        })?;
        Ok(SensorThread { stop, ended })
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
