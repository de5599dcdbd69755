//! Any samples and presses in any order and at any time: nothing is held for ever, times never
//! decrease, no press is lost.
#![no_main]

use libfuzzer_sys::fuzz_target;
use touchmove_core::{
    board::{Bitboard, Header, Ms, Planes, Record, Sensor, Side, Square, What},
    intake::Intake,
};

/// One thing that happens, made of three bytes: what, where, and how much later or earlier.
fn record(now: Ms, sensor: Sensor, board: &mut [u64; 2], [what, place, dt]: [u8; 3]) -> Record {
    let square = Square::new(u32::from(place % 64));
    let bit = 1_u64 << (place % 64);
    let what = match what % 8 {
        0..=3 => {
            board[usize::from(what / 8 % 2)] ^= bit;
            let [white, black] = *board;
            What::Raw(match sensor {
                Sensor::Occupancy => Planes::Occupancy(Bitboard(white)),
                Sensor::Polarity => {
                    Planes::Polarity { white: Bitboard(white), black: Bitboard(black) }
                }
            })
        }
        4 => What::Press(if place % 2 == 0 { Side::White } else { Side::Black }),
        5 => What::Restart { gap_ms: None },
        6 => What::Lift(square),
        _ => What::End,
    };
    // Mostly a few ms on; now and then far ahead or back.
    let t = match dt {
        0..=199 => now + u64::from(dt),
        200..=229 => now.saturating_sub(u64::from(dt - 200) * 10),
        _ => now + u64::from(dt - 229) * 100,
    };
    Record { t, what }
}

fuzz_target!(|bytes: &[u8]| {
    let [settings, bytes @ ..] = bytes else { return };
    let sensor = if settings & 1 == 0 { Sensor::Occupancy } else { Sensor::Polarity };
    let hold_ms = [100, 0, 10_000, 30][usize::from(settings >> 1 & 3)];
    let mut intake = Intake::new(&Header { sensor, hold_ms, ..Header::default() })
        .expect("the settings are allowed");
    let mut board = [0xffff_0000_0000_ffff, 0];
    let (mut now, mut last, mut presses) = (0, 0, 0_i64);
    let mut take = |record: Record| {
        assert!(record.t >= last, "{record:?} after {last}");
        assert!(!matches!(record.what, What::Raw(_)));
        last = record.t;
        i64::from(matches!(record.what, What::Press(_)))
    };
    for bytes in bytes.as_chunks().0 {
        let record = record(now, sensor, &mut board, *bytes);
        now = now.max(record.t);
        presses += i64::from(matches!(record.what, What::Press(_)));
        intake.push(record);
        if bytes[0] & 0x80 != 0 {
            while let Some(record) = intake.pop() {
                presses -= take(record);
            }
        }
    }
    while let Some(t) = intake.next_deadline() {
        intake.advance(t);
        assert!(intake.next_deadline().is_none_or(|next| next > t));
    }
    intake.finish();
    while let Some(record) = intake.pop() {
        presses -= take(record);
    }
    assert_eq!(presses, 0);
});
