//! What hands do beside the move: adjusting, brushing, knocking over.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Square, attacks};

use super::{
    habit::Habit,
    plan::Plan,
    stroke::{Turn, beside},
};

/// Adjusts the piece that is about to move, or one that cannot move at all.
pub(super) fn adjust(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    let position = turn.position();
    // Who means to castle does not touch the rook first, even one that cannot move (4.4.2).
    let rook = match turn.played {
        Move::Castle { rook, .. } => rook.into(),
        _ => Bitboard::EMPTY,
    };
    let stuck: Vec<Square> = (position.us() & !movable(position) & !rook).into_iter().collect();
    let (square, habit) = match plan.dice.pick(&stuck) {
        Some(square) if plan.dice.chance(300) => (square, Habit::AdjustStuck),
        _ => (turn.from(), Habit::Adjust),
    };
    if touch(square, 250, 1_200, plan) {
        plan.habit(habit).hand(300, 1_500);
    }
}

/// Squares of the pieces that the side to move can move.
pub(super) fn movable(position: &Chess) -> Bitboard {
    // A castling rook has been touched lawfully only after its king.
    position.legal_moves().into_iter().filter_map(|m| m.from()).collect()
}

/// Squares of the pieces that the side to move can capture.
pub(super) fn capturable(position: &Chess) -> Bitboard {
    let victim = |m: shakmaty::Move| match (m, m.from()) {
        (shakmaty::Move::EnPassant { from, to }, _) => Square::from_coords(to.file(), from.rank()),
        (m, _) => m.to(),
    };
    position.capture_moves().into_iter().map(victim).collect()
}

/// Lifts a piece and puts it back; false where none stands.
pub(super) fn touch(square: Square, from: u64, to: u64, plan: &mut Plan<'_>) -> bool {
    let Some(piece) = plan.board.piece_at(square) else { return false };
    plan.lift(square).between(from, to).place(square, piece).rest();
    true
}

/// Brushes a neighbour of the move: too short for a touch.
pub(super) fn brush(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    let near = attacks::king_attacks(turn.from()) | attacks::king_attacks(turn.played.to());
    let own: Bitboard = [turn.from(), turn.played.to()].into_iter().collect();
    let near: Vec<Square> = (near & plan.board.occupied() & !own).into_iter().collect();
    let Some(square) = plan.dice.pick(&near) else { return };
    let Some(piece) = plan.board.piece_at(square) else { return };
    plan.habit(Habit::Brush).between(60, 250).lift(square).between(20, 130).place(square, piece);
}

/// Knocks an enemy piece over and puts it back.
pub(super) fn knock(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    let near = attacks::king_attacks(turn.from()) | attacks::king_attacks(turn.played.to());
    let Some((square, lands)) = slip(turn.next(), !turn.side(), near, plan) else { return };
    let Some(piece) = plan.board.piece_at(square) else { return };
    plan.habit(Habit::Knock).between(100, 400).lift(square).between(60, 200).place(lands, piece);
    plan.between(500, 1_500).lift(lands).between(200, 500).place(square, piece);
}

/// A piece of `side` among `squares`, and an empty square beside it where it could not go by a
/// move, whoever's turn it were: a mishap and nothing else.
pub(super) fn slip(
    position: &Chess,
    side: Color,
    squares: Bitboard,
    plan: &mut Plan<'_>,
) -> Option<(Square, Square)> {
    let board = position.board();
    let mut slips = Vec::new();
    for square in squares & board.by_color(side) & !board.kings() & !capturable(position) {
        let piece = board.piece_at(square)?;
        let mut reach = attacks::attacks(square, piece, board.occupied());
        if piece.role == shakmaty::Role::Pawn {
            let ahead = side.fold_wb(8, -8);
            reach |= square.offset(ahead).map(Bitboard::from).unwrap_or_default();
        }
        let lands = beside(square, board.occupied());
        slips.extend(lands.into_iter().filter(|&to| !reach.contains(to)).map(|to| (square, to)));
    }
    plan.dice.pick(&slips)
}
