//! What a completed castling shows: which piece was first (4.4.2), and how many hands (4.1 / 7.5.4).

use shakmaty::{Bitboard, Move};

use super::{Game, Notice, Saying, offences::back};
use crate::{
    board::{Advice, Matter, Severity, Text},
    rules::{Concept, Treatment},
    tracker::{Castling, Change, Effect, Ply, last_lift},
};

impl Game {
    /// Article 4.4.2: the rook left its square before the king. Where the king stands still, as he may in
    /// Chess960, the rook is moved alone; where the rook does, it can only have been touched.
    pub(super) fn judge_castling(
        &mut self,
        ply: &Ply,
        m: Move,
        changes: &[Change],
        saying: &mut Saying,
    ) {
        let Move::Castle { king, rook } = m else { return };
        let castling = Castling::new(king, rook);
        let brush = self.rules.times.brush_ms;
        let lift = |square| {
            let lifts = changes.iter().enumerate();
            let mut lifts = lifts.filter(|(_, c)| c.square == square && c.kind.is_lift());
            lifts.find(|(n, c)| back(&changes[*n..], square).is_none_or(|t| t >= c.t + brush))
        };
        let last = |square| changes.iter().rev().find(|c| c.square == square && c.kind.is_lift());
        let (Some((_, first_rook)), Some(rook_goes), Some((_, king_goes))) =
            (lift(rook), last(rook), lift(king))
        else {
            return;
        };
        let together = self.rules.times.together_ms;
        let rook_stands = rook == castling.rook_to;
        let goes_first = !rook_stands && rook_goes.t + together < king_goes.t;
        let touched_first = first_rook.t + together < king_goes.t;
        if king == castling.king_to || !touched_first {
            return;
        }
        let severity = if goes_first { Severity::Decision } else { Severity::Attention };
        let rook_to = castling.rook_to;
        let released = |c: &Change| {
            c.square == rook_to && !c.kind.is_lift() && c.t < king_goes.t && c.t > first_rook.t
        };
        let released = !rook_stands && changes.iter().any(released);
        let side = ply.by();
        let moves = ply.before.moves().iter().filter(|m| m.from() == Some(rook));
        let advice = if released {
            vec![
                Advice::Reinstate { ply: Game::before(ply) },
                Advice::Oblige {
                    side: Text(side),
                    moves: moves
                        .filter(|m| m.to() == rook_to)
                        .map(|m| Text(ply.before.uci(*m)))
                        .collect(),
                },
            ]
        } else {
            vec![
                Advice::Reinstate { ply: Game::before(ply) },
                Advice::Oblige {
                    side: Text(side),
                    moves: moves.map(|m| Text(ply.before.uci(*m))).collect(),
                },
            ]
        };
        let notice = Notice::new(Matter::CastlingRookFirst { uci: Text(ply.uci()) }, severity)
            .by(side)
            .at(Bitboard::from(king).with(rook))
            .advise(advice);
        let notice = notice.citing(&self.rules, Concept::CastlingRookFirst);
        self.raise(saying, notice);
    }

    /// Articles 4.1 / 7.5.4: two pieces moved in a way that one hand hardly can.
    pub(super) fn judge_hands(
        &mut self,
        ply: &Ply,
        m: Move,
        changes: &[Change],
        saying: &mut Saying,
    ) {
        // Where an assistant helps, two hands are none of his own (4.9, 6.7.4).
        if ply.pressed.is_none() || *self.assisted.get(ply.by()) {
            return;
        }
        let Some(Castling { king, rook, king_to, rook_to }) = Castling::of(m) else { return };
        let (Some(king_lift), Some(rook_lift)) =
            (last_lift(changes, king), last_lift(changes, rook))
        else {
            return;
        };
        // The first landing: what is brushed or straightened later is no part of it.
        let (Some(king_down), Some(rook_down)) =
            (back(&changes[king_lift..], king_to), back(&changes[rook_lift..], rook_to))
        else {
            return;
        };
        let (king_up, rook_up) = (changes[king_lift].t, changes[rook_lift].t);
        let both_in_the_air = king_up < rook_down && rook_up < king_down;
        let at_once = king_down.abs_diff(rook_down) < self.rules.times.two_hands_ms
            && king_up.abs_diff(rook_up) < self.rules.times.two_hands_ms;
        if !(both_in_the_air && at_once) {
            return;
        }
        let side = ply.by();
        let count = self.next_count(side);
        let advice = if self.rules.parameters.two_hands == Treatment::AsIllegalMove {
            self.illegal_advice(side, Game::before(ply), count)
        } else {
            vec![Advice::Warn { side: Text(side) }]
        };
        let notice = Notice::new(Matter::TwoHands {}, Severity::Attention)
            .by(side)
            .at(Effect::of(m).squares())
            .advise(advice);
        let notice = notice.citing(&self.rules, Concept::TwoHands);
        self.raise(saying, notice);
    }
}
