use serde_json::json;

use super::*;
use crate::board::{Bitboard, Sensor, Side, Square, Squares};

const FULL: u64 = 0xffff_0000_0000_ffff;

fn raw(t: Ms, occupied: u64) -> Record {
    Record { t, what: What::Raw(Planes::Occupancy(Bitboard(occupied))) }
}

fn without(squares: &[Square]) -> u64 {
    squares.iter().fold(FULL, |board, square| board & !Bitboard::from(*square).0)
}

fn press(t: Ms, side: Side) -> Record {
    Record { t, what: What::Press(side) }
}

fn lift(t: Ms, square: Square) -> Record {
    Record { t, what: What::Lift(square) }
}

fn place(t: Ms, square: Square) -> Record {
    Record { t, what: What::Place(square, None) }
}

fn scan(t: Ms, occupied: u64) -> Record {
    Record { t, what: What::Scan(Planes::Occupancy(Bitboard(occupied))) }
}

fn intake() -> Intake {
    Intake::new(&Header::default()).unwrap()
}

fn all(intake: &mut Intake) -> Vec<Record> {
    std::iter::from_fn(|| intake.pop()).collect()
}

fn run(records: impl IntoIterator<Item = Record>) -> Vec<Record> {
    let mut intake = intake();
    records.into_iter().for_each(|record| intake.push(record));
    intake.finish();
    all(&mut intake)
}

#[test]
fn a_bouncing_change_is_one_change_at_its_first_sample() {
    let (up, down) = (without(&[Square::E2]), FULL);
    let samples = [(0, down), (500, up), (501, down), (503, up), (509, down), (510, up)];
    assert_eq!(run(samples.map(|(t, b)| raw(t, b))), [scan(0, FULL), lift(500, Square::E2)]);
}

#[test]
fn a_glitch_is_nothing() {
    let samples = [(0, FULL), (500, without(&[Square::E2])), (502, FULL), (900, FULL)];
    assert_eq!(run(samples.map(|(t, b)| raw(t, b))), [scan(0, FULL)]);
}

#[test]
fn a_lift_of_30_ms_with_bounce_at_both_ends_comes_through() {
    let up = without(&[Square::E2]);
    let samples =
        [(0, FULL), (500, up), (502, FULL), (510, up), (530, FULL), (532, up), (540, FULL)];
    assert_eq!(
        run(samples.map(|(t, b)| raw(t, b))),
        [scan(0, FULL), lift(500, Square::E2), place(530, Square::E2)]
    );
}

#[test]
fn closing_and_opening_settle_by_their_own_times() {
    let mut header = Header::default();
    header.parameters.insert("settle_open_ms".into(), json!(40));
    header.parameters.insert("settle_close_ms".into(), json!(5));
    let mut intake = Intake::new(&header).unwrap();
    let up = without(&[Square::E2]);
    let e4 = FULL | Bitboard::from(Square::E4).0;
    for (t, board) in [(0, FULL), (500, up), (530, FULL), (600, e4), (606, FULL), (700, FULL)] {
        intake.push(raw(t, board));
    }
    intake.finish();
    // Empty for 30 ms is not long enough, occupied for 6 ms is; and it lasts until the square
    // has been empty for 40 ms.
    assert_eq!(all(&mut intake), [scan(0, FULL), place(600, Square::E4), lift(606, Square::E4)]);
}

#[test]
fn a_press_waits_for_the_changes_that_began_before_it() {
    let mut intake = intake();
    intake.push(raw(0, FULL));
    intake.push(raw(500, without(&[Square::E2])));
    intake.push(press(505, Side::White));
    intake.advance(614);
    assert_eq!(all(&mut intake), [scan(0, FULL)]);
    assert_eq!(intake.horizon(), 500);
    assert_eq!(intake.next_deadline(), Some(615));
    intake.advance(615);
    assert_eq!(all(&mut intake), [lift(500, Square::E2), press(505, Side::White)]);
    assert_eq!(intake.horizon(), 515);
    assert_eq!(intake.next_deadline(), None);
}

