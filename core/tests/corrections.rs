//! What the arbiter puts right that was wrong from the start, or that nobody can put back: colours,
//! how the board lies, and what stands on it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    input::header,
    table::{Scene, game},
};
use serde_json::json;
use touchmove_core::{
    board::{AlertKind, Bitboard, Header, Planes, Play, Sensor, Side, Supervision},
    sheet::Phase,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn named(play: &str, rules: &str) -> Header {
    Header {
        white: "A".into(),
        black: "B".into(),
        tags: [("WhiteElo".to_string(), json!(2100))].into_iter().collect(),
        rules: rules.into(),
        play: serde_json::from_value(json!(play)).unwrap(),
        ..header(START)
    }
}

/// From and to of the pawn moves that both play: each pawn one step, and then another.
fn step(n: usize) -> (char, usize) {
    (char::from(b'a' + u8::try_from(n % 8).unwrap()), 2 + n / 8)
}

/// Moves by each, from number `from` on.
fn moves_by_each(scene: &mut Scene, from: usize, moves: usize) {
    for (file, rank) in (from..from + moves).map(step) {
        let (white, black) = (rank, 9 - rank);
        scene.hands(&format!(
            "-{file}{white} +{file}{} | ! | -{file}{black} +{file}{} | !",
            white + 1,
            black - 1
        ));
        scene.wait(1_000);
    }
}

/// The pieces are set up again after so many moves by each.
fn set_up_again(scene: &mut Scene, moves: usize) {
    for (file, rank) in (0..moves).map(step).rev() {
        let (white, black) = (rank, 9 - rank);
        scene.hands(&format!(
            "-{file}{} +{file}{white} -{file}{} +{file}{black} |",
            white + 1,
            black - 1
        ));
    }
}

#[test]
fn colours_reversed_mean_a_new_game_or_not_by_the_moves_and_the_edition() {
    for (rules, moves, anew) in [
        ("fide-2023", 3, true),
        ("fide-2023", 10, false),
        ("ru-2018", 9, true),
        ("ru-2009", 3, false),
        ("fide-2005", 1, false),
    ] {
        let mut scene = Scene::start(&named("standard", rules));
        let before = scene.clocks();
        moves_by_each(&mut scene, 0, moves);
        scene.orders(json!({"do":"swap_colours"}));
        if anew {
            assert_eq!(scene.moves().len(), 0, "{rules} after {moves}");
            assert_eq!((scene.sheet.white.as_str(), scene.sheet.phase), ("A", Phase::Setup));
            set_up_again(&mut scene, moves);
            assert_eq!(scene.sheet.phase, Phase::Ready);
            assert_eq!(scene.clocks(), before, "the clocks are set again");
            scene.mover(Side::Black).hands("! |").mover(Side::White).hands("-e2 +e4 | ! |");
            assert_eq!((scene.moves(), scene.sheet.phase), (vec!["e4"], Phase::Playing));
        } else {
            assert_eq!(scene.moves().len(), 2 * moves, "{rules} after {moves}");
            assert_eq!((scene.sheet.white.as_str(), scene.sheet.black.as_str()), ("B", "A"));
            assert!(scene.sheet.tags.contains_key("BlackElo"));
            scene.orders(json!({"do":"undo"}));
            assert_eq!(scene.sheet.white, "A");
        }
    }
}

#[test]
fn undo_of_a_new_game_brings_the_old_one_back() {
    let mut scene = Scene::start(&named("standard", "fide-2023"));
    moves_by_each(&mut scene, 0, 2);
    let (fen, moves) = (scene.sheet.fen.clone(), scene.sheet.moves.len());
    scene.orders(json!({"do":"swap_colours"})).orders(json!({"do":"undo"}));
    assert_eq!((&scene.sheet.fen, scene.sheet.moves.len()), (&fen, moves));
    assert_eq!(scene.sheet.phase, Phase::Playing);
    moves_by_each(&mut scene, 2, 1);
    assert_eq!(scene.sheet.moves.len(), moves + 2);
}

/// The same input on a board that lies turned to its wiring.
fn turned(input: &str) -> String {
    let turn = |word: &str| -> String {
        match word.split_at(1) {
            (sign @ ("-" | "+"), square) => {
                let (file, rank) = (square.as_bytes()[0], square.as_bytes()[1]);
                let rest = &square[2..];
                format!(
                    "{sign}{}{}{rest}",
                    char::from(b'a' + b'h' - file),
                    char::from(b'1' + b'8' - rank)
                )
            }
            _ => word.to_owned(),
        }
    };
    input.split_whitespace().map(turn).collect::<Vec<_>>().join(" ")
}

const OPENING: &str = "-e2 +e4w | ! | -e7 +e5b | ! | -g1 +f3w | ! | -b8 +c6b | ! | -f1 +b5w | ! |";

#[test]
fn a_board_that_sees_colours_is_flipped_in_the_middle_of_the_game() {
    let header = Header { sensor: Sensor::Polarity, ..header(START) };
    let seen = Planes::Polarity {
        white: Bitboard(0xffff_0000_0000_0000),
        black: Bitboard(0x0000_0000_0000_ffff),
    };
    let mut scene = Scene::set_up(&header, seen);
    assert!(scene.open(AlertKind::ArmyAtFarEnd).is_some(), "{:?}", scene.said);
    scene.mover(Side::Black).hands("!").mover(Side::White).hands(&turned(OPENING));
    scene.orders(json!({"do":"flip"}));
    assert_eq!(scene.moves(), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert!(scene.open(AlertKind::ArmyAtFarEnd).is_none());
    scene.hands(&turned("-a7 +a6b | ! |"));
    assert_eq!(scene.moves().last(), Some(&"a6"));
}

#[test]
fn before_the_game_a_flip_turns_the_board() {
    let header = Header { sensor: Sensor::Polarity, ..header(START) };
    let seen = Planes::Polarity {
        white: Bitboard(0xffff_0000_0000_0000),
        black: Bitboard(0x0000_0000_0000_ffff),
    };
    let mut scene = Scene::set_up(&header, seen);
    assert_eq!(scene.sheet.phase, Phase::Setup);
    scene.orders(json!({"do":"flip"}));
    assert_eq!((scene.sheet.phase, scene.sheet.alerts.len()), (Phase::Ready, 0));
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.sheet.phase, Phase::Setup);
    assert!(scene.open(AlertKind::ArmyAtFarEnd).is_some());
}

#[test]
fn a_flip_that_was_wrong_is_flipped_back() {
    let mut scene = game(START);
    let squares = OPENING.split(' ').map(|word| word.get(..3).unwrap_or(word));
    let occupancy = squares.collect::<Vec<_>>().join(" ");
    scene.hands(&occupancy);
    let moves: Vec<String> = scene.moves().iter().map(ToString::to_string).collect();
    scene.orders(json!({"do":"flip"}));
    assert_ne!(scene.moves(), moves, "White would have begun on the queen's side");
    scene.orders(json!({"do":"flip"}));
    assert_eq!(scene.moves(), moves);
    scene.hands("-a7 +a6 | ! |");
    assert_eq!(scene.moves().last(), Some(&"a6"));
}

/// A bishop is knocked on to another square and nobody puts it back.
#[test]
fn what_stands_on_the_board_is_offered_and_accepted() {
    let mut scene = game("4k3/8/8/8/3B4/8/8/R3K3 w - - 0 1");
    scene.hands("-a1 +a2 | ! | -d4 +d5 |").wait(4_000);
    let alert = scene.open(AlertKind::Displaced).unwrap_or_else(|| panic!("{:?}", scene.said));
    let fen = "4k3/8/8/3B4/8/8/R7/4K3 b - - 1 1";
    assert_eq!(
        serde_json::to_value(&alert.choices).unwrap(),
        json!([{"article":null,"steps":[{"accept_board":{"fen":fen}}]}])
    );
    scene.orders(json!({"do":"decide","kind":"displaced","verdict":"apply","choice":1}));
    assert_eq!((scene.sheet.fen.as_str(), scene.sheet.setup.clone()), (fen, None));
    scene.orders(json!({"do":"resume","running":"black"}));
    scene.mover(Side::Black).hands("-e8 +e7 | ! | -d5 +g8 | ! |");
    assert_eq!(scene.moves().last(), Some(&"Bg8"));
    assert!(scene.sheet.alerts.is_empty(), "{:?}", scene.sheet.alerts);
}

#[test]
fn what_is_no_longer_as_it_was_offered_is_not_accepted() {
    let mut scene = game("4k3/8/8/8/3B4/8/8/R3K3 w - - 0 1");
    scene.hands("-a1 +a2 | ! | -d4 +d5 |").wait(4_000);
    let id = scene.open(AlertKind::Displaced).unwrap().id;
    scene.hands("-d5 +d6 |");
    let order = json!({"do":"decide","alert":id,"verdict":"apply","choice":1});
    assert!(scene.order(order).is_err());
}

#[test]
fn accepting_the_board_goes_back_to_an_earlier_position() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! | -e7 +e5 | ! |");
    scene.orders(json!({"do":"pause"})).hands("-e5 +e7 | -e4 +e2 |");
    scene.orders(json!({"do":"accept_board"}));
    assert_eq!(scene.moves(), Vec::<&str>::new());
    assert_eq!(scene.sheet.setup, None);
    scene.orders(json!({"do":"undo"}));
    assert_eq!(scene.moves(), ["e4", "e5"]);
}

