//! Rapid and blitz under limited supervision: positions that no game can reach (13.4.4 / A.5.4).

use shakmaty::{Bitboard, Color};

use super::{Game, Notice, Saying};
use crate::{
    board::{Advice, Alert, AlertKind, Cleared, Matter, Severity, Text},
    rules::{AnsweredIllegalMove, Concept, IllegalPosition},
    tracker::{Hand, Stand, Step},
};

/// Moves after which a pawn on its last rank is no longer spoken of: by then it has been waited for.
const LATE: usize = 3;

impl Game {
    /// 13.4.2 / A.5.2: what was irregular about a move stands once the opponent has made his next.
    pub(super) fn answered_stands(&mut self, saying: &mut Saying) {
        if self.rules.parameters.answered_illegal_move != AnsweredIllegalMove::Stands {
            return;
        }
        let answered = self.record.iter().rev().nth(1);
        if answered.is_some_and(|entry| matches!(entry.ply.step, Step::Illegal(_))) {
            self.clear_kind(AlertKind::IllegalMove, Cleared::Moot, saying);
        }
        let Some(offender) = self.record.last().map(|entry| !entry.ply.by()) else { return };
        let about =
            [AlertKind::PressedWithoutMove, AlertKind::TwoHands, AlertKind::PromotionUnverified];
        let stands =
            |alert: &Alert| about.contains(&alert.kind()) && alert.side == Some(Text(offender));
        self.clear_where(stands, Cleared::Moot, saying);
    }

    /// Both kings are in check, or a pawn seems to stand on its last rank: the arbiter waits for the next
    /// move, and then the game is drawn.
    pub(super) fn illegal_position(&mut self, saying: &mut Saying) {
        if self.rules.parameters.illegal_position != IllegalPosition::Drawn {
            return;
        }
        let pressed = self.position_pressed_for();
        let squares = pressed.and_then(|stand| both_in_check(&stand).or(self.unpromoted(&stand)));
        let known = self.book.open().find(|alert| alert.kind() == AlertKind::IllegalPosition);
        match (squares, known.cloned()) {
            (None, Some(_)) => {
                self.clear_kind(AlertKind::IllegalPosition, Cleared::Restored, saying);
            }
            (Some(squares), None) => {
                let notice =
                    Notice::new(Matter::IllegalPosition {}, Severity::Attention).at(squares);
                let notice = notice.citing(&self.rules, Concept::IllegalPosition);
                self.unreachable_since = self.presses;
                self.raise(saying, notice);
            }
            (Some(squares), Some(mut alert)) if self.presses > self.unreachable_since => {
                alert.squares.0 = squares;
                alert.advice = vec![Advice::Draw {}];
                self.revise(alert, saying);
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }

    /// A pawn of a late move that was pressed for so fast that it was hardly exchanged, and that stands
    /// there still.
    fn unpromoted(&self, stand: &Stand) -> Option<Bitboard> {
        let late = self.record.len().saturating_sub(LATE);
        let stays = |place: usize| {
            let ply = &self.record[place].ply;
            let m = ply.lawful().filter(|m| m.promotion().is_some())?;
            let kinds = [AlertKind::PromotionUnverified];
            let (alert, fate) = self.book.newest_of(&kinds, ply.by(), ply.number)?;
            let doubted = alert.severity == Severity::Attention
                && alert.ply == ply.number
                && matches!(fate, None | Some(Cleared::Moot));
            let moved_on = self.record[place + 1..].iter().filter_map(|entry| entry.ply.lawful());
            let left = moved_on.into_iter().any(|later| later.from() == Some(m.to()));
            let piece = stand.board().piece_at(m.to());
            let there = piece.is_some_and(|piece| piece.color == ply.by());
            (doubted && there && !left).then_some(m.to().into())
        };
        (late..self.record.len()).find_map(stays)
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
