//! The test for every ply: sound, capped, without allocation.

use shakmaty::{Chess, Color, Position};

use super::locked::shut;

/// What the quick test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quick {
    /// No series of legal moves ends with this side mating.
    Cannot,
    /// The quick test does not know.
    Unknown,
}

/// A line counts as forced while there is no more choice than this.
const NARROW: usize = 3;
/// Forced lines are followed this deep, in plies.
const DEPTH: u32 = 10;
/// Positions looked at in all.
const CAP: u32 = 60;

/// Tells at once, for most positions where it is so, that `side` can never mate.
#[must_use]
pub fn quick(pos: &Chess, side: Color) -> Quick {
    let mut left = CAP;
    if never(pos, side, DEPTH, &mut left) { Quick::Cannot } else { Quick::Unknown }
}

/// Whether `side` can never mate, as far as forced lines and material show.
fn never(pos: &Chess, side: Color, depth: u32, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return pos.turn() == side || !pos.is_check();
    }
    if pos.has_insufficient_material(side) || shut(pos, side) {
        return true;
    }
    depth > 0
        && moves.len() <= NARROW
        && moves.iter().all(|&m| {
            let mut next = pos.clone();
            next.play_unchecked(m);
            never(&next, side, depth - 1, left)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, FromSetup, PositionError, fen::Fen};

    fn ask(fen: &str) -> [Quick; 2] {
        let fen: Fen = fen.parse().unwrap();
        let pos = Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .unwrap();
        [quick(&pos, Color::White), quick(&pos, Color::Black)]
    }

    #[test]
    fn a_bare_king_cannot_and_a_rook_may() {
        assert_eq!(ask("7k/8/8/8/8/8/7R/K7 b - - 2 63"), [Quick::Unknown, Quick::Cannot]);
    }

    #[test]
    fn mate_is_looked_at_before_material() {
        let fen = "8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1";
        assert_eq!(ask(fen), [Quick::Cannot, Quick::Unknown]);
    }

    #[test]
    fn stalemate_is_the_end_for_both() {
        assert_eq!(ask("7k/5Q2/6K1/8/8/8/8/8 b - -"), [Quick::Cannot, Quick::Cannot]);
    }

    #[test]
    fn a_forced_capture_of_the_last_piece_is_followed() {
        assert_eq!(ask("kQ6/8/8/8/8/8/8/K7 b - - 0 1"), [Quick::Cannot, Quick::Cannot]);
    }

    #[test]
    fn kings_behind_a_wall_are_seen() {
        let wall = "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1";
        assert_eq!(ask(wall), [Quick::Cannot, Quick::Cannot]);
        let gap = "4k3/8/1p1p1p2/1P1P1P2/8/8/8/4K3 w - - 0 1";
        assert_eq!(ask(gap), [Quick::Unknown, Quick::Unknown]);
    }

    #[test]
    fn one_knight_mates_only_with_help_from_a_blocking_piece() {
        assert_eq!(ask("7k/8/8/8/8/8/p7/2N1K3 w - -"), [Quick::Unknown, Quick::Unknown]);
        assert_eq!(ask("7k/8/8/8/8/8/8/q1N1K3 w - -")[0], Quick::Cannot);
        assert_eq!(ask("7k/8/8/8/8/8/8/r1N1K3 w - -")[0], Quick::Unknown);
    }
}