#[test]
fn accepting_the_board_takes_a_legal_move_for_played() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.orders(json!({"do":"pause"})).hands("-e7 +e5 |");
    scene.orders(json!({"do":"accept_board"}));
    assert_eq!(scene.moves(), ["e4", "e5"]);
    scene.orders(json!({"do":"resume","running":"white"}));
    scene.mover(Side::White).hands("-g1 +f3 | ! |");
    assert_eq!(scene.moves(), ["e4", "e5", "Nf3"]);
}

#[test]
fn a_board_with_more_pieces_than_the_game_is_not_accepted() {
    let mut scene = game(START);
    scene.orders(json!({"do":"pause"})).hands("+e4 |");
    assert_eq!(scene.order(json!({"do":"accept_board"})), Err("no_possible_position".into()));
    let mut scene = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    scene.orders(json!({"do":"pause"})).hands("-e8 |");
    assert_eq!(
        scene.order(json!({"do":"accept_board"})),
        Err("no_possible_position".into()),
        "no king"
    );
}

fn start_without_a_pawn(header: &Header) -> Scene {
    let mut scene = Scene::set_up(header, Planes::Occupancy(Bitboard(0xffff_0000_0000_dfff)));
    scene.mover(Side::Black).hands("! |").mover(Side::White);
    scene
}

