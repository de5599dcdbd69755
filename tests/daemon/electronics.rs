//! Boards down to their chips, which are simulated, while something breaks.

use serde_json::{Value, json};

use crate::scene::{Board, Hand, Listener, Message};

/// A fault as it is broken, its code, and a board that has it.
const FAULTS: [(&str, &str, &str); 6] = [
    ("chain", r#"{"kind":"chain_open","behind":3}"#, "chain"),
    ("chain", r#"{"kind":"sentinel","reads":90}"#, "chain"),
    ("chain", r#"{"kind":"bus_error","every":1}"#, "bus"),
    ("expanders", r#"{"kind":"silent","address":32}"#, "expander"),
    ("expanders", r#"{"kind":"bus_error","every":1}"#, "bus"),
    ("matrix", r#"{"kind":"column_low","column":5}"#, "stuck"),
];

fn breaks(hand: &mut Hand, fault: &str) {
    let fault: Value = serde_json::from_str(fault).unwrap();
    assert_eq!(hand.does(&json!({ "break": fault }).to_string())["ok"], true, "{fault}");
}

fn mends(hand: &mut Hand) {
    assert_eq!(hand.does(r#"{"mend":true}"#)["ok"], true);
}

/// The board calls somebody for this reason.
fn raised(stream: &mut Listener, reason: &str) -> Message {
    stream.until(&format!("an alert for {reason}"), |message| {
        message.name == "alert"
            && message.data["what"] == "raised"
            && message.data["alert"]["kind"] == "sensor_fault"
            && message.data["alert"]["reason"] == reason
    })
}

/// What it called for is over.
fn cleared(stream: &mut Listener, alert: &Message) {
    let id = &alert.data["alert"]["id"];
    let cleared = stream.until("the end of an alert", |message| {
        message.data["what"] == "cleared" && message.data["cleared"]["id"] == *id
    });
    assert_eq!(cleared.data["cleared"]["why"], "mended");
}

/// Until the sheet has so many plies, of which all but those of `provisional` are completed.
fn moves(stream: &mut Listener, wanted: &[&str]) {
    stream.until(&format!("{wanted:?}"), |message| {
        let moves = message.data["moves"].as_array();
        message.name == "sheet"
            && moves.is_some_and(|moves| {
                moves.iter().map(|one| one["uci"].as_str()).eq(wanted.iter().map(|uci| Some(*uci)))
                    && moves.iter().all(|one| one["state"] == "completed")
            })
    });
}

#[test]
fn a_game_is_followed_through_every_kind_of_chips() {
    for electronics in ["chain", "expanders", "matrix"] {
        let board = Board::of(electronics);
        let mut stream = board.listen("/api/stream?board=7", None);
        board.hand().plays("black e2- e4+ white d7- d5+ black e4- d5- d5+ white");
        moves(&mut stream, &["e2e4", "d7d5", "e4d5"]);
    }
}

#[test]
fn a_fault_is_told_and_what_was_played_meanwhile_is_found_when_it_is_mended() {
    for (electronics, fault, code) in FAULTS {
        let board = Board::of(electronics);
        let mut stream = board.listen("/api/stream?board=7", None);
        let mut hand = board.hand();
        hand.plays("black e2- e4+ white");
        moves(&mut stream, &["e2e4"]);
        breaks(&mut hand, fault);
        let told = raised(&mut stream, code);
        hand.plays("e7- e5+ black");
        mends(&mut hand);
        moves(&mut stream, &["e2e4", "e7e5"]);
        cleared(&mut stream, &told);
        hand.plays("g1- f3+ white");
        moves(&mut stream, &["e2e4", "e7e5", "g1f3"]);
        let sheet = board.get("/api/boards/7");
        let kinds: Vec<&Value> =
            sheet["past_alerts"].as_array().unwrap().iter().map(|alert| &alert["kind"]).collect();
        assert!(kinds.iter().all(|kind| *kind == "sensor_fault"), "{fault}: {kinds:?}");
        assert_eq!(sheet["alerts"], json!([]), "{fault}");
    }
}

#[test]
fn transfers_that_fail_now_and_then_are_nobodys_business() {
    for electronics in ["chain", "expanders", "matrix"] {
        let board = Board::of(electronics);
        let mut stream = board.listen("/api/stream?board=7", None);
        let mut hand = board.hand();
        breaks(&mut hand, r#"{"kind":"bus_error","every":50}"#);
        hand.plays("black e2- e4+ white d7- d5+ black e4- d5- d5+ white");
        moves(&mut stream, &["e2e4", "d7d5", "e4d5"]);
        let sheet = board.get("/api/boards/7");
        assert_eq!((&sheet["alerts"], &sheet["past_alerts"]), (&json!([]), &json!([])));
    }
}

#[test]
fn a_supply_that_dips_clears_an_expander_and_no_piece_is_lifted() {
    let board = Board::of("expanders");
    let mut stream = board.listen("/api/stream?board=7", None);
    let mut hand = board.hand();
    hand.plays("black e2- e4+ white");
    for address in 32..37 {
        breaks(&mut hand, &format!("{{\"kind\":\"brown_out\",\"address\":{address}}}"));
        hand.plays("e7- e7+");
    }
    hand.plays("e7- e5+ black");
    moves(&mut stream, &["e2e4", "e7e5"]);
    assert_eq!(board.get("/api/boards/7")["alerts"], json!([]));
}

#[test]
fn a_bus_that_hangs_is_told_and_holds_nobody_up() {
    for (electronics, ms) in [("chain", 600), ("expanders", 400), ("matrix", 400)] {
        let board = Board::of(electronics);
        let mut stream = board.listen("/api/stream?board=7", None);
        let mut hand = board.hand();
        hand.plays("black e2- e4+ white");
        moves(&mut stream, &["e2e4"]);
        breaks(&mut hand, &format!("{{\"kind\":\"wedged\",\"ms\":{ms}}}"));
        let told = raised(&mut stream, "stale");
        assert_eq!(told.data["alert"]["squares"], json!([]));
        // The page answers while the scanner hangs.
        assert_eq!(board.order(r#"{"do":"pause","by":"Carla"}"#).0, 200);
        assert_eq!(board.order(r#"{"do":"resume","by":"Carla"}"#).0, 200);
        mends(&mut hand);
        cleared(&mut stream, &told);
        hand.plays("e7- e5+ black");
        moves(&mut stream, &["e2e4", "e7e5"]);
    }
}

#[test]
fn a_supply_that_is_too_low_is_told_and_the_squares_are_read_all_the_same() {
    let board = Board::of("chain");
    let mut stream = board.listen("/api/stream?board=7", None);
    let mut hand = board.hand();
    breaks(&mut hand, r#"{"kind":"undervoltage"}"#);
    let told = raised(&mut stream, "undervoltage");
    assert_eq!(told.data["alert"]["advice"], json!([]));
    hand.plays("black e2- e4+ white");
    moves(&mut stream, &["e2e4"]);
    mends(&mut hand);
    cleared(&mut stream, &told);
}

#[test]
fn only_faulty_boards_can_be_broken_and_only_by_faults_there_are() {
    let board = Board::start("");
    let told = board.hand().does(r#"{"break":{"kind":"undervoltage"}}"#);
    assert_eq!(told["error"], "only kind = \"faulty\" can be broken");
    let board = Board::of("chain");
    let told = board.hand().does(r#"{"break":{"kind":"melted"}}"#);
    assert!(told["error"].as_str().unwrap().contains("unknown variant `melted`"), "{told}");
}

#[test]
fn what_is_wrong_is_told_to_the_next_game_too() {
    let board = Board::of("expanders");
    let mut stream = board.listen("/api/stream?board=7", None);
    let mut hand = board.hand();
    hand.plays("black e2- e4+ white");
    breaks(&mut hand, r#"{"kind":"silent","address":34}"#);
    let first = raised(&mut stream, "expander");
    assert_eq!(board.order(r#"{"do":"abandon","by":"Carla"}"#).0, 200);
    let again = raised(&mut stream, "expander");
    assert_eq!(again.data["alert"]["squares"], first.data["alert"]["squares"]);
    assert_ne!(again.data["game"], first.data["game"]);
}