#[test]
fn a_refuted_change_holds_nothing_up() {
    let mut intake = intake();
    intake.push(raw(0, FULL));
    intake.push(raw(500, without(&[Square::E2])));
    intake.push(raw(501, FULL));
    intake.push(press(505, Side::White));
    intake.advance(616);
    assert_eq!(all(&mut intake), [scan(0, FULL), press(505, Side::White)]);
}

#[test]
fn the_first_reading_settles_too() {
    let glitch = without(&[Square::A1]);
    assert_eq!(run([raw(0, glitch), raw(2, FULL), raw(400, FULL)]), [scan(0, FULL)]);
    assert_eq!(run([raw(7, FULL)]), [scan(7, FULL)]);
    assert_eq!(run([]), []);
}

#[test]
fn debounced_records_pass_at_once_in_the_order_of_the_file() {
    let records = [
        press(0, Side::Black),
        scan(0, FULL),
        press(5, Side::White),
        lift(5, Square::E2),
        place(5, Square::A3),
        lift(5, Square::B1),
        Record { t: 5, what: What::Stop },
        press(5, Side::Black),
    ];
    let mut intake = intake();
    let mut passed = Vec::new();
    for (n, record) in records.iter().enumerate() {
        intake.push(record.clone());
        passed.extend(all(&mut intake));
        assert_eq!(passed.len(), if n == 0 { 0 } else { n + 1 });
    }
    assert_eq!(passed, records);
    assert_eq!((intake.horizon(), intake.next_deadline(), intake.due(77)), (5, None, Some(77)));
}

#[test]
fn presses_alone_are_held_no_longer_than_hold_ms() {
    let mut intake = intake();
    intake.push(press(50, Side::Black));
    assert_eq!(all(&mut intake), []);
    assert_eq!(intake.next_deadline(), Some(150));
    intake.advance(150);
    assert_eq!(all(&mut intake), [press(50, Side::Black)]);
}

#[test]
fn colours() {
    let header = Header { sensor: Sensor::Polarity, ..Header::default() };
    let mut intake = Intake::new(&header).unwrap();
    let board = |white: u64, black: u64| Planes::Polarity {
        white: Bitboard(white),
        black: Bitboard(black),
    };
    let raw = |t, white, black| Record { t, what: What::Raw(board(white, black)) };
    // a1 is White's, b1 Black's; White's piece replaces Black's on b1 too fast to leave a gap.
    for record in [raw(0, 1, 2), raw(500, 0, 2), raw(900, 0, 0), raw(906, 2, 0), raw(1200, 3, 0)] {
        intake.push(record);
    }
    intake.finish();
    let at = |t, what| Record { t, what };
    assert_eq!(
        all(&mut intake),
        [
            at(0, What::Scan(board(1, 2))),
            at(500, What::Lift(Square::A1)),
            at(900, What::Lift(Square::B1)),
            at(900, What::Place(Square::B1, Some(Side::White))),
            at(1200, What::Place(Square::A1, Some(Side::White))),
        ]
    );
}

#[test]
fn one_sample_that_changes_several_squares_lifts_first() {
    let e4 = Bitboard::from(Square::E4).0;
    assert_eq!(
        run([
            raw(0, FULL),
            raw(500, without(&[Square::E2, Square::D2]) | e4),
            press(500, Side::White)
        ]),
        [
            scan(0, FULL),
            lift(500, Square::D2),
            lift(500, Square::E2),
            place(500, Square::E4),
            press(500, Side::White),
        ]
    );
}

fn faults(records: &[Record]) -> Vec<(Ms, Squares)> {
    let fault = |record: &Record| match &record.what {
        What::Fault { squares, reason } if reason == "chattering" => Some((record.t, *squares)),
        _ => None,
    };
    records.iter().filter_map(fault).collect()
}

