//! Sixteen everyday inputs that boards of this kind stumble over: slides, bursts, squares reported
//! in the wrong order or not at all, castling in every order, a gesture with the kings.
//!
//! Written as `common::input` says. A change that no scan saw is left out.

mod common;

use common::input::{Outcome, header, play_with};
use touchmove_core::board::{AlertKind, GameResult};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const E4_D5: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const CASTLING: &str = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

fn play(fen: &str, input: &str) -> Outcome {
    play_with(&header(fen), input)
}

/// Plays the input and compares the moves and the alerts.
fn comes_out(fen: &str, input: &str, moves: &[&str], alerts: &[AlertKind]) {
    let outcome = play(fen, input);
    assert_eq!(outcome.moves, moves, "moves of {input}");
    assert_eq!(outcome.alerts, alerts, "alerts of {input}");
}

#[test]
fn a_pawn_slid_with_a_pause_is_one_move() {
    comes_out(START, "-e2 +e3 | -e3 +e4 |", &["e4"], &[]);
}

#[test]
fn two_moves_without_a_pause_are_two() {
    comes_out(START, "-e2 +e4 ! -c7 +c5 ! |", &["e4", "c5"], &[]);
}

#[test]
fn a_place_reported_before_its_lift_is_a_move() {
    comes_out(START, "+e4 -e2 |", &["e4"], &[]);
}

#[test]
fn a_capturer_in_the_air_has_not_captured() {
    comes_out(E4_D5, "-e4 |", &[], &[]);
    comes_out(E4_D5, "-e4 | ! |", &["exd5"], &[]);
}

#[test]
fn castling_with_the_rook_first_is_castling_and_told() {
    let rook_first = [AlertKind::CastlingRookFirst];
    comes_out(CASTLING, "-h1 +f1 | -e1 +g1 | !", &["O-O"], &rook_first);
}

#[test]
fn castling_with_both_lifted_is_castling() {
    comes_out(CASTLING, "-e1 -h1 | +f1 +g1 | !", &["O-O"], &[]);
}

#[test]
fn en_passant_may_begin_with_the_captured_pawn() {
    let fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    comes_out(fen, "-f5 | -e5 +f6 | !", &["exf6"], &[]);
    comes_out(fen, "-e5 +f6 | -f5 | !", &["exf6"], &[]);
}

#[test]
fn a_promotion_without_an_exchange_is_a_queen_and_asked_about() {
    let fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
    comes_out(fen, "-a7 +a8 | !", &["a8=Q"], &[AlertKind::PromotionUnverified]);
}

#[test]
fn an_adjusted_pawn_and_a_lifted_knight_are_no_capture() {
    let fen = "rnbqkb1r/pppp1ppp/5n2/4p3/4P1P1/8/PPPP1P1P/RNBQKBNR b KQkq - 0 3";
    comes_out(fen, "-e4 +e4 | -f6 |", &[], &[]);
    assert_eq!(play(fen, "-e4 +e4 | -f6 | +h5 | !").moves, ["Nh5"]);
}

#[test]
fn an_illegal_move_changes_no_accepted_one() {
    comes_out(E4, "-d8 +e3 | ! |", &[], &[AlertKind::IllegalMove]);
}

#[test]
fn kings_set_in_the_centre_are_a_result_and_no_moves() {
    let outcome = play("8/8/3k4/8/8/3K4/8/7R w - - 0 1", "-d3 +e4 -d6 +d5 | |");
    assert_eq!(outcome.signalled, Some(GameResult::WhiteWins));
    assert!(outcome.moves.is_empty(), "{:?}", outcome.moves);
}

#[test]
fn a_capture_out_of_order_is_a_capture() {
    let fen = "4k3/8/8/8/2p5/8/8/2Q1K3 w - - 0 1";
    comes_out(fen, "-c4 +c2 +c3 -c1 -c2 +c4 -c3 | !", &["Qxc4"], &[]);
}

#[test]
fn capture_and_recapture_in_one_burst_are_two_moves() {
    let input = "-d5 -e4 +d5 ! -d5 -d8 +d5 ! |";
    comes_out(E4_D5, input, &["exd5", "Qxd5"], &[]);
}

#[test]
fn a_piece_lifted_and_put_back_before_another_moves_is_told() {
    let outcome = play(START, "-b1 +b1 | -e2 +e4 | !");
    assert_eq!(outcome.moves, ["e4"]);
    assert_eq!(outcome.alerts, [AlertKind::TouchMove]);
}

#[test]
fn a_king_left_in_check_is_told() {
    let fen = "4r2k/8/8/8/8/8/P7/4K3 w - - 0 1";
    comes_out(fen, "-a2 +a3 | ! |", &[], &[AlertKind::IllegalMove]);
}

#[test]
fn a_ghost_does_not_hide_a_move() {
    comes_out(START, "+a5 | -e2 +e4 | ! |", &["e4"], &[AlertKind::Displaced]);
}

#[test]
fn the_same_moves_read_the_same_with_the_board_turned() {
    let straight = play(START, "-e2 +e4 ! -d7 +d5 ! -e4 -d5 +d5 ! |");
    let turned = play(START, "-d7 +d5 ! -e2 +e4 ! -d5 -e4 +e4 ! |");
    assert_eq!(straight.moves, ["e4", "d5", "exd5"]);
    assert_eq!(turned.moves, straight.moves);
    assert_eq!(turned.alerts, [AlertKind::BoardTurned]);
    assert_eq!(play(START, "-e2 +e4 !").alerts, []);
}
