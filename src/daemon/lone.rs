use std::{
    fmt,
    fs::{self, File, TryLockError},
    future::Future,
    io,
    path::Path,
    sync::Arc,
};

use tokio::sync::oneshot;
use touchmove_core::board::Header;

use super::{
    Board, Crew, Ended, Signals, Stop, Unfinished, pairing,
    senses::{Senses, attend, watch},
};
use crate::{
    config::Config,
    hub::{Hub, keep_round},
    inlet::inlet,
    link::{self, Outbox, local},
    sensor::{AtEnd, Ending, Pulse, SensorKind, TracePlayer},
    service::{self, Watchdog},
    tempo::Tempo,
};

/// Records on their way from the sensors to the board: twenty seconds of a board that rattles at
/// every reading.
pub(crate) const INLET: usize = 4096;

/// How long it waits for a first reading of the board before it says that it is ready.
const FIRST_READING: std::time::Duration = std::time::Duration::from_secs(2);

/// Why a daemon could not start, or stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something could not be set up.
    Start(io::Error),
    /// A part ended.
    Ended(Ended),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Start(error) => error.fmt(f),
            Failure::Ended(ended) => write!(f, "stopped, because a part of it did: {ended}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Start(error)
    }
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Failure {
        Failure::Ended(ended)
    }
}

/// Runs one board, which is a hall of one, until it is told to stop.
///
/// # Errors
///
/// When it cannot start, or a part of it ends.
pub(crate) async fn run_board(config: Config) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let state = &config.board.state;
    make_state(state)?;
    let _lock = lock(&state.join("lock"))?;
    let name = config.board.name.clone();
    let mut crew = Crew::new();

    let (hub, memory) = Hub::open(&config.hall.name, &state.join("hall.sqlite"))?;
    let (door, posts) = local::door();
    crew.spawn("hall", thread(memory.run(posts)?, crew.stop()));
    let (end, seat) = door.link(&name);
    let mut glance = seat.glance.clone();
    hub.seat(seat);

    let tempo = Tempo::starting_now(config.sensor.speed.factor());
    let (inlet, records) = inlet(INLET);
    let pairing = state.join("pairing.json");
    let mut header = Header { board: name.clone(), ..pairing::kept(&pairing, config.header()) };
    let mut unfinished = Unfinished::GoesOn;
    let mut lever_down = None;
    let turns = if config.sensor.kind == SensorKind::Trace {
        let file = config.sensor.file.as_deref().unwrap_or(Path::new(""));
        let player = TracePlayer::open(file)?;
        header = Header { board: name.clone(), game: None, core: None, ..player.header().clone() };
        unfinished = Unfinished::IsClosed;
        let ending = match config.sensor.at_end {
            AtEnd::Stop => Ending::Stay,
            AtEnd::Loop => Ending::Again,
        };
        let trace = player.play(&name, ending, tempo, inlet)?;
        let turns = trace.turns();
        crew.spawn(format!("trace-{name}"), watch(trace, crew.stop()));
        turns
    } else {
        let senses = Senses::open(&config, tempo, inlet)?;
        let started = senses.start(&mut crew, Pulse::default())?;
        lever_down = started.lever_down;
        started.turns
    };

    let outbox = Arc::new(Outbox::default());
    let courier = link::carry(name.clone(), outbox.clone(), end.uplink);
    attend(&mut crew, format!("courier-{name}"), courier);
    let board = Board {
        header,
        games: state.join("games"),
        pairing,
        tempo,
        records,
        orders: end.orders,
        outbox,
        showcase: end.showcase,
        unfinished,
        white_at: config.clock.white_at,
        lever_down,
        ears: None,
    };
    crew.spawn(format!("board-{name}"), board.run(crew.stop()));

    attend(&mut crew, "round".into(), keep_round(Arc::clone(&hub), state.join("pgn")));
    #[cfg(feature = "web")]
    let address = super::page::open(&mut crew, &config.web, hub, door.shown()).await?;
    // Whoever waits for what is said now may count on the board being there.
    let read = glance.wait_for(|glance| glance.as_ref().is_some_and(|one| one.summary.seq > 0));
    let shown = matches!(tokio::time::timeout(FIRST_READING, read).await, Ok(Ok(_)));
    let status = if shown { "is watched" } else { "has not been read yet" };
    let status = format!("board {name} {status}");
    service::ready(&status);
    #[cfg(feature = "web")]
    println!("http://{address}");
    let mut stop = crew.stop();
    let watchdog = Watchdog::asked_for(turns);
    crew.spawn("supervisor", async move {
        service::supervise(watchdog, status, async move { stop.wanted().await }).await;
        Ok::<(), io::Error>(())
    });

    crew.work(signals.first()).await?;
    Ok(())
}

/// A task that runs until the crew stops.
pub(super) async fn until<E>(
    mut stop: Stop,
    task: impl Future<Output = Result<(), E>>,
) -> Result<(), E> {
    tokio::select! {
        () = stop.wanted() => Ok(()),
        result = task => result,
    }
}

/// A thread as a task: it may end only when the crew stops.
pub(super) async fn thread(ended: oneshot::Receiver<()>, stop: Stop) -> Result<(), &'static str> {
    until(stop, async {
        // The sender is dropped with the thread and sends nothing.
        let _ = ended.await;
        Err("the thread has ended")
    })
    .await
}

/// Makes the folder of a board's state.
///
/// # Errors
///
/// When it cannot be made.
pub(crate) fn make_state(state: &Path) -> io::Result<()> {
    fs::create_dir_all(state).map_err(|error| named(state, error))
}

/// Two daemons in one folder would write one journal, or read one board.
///
/// # Errors
///
/// When another has it, or the file cannot be made.
pub(crate) fn lock(path: &Path) -> io::Result<File> {
    let file = File::create(path).map_err(|error| named(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(named(path, io::Error::other("another touchmove runs in this folder")))
        }
        Err(TryLockError::Error(error)) => Err(named(path, error)),
    }
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
