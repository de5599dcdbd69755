//! Moves in notation as hands play them, in the words of [`super::input`].

use shakmaty::{CastlingMode, CastlingSide, Chess, Move, Position, fen::Fen, san::San};

/// A position as its FEN gives it.
pub fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// The move that is meant.
pub fn meant(position: &Chess, san: &str) -> Move {
    let read: San = san.parse().unwrap_or_else(|_| panic!("{san} is no move"));
    read.to_move(position)
        .unwrap_or_else(|_| panic!("{san} is not legal in {:?}", position.board()))
}

/// How a hand plays it and presses: its own piece first; a promoted pawn is swapped in sight.
pub fn strokes(position: &Chess, played: Move) -> String {
    let (from, to) = (played.from().unwrap(), played.to());
    let stroke = match played {
        Move::Castle { king, rook } => {
            let side = played.castling_side().unwrap();
            let turn = position.turn();
            let (king_to, rook_to) = (side.king_to(turn), CastlingSide::rook_to(side, turn));
            format!("-{king} +{king_to} -{rook} +{rook_to}")
        }
        Move::EnPassant { from, to } => {
            let victim = shakmaty::Square::from_coords(to.file(), from.rank());
            format!("-{from} +{to} -{victim}")
        }
        _ if played.is_capture() => format!("-{from} -{to} +{to}"),
        _ => format!("-{from} +{to}"),
    };
    let swap = if played.is_promotion() { format!("| -{to} +{to} ") } else { String::new() };
    format!("{stroke} {swap}! |")
}
