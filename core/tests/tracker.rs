//! The laws of the tracker: whatever happens on the board, it stays within its bounds, calls no
//! illegal move legal, and finds the way back once the pieces are back.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{hand, records};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, fen::Fen};
use touchmove_core::{
    board::{
        AlertKind, Bitboard, ClockKind, Event, Header, Ms, Planes, Record, Said, Sensor, Severity,
        Side, Square, What,
    },
    game::Game,
    sheet::Sheet,
    tracker::Hand as Doing,
};

const START: u64 = 0xffff_0000_0000_ffff;

/// Something that happens at the board.
#[derive(Clone, Debug)]
enum Deed {
    /// A piece goes as in a known opening.
    Play,
    /// A piece is taken from the square, if one stands there.
    Lift(Square),
    /// One is set on the square, if none stands there, of that colour.
    Place(Square, Side),
    /// Someone presses.
    Press(Side),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => Just(Deed::Play),
        2 => records::square().prop_map(Deed::Lift),
        2 => (records::square(), records::side()).prop_map(|(square, side)| Deed::Place(square, side)),
        2 => records::side().prop_map(Deed::Press),
    ]
}

fn deeds(most: usize) -> impl Strategy<Value = Vec<(Ms, Deed)>> {
    let pause = prop_oneof![4 => 20..400_u64, 2 => 400..3_000_u64, 1 => 3_000..40_000_u64];
    prop::collection::vec((pause, deed()), 1..most)
}

/// A physical board: what stands on it, as the sensors see it.
struct Board {
    sensor: Sensor,
    white: Bitboard,
    black: Bitboard,
    opening: std::vec::IntoIter<(Square, Square, Side)>,
    now: Ms,
}

impl Board {
    fn new(sensor: Sensor) -> Board {
        let opening: Vec<_> = hand::opening_moves();
        let (white, black) = (Bitboard(0xffff), Bitboard(0xffff << 48));
        Board { sensor, white, black, opening: opening.into_iter(), now: 1_000 }
    }

    fn planes(&self) -> Planes {
        match self.sensor {
            Sensor::Occupancy => Planes::Occupancy(self.white | self.black),
            Sensor::Polarity => Planes::Polarity { white: self.white, black: self.black },
        }
    }

    fn lift(&mut self, square: Square) -> Option<Record> {
        let stands = (self.white | self.black).contains(square);
        self.white.discard(square);
        self.black.discard(square);
        stands.then_some(Record { t: self.now, what: What::Lift(square) })
    }

    fn place(&mut self, square: Square, side: Side) -> Option<Record> {
        if (self.white | self.black).contains(square) {
            return None;
        }
        let army = if side == Side::White { &mut self.white } else { &mut self.black };
        army.add(square);
        let color = (self.sensor == Sensor::Polarity).then_some(side);
        Some(Record { t: self.now, what: What::Place(square, color) })
    }

    fn happen(&mut self, after: Ms, deed: &Deed) -> Vec<Record> {
        self.now += after;
        match *deed {
            Deed::Lift(square) => self.lift(square).into_iter().collect(),
            Deed::Place(square, side) => self.place(square, side).into_iter().collect(),
            Deed::Press(side) => vec![Record { t: self.now, what: What::Press(side) }],
            Deed::Play => {
                let Some((from, to, side)) = self.opening.next() else { return Vec::new() };
                let mut records: Vec<Record> = self.lift(from).into_iter().collect();
                self.now += 300;
                records.extend(self.place(to, side));
                self.now += 600;
                records.push(Record { t: self.now, what: What::Press(side) });
                records
            }
        }
    }

    /// Somebody puts the board in order, square by square: everything as in `wanted`.
    fn restore(&mut self, wanted: &shakmaty::Board, lie: fn(Bitboard) -> Bitboard) -> Vec<Record> {
        let mut records = Vec::new();
        let (white, black) = (lie(wanted.white()), lie(wanted.black()));
        for square in (self.white & !white) | (self.black & !black) {
            // Where only occupancy is seen, whose piece stands there is not.
            if self.sensor == Sensor::Polarity || !(white | black).contains(square) {
                self.now += 150;
                records.extend(self.lift(square));
            }
        }
        for (army, side) in [(white, Side::White), (black, Side::Black)] {
            for square in army & !(self.white | self.black) {
                self.now += 150;
                records.extend(self.place(square, side));
            }
        }
        records
    }
}

fn header() -> impl Strategy<Value = Header> {
    let sensor = prop_oneof![3 => Just(Sensor::Occupancy), 1 => Just(Sensor::Polarity)];
    let clock = prop_oneof![3 => Just(ClockKind::Lever), 1 => Just(ClockKind::None)];
    // One start of Chess960: king and rooks beside each other.
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let fen = prop_oneof![3 => Just(None), 1 => Just(Some(fen.to_owned()))];
    (sensor, clock, fen).prop_map(|(sensor, clock, fen)| Header {
        sensor,
        clock,
        fen,
        time_control: if clock == ClockKind::None { "-".into() } else { "5400+30".into() },
        ..Header::default()
    })
}

/// A game with everything that it said.
struct Run {
    game: Game,
    said: Vec<Said>,
    start: Header,
}

impl Run {
    fn new(header: &Header, planes: Planes) -> Run {
        let game = Game::new(header).unwrap();
        let mut run = Run { game, said: Vec::new(), start: header.clone() };
        run.take(&Record { t: 0, what: What::Scan(planes) });
        run.take(&Record { t: 500, what: What::Press(Side::Black) });
        run
    }

