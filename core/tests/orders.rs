//! The arbiter's orders in any order, between anything that hands may do: what must hold all the same.
//!
//! Few sequences are tried; many with `PROPTEST_CASES=10000`, as in `make long`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{input::header, table::Scene};
use proptest::prelude::*;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position, Square, fen::Fen};
use touchmove_core::{
    board::{
        Advice, Alert, AlertKind, Cleared, ClockKind, Event, Header, Play, Record, Said, Severity,
        Side, Supervision, What,
    },
    sheet::Sheet,
    table::Table,
};

/// Positions with much that can go wrong soon: castling, promotion, pins, few pieces.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P4p1/8/3pP3/8/8/6Pp/R3K2R w KQkq d6 0 1",
    "4r2k/7p/8/8/8/8/4N3/4K2R w K - 0 1",
    "8/5k2/8/8/8/2K5/4r3/4R3 w - - 70 60",
];

#[derive(Clone, Debug)]
enum Step {
    /// A legal move of the sheet's position, pressed for.
    Move(usize),
    /// A piece goes somewhere, and the clock is pressed.
    Stray(usize, usize),
    /// A piece is lifted and put back.
    Touch(usize),
    Press(Side),
    Stop,
    Wait(u64),
    Order(Value),
}

fn order() -> impl Strategy<Value = Value> {
    let side = prop_oneof![Just("white"), Just("black")];
    let verdict = prop_oneof![3 => Just("apply"), 2 => Just("dismiss"), 1 => Just("postpone")];
    let kind = prop::sample::select(vec![
        "illegal_move",
        "illegal_move",
        "touch_move",
        "displaced",
        "pressed_without_move",
        "promotion_unverified",
        "out_of_turn",
        "game_seems_over",
        "flag_fall",
        "castling_rook_first",
    ]);
    let result = prop_oneof![Just("1-0"), Just("0-1"), Just("1/2-1/2")];
    let reason = prop_oneof![Just("resignation"), Just("agreement"), Just("arbiter")];
    prop_oneof![
        3 => (kind, verdict.clone()).prop_map(|(kind, verdict)| json!({"do":"decide","kind":kind,"verdict":verdict})),
        2 => (1..6_u32, verdict).prop_map(|(alert, verdict)| json!({"do":"decide","alert":alert,"verdict":verdict})),
        3 => side.clone().prop_map(|side| json!({"do":"resume","running":side})),
        3 => Just(json!({"do":"undo"})),
        2 => Just(json!({"do":"pause"})),
        2 => (0..5_u32).prop_map(|ply| json!({"do":"reinstate","ply":ply})),
        1 => Just(json!({"do":"accept_board"})),
        1 => Just(json!({"do":"flip"})),
        1 => Just(json!({"do":"set_position","fen":"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"})),
        1 => Just(json!({"do":"correct","ply":1,"move":"e4"})),
        1 => (0..64_u32, side.clone()).prop_map(|(square, side)|
            json!({"do":"oblige","side":side,"square":Square::new(square).to_string()})),
        1 => (result, reason).prop_map(|(result, reason)| json!({"do":"result","result":result,"reason":reason})),
        1 => Just(json!({"do":"reopen"})),
        1 => side.clone().prop_map(|side| json!({"do":"add_time","side":side,"ms":60000})),
        1 => side.clone().prop_map(|side| json!({"do":"draw_offer","by":side})),
        1 => side.prop_map(|side| json!({"do":"claim","by":side,"claim":"threefold"})),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    prop_oneof![
        6 => any::<usize>().prop_map(Step::Move),
        2 => (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Step::Stray(from, to)),
        1 => any::<usize>().prop_map(Step::Touch),
        1 => side.prop_map(Step::Press),
        1 => Just(Step::Stop),
        1 => prop_oneof![Just(500_u64), Just(4_000), Just(16_000), Just(6_000_000)].prop_map(Step::Wait),
        6 => order().prop_map(Step::Order),
    ]
}

fn steps() -> impl Strategy<Value = (Header, Vec<Step>)> {
    let rules = prop_oneof![Just("fide-2023"), Just("ru-2009"), Just("ru-2018")];
    let kind = (rules, any::<bool>(), any::<bool>(), 0..4_u8);
    let position = prop::sample::select(&POSITIONS[..]);
    let header = (kind, position).prop_map(|((rules, rapid, limited, clock), fen)| {
        let rapid = rapid && rules != "ru-2009";
        let play = if rapid { Play::Rapid } else { Play::Standard };
        let supervision = if rapid && limited { Supervision::Limited } else { Supervision::Full };
        let clock = if clock == 0 { ClockKind::None } else { ClockKind::Lever };
        let time_control = match (clock, rapid) {
            (ClockKind::None, _) => "-",
            (_, true) => "900+10",
            (_, false) => "5400+30",
        };
        let time_control = time_control.into();
        Header { rules: rules.into(), play, supervision, clock, time_control, ..header(fen) }
    });
    (header, prop::collection::vec(step(), 1..25))
}

/// Plays the steps; what hands do depends on the position that the sheet shows.
fn play(header: &Header, steps: &[Step]) -> Scene {
    let mut scene = Scene::start(header);
    for step in steps {
        match step {
            Step::Move(n) => {
                if let Some(input) = legal(&scene.sheet, *n) {
                    let mover = *scene.sheet.turn;
                    scene.mover(mover).hands(&input);
                }
            }
            Step::Stray(from, to) => {
                if let Some((from, to)) = stray(&scene.sheet, *from, *to) {
                    let mover = *scene.sheet.turn;
                    scene.mover(mover).hands(&format!("-{from} +{to} | ! |"));
                }
            }
            Step::Touch(n) => {
                if let Some((square, _)) = stray(&scene.sheet, *n, 0) {
                    scene.hands(&format!("-{square} | +{square} |"));
                }
            }
            Step::Press(side) => {
                scene.mover(*side).hands("!");
            }
            Step::Stop => {
                scene.stop();
            }
            Step::Wait(ms) => {
                scene.wait(*ms);
            }
            Step::Order(order) => {
                let _ = scene.order(order.clone());
            }
        }
    }
    scene
}

fn position(sheet: &Sheet) -> Option<Chess> {
    let fen: Fen = sheet.fen.parse().ok()?;
    fen.into_position(CastlingMode::Standard).ok()
}

fn legal(sheet: &Sheet, n: usize) -> Option<String> {
    let chess = position(sheet)?;
    let moves = chess.legal_moves();
    let m = moves.get(n.checked_rem(moves.len())?)?;
    Some(match m {
        shakmaty::Move::Normal { from, to, capture, .. } => match capture {
            Some(_) => format!("-{from} -{to} +{to} | ! |"),
            None => format!("-{from} +{to} | ! |"),
        },
        shakmaty::Move::EnPassant { from, to } => {
            format!("-{from} +{to} -{}{} | ! |", to.file().char(), from.rank().char())
        }
        shakmaty::Move::Castle { king, rook } => {
            let (king_to, rook_to) = if rook > king { ('g', 'f') } else { ('c', 'd') };
            let rank = king.rank().char();
            format!("-{king} +{king_to}{rank} -{rook} +{rook_to}{rank} | ! |")
        }
        shakmaty::Move::Put { .. } => return None,
    })
}

/// A piece of the side to move, and an empty square.
fn stray(sheet: &Sheet, from: usize, to: usize) -> Option<(Square, Square)> {
    let fen: Fen = sheet.fen.parse().ok()?;
    let setup = fen.into_setup();
    let own: Vec<Square> = setup.board.by_color(setup.turn).into_iter().collect();
    let empty: Vec<Square> = (!setup.board.occupied()).into_iter().collect();
    let from = own.get(from.checked_rem(own.len())?)?;
    Some((*from, *empty.get(to.checked_rem(empty.len())?)?))
}

fn run(header: &Header, records: &[Record]) -> Vec<Said> {
    let mut table = Table::new(header).unwrap();
    let mut said = Vec::new();
    records.iter().for_each(|record| table.apply(record, &mut said));
    table.finish(&mut said);
    said
}

fn is_order(record: &&Record) -> bool {
    matches!(record.what, What::Arbiter(_))
}

/// Numbers without gaps; each order answered once; alerts raised, revised and cleared in their order;
/// an ended game changes only by reopening.
fn holds_together(records: &[Record], said: &[Said]) {
    assert!(said.iter().zip(1..).all(|(said, n)| said.seq == n), "numbers");
    let answers =
        said.iter().filter(|said| matches!(said.event, Event::Done { .. } | Event::Refused { .. }));
    assert_eq!(answers.count(), records.iter().filter(is_order).count(), "answers");
    let mut revisions: Vec<u32> = Vec::new();
    let mut open = BTreeSet::new();
    let mut over = false;
    for Said { seq, event, .. } in said {
        match event {
            Event::Alert(alert) => {
                let place = alert.id as usize - 1;
                assert!(place <= revisions.len(), "{seq}: alert {} out of turn", alert.id);
                revisions.resize(revisions.len().max(place + 1), 0);
                revisions[place] += 1;
                assert_eq!(alert.rev, revisions[place], "{seq}: revision of alert {}", alert.id);
                open.insert(alert.id);
                assert!(
                    !over || alert.kind() == AlertKind::PlaysOn,
                    "{seq}: {:?} after the end",
                    alert.kind()
                );
            }
            Event::AlertCleared { id, .. } => assert!(open.remove(id), "{seq}: {id} was not open"),
            Event::GameOver { .. } => {
                assert!(!over, "{seq}: over twice");
                over = true;
            }
            Event::Reopened { .. } => {
                assert!(over, "{seq}: was not over");
                over = false;
            }
            Event::MoveMade { .. }
            | Event::MoveChanged { .. }
            | Event::MovesWithdrawn { .. }
            | Event::Leg { .. }
            | Event::Clock { .. }
            | Event::DrawOffer { .. } => assert!(!over, "{seq}: {event:?} after the end"),
            _ => {}
        }
    }
    assert!(revisions.len() <= 4 * records.len(), "{} alerts, a storm", revisions.len());
}

/// Which illegal move of its player a call says it is: one more than were applied and not undone.
fn counts_are_kept(said: &[Said]) {
    let mut known: BTreeMap<u32, Alert> = BTreeMap::new();
    let mut applied: BTreeMap<u32, Side> = BTreeMap::new();
    for Said { seq, event, .. } in said {
        match event {
            Event::Alert(alert) => {
                applied.remove(&alert.id);
                known.insert(alert.id, alert.clone());
            }
            Event::AlertCleared { id, why: Cleared::Applied, .. } => {
                let alert = &known[id];
                let warns = alert.advice.iter().all(|step| matches!(step, Advice::Warn { .. }));
                if counts(alert) && !warns {
                    applied.insert(*id, alert.side.unwrap().0);
                }
            }
            // What is open by the time an order is done is what the arbiter reads.
            Event::Done { .. } => {}
            _ => {}
        }
        if let Event::Alert(alert) = event
            && let touchmove_core::board::Matter::IllegalMove { count, .. } = alert.matter
            && alert.severity == Severity::Decision
            && alert.rev == 1
        {
            let before = applied.values().filter(|side| **side == alert.side.unwrap().0).count();
            assert_eq!(count as usize, before + 1, "{seq}: {alert:?}");
        }
    }
}

fn counts(alert: &Alert) -> bool {
    let edition = alert.rules.as_str();
    match alert.kind() {
        AlertKind::IllegalMove | AlertKind::PromotionUnverified => true,
        AlertKind::PressedWithoutMove | AlertKind::TwoHands => edition != "ru-2009",
        _ => false,
    }
}

/// A refused order leaves no trace but its refusal.
fn refusals_change_nothing(header: &Header, records: &[Record], said: &[Said]) {
    let orders: Vec<usize> = (0..records.len()).filter(|n| is_order(&&records[*n])).collect();
    let answers = said.iter().filter_map(|said| match said.event {
        Event::Done { .. } => Some(true),
        Event::Refused { .. } => Some(false),
        _ => None,
    });
    let refused: BTreeSet<usize> =
        orders.into_iter().zip(answers).filter(|(_, done)| !done).map(|(n, _)| n).collect();
    // Time passes all the same.
    let without = |(n, record): (usize, &Record)| match refused.contains(&n) {
        true => Record { what: What::End, ..record.clone() },
        false => record.clone(),
    };
    let kept: Vec<Record> = records.iter().enumerate().map(without).collect();
    let without = run(header, &kept);
    let events = |said: &[Said]| -> Vec<(u64, Event)> {
        let refused = |said: &&Said| !matches!(said.event, Event::Refused { .. });
        said.iter().filter(refused).map(|said| (said.t, said.event.clone())).collect()
    };
    let (with, without) = (events(said), events(&without));
    let differ = with.iter().zip(&without).find(|(with, without)| with != without);
    assert!(differ.is_none() && with.len() == without.len(), "{differ:?}");
}

/// An applied and undone decision that is dismissed then leaves what dismissing at once leaves.
fn undone_is_as_dismissed(header: &Header, scene: &Scene) {
    let Some(alert) = scene.sheet.alerts.last().map(|open| open.alert.id) else { return };
    let t = scene.records.last().unwrap().t;
    let order = |t: u64, order: Value| -> Record {
        serde_json::from_value(json!({"t": t, "arbiter": order})).unwrap()
    };
    let decide = |verdict: &str| json!({"do":"decide","alert":alert,"verdict":verdict});
    let end = [order(t + 300, decide("dismiss")), order(t + 400, json!({"do":"pause"}))];
    let detour = [order(t + 100, decide("apply")), order(t + 200, json!({"do":"undo"}))];
    let fold = |records: Vec<Record>| {
        let mut sheet = Sheet::new(header);
        run(header, &records).iter().for_each(|said| sheet.fold(said));
        sheet
    };
    let applied = run(header, &[&scene.records[..], &detour[..1]].concat());
    if applied.iter().any(|said| said.t == t + 100 && matches!(said.event, Event::Refused { .. })) {
        return;
    }
    let straight = fold([&scene.records[..], &end].concat());
    let round = fold([&scene.records[..], &detour, &end].concat());
    let left = |sheet: &Sheet| {
        let clocks = sheet.clocks.as_ref().map(|clocks| (clocks.white_ms, clocks.black_ms));
        let moves: Vec<String> = sheet.moves.iter().map(|one| one.san.clone()).collect();
        let result = sheet.result.as_ref().map(|outcome| outcome.result);
        let open: Vec<AlertKind> = sheet.alerts.iter().map(|open| open.alert.kind()).collect();
        (sheet.fen.clone(), moves, clocks, result, open, sheet.legs.len())
    };
    assert_eq!(left(&round), left(&straight));
}

proptest! {
    #[test]
    fn orders_and_hands_in_any_order_break_nothing((header, steps) in steps()) {
        let scene = play(&header, &steps);
        let said = run(&header, &scene.records);
        holds_together(&scene.records, &said);
        counts_are_kept(&said);
        refusals_change_nothing(&header, &scene.records, &said);
        undone_is_as_dismissed(&header, &scene);
    }
}
