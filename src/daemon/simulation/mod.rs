//! A hall of many boards, to see what it costs: boards that say and show what real games gave, in
//! this process; a server, a hub, and beside it a subscriber that does no more than read and keep
//! what boards say, in processes of their own.

mod bare;
mod boards;
mod parts;
mod process;
mod report;
mod viewer;

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep};

use super::Failure;
pub(crate) use parts::{Part, run_part};
use process::{Process, server};
use report::{Cost, Report};

/// How long all boards have to come into the hall before anything is measured.
const SETTLING: Duration = Duration::from_secs(10);
/// How long the last events have to arrive.
const LAST: Duration = Duration::from_secs(2);

/// A hall to be simulated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimulatedHall {
    /// How many boards.
    pub(crate) boards: usize,
    /// How long it is measured, s.
    pub(crate) seconds: u64,
    /// The same seed plays the same games.
    pub(crate) seed: u64,
}

/// When boards showed what, until it was seen.
#[derive(Clone, Debug, Default)]
struct Sightings(Arc<Mutex<Sighted>>);

#[derive(Debug, Default)]
struct Sighted {
    /// Until somebody sees it: board, its count of games, number of the event.
    waiting: HashMap<(String, u64), Instant>,
    /// How long it took, once this is measured.
    took: Vec<Duration>,
    measuring: bool,
}

impl Sightings {
    fn shown(&self, board: &str, seq: u64) {
        let mut sighted = self.lock();
        if sighted.measuring {
            sighted.waiting.insert((board.into(), seq), Instant::now());
        }
    }

    fn seen(&self, board: &str, seq: u64) {
        let now = Instant::now();
        let mut sighted = self.lock();
        if let Some(at) = sighted.waiting.remove(&(board.into(), seq)) {
            sighted.took.push(now - at);
        }
    }

    fn measure(&self, measuring: bool) {
        self.lock().measuring = measuring;
    }

    /// How long it took to be seen, shortest first, and how many never were.
    fn result(&self) -> (Vec<Duration>, usize) {
        let sighted = self.lock();
        let mut took = sighted.took.clone();
        took.sort_unstable();
        (took, sighted.waiting.len())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Sighted> {
        // Nothing in here panics half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Simulates the hall and says what it cost.
///
/// # Errors
///
/// When a part of it cannot be started.
pub(crate) async fn simulate_hall(plan: SimulatedHall) -> Result<Report, Failure> {
    let folder = tempfile::tempdir()?;
    let (server, address) = server(folder.path()).await?;
    let (hub, page) = Process::part(Part::Hub, &address, folder.path(), plan.boards).await?;
    let (bare, _) = Process::part(Part::Bare, &address, folder.path(), plan.boards).await?;
    let sightings = Sightings::default();
    let viewer = tokio::spawn(viewer::watch(page, sightings.clone()));
    let boards = boards::play(plan, &address, &sightings).await?;
    sleep(SETTLING).await;

    let parts = [&hub, &server, &bare];
    let before = parts.map(Process::cpu);
    let start = Instant::now();
    sightings.measure(true);
    sleep(Duration::from_secs(plan.seconds)).await;
    sightings.measure(false);
    let elapsed = start.elapsed();
    let after = parts.map(Process::cpu);
    sleep(LAST).await;
    let mut costs = parts.map(|part| Cost { cpu: 0.0, memory: part.memory() });
    for (cost, (before, after)) in costs.iter_mut().zip(before.into_iter().zip(after)) {
        cost.cpu = (after - before) / elapsed.as_secs_f64();
    }
    let (took, unseen) = sightings.result();
    boards.abort();
    viewer.abort();
    let [hub, server, bare] = costs;
    if took.is_empty() {
        return Err(io::Error::other("nothing that a board showed was seen in the hall").into());
    }
    Ok(Report { plan, took, unseen, hub, server, bare })
}
