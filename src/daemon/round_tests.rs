//! A hall of several boards in one process, asked over HTTP as a page asks.

use std::{fs, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    time::{Instant, sleep},
};
use touchmove_core::board::{Bitboard, Header, Planes, Record, Side, What};

use super::{Board, Crew, Unfinished, lone::thread, senses::attend};
use crate::{
    clock::LeverEnd,
    doors::Doors,
    hub::{Hub, keep_round},
    inlet::{Inlet, inlet},
    link::{
        self, Outbox,
        local::{self, Door, HallEnd},
    },
    tempo::Tempo,
    web::{self, PlainHttp, Security},
};

/// Whatever takes longer is a failure. Loaded machines are slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// All pieces where they belong.
const SET_UP: u64 = 0xffff_0000_0000_ffff;

struct Hall {
    hub: Arc<Hub>,
    door: Door,
    crew: Crew,
    address: SocketAddr,
    folder: tempfile::TempDir,
}

/// The sensors of a board.
struct Senses {
    inlet: Arc<Inlet>,
    tempo: Tempo,
}

impl Senses {
    fn put(&self, what: What) {
        self.inlet.put(Record { t: self.tempo.now(), what }).unwrap();
    }

    fn show(&self, squares: u64) {
        self.put(What::Scan(Planes::Occupancy(Bitboard(squares))));
    }
}

impl Hall {
    async fn open() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        let mut crew = Crew::new();
        let (hub, memory) = Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap();
        let (door, posts) = local::door();
        crew.spawn("hall", thread(memory.run(posts).unwrap(), crew.stop()));
        let keeper = keep_round(Arc::clone(&hub), folder.path().join("pgn"));
        attend(&mut crew, "round".into(), keeper);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut stop = crew.stop();
        let stop = async move { stop.wanted().await };
        let security = Security::plain(address, PlainHttp::OnLoopback).unwrap();
        let served =
            web::serve(listener, security, Doors::open(Arc::clone(&hub)), door.shown(), 10, stop);
        crew.spawn("web", served);
        Hall { hub, door, crew, address, folder }
    }

    /// A board of this name, with what stands on it.
    fn board(&mut self, name: &str, squares: u64) -> Senses {
        let (end, seat) = self.door.link(name);
        self.hub.seat(seat);
        let (inlet, records) = inlet(64);
        let outbox = Arc::new(Outbox::default());
        let courier = link::carry(name.into(), Arc::clone(&outbox), end.uplink);
        attend(&mut self.crew, format!("courier-{name}"), courier);
        let tempo = Tempo::starting_now(1.0);
        let header = Header { board: name.into(), time_control: "60".into(), ..Header::default() };
        let state = self.folder.path().join(name);
        let board = Board {
            header,
            games: state.join("games"),
            pairing: state.join("pairing.json"),
            tempo,
            records,
            orders: end.orders,
            outbox,
            showcase: end.showcase,
            unfinished: Unfinished::GoesOn,
            white_at: LeverEnd::default(),
            lever_down: None,
            ears: None,
        };
        self.crew.spawn(format!("board-{name}"), board.run(self.crew.stop()));
        let senses = Senses { inlet, tempo };
        senses.show(squares);
        senses
    }

    /// Status and answer of a request.
    async fn ask(&self, method: &'static str, path: &str, body: impl Into<String>) -> (u16, Value) {
        let (status, text) = self.ask_text(method, path, body).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    async fn ask_text(
        &self,
        method: &'static str,
        path: &str,
        body: impl Into<String>,
    ) -> (u16, String) {
        let (url, body) = (format!("http://{}{path}", self.address), body.into());
        let ask = move || {
            let config = ureq::Agent::config_builder().http_status_as_error(false);
            let agent: ureq::Agent = config.build().into();
            let kind = "application/json";
            let answer = match method {
                "GET" => agent.get(url).call(),
                "PUT" => agent.put(url).content_type(kind).send(body),
                _ => agent.post(url).content_type(kind).send(body),
            };
            let mut answer = answer.unwrap();
            (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
        };
        tokio::task::spawn_blocking(ask).await.unwrap()
    }

    async fn order(&self, board: &str, order: Value) -> (u16, Value) {
        self.ask("POST", &format!("/api/boards/{board}/command"), order.to_string()).await
    }

    /// Waits until the round is like this.
    async fn until(&self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let (_, round) = self.ask("GET", "/api/round", "").await;
            if wanted(&round) {
                return round;
            }
            assert!(start.elapsed() < PATIENCE, "never {what}: {round:#}");
            sleep(Duration::from_millis(20)).await;
        }
    }
}

