use std::{collections::BTreeSet, sync::OnceLock};

use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use strum::IntoEnumIterator;

use super::*;
use crate::{
    board::{ClockKind, Header, IllegalReason, Planes, Record, Sensor, What},
    pgn::{self, Score},
    trace::Reader,
};

fn games() -> &'static [Score] {
    static GAMES: OnceLock<Vec<Score>> = OnceLock::new();
    GAMES.get_or_init(|| {
        pgn::read(REPERTOIRE.as_bytes()).map(|game| game.expect("readable")).collect()
    })
}

fn stage(sensor: Sensor, clock: ClockKind, ending: Ending) -> Stage {
    let header = Header {
        sensor,
        clock,
        rules: "ru-2018".into(),
        time_control: if clock == ClockKind::None { "-".into() } else { "5400+30".into() },
        ..Header::default()
    };
    let manner = Manner { ending, ..Manner::default() };
    Stage { header, output: Output::Debounced, manner }
}

#[test]
fn the_repertoire_is_varied_and_complete() {
    let games = games();
    assert!(games.len() >= 60, "{}", games.len());
    let body: String = games.iter().map(Score::to_string).collect();
    assert!(REPERTOIRE.ends_with(&body), "the file is in the export format");
    let mut seen = BTreeSet::new();
    for game in games {
        for tag in ["Event", "Site", "White", "Black"] {
            assert!(!["", "?"].contains(&game.tag(tag)), "{tag}: {game}");
        }
        let line = game.line().expect("legal");
        let mut position = line.start;
        for m in line.moves {
            seen.insert(match m.castling_side() {
                Some(side) => format!("{side:?} {}", position.turn()),
                None if m.is_en_passant() => "passant".into(),
                None => m.promotion().map_or("other".into(), |role| format!("{role:?}")),
            });
            position.play_unchecked(m);
        }
        if position.is_game_over() {
            seen.insert(if position.is_checkmate() { "mate" } else { "stalemate" }.into());
        }
    }
    let wanted = [
        "KingSide black",
        "KingSide white",
        "QueenSide black",
        "QueenSide white",
        "Queen",
        "mate",
        "other",
        "passant",
        "stalemate",
    ];
    assert!(wanted.iter().all(|one| seen.contains(*one)), "{seen:?}");
    assert!(["Rook", "Bishop", "Knight"].iter().any(|one| seen.contains(*one)), "{seen:?}");
}

/// Follows the squares as a receiver would, and complains of what sensors cannot report.
fn occupied_at_the_end(records: &[Record]) -> Planes {
    let (mut planes, mut last) = (Planes::Occupancy(shakmaty::Bitboard::EMPTY), 0);
    for Record { t, what } in records {
        assert!(*t >= last, "time runs backwards at {t}");
        last = *t;
        match (what, &mut planes) {
            (What::Scan(scan) | What::Raw(scan), planes) => *planes = *scan,
            (What::Lift(square), Planes::Occupancy(occupied)) => {
                assert!(occupied.contains(*square), "{t}: lift from an empty {square}");
                occupied.discard(*square);
            }
            (What::Place(square, None), Planes::Occupancy(occupied)) => {
                assert!(!occupied.contains(*square), "{t}: {square} is full");
                occupied.add(*square);
            }
            (What::Lift(square), Planes::Polarity { white, black }) => {
                assert!(white.contains(*square) || black.contains(*square), "{t}");
                white.discard(*square);
                black.discard(*square);
            }
            (What::Place(square, Some(color)), Planes::Polarity { white, black }) => {
                let (own, other) = if color.is_white() { (white, black) } else { (black, white) };
                assert!(!own.contains(*square), "{t}: {square} is full");
                own.add(*square);
                other.discard(*square);
            }
            (What::Place(..), _) => panic!("{t}: colours do not fit the sensor"),
            _ => {}
        }
    }
    planes
}

