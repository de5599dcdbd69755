//! Why a move is illegal, in a word that a player understands (Article 3).

use shakmaty::{Bitboard, Board, CastlingSide, Piece, Position, Role, Square, attacks};

use crate::{
    board::IllegalReason,
    tracker::{Also, Shape, Stand, castled, reach, way},
};

/// The reason for which `shape` is no legal move in `stand`.
pub fn reason(stand: &Stand, shape: Shape) -> IllegalReason {
    let board = stand.board();
    let Some(piece) = board.piece_at(shape.from) else { return IllegalReason::PieceMovement };
    if piece.role == Role::King
        && let Some(reason) = castling(stand, shape)
    {
        return reason;
    }
    match board.piece_at(shape.to) {
        Some(taken) if taken.role == Role::King => return IllegalReason::KingCaptured,
        Some(taken) if taken.color == piece.color => return IllegalReason::OwnPieceCaptured,
        _ => {}
    }
    match shape.also {
        Also::EnPassant(_) => {
            let lawful = stand.chess().and_then(Position::pseudo_legal_ep_square);
            return if lawful == Some(shape.to) {
                IllegalReason::KingLeftInCheck
            } else {
                IllegalReason::NoEnPassant
            };
        }
        Also::Nothing | Also::Capture | Also::Rook(..) => {}
    }
    if reach(board, shape.from, piece).contains(shape.to) {
        IllegalReason::KingLeftInCheck
    } else if way(shape.from, piece).contains(shape.to) {
        IllegalReason::PathBlocked
    } else if diagonal_step(shape.from, piece).contains(shape.to) {
        let beside = Square::from_coords(shape.to.file(), shape.from.rank());
        match board.piece_at(beside) {
            Some(Piece { role: Role::Pawn, color }) if color != piece.color => {
                IllegalReason::NoEnPassant
            }
            _ => IllegalReason::PieceMovement,
        }
    } else {
        IllegalReason::PieceMovement
    }
}

fn diagonal_step(from: Square, piece: Piece) -> Bitboard {
    match piece.role {
        Role::Pawn => attacks::pawn_attacks(piece.color, from),
        _ => Bitboard::EMPTY,
    }
}

/// A king that went two squares along its rank from home, or took a rook along, meant to castle
/// (Article 3.8.2).
fn castling(stand: &Stand, shape: Shape) -> Option<IllegalReason> {
    let turn = stand.turn();
    let home = turn.fold_wb(Square::E1, Square::E8);
    let meant = matches!(shape.also, Also::Rook(..)) || shape.from.distance(shape.to) == 2;
    if shape.from != home || shape.to.rank() != home.rank() || !meant {
        return None;
    }
    let side = CastlingSide::from_king_side(shape.to > home);
    let chess = stand.chess()?;
    let Some(rook) = chess.castles().rook(turn, side) else {
        return Some(IllegalReason::CastlingRightLost);
    };
    let board = stand.board();
    let occupied = board.occupied();
    let between = attacks::between(home, rook);
    if chess.is_check() {
        return Some(IllegalReason::CastlingInCheck);
    }
    if (between & occupied).any() {
        return Some(IllegalReason::CastlingBlocked);
    }
    let (king_to, _) = castled(home, rook);
    let walk = attacks::between(home, king_to).with(king_to);
    let attacked = |square: Square| board.attacks_to(square, !turn, without(occupied, home)).any();
    Some(if walk.into_iter().any(attacked) {
        IllegalReason::CastlingThroughCheck
    } else {
        IllegalReason::CastlingWrongSquare
    })
}

fn without(set: Bitboard, square: Square) -> Bitboard {
    set & !Bitboard::from(square)
}

/// Whether the piece would have moved lawfully had it been its neighbour on the same rank: two
/// pieces stand on each other's squares since the set-up (7.1.1 / 7.2.1). `start` is where they should have
/// stood.
pub fn swapped_with_neighbour(start: &Board, stand: &Stand, shape: Shape) -> bool {
    let board = stand.board();
    let turn = stand.turn();
    let first_rank = turn.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
    let Some(piece) = board.piece_at(shape.from).filter(|_| shape.from.rank() == first_rank) else {
        return false;
    };
    let neighbours = attacks::king_attacks(shape.from) & Bitboard::from(first_rank);
    neighbours.into_iter().filter_map(|square| board.piece_at(square)).any(|neighbour| {
        neighbour.color == piece.color
            && neighbour.role != piece.role
            && neighbour.role != Role::Pawn
            && start.piece_at(shape.from) == Some(piece)
            && reach(board, shape.from, neighbour).contains(shape.to)
    })
}