/// Samples in which one square reads the other way every `period` ms.
fn chatter(square: Square, from: Ms, to: Ms, period: usize) -> impl Iterator<Item = Record> {
    let boards = [FULL ^ Bitboard::from(square).0, FULL];
    (from..to).step_by(period).enumerate().map(move |(n, t)| raw(t, boards[n % 2]))
}

#[test]
fn a_chattering_square_becomes_one_fault_and_drowns_nobody() {
    for period in [1, 3, 10, 20, 25, 60, 120] {
        let mut records = vec![raw(0, FULL)];
        records.extend(chatter(Square::E4, 1_000, 20_000, period));
        records.push(raw(20_000, FULL));
        let g1 = without(&[Square::G1]);
        records.push(raw(30_000, g1));
        let out = run(records);
        let faults = faults(&out);
        assert_eq!(faults.len(), 1, "every {period} ms: {out:?}");
        assert_eq!(faults[0].1, Squares::from(Square::E4));
        assert!(faults[0].0 < 6_000, "every {period} ms: {faults:?}");
        let talk = out.iter().filter(|record| record.t < 20_000).count();
        assert!(talk < 45, "every {period} ms: {talk} records");
        assert_eq!(out.last(), Some(&lift(30_000, Square::G1)));
    }
}

#[test]
fn a_chattering_square_is_trusted_again_when_it_has_been_quiet() {
    let mut records = vec![raw(0, FULL)];
    records.extend(chatter(Square::E2, 1_000, 5_000, 5));
    records.push(raw(5_000, FULL));
    records.push(raw(8_000, without(&[Square::E2])));
    let out = run(records);
    let fault = out.iter().position(|record| matches!(record.what, What::Fault { .. })).unwrap();
    let mended = mended(6_995, Square::E2.into(), "chattering");
    assert_eq!(out[fault + 1..], [mended, lift(8_000, Square::E2)]);
}

fn fault(t: Ms, squares: Squares, reason: &str) -> Record {
    Record { t, what: What::Fault { squares, reason: reason.into() } }
}

fn mended(t: Ms, squares: Squares, reason: &str) -> Record {
    Record { t, what: What::Mended { squares, reason: reason.into() } }
}

#[test]
fn blind_squares_say_nothing_until_they_are_mended_and_have_settled() {
    let squares: Squares = (Bitboard::from(Square::E2) | Bitboard::from(Square::D2)).into();
    let (up, both) = (without(&[Square::E2]), without(&[Square::E2, Square::G1]));
    let fails = fault(1_000, squares, "expander");
    let ends = mended(2_000, squares, "expander");
    let records =
        [raw(0, FULL), fails.clone(), raw(1_500, both), ends.clone(), raw(2_003, without(&[]))];
    // Back before it was read again: nothing has changed there.
    let g1 = [lift(1_500, Square::G1), place(2_003, Square::G1)];
    let [away, back] = g1.clone();
    assert_eq!(run(records), [scan(0, FULL), fails.clone(), away.clone(), ends.clone(), back]);
    // A press waits for them.
    let records = [raw(0, FULL), fails.clone(), raw(1_500, both), ends.clone()];
    let mut intake = intake();
    records.into_iter().for_each(|record| intake.push(record));
    intake.push(press(2_005, Side::White));
    intake.push(raw(2_007, up));
    intake.advance(2_114);
    assert_eq!(all(&mut intake), [scan(0, FULL), fails, away]);
    assert_eq!((intake.horizon(), intake.next_deadline()), (2_000, Some(2_115)));
    intake.advance(2_200);
    let came = [lift(2_000, Square::E2), ends, press(2_005, Side::White), place(2_007, Square::G1)];
    assert_eq!(all(&mut intake), came);
}

