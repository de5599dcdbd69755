//! Flags: which counts, what comes before it, and what is told again (6.3, 6.8 to 6.11, 8.5.1).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::table::Scene;
use serde_json::{Value, json};
use touchmove_core::board::{
    Advice, Alert, AlertKind, GameResult, Header, Matter, Reading, Reason, Severity, Side, Text,
    What,
};

const PAWNS: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";

fn header(fen: &str, keys: Value) -> Header {
    let mut header = json!({"touchmove": 1, "fen": fen, "rules": "ru-2018"});
    header.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    serde_json::from_value(header).unwrap()
}

fn flag(scene: &Scene) -> &Alert {
    scene.open(AlertKind::FlagFall).unwrap()
}

fn lose(side: Side) -> Vec<Advice> {
    vec![Advice::Lose { side: Text(side) }]
}

#[test]
fn an_illegal_move_of_the_other_side_comes_first() {
    let header = header(PAWNS, json!({"time_control": "20"}));
    let mut scene = Scene::start(&header);
    // White moves illegally and presses; Black thinks until his time is used up.
    scene.hands("-e1 +e3 ! |").wait(25_000);
    let illegal = scene.open(AlertKind::IllegalMove).unwrap().id;
    let told = flag(&scene);
    assert_eq!(told.side, Some(Text(Side::Black)));
    assert_eq!(told.severity, Severity::Attention);
    assert!(matches!(told.matter, Matter::FlagFall { after: Some(id), .. } if id == illegal));

    // Applied: the opponent is given time, and the flag is none.
    let order = json!({"do":"decide","kind":"illegal_move","verdict":"apply"});
    scene.orders(order);
    assert!(scene.open(AlertKind::FlagFall).is_none());
    assert_eq!(scene.clocks().1, 120_000);
}

#[test]
fn a_flag_is_to_be_decided_once_nothing_comes_before_it() {
    let header = header(PAWNS, json!({"time_control": "20"}));
    let mut scene = Scene::start(&header);
    scene.hands("-e1 +e3 ! |").wait(25_000);
    scene.orders(json!({"do":"decide","kind":"illegal_move","verdict":"dismiss"}));
    let told = flag(&scene);
    assert_eq!((told.severity, told.rev), (Severity::Decision, 2));
    assert!(matches!(told.matter, Matter::FlagFall { after: None, .. }));
    scene.orders(json!({"do":"decide","kind":"flag_fall","verdict":"apply"}));
    let over = scene.sheet.result.clone().unwrap();
    assert_eq!((over.result, over.reason), (GameResult::WhiteWins, Reason::FlagFall));
}

#[test]
fn a_flag_that_the_arbiter_lifts_is_told_no_more_and_may_fall_again() {
    for order in [
        json!({"do":"add_time","side":"white","ms":60_000}),
        json!({"do":"set_clock","white":60_000,"black":20_000,"running":"white"}),
    ] {
        let mut scene = Scene::start(&header(PAWNS, json!({"time_control": "20"})));
        scene.wait(25_000);
        assert_eq!(flag(&scene).side, Some(Text(Side::White)));
        let first = flag(&scene).id;
        scene.orders(order.clone());
        assert!(scene.open(AlertKind::FlagFall).is_none(), "{order}");
        scene.wait(61_000);
        assert!(flag(&scene).id > first, "{order}");
    }
}

#[test]
fn time_taken_away_lifts_no_flag() {
    let mut scene = Scene::start(&header(PAWNS, json!({"time_control": "20"})));
    scene.wait(25_000).orders(json!({"do":"add_time","side":"white","ms":-1_000}));
    assert_eq!(flag(&scene).side, Some(Text(Side::White)));
}

