use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    net::TcpStream,
};

use serde_json::{Value, json};

use crate::scene::{Board, Message, run};

fn last(message: &Message) -> Option<&str> {
    message.data["last"]["san"].as_str()
}

fn is(message: &Message, name: &str) -> bool {
    message.name == name
}

fn raised(message: &Message, kind: &str) -> bool {
    is(message, "alert")
        && message.data["what"] == "raised"
        && message.data["alert"]["kind"] == kind
}

#[test]
fn a_move_made_at_the_switches_is_seen_everywhere() {
    let board = Board::start("");
    let mut stream = board.listen("/api/stream?board=7", None);
    let hello = stream.until("hello", |_| true);
    assert_eq!((hello.name.as_str(), &hello.data["cursor"]), ("hello", &json!(0)));
    board.hand().plays("black e2- e4+ white");
    let view = stream.until("a view", |message| is(message, "view") && last(message) == Some("e4"));
    assert_eq!(view.data["occupied"], "ffff00001000efff");
    assert_eq!(view.data["speed"], 1.0);
    let sheet = stream.until("the sheet", |message| {
        is(message, "sheet") && message.data["moves"][0]["state"] == "completed"
    });
    assert_eq!(sheet.data["moves"][0]["uci"], "e2e4");

    let hall = board.get("/api/hall");
    assert_eq!(hall["boards"][0]["last"]["san"], "e4");
    assert_eq!(hall["boards"][0]["clocks"]["running"], "black");
    assert_eq!(board.get("/api/boards/7")["moves"].as_array().unwrap().len(), 1);
    for path in ["/api/boards/7/pgn", "/api/round.pgn"] {
        let pgn = board.text(path);
        assert!(pgn.contains("[White \"Anna\"]") && pgn.contains("1. e4"), "{path}: {pgn}");
    }
}

