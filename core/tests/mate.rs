//! Can this side still mate: the answers that are known, and those that brute force gives.
//!
//! `LONG=1` asks every question there is; without it a part is asked, in order to be quick.

#![allow(clippy::expect_used, reason = "a test may end anywhere, not only in its functions")]

use std::{collections::BTreeSet, path::PathBuf};

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Piece, Position, PositionError,
    Role, Setup, Square,
    fen::{Epd, Fen},
};
use touchmove_core::{
    mate::{Nodes, Quick, Verdict, prove, quick},
    pgn,
};

fn long() -> bool {
    std::env::var_os("LONG").is_some_and(|value| value == "1")
}

/// A folder of `../shared`; none where it is missing, which is a failure with `CI=true`.
fn shared(folder: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared").join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{} is missing", folder.display());
    eprintln!("skipped: {} is missing", folder.display());
    None
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect(fen);
    Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("two kings, and the side not to move not in check")
}

/// What the proof says, its line replayed.
fn ask(pos: &Chess, side: Color, budget: Nodes) -> Option<bool> {
    match prove(pos, side, budget, &|| false) {
        Verdict::Can(line) => {
            replay(pos, side, &line);
            Some(true)
        }
        Verdict::Cannot(_) => Some(false),
        Verdict::Unknown { .. } => None,
    }
}

/// A mating line must be legal and end with the other side mated.
fn replay(pos: &Chess, side: Color, line: &[Move]) {
    let mut end = pos.clone();
    for &m in line {
        end = end.play(m).expect("a legal move");
    }
    assert!(end.is_checkmate() && end.turn() != side, "{pos:?}: no mate at the end of {line:?}");
}

/// Asks every `step`th line of a file of `../shared/mate`; the questions left open.
fn ask_file(name: &str, step: usize, budget: Nodes) -> Vec<String> {
    let Some(folder) = shared("mate") else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(name)).expect(name);
    let mut open = Vec::new();
    for line in text.lines().skip(1).step_by(step) {
        let fields: Vec<&str> = line.split(',').collect();
        let pos = position(fields[0]);
        for (side, can) in [(Color::White, fields[1]), (Color::Black, fields[2])] {
            let can = can == "yes";
            assert!(!can || quick(&pos, side) == Quick::Unknown, "{line}: quick, {side}");
            match ask(&pos, side, budget) {
                Some(answer) => assert_eq!(answer, can, "{line}: {side}"),
                None => open.push(format!("{line}: {side}")),
            }
        }
    }
    open
}

#[test]
fn flagged_games_are_answered_as_known() {
    let step = if long() { 1 } else { 101 };
    let open = ask_file("games.csv", step, Nodes::DEFAULT);
    assert!(open.is_empty(), "{open:#?}");
}

#[test]
fn hard_positions_are_answered_as_known() {
    if long() {
        let open = ask_file("hard.csv", 1, Nodes::DEFAULT);
        assert!(open.len() <= OPEN, "{} are open: {open:#?}", open.len());
    } else {
        ask_file("hard.csv", 53, Nodes(1_000));
    }
}

/// Questions of `hard.csv` that the default budget leaves open; docs/mate.md names them.
const OPEN: usize = 51;

#[test]
fn the_quick_test_never_denies_what_the_proof_shows() {
    let Some(folder) = shared("games") else { return };
    let step = if long() { 1 } else { 97 };
    let mut files: Vec<PathBuf> =
        folder.read_dir().expect("readable").map(|e| e.expect("readable").path()).collect();
    files.sort();
    let mut plies = Vec::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "pgn")) {
        for score in pgn::read(&std::fs::read(file).expect("readable")) {
            let line = score.expect("a game").line().expect("legal moves");
            let mut pos = line.start;
            plies.push(pos.clone());
            for m in line.moves {
                pos.play_unchecked(m);
                plies.push(pos.clone());
            }
        }
    }
    let mut denied = 0;
    for pos in plies.iter().step_by(step) {
        for side in Color::ALL {
            // What the quick test leaves open denies nothing.
            if quick(pos, side) == Quick::Cannot {
                denied += 1;
                assert_eq!(ask(pos, side, Nodes::DEFAULT), Some(false), "{pos:?}: {side}");
            }
        }
    }
    assert!(denied > 0, "the quick test denied nothing in {} plies", plies.len());
}