#[test]
fn of_two_flags_the_first_counts_where_the_clock_is_counted_here() {
    let mut scene = Scene::start(&header(PAWNS, json!({"time_control": "20"})));
    // White's flag is down; nobody notices, he moves, and Black's falls too.
    scene.wait(25_000).hands("-e2 +e4 ! |").wait(25_000);
    let flags: Vec<&Alert> = scene
        .sheet
        .alerts
        .iter()
        .map(|open| &open.alert)
        .filter(|a| a.kind() == AlertKind::FlagFall)
        .collect();
    let [white, black] = flags[..] else { panic!("{flags:?}") };
    assert_eq!((white.side, white.severity), (Some(Text(Side::White)), Severity::Decision));
    assert_eq!((black.side, black.severity), (Some(Text(Side::Black)), Severity::Info));
    assert!(matches!(black.matter, Matter::FlagFall { after: Some(id), .. } if id == white.id));
    assert!(scene.open(AlertKind::BothFlags).is_none());

    // The arbiter decides on the one that counts. Where he lets it pass, that is the second.
    let decide = |verdict| json!({"do":"decide","kind":"flag_fall","verdict":verdict});
    scene.orders(decide("apply"));
    assert_eq!(scene.sheet.result.as_ref().unwrap().result, GameResult::BlackWins);
    scene.orders(json!({"do":"undo"})).orders(decide("dismiss"));
    assert_eq!(flag(&scene).side, Some(Text(Side::Black)));
    assert_eq!(flag(&scene).severity, Severity::Decision);
}

/// What an external clock shows.
fn shows(scene: &mut Scene, ms: u64, white: u64, black: u64, running: Option<Side>) {
    let reading = Reading { white, black, running: running.map(Text) };
    scene.later(ms, What::Clock(reading));
}

fn external(rules: &str, control: &str) -> Header {
    let keys = json!({"clock": "external", "time_control": control, "rules": rules});
    header(PAWNS, keys)
}

#[test]
fn both_flags_down_at_once_are_a_draw_in_the_last_period_only() {
    for (rules, control, advice, choices) in [
        ("ru-2009", "60", vec![Advice::Draw {}], 0),
        ("ru-2009", "40/60:60", vec![], 0),
        ("fide-2023", "60", vec![], 3),
    ] {
        let mut scene = Scene::set_up(&external(rules, control), common::input::shown(PAWNS));
        shows(&mut scene, 500, 60_000, 60_000, None);
        shows(&mut scene, 500, 60_000, 60_000, Some(Side::White));
        shows(&mut scene, 50_000, 10_000, 10_000, Some(Side::White));
        shows(&mut scene, 20_000, 0, 0, Some(Side::White));
        scene.wait(100);
        assert!(scene.open(AlertKind::FlagFall).is_none(), "{rules} {control}");
        let both = scene.open(AlertKind::BothFlags).unwrap();
        assert_eq!(both.severity, Severity::Decision);
        assert_eq!(both.advice, advice, "{rules} {control}");
        assert_eq!(both.choices.len(), choices, "{rules} {control}");
        let article = if rules == "ru-2009" { "6.11" } else { "III.3.1" };
        assert_eq!(both.article.as_deref(), Some(article));
        if !advice.is_empty() {
            scene.orders(json!({"do":"decide","kind":"both_flags","verdict":"apply"}));
            let over = scene.sheet.result.clone().unwrap();
            assert_eq!((over.result, over.reason), (GameResult::Draw, Reason::FlagFall));
        }
    }
}

#[test]
fn a_flag_seen_down_while_the_other_was_up_fell_first() {
    let mut scene = Scene::set_up(&external("ru-2009", "60"), common::input::shown(PAWNS));
    shows(&mut scene, 500, 60_000, 60_000, Some(Side::White));
    shows(&mut scene, 60_000, 0, 10_000, Some(Side::White));
    shows(&mut scene, 1_000, 0, 10_000, Some(Side::Black));
    shows(&mut scene, 10_000, 0, 0, Some(Side::Black));
    scene.wait(100);
    assert!(scene.open(AlertKind::BothFlags).is_none());
}

#[test]
fn the_count_beside_an_external_clock_is_a_hint_until_the_clock_shows_it() {
    let mut scene = Scene::set_up(&external("fide-2023", "60"), common::input::shown(PAWNS));
    shows(&mut scene, 500, 60_000, 60_000, Some(Side::White));
    scene.wait(61_000);
    assert_eq!(flag(&scene).severity, Severity::Attention);
    shows(&mut scene, 200, 0, 60_000, Some(Side::White));
    assert_eq!((flag(&scene).severity, flag(&scene).rev), (Severity::Decision, 2));
    assert_eq!(flag(&scene).advice, lose(Side::White));

    // Another clock shows that there is time: the hint was none.
    let mut scene = Scene::set_up(&external("fide-2023", "60"), common::input::shown(PAWNS));
    shows(&mut scene, 500, 60_000, 60_000, Some(Side::White));
    scene.wait(61_000);
    shows(&mut scene, 200, 1_000, 60_000, Some(Side::White));
    assert!(scene.open(AlertKind::FlagFall).is_none());
}