#[test]
fn a_square_is_blind_until_the_last_of_its_faults_is_mended() {
    let (e2, whole) = (Square::E2.into(), Squares::default());
    let up = without(&[Square::E2]);
    let records = [
        raw(0, FULL),
        fault(1_000, e2, "expander"),
        fault(1_100, whole, "bus"),
        // The next sample ends the fault of the whole board, and nothing else.
        raw(1_500, up),
        mended(1_600, whole, "bus"),
        mended(1_700, e2, "stuck"),
        raw(1_800, FULL),
        raw(1_900, up),
        mended(2_000, e2, "expander"),
    ];
    let [first, faults @ .., _, bus, stuck, _, _, expander] = &records;
    let faults = faults[..2].iter().cloned();
    let expected = [scan(0, FULL)].into_iter().chain(faults).chain([
        scan(1_500, FULL),
        bus.clone(),
        stuck.clone(),
        lift(2_000, Square::E2),
        expander.clone(),
    ]);
    assert_eq!(first.t, 0);
    assert_eq!(run(records.clone()), expected.collect::<Vec<_>>());
}

#[test]
fn a_whole_board_that_is_mended_is_read_anew() {
    let whole = Squares::default();
    let up = without(&[Square::E2]);
    let (fails, ends) = (fault(1_000, whole, "stale"), mended(2_000, whole, "stale"));
    // With a new sample, or where nothing new was to be seen.
    let sampled = [raw(0, FULL), fails.clone(), ends.clone(), raw(2_005, up)];
    let expected = [scan(0, FULL), fails.clone(), scan(2_000, up), ends.clone()];
    assert_eq!(run(sampled), expected);
    let quiet = [raw(0, FULL), fails.clone(), ends.clone(), press(3_000, Side::White)];
    let expected = [scan(0, FULL), fails, scan(2_000, FULL), ends, press(3_000, Side::White)];
    assert_eq!(run(quiet), expected);
}

#[test]
fn a_fault_that_comes_back_at_once_was_never_mended() {
    let e2: Squares = Square::E2.into();
    let fails = |t| fault(t, e2, "expander");
    let records = [raw(0, FULL), fails(1_000), mended(1_100, e2, "expander"), fails(1_105)];
    assert_eq!(run(records), [scan(0, FULL), fails(1_000), fails(1_105)]);
}

#[test]
fn a_warning_blinds_nothing() {
    let whole = Squares::default();
    let (low, up) = (fault(1_000, whole, "undervoltage"), without(&[Square::E2]));
    let records = [raw(0, FULL), low.clone(), raw(1_500, up)];
    assert_eq!(run(records), [scan(0, FULL), low, lift(1_500, Square::E2)]);
}

#[test]
fn all_chattering_squares_are_named() {
    let both = without(&[Square::E2, Square::D2]);
    let mut records = vec![raw(0, FULL)];
    records.extend(chatter(Square::E2, 1_000, 4_000, 5));
    records.extend((4_000..6_000).step_by(5).enumerate().map(|(n, t)| raw(t, [both, FULL][n % 2])));
    let faults = faults(&run(records));
    let squares: Vec<u32> = faults.iter().map(|fault| fault.1.0.count() as u32).collect();
    assert_eq!(squares, [1, 2]);
}

#[test]
fn a_hand_that_fiddles_is_no_chatter() {
    // Lifted and set down ten times in four seconds, with a bounce each time.
    let up = without(&[Square::E2]);
    let mut records = vec![raw(0, FULL)];
    for n in 0..10 {
        let t = 1_000 + n * 400;
        records.extend(
            [(0, up), (1, FULL), (3, up), (200, FULL), (202, up), (203, FULL)]
                .map(|(dt, board)| raw(t + dt, board)),
        );
    }
    let out = run(records);
    assert_eq!(faults(&out), []);
    assert_eq!(out.len(), 21);
}

