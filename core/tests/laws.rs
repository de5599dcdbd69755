//! The laws of the fold, over random records, bouncing boards and the shared traces.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::path::Path;

use common::{hand, records};
use proptest::prelude::*;
use touchmove_core::{
    board::{ClockKind, Event, Header, Ms, Planes, Record, Said, Sensor, Side, What},
    table::{Replay, Table},
    trace::{Line, Reader},
};

/// The bytes of a run's events.
fn bytes(said: &[Said]) -> String {
    said.iter().map(|said| serde_json::to_string(said).unwrap() + "\n").collect()
}

fn run(header: &Header, records: &[Record]) -> String {
    let mut table = Table::new(header).unwrap();
    let mut said = Vec::new();
    records.iter().for_each(|record| table.apply(record, &mut said));
    table.finish(&mut said);
    bytes(&said)
}

/// Follows the table's deadlines as a host does, but not beyond `until`.
fn follow(table: &mut Table, until: Ms, said: &mut Vec<Said>) {
    while let Some(t) = table.next_deadline().filter(|t| *t <= until) {
        table.advance(t, said);
        assert!(table.next_deadline().is_none_or(|next| next > t), "no way past the deadline {t}");
    }
}

/// A run in which the host lets time pass between the records, in steps and at deadlines.
fn run_with_advances(header: &Header, records: &[Record], fractions: &[u64]) -> String {
    let mut table = Table::new(header).unwrap();
    let mut said = Vec::new();
    let mut now = 0;
    for (n, record) in records.iter().enumerate() {
        let fraction = fractions[n % fractions.len()];
        let between = now + (record.t.max(now) - now) * fraction / 100;
        match fraction % 3 {
            0 => follow(&mut table, between, &mut said),
            1 => table.advance(between, &mut said),
            _ => {
                for step in 0..4 {
                    table.advance(now + (between - now) * step / 3, &mut said);
                }
            }
        }
        now = now.max(record.t);
        table.apply(record, &mut said);
    }
    table.finish(&mut said);
    bytes(&said)
}

/// A header with a clock that makes deadlines.
fn headers() -> impl Strategy<Value = Header> {
    let clock =
        prop_oneof![Just(ClockKind::Lever), Just(ClockKind::None), Just(ClockKind::External)];
    let control = prop_oneof![Just("60+2"), Just("5400+30"), Just("20"), Just("-")];
    let rules = prop_oneof![Just("ru-2009"), Just("ru-2018"), Just("fide-2023")];
    (clock, control, rules).prop_map(|(clock, control, rules)| Header {
        clock,
        time_control: if clock == ClockKind::None { "-".into() } else { control.into() },
        rules: rules.into(),
        ..Header::default()
    })
}

/// Debounced records, at random or as a game's first moves with random delays and mishaps.
fn debounced() -> impl Strategy<Value = Vec<Record>> {
    let what = prop_oneof![3 => records::debounced(false), 2 => records::told()];
    let random = prop::collection::vec((records::step(), what), 0..60).prop_map(records::timed);
    let pauses = prop::collection::vec((records::step(), 0..40_u8), 30);
    prop_oneof![random, pauses.prop_map(|pauses| played(&pauses))]
}

/// A real opening; a small number beside a pause makes something go wrong there.
fn played(pauses: &[(u64, u8)]) -> Vec<Record> {
    let start = Planes::Occupancy(touchmove_core::board::Bitboard(0xffff_0000_0000_ffff));
    let mut steps = vec![What::Scan(start), What::Press(Side::Black)];
    for (from, to, side) in hand::opening_moves() {
        steps.extend([What::Lift(from), What::Place(to, None), What::Press(side)]);
    }
    steps.push(What::End);
    let mut records = Vec::new();
    let mut t = 0;
    for (n, what) in steps.into_iter().enumerate() {
        let (pause, mishap) = pauses[n % pauses.len()];
        t += pause;
        // Left out: a press forgotten, a lift unseen. At the end time always passes.
        if mishap > 0 || n < 2 || what == What::End {
            let late = if what == What::End { 30_000 } else { 0 };
            records.push(Record { t: t + late, what });
        }
    }
    records
}

