//! Games with every kind of ending, played at a board by simulated hands: how the game ends by itself
//! and what could be claimed in it is what a look at its positions says, which knows nothing of ours.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::{collections::BTreeMap, fs};

use common::shared;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen, san::SanPlus};
use touchmove_core::{
    board::{Event, GameResult, Header, Matter, Order, Reason, Record, Said, What},
    hands::{Ending, Habits, Manner, Stage, Temperament, script},
    pgn::{self, Score},
    table::Replay,
};

const FILES: [&str; 3] = ["rules_composed", "rules_real_games", "otb_special_endings"];
const EDITIONS: [&str; 2] = ["ru-2009", "fide-2023"];

/// Games whose moves go on after the position had ended them; repetitions and quiet moves end a game
/// only in the later edition.
const GO_ON: [(&str, &[usize], Reason); 5] = [
    ("rules_composed", &[40, 41, 42, 43, 44, 45, 46, 47], Reason::SeventyFiveMoves),
    ("rules_composed", &[58, 59], Reason::FivefoldRepetition),
    ("rules_real_games", &[34, 35, 36, 122, 123], Reason::FivefoldRepetition),
    ("rules_real_games", &[47, 48, 49, 50, 51, 52, 53, 139], Reason::SeventyFiveMoves),
    // The bare kings make one more move, for the sake of the sheet.
    ("otb_special_endings", &[76, 85, 92, 126, 132], Reason::DeadPosition),
];

/// Why the board says otherwise than the look at the positions.
#[derive(Clone, Copy, Debug)]
enum Otherwise {
    /// From that ply on nobody can mate, which counting pieces does not tell: blocked pawns, or only
    /// one way to go on. The board says so as soon as it knows.
    Dead(usize),
    /// A promoted piece cannot be seen: had it been a queen, this ply would have mated.
    QueenWouldMate(usize),
}

const OTHERWISE: [(&str, usize, Otherwise); 12] = [
    ("rules_composed", 86, Otherwise::Dead(68)),
    ("rules_composed", 87, Otherwise::Dead(68)),
    ("rules_composed", 88, Otherwise::Dead(86)),
    ("rules_composed", 96, Otherwise::QueenWouldMate(30)),
    ("rules_composed", 97, Otherwise::QueenWouldMate(30)),
    ("rules_composed", 98, Otherwise::Dead(95)),
    ("rules_composed", 99, Otherwise::Dead(82)),
    ("rules_composed", 100, Otherwise::Dead(71)),
    ("rules_composed", 101, Otherwise::QueenWouldMate(64)),
    ("rules_composed", 102, Otherwise::Dead(112)),
    ("rules_composed", 103, Otherwise::Dead(81)),
    ("rules_real_games", 84, Otherwise::Dead(181)),
];

/// The tag has a winner who could never have mated: resigned, it is a draw where 5.1.2 has it so (and
/// on time it would have been one in every edition, 6.9).
const NEVER_WON: [(&str, usize); 1] = [("rules_composed", 104)];

/// What the positions of a game say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Look {
    /// After which ply it ends by itself, and how.
    ended: Option<(usize, GameResult, Reason)>,
    /// After which plies the position stands for the third time or more, and how often it has.
    threefold: Vec<(usize, u32)>,
    /// After which plies fifty moves or more have been made without capture and pawn move.
    fifty: Vec<(usize, u32)>,
    moves: Vec<String>,
}

impl Look {
    /// The same, had the game ended so.
    fn ending(mut self, ply: usize, result: GameResult, reason: Reason) -> Look {
        self.ended = Some((ply, result, reason));
        self.threefold.retain(|(at, _)| *at < ply);
        self.fifty.retain(|(at, _)| *at < ply);
        self.moves.truncate(ply);
        self
    }
}

/// Placement, side to move, castling rights, and the square of a legal capture en passant.
fn name(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn start(score: &Score) -> Chess {
    score.start_fen.as_deref().map_or_else(Chess::default, |fen| {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    })
}

/// Looks at the positions up to the first that ends the game by that edition.
fn look(score: &Score, rules: &str) -> Look {
    let unclaimed = rules == "fide-2023";
    let mut position = start(score);
    let mut stood: BTreeMap<String, u32> = BTreeMap::from([(name(&position), 1)]);
    let mut look = Look::default();
    for (ply, played) in (1..).zip(&score.moves) {
        let m = played.san.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
        look.moves.push(SanPlus::from_move(position.clone(), m).to_string());
        position.play_unchecked(m);
        let times = stood.entry(name(&position)).or_insert(0);
        *times += 1;
        let halfmoves = position.halfmoves();
        let ending = if position.is_checkmate() {
            Some((GameResult::lost_by(position.turn()), Reason::Checkmate))
        } else if position.is_stalemate() {
            Some((GameResult::Draw, Reason::Stalemate))
        } else if position.is_insufficient_material() {
            Some((GameResult::Draw, Reason::DeadPosition))
        } else if unclaimed && *times >= 5 {
            Some((GameResult::Draw, Reason::FivefoldRepetition))
        } else if unclaimed && halfmoves >= 150 {
            Some((GameResult::Draw, Reason::SeventyFiveMoves))
        } else {
            None
        };
        if let Some((result, reason)) = ending {
            look.ended = Some((ply, result, reason));
            break;
        }
        if *times >= 3 {
            look.threefold.push((ply, *times));
        }
        if halfmoves >= 100 {
            look.fifty.push((ply, halfmoves / 2));
        }
    }
    look
}

/// What was said of the same things, up to the end of the game.
fn told(said: &[Said]) -> Look {
    let mut look = Look::default();
    for said in said {
        match &said.event {
            Event::MoveMade { san, .. } => look.moves.push(san.clone()),
            Event::MoveChanged { ply, san, .. } => look.moves[*ply as usize - 1].clone_from(san),
            Event::Alert(alert) => match alert.matter {
                Matter::ThreefoldClaimable { count } => {
                    look.threefold.push((alert.ply as usize, count));
                }
                Matter::FiftyMovesClaimable { count } => {
                    look.fifty.push((alert.ply as usize, count));
                }
                _ => {}
            },
            Event::GameOver { result, reason, .. } => {
                look.ended = by_itself(*reason).then_some((look.moves.len(), *result, *reason));
                break;
            }
            _ => {}
        }
    }
    look
}

/// Whether the position alone ends a game so.
fn by_itself(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Checkmate
            | Reason::Stalemate
            | Reason::DeadPosition
            | Reason::FivefoldRepetition
            | Reason::SeventyFiveMoves
    )
}

