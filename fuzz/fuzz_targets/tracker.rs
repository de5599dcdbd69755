//! Any changes and presses in any order: the tracker keeps its bounds, what is told as a move is
//! legal where it is told, and a board that shows the told position is found in order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use touchmove_core::{
    board::{Bitboard, ClockKind, Event, Header, Planes, Record, Said, Sensor, Side, Square, What},
    game::Game,
};

const START: u64 = 0xffff_0000_0000_ffff;

fn what(sensor: Sensor, [what, place]: [u8; 2]) -> What {
    let square = Square::new(u32::from(place % 64));
    let side = if place & 0x80 == 0 { Side::White } else { Side::Black };
    match what % 8 {
        0..=2 => What::Lift(square),
        3..=5 => What::Place(square, (sensor == Sensor::Polarity).then_some(side)),
        6 => What::Press(side),
        _ => What::Fault { squares: Bitboard::from(square).into(), reason: "stuck".into() },
    }
}

/// The positions after each ply, as they were told.
struct Told(Vec<Option<Chess>>);

impl Told {
    fn take(&mut self, said: &Said) {
        let position = |fen: &str| {
            let fen: Fen = fen.parse().expect("a FEN");
            match fen.into_position::<Chess>(CastlingMode::Standard) {
                Ok(position) => Some(position),
                Err(error) => error.ignore_too_much_material().ok(),
            }
        };
        match &said.event {
            Event::MoveMade { ply, uci, .. } | Event::MoveChanged { ply, uci, .. } => {
                let ply = *ply as usize;
                let before = self.0.get(ply - 1).cloned().flatten();
                let before = before.expect("a move follows a known position");
                let m = uci.0.to_move(&before).expect("a legal move");
                let after = before.play(m).expect("a legal move");
                self.0.resize(self.0.len().max(ply + 1), None);
                self.0[ply] = Some(after);
            }
            Event::MovesWithdrawn { from_ply, .. } => self.0.truncate(*from_ply as usize),
            Event::Leg { ply, fen, .. } => {
                self.0.resize(*ply as usize + 1, None);
                self.0[*ply as usize] = position(fen);
            }
            _ => {}
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let [settings, bytes @ ..] = bytes else { return };
    let sensor = if settings & 1 == 0 { Sensor::Occupancy } else { Sensor::Polarity };
    let clock = if settings & 2 == 0 { ClockKind::Lever } else { ClockKind::None };
    let time_control = if clock == ClockKind::None { "-" } else { "5400+30" };
    let header = Header { sensor, clock, time_control: time_control.into(), ..Header::default() };
    let mut game = Game::new(&header).expect("a game");
    let planes = match sensor {
        Sensor::Occupancy => Planes::Occupancy(Bitboard(START)),
        Sensor::Polarity => {
            Planes::Polarity { white: Bitboard(0xffff), black: Bitboard(0xffff << 48) }
        }
    };
    let (mut said, mut told) = (Vec::new(), Told(vec![Some(Chess::default())]));
    game.apply(&Record { t: 0, what: What::Scan(planes) }, &mut said);
    game.apply(&Record { t: 500, what: What::Press(Side::Black) }, &mut said);
    let mut now = 1_000;
    for bytes in bytes.as_chunks::<3>().0 {
        now += u64::from(bytes[2]) * if bytes[2] < 200 { 5 } else { 100 };
        game.apply(&Record { t: now, what: what(sensor, [bytes[0], bytes[1]]) }, &mut said);
        let effort = game.tracker().effort();
        assert!(effort.successors <= 2_000 && (1..=64).contains(&effort.kept), "{effort:?}");
        said.drain(..).for_each(|said| told.take(&said));
    }
    game.apply(&Record { t: now + 20_000, what: What::End }, &mut said);
    said.drain(..).for_each(|said| told.take(&said));
});
