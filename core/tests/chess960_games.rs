//! Chess960 games from beginning to end: played by hands, gone on with after what is irregular, and
//! written as PGN.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    chess960::{self, position, start},
    input::header,
    table::Scene,
};
use serde_json::json;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role, Square, fen::Fen, san::SanPlus};
use touchmove_core::{
    board::{AlertKind, Event, Header, Planes, Sensor},
    hands::{
        Habits, Manner, Offence, Stage, Temperament,
        score::{Trial, judge, watch},
        script,
    },
    pgn::{Ply, Score, read},
    sheet::Sheet,
};

/// A random number generator that prints nothing and forgets nothing: `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Random moves from a random start, in which the players like to castle.
fn game(seed: u64) -> Score {
    let mut chance = Chance(seed);
    let setup = start(chance.below(960));
    let mut chess = position(&setup);
    let mut score = Score { start_fen: Some(chess960::fen(&chess)), ..Score::default() };
    score.tags.insert("Variant".into(), "Chess960".into());
    for _ in 0..50 {
        let moves: Vec<Move> = chess
            .legal_moves()
            .into_iter()
            .filter(|m| m.promotion().is_none_or(|role| role == Role::Queen))
            .collect();
        let back = chess.turn().backrank();
        // Whoever clears the back rank can castle.
        let clears = |m: &&Move| m.from().is_some_and(|from| from.rank() == back);
        let still = |m: &&Move| !matches!(m.role(), Role::King | Role::Rook);
        let wanted: Vec<Move> = match moves.iter().find(|m| m.is_castle()) {
            Some(castling) => vec![*castling],
            None => moves.iter().filter(clears).filter(still).copied().collect(),
        };
        let among = if wanted.is_empty() || chance.below(3) == 0 { &moves } else { &wanted };
        if among.is_empty() {
            break;
        }
        let m = among[chance.below(among.len())];
        score.moves.push(Ply::new(SanPlus::from_move(chess.clone(), m).to_string()));
        chess.play_unchecked(m);
    }
    score
}

/// People as they are, but that no capture goes unseen, nothing rests on its way and no enemy piece is
/// knocked over: what random
/// moves make of those nobody could tell.
fn manner() -> Manner {
    let habits = Habits { unseen_swap: 0, rest: 0, knock: 0, ..Habits::default() };
    let player = Temperament { habits, ..Temperament::default() };
    Manner { white: player.clone(), black: player, ..Manner::default() }
}

/// What came of a game, handled so.
fn trial(seed: u64, manner: Manner) -> Trial {
    let sensor = if seed.is_multiple_of(2) { Sensor::Polarity } else { Sensor::Occupancy };
    let header = Header { sensor, time_control: "5400+30".into(), ..Header::default() };
    let stage = Stage { header, manner, ..Stage::default() };
    let script = script(&game(seed), &stage, seed).unwrap();
    judge(&script, &watch(&script).unwrap())
}

#[test]
fn whole_games_are_recorded_as_played_and_without_false_alarm() {
    let mut wrong = Vec::new();
    for seed in 1..=GAMES {
        let trial = trial(seed, manner());
        if !trial.exact || !trial.false_alerts.is_empty() {
            wrong.push((seed, trial.misses, trial.false_alerts));
        }
    }
    assert!(wrong.is_empty(), "{} of {GAMES}, by seed: {wrong:#?}", wrong.len());
    let castles = |seed| game(seed).moves.iter().any(|ply| ply.san.starts_with("O-O"));
    assert!((1..=GAMES).filter(|seed| castles(*seed)).count() as u64 > GAMES / 2);
}

#[test]
fn offences_of_those_who_castle_are_told() {
    for offence in [Offence::CastlingRookFirst, Offence::TwoHands] {
        let mut told = 0;
        for seed in 1..=GAMES {
            let manner = Manner { offences: vec![(offence, None)], ..manner() };
            let trial = trial(seed, manner);
            assert_eq!(trial.told, trial.offences, "seed {seed}: {:?}", trial.misses);
            assert!(trial.false_alerts.is_empty(), "seed {seed}: {:?}", trial.false_alerts);
            told += trial.told;
        }
        assert!(told > 20, "{offence:?}: {told}");
    }
}

const GAMES: u64 = 300;

/// The moves that were told last for each ply, in UCI.
fn ucis(scene: &Scene) -> Vec<String> {
    scene.sheet.moves.iter().map(|one| one.uci.0.to_string()).collect()
}

/// Each FEN that was told is a position with the rights that it names.
fn told_fens_are_valid(scene: &Scene) {
    for said in &scene.said {
        let fen = match &said.event {
            Event::MoveMade { fen, .. }
            | Event::MoveChanged { fen, .. }
            | Event::MoveCompleted { fen, .. }
            | Event::Leg { fen, .. }
            | Event::Ready { fen } => fen,
            _ => continue,
        };
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        assert_eq!(chess960::fen(&position(&setup)), *fen);
    }
}