/// The pawn of f2 is missing when the clock is started.
#[test]
fn a_wrong_start_means_a_new_game_once_a_move_is_made() {
    let mut scene = start_without_a_pawn(&header(START));
    let advice = |scene: &Scene| scene.open(AlertKind::WrongStart).unwrap().advice.clone();
    assert!(advice(&scene).is_empty(), "before a move it is put right");
    scene.hands("-e2 +e4 | ! |");
    assert_eq!(serde_json::to_value(advice(&scene)).unwrap(), json!([{"new_game":{}}]));
    scene.orders(json!({"do":"decide","kind":"wrong_start","verdict":"apply"}));
    assert_eq!((scene.moves().len(), scene.sheet.phase), (0, Phase::Setup));
}

#[test]
fn under_limited_supervision_nobody_complains_of_the_start_after_ten_moves() {
    for (supervision, open) in [(Supervision::Full, true), (Supervision::Limited, false)] {
        let (play, time_control) = (Play::Rapid, "900+10".into());
        let mut scene =
            start_without_a_pawn(&Header { play, supervision, time_control, ..header(START) });
        for n in 0..10 {
            let (white, black) =
                if n % 2 == 0 { ("-g1 +h3", "-g8 +h6") } else { ("-h3 +g1", "-h6 +g8") };
            let (white, black) = if n < 5 {
                (white, black)
            } else {
                (
                    ["-a2 +a3", "-b2 +b3", "-c2 +c3", "-d2 +d3", "-e2 +e3"][n - 5],
                    ["-a7 +a6", "-b7 +b6", "-c7 +c6", "-d7 +d6", "-e7 +e6"][n - 5],
                )
            };
            scene.hands(&format!("{white} | ! | {black} | !")).wait(1_000);
        }
        assert_eq!(scene.sheet.moves.len(), 20, "{:?}", scene.moves());
        assert_eq!(scene.open(AlertKind::WrongStart).is_some(), open, "{supervision:?}");
    }
}

#[test]
fn an_order_that_was_given_before_something_happened_is_refused() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    let seen = scene.sheet.seq;
    scene.hands("-e7 +e5 | ! |");
    let stale = json!({"do":"reinstate","ply":1,"seen":seen});
    assert_eq!(scene.order(stale), Err("changed".into()));
    let seen = scene.sheet.seq;
    scene.hands("-g1");
    scene.orders(json!({"do":"reinstate","ply":1,"seen":seen}));
    assert_eq!(scene.moves(), ["e4"], "a touch changes nothing that he decides on");
}

#[test]
fn after_a_fault_of_the_whole_board_what_stands_there_is_offered() {
    let mut scene = game(START);
    scene.hands("-e2 +e4 | ! |");
    scene.fault(Planes::Occupancy(Bitboard(0xffef_0010_1000_efff)));
    scene.orders(json!({"do":"decide","kind":"sensor_fault","verdict":"apply"}));
    assert_eq!((scene.moves(), scene.sheet.alerts.len()), (vec!["e4", "e5"], 0));
}
