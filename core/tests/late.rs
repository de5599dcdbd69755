//! Who has not come (6.6, 6.7), and who has an assistant (4.9, 6.2.6).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::table::{Scene, game};
use serde_json::{Value, json};
use touchmove_core::board::{Alert, AlertKind, Cleared, Event, Header, Severity, Side, Text};

const MINUTES: u64 = 60_000;

fn header(parameters: Value) -> Header {
    serde_json::from_value(json!({
        "touchmove": 1, "rules": "ru-2018", "time_control": "5400+30", "parameters": parameters,
    }))
    .unwrap()
}

fn late(scene: &Scene) -> Vec<(u64, &Alert)> {
    let told = scene.said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) if alert.kind() == AlertKind::Late => Some((said.t, alert)),
        _ => None,
    });
    told.collect()
}

#[test]
fn who_has_touched_nothing_when_the_default_time_has_passed_is_told() {
    let mut scene = Scene::start(&header(json!({"default_time_ms": 15 * MINUTES})));
    scene.wait(20 * MINUTES);
    let told = late(&scene);
    let [(t, alert)] = told[..] else { panic!("{told:?}") };
    assert_eq!((t, alert.side), (1_000 + 15 * MINUTES, Some(Text(Side::White))));
    assert_eq!((alert.severity, alert.article.as_deref()), (Severity::Attention, Some("6.7.1")));
    assert!(alert.advice.is_empty(), "the arbiter enters presence or forfeit");

    // He comes.
    scene.hands("-e2 | +e4 ! |");
    assert!(scene.open(AlertKind::Late).is_none());
    let came = scene.said.iter().any(|said| {
        matches!(
            said.event,
            Event::AlertCleared { kind: AlertKind::Late, why: Cleared::Restored, .. }
        )
    });
    assert!(came);
}

#[test]
fn without_a_default_time_and_with_somebody_there_nothing_is_told() {
    let mut scene = Scene::start(&header(json!({"default_time_ms": 0})));
    scene.wait(90 * MINUTES);
    assert_eq!(late(&scene).len(), 0);
    let parameters = json!({"default_time_ms": 15 * MINUTES});
    let mut scene = Scene::start(&header(parameters.clone()));
    scene.hands("-e2 | +e2 |").wait(20 * MINUTES);
    assert_eq!(late(&scene).len(), 0, "he adjusts and thinks");
    let mut scene = Scene::start(&header(parameters));
    scene.orders(json!({"do":"present","side":"white"})).wait(20 * MINUTES);
    assert_eq!(late(&scene).len(), 0, "the arbiter has seen him");
}

#[test]
fn the_second_player_is_late_once_his_clock_has_run() {
    // The arbiter has started the clocks; White has moved at once, Black is not there.
    let parameters = json!({"default_time_ms": 15 * MINUTES});
    let start = || {
        let seen = common::input::shown("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let mut scene = Scene::set_up(&header(parameters.clone()), seen);
        scene.orders(json!({"do":"start"}));
        scene
    };
    let mut scene = start();
    scene.hands("-e2 +e4 ! |").wait(20 * MINUTES);
    let told = late(&scene);
    let [(t, alert)] = told[..] else { panic!("{told:?}") };
    assert_eq!((t, alert.side), (1_500 + 15 * MINUTES, Some(Text(Side::Black))));

    // White has thought for longer than that: Black need not be there yet.
    let mut scene = start();
    scene.hands("-e2 |").wait(16 * MINUTES).hands("+e4 ! |").wait(30_000);
    assert_eq!(late(&scene).len(), 0);
    scene.wait(40_000);
    assert_eq!(late(&scene).len(), 1);

    // Who has pressed to start White's clock is there.
    let mut scene = Scene::start(&header(parameters.clone()));
    scene.hands("-e2 +e4 ! |").wait(20 * MINUTES);
    assert_eq!(late(&scene).len(), 0);
}

#[test]
fn of_two_hands_nothing_is_said_where_an_assistant_helps() {
    let castles = "-e1 & -h1 +g1 & +f1 ! |";
    let fen = "4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1";
    let mut scene = game(fen);
    scene.hands(castles);
    assert!(scene.open(AlertKind::TwoHands).is_some());
    let mut scene = game(fen);
    scene.orders(json!({"do":"present","side":"white","assistant":true})).hands(castles);
    assert!(scene.open(AlertKind::TwoHands).is_none());
    assert_eq!(scene.moves(), ["O-O"]);
}
