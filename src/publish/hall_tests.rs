use serde_json::{Value, json};
use tokio::time::{advance, sleep};
use touchmove_core::board::{Header, Said};

use super::*;
use crate::link::{
    Uplink as _,
    local::{self, BoardEnd, Door},
};

const DELAY: Duration = Duration::from_secs(900);
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const AFTER_D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";

/// A hall of one table.
struct Scene {
    hub: Arc<Hub>,
    board: BoardEnd,
    door: Door,
    _folder: tempfile::TempDir,
}

fn header(game: &str) -> Header {
    Header {
        board: "7".into(),
        game: Some(game.into()),
        white: "Иванов".into(),
        black: "Petrov".into(),
        ..Header::default()
    }
}

async fn scene() -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let (hub, memory) = Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap();
    let (door, posts) = local::door();
    memory.run(posts).unwrap();
    let (mut board, seat) = door.link("7");
    hub.seat(seat);
    board.uplink.attach(&header("a")).await.unwrap();
    Scene { hub, board, door, _folder: folder }
}

impl Scene {
    async fn say(&mut self, events: Vec<Value>) {
        let next = self.hub.find("7").unwrap().look(|sheet| sheet.seq).unwrap() + 1;
        let numbered = events.into_iter().zip(next..).map(|(mut event, seq)| {
            (event["seq"], event["t"]) = (seq.into(), (seq * 1000).into());
            serde_json::from_value::<Said>(event).unwrap()
        });
        let events: Vec<Said> = numbered.collect();
        let last = events.last().unwrap().seq;
        assert_eq!(self.board.uplink.deliver(events.into()).await, Ok(last));
    }

    fn follow(&self, delay: Duration) -> Arc<PublicHall> {
        let public = Arc::new(PublicHall::new("Hall", delay));
        tokio::spawn(follow(Arc::clone(&self.hub), Arc::clone(&public)));
        public
    }
}

fn made(ply: u32, uci: &str, san: &str, fen: &str) -> Value {
    json!({"event":"move_made","ply":ply,"uci":uci,"san":san,"fen":fen,"sure":true})
}

fn completed(ply: u32, uci: &str, san: &str, fen: &str) -> Value {
    json!({"event":"move_completed","ply":ply,"uci":uci,"san":san,"fen":fen,
        "white_ms":5_400_000,"black_ms":5_300_000})
}

/// The moves that are shown; none where the table is not.
fn moves(public: &PublicHall) -> Option<Vec<String>> {
    let table = serde_json::to_value(&*public.find("7")?).unwrap();
    let sans = table["moves"].as_array().unwrap().iter();
    Some(sans.map(|one| one["san"].as_str().unwrap().to_string()).collect())
}

fn some(sans: &[&str]) -> Option<Vec<String>> {
    Some(sans.iter().map(|san| (*san).to_string()).collect())
}

/// Lets the hall be looked at.
async fn looked() {
    sleep(LOOK * 2).await;
}

/// The names of all fields, with those in which they stand.
fn fields(value: &Value, path: &str, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                let path = format!("{path}.{name}");
                all.insert(path.clone());
                fields(value, &path, all);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| fields(value, path, all)),
        _ => {}
    }
}

/// A field that is added to what the public sees must be added here, too.
#[tokio::test(start_paused = true)]
async fn the_public_sees_these_fields_and_no_other() {
    let mut scene = scene().await;
    let public = scene.follow(Duration::ZERO);
    scene
        .say(vec![
            json!({"event":"touch","square":"e2","piece":"P","by":"white"}),
            json!({"event":"obligation","side":"white","moves":["e2e4"],"touched":["e2"],"article":"4.3.1"}),
            completed(1, "e2e4", "e4", AFTER_E4),
            json!({"event":"draw_offer","by":"white","ply":1,"state":"made"}),
            json!({"event":"clock","white_ms":5_400_000,"black_ms":5_300_000,"running":"black","period":1,"moves":0}),
            json!({"event":"alert","id":1,"rev":1,"ply":1,"kind":"displaced","severity":"attention",
                "for":"arbiter","side":null,"squares":["e4"],"article":"7.4.1","penalty":null,
                "rules":"fide-2023","missing":[],"extra":["e4"]}),
            json!({"event":"result_signalled","result":"1-0"}),
            json!({"event":"game_over","result":"1-0","reason":"resignation","article":"5.1.2"}),
        ])
        .await;
    looked().await;
    let tables = serde_json::to_value(&*public.find("7").unwrap()).unwrap();
    let mut all = BTreeSet::new();
    fields(&tables, "", &mut all);
    let named = ".table .white .black .event .round .fen .result .result.code .result.score \
        .last .last.san .last.uci .moves .moves.san .moves.white_ms .moves.black_ms";
    assert_eq!(all, named.split_whitespace().map(String::from).collect());
    assert_eq!(tables["result"], json!({"code":"resignation","score":"1-0"}));
    assert_eq!(tables["fen"], AFTER_E4);
    let pgn = public.pgn();
    assert!(pgn.contains("[White \"Иванов\"]") && pgn.contains("1. e4"), "{pgn}");
    assert!(pgn.contains("[%clk 1:30:00]") && pgn.trim_end().ends_with("1-0"), "{pgn}");
    assert!(!pgn.contains("draw"), "no offers: {pgn}");
}

