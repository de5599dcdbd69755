//! Rapid and blitz under limited supervision: positions that no game can reach (13.4.4 / A.5.4).

use shakmaty::{Bitboard, Color};

use super::{Game, Notice, Saying};
use crate::{
    board::{Advice, AlertKind, Cleared, Matter, Severity},
    rules::{AnsweredIllegalMove, Concept, IllegalPosition},
    tracker::{Hand, Stand, Step},
};

impl Game {
    /// 13.4.2 / A.5.2: an illegal move that was answered stands.
    pub(super) fn answered_stands(&mut self, saying: &mut Saying) {
        let answered = self.record.iter().rev().nth(1);
        let illegal = answered.is_some_and(|entry| matches!(entry.ply.step, Step::Illegal(_)));
        if illegal && self.rules.parameters.answered_illegal_move == AnsweredIllegalMove::Stands {
            self.clear_kind(AlertKind::IllegalMove, Cleared::Moot, saying);
        }
    }

    /// Both kings are in check: the arbiter waits for the next move, and then the game is drawn.
    pub(super) fn illegal_position(&mut self, saying: &mut Saying) {
        if self.rules.parameters.illegal_position != IllegalPosition::Drawn {
            return;
        }
        let kings = self.position_pressed_for().and_then(|stand| both_in_check(&stand));
        let known = self.book.open().find(|alert| alert.kind() == AlertKind::IllegalPosition);
        match (kings, known.cloned()) {
            (None, Some(_)) => {
                self.clear_kind(AlertKind::IllegalPosition, Cleared::Restored, saying);
            }
            (Some(kings), None) => {
                let notice = Notice::new(Matter::IllegalPosition {}, Severity::Attention).at(kings);
                let notice = notice.citing(&self.rules, Concept::IllegalPosition);
                self.unreachable_since = self.presses;
                self.raise(saying, notice);
            }
            (Some(kings), Some(mut alert)) if self.presses > self.unreachable_since => {
                alert.squares.0 = kings;
                alert.advice = vec![Advice::Draw {}];
                self.revise(alert, saying);
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    /// The position after the last move for which a player has pressed, as long as nothing is in the
    /// air.
    fn position_pressed_for(&self) -> Option<Stand> {
        let best = self.tracker.best();
        match best.hand {
            Hand::Illegal(shape) if best.pressed.is_some() => {
                Some(best.stand.shifted(&shape.shifts(), shape.victim(), None))
            }
            Hand::Rest if best.line.as_ref().is_some_and(|ply| ply.pressed.is_some()) => {
                Some(Stand::clone(&best.stand))
            }
            _ => None,
        }
    }
}

/// The kings' squares, if both are attacked.
fn both_in_check(stand: &Stand) -> Option<Bitboard> {
    let board = stand.board();
    let attacked = |color: Color| {
        let king = board.king_of(color)?;
        let by = !color;
        let occupied = board.occupied();
        board.attacks_to(king, by, occupied).any().then_some(king)
    };
    Some(Bitboard::from(attacked(Color::White)?) | Bitboard::from(attacked(Color::Black)?))
}
