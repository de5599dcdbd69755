//! How far a position looks from a mate by minor pieces alone.
//!
//! A minor piece mates in a corner, and often only with the help of one of the loser's own men: a
//! lone knight needs any man but a queen beside the king; bishops of one colour need a knight or a
//! bishop of the other colour, or a rook's pawn that the king has overtaken.

use shakmaty::{Bitboard, Board, Color, Square, attacks};

use super::guess::run;

/// Guesses for the two orders of the search; the smaller, the nearer.
pub(super) fn corner(board: &Board, side: Color, king: Square, hunter: Square) -> [u32; 2] {
    let ours = board.by_color(side);
    let theirs = board.by_color(!side).without(king);
    let knights = ours & board.knights();
    let bishops = ours & board.bishops();
    let way = board.occupied().without(king);
    let mut held = attacks::king_attacks(hunter);
    for from in knights {
        held |= attacks::knight_attacks(from);
    }
    for from in bishops {
        held |= attacks::bishop_attacks(from, way);
    }
    let around = attacks::king_attacks(king) & !theirs;
    let flights = (around & !held).count() as u32;
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let alone = (ours & !board.pawns()).count() == 2 || (knights.is_empty() && dark != light);
    let pawns = theirs & board.pawns();
    // Men that can help wherever the corner is.
    let men = if knights.any() {
        theirs & !board.queens() & !pawns
    } else {
        theirs
            & (board.knights()
                | board.bishops()
                    & if dark { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES })
    };
    let mut best = u32::MAX;
    for corner in Bitboard::CORNERS {
        if knights.is_empty() && !(if corner.is_dark() { dark } else { light }) {
            continue;
        }
        // The king and the check see to the diagonal; one square beside along the edge is left.
        let beside =
            attacks::king_attacks(corner) & !attacks::bishop_attacks(corner, Bitboard::EMPTY);
        let mut help = 0;
        if alone {
            let near =
                |from: Square| beside.into_iter().map(|b| b.distance(from)).min().unwrap_or(0);
            // A bishop never gets to squares of the other colour.
            let strays = board.bishops()
                & if corner.is_dark() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
            help = (men & !strays).into_iter().map(near).min().unwrap_or(20);
            for pawn in pawns {
                let file = Bitboard::from_file(pawn.file());
                if file.contains(corner) && (!side).fold_wb(corner > pawn, corner < pawn) {
                    help = help.min(near(pawn) + 1);
                } else if knights.any() && beside.contains(pawn) {
                    help = 0;
                }
            }
        }
        let cost = king.distance(corner) * 4 + hunter.distance(corner).abs_diff(2) * 3 + help * 3;
        let jump = (knights | bishops)
            .into_iter()
            .map(|from| from.distance(corner).saturating_sub(2))
            .min();
        best = best.min(cost + jump.unwrap_or(0));
    }
    let best = best.min(120);
    let guards =
        (theirs & board.queens()).count() as u32 * 4 + (theirs & board.rooks()).count() as u32 * 2;
    let steps = if men.any() || pawns.is_empty() { 0 } else { run(!side, pawns, board.occupied()) };
    [best + flights * 4 + guards + steps * 2, best + flights * 2 + steps * 8]
}
