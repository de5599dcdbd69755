//! What the arbiter decides, and what becomes of it: by orders between hands.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    input::header,
    table::{Scene, game},
};
use serde_json::json;
use touchmove_core::board::{AlertKind, GameResult, Header, Matter, Severity, Side};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White has a pinned knight; Black's rook may not be taken by the king.
const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";

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

fn advice(scene: &Scene, kind: AlertKind) -> serde_json::Value {
    serde_json::to_value(&scene.open(kind).unwrap().advice).unwrap()
}

fn count(scene: &Scene) -> u32 {
    match scene.open(AlertKind::IllegalMove).unwrap().matter {
        Matter::IllegalMove { count, .. } => count,
        ref other => panic!("{other:?}"),
    }
}

#[test]
fn the_last_illegal_move_loses_by_the_edition() {
    for (rules, most) in [("ru-2009", 3), ("fide-2005", 3), ("ru-2018", 2), ("fide-2023", 2)] {
        // White can mate; Black, of whom one pawn is left, could too.
        let mut scene = by_edition("4r2k/7p/8/8/8/8/4N3/4K3 w - - 0 1", rules);
        for n in 1..=most {
            scene.mover(Side::White).hands("-e2 +c3 | ! |");
            assert_eq!(count(&scene), n, "{rules}");
            if n < most {
                scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
                scene.hands("-c3 +e2 |");
                scene.orders(json!({"do":"resume","running":"white"}));
            }
        }
        assert_eq!(advice(&scene, AlertKind::IllegalMove), json!([{"lose":{"side":"white"}}]));
        scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
        let outcome = scene.sheet.result.clone().unwrap();
        let article = if most == 3 { "7.4.2" } else { "7.5.5" };
        assert_eq!(outcome.result, GameResult::BlackWins, "{rules}");
        assert!(outcome.article.unwrap().ends_with(article), "{rules}");
    }
}

/// Two are told before the arbiter comes; with the first applied the second becomes the second.
#[test]
fn open_calls_are_recounted_when_another_is_applied() {
    let mut scene = game("4r2k/7p/8/8/8/8/4N3/4K3 w - - 0 1");
    scene.hands(ILLEGAL).hands("-c3 +e2 |").mover(Side::Black).hands("! |");
    scene.mover(Side::White).hands("-e2 +g3 | ! |");
    let calls: Vec<_> = scene.sheet.alerts.iter().map(|open| open.alert.kind()).collect();
    assert_eq!(calls, [AlertKind::IllegalMove, AlertKind::IllegalMove], "{:?}", scene.said);
    assert_eq!(count(&scene), 1);
    let first = scene.sheet.alerts[0].alert.id;
    scene.orders(json!({"do":"decide","alert":first,"verdict":"apply"}));
    assert_eq!((count(&scene), scene.open(AlertKind::IllegalMove).unwrap().rev), (2, 2));
    assert_eq!(advice(&scene, AlertKind::IllegalMove), json!([{"lose":{"side":"white"}}]));
}

#[test]
fn by_the_edition_an_opponent_who_did_not_complain_gets_no_time() {
    let with_time = json!([{"add_time":{"side":"black","ms":120_000}}, {"reinstate":{"ply":0}}]);
    let without = json!([{"article":"7.4.2","steps":[{"reinstate":{"ply":0}}]}]);
    let choices = |scene: &Scene| {
        serde_json::to_value(&scene.open(AlertKind::IllegalMove).unwrap().choices).unwrap()
    };
    let mut scene = by_edition(PINNED, "ru-2009");
    let before = scene.clocks();
    scene.hands(ILLEGAL);
    assert_eq!(advice(&scene, AlertKind::IllegalMove), with_time);
    assert_eq!(choices(&scene), without);
    scene.orders(json!({"do":"claim","by":"black","claim":"illegal_move"}));
    assert_eq!((advice(&scene, AlertKind::IllegalMove), choices(&scene)), (with_time, json!([])));
    scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
    assert!(scene.clocks().1 > before.1 + 100_000);

    // Nobody has complained; it counts all the same.
    let mut scene = by_edition(PINNED, "ru-2009");
    scene.hands(ILLEGAL);
    scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply","choice":1}));
    assert!(scene.clocks().1 <= before.1);
    scene.hands("-c3 +e2 |").orders(json!({"do":"resume","running":"white"}));
    scene.mover(Side::White).hands(ILLEGAL);
    assert_eq!(count(&scene), 2);
    // Later editions give it always.
    let mut scene = by_edition(PINNED, "ru-2018");
    scene.hands(ILLEGAL);
    assert_eq!(choices(&scene), json!([]));
}

#[test]
fn pieces_that_were_set_up_on_each_others_squares_are_nobodys_offence() {
    let mut scene = game(START);
    // The piece on f1 goes as the knight of g1 would.
    scene.hands("-f1 +g3 | ! |");
    let alert = scene.open(AlertKind::IllegalMove).unwrap_or_else(|| panic!("{:?}", scene.said));
    let choices = serde_json::to_value(&alert.choices).unwrap();
    assert_eq!(choices, json!([{"article":"7.2.1","steps":[{"new_game":{}}]}]));
    scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"apply","choice":1}));
    assert_eq!(scene.moves(), Vec::<&str>::new());
}

fn obligation(scene: &Scene) -> Vec<String> {
    let told = scene.sheet.obligation.iter().flat_map(|told| &told.moves);
    let mut told: Vec<String> = told.map(|uci| uci.0.to_string()).collect();
    told.sort();
    told
}

