//! Why a castling is illegal where king and rooks begin anywhere (Guidelines II.3.2).

use shakmaty::{CastlingSide, Chess, Position, attacks};

use crate::{
    board::IllegalReason,
    rules::illegal,
    tracker::{Castling, Shape, Stand},
};

/// The reason for which `shape` is no legal move in `stand`, in chess and in Chess960.
pub(super) fn reason(stand: &Stand, shape: Shape) -> IllegalReason {
    let chess = stand.chess().filter(|_| stand.castling_mode().is_chess960());
    let castling = chess.and_then(|chess| Some(forbidden(chess, Castling::meant(stand, shape)?)));
    castling.unwrap_or_else(|| illegal::reason(stand, shape))
}

fn forbidden(chess: &Chess, castling: Castling) -> IllegalReason {
    let Castling { king, rook, king_to, rook_to } = castling;
    let (turn, castles, board) = (chess.turn(), chess.castles(), chess.board());
    let wing = CastlingSide::from_king_side(king < rook);
    if castles.rook(turn, wing) != Some(rook) {
        return IllegalReason::CastlingRightLost;
    }
    if chess.is_check() {
        return IllegalReason::CastlingInCheck;
    }
    if (castles.path(turn, wing) & board.occupied()).any() {
        return IllegalReason::CastlingBlocked;
    }
    let attacked = |square, occupied| board.attacks_to(square, !turn, occupied).any();
    let walking = board.occupied().without(king);
    let arrived = walking.without(rook).with(rook_to);
    let on_the_way = attacks::between(king, king_to).into_iter().any(|on| attacked(on, walking));
    if on_the_way || attacked(king_to, arrived) {
        IllegalReason::CastlingThroughCheck
    } else {
        IllegalReason::CastlingWrongSquare
    }
}
