//! A playing hall in one process: hands play real games, an arbiter decides, the page shows it.

mod arbiter;
mod players;
mod progress;
mod summary;

use std::{fs, io, path::PathBuf, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until, timeout},
};
use touchmove_core::{
    board::{Header, Record, What},
    hands::{self, Hands},
    pgn::Score,
};

use super::{
    Board, Crew, Failure, Signals, Unfinished,
    lone::{INLET, thread, until},
    senses::attend,
    wall,
};
use crate::{
    clock::LeverEnd,
    hub::{Hub, keep_round},
    inlet::inlet,
    link::{self, Outbox, local},
    tempo::Tempo,
};

/// Events on their way to the ears of one pair of players.
const EARS: usize = 1024;
/// Calls on their way to the arbiter.
const CALLS: usize = 16;

/// Players think for seconds and wait for an arbiter for a minute: after so long nobody is there.
const STANDSTILL: Duration = Duration::from_secs(180);

/// What is to be shown.
#[derive(Debug)]
pub(crate) struct Demo {
    /// How many boards play.
    pub(crate) boards: usize,
    /// How much faster than life.
    pub(crate) speed: f64,
    /// The same seed plays the same games in the same way.
    pub(crate) seed: u64,
    /// The games to be played; never empty.
    pub(crate) games: Vec<Score>,
    /// Who decides.
    pub(crate) arbiter: Arbiter,
    /// Where the page is served; none: wherever there is room.
    #[cfg_attr(not(feature = "web"), allow(dead_code, reason = "there is no page"))]
    pub(crate) port: Option<u16>,
    /// An empty or new folder for everything that is written.
    pub(crate) folder: PathBuf,
    /// Ends after so long, although games are still on.
    pub(crate) longest: Option<Duration>,
}

/// Who decides in a demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Arbiter {
    /// The program, a few seconds after each alert
    Auto,
    /// Whoever looks at the page
    None,
}

/// Plays the demo to its end, or until it is told to stop.
///
/// # Errors
///
/// When it cannot start, or a part of it ends.
pub(crate) async fn run_demo(demo: Demo) -> Result<(), Failure> {
    let signals = Signals::listen()?;
    let memory_file = demo.folder.join("hall.sqlite");
    if memory_file.exists() {
        let reason = format!("{}: an earlier demo is kept there", demo.folder.display());
        return Err(io::Error::other(reason).into());
    }
    fs::create_dir_all(&demo.folder)?;
    let (hub, memory) = Hub::open("Demo", &memory_file)?;
    let (door, posts) = local::door();
    let mut crew = Crew::new();
    crew.spawn("hall", thread(memory.run(posts)?, crew.stop()));
    #[cfg(feature = "web")]
    {
        let page = super::page::open_anywhere(&mut crew, demo.port, &hub, door.shown()).await?;
        println!("{page}");
    }

    let keeper = keep_round(Arc::clone(&hub), demo.folder.join("pgn"));
    attend(&mut crew, "round".into(), keeper);
    let tempo = Tempo::starting_now(demo.speed);
    let playing = watch::Sender::new(demo.boards);
    for n in 0..demo.boards {
        let seat = Table::new(&demo, n)?;
        seat.open(&mut crew, &demo, &hub, &door, tempo, playing.clone())?;
    }
    let progress = progress::show(Arc::clone(&hub));
    let end = async {
        let longest = demo.longest.map(|longest| Instant::now() + longest);
        tokio::select! {
            () = signals.first() => {}
            () = all_left(playing.subscribe()) => {}
            () = stands_still(door.shown()) => {
                tracing::warn!("nothing happens any more: the demo ends");
            }
            () = sleep_until(longest.unwrap_or_else(Instant::now)), if longest.is_some() => {}
            never = progress => match never {},
        }
        told(&hub).await;
    };
    let ended = crew.work(end).await;
    let games = demo.folder.join("round.pgn");
    summary::write(&hub, &games).await?;
    ended?;
    Ok(())
}

