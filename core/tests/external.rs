//! Clocks that are not counted here: one that is read, and one whose presses are sensed (6.10).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{input::shown, table::Scene};
use serde_json::{Value, json};
use touchmove_core::board::{
    Alert, AlertKind, ClockFlaw, Event, Header, Matter, Reading, Severity, Side, Text, Watch, What,
};

const PAWNS: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";

fn header(keys: Value) -> Header {
    let mut header = json!({"touchmove": 1, "fen": PAWNS, "rules": "ru-2018", "clock": "external"});
    header.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    serde_json::from_value(header).unwrap()
}

/// A game with a clock that is read.
struct Table {
    scene: Scene,
    mover: Side,
}

impl Table {
    fn of(keys: Value) -> Table {
        Table { scene: Scene::set_up(&header(keys), shown(PAWNS)), mover: Side::White }
    }

    /// The clock is read so much later.
    fn shows(&mut self, ms: u64, white: u64, black: u64, running: Option<Side>) -> &mut Table {
        let reading = Reading { white, black, running: running.map(Text) };
        self.scene.later(ms, What::Clock(reading));
        self
    }

    /// A move is made in 2 s and pressed for.
    fn moves(&mut self, hands: &str) -> &mut Table {
        self.scene.hands(hands).later(1_600, What::Press(self.mover));
        self.mover = !self.mover;
        self
    }

    fn alerts(&self, kind: AlertKind) -> Vec<&Alert> {
        let alerts = self.scene.said.iter().filter_map(|said| match &said.event {
            Event::Alert(alert) if alert.kind() == kind => Some(alert),
            _ => None,
        });
        alerts.collect()
    }

    fn flaws(&self) -> Vec<(Side, ClockFlaw, u64, u64)> {
        let of = |alert: &&Alert| match alert.matter {
            Matter::ClockSetting { flaw, expected_ms, shown_ms } => {
                (alert.side.unwrap().0, flaw, expected_ms, shown_ms)
            }
            _ => panic!("{alert:?}"),
        };
        self.alerts(AlertKind::ClockSetting).iter().map(of).collect()
    }
}

const MOVES: [&str; 2] = ["-e2 +e4", "-e7 +e5"];
const W: Option<Side> = Some(Side::White);
const B: Option<Side> = Some(Side::Black);

#[test]
fn a_clock_that_is_set_as_it_should_be_says_nothing() {
    // It brings the first move's time when it starts, and shows whole seconds.
    let mut table = Table::of(json!({"time_control": "5400+30"}));
    table.shows(500, 5_400_000, 5_400_000, None).shows(500, 5_430_000, 5_430_000, W);
    table.moves(MOVES[0]).shows(300, 5_457_000, 5_430_000, B);
    table.moves(MOVES[1]).shows(300, 5_457_000, 5_457_000, W);
    table.shows(60_000, 5_397_000, 5_457_000, W);
    assert_eq!(table.flaws(), []);
    assert!(table.alerts(AlertKind::ClockFault).is_empty());
    let clocks = table.scene.sheet.clocks.clone().unwrap();
    assert_eq!((clocks.white_ms, clocks.black_ms), (5_397_000, 5_457_000), "what it shows counts");
}

#[test]
fn a_wrong_time_at_the_start_is_told_before_the_start() {
    let mut table = Table::of(json!({"time_control": "5400+30"}));
    table.shows(500, 3_600_000, 5_400_000, None);
    assert_eq!(table.flaws(), [(Side::White, ClockFlaw::Time, 5_430_000, 3_600_000)]);
    let alert = table.alerts(AlertKind::ClockSetting)[0];
    assert_eq!((alert.severity, alert.article.as_deref()), (Severity::Attention, Some("6.10.2")));
    // Once, and what it shows is taken from there.
    table.shows(500, 3_600_000, 5_400_000, None).shows(500, 3_600_000, 5_400_000, W);
    assert_eq!(table.flaws().len(), 1);
}