#[tokio::test(start_paused = true)]
async fn nothing_is_seen_before_its_time() {
    let mut scene = scene().await;
    let public = scene.follow(DELAY);
    looked().await;
    assert_eq!(moves(&public), None);
    advance(DELAY).await;
    looked().await;
    assert_eq!(moves(&public), some(&[]), "the table stands there");
    scene.say(vec![completed(1, "e2e4", "e4", AFTER_E4)]).await;
    looked().await;
    advance(DELAY - LOOK * 4).await;
    looked().await;
    assert_eq!(moves(&public), some(&[]));
    advance(LOOK * 4).await;
    looked().await;
    assert_eq!(moves(&public), some(&["e4"]));
    // A result waits as a move does.
    let over = json!({"event":"game_over","result":"1-0","reason":"flag_fall","article":"6.9"});
    scene.say(vec![over]).await;
    looked().await;
    assert!(!public.pgn().trim_end().ends_with("1-0"));
    advance(DELAY).await;
    looked().await;
    assert!(public.pgn().trim_end().ends_with("1-0"));
}

#[tokio::test(start_paused = true)]
async fn a_move_that_is_not_completed_is_never_seen_and_one_taken_back_goes_in_time() {
    let mut scene = scene().await;
    let public = scene.follow(DELAY);
    scene.say(vec![made(1, "e2e4", "e4", AFTER_E4)]).await;
    looked().await;
    advance(DELAY).await;
    looked().await;
    assert_eq!(moves(&public), some(&[]));
    let table = serde_json::to_value(&*public.find("7").unwrap()).unwrap();
    assert_ne!(table["fen"], AFTER_E4);
    scene.say(vec![completed(1, "e2e4", "e4", AFTER_E4)]).await;
    looked().await;
    advance(DELAY / 2).await;
    let start = Header::default()
        .fen
        .unwrap_or_else(|| "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into());
    scene
        .say(vec![
            json!({"event":"moves_withdrawn","from_ply":1,"fen":start,"why":"correct"}),
            completed(1, "d2d4", "d4", AFTER_D4),
        ])
        .await;
    looked().await;
    advance(DELAY / 2).await;
    looked().await;
    assert_eq!(moves(&public), some(&["e4"]), "as it was then");
    advance(DELAY / 2).await;
    looked().await;
    assert_eq!(moves(&public), some(&["d4"]), "as it was set right");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_of_the_hub_all_waits_again() {
    let mut scene = scene().await;
    scene.say(vec![completed(1, "e2e4", "e4", AFTER_E4)]).await;
    // The hall is there with its sheets, and is seen for the first time.
    let public = scene.follow(DELAY);
    looked().await;
    advance(DELAY - LOOK * 6).await;
    looked().await;
    assert!(public.tables().is_empty() && public.pgn().is_empty());
    advance(LOOK * 6).await;
    looked().await;
    assert_eq!(moves(&public), some(&["e4"]));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_gone_is_seen_for_as_long_as_it_was_there() {
    let scene = scene().await;
    let public = scene.follow(DELAY);
    looked().await;
    advance(DELAY).await;
    looked().await;
    let version = *public.changes().borrow();
    let known: BTreeSet<String> = ["7".to_string()].into();
    scene.hub.unseat("7");
    looked().await;
    assert_eq!(public.tables().len(), 1);
    assert!(public.since(version, &known).gone.is_empty());
    advance(DELAY).await;
    looked().await;
    assert!(public.tables().is_empty());
    assert_eq!(public.since(version, &known).gone, ["7"]);
    assert!(public.lock().is_empty(), "it takes no room any more");
}

#[tokio::test(start_paused = true)]
async fn a_board_that_stands_at_no_table_is_not_for_the_public() {
    let scene = scene().await;
    let public = scene.follow(Duration::ZERO);
    scene.hub.admit("7K3QX2".into(), "key".into()).await.unwrap();
    let (mut board, seat) = scene.door.link("7K3QX2");
    scene.hub.seat(seat);
    board.uplink.attach(&Header { board: "7K3QX2".into(), ..header("b") }).await.unwrap();
    looked().await;
    assert!(moves(&public).is_some());
    assert!(public.find("7K3QX2").is_none());
    scene.hub.dismiss("7K3QX2".into()).await.unwrap();
    looked().await;
    assert!(public.find("7K3QX2").is_none(), "it has not left its seat");
}
