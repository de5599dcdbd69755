//! Rapid and blitz without enough arbiters (13.4 / A.5, B.3).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{input::header, table::Scene};
use serde_json::json;
use touchmove_core::board::{AlertKind, Header, Play, Supervision};

fn limited(fen: &str, rules: &str, play: Play) -> Scene {
    let (supervision, rules) = (Supervision::Limited, rules.into());
    let time_control = if play == Play::Blitz { "180+2" } else { "900+10" }.into();
    Scene::start(&Header { play, supervision, rules, time_control, ..header(fen) })
}

/// White's bishop is pinned by the rook on e8 and can give check all the same.
const PINNED: &str = "4r1k1/p6p/8/8/8/8/P3B3/4K3 w - - 0 1";

#[test]
fn an_answered_illegal_move_stands_and_the_game_goes_on_from_there() {
    for (rules, play, article) in [
        ("fide-2023", Play::Rapid, "7.5.1"),
        ("fide-2023", Play::Blitz, "7.5.1"),
        ("ru-2018", Play::Rapid, "7.5.1"),
    ] {
        let mut scene = limited(PINNED, rules, play);
        scene.hands("-e2 +d3 | ! |");
        let alert = scene.open(AlertKind::IllegalMove).unwrap();
        assert_eq!(alert.article.as_deref(), Some(article));
        scene.hands("-a7 +a6 | ! |");
        assert!(scene.open(AlertKind::IllegalMove).is_none(), "{rules} {play:?}");
        assert_eq!(scene.sheet.legs.len(), 1);
        // White's king goes out of check; play is as it was.
        scene.hands("-e1 +f2 | ! | -h7 +h6 | ! |");
        assert_eq!(&scene.moves()[scene.moves().len() - 2..], ["Kf2", "h6"], "{:?}", scene.said);
    }
}

#[test]
fn under_full_supervision_an_answered_illegal_move_does_not_stand() {
    let (play, time_control) = (Play::Rapid, "900+10".into());
    let mut scene = Scene::start(&Header { play, time_control, ..header(PINNED) });
    scene.hands("-e2 +d3 | ! | -a7 +a6 | ! |");
    assert!(scene.open(AlertKind::IllegalMove).is_some());
}

#[test]
fn two_kings_in_check_are_waited_for_and_then_drawn() {
    for (rules, article) in [("fide-2023", "A.5.4"), ("ru-2018", "13.4.4")] {
        let mut scene = limited(PINNED, rules, Play::Rapid);
        scene.hands("-e2 +c4 | ! |");
        let alert = scene.open(AlertKind::IllegalPosition).unwrap();
        assert_eq!((alert.article.as_deref(), alert.advice.len()), (Some(article), 0), "wait");
        scene.hands("-a7 +a6 | ! |");
        let alert = scene.open(AlertKind::IllegalPosition).unwrap();
        assert_eq!(serde_json::to_value(&alert.advice).unwrap(), json!([{"draw":{}}]));
        assert!(scene.open(AlertKind::IllegalMove).is_none(), "the awaited move is no offence");
        scene.orders(json!({"do":"decide","kind":"illegal_position","verdict":"apply"}));
        assert_eq!(scene.sheet.result.as_ref().unwrap().article.as_deref(), Some(article));
    }
}

#[test]
fn a_king_that_leaves_the_other_check_ends_the_waiting() {
    let mut scene = limited(PINNED, "fide-2023", Play::Blitz);
    scene.hands("-e2 +c4 | ! | -g8 +h8 | ! |");
    assert!(scene.open(AlertKind::IllegalPosition).is_none(), "{:?}", scene.sheet.alerts);
}

#[test]
fn a_pawn_that_was_hardly_exchanged_is_waited_for_and_then_drawn() {
    const PAWN: &str = "8/P6k/8/8/8/8/7p/K7 w - - 0 1";
    let mut scene = limited(PAWN, "fide-2023", Play::Blitz);
    scene.hands("-a7 +a8 ! ");
    assert!(scene.open(AlertKind::PromotionUnverified).is_some());
    let alert = scene.open(AlertKind::IllegalPosition).unwrap();
    assert_eq!((alert.article.as_deref(), alert.advice.len()), (Some("A.5.4"), 0), "wait");
    scene.hands("-h7 +g7 ! |");
    assert!(scene.open(AlertKind::PromotionUnverified).is_none(), "it was answered");
    let alert = scene.open(AlertKind::IllegalPosition).unwrap();
    assert_eq!((alert.rev, alert.advice.len()), (2, 1));

    // What moves from there was a piece.
    let mut scene = limited(PAWN, "fide-2023", Play::Blitz);
    scene.hands("-a7 +a8 ! | -h7 +g7 ! | -a8 +b8 ! |");
    assert!(scene.open(AlertKind::IllegalPosition).is_none());

    // An exchange was seen, or there was time for one.
    for hands in ["-a7 +a8 -a8 +a8 ! |", "-a7 | +a8 ! |"] {
        let mut scene = limited(PAWN, "fide-2023", Play::Blitz);
        scene.hands(hands);
        assert!(scene.open(AlertKind::IllegalPosition).is_none(), "{hands}");
    }
}
