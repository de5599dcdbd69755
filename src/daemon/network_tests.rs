//! Boards and hall with a real nats-server between them.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use async_nats::ConnectOptions;
use serde_json::json;
use tokio::time::sleep;
use touchmove_core::{
    board::{Bitboard, Header, Order, Said},
    sheet::Sheet,
};

use super::*;
use crate::{
    clock::LeverEnd,
    daemon::lone::thread,
    hub::{Came, Unanswered},
    link::{Answer, Glance, Outbox, Presence, Request, carry, local, nats::Waiting},
    meet::Synchronised,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// A server in a folder of its own.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Path, port: Option<u16>) -> Server {
        let ports = folder.join("ports");
        let _ = fs::remove_dir_all(&ports);
        fs::create_dir_all(&ports).unwrap();
        // It is waited for when it is dropped.
        #[allow(clippy::zombie_processes)]
        let child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port.map_or("-1".into(), |port| port.to_string())])
            .arg("-js")
            .arg("-sd")
            .arg(folder.join("jetstream"))
            .arg("--ports_file_dir")
            .arg(&ports)
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server (Debian package nats-server) is needed");
        let start = Instant::now();
        let file = ports.join(format!("nats-server_{}.ports", child.id()));
        loop {
            if let Ok(text) = fs::read_to_string(&file)
                && let Ok(ports) = serde_json::from_str::<serde_json::Value>(&text)
            {
                let url = ports["nats"][0].as_str().unwrap();
                let port = url.rsplit(':').next().unwrap().parse().unwrap();
                return Server { child, port };
            }
            assert!(start.elapsed() < PATIENCE, "nats-server does not start");
            std::thread::yield_now();
        }
    }

    /// Pulls its plug, and starts it again at the same place.
    fn kill_and_restart(&mut self, folder: &Path) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        *self = Server::start(folder, Some(self.port));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn connect(port: u16, again: Option<&watch::Sender<u64>>) -> Client {
    let (sender, hear) = comebacks();
    let sender = again.cloned().unwrap_or(sender);
    ConnectOptions::new()
        .reconnect_delay_callback(|_| Duration::from_millis(50))
        .event_callback(move |event| {
            if matches!(event, Event::Connected) {
                sender.send_modify(|times| *times += 1);
            }
            hear(event)
        })
        .connect(format!("127.0.0.1:{port}"))
        .await
        .unwrap()
}

/// A hall at a server.
struct Hall {
    hub: Arc<Hub>,
    _door: Door,
    crew: Crew,
}

async fn hall(folder: &Path, port: u16) -> Hall {
    let mut crew = Crew::new();
    let (hub, memory) = Hub::open("Hall", &folder.join("hall.sqlite")).unwrap();
    let (door, posts) = local::door();
    crew.spawn("hall", thread(memory.run(posts).unwrap(), crew.stop()));
    let again = watch::Sender::new(0);
    let client = connect(port, Some(&again)).await;
    open(&mut crew, &hub, &door, client, again, OpenGate).await.unwrap();
    Hall { hub, _door: door, crew }
}

impl Hall {
    async fn end(self) {
        let _ = self.crew.work(async {}).await;
    }

