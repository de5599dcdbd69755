//! A hall board is calibrated at the terminal.

use std::{fs, sync::OnceLock};

use serde_json::{Value, json};

use crate::{
    board::{Board, Of, START, bit},
    terminal::Terminal,
};

/// What a calibration of the simulated board gives: it is the same board in every test.
static CALIBRATION: OnceLock<String> = OnceLock::new();

/// Does what a calibration asks for, with these pieces set up, until `done` says that it is enough.
fn follow(
    board: &Board,
    mut terminal: Terminal,
    [white, black]: [u64; 2],
    done: impl Fn(&str) -> bool,
) -> (i32, Vec<String>) {
    let (mut hand, mut enough) = (None, false);
    while let Some(line) = terminal.line() {
        if enough {
            continue;
        }
        let mut sets = |white, black| {
            hand.get_or_insert_with(|| board.hand()).sets(white, black);
        };
        match () {
            () if done(&line) => {
                enough = true;
                terminal.types("q");
            }
            () if line.contains("Take everything off") => sets(0, 0),
            () if line.contains("Set the pieces up") => sets(white, black),
            () if line.contains("press Enter") => terminal.types(""),
            () => {}
        }
    }
    terminal.ends()
}

fn calibrate(board: &Board) -> String {
    let terminal = Terminal::run(board, "calibrate", &["--seconds", "1.5"]);
    let (code, lines) = follow(board, terminal, START, |_| false);
    let file = board.path("state").canonicalize().unwrap().join("calibration.json");
    let text = lines.join("\n");
    assert_eq!(code, 0, "{text}");
    assert_eq!(lines.last().unwrap(), file.to_str().unwrap(), "{text}");
    fs::read_to_string(file).unwrap()
}

/// Gives a board the calibration that it would get.
pub(crate) fn keep(board: &Board) {
    let calibration = CALIBRATION.get_or_init(|| calibrate(&Board::new(Of::Hall, "", 100)));
    fs::write(board.path("state/calibration.json"), calibration).unwrap();
}

/// Lets a square of a calibrated board rest elsewhere than it was calibrated, as it does when the
/// room has become warm.
pub(crate) fn wander(board: &Board, square: &str, counts: u64) {
    let read = |name| fs::read_to_string(board.path(name)).unwrap();
    let calibration: Value = serde_json::from_str(&read("state/calibration.json")).unwrap();
    let names = (1..=8).flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    let rests = names.map(|name| {
        let rest = calibration["squares"][&name]["rest"].as_u64().unwrap();
        rest + if name == square { counts } else { 0 }
    });
    let rests = json!({ "calibrated": calibration["date"], "rests": rests.collect::<Vec<_>>() });
    fs::write(board.path("state/rests.json"), rests.to_string()).unwrap();
}

#[test]
fn a_board_is_calibrated_empty_and_set_up() {
    let board = Board::new(Of::Hall, "", 100);
    let calibration: Value = serde_json::from_str(&calibrate(&board)).unwrap();
    assert_eq!(calibration["board"], "7");
    let e4 = &calibration["squares"]["e4"];
    let swing = |side: &str| e4[side].as_i64().unwrap();
    assert!(swing("white") * swing("black") < 0, "{e4}");
    // What was written is read: the board says where pieces stand.
    board.stand(START);
    let terminal = Terminal::run(&board, "selftest", &["--board", "start", "--seconds", "0.5"]);
    let (code, lines) = terminal.ends();
    assert_eq!(code, 0, "{}", lines.join("\n"));
}

#[test]
fn a_piece_whose_magnet_is_the_wrong_way_up_is_named_and_the_step_begins_anew() {
    let board = Board::new(Of::Hall, "", 100);
    let [white, black] = START;
    let e2 = bit("e2");
    let terminal = Terminal::run(&board, "calibrate", &["--seconds", "1.5"]);
    let told = |line: &str| line.contains("e2: the piece reads as the other colour");
    let (code, lines) = follow(&board, terminal, [white & !e2, black | e2], told);
    let text = lines.join("\n");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("e2: input 12 of the microcontroller"), "{text}");
    assert!(text.contains("turn the magnet over"), "{text}");
    assert!(!board.path("state/calibration.json").exists(), "nothing is kept");
}

#[test]
fn a_board_without_levels_needs_none() {
    let board = Board::new(Of::Chain, "", 100);
    let (code, lines) = Terminal::run(&board, "calibrate", &[]).ends();
    assert_eq!((code, lines), (2, vec!["This board has no levels to be calibrated.".to_string()]));
}
