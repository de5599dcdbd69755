//! A board as a hand changes it, and what bouncing contacts make of that: the truth beside the
//! samples.

use std::collections::BTreeMap;

use proptest::prelude::*;
use touchmove_core::board::{Bitboard, Ms, Planes, Record, Side, Square, What};

use super::records;

/// Samples and what else arrived, in order of their times, and what must be handed on.
#[derive(Clone, Debug)]
pub struct Scene {
    pub records: Vec<Record>,
    pub truth: Vec<Record>,
}

/// One thing that happens to a square: how long after the last thing there, how it bounces.
#[derive(Clone, Debug)]
struct Turn {
    after: Ms,
    /// Lengths of the readings while the contact bounces, at most 9 ms in all. An even number is
    /// a change, an odd one a glitch.
    bounce: Vec<Ms>,
}

fn turn() -> impl Strategy<Value = Turn> {
    let change = prop_oneof![
        3 => Just(vec![]),
        3 => prop::collection::vec(1..3_u64, 2),
        2 => prop::collection::vec(1..3_u64, 4),
        2 => Just(vec![1, 8]),
        3 => prop::collection::vec(1..3_u64, 1),
    ];
    (prop_oneof![2 => 31..60_u64, 3 => 60..3_000_u64], change)
        .prop_map(|(after, bounce)| Turn { after, bounce })
}

/// Several squares that change, bounce and blink, with presses and the rest between.
pub fn scene() -> impl Strategy<Value = Scene> {
    let turns = prop::collection::vec(turn(), 0..8);
    let squares = prop::collection::btree_map(records::square(), turns, 1..6);
    let told = prop::collection::btree_map(20..10_000_u64, presses(), 0..12);
    (any::<u64>(), squares, told).prop_map(|(board, squares, told)| stage(board, &squares, told))
}

fn presses() -> impl Strategy<Value = What> {
    prop_oneof![
        4 => records::side().prop_map(What::Press),
        1 => records::command().prop_map(What::Arbiter),
        1 => Just(What::Stop),
    ]
}

fn stage(board: u64, squares: &BTreeMap<Square, Vec<Turn>>, told: BTreeMap<Ms, What>) -> Scene {
    // Which squares flip at which time.
    let mut flips: BTreeMap<Ms, u64> = BTreeMap::new();
    let planes = |board: u64| Planes::Occupancy(Bitboard(board));
    let mut truth = vec![(0, 0, Record { t: 0, what: What::Scan(planes(board)) })];
    for (square, turns) in squares {
        let bit = Bitboard::from(*square).0;
        let mut occupied = board & bit != 0;
        let mut t = 20;
        for turn in turns {
            t += turn.after;
            let began = t;
            *flips.entry(t).or_default() ^= bit;
            for length in &turn.bounce {
                t += length;
                *flips.entry(t).or_default() ^= bit;
            }
            if turn.bounce.len() % 2 == 0 {
                occupied = !occupied;
                let what = if occupied { What::Place(*square, None) } else { What::Lift(*square) };
                let rank = 1 + u32::from(occupied) * 64 + u32::from(*square);
                truth.push((began, rank, Record { t: began, what }));
            }
        }
    }
    let mut records = vec![(0, 0, Record { t: 0, what: What::Raw(planes(board)) })];
    let mut now = board;
    for (t, flipped) in flips {
        now ^= flipped;
        records.push((t, 1, Record { t, what: What::Raw(planes(now)) }));
    }
    for (t, what) in told {
        let record = (t, 1_000, Record { t, what });
        records.push(record.clone());
        truth.push(record);
    }
    Scene { records: sorted(records), truth: sorted(truth) }
}

fn sorted(mut records: Vec<(Ms, u32, Record)>) -> Vec<Record> {
    records.sort_by_key(|(t, rank, _)| (*t, *rank));
    records.into_iter().map(|(_, _, record)| record).collect()
}

/// An order of arrival in which every record comes less than `hold` ms late: each is delayed,
/// but those of one millisecond and one source stay as they were.
pub fn late(records: &[Record], delays: &[Ms], hold: Ms) -> Vec<Record> {
    let delay = |n: usize| match delays.is_empty() {
        true => 0,
        false => delays[n % delays.len()] % hold.max(1),
    };
    let mut arriving: Vec<(Ms, &Record)> =
        records.iter().enumerate().map(|(n, record)| (record.t + delay(n), record)).collect();
    arriving.sort_by_key(|(at, _)| *at);
    arriving.into_iter().map(|(_, record)| record.clone()).collect()
}

/// A game's first moves as a hand plays them on an undebounced board, for laws about events.
pub fn opening_moves() -> Vec<(Square, Square, Side)> {
    vec![
        (Square::E2, Square::E4, Side::White),
        (Square::E7, Square::E5, Side::Black),
        (Square::G1, Square::F3, Side::White),
        (Square::B8, Square::C6, Side::Black),
        (Square::F1, Square::B5, Side::White),
        (Square::A7, Square::A6, Side::Black),
        (Square::B5, Square::A4, Side::White),
        (Square::G8, Square::F6, Side::Black),
        (Square::D2, Square::D3, Side::White),
        (Square::F8, Square::E7, Side::Black),
    ]
}
