use std::{
    fmt,
    fs::{self, File, TryLockError},
    future::Future,
    io::{self, Write as _},
    path::Path,
    sync::Arc,
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    time::timeout,
};
use touchmove_core::board::{Header, Record, Side};

use super::{
    Board, Crew, Ended, Signals, Stop, Unfinished, joined, pairing,
    senses::{Senses, attend, watch as watch_thread},
};
use crate::{
    config::{Config, HubLink},
    hub::{Hub, keep_round},
    inlet::inlet,
    link::{self, Glance, Outbox, Request, Showcase, local},
    meet::Join,
    sensor::{AtEnd, Ending, Pulse, SensorKind, TracePlayer, Turns},
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

/// What a board holds of its hall.
pub(super) struct Link {
    /// Its name, until the hall says otherwise.
    pub(super) name: String,
    /// Orders come this way.
    pub(super) orders: mpsc::Receiver<Request>,
    /// What it shows.
    pub(super) showcase: Showcase,
    /// The same, as it is seen.
    pub(super) glance: watch::Receiver<Option<Glance>>,
    /// Where browsers may look, those of the public last.
    pub(super) pages: Vec<String>,
}

/// Runs one board until it is told to stop: one of a hall, or a hall of its own.
///
/// # Errors
///
/// When it cannot start, or a part of it ends.
pub(crate) async fn run_board(config: Config) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let state = &config.board.state;
    make_state(state)?;
    let _lock = lock(&state.join("lock"))?;
    let mut crew = Crew::new();
    let outbox = Arc::new(Outbox::default());
    let told = Join::kept(state)?.map(HubLink::Join);
    let hub = config.hub().or(told);
    let mut link = match &hub {
        None => alone(&mut crew, &config, &outbox).await?,
        Some(hub) => joined::open(&mut crew, &config, hub, &outbox).await?,
    };
    let name = link.name.clone();
    let (played, turns) = play(&mut crew, &config, &name, hub.as_ref())?;
    let board = Board {
        header: played.header,
        games: state.join("games"),
        pairing: state.join("pairing.json"),
        tempo: played.tempo,
        records: played.records,
        orders: link.orders,
        outbox,
        showcase: link.showcase,
        unfinished: played.unfinished,
        white_at: config.clock.white_at,
        lever_down: played.lever_down,
        ears: None,
    };
    crew.spawn(format!("board-{name}"), board.run(crew.stop()));

    // Whoever waits for what is said now may count on the board being there.
    let read = link.glance.wait_for(|one| one.as_ref().is_some_and(|one| one.summary.seq > 0));
    let shown = matches!(timeout(FIRST_READING, read).await, Ok(Ok(_)));
    let status = if shown { "is watched" } else { "has not been read yet" };
    let status = format!("board {name} {status}");
    service::ready(&status);
    for page in &link.pages {
        // Nobody need read it.
        let _ = writeln!(io::stdout(), "{page}");
    }
    let mut stop = crew.stop();
    let watchdog = Watchdog::asked_for(turns);
    crew.spawn("supervisor", async move {
        service::supervise(watchdog, status, async move { stop.wanted().await }).await;
        Ok::<(), io::Error>(())
    });

    crew.work(signals.first()).await?;
    Ok(())
}

/// A board without a hub: a hall of one, with its page.
async fn alone(crew: &mut Crew, config: &Config, outbox: &Arc<Outbox>) -> io::Result<Link> {
    let (name, state) = (config.board.name.clone(), &config.board.state);
    let (hub, memory) = Hub::open(&config.hall.name, &state.join("hall.sqlite"))?;
    let (door, posts) = local::door();
    crew.spawn("hall", thread(memory.run(posts)?, crew.stop()));
    let (end, seat) = door.link(&name);
    let glance = seat.glance.clone();
    hub.seat(seat);
    let courier = link::carry(name.clone(), Arc::clone(outbox), end.uplink);
    attend(crew, format!("courier-{name}"), courier);
    attend(crew, "round".into(), keep_round(Arc::clone(&hub), state.join("pgn")));
    #[cfg(feature = "web")]
    let pages = {
        let (web, public) = (&config.web, config.public.as_ref());
        let seen = super::page::open_public(crew, web, public, &hub).await?;
        let page = super::page::open_alone(crew, web, hub, door.shown()).await?;
        std::iter::once(page).chain(seen).collect()
    };
    #[cfg(not(feature = "web"))]
    let pages = Vec::new();
    Ok(Link { name, orders: end.orders, showcase: end.showcase, glance, pages })
}

/// What is played at a board, and how fast.
struct Played {
    header: Header,
    tempo: Tempo,
    records: mpsc::Receiver<Record>,
    unfinished: Unfinished,
    lever_down: Option<Side>,
}

/// Begins to read the board, or to play the trace that stands for it.
fn play(
    crew: &mut Crew,
    config: &Config,
    name: &str,
    hub: Option<&HubLink>,
) -> io::Result<(Played, Turns)> {
    let tempo = Tempo::starting_now(config.sensor.speed.factor());
    let (inlet, records) = inlet(INLET);
    if config.sensor.kind == SensorKind::Trace {
        let player = TracePlayer::open(config.sensor.file.as_deref().unwrap_or(Path::new("")))?;
        let recorded = player.header().clone();
        let header = Header { board: name.into(), game: None, core: None, ..recorded };
        let ending = match config.sensor.at_end {
            AtEnd::Stop => Ending::Stay,
            AtEnd::Loop => Ending::Again,
        };
        let trace = player.play(name, ending, tempo, inlet)?;
        let turns = trace.turns();
        crew.spawn(format!("trace-{name}"), watch_thread(trace, crew.stop()));
        let unfinished = Unfinished::IsClosed;
        return Ok((Played { header, tempo, records, unfinished, lever_down: None }, turns));
    }
    let configured = Header { board: name.into(), ..config.header() };
    let pairing = pairing::kept(&config.board.state.join("pairing.json"), configured);
    // A board of a hall is called as the hall says.
    let header = match hub {
        None => Header { board: name.into(), ..pairing },
        Some(_) => pairing,
    };
    let started = Senses::open(config, tempo, inlet)?.start(crew, Pulse::default())?;
    let (lever_down, unfinished) = (started.lever_down, Unfinished::GoesOn);
    Ok((Played { header, tempo, records, unfinished, lever_down }, started.turns))
}

/// A task that runs until the crew stops.
pub(super) async fn until<E>(
    mut stop: Stop,
    task: impl Future<Output = Result<(), E>>,
) -> Result<(), E> {
    tokio::select! {
        // What ends because all end has not failed.
        biased;
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