fn final_position(script: &Script) -> Chess {
    let fen: Fen = script.expect["fen"].as_str().expect("text").parse().expect("FEN");
    fen.into_position(CastlingMode::Standard).expect("a position")
}

fn play(game: usize, stage: &Stage, seed: u64) -> Script {
    let games = games();
    script(&games[game % games.len()], stage, seed).expect("plays")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_game_and_seed_gives_a_trace_that_ends_where_the_game_does(
        game in 0usize..63,
        seed: u64,
        polarity: bool,
        clock: bool,
        raw: bool,
    ) {
        let sensor = if polarity { Sensor::Polarity } else { Sensor::Occupancy };
        let clock = if clock { ClockKind::Lever } else { ClockKind::None };
        let mut stage = stage(sensor, clock, Ending::Quiet);
        if raw {
            stage.output = Output::Raw;
        }
        let script = play(game, &stage, seed);
        let board = final_position(&script).board().clone();
        let ends = occupied_at_the_end(&script.records);
        prop_assert!(script.tally.of(Habit::Resetting) + script.tally.of(Habit::Analysis) > 0
            || ends == Wire::new(sensor, &board).planes());
        prop_assert_eq!(&script.moves, &games()[game].moves.iter().map(|ply| ply.san.clone()).collect::<Vec<_>>());
        // The same seed, the same bytes; and they read back as what was meant.
        let text = script.to_string();
        prop_assert_eq!(&text, &play(game, &stage, seed).to_string());
        let mut reader = Reader::new(text.as_bytes()).expect("a header");
        prop_assert_eq!(reader.header(), &script.header);
        prop_assert!(reader.all(|line| line.is_ok()));
    }

    #[test]
    fn any_offence_fits_into_a_trace(game in 0usize..63, seed: u64, which: prop::sample::Index, polarity: bool) {
        let all: Vec<Offence> = Offence::all().collect();
        let offence = all[which.index(all.len())];
        let sensor = if polarity { Sensor::Polarity } else { Sensor::Occupancy };
        let mut stage = stage(sensor, ClockKind::Lever, Ending::Quiet);
        stage.manner.offences.push((offence, None));
        let script = play(game, &stage, seed);
        occupied_at_the_end(&script.records);
        prop_assert!(script.expected.len() <= 1);
        prop_assert_eq!(script.to_string(), play(game, &stage, seed).to_string());
    }
}

#[test]
fn every_habit_and_offence_occurs() {
    let mut tally = Tally::default();
    let mut missing: BTreeSet<Offence> = Offence::all().collect();
    // It takes a game in which a rook has gone home again.
    missing.remove(&Offence::Illegal(IllegalReason::CastlingRightLost));
    for (n, game) in games().iter().enumerate() {
        for (m, offence) in Offence::all().enumerate().filter(|(m, _)| (n + m) % 4 == 0) {
            let mut stage = stage(Sensor::Occupancy, ClockKind::Lever, Ending::Handshake);
            stage.manner.offences.push((offence, None));
            let script = script(game, &stage, (n * 100 + m) as u64).expect("plays");
            tally.add(&script.tally);
            let end = script.records.last().expect("an end").t;
            assert!(script.expected.iter().all(|expected| expected.due <= end));
            let alerts: Vec<&str> =
                script.expected.iter().filter_map(|one| one.alert["kind"].as_str()).collect();
            let kind =
                if offence == Offence::TouchEnemy { "touch_move".into() } else { offence.name() };
            let came = alerts.iter().any(|alert| kind.split(':').next() == Some(alert));
            assert_eq!(
                came,
                !script.offences.is_empty() || alerts.contains(&kind.as_str()),
                "{kind}: {alerts:?}"
            );
            missing.retain(|one| !script.offences.contains(one));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    let never: Vec<Habit> = Habit::iter().filter(|&habit| tally.of(habit) == 0).collect();
    assert!(never.is_empty(), "{never:?}");
}
