//! What the arbiter decides, and what becomes of it: by orders between hands.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{input::header, table::Scene};
use serde_json::json;
use touchmove_core::board::{AlertKind, GameResult, Header, Side};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White has a pinned knight; Black's rook may not be taken by the king.
const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";

fn game(fen: &str) -> Scene {
    Scene::start(&header(fen))
}

fn by_edition(fen: &str, rules: &str) -> Scene {
    Scene::start(&Header { rules: rules.into(), ..header(fen) })
}

/// The pinned knight moves and White presses.
const ILLEGAL: &str = "-e2 +c3 | ! |";

#[test]
fn what_an_irregular_move_earned_is_taken_back() {
    let mut scene = game(PINNED);
    let before = scene.clocks();
    scene.hands(ILLEGAL).hands("-h8 +h7 | ! |").wait(4_000);
    assert!(scene.open(AlertKind::IllegalMove).is_some(), "{:?}", scene.said);
    scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
    let (white, black) = scene.clocks();
    assert!(white < before.0, "no increment for an illegal move: {white} after {before:?}");
    assert!(black > before.1 + 100_000 && black < before.1 + 120_000, "{black}");
}

#[test]
fn a_move_that_is_reinstated_brings_no_increment() {
    let mut scene = game(START);
    let before = scene.clocks();
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! |");
    scene.orders(json!({"do":"reinstate","ply":0}));
    let after = scene.clocks();
    assert!(after.0 < before.0 && after.1 < before.1, "{after:?} after {before:?}");
}

#[test]
fn undo_brings_back_the_moves_the_alert_the_times_and_the_count() {
    let mut applied = game(PINNED);
    let mut dismissed = game(PINNED);
    for scene in [&mut applied, &mut dismissed] {
        scene.hands(ILLEGAL);
    }
    applied.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
    applied.orders(json!({"do":"undo"}));
    dismissed.wait(1_000);
    let alert = applied.open(AlertKind::IllegalMove).unwrap();
    assert_eq!((alert.id, alert.rev), (1, 2), "the same call, told again");
    for scene in [&mut applied, &mut dismissed] {
        scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"dismiss"}));
        scene.orders(json!({"do":"pause"}));
    }
    assert_eq!(applied.clocks(), dismissed.clocks());
    assert_eq!(applied.sheet.fen, dismissed.sheet.fen);
    assert_eq!(applied.moves(), dismissed.moves());
}

#[test]
fn undo_of_a_reinstatement_brings_the_moves_back() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! |");
    let before = scene.sheet.clone();
    scene.orders(json!({"do":"reinstate","ply":1}));
    assert_eq!(scene.moves(), ["e4"]);
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.moves(), ["e4", "e5"]);
    assert_eq!(scene.sheet.fen, before.fen);
    assert_eq!(scene.sheet.moves[1].black_ms, before.moves[1].black_ms);
    assert_eq!(scene.sheet.moves[1].state, before.moves[1].state);
    assert_eq!(scene.sheet.setup, None, "nothing is to be set up");
    scene.hands("-g1 +f3 | ! |");
    assert_eq!(scene.moves(), ["e4", "e5", "Nf3"]);
}

#[test]
fn undo_of_a_set_position_gives_the_leg_up() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    let fen = scene.sheet.fen.clone();
    scene.orders(json!({"do":"set_position","fen":"4k3/8/8/8/8/8/8/4K2R w - - 0 1"}));
    assert_eq!(scene.sheet.legs.len(), 1);
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.sheet.legs.len(), 0);
    assert_eq!((scene.sheet.fen.as_str(), scene.moves()), (fen.as_str(), vec!["e4"]));
}

#[test]
fn undo_of_a_result_lets_the_game_go_on() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.orders(json!({"do":"result","result":"1-0","reason":"resignation"}));
    assert_eq!(scene.sheet.result.as_ref().unwrap().result, GameResult::WhiteWins);
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.sheet.result, None);
    scene.hands("-e7 +e5 | ! |");
    assert_eq!(scene.moves(), ["e4", "e5"]);
}

#[test]
fn undo_of_a_reopening_ends_the_game_again() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.orders(json!({"do":"result","result":"1-0","reason":"resignation"}));
    scene.orders(json!({"do":"reopen"}));
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.sheet.result.as_ref().unwrap().result, GameResult::WhiteWins);
    assert_eq!(scene.order(json!({"do":"undo"})), Err("nothing_to_undo".into()), "only the last");
}

#[test]
fn nothing_is_undone_once_play_went_on() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.orders(json!({"do":"add_time","side":"white","ms":60000}));
    scene.hands("-e7");
    assert_eq!(scene.order(json!({"do":"undo"})), Err("play_went_on".into()), "a touch");
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.orders(json!({"do":"pause"}));
    scene.mover(Side::Black).hands("!");
    assert_eq!(scene.order(json!({"do":"undo"})), Err("play_went_on".into()), "a press");
}
