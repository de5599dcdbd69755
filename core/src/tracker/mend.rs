//! Squares whose readings count for nothing for a while, and what comes of it when they count again.

use std::mem;

use shakmaty::{Bitboard, Color, Move, Square};

use super::{Hand, Tracker, extend::BROKEN_AT_MOST, follow::PRESSES_KEPT, log, stand::Effect};
use crate::board::{Ms, Planes};

impl Tracker {
    /// Whether the reading of a square counts for nothing.
    pub fn distrusts(&self, square: Square) -> bool {
        self.distrusted.contains(square)
    }

    /// Squares whose readings count for nothing.
    pub fn distrusted(&self) -> Bitboard {
        self.distrusted
    }

    /// These squares' readings count for nothing from now on.
    pub fn distrust(&mut self, squares: Bitboard) {
        self.read_last = log::joined(self.read_last, self.seen, squares & !self.distrusted);
        self.distrusted |= squares;
        for h in &mut self.kept {
            h.residual |= self.distrusted;
        }
        self.narrow();
    }

    /// Whether whole moves go unseen: so many squares cannot be read that nothing is inferred over
    /// them.
    pub fn hides_moves(&self) -> bool {
        self.distrusted.count() > BROKEN_AT_MOST
    }

    /// Whether a move of this side may go unseen from beginning to end, few as the squares are that
    /// cannot be read.
    pub(super) fn hides_a_move(&self, side: Color) -> bool {
        let stand = &self.best().stand;
        let hidden = |m: &Move| (Effect::of(*m).squares() & !self.distrusted).is_empty();
        self.distrusted.count() > 1 && stand.turn() == side && stand.moves().iter().any(hidden)
    }

    /// The readings of these squares count again, and nothing is made of what they show.
    pub fn trust(&mut self, squares: Bitboard) {
        self.distrusted &= !squares;
        self.pressed_unseen.clear();
        self.narrow();
    }

    /// The readings of these squares count again. What changed on them meanwhile, and what was pressed
    /// for, is worked out as if it had all happened now.
    pub fn mend(&mut self, t: Ms, squares: Bitboard) {
        let squares = squares & self.distrusted;
        let unseen = self.hides_moves().then(|| self.clone());
        let seen = self.seen;
        self.take_up(t, squares, log::joined(seen, self.read_last, squares), Bitboard::FULL);
        let Some(unseen) = unseen else { return };
        // Somebody may have replied meanwhile, and the order in which the changes are known is not
        // that in which they happened.
        let upwards = Vec::from_iter(Bitboard::FULL);
        let downwards = Vec::from_iter(upwards.iter().rev().copied());
        for order in [upwards, downwards] {
            if self.explains() {
                return;
            }
            let mut anew = unseen.clone();
            for h in &mut anew.kept {
                h.began = anew.log.next();
            }
            let shown = anew.best().stand.shown_as(seen);
            anew.take_up(t, squares, shown, order);
            if anew.explains() {
                *self = anew;
            }
        }
    }

    /// From a reading of before to what the board shows, in that order, with the presses since.
    fn take_up(
        &mut self,
        t: Ms,
        squares: Bitboard,
        before: Planes,
        order: impl IntoIterator<Item = Square>,
    ) {
        let few = !self.hides_moves();
        self.distrusted &= !squares;
        let presses = match self.hides_moves() {
            true => Vec::new(),
            false => mem::take(&mut self.pressed_unseen),
        };
        // Where few squares could not be read and nothing has changed on them, the presses were for
        // nothing, and have been taken so.
        let presses = if few && before == self.seen { Vec::new() } else { presses };
        // What so many were for cannot be worked out.
        let presses = if presses.len() > PRESSES_KEPT { Vec::new() } else { presses };
        for h in &mut self.kept {
            h.residual &= !squares;
            h.pressed = h.pressed.filter(|_| presses.is_empty());
        }
        let seen = mem::replace(&mut self.seen, before);
        if before == seen {
            self.narrow();
        } else {
            self.scan_in(t, seen, order);
        }
        presses.into_iter().for_each(|side| self.press(t, side));
    }

    /// Whether moves and the hand explain all that is seen.
    fn explains(&self) -> bool {
        let best = self.best();
        let moves = matches!(best.hand, Hand::Rest | Hand::Moving | Hand::Done | Hand::Half);
        moves && (best.residual & !self.distrusted).is_empty()
    }
}