#[test]
fn an_offence_at_the_switches_is_an_alert_and_an_order_decides_it() {
    let board = Board::start("");
    let mut stream = board.listen("/api/stream", None);
    let mut hand = board.hand();
    hand.plays("black e2- e5+ white");
    let alert = stream.until("an illegal move", |message| raised(message, "illegal_move"));
    assert_eq!(alert.data["alert"]["uci"], "e2e5");
    let id = alert.data["alert"]["id"].clone();
    assert_eq!(board.order(r#"{"do":"pause","by":"Carla"}"#), (200, json!({"done":"pause"})));
    let apply = json!({"do":"decide","alert":id,"verdict":"apply","by":"Carla"}).to_string();
    assert_eq!(board.order(&apply), (200, json!({"done":"decide"})));
    let cleared = stream.until("its end", |message| message.data["what"] == "cleared");
    assert_eq!(cleared.data["cleared"], json!({"id":id,"kind":"illegal_move","why":"applied"}));
    hand.plays("e5- e2+");
    stream.until("a board in order", |message| {
        is(message, "view") && message.data["occupied"] == "ffff00000000ffff"
    });
    assert_eq!(board.order(r#"{"do":"resume","running":"white"}"#).0, 200);
    let log = board.get("/api/alerts");
    let whats: Vec<&Value> = log.as_array().unwrap().iter().map(|entry| &entry["what"]).collect();
    assert_eq!(whats, ["raised", "cleared"]);
}

/// The page's promise: whatever dies while it looks, it hears of every alert once.
#[test]
fn no_alert_is_missed_or_doubled_when_the_daemon_is_killed() {
    let mut board = Board::start("");
    let mut heard: Vec<Message> = Vec::new();
    let mut last_id: Option<String> = None;
    for round in 0..4 {
        let mut stream = board.listen("/api/stream", last_id.as_deref().or(Some("0")));
        let mut hand = board.hand();
        if round == 0 {
            hand.plays("black e2- e5+ white");
        } else {
            // The clock runs and a piece is in the air, or just back, when the plug is pulled.
            assert_eq!(board.order(r#"{"do":"resume","running":"black"}"#).0, 200);
            hand.plays(if round % 2 == 1 { "a2-" } else { "a2+" });
        }
        let kind = if round == 0 { "illegal_move" } else { "clock_fault" };
        loop {
            let message = stream.until(kind, |message| is(message, "alert"));
            heard.push(message.clone());
            if raised(&message, kind) {
                break;
            }
        }
        last_id = heard.last().unwrap().id.clone();
        board.kill_and_restart();
        heard.extend(stream.rest().into_iter().filter(|message| is(message, "alert")));
        last_id = heard.last().unwrap().id.clone().or(last_id);
    }
    let mut stream = board.listen("/api/stream", last_id.as_deref());
    let message = stream.until("the last restart", |message| raised(message, "clock_fault"));
    heard.push(message);

    let name = |entry: &Value| {
        (entry["board"].to_string(), entry["game"].to_string(), entry["seq"].to_string())
    };
    let names: Vec<_> = heard.iter().map(|message| name(&message.data)).collect();
    let log = board.get("/api/alerts");
    let log: Vec<_> = log.as_array().unwrap().iter().map(name).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "doubled: {names:?}");
    assert_eq!(names, log[..names.len()], "in order, without a gap");
    assert!(log.len() <= names.len() + 2, "missed: {log:?}");
}

#[test]
fn the_journal_of_a_killed_game_replays() {
    let mut board = Board::start("");
    board.hand().plays("black e2- e4+ white");
    let mut stream = board.listen("/api/stream", None);
    stream.until("the move", |message| last(message) == Some("e4"));
    board.kill_and_restart();
    let mut stream = board.listen("/api/stream", None);
    stream.until("the move again", |message| last(message) == Some("e4"));
    assert_eq!(board.order(r#"{"do":"resume","running":"black"}"#).0, 200);
    assert!(board.interrupt().success(), "{}", board.log());
    let games = board.folder.path().join("state/games");
    let journal = std::fs::read_dir(games).unwrap().next().unwrap().unwrap().path();
    let (code, events, errors) = run(&["replay", journal.to_str().unwrap()]);
    assert_eq!((code, errors.as_str()), (0, ""));
    let said: Vec<&str> = events.lines().collect();
    let stored = std::fs::read_to_string(journal).unwrap();
    let stored: Vec<&str> = stored.lines().filter(|line| line.starts_with("{\"seq\"")).collect();
    assert_eq!(said, stored);
}

#[test]
fn answers_to_what_cannot_be_done() {
    let board = Board::start("");
    assert_eq!(board.status("/api/boards/8"), 404);
    assert_eq!(board.status("/api/nothing"), 404);
    assert_eq!(board.status("/api/alerts?after=x"), 400);
    assert_eq!(board.status("/api/stream?board=8"), 404);
    let (status, answer) = board.order(r#"{"do":"reinstate","ply":99}"#);
    assert_eq!(status, 409, "{answer}");
    assert!(answer["refused"].is_string(), "{answer}");
    let (status, answer) = board.order(r#"{"do":"dance"}"#);
    assert_eq!(status, 400, "{answer}");
    assert!(answer["error"].as_str().unwrap().contains("dance"), "{answer}");
}

#[test]
fn answers_to_a_clumsy_hand() {
    let board = Board::start("");
    let mut hand = board.hand();
    let mut error = |line: &str| hand.does(line)["error"].as_str().unwrap_or_default().to_string();
    assert_eq!(error(r#"{"lift":"e4"}"#), "nothing stands on e4");
    assert_eq!(error(r#"{"place":"e2"}"#), "something stands on e2 already");
    assert!(error(r#"{"lift":"z9"}"#).contains("a square from a1 to h8"));
    assert!(error("dance").contains("expected value"));
    assert!(error(r#"{"arbiter":{"do":"pause"}}"#).contains("only lift, place"));
    hand.plays("black");
    assert_eq!(hand.does(r#"{"press":"black"}"#), json!({"ok":true,"already":"down"}));
}

#[test]
fn an_end_that_is_asked_for_is_said_and_clean() {
    let mut board = Board::start("");
    let mut stream = board.listen("/api/stream", None);
    stream.until("hello", |_| true);
    assert!(board.interrupt().success(), "{}", board.log());
    let rest = stream.rest();
    assert_eq!(rest.last().unwrap().data, json!({"reason":"stopping"}));
}

#[test]
fn two_daemons_do_not_share_a_folder() {
    let board = Board::start("");
    let config = board.folder.path().join("board.toml");
    let (code, _, errors) = run(&["board", "--config", config.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(errors.contains("another touchmove runs in this folder"), "{errors}");
}

#[test]
fn a_browser_too_many_is_turned_away() {
    let board = Board::start("streams = 1");
    let mut first = board.listen("/api/stream", None);
    first.until("hello", |_| true);
    assert_eq!(board.status("/api/stream"), 503);
    assert_eq!(board.status("/api/hall"), 200);
}

#[test]
fn an_order_is_no_letter() {
    let board = Board::start("");
    let host = board.address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let body = "x".repeat(100_000);
    write!(
        stream,
        "POST /api/boards/7/command HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    // The server may close before it has read everything.
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.0 413"), "{answer}");
}