#[test]
fn an_increment_that_is_another_is_told_at_the_first_move() {
    for (shows, expected) in
        [(5_428_000, 5_458_000), (5_438_000, 5_458_000), (5_488_000, 5_458_000)]
    {
        let mut table = Table::of(json!({"time_control": "5400+30"}));
        table.shows(500, 5_430_000, 5_430_000, W);
        table.moves(MOVES[0]).shows(300, shows, 5_430_000, B);
        let flaws = table.flaws();
        let [(side, flaw, counted, shown)] = flaws[..] else { panic!("{shows}: {flaws:?}") };
        assert_eq!((side, flaw, shown), (Side::White, ClockFlaw::Increment, shows));
        assert!(expected - counted <= 1_000, "{counted}");
        assert!(table.alerts(AlertKind::ClockFault).is_empty());
    }
}

#[test]
fn an_increment_where_none_should_be_is_told_too() {
    let mut table = Table::of(json!({"time_control": "5400"}));
    table.shows(500, 5_400_000, 5_400_000, W);
    table.moves(MOVES[0]).shows(300, 5_428_000, 5_400_000, B);
    assert_eq!(table.flaws()[0].1, ClockFlaw::Increment);
}

#[test]
fn added_time_that_does_not_come_is_told() {
    let mut table = Table::of(json!({"time_control": "1/60:1800"}));
    table.shows(500, 60_000, 60_000, W);
    table.moves(MOVES[0]).shows(300, 58_000, 60_000, B);
    let flaws = table.flaws();
    assert_eq!((flaws[0].0, flaws[0].1), (Side::White, ClockFlaw::AddedTime));
}

#[test]
fn a_reading_that_comes_before_its_press_counts_the_increment_once() {
    let mut table = Table::of(json!({"time_control": "5400+30"}));
    table.shows(500, 5_430_000, 5_430_000, W);
    for (n, hands) in MOVES.iter().enumerate() {
        table.scene.hands(hands);
        let (white, black, runs) =
            if n == 0 { (5_459_000, 5_430_000, B) } else { (5_459_000, 5_458_000, W) };
        table.shows(1_000, white, black, runs);
        table.moves("").shows(300, white, black, runs);
    }
    assert_eq!(table.flaws(), []);
    assert!(table.alerts(AlertKind::ClockFault).is_empty());
    let completed =
        |said: &&touchmove_core::board::Said| matches!(said.event, Event::MoveCompleted { .. });
    assert_eq!(table.scene.said.iter().filter(completed).count(), 2);
}

/// As after a press that the clock has yet to tell of: his time runs on, without the increment.
#[test]
fn a_reading_from_before_the_press_says_nothing() {
    for behind in [0, 200, 1_000] {
        let mut table = Table::of(json!({"time_control": "5400+30"}));
        table.shows(500, 5_430_000, 5_430_000, W);
        table.moves(MOVES[0]).shows(behind, 5_428_000, 5_430_000, W);
        table.shows(500, 5_458_000, 5_430_000, B);
        table.moves(MOVES[1]).shows(behind, 5_458_000, 5_427_000, B);
        table.shows(500, 5_457_500, 5_457_000, W);
        // The next press brings its increment once.
        table.moves("-e1 +d1").shows(500, 5_485_000, 5_456_500, B);
        assert_eq!(table.flaws(), [], "{behind} ms");
        assert!(table.alerts(AlertKind::ClockFault).is_empty(), "{behind} ms");
        assert_eq!(table.scene.moves(), ["e4", "e5", "Kd1"]);
    }
}

#[test]
fn readings_that_jump_are_for_the_technician() {
    for jump in [400_000, 5_000_000] {
        let mut table = Table::of(json!({"time_control": "5400"}));
        table.shows(500, 5_400_000, 5_400_000, W).shows(1_000, 5_399_000, 5_400_000, W);
        table.shows(1_000, 5_398_000 - jump, 5_400_000, W);
        let faults = table.alerts(AlertKind::ClockFault);
        assert_eq!(faults.len(), 1, "{jump}");
        assert_eq!(faults[0].matter, Matter::ClockFault { reason: "jump".into() });
        assert_eq!(faults[0].watch, Watch::Technician);
        assert_eq!(table.flaws(), []);
        // One at a time.
        table.shows(1_000, 5_397_000, 5_400_000, W);
        assert_eq!(table.alerts(AlertKind::ClockFault).len(), 1);
    }
}

