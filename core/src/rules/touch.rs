//! What a player must move because of what he touched (Articles 4.3 to 4.5).

use shakmaty::{Bitboard, Color, Move, Piece, Role, Square};

use crate::{
    board::Ms,
    tracker::{Change, ChangeKind, Effect, Stand},
};

/// A piece that left its square during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handled {
    /// Where it stood.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// When it was lifted.
    pub lifted: Ms,
    /// When something was set on its square again.
    pub returned: Option<Ms>,
    /// Another square on which it seems to have been set meanwhile.
    pub set_on: Option<Square>,
}

impl Handled {
    /// How long it was off its square, ms, if it came back.
    pub fn lifted_ms(&self) -> Option<Ms> {
        self.returned.map(|returned| returned.saturating_sub(self.lifted))
    }
}

/// Every piece of `stand` that left its square in `changes`, but for brushes.
///
/// A brush is a lift shorter than `brush_ms` that comes back to the same square.
pub fn handled(stand: &Stand, changes: &[Change], brush_ms: Ms) -> Vec<Handled> {
    let board = stand.board();
    let mut found: Vec<Handled> = Vec::new();
    for change in changes {
        let away =
            found.iter_mut().rev().find(|h| h.square == change.square && h.returned.is_none());
        match (change.kind, away) {
            (ChangeKind::Lift, None) => {
                if let Some(piece) = board.piece_at(change.square) {
                    let (square, lifted) = (change.square, change.t);
                    found.push(Handled { square, piece, lifted, returned: None, set_on: None });
                }
            }
            (ChangeKind::Place(_), Some(handled)) => handled.returned = Some(change.t),
            (ChangeKind::Place(_), None) => {
                let in_hand = found.iter_mut().rev().find(|h| h.returned.is_none());
                if let Some(handled) = in_hand {
                    handled.set_on = Some(change.square);
                }
            }
            (ChangeKind::Lift, Some(_)) => {}
        }
    }
    found.retain(|h| h.lifted_ms().is_none_or(|ms| ms >= brush_ms) || h.set_on.is_some());
    found
}

/// By which rule a touch binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bond {
    /// Own piece touched (4.3.1).
    Own,
    /// Enemy piece touched (4.3.2).
    Enemy,
    /// One of each (4.3.3).
    Both,
    /// King and rook touched (4.4.1).
    Castling,
}

/// The moves that honour what was touched, in order of the touches; none where nothing binds.
///
/// The first touched piece that can be moved or captured binds (4.3.1 and 4.3.2 with 4.5); one of
/// each colour binds to that capture, if it is legal (4.3.3); king and rook to castling on that
/// side (4.4.1).
pub fn obligation(stand: &Stand, touched: &[(Square, Piece)]) -> Option<(Bond, Vec<Move>)> {
    let turn = stand.turn();
    let of = |color: Color| touched.iter().find(|(_, piece)| piece.color == color);
    let moves = |fits: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        stand.moves().iter().copied().filter(|m| fits(m)).collect()
    };
    if let (Some((own, _)), Some((theirs, _))) = (of(turn), of(!turn)) {
        let both = moves(&|m| m.from() == Some(*own) && takes(*m, *theirs));
        if !both.is_empty() {
            return Some((Bond::Both, both));
        }
    }
    if let [(king, first), (rook, second)] = touched
        && *first == (Piece { color: turn, role: Role::King })
        && *second == (Piece { color: turn, role: Role::Rook })
    {
        let squares = Bitboard::from(*king).with(*rook);
        let castling = moves(&|m| m.is_castle() && Effect::of(*m).leaves == squares);
        if !castling.is_empty() {
            return Some((Bond::Castling, castling));
        }
    }
    touched.iter().find_map(|(square, piece)| {
        let (bond, moves) = if piece.color == turn {
            (Bond::Own, moves(&|m| m.from() == Some(*square)))
        } else {
            (Bond::Enemy, moves(&|m| takes(*m, *square)))
        };
        (!moves.is_empty()).then_some((bond, moves))
    })
}

fn takes(m: Move, square: Square) -> bool {
    Effect::of(m).victim == Some(square)
}
