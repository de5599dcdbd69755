use shakmaty::{Bitboard, Square, attacks};

use super::{
    Finding, FindingKind,
    pattern::{self, Lie},
    watch::Read,
};

/// What was seen of the squares.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) stuck: Bitboard,
    pub(super) chattering: Bitboard,
    /// What a piece on each square was read as: White's, and on boards that see colours Black's.
    pub(super) reads: [[Option<Read>; 64]; 2],
}

impl Seen {
    pub(super) fn new() -> Seen {
        let reads = [[None; 64]; 2];
        Seen { stuck: Bitboard::EMPTY, chattering: Bitboard::EMPTY, reads }
    }

    /// Squares whose reading means nothing.
    pub(super) fn broken(&self) -> Bitboard {
        self.stuck | self.chattering
    }

    /// What a piece on a square reads as, by whichever colour was tried.
    pub(super) fn read(&self, square: Square) -> Option<&Read> {
        self.reads.iter().find_map(|reads| reads[usize::from(square)].as_ref())
    }

    /// What pieces on these squares read as.
    pub(super) fn image(&self, squares: Bitboard) -> Bitboard {
        let read = |square| self.read(square).map_or(Bitboard::from(square), |read| read.squares);
        squares.into_iter().map(read).fold(Bitboard::EMPTY, |all, one| all | one) & !self.broken()
    }

    /// Squares on which a piece was tried.
    pub(super) fn tried(&self) -> Bitboard {
        Square::ALL.into_iter().filter(|square| self.read(*square).is_some()).collect()
    }

    fn those(&self, is: impl Fn(&Read) -> bool) -> Bitboard {
        let every = |square: &Square| {
            self.reads.iter().any(|reads| reads[usize::from(*square)].as_ref().is_some_and(&is))
        };
        Square::ALL.into_iter().filter(every).collect()
    }

    /// What is wrong with the squares.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let all = [
            (FindingKind::Stuck, self.stuck),
            (FindingKind::Chattering, self.chattering),
            (FindingKind::Dead, self.those(|read| read.squares.is_empty())),
        ];
        found.extend(all.into_iter().filter_map(|(kind, squares)| some(kind, squares)));

        let singles = self.singles(|squares| squares);
        let lie = Lie::of(&singles);
        found.extend(lie.finding());
        let singles = self.singles(|squares| lie.back(squares));
        let lines = pattern::lines(&singles);
        let in_lines =
            lines.iter().fold(Bitboard::EMPTY, |all, line| all | line.squares.0 | line.with.0);
        found.extend(lines);
        found.extend(exchanged(&singles, in_lines));
        found.extend(self.joined(lie));

        let weak = self.those(|read| read.weak) & !self.chattering;
        found.extend(some(FindingKind::Weak, weak));
        found.extend(some(FindingKind::Reversed, self.those(|read| read.reversed)));
        found
    }

    /// Squares that read as just one.
    fn singles(&self, seen: impl Fn(Bitboard) -> Bitboard) -> Vec<(Square, Square)> {
        let single = |square| Some((square, seen(self.read(square)?.squares).single_square()?));
        Square::ALL.into_iter().filter_map(single).collect()
    }

    /// Squares that read together, and neighbours that react.
    fn joined(&self, lie: Lie) -> Vec<Finding> {
        let others = |square: Square| {
            let read = self.read(square).copied().unwrap_or(Read::NOTHING);
            (lie.back(read.squares) & !Bitboard::from(square), lie.back(read.together))
        };
        let (mut found, mut reacting, mut to) = (Vec::new(), Bitboard::EMPTY, Bitboard::EMPTY);
        for square in Square::ALL {
            let own = Bitboard::from(square);
            let (beside, together) = others(square);
            let here =
                self.read(square).is_some_and(|read| lie.back(read.squares).contains(square));
            for other in beside.into_iter().filter(|_| here) {
                let (back, always) = others(other);
                let near = attacks::king_attacks(square).contains(other);
                // Two wires that touch read together from either side, and nothing else does.
                let one = Bitboard::from(other);
                let alike = beside == one && (back == own || self.read(other).is_none());
                let wires = alike && (together.contains(other) || always.contains(square));
                if !wires && near {
                    reacting.add(square);
                    to.add(other);
                } else if square < other || !back.contains(square) {
                    found.push(Finding::new(FindingKind::Bridged, own.with(other)));
                }
            }
        }
        // A sign of the same, though it did not last.
        for square in Square::ALL {
            let beside = self.read(square).map_or(Bitboard::EMPTY, |read| lie.back(read.beside));
            if beside.any() {
                reacting.add(square);
                to |= beside;
            }
        }
        found.extend(some(FindingKind::Neighbour, reacting).map(|neighbour| neighbour.with(to)));
        found
    }
}

fn some(kind: FindingKind, squares: Bitboard) -> Option<Finding> {
    squares.any().then(|| Finding::new(kind, squares))
}

/// Single squares that read as another one, but for those of whole lines.
fn exchanged(reads: &[(Square, Square)], known: Bitboard) -> Vec<Finding> {
    let wrong = reads.iter().filter(|(square, read)| square != read && !known.contains(*square));
    let finding = |(square, read): &(Square, Square)| {
        let back = reads.contains(&(*read, *square));
        match back {
            true if square > read => None,
            true => Some(Finding::new(FindingKind::Swapped, Bitboard::from(*square).with(*read))),
            false => {
                let misplaced = Finding::new(FindingKind::Misplaced, Bitboard::from(*square));
                Some(misplaced.with(Bitboard::from(*read)))
            }
        }
    };
    wrong.filter_map(finding).collect()
}
