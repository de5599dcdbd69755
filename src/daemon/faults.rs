//! What a board's scanner says is wrong, and what that keeps from being read.

use touchmove_core::board::{Bitboard, What, blinds};

/// Faults, each with its squares; none: the whole board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Vec<(String, Bitboard)>);

/// What a record says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// One has begun.
    Begun,
    /// Nothing is wrong any more.
    Over,
    /// Nothing new.
    None,
}

impl Faults {
    /// Sees a record of the scanner.
    pub(crate) fn see(&mut self, what: &What) -> News {
        let before = self.0.len();
        match what {
            What::Fault { squares, reason } => {
                let fault = (reason.clone(), squares.0);
                if self.0.contains(&fault) {
                    return News::None;
                }
                self.0.push(fault);
                return News::Begun;
            }
            What::Mended { squares, reason } => {
                self.0.retain(|fault| *fault != (reason.clone(), squares.0));
            }
            // Once the whole board is read nothing keeps it from being so.
            What::Raw(_) => self.0.retain(|(code, squares)| squares.any() || !blinds(code)),
            _ => {}
        }
        if before > 0 && self.0.is_empty() { News::Over } else { News::None }
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[(String, Bitboard)] {
        &self.0
    }

    /// Squares that cannot be read because of them.
    pub(crate) fn unread(&self) -> Bitboard {
        unread(&self.0)
    }
}

/// Squares that cannot be read because of these faults.
pub(crate) fn unread(faults: &[(String, Bitboard)]) -> Bitboard {
    let blind = faults.iter().filter(|(code, _)| blinds(code));
    blind.fold(Bitboard::EMPTY, |all, (_, squares)| {
        all | if squares.is_empty() { Bitboard::FULL } else { *squares }
    })
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::{Planes, Squares};

    use super::*;

    fn fault(squares: u64, reason: &str) -> What {
        What::Fault { squares: Squares(Bitboard(squares)), reason: reason.into() }
    }

    fn mended(squares: u64, reason: &str) -> What {
        What::Mended { squares: Squares(Bitboard(squares)), reason: reason.into() }
    }

    #[test]
    fn a_fault_is_there_until_it_is_mended_or_the_whole_board_is_read() {
        let mut faults = Faults::default();
        assert_eq!(faults.see(&fault(3, "expander")), News::Begun);
        assert_eq!(faults.see(&fault(3, "expander")), News::None);
        assert_eq!(faults.see(&fault(0, "stale")), News::Begun);
        assert_eq!(faults.unread(), Bitboard::FULL);
        let raw = What::Raw(Planes::Occupancy(Bitboard::EMPTY));
        assert_eq!(faults.see(&raw), News::None);
        assert_eq!(faults.unread(), Bitboard(3), "an expander's squares are not read by that");
        assert_eq!(faults.see(&mended(3, "expander")), News::Over);
    }

    #[test]
    fn what_keeps_nothing_from_being_read_lasts_until_it_is_mended() {
        let mut faults = Faults::default();
        faults.see(&fault(0, "undervoltage"));
        assert_eq!(faults.unread(), Bitboard::EMPTY);
        faults.see(&What::Raw(Planes::Occupancy(Bitboard::EMPTY)));
        assert_eq!(faults.all().len(), 1);
    }
}
