//! What is not an offence, line by line as the contract has it (`events.md`, "What is not an offence"):
//! none of these may raise `attention` or `decision`. Each is played as it comes, with either side.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::input::{header, play_with};
use touchmove_core::board::{Event, Header, Severity, Side};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const EDITIONS: [&str; 4] = ["ru-2009", "ru-2018", "fide-2005", "fide-2023"];

/// The same hands at the other side of the board.
fn mirrored(input: &str) -> String {
    let word = |word: &str| match word.split_at(1) {
        (sign @ ("-" | "+"), square) => {
            let rank = b'1' + b'8' - square.as_bytes()[1];
            format!("{sign}{}{}", &square[..1], char::from(rank))
        }
        _ => word.to_owned(),
    };
    input.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

fn of_black(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(ToOwned::to_owned).collect();
    let other =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    fields[0] = ranks.join("/").chars().map(other).collect();
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = fields[2].chars().map(other).collect();
    fields[3] = fields[3].replace('3', "#").replace('6', "3").replace('#', "6");
    fields.join(" ")
}

/// A move as it is written for the side to move, given as White's.
fn as_side(san: &str, fen: &str) -> String {
    let across = |c: char| match c {
        '1'..='8' => char::from(b'1' + b'8' - u8::try_from(c).unwrap()),
        other => other,
    };
    if fen.contains(" w ") { san.into() } else { san.chars().map(across).collect() }
}

fn innocent(fen: &str, input: &str, moves: &[&str]) {
    for rules in EDITIONS {
        for (fen, input) in [(fen.to_owned(), input.to_owned()), (of_black(fen), mirrored(input))] {
            let header = Header { rules: rules.into(), ..header(&fen) };
            let outcome = play_with(&header, &input);
            for said in &outcome.said {
                if let Event::Alert(alert) = &said.event {
                    assert_eq!(alert.severity, Severity::Info, "{rules} {fen}: {input}: {alert:?}");
                }
            }
            let plain = |san: &String| san.trim_end_matches(['+', '#']).to_owned();
            let played: Vec<String> = outcome.moves.iter().map(plain).collect();
            let wanted: Vec<String> = moves.iter().map(|san| as_side(san, &fen)).collect();
            assert_eq!(played, wanted, "{rules} {fen}: {input}");
        }
    }
}

#[test]
fn adjusting_an_own_piece_and_moving_it() {
    innocent(START, "-g1 | +g1 | -g1 +f3 | ! |", &["Nf3"]);
}

#[test]
fn adjusting_an_own_piece_that_has_no_legal_move() {
    innocent(START, "-a1 | +a1 | -e2 +e4 | ! |", &["e4"]);
}

#[test]
fn a_brush_whosesoever_piece() {
    innocent(START, "-d1 . +d1 | -d7 . +d7 | -e2 +e4 | ! |", &["e4"]);
}

#[test]
fn sliding_over_squares_that_blink() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    innocent(fen, "-a1 +a2 -a2 +a3 -a3 +a4 -a4 +a5 | ! |", &["Ra5"]);
    innocent("4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", "-b2 +c3 -c3 +d4 -d4 +e5 | ! |", &["Be5"]);
}

#[test]
fn setting_a_piece_down_and_at_once_moving_it_on() {
    innocent(START, "-g1 +h3 | -h3 +f3 | ! |", &["Nf3"]);
}

#[test]
fn a_capture_in_any_order_of_hands() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    innocent(fen, "-e4 -d5 +d5 | ! |", &["exd5"]);
    innocent(fen, "-d5 -e4 +d5 | ! |", &["exd5"]);
    innocent(fen, "-d5 | -e4 | +d5 | ! |", &["exd5"]);
    // Its square never reads empty.
    innocent(fen, "-e4 | ! |", &["exd5"]);
}

#[test]
fn castling_with_the_king_first_however_slowly() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    innocent(fen, "-e1 | +g1 | | | -h1 | +f1 | ! |", &["O-O"]);
    innocent(fen, "-e1 +c1 | -a1 +b1 -b1 +d1 | ! |", &["O-O-O"]);
    innocent(fen, "-e1 & -h1 +g1 +f1 | ! |", &["O-O"]);
}

#[test]
fn en_passant_with_the_pawn_removed_before_or_after() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    innocent(fen, "-e5 +d6 | -d5 | ! |", &["exd6"]);
    innocent(fen, "-d5 | -e5 +d6 | ! |", &["exd6"]);
}

#[test]
fn a_promotion_with_an_exchange_or_slowly() {
    let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    innocent(fen, "-a7 +a8 | -a8 +a8 | ! |", &["a8=Q"]);
    innocent(fen, "-a7 | +a8 | ! |", &["a8=Q"]);
    innocent(fen, "+a8 | -a7 | ! |", &["a8=Q"]);
}

#[test]
fn an_enemy_piece_that_is_knocked_and_put_back_before_the_press() {
    innocent(START, "-e2 +e4 | -d7 +d6 | -d6 +d7 | ! |", &["e4"]);
    // Who has not pressed has the time, and may have knocked it even if he is answered first.
    innocent(START, "-e2 +e4 | -d7 +d6 | -d6 +d7 | -g8 +f6 | ! |", &["e4", "Nf6"]);
}

#[test]
fn presses_that_are_none() {
    // White's before his first move; and again after a press.
    innocent(START, "! |", &[]);
    innocent(START, "-e2 +e4 | ! x |", &["e4"]);
}

/// He who has not finished may have pressed early; he who presses back has done nothing.
#[test]
fn pressing_back_while_the_opponents_move_is_half_made_or_illegal() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for input in ["-e1 | ! . ! . +g1 -h1 +f1 |", "-a1 +b3 | ! | ! |"] {
        for rules in EDITIONS {
            let outcome = play_with(&Header { rules: rules.into(), ..header(fen) }, input);
            for said in &outcome.said {
                if let Event::Alert(alert) = &said.event {
                    let accused = alert.side.map(|side| side.0);
                    assert_ne!(accused, Some(Side::Black), "{rules} {input}: {alert:?}");
                }
            }
        }
    }
}

#[test]
fn a_piece_that_lands_just_after_the_press() {
    innocent(START, "-e2 | ! +e4 |", &["e4"]);
}

#[test]
fn captured_pieces_beside_the_board_are_nothing() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    innocent(fen, "-d5 | | | -e4 +d5 | ! |", &["exd5"]);
}
