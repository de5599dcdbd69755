//! Records of every kind, random.

use proptest::prelude::*;
use touchmove_core::board::{Bitboard, Command, Planes, Reading, Record, Side, Square, Text, What};

pub fn square() -> impl Strategy<Value = Square> {
    (0u32..64).prop_map(Square::new)
}

pub fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

/// Orders as the contract writes them, one of each kind and shape.
const ORDERS: &[&str] = &[
    r#"{"do":"start"}"#,
    r#"{"do":"pause","id":"c1","by":"Anna"}"#,
    r#"{"do":"resume","running":"white","seen":7}"#,
    r#"{"do":"decide","alert":3,"verdict":"apply"}"#,
    r#"{"do":"decide","kind":"illegal_move","verdict":"apply","choice":2}"#,
    r#"{"do":"decide","alert":1,"verdict":"dismiss"}"#,
    r#"{"do":"claim","by":"white","claim":"threefold","move":"Nf3","check_only":true}"#,
    r#"{"do":"claim","by":"black","claim":"flag","who":"Anna"}"#,
    r#"{"do":"draw_offer","by":"black"}"#,
    r#"{"do":"result","result":"1/2-1/2","reason":"agreement","consent":true}"#,
    r#"{"do":"result","result":"0-1","reason":"resignation"}"#,
    r#"{"do":"reopen","why":"mistaken"}"#,
    r#"{"do":"reinstate","ply":2}"#,
    r#"{"do":"set_position","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
    r#"{"do":"accept_board"}"#,
    r#"{"do":"correct","ply":1,"move":"e4"}"#,
    r#"{"do":"flip"}"#,
    r#"{"do":"swap_colours"}"#,
    r#"{"do":"oblige","side":"white","square":"g1"}"#,
    r#"{"do":"oblige","side":"white","moves":["g1f3","g1h3"]}"#,
    r#"{"do":"penalty","side":"black","kind":"time_to_opponent","ms":120000,"article":"12.9","note":"noise"}"#,
    r#"{"do":"penalty","side":"black","kind":"loss"}"#,
    r#"{"do":"add_time","side":"white","ms":-5000,"reason":"fire alarm"}"#,
    r#"{"do":"set_clock","white":60000,"black":61000,"running":"black","moves":40,"increment":30000}"#,
    r#"{"do":"present","side":"white"}"#,
    r#"{"do":"note","text":"phone","article":"11.3"}"#,
    r#"{"do":"record_shown","by":"white"}"#,
    r#"{"do":"next_game"}"#,
    r#"{"do":"abandon"}"#,
    r#"{"do":"undo"}"#,
];

pub fn command() -> impl Strategy<Value = Command> {
    prop::sample::select(ORDERS).prop_map(|order| serde_json::from_str(order).unwrap())
}

/// A reading of the whole board, near the usual set-up as often as anything.
pub fn planes(polarity: bool) -> impl Strategy<Value = Planes> {
    let plane = prop_oneof![Just(0xffff_u64), Just(0xffff << 48), any::<u64>()];
    (plane.clone(), plane).prop_map(move |(white, black)| match polarity {
        false => Planes::Occupancy(Bitboard(white | black)),
        true => Planes::Polarity { white: Bitboard(white & !black), black: Bitboard(black) },
    })
}

/// Faults of the scanner, and that they are over.
pub fn faults() -> impl Strategy<Value = What> {
    let squares = prop_oneof![
        3 => prop::collection::vec(square(), 0..3)
            .prop_map(|squares| squares.into_iter().collect::<Bitboard>()),
        1 => Just(Bitboard(0x3fff)),
    ];
    let reason = prop::sample::select(&["bus", "expander", "stuck", "undervoltage"][..]);
    (squares, reason, any::<bool>()).prop_map(|(squares, reason, over)| {
        let (squares, reason) = (squares.into(), reason.into());
        if over { What::Mended { squares, reason } } else { What::Fault { squares, reason } }
    })
}

/// What is neither a sample nor a debounced square.
pub fn told() -> impl Strategy<Value = What> {
    prop_oneof![
        8 => side().prop_map(What::Press),
        1 => (0..9_000_000_u64, 0..9_000_000_u64, prop::option::of(side())).prop_map(
            |(white, black, running)| {
                What::Clock(Reading { white, black, running: running.map(Text) })
            }
        ),
        1 => Just(What::Stop),
        2 => command().prop_map(What::Arbiter),
        2 => faults(),
        1 => prop::option::of(0..100_000_u64).prop_map(|gap_ms| What::Restart { gap_ms }),
        1 => any::<bool>().prop_map(|synced| {
            What::Wall { time: "2026-11-30T10:00:00Z".into(), synced }
        }),
        1 => (side(), any::<Option<bool>>()).prop_map(|(side, can_mate)| {
            What::Proof { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1".into(), side, can_mate }
        }),
        1 => Just(What::End),
    ]
}

/// A debounced square or reading.
pub fn debounced(polarity: bool) -> impl Strategy<Value = What> {
    let color = move |color: Side| polarity.then_some(color);
    prop_oneof![
        6 => square().prop_map(What::Lift),
        6 => (square(), side()).prop_map(move |(square, side)| What::Place(square, color(side))),
        1 => planes(polarity).prop_map(What::Scan),
    ]
}

/// Gives the records times that do not decrease.
pub fn timed(steps: Vec<(u64, What)>) -> Vec<Record> {
    let mut t = 0;
    let record = |(step, what)| {
        t += step;
        Record { t, what }
    };
    steps.into_iter().map(record).collect()
}

/// A step in time as it occurs: the same instant, a bounce, a hand, a thought.
pub fn step() -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(0_u64), 3 => 1..5_u64, 4 => 5..400_u64, 2 => 400..20_000_u64]
}
