//! Whether a whole board, rank or file reads as another one.

use shakmaty::{Bitboard, File, Rank, Square};

use super::{Finding, FindingKind};

/// So many squares must be known to say something about the board as a whole,
const KNOWN: usize = 32;
/// and so many hundredths of them agree.
const AGREE: usize = 90;
/// So many of the eight of a rank or file, all of which agree.
const LINE: usize = 6;

/// How a board can lie on its electronics.
#[derive(Clone, Copy)]
pub(super) struct Lie {
    to: fn(Square) -> Square,
    back: fn(Square) -> Square,
    /// Turned clockwise by so much; else mirrored.
    degrees: Option<u16>,
}

const STRAIGHT: Lie = Lie { to: |square| square, back: |square| square, degrees: Some(0) };

const LIES: [Lie; 7] = [
    Lie { to: Square::rotate_90, back: Square::rotate_270, degrees: Some(90) },
    Lie { to: Square::rotate_180, back: Square::rotate_180, degrees: Some(180) },
    Lie { to: Square::rotate_270, back: Square::rotate_90, degrees: Some(270) },
    Lie { to: Square::flip_horizontal, back: Square::flip_horizontal, degrees: None },
    Lie { to: Square::flip_vertical, back: Square::flip_vertical, degrees: None },
    Lie { to: Square::flip_diagonal, back: Square::flip_diagonal, degrees: None },
    Lie { to: Square::flip_anti_diagonal, back: Square::flip_anti_diagonal, degrees: None },
];

impl Lie {
    /// How the board lies by what single squares read as.
    pub(super) fn of(reads: &[(Square, Square)]) -> Lie {
        let agrees = |lie: &&Lie| {
            let agree = reads.iter().filter(|(square, read)| (lie.to)(*square) == *read).count();
            reads.len() >= KNOWN && agree * 100 >= reads.len() * AGREE
        };
        LIES.iter().find(agrees).copied().unwrap_or(STRAIGHT)
    }

    /// What is read, in the squares of the board as it lies.
    pub(super) fn back(self, squares: Bitboard) -> Bitboard {
        squares.into_iter().map(self.back).collect()
    }

    pub(super) fn finding(self) -> Option<Finding> {
        match self.degrees {
            Some(0) => None,
            Some(_) => {
                let turned = Finding::new(FindingKind::Rotated, Bitboard::EMPTY);
                Some(Finding { degrees: self.degrees, ..turned })
            }
            None => Some(Finding::new(FindingKind::Mirrored, Bitboard::EMPTY)),
        }
    }
}

/// Ranks and files that read as another one or from the other end, with all their squares.
pub(super) fn lines(reads: &[(Square, Square)]) -> Vec<Finding> {
    let ranks = Rank::ALL.map(Bitboard::from);
    let files = File::ALL.map(Bitboard::from);
    let by_rank = Lines {
        lines: ranks,
        line: |square| usize::from(square.rank()),
        place: |square| usize::from(square.file()),
    };
    let by_file = Lines {
        lines: files,
        line: |square| usize::from(square.file()),
        place: |square| usize::from(square.rank()),
    };
    let mut found = by_rank.findings(reads);
    found.extend(by_file.findings(reads));
    found
}

struct Lines {
    lines: [Bitboard; 8],
    line: fn(Square) -> usize,
    place: fn(Square) -> usize,
}

impl Lines {
    fn findings(&self, reads: &[(Square, Square)]) -> Vec<Finding> {
        let readings = |line: usize| -> Vec<(Square, Square)> {
            reads.iter().copied().filter(|(square, _)| (self.line)(*square) == line).collect()
        };
        let read_as = |line: usize| {
            let here = readings(line);
            let other = (self.line)(here.first()?.1);
            let whole = |(square, read): &(Square, Square)| {
                (self.line)(*read) == other && (self.place)(*read) == (self.place)(*square)
            };
            (here.len() >= LINE && other != line && here.iter().all(whole)).then_some(other)
        };
        let reversed = |line: usize| {
            let here = readings(line);
            let turned = |(square, read): &(Square, Square)| {
                (self.line)(*read) == line && (self.place)(*read) == 7 - (self.place)(*square)
            };
            here.len() >= LINE && here.iter().all(turned)
        };
        let mut found = Vec::new();
        for line in 0..8 {
            if reversed(line) {
                found.push(Finding::new(FindingKind::LineReversed, self.lines[line]));
            }
            let Some(other) = read_as(line) else { continue };
            // Of two that read as each other one finding is enough.
            if line < other || read_as(other) != Some(line) {
                let swapped = Finding::new(FindingKind::LineSwapped, self.lines[line]);
                found.push(swapped.with(self.lines[other]));
            }
        }
        found
    }
}