#[test]
fn a_clock_that_stops_at_its_flag_calls_nobody_else() {
    let mut scene = Scene::set_up(&external("fide-2023", "60"), common::input::shown(PAWNS));
    shows(&mut scene, 500, 60_000, 60_000, Some(Side::White));
    shows(&mut scene, 60_000, 0, 60_000, None);
    assert_eq!(flag(&scene).severity, Severity::Decision);
    assert!(scene.open(AlertKind::ClockStopped).is_none());
}

#[test]
fn a_tapped_clock_only_hints() {
    let header =
        header(PAWNS, json!({"clock": "tapped", "time_control": "20", "rules": "ru-2009"}));
    let mut scene = Scene::start(&header);
    scene.wait(25_000);
    assert_eq!(flag(&scene).severity, Severity::Attention);
    scene.hands("-e2 +e4 ! |").wait(25_000);
    assert!(scene.open(AlertKind::FlagFall).is_none());
    let both = scene.open(AlertKind::BothFlags).unwrap();
    assert_eq!(both.severity, Severity::Attention);
}

#[test]
fn who_need_not_record_reconstructs_after_a_flag_that_is_not_the_last() {
    // Both below five minutes in the first of two periods.
    for (control, play, pauses) in [
        ("40/240:3600", "standard", true),
        ("40/240+30:3600+30", "standard", false),
        ("240", "standard", false),
    ] {
        let header = header(PAWNS, json!({"time_control": control, "play": play}));
        let mut scene = Scene::start(&header);
        scene.hands("-e2 +e4 ! | -e7 +e5 ! |").wait(330_000);
        let told = flag(&scene);
        assert_eq!(told.article.as_deref(), Some("6.9"), "{control}");
        let advice = if pauses { vec![Advice::Pause {}] } else { lose(Side::White) };
        assert_eq!(told.advice, advice, "{control}");
        if pauses {
            assert_eq!(told.choices[0].steps, lose(Side::White));
            scene.orders(json!({"do":"decide","kind":"flag_fall","verdict":"apply"}));
            assert!(scene.sheet.clocks.as_ref().unwrap().running.is_none());
            assert!(scene.sheet.result.is_none());
            // The scoresheets show that the moves were not made.
            scene.orders(json!({"do":"undo"}));
            let choice = json!({"do":"decide","kind":"flag_fall","verdict":"apply","choice":1});
            scene.orders(choice);
            assert_eq!(scene.sheet.result.clone().unwrap().result, GameResult::BlackWins);
        }
    }
}

#[test]
fn a_flag_in_a_period_before_which_the_moves_were_made_is_none() {
    let header = header(
        PAWNS,
        json!({"time_control": "1/20:3600", "parameters": {"next_period": "at_zero"}}),
    );
    let mut scene = Scene::start(&header);
    scene.hands("-e2 +e4 ! | -e7 +e5 ! |").wait(25_000);
    assert!(scene.open(AlertKind::FlagFall).is_none());
    let clocks = scene.sheet.clocks.clone().unwrap();
    assert_eq!(clocks.moves, 1);
}

#[test]
fn play_may_end_the_game_before_the_flag_is_noticed() {
    // Fool's mate with White's flag down.
    let mut scene = Scene::start(&header(
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        json!({"time_control": "20"}),
    ));
    scene.wait(25_000);
    assert!(scene.open(AlertKind::FlagFall).is_some());
    scene.hands("-d8 +h4 !");
    let over = scene.sheet.result.clone().unwrap();
    assert_eq!((over.result, over.reason), (GameResult::BlackWins, Reason::Checkmate));
    assert!(scene.open(AlertKind::FlagFall).is_none());
}

#[test]
fn the_result_of_a_flag_follows_the_position_until_it_is_decided() {
    // Black's flag is down; White's last pawn is taken before anybody notices.
    let mut scene =
        Scene::start(&header("4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1", json!({"time_control": "20"})));
    scene.hands("-e1 +f1 ! |").wait(25_000);
    let told = flag(&scene);
    assert_eq!(told.side, Some(Text(Side::Black)));
    assert_eq!(told.advice, lose(Side::Black));
    scene.hands("-d3 +f4 ! | -f1 +g1 ! | -f4 -e2 +e2 ! |");
    // King against knight: dead.
    let over = scene.sheet.result.clone().unwrap();
    assert_eq!((over.result, over.reason), (GameResult::Draw, Reason::DeadPosition));
}