    fn take(&mut self, record: &Record) {
        // Where no clock stands nobody presses one.
        if self.start.clock == ClockKind::None && matches!(record.what, What::Press(_)) {
            return;
        }
        self.game.apply(record, &mut self.said);
        let effort = self.game.tracker().effort();
        assert!(effort.successors <= 2_000, "{effort:?} at {}", record.t);
        assert!((1..=64).contains(&effort.kept), "{effort:?} at {}", record.t);
        assert_eq!(self.game.tracker().hypotheses().len(), effort.kept);
    }

    /// How the squares of the game lie on the board.
    fn lie(&self) -> fn(Bitboard) -> Bitboard {
        let turns = |said: &&Said| match &said.event {
            Event::Alert(alert) => alert.kind() == AlertKind::BoardTurned,
            _ => false,
        };
        let turned = self.said.iter().filter(turns).count() % 2 == 1;
        if turned { Bitboard::rotate_180 } else { |squares| squares }
    }

    /// What the arbiter's page shows.
    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(&self.start);
        self.said.iter().for_each(|said| sheet.fold(said));
        sheet
    }
}

/// After an illegal move there may be more pieces than a game can have.
fn position(fen: &str) -> Result<Chess, PositionError<Chess>> {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).or_else(|error| error.ignore_too_much_material())
}

/// Every move that was told as legal is, in the position before it, and leads where it is said to.
fn only_legal_moves(start: &Chess, said: &[Said]) -> Result<(), TestCaseError> {
    // The position after each ply, where the rules know it.
    let mut after: Vec<Option<Chess>> = vec![Some(start.clone())];
    for said in said {
        let (ply, uci, fen) = match &said.event {
            Event::MoveMade { ply, uci, fen, .. } => (*ply as usize, uci, fen),
            Event::MoveChanged { ply, uci, fen, .. } => (*ply as usize, uci, fen),
            Event::MovesWithdrawn { from_ply, .. } => {
                after.truncate(*from_ply as usize);
                continue;
            }
            Event::Leg { ply, fen, .. } => {
                after.resize(*ply as usize + 1, None);
                after[*ply as usize] = position(fen).ok();
                continue;
            }
            _ => continue,
        };
        let before = after.get(ply - 1).cloned().flatten();
        let before = before.ok_or_else(|| {
            TestCaseError::fail(format!("ply {ply} follows nothing that is known"))
        })?;
        let m = uci.0.to_move(&before);
        prop_assert!(m.is_ok(), "{} is illegal at ply {ply}", uci.0);
        let now = before.play(m.unwrap()).unwrap();
        prop_assert_eq!(Fen::from_position(&now, EnPassantMode::Legal).to_string(), fen.as_str());
        after.resize(after.len().max(ply + 1), None);
        after[ply] = Some(now);
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_illegal_move_is_called_legal(header in header(), deeds in deeds(60)) {
        let mut board = Board::new(header.sensor);
        let mut run = Run::new(&header, board.planes());
        for (after, deed) in &deeds {
            board.happen(*after, deed).iter().for_each(|record| run.take(record));
        }
        run.take(&Record { t: board.now + 20_000, what: What::End });
        let start = header.fen.as_deref().map_or_else(Chess::default, |fen| position(fen).unwrap());
        only_legal_moves(&start, &run.said)?;
    }

    /// Lifts of empty squares, places on full ones, orders, faults: nothing breaks the bounds.
    #[test]
    fn any_records_are_taken(header in header(), what in prop::collection::vec(
        (records::step(), prop_oneof![3 => records::debounced(false), 1 => records::told()]), 0..80,
    )) {
        let mut run = Run::new(&header, Planes::Occupancy(Bitboard(START)));
        for record in records::timed(what) {
            run.take(&record);
        }
    }

    /// Once the pieces are back as the page shows them, the board is found in order within 3 s.
    #[test]
    fn a_board_that_was_put_in_order_is_found_in_order(header in header(), deeds in deeds(40)) {
        let mut board = Board::new(header.sensor);
        let mut run = Run::new(&header, board.planes());
        for (after, deed) in &deeds {
            board.happen(*after, deed).iter().for_each(|record| run.take(record));
        }
        // What was about to be told is told, and then somebody looks at the page.
        board.now += 10_000;
        run.take(&Record { t: board.now, what: What::Wall { time: "?".into(), synced: false } });
        let sheet = run.sheet();
        // While an offence waits for its decision it is told what was played, whatever stands there.
        if sheet.alerts.iter().any(|open| open.alert.severity == Severity::Decision) {
            return Ok(());
        }
        let shown: Fen = sheet.fen.parse().unwrap();
        board.restore(&shown.into_setup().board, run.lie()).iter().for_each(|record| run.take(record));
        // Where it looked as if they had finished, the arbiter says that they have not.
        let playing = r#"{"do":"decide","kind":"game_seems_over","verdict":"dismiss"}"#;
        let playing = What::Arbiter(serde_json::from_str(playing).unwrap());
        run.take(&Record { t: board.now, what: playing });
        let wall = What::Wall { time: "?".into(), synced: false };
        run.take(&Record { t: board.now + 3_000, what: wall });

        let told: Fen = run.sheet().fen.parse().unwrap();
        let told = told.into_setup().board;
        let stands = run.lie()(board.planes().occupied());
        prop_assert_eq!(told.occupied(), stands, "{}", told.board_fen());
        prop_assert_eq!(run.game.tracker().best().hand, Doing::Rest);
    }
}