#[test]
fn rocking_longer_than_hold_ms_is_a_change_in_the_end() {
    let up = without(&[Square::E2]);
    let mut records = vec![raw(0, FULL)];
    records.extend((500..760).step_by(10).enumerate().map(|(n, t)| raw(t, [up, FULL][n % 2])));
    records.push(raw(760, up));
    records.push(press(2_000, Side::White));
    let out = run(records);
    assert_eq!(out.len(), 3, "{out:?}");
    assert!(matches!(out[1], Record { t: 660..=760, what: What::Lift(Square::E2) }), "{out:?}");
}

#[test]
fn a_restart_ends_what_was_and_begins_with_a_whole_reading() {
    let up = without(&[Square::E2]);
    let restart = Record { t: 1_005, what: What::Restart { gap_ms: Some(3_000) } };
    assert_eq!(
        run([raw(0, FULL), raw(1_000, up), restart.clone(), raw(1_200, FULL), raw(1_500, up)]),
        [
            scan(0, FULL),
            lift(1_000, Square::E2),
            restart,
            scan(1_200, FULL),
            lift(1_500, Square::E2),
        ]
    );
}

#[test]
fn the_end_hands_everything_on() {
    let end = Record { t: 1_005, what: What::End };
    assert_eq!(
        run([raw(0, FULL), raw(1_000, without(&[Square::E2])), end.clone()]),
        [scan(0, FULL), lift(1_000, Square::E2), end]
    );
}

#[test]
fn what_comes_too_late_counts_as_of_now() {
    let mut intake = intake();
    intake.push(raw(0, FULL));
    intake.advance(1_000);
    intake.push(press(300, Side::White));
    intake.push(raw(400, without(&[Square::E2])));
    intake.finish();
    assert_eq!(all(&mut intake), [scan(0, FULL), lift(900, Square::E2), press(900, Side::White)]);
}

#[test]
fn settings_say_what_is_wrong() {
    let error = |key: &str, value: serde_json::Value| {
        let mut header = Header::default();
        header.parameters.insert(key.into(), value);
        Intake::new(&header).unwrap_err().to_string()
    };
    assert_eq!(
        error("settle_open_ms", json!("20")),
        "settle_open_ms: \"20\" is not a whole number from 0 to 10000"
    );
    assert!(error("chatter_count", json!(1)).starts_with("chatter_count: 1 is not"));
    let header = Header { hold_ms: 1 << 40, ..Header::default() };
    assert!(Intake::new(&header).unwrap_err().to_string().starts_with("hold_ms: 1099511627776 ms"));
}

#[test]
fn times_at_the_end_of_time() {
    let mut intake = intake();
    let up = without(&[Square::E2]);
    for record in
        [raw(0, FULL), raw(Ms::MAX - 1, up), press(Ms::MAX, Side::White), raw(Ms::MAX, FULL)]
    {
        intake.push(record);
    }
    while let Some(t) = intake.next_deadline() {
        intake.advance(t);
    }
    intake.finish();
    assert_eq!(all(&mut intake).last(), Some(&press(Ms::MAX, Side::White)));
}

#[test]
fn a_flood_stays_bounded() {
    let mut intake = intake();
    for n in 0..3 * LANE as u64 {
        intake.push(raw(7, FULL ^ n));
    }
    assert!(intake.samples.len() <= LANE);
}

/// Or the journal would have it at a time at which the game had not seen it.
#[test]
fn what_comes_after_its_time_was_let_pass_counts_as_of_then() {
    let mut intake = intake();
    intake.push(scan(0, FULL));
    intake.advance(500);
    assert_eq!(all(&mut intake), [scan(0, FULL)]);
    assert_eq!(intake.horizon(), 500);
    intake.push(lift(460, Square::E2));
    intake.push(place(480, Square::E4));
    intake.push(press(600, Side::White));
    let expected = [lift(500, Square::E2), place(500, Square::E4), press(600, Side::White)];
    assert_eq!(all(&mut intake), expected);
}
