//! Laws of the intake over random boards and random arrivals.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{hand, records};
use proptest::prelude::*;
use touchmove_core::{
    board::{Header, Ms, Planes, Record, Sensor, Side, What},
    intake::Intake,
    trace::{Line, Reader},
};

fn pop(intake: &mut Intake) -> Vec<Record> {
    std::iter::from_fn(|| intake.pop()).collect()
}

fn run(header: &Header, records: &[Record]) -> Vec<Record> {
    let mut intake = Intake::new(header).unwrap();
    let mut out = Vec::new();
    for record in records {
        intake.push(record.clone());
        out.extend(pop(&mut intake));
    }
    intake.finish();
    out.extend(pop(&mut intake));
    out
}

/// Any records, raw, debounced or both, in any order of arrival.
fn anything() -> impl Strategy<Value = (Header, Vec<Record>)> {
    any::<bool>().prop_flat_map(|polarity| {
        let what = prop_oneof![
            3 => records::planes(polarity).prop_map(What::Raw),
            1 => records::debounced(polarity),
            2 => records::told(),
        ];
        let steps = prop::collection::vec((records::step(), what), 0..60);
        let sensor = if polarity { Sensor::Polarity } else { Sensor::Occupancy };
        let hold = prop_oneof![Just(0_u64), Just(7), Just(100), Just(10_000)];
        (steps, hold).prop_map(move |(steps, hold_ms)| {
            (Header { sensor, hold_ms, ..Header::default() }, records::timed(steps))
        })
    })
}

proptest! {
    /// Bounces of up to 9 ms and glitches of up to 2 ms leave exactly the truth, whatever blinks
    /// beside it.
    #[test]
    fn samples_become_what_happened(scene in hand::scene()) {
        prop_assert_eq!(run(&Header::default(), &scene.records), scene.truth);
    }

    #[test]
    fn the_order_of_arrival_changes_nothing(
        scene in hand::scene(), delays in prop::collection::vec(0..100_u64, 0..40),
    ) {
        let late = hand::late(&scene.records, &delays, 100);
        prop_assert_eq!(run(&Header::default(), &late), scene.truth);
    }

    #[test]
    fn letting_time_pass_in_between_changes_nothing(
        scene in hand::scene(), fractions in prop::collection::vec(0..100_u64, 1..20),
    ) {
        let mut intake = Intake::new(&Header::default()).unwrap();
        let mut out = Vec::new();
        let mut now = 0;
        for (n, record) in scene.records.iter().enumerate() {
            // Up to the record, in steps: some of them at deadlines, as a host does it.
            let between = now + (record.t - now) * fractions[n % fractions.len()] / 100;
            while let Some(t) = intake.next_deadline().filter(|t| *t <= between) {
                intake.advance(t);
                prop_assert!(intake.next_deadline().is_none_or(|next| next > t));
                out.extend(pop(&mut intake));
            }
            intake.advance(between);
            intake.advance(between);
            out.extend(pop(&mut intake));
            now = record.t;
            intake.push(record.clone());
        }
        intake.finish();
        out.extend(pop(&mut intake));
        prop_assert_eq!(out, scene.truth);
    }

    /// Following the deadlines alone brings everything out, and no later than promised.
    #[test]
    fn deadlines_bring_everything_out(scene in hand::scene()) {
        let mut intake = Intake::new(&Header::default()).unwrap();
        let mut out = Vec::new();
        for record in &scene.records {
            while let Some(t) = intake.next_deadline().filter(|t| *t < record.t) {
                intake.advance(t);
                for popped in pop(&mut intake) {
                    prop_assert!(t <= popped.t + 200, "{popped:?} at {t}");
                    out.push(popped);
                }
            }
            intake.push(record.clone());
            for popped in pop(&mut intake) {
                prop_assert!(record.t <= popped.t + 200, "{popped:?} at {}", record.t);
                out.push(popped);
            }
        }
        while let Some(t) = intake.next_deadline() {
            intake.advance(t);
            out.extend(pop(&mut intake));
        }
        prop_assert_eq!(out, scene.truth);
    }

    #[test]
    fn whatever_comes_it_goes_out_in_order_and_nothing_said_is_lost((header, records) in anything()) {
        let mut intake = Intake::new(&header).unwrap();
        let mut out = Vec::new();
        for record in &records {
            intake.push(record.clone());
            let horizon = intake.horizon();
            out.extend(pop(&mut intake));
            prop_assert!(intake.horizon() >= horizon);
        }
        intake.finish();
        out.extend(pop(&mut intake));
        prop_assert!(out.is_sorted_by_key(|record| record.t));
        prop_assert!(!out.iter().any(|record| matches!(record.what, What::Raw(_))));
        let told = |records: &[Record]| {
            let count = |record: &&Record| matches!(record.what, What::Press(_) | What::Arbiter(_));
            records.iter().filter(count).count()
        };
        prop_assert_eq!(told(&out), told(&records));
    }

    #[test]
    fn nothing_older_comes_than_the_horizon((header, records) in anything()) {
        let mut intake = Intake::new(&header).unwrap();
        for record in &records {
            intake.push(record.clone());
            pop(&mut intake);
            let horizon = intake.horizon();
            intake.advance(record.t + 30);
            if let Some(next) = intake.pop() {
                prop_assert!(next.t >= horizon, "{next:?} before {horizon}");
            }
        }
    }

    #[test]
    fn debounced_records_pass_as_they_are(
        steps in prop::collection::vec(
            (records::step(), prop_oneof![records::debounced(false), records::told()]), 0..60,
        ),
    ) {
        let records = records::timed(steps);
        prop_assert_eq!(run(&Header::default(), &records), records);
    }

    /// What is distrusted comes back when it rests: the last word about each square is what it
    /// reads in the end.
    #[test]
    fn in_the_end_every_square_is_known(
        boards in prop::collection::vec((1..40_u64, any::<u64>()), 1..200), last in any::<u64>(),
    ) {
        let planes = |board| Planes::Occupancy(touchmove_core::board::Bitboard(board));
        let raw = |(step, board)| (step, What::Raw(planes(board)));
        let mut records = records::timed(boards.into_iter().map(raw).collect());
        let end = records.last().map_or(0, |record| record.t);
        records.push(Record { t: end + 1, what: What::Raw(planes(last)) });
        records.push(Record { t: end + 5_000, what: What::End });
        let mut known = 0;
        let mut distrusted = 0;
        for record in run(&Header::default(), &records) {
            match record.what {
                What::Scan(planes) => (known, distrusted) = (planes.occupied().0, 0),
                What::Lift(square) => {
                    known &= !(1 << u32::from(square));
                    distrusted &= !(1 << u32::from(square));
                }
                What::Place(square, _) => {
                    known |= 1 << u32::from(square);
                    distrusted &= !(1 << u32::from(square));
                }
                What::Fault { squares, .. } => distrusted |= squares.0.0,
                What::Mended { squares, .. } => distrusted &= !squares.0.0,
                _ => {}
            }
        }
        prop_assert_eq!((known, distrusted), (last, 0));
    }
}

