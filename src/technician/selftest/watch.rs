//! What a board says while nobody touches it.

use touchmove_core::board::{Bitboard, Planes, Side, Square, What};

use crate::daemon::unread;

/// What stands on the board while it is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Board {
    /// Nothing.
    Empty,
    /// The pieces as for a game, White's on ranks 1 and 2.
    Start,
    /// Whatever it is, it is not looked at.
    Any,
}

/// A square that changes more often than this was not touched once by mistake.
const TOUCHED: u32 = 2;
/// So many squares may read wrongly where all look turned or exchanged.
const EXCEPT: u32 = 8;

/// Readings without hands.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    planes: Option<Planes>,
    changes: [u32; 64],
    told: Vec<(String, Bitboard)>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch { planes: None, changes: [0; 64], told: Vec::new() }
    }
}

/// What is wrong with a square, or with all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// These read now full, now empty.
    Flickers(Bitboard),
    /// These read occupied and must not.
    Occupied(Bitboard),
    /// These read empty and must not.
    Empty(Bitboard),
    /// A piece on these is seen as the opponent's.
    OtherColour(Bitboard),
    /// Full reads empty and empty full.
    Inverted,
    /// The board lies turned on its electronics.
    Turned,
}

impl Watch {
    /// Sees a record of the scanner.
    pub(crate) fn see(&mut self, what: &What) {
        match what {
            What::Raw(planes) => {
                if let Some(before) = self.planes.replace(*planes) {
                    for square in differing(before, *planes) {
                        self.changes[usize::from(square)] += 1;
                    }
                }
            }
            What::Fault { squares, reason } => {
                match self.told.iter_mut().find(|(code, _)| code == reason) {
                    // Without squares it is the whole board.
                    Some((_, all)) if all.is_empty() || squares.0.is_empty() => {
                        *all = Bitboard::EMPTY;
                    }
                    Some((_, all)) => *all |= squares.0,
                    None => self.told.push((reason.clone(), squares.0)),
                }
            }
            _ => {}
        }
    }

    /// Forgets how often squares changed: until now there were hands.
    pub(crate) fn begins(&mut self) {
        self.changes = [0; 64];
    }

    /// The faults that were told, each with its squares; none: the whole board.
    pub(crate) fn told(&self) -> &[(String, Bitboard)] {
        &self.told
    }

    /// Whether the board has been read at all.
    pub(crate) fn was_read(&self) -> bool {
        self.planes.is_some()
    }

    /// What is wrong with the squares, if this stands on the board.
    pub(crate) fn odd(&self, board: Board) -> Vec<Odd> {
        let unread = unread(&self.told);
        let Some(planes) = self.planes.filter(|_| unread != Bitboard::FULL) else {
            return Vec::new();
        };
        let flickers: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| self.changes[usize::from(*square)] > TOUCHED)
            .collect();
        let flickers = flickers & !unread;
        let judged = !unread & !flickers;
        let mut odd = Vec::new();
        if flickers.any() {
            odd.push(Odd::Flickers(flickers));
        }
        odd.extend(standing(planes, board, judged));
        odd
    }
}

/// What is wrong with what stands on the squares that are judged.
fn standing(planes: Planes, board: Board, judged: Bitboard) -> Vec<Odd> {
    let (white, black) = match board {
        Board::Any => return Vec::new(),
        Board::Empty => (Bitboard::EMPTY, Bitboard::EMPTY),
        Board::Start => (Bitboard(0xffff), Bitboard(0xffff_0000_0000_0000)),
    };
    let (read, wanted) = (planes.occupied(), white | black);
    let fits = |other: Bitboard| ((read ^ other) & judged).count() as u32 <= EXCEPT;
    if fits(!wanted) && !fits(wanted) {
        return vec![Odd::Inverted];
    }
    if board == Board::Start && fits(FILES_OF_A_TURNED_BOARD) {
        return vec![Odd::Turned];
    }
    let other = match planes {
        Planes::Occupancy(_) => Bitboard::EMPTY,
        Planes::Polarity { white: w, black: b } => (w & black | b & white) & judged,
    };
    if other.count() as u32 + EXCEPT >= 32 {
        return vec![Odd::Turned];
    }
    let [occupied, empty] = [read & !wanted, wanted & !read].map(|squares| squares & judged);
    [(Odd::Occupied as fn(_) -> _, occupied), (Odd::Empty, empty), (Odd::OtherColour, other)]
        .into_iter()
        .filter(|(_, squares)| squares.any())
        .map(|(odd, squares)| odd(squares))
        .collect()
}

