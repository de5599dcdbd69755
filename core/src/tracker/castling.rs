//! Castling on the squares. In Chess960 king or rook may stand still, and one of them may come to
//! stand where the other stood: then the squares alone show another move, or none.

use shakmaty::{Bitboard, File, Move, Position, Square, attacks};

use super::{
    Also, Hand, Shape, Stand,
    log::{Change, last_lift, last_place},
    weigh::BRUSH_MS,
};

/// A king and a rook, and where they stand after castling (Article 3.8.2, Guidelines II.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    pub(crate) king: Square,
    pub(crate) rook: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_to: Square,
}

/// Where king and rook stand after castling.
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let at = |file| Square::from_coords(file, king.rank());
    if king < rook { (at(File::G), at(File::F)) } else { (at(File::C), at(File::D)) }
}

impl Castling {
    pub(crate) fn new(king: Square, rook: Square) -> Castling {
        let (king_to, rook_to) = castled(king, rook);
        Castling { king, rook, king_to, rook_to }
    }

    pub(crate) fn of(m: Move) -> Option<Castling> {
        match m {
            Move::Castle { king, rook } => Some(Castling::new(king, rook)),
            _ => None,
        }
    }

    /// The castling that was meant by an illegal move: the king went with a rook, or more than one
    /// square to where it comes by castling, or the rook went past a king that stands there already.
    pub(crate) fn meant(stand: &Stand, shape: Shape) -> Option<Castling> {
        let Shape { from, to, also } = shape;
        let meant = |c: &Castling| match also {
            Also::Rook(rook, _) => (from, rook) == (c.king, c.rook),
            Also::Nothing if from == c.king => to == c.king_to && from.distance(to) > 1,
            Also::Nothing => {
                (from, to) == (c.rook, c.rook_to)
                    && c.king == c.king_to
                    && attacks::between(from, to).contains(c.king)
            }
            Also::Capture | Also::EnPassant(_) => false,
        };
        let rights = stand.chess()?.castles().castling_rights();
        let found = || like_castling(stand).filter(meant);
        found().find(|c| rights.contains(c.rook)).or_else(|| found().next())
    }

    /// Squares on which the two stand before.
    pub(crate) fn leaves(self) -> Bitboard {
        Bitboard::from(self.king) | Bitboard::from(self.rook)
    }

    /// Squares on which they stand after.
    pub(crate) fn fills(self) -> Bitboard {
        Bitboard::from(self.king_to) | Bitboard::from(self.rook_to)
    }

    /// Whether both have to leave their squares.
    pub(crate) fn moves_both(self) -> bool {
        self.king != self.king_to && self.rook != self.rook_to
    }

    /// Squares that the one leaves to the other.
    fn left_to_the_other(self) -> Bitboard {
        let rook = (self.king == self.rook_to).then_some(self.king);
        let king = (self.rook == self.king_to).then_some(self.rook);
        rook.into_iter().chain(king).collect()
    }

    /// Whether the changes allow that the one came to stand where the other stood.
    pub(super) fn carried_out(self, changes: &[Change]) -> bool {
        self.left_to_the_other().into_iter().all(|square| {
            let from = if square == self.king { self.rook } else { self.king };
            came(changes, from, square)
        })
    }

    /// Whether it was carried out in a way that the squares alone do not show.
    fn hidden(self, changes: &[Change]) -> bool {
        self.left_to_the_other().any() && self.carried_out(changes)
    }

    /// Whether both are taken up, one of them to come to stand where the other stood.
    fn in_hand(self, changes: &[Change]) -> bool {
        let lifted = |square| last_lift(changes, square).is_some();
        (self.leaves() & self.fills()).any() && lifted(self.king) && lifted(self.rook)
    }

    /// Whether the squares show it complete.
    fn shown(self, own: Bitboard, extra: Bitboard) -> bool {
        own == self.leaves() & !self.fills() && extra == self.fills() & !self.leaves()
    }

    fn shape(self) -> Shape {
        let also = if self.rook == self.rook_to {
            Also::Nothing
        } else {
            Also::Rook(self.rook, self.rook_to)
        };
        Shape { from: self.king, to: self.king_to, also }
    }
}

/// Whether `square` was emptied, and filled no sooner than a piece could come there from `from`.
fn came(changes: &[Change], from: Square, square: Square) -> bool {
    let Some(placed) = last_place(changes, square) else { return false };
    let Some(emptied) = last_lift(&changes[..placed], square) else { return false };
    let Some(left) = last_lift(changes, from) else { return false };
    let filled = changes[left..].iter().position(|c| c.square == from && !c.kind.is_lift());
    changes[placed].t >= changes[emptied].t + BRUSH_MS
        && left < placed
        && filled.is_none_or(|filled| left + filled > emptied)
}