/// One table of the demo before it is opened.
struct Table {
    name: String,
    header: Header,
    hands: Hands,
}

impl Table {
    fn new(demo: &Demo, n: usize) -> io::Result<Table> {
        let seed = demo.seed.wrapping_add(n as u64);
        let score = players::choose(&demo.games, demo.seed, n);
        let name = (n + 1).to_string();
        let base =
            Header { board: name.clone(), time_control: "5400+30".into(), ..Header::default() };
        let mut header = hands::header(score, &base);
        let (event, date) = (header.event.clone(), header.date.clone());
        header.tags.insert("Source".into(), format!("{event}, {date}").into());
        header.event = "touchmove demo".into();
        header.site = Header::default().site;
        header.date = wall::today();
        header.round = "1".into();
        let hands = players::sit_down(score, &header, demo.speed, seed, n)
            .map_err(|reason| io::Error::other(format!("board {name}: {reason}")))?;
        Ok(Table { name, header, hands })
    }

    fn open(
        self,
        crew: &mut Crew,
        demo: &Demo,
        hub: &Arc<Hub>,
        door: &local::Door,
        tempo: Tempo,
        playing: watch::Sender<usize>,
    ) -> io::Result<()> {
        let Table { name, header, hands } = self;
        let (end, seat) = door.link(&name);
        hub.seat(seat);
        let (inlet, records) = inlet(INLET);
        let (ears, heard) = mpsc::channel(EARS);
        let (calls, called) = mpsc::channel(CALLS);
        let outbox = Arc::new(Outbox::default());
        let courier = link::carry(name.clone(), Arc::clone(&outbox), end.uplink);
        let courier = async move {
            courier.await;
            Ok::<(), io::Error>(())
        };
        crew.spawn(format!("courier-{name}"), until(crew.stop(), courier));
        let board = Board {
            header,
            games: demo.folder.join("games"),
            pairing: demo.folder.join(format!("pairing-{name}.json")),
            tempo,
            records,
            orders: end.orders,
            outbox,
            showcase: end.showcase,
            unfinished: Unfinished::IsClosed,
            white_at: LeverEnd::default(),
            lever_down: None,
            ears: Some(ears),
        };
        crew.spawn(format!("board-{name}"), board.run(crew.stop()));
        // The inlet takes at least one record before anybody reads it.
        let _ = inlet.put(Record { t: tempo.now(), what: What::Scan(hands.planes()) });
        let players = players::Players { hands, tempo, inlet, heard, calls, playing };
        crew.spawn(format!("players-{name}"), until(crew.stop(), players.play()));
        if demo.arbiter == Arbiter::Auto {
            let arbiter = arbiter::Attendant::new(Arc::clone(hub), name.clone(), called);
            crew.spawn(format!("arbiter-{name}"), until(crew.stop(), arbiter.attend()));
        }
        Ok(())
    }
}

/// Waits until all players have left.
async fn all_left(mut playing: watch::Receiver<usize>) {
    // The demo keeps a sender, so this cannot end otherwise.
    let _ = playing.wait_for(|playing| *playing == 0).await;
}

/// Waits until no board has shown anything new for a long time.
async fn stands_still(mut shown: watch::Receiver<u64>) {
    while timeout(STANDSTILL, shown.changed()).await.is_ok() {}
}

/// Waits until the hall has heard what the boards have shown, for a few seconds at most.
async fn told(hub: &Hub) {
    const PATIENCE: Duration = Duration::from_secs(3);
    let behind = |seat: &crate::hub::Seat| {
        let shown = seat.glance().borrow().as_ref().map_or(0, |glance| glance.summary.seq);
        seat.look(|sheet| sheet.seq).is_none_or(|told| told < shown)
    };
    let start = Instant::now();
    while hub.seats().iter().any(|seat| behind(seat)) && start.elapsed() < PATIENCE {
        sleep(Duration::from_millis(20)).await;
    }
}