/// Files a, b, g and h: pieces set up on a board that lies turned by a quarter.
const FILES_OF_A_TURNED_BOARD: Bitboard = Bitboard(0xc3c3_c3c3_c3c3_c3c3);

/// Squares on which something else stands.
fn differing(a: Planes, b: Planes) -> Bitboard {
    let both = |planes| match planes {
        Planes::Occupancy(all) => (all, Bitboard::EMPTY),
        Planes::Polarity { white, black } => (white, black),
    };
    let ((a, x), (b, y)) = (both(a), both(b));
    a ^ b | x ^ y
}

/// The side whose pieces stand here at the start, for whoever names a wrong colour.
pub(crate) fn owner(square: Square) -> Side {
    Side::from_white(square < Square::A5)
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Squares;

    use super::*;

    const START: u64 = 0xffff_0000_0000_ffff;

    fn raw(occupied: u64) -> What {
        What::Raw(Planes::Occupancy(Bitboard(occupied)))
    }

    fn fault(reason: &str, squares: u64) -> What {
        What::Fault { squares: Squares(Bitboard(squares)), reason: reason.into() }
    }

    fn odd(board: Board, seen: &[What]) -> Vec<Odd> {
        let mut watch = Watch::default();
        seen.iter().for_each(|what| watch.see(what));
        watch.odd(board)
    }

    #[test]
    fn a_board_as_it_should_be() {
        assert_eq!(odd(Board::Empty, &[raw(0)]), []);
        assert_eq!(odd(Board::Start, &[raw(START)]), []);
        assert_eq!(odd(Board::Any, &[raw(0x1234)]), []);
    }

    #[test]
    fn squares_that_read_otherwise_are_named() {
        let (e4, a1) = (Bitboard(1 << 28), Bitboard(1));
        assert_eq!(odd(Board::Empty, &[raw(e4.0)]), [Odd::Occupied(e4)]);
        let wanted = [Odd::Occupied(e4), Odd::Empty(a1)];
        assert_eq!(odd(Board::Start, &[raw(START ^ e4.0 ^ a1.0)]), wanted);
    }

    #[test]
    fn a_square_that_flickers_is_not_judged_otherwise() {
        let seen: Vec<What> = (0..9).map(|n| raw(n % 2)).collect();
        assert_eq!(odd(Board::Start, &seen).first(), Some(&Odd::Flickers(Bitboard(1))));
        // One that was touched once is.
        assert_eq!(odd(Board::Empty, &[raw(0), raw(1)]), [Odd::Occupied(Bitboard(1))]);
    }

    #[test]
    fn squares_that_are_told_to_be_unread_are_not_judged() {
        assert_eq!(odd(Board::Empty, &[fault("expander", 0xff), raw(0x0f)]), []);
        assert_eq!(odd(Board::Empty, &[raw(u64::MAX), fault("chain", 0)]), []);
        // A low supply keeps nothing from being read.
        let low = fault("undervoltage", 0);
        assert_eq!(odd(Board::Empty, &[raw(1), low]), [Odd::Occupied(Bitboard(1))]);
    }

    #[test]
    fn what_all_squares_do_is_one_fault() {
        assert_eq!(odd(Board::Empty, &[raw(u64::MAX ^ 2)]), [Odd::Inverted]);
        assert_eq!(odd(Board::Start, &[raw(!START ^ 2)]), [Odd::Inverted]);
        assert_eq!(odd(Board::Start, &[raw(FILES_OF_A_TURNED_BOARD.0)]), [Odd::Turned]);
        let (white, black) = (Bitboard(0xffff_0000_0000_0000), Bitboard(0xffff));
        let turned = What::Raw(Planes::Polarity { white, black });
        assert_eq!(odd(Board::Start, &[turned]), [Odd::Turned]);
        let white = Bitboard(0xffff ^ 1);
        let black = Bitboard(0xffff_0000_0000_0001);
        let one = What::Raw(Planes::Polarity { white, black });
        assert_eq!(odd(Board::Start, &[one]), [Odd::OtherColour(Bitboard(1))]);
    }
}
