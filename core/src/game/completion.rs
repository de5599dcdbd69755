//! When a made move is a completed one.

use super::Game;
use crate::rules::UnpressedMove;

impl Game {
    /// Articles 6.7.1 / 6.2.1: pressed, or he made his next move; without a clock the opponent's touch.
    pub(super) fn is_complete(&self, place: usize) -> bool {
        let ply = &self.record[place].ply;
        if self.has_clock() {
            let held = self.hold.is_some_and(|hold| ply.pressed == Some(hold.t));
            (ply.pressed.is_some() && !held) || self.completed_unpressed(place)
        } else {
            self.record.len() > place + 1 || self.replied_to(ply)
        }
    }

    /// Articles 6.7.1 / 6.2.1: his next move completes a move that was not pressed for, or only the
    /// press for it.
    fn completed_unpressed(&self, place: usize) -> bool {
        let Some(next) = self.record.get(place + 2) else { return false };
        match self.rules.parameters.unpressed_move {
            UnpressedMove::EndingOrNextMove => true,
            UnpressedMove::Ending => next.ply.pressed.is_some() || next.completed(),
        }
    }
}
