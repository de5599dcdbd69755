//! Which input of a board's electronics is which square.
//!
//! Drivers count 64 inputs from 0 as their chips have them; how the wires run, how the board lies
//! on its electronics and whether a piece makes an input low or high stands in the configuration.

use std::fmt;

use crate::board::{Bitboard, Square};

/// How far the board is turned, clockwise and seen from above, against its electronics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rotation {
    /// Not at all.
    #[default]
    None,
    /// By 90°: the input wired for a1 lies below h1.
    Quarter,
    /// By 180°.
    Half,
    /// By 270°.
    ThreeQuarters,
}

/// The level of an input under a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// The contact pulls the input to ground.
    #[default]
    Low,
    /// The contact or sensor drives it high.
    High,
}

/// A square that is wired to two inputs, so that another has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twice(pub Square);

impl fmt::Display for Twice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} stands there twice", self.0)
    }
}

impl std::error::Error for Twice {}

/// Inputs as squares.
#[derive(Clone, Debug)]
pub struct Wiring {
    /// The squares of the inputs of each byte, by its value: eight look-ups make a frame.
    bytes: Box<[[u64; 256]; 8]>,
    squares: [Square; 64],
    inputs: [u8; 64],
    level: Level,
}

impl Default for Wiring {
    fn default() -> Wiring {
        // Each square stands once in the list of all.
        match Wiring::new(&Square::ALL, Rotation::None, Level::Low) {
            Ok(wiring) => wiring,
            Err(Twice(_)) => unreachable!(),
        }
    }
}

impl Wiring {
    /// Inputs whose squares are `wired`, in their order, below a board that lies turned.
    ///
    /// # Errors
    ///
    /// When a square stands there twice.
    pub fn new(wired: &[Square; 64], turned: Rotation, level: Level) -> Result<Wiring, Twice> {
        let squares = wired.map(|place| match turned {
            Rotation::None => place,
            Rotation::Quarter => place.rotate_270(),
            Rotation::Half => place.rotate_180(),
            Rotation::ThreeQuarters => place.rotate_90(),
        });
        let mut seen = Bitboard::EMPTY;
        for (place, square) in wired.iter().zip(squares) {
            if seen.contains(square) {
                return Err(Twice(*place));
            }
            seen.add(square);
        }
        let mut inputs = [0; 64];
        for (input, square) in (0..).zip(squares) {
            inputs[usize::from(square)] = input;
        }
        let mut bytes = Box::new([[0; 256]; 8]);
        for (table, eight) in bytes.iter_mut().zip(squares.chunks(8)) {
            for (value, entry) in table.iter_mut().enumerate() {
                let high = eight.iter().enumerate().filter(|(bit, _)| value >> bit & 1 == 1);
                *entry = high.fold(0, |sum, (_, square)| sum | 1 << u32::from(*square));
            }
        }
        Ok(Wiring { bytes, squares, inputs, level })
    }

    /// The squares of these inputs, bit n being input n.
    #[inline]
    pub fn squares(&self, inputs: u64) -> Bitboard {
        let bytes = inputs.to_le_bytes();
        let squares = self.bytes.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]);
        Bitboard(squares.fold(0, |all, some| all | some))
    }

    /// Where pieces stand, given the levels of the inputs, bit n being set where input n is high.
    #[inline]
    pub fn occupied(&self, high: u64) -> Bitboard {
        self.squares(match self.level {
            Level::Low => !high,
            Level::High => high,
        })
    }

    /// The square of an input, 0 to 63.
    pub fn square(&self, input: u8) -> Square {
        self.squares[usize::from(input % 64)]
    }

    /// The input of a square.
    pub fn input(&self, square: Square) -> u8 {
        self.inputs[usize::from(square)]
    }

    /// The levels that show these squares as occupied: what [`occupied`](Wiring::occupied) undoes.
    pub fn high(&self, occupied: Bitboard) -> u64 {
        let closed = occupied.into_iter().fold(0, |all, square| all | 1 << self.input(square));
        match self.level {
            Level::Low => !closed,
            Level::High => closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_wiring() -> impl Strategy<Value = Wiring> {
        use Rotation::{Half, None, Quarter, ThreeQuarters};
        let order = Just(Square::ALL.to_vec()).prop_shuffle();
        let turned = prop::sample::select(vec![None, Quarter, Half, ThreeQuarters]);
        let level = prop::sample::select(vec![Level::Low, Level::High]);
        (order, turned, level).prop_map(|(order, turned, level)| {
            Wiring::new(&order.try_into().unwrap(), turned, level).unwrap()
        })
    }

    proptest! {
        #[test]
        fn every_input_is_one_square_and_back(wiring in any_wiring(), occupied: u64) {
            let occupied = Bitboard(occupied);
            prop_assert_eq!(wiring.occupied(wiring.high(occupied)), occupied);
            for input in 0..64 {
                let square = wiring.square(input);
                prop_assert_eq!(wiring.squares(1 << input), Bitboard::from(square));
                prop_assert_eq!(wiring.input(square), input);
            }
        }
    }

    #[test]
    fn a_board_turned_clockwise_has_h1_where_a1_was() {
        let at_a1 = |turned| Wiring::new(&Square::ALL, turned, Level::Low).unwrap().square(0);
        assert_eq!(at_a1(Rotation::None), Square::A1);
        assert_eq!(at_a1(Rotation::Quarter), Square::H1);
        assert_eq!(at_a1(Rotation::Half), Square::H8);
        assert_eq!(at_a1(Rotation::ThreeQuarters), Square::A8);
    }

    #[test]
    fn a_square_stands_there_once() {
        let mut wired = Square::ALL;
        wired[0] = Square::E4;
        let error = Wiring::new(&wired, Rotation::Half, Level::Low).unwrap_err();
        assert_eq!(error, Twice(Square::E4));
    }
}