#[test]
fn a_clock_that_the_arbiter_sets_may_show_anything() {
    let mut table = Table::of(json!({"time_control": "5400"}));
    table.shows(500, 5_400_000, 5_400_000, W).shows(1_000, 5_399_000, 5_400_000, W);
    table.scene.orders(json!({"do":"add_time","side":"black","ms":120_000}));
    table.shows(1_000, 5_397_500, 5_520_000, W).shows(1_000, 5_396_500, 5_520_000, W);
    assert!(table.alerts(AlertKind::ClockFault).is_empty());
    table.scene.orders(json!({"do":"pause"}));
    table.shows(9_000, 5_396_500, 5_520_000, None).shows(9_000, 3_000_000, 3_000_000, None);
    assert!(table.alerts(AlertKind::ClockFault).is_empty());
    // It goes on, and with it the game.
    table.shows(9_000, 3_000_000, 3_000_000, W).moves(MOVES[0]);
    assert_eq!(table.scene.moves(), ["e4"]);
}

#[test]
fn a_clock_that_contradicts_a_press_twice_is_for_the_technician() {
    let mut table = Table::of(json!({"time_control": "5400"}));
    table.shows(500, 5_400_000, 5_400_000, W).moves(MOVES[0]);
    table.shows(1_500, 5_396_000, 5_400_000, W);
    assert!(table.alerts(AlertKind::ClockFault).is_empty(), "one reading may come late");
    table.shows(1_500, 5_394_500, 5_400_000, W);
    let faults = table.alerts(AlertKind::ClockFault);
    assert_eq!(faults[0].matter, Matter::ClockFault { reason: "contradiction".into() });
}

#[test]
fn a_clock_that_somebody_stops_calls_the_arbiter() {
    let mut table = Table::of(json!({"time_control": "5400"}));
    table.shows(500, 5_400_000, 5_400_000, W).shows(1_000, 5_399_000, 5_400_000, None);
    assert!(table.scene.open(AlertKind::ClockStopped).is_some());
    table.shows(5_000, 5_399_000, 5_400_000, W);
    assert!(table.scene.open(AlertKind::ClockStopped).is_none(), "it goes on");
}

#[test]
fn after_ten_moves_settings_stay_as_they_are_where_the_rules_say_so() {
    let keys = json!({"time_control": "1200", "play": "rapid", "supervision": "limited"});
    let mut table = Table::of(keys);
    let walk = |rank: u8, n: usize| {
        let squares = b"edcbabcdcbaa";
        let at = |n: usize| {
            let aside = u8::from((5..10).contains(&n));
            let rank = if rank == 1 { rank + aside } else { rank - aside };
            format!("{}{rank}", char::from(squares[n]))
        };
        format!("-{} +{}", at(n), at(n + 1))
    };
    let mut left = [1_200_000, 1_200_000];
    table.shows(500, left[0], left[1], W);
    for n in 0..10 {
        table.moves(&walk(1, n));
        left[0] -= 2_000;
        table.shows(0, left[0], left[1], B).moves(&walk(8, n));
        left[1] -= 2_000;
        table.shows(0, left[0], left[1], W);
    }
    assert_eq!(table.flaws(), []);
    table.moves("-e2 +e3").shows(0, left[0] + 10_000, left[1], B);
    let alerts = table.alerts(AlertKind::ClockSetting);
    assert_eq!(alerts.len(), 1);
    assert_eq!(alerts[0].severity, Severity::Info);
    assert_eq!(alerts[0].article.as_deref(), Some("13.4.1.1"));
}

#[test]
fn a_tap_that_was_not_heard_loses_no_move() {
    let header = Header {
        clock: touchmove_core::board::ClockKind::Tapped,
        ..header(json!({"clock": "tapped", "time_control": "5400"}))
    };
    let mut scene = Scene::start(&header);
    // White's press is not heard; Black answers and presses.
    scene.hands("-e2 +e4 | -e7 +e5 |").mover(Side::Black).hands("! |");
    assert_eq!(scene.moves(), ["e4", "e5"]);
    let completed =
        scene.said.iter().filter(|said| matches!(said.event, Event::MoveCompleted { .. }));
    assert_eq!(completed.count(), 2);
    let fault = scene.open(AlertKind::ClockFault).unwrap();
    assert_eq!(fault.watch, Watch::Technician);
    // And White goes on.
    scene.mover(Side::White).hands("-e1 +d1 ! |");
    assert_eq!(scene.moves(), ["e4", "e5", "Kd1"]);
}
