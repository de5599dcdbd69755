//! Clocks that run for the wrong player: forgotten after a move, pressed back, or set going so.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::table::{Scene, game};
use serde_json::json;
use touchmove_core::board::{AlertKind, Event, Side, Text};

const START: &str = "4k1n1/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1";
const KINDS: [AlertKind; 2] = [AlertKind::ClockNotPressed, AlertKind::WrongClockRunning];

/// When alerts of these kinds were raised, and of whom.
fn told(scene: &Scene) -> Vec<(AlertKind, Side, u64)> {
    let alerts = scene.said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) if KINDS.contains(&alert.kind()) => {
            Some((alert.kind(), alert.side.unwrap().0, said.t))
        }
        _ => None,
    });
    alerts.collect()
}

/// The clocks go on, for `side`; from then on 15 s pass, less a millisecond, and then that one.
fn runs(scene: &mut Scene, side: Side, name: &str) -> Vec<(AlertKind, Side)> {
    scene.orders(json!({"do":"resume","running":Text(side)}));
    let since = scene.now();
    scene.wait(14_999);
    assert_eq!(told(scene), [], "{name}, {side:?}: a millisecond before");
    scene.wait(1);
    let told = told(scene);
    assert!(told.iter().all(|(.., t)| *t == since + 15_000), "{name}, {side:?}: {told:?}");
    assert!(told.iter().all(|(_, of, _)| *of == side), "{name}, {side:?}: {told:?}");
    told.into_iter().map(|(kind, of, _)| (kind, of)).collect()
}

/// Whoever is to move: by the moves, and by the arbiter's word.
#[test]
fn the_time_of_who_is_not_to_move_is_told_however_it_came_to_that() {
    let set = |fen: &str| json!({"do":"set_position","fen":fen});
    let moved = "4k1n1/4p3/8/8/4P3/8/8/4K1N1";
    let cases = [
        ("before the first move", "", vec![], Side::White),
        ("after a move", "-e2 +e4 ! |", vec![], Side::Black),
        ("after two", "-e2 +e4 ! | -e7 +e5 ! |", vec![], Side::White),
        ("back to the start", "-e2 +e4 ! |", vec![json!({"do":"reinstate","ply":0})], Side::White),
        (
            "the move passed over",
            "-e2 +e4 ! |",
            vec![set(&format!("{moved} w - - 0 2"))],
            Side::White,
        ),
        ("set as it was", "-e2 +e4 ! |", vec![set(&format!("{moved} b - - 0 1"))], Side::Black),
        ("set, unpressed", "-e2 +e4 |", vec![set(&format!("{moved} w - - 0 2"))], Side::White),
    ];
    for (name, hands, orders, to_move) in cases {
        for running in [Side::White, Side::Black] {
            let mut scene = game(START);
            scene.hands(hands).orders(json!({"do":"pause"}));
            for order in &orders {
                scene.orders(order.clone());
            }
            if name == "back to the start" {
                scene.hands("-e4 +e2 |");
            }
            let wrong = (running != to_move).then_some((AlertKind::WrongClockRunning, running));
            let told = runs(&mut scene, running, name);
            assert_eq!(told, Vec::from_iter(wrong), "{name}");
        }
    }
}

/// White may press before he has moved; that Black's time runs on is told.
#[test]
fn a_press_before_the_first_move_is_no_offence_but_runs_the_wrong_clock() {
    let mut scene = game(START);
    scene.hands("!").wait(14_000);
    assert_eq!(told(&scene), []);
    scene.wait(1_000);
    assert_eq!(told(&scene)[0].0, AlertKind::WrongClockRunning);
    assert_eq!(scene.sheet.alerts.len(), 1);
}

/// He cannot press while the clocks stand.
#[test]
fn a_forgotten_press_is_counted_from_when_the_clocks_go_on() {
    for stood in [500, 10_000, 60_000] {
        let mut scene = game(START);
        scene.hands("-e2 +e4 |").orders(json!({"do":"pause"})).wait(stood);
        let name = format!("after {stood} ms");
        assert_eq!(
            runs(&mut scene, Side::White, &name),
            [(AlertKind::ClockNotPressed, Side::White)],
            "{name}"
        );
    }
}