    async fn told(&self, board: &str, game: &str, seq: u64) {
        let start = Instant::now();
        let has = || {
            let seat = self.hub.find(board)?;
            seat.look(|sheet| (sheet.game.as_deref() == Some(game)).then_some(sheet.seq))?
        };
        while has() != Some(seq) {
            assert!(start.elapsed() < PATIENCE, "{board} {game}: {:?}, not {seq}", has());
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A board whose events are made up.
struct Board {
    outbox: Arc<Outbox>,
    showcase: crate::link::Showcase,
    requests: tokio::sync::mpsc::Receiver<Request>,
    header: Header,
    sheet: Sheet,
}

async fn board(folder: &Path, port: u16, code: &str) -> Board {
    let client = connect(port, None).await;
    let Waiting { showcase, orders, stand } = nats::wait(code, folder.join("games"));
    let (uplink, desk) = stand.join(client);
    let outbox = Arc::new(Outbox::default());
    tokio::spawn(carry(code.into(), Arc::clone(&outbox), uplink));
    tokio::spawn(desk.attend());
    let header = Header { board: code.into(), ..Header::default() };
    Board { outbox, showcase, requests: orders, sheet: Sheet::new(&header), header }
}

impl Board {
    fn game(&mut self, folder: &Path, game: &str) {
        self.header.game = Some(game.into());
        self.sheet = Sheet::new(&self.header);
        let journal = folder.join("games").join(format!("{game}.jsonl"));
        fs::create_dir_all(journal.parent().unwrap()).unwrap();
        let line = touchmove_core::trace::Line::from(self.header.clone());
        fs::write(&journal, format!("{line}\n")).unwrap();
        self.outbox.game(self.header.clone().into(), journal.into(), 0);
    }

    fn say(&mut self, folder: &Path, seqs: std::ops::RangeInclusive<u64>) {
        let game = self.header.game.clone().unwrap();
        let journal = folder.join("games").join(format!("{game}.jsonl"));
        let said: Vec<Said> = seqs.map(alert).collect();
        let mut text = fs::read_to_string(&journal).unwrap();
        for said in &said {
            text += &(serde_json::to_string(said).unwrap() + "\n");
            self.sheet.fold(said);
        }
        fs::write(&journal, text).unwrap();
        self.outbox.said(said, None);
        self.show();
    }

    fn show(&self) {
        self.showcase.show(Glance {
            summary: self.sheet.summary(),
            occupied: Bitboard(0xff),
            t: 0,
            at: tokio::time::Instant::now(),
            speed: 1.0,
            white_at: LeverEnd::Left,
            unsaved: None,
            presence: Presence::Here,
            synchronised: Synchronised::Unknown,
        });
    }
}

fn alert(seq: u64) -> Said {
    serde_json::from_value(
        json!({"seq":seq,"t":seq * 1000,"event":"alert","id":seq,"rev":1,"ply":0,
        "kind":"clock_stopped","severity":"attention","for":"arbiter","article":null,"penalty":null,
        "rules":"fide-2023"}),
    )
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_board_says_and_shows_is_in_the_hall_and_it_does_what_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), None);
    let hall = hall(folder.path(), server.port).await;
    hall.hub.admit("7K2M9X".into(), "U1".into()).await.unwrap();
    let mut board = board(folder.path(), server.port, "7K2M9X").await;
    board.game(folder.path(), "a");
    board.say(folder.path(), 1..=300);
    hall.told("7K2M9X", "a", 300).await;
    let entries = hall.hub.alerts_after(0, 500).await.unwrap();
    assert_eq!(
        entries.iter().map(|entry| entry.seq).collect::<Vec<_>>(),
        (1..=300).collect::<Vec<_>>()
    );
    // They were said 300 s of the game's time before the last one, and so before now.
    assert_eq!((entries[0].came, entries[299].came), (Came::Missed, Came::Live));

    let mut glance = hall.hub.find("7K2M9X").unwrap().glance();
    glance
        .wait_for(|glance| glance.as_ref().is_some_and(|one| one.summary.seq == 300))
        .await
        .unwrap();
    let hub = Arc::clone(&hall.hub);
    let order = tokio::spawn(async move { hub.order("7K2M9X", Order::Pause.into()).await });
    let Some(Request::Order { command, game, answer }) = board.requests.recv().await else {
        panic!()
    };
    assert_eq!((command.order, game.as_deref()), (Order::Pause, Some("a")));
    answer.send(Answer::Done("pause".into())).unwrap();
    assert_eq!(order.await.unwrap(), Ok(Answer::Done("pause".into())));

    // The next game, and the last words of the one before.
    board.say(folder.path(), 301..=305);
    board.game(folder.path(), "b");
    board.say(folder.path(), 1..=2);
    hall.told("7K2M9X", "b", 2).await;
    assert_eq!(hall.hub.alerts_after(300, 500).await.unwrap().len(), 7);

    // It gets another name, and its games with it.
    hall.hub.bind("7K2M9X".into(), Some("12".into())).await.unwrap();
    board.header.board = "12".into();
    board.game(folder.path(), "c");
    board.say(folder.path(), 1..=1);
    hall.told("12", "c", 1).await;
    assert!(hall.hub.find("7K2M9X").is_none());
    hall.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled_when_server_and_hall_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), None);
    let mut here = hall(folder.path(), server.port).await;
    here.hub.admit("7K2M9X".into(), "U1".into()).await.unwrap();
    let mut board = board(folder.path(), server.port, "7K2M9X").await;
    board.game(folder.path(), "a");
    let mut last = 0;
    for round in 0..4 {
        board.say(folder.path(), last + 1..=last + 400);
        last += 400;
        match round % 2 {
            0 => server.kill_and_restart(folder.path()),
            _ => {
                here.end().await;
                board.say(folder.path(), last + 1..=last + 50);
                last += 50;
                here = hall(folder.path(), server.port).await;
            }
        }
    }
    here.told("7K2M9X", "a", last).await;
    let mut seen = Vec::new();
    while let Some(cursor) = here
        .hub
        .alerts_after(seen.last().map_or(0, |(cursor, _)| *cursor), 500)
        .await
        .unwrap()
        .iter()
        .map(|entry| {
            seen.push((entry.cursor, entry.seq));
            entry.cursor
        })
        .last()
    {
        assert!(cursor > 0);
    }
    assert_eq!(
        seen.iter().map(|(_, seq)| *seq).collect::<Vec<_>>(),
        (1..=last).collect::<Vec<_>>()
    );

    // The server's disk is lost: the hall goes on with a new one.
    board.say(folder.path(), last + 1..=last + 10);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    fs::remove_dir_all(folder.path().join("jetstream")).unwrap();
    board.say(folder.path(), last + 11..=last + 20);
    server = Server::start(folder.path(), Some(server.port));
    here.told("7K2M9X", "a", last + 20).await;

    // The hall's disk is lost: all is told again, earlier games too.
    board.game(folder.path(), "b");
    board.say(folder.path(), 1..=5);
    here.told("7K2M9X", "b", 5).await;
    here.end().await;
    for file in ["hall.sqlite", "hall.sqlite-wal", "hall.sqlite-shm"] {
        let _ = fs::remove_file(folder.path().join(file));
    }
    fs::remove_dir_all(folder.path().join("jetstream")).unwrap();
    server.kill_and_restart(folder.path());
    here = hall(folder.path(), server.port).await;
    here.hub.admit("7K2M9X".into(), "U1".into()).await.unwrap();
    here.told("7K2M9X", "b", 5).await;
    let start = Instant::now();
    while here.hub.alerts_after(0, 500).await.unwrap().len() < 500 {
        assert!(start.elapsed() < PATIENCE);
        sleep(Duration::from_millis(50)).await;
    }
    here.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_away_refuses_at_once_and_never_later() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), None);
    let hall = hall(folder.path(), server.port).await;
    hall.hub.admit("7K2M9X".into(), "U1".into()).await.unwrap();
    let pause = || hall.hub.order("7K2M9X", Order::Pause.into());
    let start = Instant::now();
    while hall.hub.find("7K2M9X").is_none() {
        assert!(start.elapsed() < PATIENCE);
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(pause().await, Err(Unanswered::Away));
    let mut board = board(folder.path(), server.port, "7K2M9X").await;
    board.game(folder.path(), "a");
    board.say(folder.path(), 1..=1);
    let mut glance = hall.hub.find("7K2M9X").unwrap().glance();
    glance.wait_for(Option::is_some).await.unwrap();
    // It hears, and does not answer: then nobody knows.
    assert_eq!(pause().await, Err(Unanswered::Late));
    let Some(Request::Order { command, .. }) = board.requests.recv().await else { panic!() };
    let id = command.id;
    // What was asked again on the way is the same order.
    while let Ok(Request::Order { command, .. }) = board.requests.try_recv() {
        assert_eq!(command.id, id);
    }
    hall.end().await;
}