fn table<'v>(round: &'v Value, name: &str) -> &'v Value {
    let tables = round["tables"].as_array().map(Vec::as_slice).unwrap_or_default();
    tables.iter().find(|table| table["table"] == name).unwrap_or(&Value::Null)
}

fn state(round: &Value, name: &str) -> String {
    table(round, name)["state"].as_str().unwrap_or_default().to_owned()
}

fn written(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

const FIRST: &str = "Стол;Белые;Чёрные;Рейтинг белых\n1;Анна;Борис;2100\n2;Vera;Carl;\n\
                     3;Dora;Emil;\n4;Fay;Gus;\n;Hal;;\n";
const IMPORT: &str = "/api/round/import?event=Open&round=1&time_control=5400%2B30";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_from_its_file_to_its_pgn() {
    let mut hall = Hall::open().await;
    let one = hall.board("1", SET_UP);
    let _two = hall.board("2", SET_UP);
    let three = hall.board("3", SET_UP & !(1 << 12));
    let _five = hall.board("5", SET_UP);

    // What is wrong is told, and what is only looked at changes nothing.
    assert_eq!(hall.ask("GET", "/api/round", "").await, (200, Value::Null));
    let (status, told) = hall.ask("POST", IMPORT, "White,Black\nA,A\n,B,C\n").await;
    assert_eq!((status, told["mistakes"].as_array().map(Vec::len)), (422, Some(2)), "{told}");
    let (status, told) = hall.ask("POST", &format!("{IMPORT}&play=blitz"), FIRST).await;
    assert_eq!((status, &told["mistakes"][0]["key"]), (422, &json!("time_control")), "{told}");
    let (status, read) = hall.ask("POST", &format!("{IMPORT}&dry_run=true"), FIRST).await;
    assert_eq!((status, &read["no_board"]), (200, &json!(["4"])), "{read}");
    assert_eq!(read["round"]["byes"][0]["name"], "Hal");
    assert_eq!(hall.ask("GET", "/api/round", "").await, (200, Value::Null));

    assert_eq!(hall.ask("POST", IMPORT, FIRST).await.0, 200);
    let round = hall
        .until("looked at", |round| {
            (state(round, "1"), state(round, "2")) == ("ready".into(), "ready".into())
                && state(round, "3") == "setting_up"
        })
        .await;
    assert_eq!(table(&round, "3")["missing"], json!(["e2"]), "{round}");
    assert_eq!(state(&round, "4"), "no_board");
    assert_eq!((&round["unpaired"], &round["n"]), (&json!(["5"]), &json!(1)));

    // Only who is ready starts; who is stopped by the arbiter is not resumed with the hall.
    let all = |names: Value| (200, json!({ "done": names, "not": [] }));
    assert_eq!(hall.ask("POST", "/api/round/start", "").await, all(json!(["1", "2"])));
    three.show(SET_UP);
    hall.until("two games, one ready", |round| {
        table(round, "1")["running"] == "white" && state(round, "3") == "ready"
    })
    .await;
    assert_eq!(hall.ask("POST", "/api/round/start", "").await, all(json!(["3"])));
    hall.until("three games", |round| table(round, "3")["running"] == "white").await;
    assert_eq!(hall.order("2", json!({"do": "pause"})).await.0, 200);
    hall.until("a dispute", |round| table(round, "2")["running"] == Value::Null).await;
    one.show(SET_UP & !(1 << 12));
    one.show((SET_UP & !(1 << 12)) | (1 << 28));
    one.put(What::Press(Side::White));
    hall.until("a move", |round| table(round, "1")["running"] == "black").await;
    let (status, stopped) = hall.ask("POST", "/api/round/stop", "").await;
    assert_eq!((status, stopped), all(json!(["1", "2", "3"])));
    let round = hall
        .until("silence", |round| {
            ["1", "2", "3"].iter().all(|name| table(round, name)["running"] == Value::Null)
        })
        .await;
    assert_eq!(round["stopped"], json!(["1", "3"]));
    // Once more changes nothing.
    hall.ask("POST", "/api/round/stop", "").await;
    assert_eq!(hall.ask("POST", "/api/round/resume", "").await, all(json!(["1", "3"])));
    let round = hall.until("play again", |round| table(round, "3")["running"] == "white").await;
    assert_eq!(table(&round, "1")["running"], "black", "whose time ran before");
    assert_eq!(table(&round, "2")["running"], Value::Null);
    assert_eq!(hall.ask("POST", "/api/round/resume", "").await, all(json!([])));

    // A result is written down.
    let wins = json!({"do": "result", "result": "1-0", "reason": "resignation"});
    assert_eq!(hall.order("1", wins.clone()).await.0, 200);
    let round = hall.until("a result", |round| state(round, "1") == "over").await;
    assert_eq!(table(&round, "1")["result"], "1-0");
    let file = hall.folder.path().join("pgn/round-1.pgn");
    hall.until("written", |_| written(&file).contains("[Result \"1-0\"]")).await;
    let text = written(&file);
    assert!(text.contains("[White \"Анна\"]") && text.contains("1. e4"), "{text}");
    assert!(text.contains("[WhiteElo \"2100\"]") && text.contains("[Board \"1\"]"), "{text}");
    let games = touchmove_core::pgn::read(text.as_bytes()).map(Result::unwrap);
    assert_eq!(games.count(), 3, "{text}");
    assert_eq!(hall.ask_text("GET", "/api/rounds/1/pgn", "").await, (200, hall_pgn(&hall).await));
    // What was written is a round to be read.
    let again = touchmove_core::tournament::read(text.as_bytes()).unwrap().round;
    assert_eq!(again.tables.len(), 3);
    assert_eq!(again.tables[0].white.name, "Анна");

    next_round(&mut hall, wins).await;
    hall.crew.work(async {}).await.unwrap();
}

async fn hall_pgn(hall: &Hall) -> String {
    hall.ask_text("GET", "/api/round.pgn", "").await.1
}

/// The next round is prepared while a game of the first is on, and a board comes late.
async fn next_round(hall: &mut Hall, wins: Value) {
    let pair = |table: &str, white: &str, black: &str| json!({"table": table, "white": {"name": white}, "black": {"name": black}});
    let tables = [pair("1", "Борис", "Vera"), pair("2", "Carl", "Анна"), pair("4", "Emil", "Fay")];
    let terms = json!({"time_control": "180+2", "play": "blitz"});
    let next = json!({"event": "Open", "round": "2", "terms": terms, "tables": tables});
    let (status, round) = hall.ask("PUT", "/api/round", next.to_string()).await;
    assert_eq!((status, &round["n"]), (200, &json!(2)), "{round}");
    assert_eq!(table(&round, "2")["refused"], "game_on");
    let round = hall.until("set up", |round| state(round, "1") == "setting_up").await;
    assert_eq!(state(&round, "2"), "other_game");
    assert_eq!(table(&round, "2")["has_white"], "Vera");
    assert_eq!(state(&round, "4"), "no_board");
    assert_eq!(hall.order("2", wins).await.0, 200);
    let _four = hall.board("4", SET_UP);
    hall.until("all have it", |round| {
        (state(round, "2"), state(round, "4")) == ("ready".into(), "ready".into())
    })
    .await;
    let (_, rounds) = hall.ask("GET", "/api/rounds", "").await;
    assert_eq!((&rounds[0]["pairs"], &rounds[1]["pairs"]), (&json!(4), &json!(3)));
    let (_, first) = hall.ask_text("GET", "/api/rounds/1/pgn", "").await;
    assert_eq!(touchmove_core::pgn::read(first.as_bytes()).count(), 3, "{first}");
    assert!(!first.contains("Emil\"]\n[Black \"Fay"), "{first}");
    assert_eq!(hall.ask("GET", "/api/rounds/3/pgn", "").await.0, 404);
    let wrong = json!({"tables": [pair("1", "A", "A")]});
    assert_eq!(hall.ask("PUT", "/api/round", wrong.to_string()).await.0, 422);
}

/// When the alarm rings, a board that does not answer holds nobody up.
#[tokio::test(start_paused = true)]
async fn who_has_not_stopped_is_known_within_five_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, _memory) = Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap();
    let (door, _posts) = local::door();
    let mut silent = Vec::new();
    for n in 0..40 {
        let (end, seat) = door.link(&n.to_string());
        let gone = n % 2 == 0;
        silent.extend((!gone).then_some(end));
        let seat: HallEnd = seat;
        hub.seat(seat);
    }
    let start = Instant::now();
    let carried = hub.stop_clocks(Some("Carla")).await.unwrap();
    assert!(start.elapsed() <= Duration::from_millis(5_100), "{:?}", start.elapsed());
    assert_eq!((carried.done.len(), carried.not.len()), (0, 40));
    let late = carried.not.iter().filter(|not| not.refused == "late").count();
    assert_eq!(late, 20);
}
