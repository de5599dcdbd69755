//! The end of a game as it really happens.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::table::game;
use serde_json::json;
use touchmove_core::{
    board::{AlertKind, GameResult, Matter, Reason, Side},
    pgn::Score,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The last piece is taken, and the players have not noticed that this is a draw.
#[test]
fn two_more_moves_after_an_unnoticed_ending_are_told_once() {
    let mut scene = game("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    scene.hands("-e2 -e1 +e2 | ! |");
    assert_eq!(scene.sheet.result.as_ref().unwrap().reason, Reason::DeadPosition);
    scene.hands("-e8 +e7 | ! |");
    assert!(scene.open(AlertKind::PlaysOn).is_none(), "one move may be a hand that was on its way");
    scene.hands("-e2 +e3 | ! | -e7 +e6 | ! | -e3 +e4 | ! |");
    let alert = scene.open(AlertKind::PlaysOn).unwrap();
    assert_eq!(alert.matter, Matter::PlaysOn { reason: Reason::DeadPosition });
    assert_eq!(alert.article.as_deref(), Some("5.2.2"));
    assert_eq!(scene.moves(), ["Kxe2"], "recorded silently");
    let told = scene.said.iter().filter(|said| {
        matches!(&said.event,
        touchmove_core::board::Event::Alert(alert) if alert.kind() == AlertKind::PlaysOn)
    });
    assert_eq!(told.count(), 1);
}

#[test]
fn what_was_played_after_an_unnoticed_ending_is_there_when_the_game_is_reopened() {
    let mut scene = game("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    scene.hands("-e2 -e1 +e2 | ! | -e8 +e7 | ! | -e2 +e3 | ! |");
    scene.orders(json!({"do":"reopen"}));
    assert_eq!(scene.moves(), ["Kxe2", "Ke7", "Ke3"]);
    assert_eq!(scene.sheet.result, None, "the arbiter's word stands");
    scene.orders(json!({"do":"resume","running":"black"}));
    scene.mover(Side::Black).hands("-e7 +e6 | ! |");
    assert_eq!(scene.moves().last(), Some(&"Ke6"));
}

/// The arbiter says what a pawn became, and that has ended the game.
#[test]
fn a_corrected_move_ends_the_game_by_its_position() {
    const PROMOTES: &str = "-e7 +e8 . -e8 | +e8 !";
    let stalemate = Some((GameResult::Draw, Reason::Stalemate));
    let dead = Some((GameResult::Draw, Reason::DeadPosition));
    let mate = Some((GameResult::WhiteWins, Reason::Checkmate));
    let cases = [
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "| -a3 +b3 ! |", "e8=N", dead),
        ("8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "|", "e8=B", dead),
        ("8/4P3/8/8/8/k7/p7/4K3 w - - 0 1", "| -a3 +b3 ! |", "e8=N", None),
        ("8/4P3/3N1R2/4k3/8/8/5K2/3R4 w - - 0 1", "|", "e8=N", stalemate),
        ("6R1/4P3/3K1k2/3B4/2p3P1/8/8/8 w - - 0 1", "|", "e8=N#", mate),
    ];
    for (fen, then, san, over) in cases {
        // While the clocks run, and while the arbiter has stopped them.
        for (before, after) in [(None, None), (Some("pause"), Some("resume"))] {
            let mut scene = game(fen);
            scene.hands(&format!("{PROMOTES} {then}"));
            assert_eq!(scene.sheet.result, None, "{fen}");
            let running = json!(scene.sheet.turn);
            let correct = json!({"do":"correct","ply":1,"move":san});
            before.map(|order| scene.orders(json!({"do":order})));
            scene.orders(correct);
            after.map(|order| scene.orders(json!({"do":order,"running":running})));
            let ended = scene.wait(0).sheet.result.as_ref();
            let ended = ended.map(|over| (over.result, over.reason));
            assert_eq!(ended, over, "{fen} {san} {before:?}");
        }
    }
}

#[test]
fn analysis_after_the_end_is_nobodys_business() {
    let mut scene = game("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    scene.hands("-e2 -e1 +e2 | ! | -e8 +e7 | -e2 +e3 | -e7 +e6 | +a1 +b2 |").wait(20_000);
    let alerts: Vec<_> = scene.sheet.alerts.iter().map(|open| open.alert.kind()).collect();
    assert_eq!(alerts, []);
}

#[test]
fn pieces_of_both_moved_with_stopped_clocks_mean_that_the_game_seems_over() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! |");
    scene.stop().hands("-d2 +d4 |");
    assert!(scene.open(AlertKind::GameSeemsOver).is_none(), "he shows the arbiter something");
    scene.hands("-d7 +d5 |");
    assert!(scene.open(AlertKind::GameSeemsOver).is_some(), "{:?}", scene.said);
    assert_eq!(scene.moves(), ["e4", "e5"]);
    // They are still playing: the arbiter says so.
    scene.orders(json!({"do":"decide","kind":"game_seems_over","verdict":"dismiss"}));
    scene.hands("-d5 +d7 -d4 +d2 |").orders(json!({"do":"resume","running":"white"}));
    scene.mover(Side::White).hands("-g1 +f3 | ! |");
    assert_eq!(scene.moves(), ["e4", "e5", "Nf3"]);
}

#[test]
fn pieces_set_up_again_mean_that_the_game_seems_over() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! | -g1 +f3 | ! | -b8 +c6 | ! |");
    scene.hands("-f3 +g1 -c6 +b8 -e4 +e2 -e5 +e7 |").wait(4_000);
    assert!(scene.open(AlertKind::GameSeemsOver).is_some(), "{:?}", scene.said);
    assert_eq!(scene.moves(), ["e4", "e5", "Nf3", "Nc6"]);
}

/// What the arbiter enters, as it stands on the sheet and in PGN, which knows four results.
#[test]
fn results_that_only_an_arbiter_gives_are_entered_and_written() {
    for (result, reason, article, pgn) in [
        ("0-0", "forfeit", Some("6.7.1"), "*"),
        ("0-0", "conduct", Some("11.7"), "*"),
        ("1/2-0", "arbiter", None, "*"),
        ("0-1/2", "arbiter", None, "*"),
        ("1-0", "forfeit", Some("6.7.1"), "1-0"),
    ] {
        let mut scene = game(START);
        scene.hands("-e2 +e4 ! | -e7 +e5 ! |");
        scene.orders(json!({"do":"result","result":result,"reason":reason}));
        let over = scene.sheet.result.clone().unwrap();
        assert_eq!((over.result.as_str(), over.article.as_deref()), (result, article));
        let text = Score::of_sheet(&scene.sheet)[0].to_string();
        assert!(text.contains(&format!("[Result \"{pgn}\"]")), "{text}");
        let told = pgn != "*" || text.contains(&format!("{{ {result} }}")) || text.contains(result);
        assert!(told, "a comment says what PGN has no word for: {text}");
    }
}

#[test]
fn a_draw_before_the_least_number_of_moves_needs_the_arbiters_consent() {
    let mut scene = game(START);
    let agreed = json!({"do":"result","result":"1/2-1/2","reason":"agreement"});
    assert_eq!(scene.order(agreed.clone()), Err("agreement_too_early".into()));
    let consented = json!({"do":"result","result":"1/2-1/2","reason":"agreement","consent":true});
    scene.orders(consented);
    assert_eq!(scene.sheet.result.as_ref().unwrap().reason, Reason::Agreement);
    let mut scene = game(START);
    scene.hands("-e2 +e4 ! | -e7 +e5 ! |").orders(agreed);
    assert_eq!(scene.sheet.result.as_ref().unwrap().reason, Reason::Agreement);
}
