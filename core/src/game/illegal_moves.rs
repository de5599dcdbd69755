//! Illegal moves: what they are, what they cost, and how the record goes on after one that stands.

use shakmaty::{Bitboard, Color};

use super::{Game, Notice, Saying, chess960};
use crate::{
    board::{Advice, Alert, AlertKind, Choice, Event, Matter, Severity, Text},
    rules::{Concept, illegal},
    tracker::{Also, Ply, Shape, Stand, Step},
};

impl Game {
    /// A move that Article 3 forbids was completed.
    pub(super) fn illegal_move(&mut self, shape: Shape, severity: Severity, saying: &mut Saying) {
        let best = self.tracker.best();
        let illegal = best.line.as_ref().filter(|ply| ply.step == Step::Illegal(shape));
        let stand = illegal.map_or(&best.stand, |ply| &ply.before).clone();
        self.illegal_move_from(&stand, shape, severity, self.plies(), saying);
    }

    fn illegal_move_from(
        &mut self,
        stand: &Stand,
        shape: Shape,
        severity: Severity,
        ply: u32,
        saying: &mut Saying,
    ) {
        let side = stand.turn();
        let squares = Bitboard::from(shape.from).with(shape.to);
        if self.accused(shape) {
            return;
        }
        self.carry_touches(ply, stand);
        let count = self.next_count(side);
        let swapped = illegal::swapped_with_neighbour(self.start.board(), stand, shape);
        let matter = Matter::IllegalMove {
            uci: Text(shape.uci()),
            reason: chess960::reason(stand, shape),
            count,
            hint: swapped.then(|| "swapped_pieces".to_owned()),
        };
        let advice = if severity == Severity::Decision {
            self.illegal_advice(side, ply, count)
        } else {
            vec![Advice::Reinstate { ply }]
        };
        let mut choices = Vec::from_iter(self.choice_if_nobody_complains(&advice));
        if swapped {
            choices.push(self.choice_of_wrong_start());
        }
        let notice = Notice::new(matter, severity).by(side).at(squares).advise(advice);
        let notice = Notice { choices, ..notice };
        let notice = notice.citing(&self.rules, Concept::IllegalMove);
        self.raise(saying, notice);
    }

    /// Articles 7.1.1 / 7.2.1: the pieces stood on each other's squares from the start, and nobody is
    /// punished.
    fn choice_of_wrong_start(&self) -> Choice {
        let article = self.article(Concept::WrongStart);
        Choice { article, steps: vec![Advice::NewGame {}] }
    }

    /// Whether that illegal move is told and not decided.
    pub(super) fn accused(&self, shape: Shape) -> bool {
        let squares = Bitboard::from(shape.from).with(shape.to);
        let told = |a: &Alert| a.kind() == AlertKind::IllegalMove && a.squares.0 == squares;
        self.book.open().any(told) || self.excused().is_superset(squares)
    }

    /// Half of castling or of en passant was done, pressed for, and left so.
    pub(super) fn half_done(&self) -> Option<Shape> {
        let stand = &self.tracker.best().stand;
        let diff = self.tracker.diff();
        let own = diff.missing & stand.own();
        let king = stand.board().kings() & own;
        let from = king.first().or(own.first())?;
        let to = diff.extra.first()?;
        Some(Shape { from, to, also: Also::Nothing })
    }

    /// The record went on after an illegal move.
    pub(super) fn illegal_move_stands(&mut self, ply: &Ply, saying: &mut Saying) {
        if let Step::Illegal(shape) = ply.step {
            self.illegal_move_from(&ply.before, shape, Severity::Decision, ply.number - 1, saying);
        }
    }

    /// The record came back to a position that the rules know: a new leg begins here.
    pub(super) fn told_lawful_again(&mut self, saying: &mut Saying) {
        let Some(last) = self.record.last() else { return };
        if last.told() || last.ply.after.chess().is_none() {
            return;
        }
        self.leg += 1;
        let (fen, ply) = (last.fen.clone(), last.ply.number);
        self.say(saying, Event::Leg { n: self.leg, fen, ply });
    }

    pub(super) fn illegal_at(&self, ply: u32, side: Color) -> bool {
        self.book.raised_at(AlertKind::IllegalMove, side, ply)
    }
}