/// The legal castlings.
fn lawful(stand: &Stand) -> impl Iterator<Item = Castling> {
    stand.moves().iter().filter_map(|m| Castling::of(*m))
}

/// Kings and rooks that stand as if they could castle.
fn like_castling(stand: &Stand) -> impl Iterator<Item = Castling> {
    let turn = stand.turn();
    let home = Bitboard::from(turn.backrank());
    let (kings, rooks) = if stand.castling_mode().is_chess960() {
        (home, home)
    } else {
        (turn.fold_wb(Square::E1, Square::E8).into(), home & Bitboard::CORNERS)
    };
    let king = stand.board().king_of(turn).filter(|king| kings.contains(*king));
    let rooks = stand.board().rooks() & stand.own() & rooks;
    king.into_iter()
        .flat_map(move |king| rooks.into_iter().map(move |rook| Castling::new(king, rook)))
}

/// King and rook on their way, lawfully or not: some of both squares left, some of both reached.
pub(super) fn on_the_way(
    stand: &Stand,
    own: Bitboard,
    extra: Bitboard,
    changes: &[Change],
) -> Option<(Hand, u32)> {
    let under_way = |c: &Castling| {
        c.leaves().is_superset(own)
            && c.fills().is_superset(extra)
            && (!c.shown(own, extra) || c.carried_out(changes))
    };
    if let Some(castling) = lawful(stand).find(under_way) {
        // A rook that stands where castling wants it has also made a rook's move.
        let rook_alone = !own.contains(castling.king) && (extra & own).is_empty();
        return Some((Hand::Half, if rook_alone { 20 } else { 6 }));
    }
    if let Some(castling) = like_castling(stand).find(|c| c.shown(own, extra) && c.hidden(changes))
    {
        return Some((Hand::Illegal(castling.shape()), 30));
    }
    forbidden(stand, own, extra).map(|shape| (Hand::Illegal(shape), 45))
}

/// Castling that Article 3.8.2 forbids, or that set the pieces on other squares than it says.
fn forbidden(stand: &Stand, own: Bitboard, extra: Bitboard) -> Option<Shape> {
    like_castling(stand).filter(|c| own.contains(c.king) && c.leaves().is_superset(own)).find_map(
        |c| {
            let Castling { king, rook, king_to, rook_to } = c;
            let also = |rook_to| {
                if own.contains(rook) { Also::Rook(rook, rook_to) } else { Also::Nothing }
            };
            if c.fills().is_superset(extra) && extra.contains(king_to) {
                return Some(Shape { from: king, to: king_to, also: also(rook_to) });
            }
            let (to, other) = astray(stand, c, extra).filter(|_| own.contains(rook))?;
            Some(Shape { from: king, to, also: other.map_or(Also::Nothing, also) })
        },
    )
}

/// Where a king and a rook stand that were to castle and were set on other squares, the king on the
/// rook's side of it; the rook may still be in the air.
fn astray(stand: &Stand, castling: Castling, extra: Bitboard) -> Option<(Square, Option<Square>)> {
    let Castling { king, rook, .. } = castling;
    let row = if stand.castling_mode().is_chess960() {
        let may = stand.chess()?.castles().castling_rights().contains(rook);
        if may { king.rank().into() } else { Bitboard::EMPTY }
    } else {
        attacks::between(king, rook)
    };
    if extra.is_empty() || extra.count() > 2 || !row.is_superset(extra) {
        return None;
    }
    let near = |set: Bitboard| if rook < king { set.first() } else { set.last() };
    let to = near(extra)?;
    Some((to, near(extra.without(to))))
}

/// King and rook are taken up to castle, and the one that is not in the air stands where the other
/// stood.
pub(super) fn half_in_the_air(stand: &Stand, own: Bitboard, changes: &[Change]) -> bool {
    like_castling(stand).any(|c| c.leaves().is_superset(own) && c.in_hand(changes))
}

/// King and rook have exchanged their squares; the board shows the position before.
pub(super) fn exchanged(stand: &Stand, changes: &[Change]) -> Option<(Hand, u32)> {
    let exchanges = |c: &Castling| c.leaves() == c.fills() && c.hidden(changes);
    if lawful(stand).any(|c| exchanges(&c)) {
        return Some((Hand::Done, 40));
    }
    let castling = like_castling(stand).find(exchanges)?;
    Some((Hand::Illegal(castling.shape()), 20))
}

/// Whether what looks like the move `m` was, or is about to become, a castling, lawful or not:
/// `missing` is in the air.
pub(super) fn disguised(stand: &Stand, m: Move, missing: Bitboard, changes: &[Change]) -> bool {
    let Move::Normal { from, to, capture: None, .. } = m else { return false };
    like_castling(stand).any(|c| {
        let looks_so = c.shown(from.into(), to.into());
        looks_so && (c.hidden(changes) || (c.left_to_the_other() & missing).any())
    })
}