#[test]
fn the_arbiter_binds_a_player_to_a_touch_that_no_sensor_saw() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    assert_eq!(
        scene.order(json!({"do":"oblige","side":"white","square":"g1"})),
        Err("not_his_move".into())
    );
    assert_eq!(
        scene.order(json!({"do":"oblige","side":"black","square":"a8"})),
        Err("no_such_move".into()),
        "a piece that cannot move binds to nothing"
    );
    scene.orders(json!({"do":"oblige","side":"black","square":"g8"}));
    assert_eq!(obligation(&scene), ["g8f6", "g8h6"]);
    scene.hands("-e7 +e5 | ! |");
    let alert = scene.open(AlertKind::TouchMove).unwrap();
    assert_eq!((alert.severity, alert.article.as_deref()), (Severity::Decision, Some("4.3.1")));
    // Applied, the obligation is there again, and honoured it is over.
    scene.orders(json!({"do":"decide","kind":"touch_move","verdict":"apply"}));
    assert_eq!(obligation(&scene), ["g8f6", "g8h6"]);
    scene.hands("-e5 +e7 |").orders(json!({"do":"resume","running":"black"}));
    scene.mover(Side::Black).hands("-g8 +f6 | ! | -d2 +d4 | ! |");
    assert_eq!(scene.moves(), ["e4", "Nf6", "d4"]);
    assert!(scene.open(AlertKind::TouchMove).is_none());
    assert!(obligation(&scene).is_empty());
}

#[test]
fn the_arbiter_binds_a_player_to_take_a_piece() {
    let mut scene = game("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    scene.orders(json!({"do":"oblige","side":"white","square":"d5"}));
    assert_eq!(obligation(&scene), ["c4d5", "e4d5"]);
    scene.hands("-e4 +e5 | ! |");
    assert_eq!(scene.open(AlertKind::TouchMove).unwrap().article.as_deref(), Some("4.3.2"));
}

#[test]
fn a_decided_touch_move_binds_the_move_that_replaces_it() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! | -b1 | +b1 | -g1 +f3 | ! |");
    scene.orders(json!({"do":"decide","kind":"touch_move","verdict":"apply"}));
    assert_eq!(obligation(&scene), ["b1a3", "b1c3"]);
    scene.hands("-f3 +g1 |").orders(json!({"do":"resume","running":"white"}));
    scene.mover(Side::White).hands("-d2 +d4 | ! |");
    assert_eq!(scene.open(AlertKind::TouchMove).unwrap().severity, Severity::Decision);
}

#[test]
fn half_a_castling_pressed_for_may_be_punished_as_an_illegal_move() {
    let mut scene = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    scene.hands("-e1 +g1 ! | -h1 +f1 |");
    let alert = scene.open(AlertKind::PressedEarly).unwrap_or_else(|| panic!("{:?}", scene.said));
    let choices = serde_json::to_value(&alert.choices).unwrap();
    let steps = json!([{"add_time":{"side":"black","ms":120_000}}, {"reinstate":{"ply":0}}]);
    assert_eq!(choices, json!([{"article":"7.5.1","steps":steps}]));
    scene.orders(json!({"do":"decide","kind":"pressed_early","verdict":"apply","choice":1}));
    scene.hands("-g1 +e1 -f1 +h1 |").orders(json!({"do":"resume","running":"white"}));
    scene.mover(Side::White).hands("-a1 +b3 | ! |");
    assert_eq!(count(&scene), 2, "it was the first");
    // In mid-air it is only early.
    let mut scene = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    scene.hands("-e1 ! | +g1 -h1 +f1 |");
    assert!(scene.open(AlertKind::PressedEarly).unwrap().choices.is_empty());
}

#[test]
fn a_clock_that_is_set_runs_on_stops_or_goes_on_as_the_order_says() {
    let set = |running: serde_json::Value| {
        let mut order = json!({"do":"set_clock","white":600_000,"black":500_000});
        if !running.is_string() || running != "as it was" {
            order["running"] = running;
        }
        order
    };
    let runs = |scene: &Scene| scene.sheet.clocks.as_ref().unwrap().running.map(|side| side.0);
    for (order, paused, runs_then) in [
        (set(json!("as it was")), false, Some(Side::White)),
        (set(json!("black")), false, Some(Side::Black)),
        (set(json!(null)), false, None),
        (set(json!("as it was")), true, None),
        (set(json!(null)), true, None),
        (set(json!("white")), true, Some(Side::White)),
    ] {
        let mut scene = game(START);
        if paused {
            scene.orders(json!({"do":"pause"}));
        }
        scene.orders(order.clone());
        assert_eq!(runs(&scene), runs_then, "{order} {paused}");
        assert_eq!(scene.clocks(), (600_000, 500_000));
        // Where a clock runs the board is followed, and where none does it waits.
        scene.mover(runs_then.unwrap_or(Side::White));
        scene.hands("-e2 +e4 |");
        assert_eq!(scene.moves().len(), usize::from(runs_then.is_some()), "{order} {paused}");
    }
}

#[test]
fn a_game_that_goes_on_runs_for_the_side_to_move_unless_the_order_says_otherwise() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 ! |");
    scene.orders(json!({"do":"pause"})).orders(json!({"do":"resume"}));
    let running = scene.sheet.clocks.as_ref().unwrap().running.map(|side| side.0);
    assert_eq!(running, Some(Side::Black));
}
