//! Which diode of a matrix a phantom accuses.
//!
//! A row is driven low, the columns are pulled up. Where nothing stands on (r, c), column c can be
//! pulled low all the same by way of another row r': from c through the contact at (r', c) onto row
//! r', from there *backwards* through the one at (r', c') onto column c', and through the one at
//! (r, c') onto row r. All three must be closed, and backwards goes only where the diode at (r', c') is
//! missing or broken through: the corner that lies across from the phantom.

use shakmaty::{Bitboard, Square};

use super::{Finding, FindingKind};

/// Where the squares lie in the matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid([Square; 64]);

impl Grid {
    /// The squares in the order of the inputs: eight of a row together.
    pub(super) fn new(inputs: [Square; 64]) -> Grid {
        Grid(inputs)
    }

    fn cell(&self, square: Square) -> (usize, usize) {
        let input = self.0.iter().position(|other| *other == square).unwrap_or(0);
        (input / 8, input % 8)
    }

    fn square(&self, row: usize, column: usize) -> Square {
        self.0[row * 8 + column]
    }

    /// Squares whose diode would explain that `phantom` reads occupied while contacts are closed.
    fn accused(&self, phantom: Square, closed: Bitboard) -> Bitboard {
        let (row, column) = self.cell(phantom);
        let others = (0..8).filter(|other| *other != row);
        let cells = others.flat_map(|r| (0..8).filter(|c| *c != column).map(move |c| (r, c)));
        let all_closed = |(r, c): &(usize, usize)| {
            let corners = [(*r, column), (*r, *c), (row, *c)];
            corners.into_iter().all(|(r, c)| closed.contains(self.square(r, c)))
        };
        cells.filter(all_closed).map(|(r, c)| self.square(r, c)).collect()
    }

    /// Squares of which one has the bad diode: those that explain all the phantoms, or if several are
    /// bad any of them.
    fn bad(&self, phantoms: Bitboard, closed: Bitboard) -> Bitboard {
        let each = || phantoms.into_iter().map(|phantom| self.accused(phantom, closed));
        let one = each().fold(Bitboard::FULL, |all, accused| all & accused);
        let some = each().fold(Bitboard::EMPTY, |all, accused| all | accused);
        if one.any() { one } else { some }
    }
}

/// What phantoms accuse, each seen while contacts were closed. What two of them have in common is one
/// bad diode.
pub(super) fn findings(
    grid: &Grid,
    phantoms: impl Iterator<Item = (Bitboard, Bitboard)>,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for (squares, closed) in phantoms {
        let bad = grid.bad(squares, closed);
        match found.iter_mut().find(|other| (other.squares.0 & bad).any()) {
            Some(other) => {
                other.squares.0 &= bad;
                other.with.0 |= squares;
            }
            None => {
                let kind = if bad.any() { FindingKind::Diode } else { FindingKind::Ghost };
                found.push(Finding::new(kind, bad).with(squares));
            }
        }
    }
    found
}
