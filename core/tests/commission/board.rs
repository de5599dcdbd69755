//! Boards as they may have been built, and a technician who does as he is told.

use touchmove_core::{
    board::{Bitboard, Ms, Planes, Sensor, Side, Square},
    commission::{Answer, Commission, End, Lever, Plan, Report, Task, Wiring},
};

/// A board as it was built.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) plan: Plan,
    /// What reads occupied where a piece stands on each square.
    pub(crate) reads: [Square; 64],
    pub(crate) dead: Bitboard,
    pub(crate) stuck: Bitboard,
    pub(crate) chattering: Bitboard,
    /// Squares that read a piece with gaps for its first two seconds.
    pub(crate) weak: Bitboard,
    /// Wires that touch.
    pub(crate) bridges: Vec<(Square, Square)>,
    /// A piece on the one closes the other too, a little later.
    pub(crate) strong: Vec<(Square, Square)>,
    pub(crate) reversed: Bitboard,
    /// Diodes that let current through both ways.
    pub(crate) bad_diodes: Bitboard,
    pub(crate) lever: fn(End) -> Vec<(Ms, End)>,
}

impl Board {
    pub(crate) fn good() -> Board {
        let plan = Plan { sensor: Sensor::Occupancy, wiring: Wiring::Direct, lever: Lever::Wired };
        Board {
            plan,
            reads: Square::ALL.into_iter().collect::<Vec<_>>().try_into().unwrap(),
            dead: Bitboard::EMPTY,
            stuck: Bitboard::EMPTY,
            chattering: Bitboard::EMPTY,
            weak: Bitboard::EMPTY,
            bridges: Vec::new(),
            strong: Vec::new(),
            reversed: Bitboard::EMPTY,
            bad_diodes: Bitboard::EMPTY,
            lever: |end| vec![(0, end)],
        }
    }

    pub(crate) fn polar() -> Board {
        let good = Board::good();
        Board { plan: Plan { sensor: Sensor::Polarity, ..good.plan }, ..good }
    }

    pub(crate) fn matrix() -> Board {
        let good = Board::good();
        let wiring = Wiring::Matrix(Board::good().reads);
        Board { plan: Plan { wiring, ..good.plan }, ..good }
    }

    /// The squares read as `to` says.
    pub(crate) fn reading(to: impl Fn(Square) -> Square) -> Board {
        let good = Board::good();
        Board { reads: good.reads.map(to), ..good }
    }

    /// What the contacts are while these pieces have stood for so long.
    fn contacts(&self, pieces: Bitboard, t: Ms, stood: Ms) -> Bitboard {
        let mut closed = Bitboard::EMPTY;
        for square in pieces & !self.dead {
            let gap = self.weak.contains(square) && stood < 2_000 && stood % 200 >= 150;
            if !gap {
                closed.add(self.reads[usize::from(square)]);
            }
            let near = self.strong.iter().filter(|pair| pair.0 == square && stood >= 25);
            near.for_each(|pair| closed.add(self.reads[usize::from(pair.1)]));
        }
        for (one, other) in &self.bridges {
            if closed.contains(*one) || closed.contains(*other) {
                closed = closed.with(*one).with(*other);
            }
        }
        let noise = if (t / 5).is_multiple_of(2) { self.chattering } else { Bitboard::EMPTY };
        closed | self.stuck | noise
    }

    /// What is read: in a matrix low level goes from a row to a column through every closed contact,
    /// and from a column to a row where the diode is bad.
    fn read(&self, contacts: Bitboard) -> Bitboard {
        let Wiring::Matrix(inputs) = self.plan.wiring else { return contacts };
        let mut input = [0; 64];
        for (n, square) in inputs.into_iter().enumerate() {
            input[usize::from(square)] = n;
        }
        let mut read = Bitboard::EMPTY;
        for driven in 0..8 {
            let (mut rows, mut columns) = (1_u8 << driven, 0_u8);
            loop {
                let before = (rows, columns);
                for square in contacts {
                    let input = input[usize::from(square)];
                    let (row, column) = (1 << (input / 8), 1 << (input % 8));
                    if rows & row != 0 {
                        columns |= column;
                    }
                    if columns & column != 0 && self.bad_diodes.contains(square) {
                        rows |= row;
                    }
                }
                if (rows, columns) == before {
                    break;
                }
            }
            read.extend((0..8).filter(|n| columns >> n & 1 != 0).map(|n| inputs[driven * 8 + n]));
        }
        read
    }

    pub(crate) fn planes(&self, read: Bitboard, side: Side) -> Planes {
        match self.plan.sensor {
            Sensor::Occupancy => Planes::Occupancy(read),
            Sensor::Polarity => {
                let (white, black) = match side {
                    Side::White => (read & !self.reversed, read & self.reversed),
                    Side::Black => (read & self.reversed, read & !self.reversed),
                };
                Planes::Polarity { white, black }
            }
        }
    }

    /// A technician who does as he is told, and says after a while that he has.
    fn commissioned(&self) -> (Report, Commission) {
        let mut course = Commission::new(self.plan);
        let (mut t, mut pieces, mut side) = (0, Bitboard::EMPTY, Side::White);
        let mut army = Bitboard::EMPTY;
        for _ in 0..400 {
            let task = course.task();
            let done = course.progress().done;
            // The piece is in the air.
            let before = pieces;
            match task {
                Task::Done => return (course.report("1", "2026-11-30").unwrap(), course),
                Task::Clear { .. } => pieces = Bitboard::EMPTY,
                Task::Put { square, piece } => {
                    pieces = Bitboard::from(*square);
                    side = piece.map_or(Side::White, |piece| *piece);
                }
                Task::SetUp { squares, .. } => {
                    army = squares.0;
                    pieces = army;
                }
                Task::Add { square } => pieces = army.with(*square),
                Task::Press { end } => {
                    t += 1_000;
                    for (after, end) in (self.lever)(end) {
                        course.lever(t + after, end);
                    }
                }
            }
            let moved = t;
            while course.progress().done == done && t < moved + 8_000 {
                t += 5;
                let stood = (t - moved).saturating_sub(60);
                let there = if t - moved < 60 { before & pieces } else { pieces };
                let read = self.read(self.contacts(there, t, stood));
                course.read(t, self.planes(read, side));
            }
            if course.progress().done == done {
                course.answer(t, Answer::Skip);
            }
        }
        panic!("no end: {:?}", course.task());
    }

    pub(crate) fn report(&self) -> Report {
        self.commissioned().0
    }
}