proptest! {
    #[test]
    fn letting_time_pass_changes_no_byte(
        header in headers(), records in debounced(),
        fractions in prop::collection::vec(0..=100_u64, 1..20),
    ) {
        prop_assert_eq!(run_with_advances(&header, &records, &fractions), run(&header, &records));
    }

    #[test]
    fn nor_does_it_on_a_bouncing_board(
        header in headers(), scene in hand::scene(),
        fractions in prop::collection::vec(0..=100_u64, 1..20),
    ) {
        let said = run_with_advances(&header, &scene.records, &fractions);
        prop_assert_eq!(said, run(&header, &scene.records));
    }

    /// An undebounced board says the same as a debounced one, but for time that no longer passes
    /// at the end.
    #[test]
    fn bounces_change_no_byte(header in headers(), scene in hand::scene()) {
        let end = Record { t: 60_000, what: What::End };
        let with_end = |mut records: Vec<Record>| { records.push(end.clone()); records };
        prop_assert_eq!(
            run(&header, &with_end(scene.records)), run(&header, &with_end(scene.truth)),
        );
    }

    #[test]
    fn the_order_of_arrival_changes_no_byte(
        header in headers(), scene in hand::scene(),
        delays in prop::collection::vec(0..100_u64, 0..40),
    ) {
        let late = hand::late(&scene.records, &delays, header.hold_ms);
        prop_assert_eq!(run(&header, &late), run(&header, &scene.records));
    }

    /// Squares that cannot be read for a while obey the same laws.
    #[test]
    fn faults_come_and_go_by_the_same_laws(
        header in headers(), scene in hand::scene(),
        faults in prop::collection::btree_map(20..10_000_u64, records::faults(), 0..12),
        fractions in prop::collection::vec(0..=100_u64, 1..20),
        delays in prop::collection::vec(0..100_u64, 0..40),
    ) {
        let mut records = scene.records;
        records.extend(faults.into_iter().map(|(t, what)| Record { t, what }));
        records.push(Record { t: 90_000, what: What::End });
        records.sort_by_key(|record| record.t);
        let once = run(&header, &records);
        prop_assert_eq!(run_with_advances(&header, &records, &fractions), once.clone());
        let late = hand::late(&records, &delays, header.hold_ms);
        prop_assert_eq!(run(&header, &late), once);
    }

    /// Events come in order, numbered without gaps, none after the time that has passed.
    #[test]
    fn events_are_numbered_and_in_order(header in headers(), records in debounced()) {
        let mut table = Table::new(&header).unwrap();
        let mut said = Vec::new();
        for record in &records {
            let before = said.len();
            table.apply(record, &mut said);
            for event in &said[before..] {
                prop_assert!(event.t <= record.t, "{event:?} at {}", record.t);
            }
        }
        prop_assert!(said.is_sorted_by_key(|said| said.t));
        for (before, after) in said.iter().zip(said.iter().skip(1)) {
            prop_assert!(after.seq == before.seq + 1 || after.seq == 1, "{after:?}");
        }
    }
}

fn read(path: &Path) -> (Header, Vec<Record>) {
    let text = std::fs::read_to_string(path).unwrap();
    let reader = Reader::new(text.as_bytes()).unwrap();
    let header = reader.header().clone();
    let records = reader.filter_map(|line| match line.unwrap() {
        Line::Record(record) => Some(record),
        _ => None,
    });
    (header, records.collect())
}

/// Every `nth` file of a folder, so that the whole stays quick.
fn some(
    folder: &str,
    first: usize,
    nth: usize,
) -> impl Iterator<Item = (String, Header, Vec<Record>)> {
    common::shared_traces(folder).into_iter().skip(first).step_by(nth).map(|path| {
        let (header, records) = read(&path);
        (path.display().to_string(), header, records)
    })
}