/// Undebounced real games: every move's lifts and places come through, and nothing else is seen
/// than pieces that leave and come.
#[test]
fn shared_raw_traces() {
    for path in common::shared_traces("traces/raw") {
        let text = std::fs::read_to_string(&path).unwrap();
        let reader = Reader::new(text.as_bytes()).unwrap();
        let header = reader.header().clone();
        let mut moves = 0;
        let mut records = Vec::new();
        for line in reader {
            match line.unwrap() {
                Line::Record(record) => records.push(record),
                Line::Expect(expect) => moves = expect["moves"].as_array().unwrap().len(),
                _ => {}
            }
        }
        let mut board = 0;
        let mut changes = 0;
        for record in run(&header, &records) {
            let (square, stood) = match record.what {
                What::Scan(planes) => {
                    board = planes.occupied().0;
                    continue;
                }
                What::Lift(square) => (square, true),
                What::Place(square, _) => (square, false),
                What::Fault { .. } => panic!("{}: {record:?}", path.display()),
                _ => continue,
            };
            let bit = 1_u64 << u32::from(square);
            assert_eq!(board & bit != 0, stood, "{}: {record:?}", path.display());
            board ^= bit;
            changes += 1;
        }
        let last = records.iter().rev().find_map(|record| match record.what {
            What::Raw(planes) => Some(planes.occupied().0),
            _ => None,
        });
        assert_eq!(Some(board), last, "{}", path.display());
        // A quiet move changes two squares; few moves take much more.
        assert!((2 * moves..6 * moves).contains(&changes), "{}: {changes}", path.display());
    }
}

#[test]
fn a_press_long_after_its_move_is_not_delayed_by_more_than_hold() {
    let header = Header { hold_ms: 40, ..Header::default() };
    let mut intake = Intake::new(&header).unwrap();
    let board = Planes::Occupancy(touchmove_core::board::Bitboard(0xffff));
    intake.push(Record { t: 0, what: What::Raw(board) });
    let press: Ms = 1_000;
    intake.push(Record { t: press, what: What::Press(Side::White) });
    pop(&mut intake);
    assert_eq!(intake.next_deadline(), Some(press + 40));
    assert_eq!(intake.due(press), Some(press + 40));
    intake.advance(press + 40);
    assert_eq!(pop(&mut intake).len(), 1);
}
