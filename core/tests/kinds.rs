//! Kinds of things that were once misread: each as a small case of its kind.
//!
//! Written as `common::input` says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::input::{Outcome, header, play_records, play_with, records};
use touchmove_core::board::{
    AlertKind, Bitboard, ClockKind, Event, GameResult, Header, IllegalReason, Matter, Planes,
    Record, Sensor, Severity, What,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn play(fen: &str, input: &str) -> Outcome {
    play_with(&header(fen), input)
}

/// A board without a clock.
fn without_clock(fen: &str) -> Header {
    Header { clock: ClockKind::None, time_control: "-".into(), ..header(fen) }
}

fn polar(fen: &str) -> Header {
    Header { sensor: Sensor::Polarity, ..header(fen) }
}

/// The only alert is an illegal move with that reason, to be decided.
fn is_illegal(outcome: &Outcome, uci: &str, reason: IllegalReason) {
    assert_eq!(outcome.alerts, [AlertKind::IllegalMove]);
    let alert = outcome.raised(AlertKind::IllegalMove)[0];
    let Matter::IllegalMove { uci: told, reason: why, .. } = &alert.matter else {
        panic!("{alert:?}")
    };
    assert_eq!((told.0.to_string().as_str(), *why), (uci, reason));
    assert_eq!(alert.severity, Severity::Decision);
}

#[test]
fn castling_to_other_squares_is_one_illegal_move() {
    let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for input in ["-e1 +b1 -a1 +c1 | ! |", "-e1 -a1 +c1 +b1 | ! |", "-e1 +b1 | -a1 | +c1 | ! |"] {
        is_illegal(&play(fen, input), "e1b1", IllegalReason::CastlingWrongSquare);
    }
    let black = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1";
    let outcome = play(black, "-e8 +c8 -a8 +b8 | ! |");
    assert_eq!(outcome.alerts, [AlertKind::IllegalMove], "the king on b8, or the rook");
}

#[test]
fn an_own_piece_captured_is_illegal_where_colours_are_seen() {
    let fen = "4k3/8/8/8/3P4/8/8/4K1B1 w - - 0 1";
    for input in ["-g1 -d4 +d4w | ! |", "-d4 -g1 +d4w | ! |"] {
        is_illegal(&play_with(&polar(fen), input), "g1d4", IllegalReason::OwnPieceCaptured);
    }
}

#[test]
fn an_enemy_piece_captured_by_the_wrong_way_is_illegal_where_colours_are_seen() {
    let fen = "4k3/8/8/8/3p4/8/8/4K2B w - - 0 1";
    let outcome = play_with(&polar(fen), "-h1 -d4 +d4w | ! |");
    is_illegal(&outcome, "h1d4", IllegalReason::PieceMovement);
}

#[test]
fn a_king_that_stands_in_the_centre_may_be_part_of_the_sign() {
    // Taken up and put back it means as much as one brought there.
    let outcome = play("8/8/3k4/8/3K4/8/8/7R w - - 0 1", "-d4 -d6 +d4 +e5 | | |");
    assert_eq!(outcome.signalled, Some(GameResult::BlackWins));
    assert!(outcome.moves.is_empty() && outcome.alerts.is_empty(), "{:?}", outcome.alerts);
}

#[test]
fn a_king_move_before_the_sign_stays_a_move() {
    let fen = "8/8/3k4/8/8/3K4/8/7R w - - 0 1";
    let outcome = play_with(&without_clock(fen), "-d3 +c3 | | -d6 +e6 | | -c3 -e6 +d4 +e5 | | |");
    assert_eq!(outcome.moves, ["Kc3", "Ke6"]);
    assert_eq!(outcome.signalled, Some(GameResult::BlackWins));
}

#[test]
fn a_promoted_piece_may_take_the_captured_ones_place_first() {
    let fen = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for input in ["-d8 +d8 -e7 | ! |", "-e7 +e7 | -d8 | +d8 | -e7 | ! |"] {
        let outcome = play(fen, input);
        assert_eq!(outcome.moves, ["exd8=Q+"], "{input}");
        assert!(outcome.raised(AlertKind::PromotionUnverified).is_empty(), "{input}");
    }
    // A pawn that was only set there was not exchanged.
    let outcome = play(fen, "-e7 -d8 +d8 ! |");
    assert_eq!(outcome.raised(AlertKind::PromotionUnverified).len(), 1);
}

#[test]
fn an_unseen_capture_is_over_when_the_capturer_is_taken() {
    // Nobody presses; the recapture begins with the enemy piece.
    let fen = "4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1";
    let outcome = play_with(&without_clock(fen), "-d4 | | -e5 -d6 +e5 | | -e1 +e2 | |");
    assert_eq!(outcome.moves, ["dxe5", "dxe5", "Ke2"]);
    assert_eq!(outcome.alerts, []);
}

#[test]
fn a_slide_onto_an_unseen_capture_is_that_capture() {
    // The last square on the way looked like the end of it, but the piece went on before the press.
    let fen = "4k3/8/5n2/8/8/8/5R2/4K3 w - - 0 1";
    let outcome = play(fen, "-f2 . +f3 . -f3 . +f4 . -f4 . +f5 . -f5 | ! | |");
    assert_eq!(outcome.moves, ["Rxf6"]);
}

#[test]
fn what_was_pressed_for_outlives_disorder() {
    // Somebody's sleeve sweeps over the board and everything is put back.
    let swept = "-e2 +e4 ! | -e7 +e5 ! | -g1 +f3 ! | -b8 . -b7 . -c7 . -g8 . +h5 . +h4 . +b5 | \
        -h5 . -h4 . -b5 . +b8 . +b7 . +c7 . +g8 | | | -b8 +c6 !";
    let outcome = play(START, swept);
    assert_eq!(outcome.moves, ["e4", "e5", "Nf3", "Nc6"]);
    let withdrawn = |event: &Event| matches!(event, Event::MovesWithdrawn { .. });
    assert!(!outcome.said.iter().any(|said| withdrawn(&said.event)));
}

#[test]
fn an_eager_first_touch_does_not_turn_the_board() {
    let outcome = play(START, "-e7 +e5 | -e5 +e7 | -e2 +e4 ! | -e7 +e5 ! |");
    assert_eq!(outcome.moves, ["e4", "e5"]);
    assert!(outcome.raised(AlertKind::BoardTurned).is_empty());
}

#[test]
fn a_board_set_up_a_quarter_turn_wrong_is_told_and_put_right() {
    let files = Bitboard(0xc3c3_c3c3_c3c3_c3c3);
    let ranks = Bitboard(0xffff_0000_0000_ffff);
    let header = header(START);
    let scan = |t, squares| Record { t, what: What::Scan(Planes::Occupancy(squares)) };
    let mut course = vec![scan(0, files), scan(5_000, ranks)];
    let later = records(&header, "-e2 +e4 !").into_iter().skip(1);
    course.extend(later.map(|record| Record { t: record.t + 8_000, ..record }));
    let outcome = play_records(&header, &course);
    assert_eq!(outcome.alerts, [AlertKind::BoardRotated]);
    let cleared =
        |event: &Event| matches!(event, Event::AlertCleared { kind: AlertKind::BoardRotated, .. });
    assert!(outcome.said.iter().any(|said| cleared(&said.event)));
    assert_eq!(outcome.moves, ["e4"]);
}

/// A square is broken; its reading counts for nothing, and moves over it are inferred.
fn with_broken(fen: &str, square: &str, input: &str) -> Outcome {
    let header = header(fen);
    let mut course = records(&header, input);
    let square: Bitboard = Bitboard::from(square.parse::<shakmaty::Square>().expect("a square"));
    let what = What::Fault { squares: square.into(), reason: "stuck".into() };
    course.insert(2, Record { t: 1_050, what });
    play_records(&header, &course)
}

#[test]
fn moves_over_a_broken_square_are_inferred() {
    // e4 never reads full.
    let outcome = with_broken(START, "e4", "-e2 | ! | -d7 +d5 ! | -d5 +d5 | ! | -d8 -d5 +d5 ! |");
    assert_eq!(outcome.moves, ["e4", "d5", "exd5", "Qxd5"]);
    assert_eq!(outcome.alerts, [AlertKind::SensorFault]);
}

#[test]
fn a_broken_square_that_flickers_is_no_touch() {
    let outcome = with_broken(START, "a2", "-a2 +a2 -a2 | +a2 | -e2 +e4 ! | -a2 | +a2 |");
    assert_eq!(outcome.moves, ["e4"]);
    assert_eq!(outcome.alerts, [AlertKind::SensorFault]);
}

#[test]
fn pieces_that_were_displaced_and_put_right_bind_nobody() {
    let fen = "4k3/pppp4/8/8/8/8/3P4/R3K2R w - - 0 1";
    let outcome = play(fen, "-h1 . -a1 . +g5 . +b6 | | | -g5 +h1 | -b6 +a1 | -d2 +d4 ! |");
    assert_eq!(outcome.alerts, [AlertKind::Displaced]);
    assert_eq!(outcome.moves, ["d4"]);
}

#[test]
fn a_move_that_stood_when_the_pieces_were_cleared_away_is_kept() {
    let cleared = "| | | | -a2 . +f5 . -d8 . +g5 . -a7 . +c5 . -h2 . +h6 . -b8 . +d6 | |";
    let input = format!("-e2 +e4 | -e7 +e5 | -g1 +f3 {cleared}");
    let outcome = play_with(&without_clock(START), &input);
    assert_eq!(outcome.moves, ["e4", "e5", "Nf3"]);
    assert_eq!(outcome.alerts, [AlertKind::GameSeemsOver]);
}

#[test]
fn what_no_later_move_can_settle_is_told_at_the_end() {
    // No sensor saw which of the two knights was exchanged for the pawn.
    let fen = "4k3/8/8/1n1n4/2P5/8/8/4K3 w - - 0 1";
    let header = header(fen);
    let mut course = records(&header, "-c4 | ! |");
    let end = course.len() - 1;
    let order = r#"{"do":"result","result":"1/2-1/2","reason":"agreement","consent":true}"#;
    let order = What::Arbiter(serde_json::from_str(order).expect("an order"));
    course.insert(end, Record { t: course[end].t - 1_000, what: order });
    let outcome = play_records(&header, &course);
    let told = outcome.raised(AlertKind::AmbiguousMove);
    assert_eq!(told.len(), 1, "{:?}", outcome.alerts);
    let Matter::AmbiguousMove { candidates } = &told[0].matter else { panic!("{told:?}") };
    let mut candidates: Vec<String> = candidates.iter().map(|uci| uci.0.to_string()).collect();
    candidates.sort();
    assert_eq!(candidates, ["c4b5", "c4d5"]);
}