#[test]
fn shared_traces_give_the_same_bytes_twice() {
    for path in common::shared_traces("traces") {
        let text = std::fs::read(&path).unwrap();
        let replay = || -> Vec<Said> {
            Replay::new(text.as_slice()).unwrap().map(|said| said.unwrap()).collect()
        };
        let said = replay();
        let moves = said.iter().filter(|said| matches!(said.event, Event::MoveMade { .. })).count();
        assert!(moves > 0, "{}", path.display());
        assert_eq!(bytes(&said), bytes(&replay()), "{}", path.display());
    }
}

#[test]
fn letting_time_pass_changes_no_byte_of_the_shared_traces() {
    for (folder, nth) in [("traces", 6), ("scenarios", 1), ("reports", 1)] {
        for (name, header, records) in some(folder, 0, nth) {
            let once = run(&header, &records);
            assert_eq!(run_with_advances(&header, &records, &[99]), once, "{name}");
            assert_eq!(run_with_advances(&header, &records, &[33, 40, 77, 50]), once, "{name}");
        }
    }
}

#[test]
fn the_order_of_arrival_changes_no_byte_of_the_shared_traces() {
    for (name, header, records) in some("traces/raw", 1, 6) {
        let delays: Vec<u64> = (0..97).map(|n| n * 61 % 100).collect();
        let late = hand::late(&records, &delays, header.hold_ms);
        assert_ne!(late, records);
        assert_eq!(run(&header, &late), run(&header, &records), "{name}");
    }
}

/// Real games as a bouncing board sees them say what they say debounced.
#[test]
fn bounces_change_no_byte_of_the_shared_traces() {
    for (name, header, records) in some("traces/clean", 2, 6) {
        if header.sensor == Sensor::Polarity {
            continue;
        }
        let mut raw = Vec::new();
        let mut board = 0;
        for record in &records {
            let bit = match &record.what {
                What::Scan(planes) => planes.occupied().0 ^ board,
                What::Lift(square) | What::Place(square, _) => 1 << u32::from(*square),
                _ => {
                    raw.push(record.clone());
                    continue;
                }
            };
            board ^= bit;
            let planes = Planes::Occupancy(touchmove_core::board::Bitboard(board));
            raw.push(Record { t: record.t, what: What::Raw(planes) });
        }
        assert_eq!(run(&header, &raw), run(&header, &records), "{name}");
    }
}

/// A file that is cut anywhere says what its whole records say, and then what is wrong with it.
#[test]
fn truncated_files_say_what_they_still_hold() {
    for (name, ..) in some("scenarios", 3, 6).take(4) {
        let whole = std::fs::read(&name).unwrap();
        let (header, records) = read(Path::new(&name));
        for cut in (1..whole.len()).step_by(7) {
            let text = &whole[..cut];
            let feeds = text.iter().filter(|byte| **byte == b'\n').count();
            let Ok(replay) = Replay::new(text) else {
                assert_eq!(feeds, 0, "{name} cut at {cut}");
                continue;
            };
            let (said, errors): (Vec<_>, Vec<_>) = replay.partition(Result::is_ok);
            let said: Vec<Said> = said.into_iter().map(Result::unwrap).collect();
            let torn = !text.ends_with(b"\n") && whole[cut] != b'\n';
            assert_eq!(errors.len(), usize::from(torn), "{name} cut at {cut}: {errors:?}");
            let unread = usize::from(torn);
            let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
            let kept = (lines - 1 - unread).min(records.len());
            assert_eq!(bytes(&said), run(&header, &records[..kept]), "{name} cut at {cut}");
        }
    }
}

/// Lines in any order: an error that names the line, or a trace like any other.
#[test]
fn reordered_files_are_told_from_traces() {
    for (name, ..) in some("scenarios", 4, 6) {
        let text = std::fs::read_to_string(&name).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines[1..].reverse();
        let reversed = lines.join("\n");
        let errors: Vec<_> =
            Replay::new(reversed.as_bytes()).unwrap().filter_map(Result::err).collect();
        assert_eq!(errors.len(), 1, "{name}");
        assert!(errors[0].reason.starts_with("time runs backwards"), "{name}: {}", errors[0]);
        lines.swap(0, 1);
        assert!(Replay::new(lines.join("\n").as_bytes()).is_err(), "{name}");
    }
}