/// The game played at a board, and what was said.
fn play(score: &Score, rules: &str, seed: u64) -> Vec<Said> {
    let player = Temperament { habits: Habits::tidy(), ..Temperament::default() };
    let stage = Stage {
        header: Header { rules: rules.into(), time_control: "360000".into(), ..Header::default() },
        manner: Manner {
            white: player.clone(),
            black: player,
            ending: Ending::Quiet,
            ..Manner::default()
        },
        ..Stage::default()
    };
    let mut script = script(score, &stage, seed).unwrap();
    let reason = match score.result {
        GameResult::Draw => Reason::Agreement,
        _ => Reason::Resignation,
    };
    if score.result != GameResult::Open {
        // Nobody can sense how they agreed: the arbiter enters it.
        let t = script.records.last().unwrap().t + 5_000;
        let order = Order::Result { result: score.result, reason, consent: true };
        script.records.push(Record { t, what: What::Arbiter(order.into()) });
    }
    let trace = script.to_string();
    Replay::new(trace.as_bytes()).unwrap().map(Result::unwrap).collect()
}

/// What the board must say, where that is not what the positions show.
fn corrected(look: Look, told: &Look, otherwise: Otherwise) -> Look {
    match (otherwise, told.ended) {
        (Otherwise::Dead(from), Some((ply, _, Reason::DeadPosition))) if ply >= from => {
            look.ending(ply, GameResult::Draw, Reason::DeadPosition)
        }
        (Otherwise::Dead(_), _) => look,
        (Otherwise::QueenWouldMate(ply), _) => {
            let mated = if ply % 2 == 0 { GameResult::BlackWins } else { GameResult::WhiteWins };
            look.ending(ply, mated, Reason::Checkmate)
        }
    }
}

/// The result at the end, entered or not.
fn result(said: &[Said]) -> GameResult {
    let over = said.iter().rev().find_map(|said| match said.event {
        Event::GameOver { result, .. } => Some(result),
        _ => None,
    });
    over.unwrap_or(GameResult::Open)
}

/// How the moves of a game go on after its end by that edition, as the table has it.
fn goes_on(file: &str, game: usize, rules: &str) -> Option<Reason> {
    let row = GO_ON.iter().find(|(name, games, _)| *name == file && games.contains(&game));
    let reason = row.map(|(_, _, reason)| *reason);
    reason.filter(|reason| rules == "fide-2023" || *reason == Reason::DeadPosition)
}

#[test]
fn games_end_as_their_positions_say() {
    let mut tally: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for file in FILES {
        let Some(path) = shared(&format!("games/{file}.pgn")) else { return };
        let text = fs::read(path).unwrap();
        for (game, score) in (1..).zip(pgn::read(&text)) {
            let score = score.unwrap();
            for rules in EDITIONS {
                let name = format!("{file}, game {game}, {rules}");
                let said = play(&score, rules, game as u64);
                let (look, mut told) = (look(&score, rules), told(&said));
                let goes_on_after = look.ended.filter(|(ply, ..)| *ply < score.moves.len());
                let reason = goes_on_after.map(|(_, _, reason)| reason);
                assert_eq!(reason, goes_on(file, game, rules), "{name} goes on");
                if let (Some((_, by_position, _)), None) = (look.ended, goes_on_after) {
                    let tag = score.result;
                    assert!(tag == GameResult::Open || tag == by_position, "{name}: {tag:?}");
                }
                let row = OTHERWISE.iter().find(|(name, n, _)| *name == file && *n == game);
                let mut look = match row {
                    Some((_, _, otherwise)) => corrected(look, &told, *otherwise),
                    None => look,
                };
                // Which piece it became is nobody's to see.
                if score.moves.iter().any(|played| played.san.contains(['='])) {
                    look.moves.clear();
                    told.moves.clear();
                }
                assert_eq!(told, look, "{name}");
                let ended = told.ended.map(|(_, result, _)| result);
                let never_won = rules == "fide-2023" && NEVER_WON.contains(&(file, game));
                let entered = if never_won { GameResult::Draw } else { score.result };
                assert_eq!(result(&said), ended.unwrap_or(entered), "{name}");
                let ending = told.ended.map_or("none", |(_, _, reason)| reason.into());
                *tally.entry((rules, ending)).or_default() += 1;
            }
        }
    }
    for ((rules, ending), games) in &tally {
        println!("{rules} {ending}: {games}");
    }
}