#[test]
fn an_illegal_move_that_stands_costs_only_the_rights_of_what_moved() {
    let start = "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1";
    let castling = "-d1 -g1 +f1 +g1 ! |";
    // What White does first, and whether he may castle on either side after that.
    for (illegal, short, long) in [
        ("-a2 +a5 !", true, true),
        ("-b1 +c3 !", true, false),
        ("-g1 +f3 !", false, true),
        ("-d1 +d4 !", false, false),
    ] {
        let mut scene = Scene::start(&header(start));
        scene.hands(illegal).hands("| | -h7 +h6 ! | |");
        let told = scene.sheet.fen.parse::<Fen>().unwrap().into_setup();
        let rights = told.castling_rights;
        assert_eq!(rights.contains(Square::G1), short, "{illegal}: {}", scene.sheet.fen);
        assert_eq!(rights.contains(Square::B1), long, "{illegal}: {}", scene.sheet.fen);
        assert!(rights.contains(Square::B8) && rights.contains(Square::G8), "{}", scene.sheet.fen);
        told_fens_are_valid(&scene);
        if short {
            scene.hands(castling);
            assert_eq!(scene.moves().last(), Some(&"O-O"), "{illegal}");
            assert_eq!(ucis(&scene).last().unwrap(), "d1g1", "{illegal}");
        }
    }
}

#[test]
fn castling_is_written_as_king_takes_rook_although_the_rights_left_look_like_chess() {
    let start = "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1";
    for first in ["-b1 +c3 !", "-b1 +a1 !"] {
        let mut scene = Scene::start(&header(start));
        scene.hands(first).hands("| | -a7 +a6 ! | | -e1 +g1 -h1 +f1 ! |");
        assert_eq!(scene.moves().last(), Some(&"O-O"), "{first}");
        assert_eq!(ucis(&scene).last().unwrap(), "e1h1", "{first}");
        told_fens_are_valid(&scene);
    }
}

#[test]
fn starts_with_the_king_and_the_rooks_at_home_are_chess() {
    // The queens' bishops and knights have changed their squares.
    let start = "rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQK2R w KQkq - 0 1";
    for fen in [start.to_owned(), start.replace("KQkq", "HAha")] {
        let mut scene = Scene::start(&header(&fen));
        scene.hands("-e1 +g1 -h1 +f1 ! |");
        assert_eq!((scene.moves(), ucis(&scene)), (vec!["O-O"], vec!["e1g1".into()]), "{fen}");
    }
}

#[test]
fn a_game_goes_to_pgn_and_comes_back() {
    let games = (1..=40).map(game).filter(|game| !game.moves.is_empty());
    for (seed, game) in (1..).zip(games) {
        let stage = Stage { manner: manner(), ..Stage::default() };
        let script = script(&game, &stage, seed).unwrap();
        // The tag is made, not only kept.
        let mut header = script.header.clone();
        header.tags.remove("Variant");
        let mut sheet = Sheet::new(&header);
        watch(&script).unwrap().iter().for_each(|said| sheet.fold(said));
        let written = Score::of_sheet(&sheet);
        let text: String = written.iter().map(Score::to_string).collect();
        let chess = start_of(&game).castles().mode() == CastlingMode::Standard;
        for tag in ["[SetUp \"1\"]", "[FEN \""] {
            assert!(text.contains(tag), "seed {seed}: {text}");
        }
        assert_eq!(text.contains("[Variant \"Chess960\"]"), !chess, "seed {seed}: {text}");
        let read: Vec<Score> = read(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(read.len(), 1, "seed {seed}");
        assert_eq!(read[0].start_fen, game.start_fen, "seed {seed}");
        let moves =
            |score: &Score| score.moves.iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&read[0]), moves(&game), "seed {seed}");
    }
}

#[test]
fn games_of_others_are_read_whatever_their_fen_and_their_tag_say() {
    // Lichess, Shredder, and a file that says nothing of the variant.
    let others = [
        ("[Variant \"Chess960\"]", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"),
        ("[Variant \"fischerandom\"]", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
        ("", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
    ];
    for (tag, fen) in others {
        let text = format!(
            "{tag}\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 2. f4 exf4 3. Rxf4 d6 4. O-O *\n"
        );
        let games: Vec<Score> = read(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(games.len(), 1, "{text}");
        let line = games[0].line().unwrap();
        let castling = Move::Castle { king: Square::G1, rook: Square::H1 };
        assert_eq!(line.moves.last(), Some(&castling), "{text}");
    }
}

fn start_of(game: &Score) -> Chess {
    position(&game.start_fen.as_deref().unwrap().parse::<Fen>().unwrap().into_setup())
}

#[test]
fn who_stands_wrong_at_the_start_cannot_castle_when_the_board_is_accepted() {
    let start = "1r1k3r/pppppppp/8/8/8/8/PPPPPPPP/1R1K3R w HBhb - 0 1";
    // From where to where a piece was misplaced, and the rooks with which White may castle.
    for (from, to, rooks) in [
        (Square::H1, Square::G3, vec![Square::B1]),
        (Square::B1, Square::A3, vec![Square::H1]),
        (Square::D1, Square::E1, vec![]),
        (Square::C2, Square::C4, vec![Square::B1, Square::H1]),
    ] {
        let occupied = start.parse::<Fen>().unwrap().as_setup().board.occupied();
        let seen = Planes::Occupancy(occupied.without(from).with(to));
        let mut scene = Scene::set_up(&header(start), seen);
        scene.mover(Color::Black).hands("! |");
        assert!(scene.open(AlertKind::WrongStart).is_some(), "{from}{to}");
        scene.orders(json!({"do": "accept_board"}));
        let told = scene.sheet.fen.parse::<Fen>().unwrap().into_setup();
        let rights = told.castling_rights & told.board.white();
        assert_eq!(
            rights.into_iter().collect::<Vec<_>>(),
            rooks,
            "{from}{to}: {}",
            scene.sheet.fen
        );
        assert!(told.castling_rights.contains(Square::H8), "{from}{to}: {}", scene.sheet.fen);
        told_fens_are_valid(&scene);
    }
}