/// Who can mate, white first, by looking at every position that can arise; `None` where there are
/// more than `most`.
fn brute(pos: &Chess, most: usize) -> Option<[bool; 2]> {
    let mut can = [false; 2];
    let mut met = BTreeSet::new();
    let mut open = vec![pos.clone()];
    while let Some(here) = open.pop() {
        let moves = here.legal_moves();
        if moves.is_empty() && here.is_check() {
            can[usize::from(here.turn() == Color::White)] = true;
        }
        for m in moves {
            let mut next = here.clone();
            next.play_unchecked(m);
            if met.insert(Epd::from_position(&next, EnPassantMode::Legal).to_string()) {
                open.push(next);
            }
        }
        if met.len() > most {
            return None;
        }
    }
    Some(can)
}

/// A small generator for the positions below: the same seed gives the same position for ever.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64))
    }

    /// Pawns that block each other on some files, the kings, and now and then a piece.
    fn walled(&mut self) -> Option<Chess> {
        let mut setup = Setup::empty();
        let mut rank = 1 + self.below(4);
        for file in 0..8 {
            // Neighbours on one rank could take each other.
            rank = if rank == 5 || rank > 1 && self.below(2) == 0 { rank - 1 } else { rank + 1 };
            if self.below(24) > 0 {
                setup.board.set_piece_at(Square::new(rank * 8 + file), Color::White.pawn());
                setup.board.set_piece_at(Square::new(rank * 8 + 8 + file), Color::Black.pawn());
            }
        }
        let pieces = [Role::Bishop, Role::Knight, Role::Bishop, Role::Rook, Role::Pawn];
        for color in Color::ALL {
            setup.board.set_piece_at(self.square(), Piece { color, role: Role::King });
            let role = pieces[self.below(5) as usize];
            if self.below(3) == 0 {
                setup.board.set_piece_at(self.square(), Piece { color, role });
            }
        }
        setup.turn = Color::from_white(self.below(2) == 0);
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }
}

fn agree(pos: &Chess, most: usize, name: &str) -> bool {
    let Some(can) = brute(pos, most) else { return false };
    for (side, can) in Color::ALL.into_iter().zip(can) {
        let fen = Epd::from_position(pos, EnPassantMode::Legal);
        assert!(!can || quick(pos, side) == Quick::Unknown, "{name}: {fen}: quick, {side}");
        let answer = ask(pos, side, Nodes(3 * most as u32));
        assert_eq!(answer, Some(can), "{name}: {fen}: {side}");
    }
    true
}

#[test]
fn brute_force_agrees_on_small_walled_positions() {
    let (most, seeds) = if long() { (40_000, 3_000) } else { (2_500, 600) };
    let closed = (0..seeds)
        .filter(|&seed| {
            Dice(seed).walled().is_some_and(|pos| agree(&pos, most, &format!("seed {seed}")))
        })
        .count();
    eprintln!("{closed} of {seeds} positions could be closed");
    assert!(closed >= 20, "only {closed} positions could be closed");
}

#[test]
fn brute_force_agrees_on_what_can_be_closed_of_the_hard_positions() {
    let Some(folder) = shared("mate") else { return };
    let text = std::fs::read_to_string(folder.join("hard.csv")).expect("hard.csv");
    let (most, step) = if long() { (40_000, 1) } else { (500, 7) };
    let mut closed = 0;
    for line in text.lines().skip(1).step_by(step) {
        let fen = line.split(',').next().expect("a FEN");
        closed += usize::from(agree(&position(fen), most, line));
    }
    assert!(closed >= 20, "only {closed} positions could be closed");
}

#[test]
fn a_proof_that_is_stopped_says_so() {
    let pos = position("8/8/2k5/8/1p1p1p1p/1PbP1P1P/6B1/5B1K w - -");
    let verdict = prove(&pos, Color::Black, Nodes::DEFAULT, &|| true);
    assert!(matches!(verdict, Verdict::Unknown { nodes } if nodes < Nodes(2_000)), "{verdict:?}");
}
