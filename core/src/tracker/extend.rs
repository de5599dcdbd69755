use shakmaty::{Bitboard, Move};

use super::{
    Hand, Tracker,
    hypothesis::{Hypothesis, Made, Step},
    log::{Change, ChangeKind},
    stand::Effect,
    successors::Successors,
    weigh,
};
use crate::board::Ms;

/// How a capture that no sensor saw is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unseen {
    /// Only where the squares show it.
    Refuse,
    /// Something else shows that the move is over: a press, or the opponent's hand.
    Accept,
}

impl Tracker {
    /// Every explanation in which the change completes a move of `h`.
    pub(super) fn extend(&self, h: &Hypothesis, change: Change, out: &mut Successors) {
        let from = out.len();
        self.moves_of(h, change, Unseen::Refuse, out);
        // Two moves may become complete at once: the reply was quicker than the last piece to land.
        for i in from..out.len() {
            let mut made = out.since(i)[0].clone();
            made.cost += weigh::REPLIED_AT_ONCE;
            if !made.stand.diff(self.seen).without(made.residual).is_empty() {
                self.moves_of(&made, change, Unseen::Refuse, out);
            }
        }
    }

    /// Every explanation in which `h` holds a capture that no sensor saw, and the move is over.
    pub(super) fn unseen(&self, h: &Hypothesis, t: Ms, out: &mut Successors) {
        if h.hand != Hand::Moving && !matches!(h.hand, Hand::Illegal(_)) {
            return;
        }
        let Some(change) = self.log.since(h.began).last().copied() else { return };
        self.moves_of(h, Change { t, ..change }, Unseen::Accept, out);
    }

    /// The explanation in which the illegal move of `h` stands and play goes on after it.
    pub(super) fn stands(&self, h: &Hypothesis, t: Ms, odd: u32, out: &mut Successors) {
        let Hand::Illegal(shape) = h.hand else { return };
        if !out.room() {
            return;
        }
        let after = h.stand.shifted(&shape.shifts(), shape.victim(), None);
        let began = self.log.next();
        let made = Made {
            number: self.number(h) + 1,
            t,
            until: began,
            began,
            residual: h.residual,
            cost: weigh::ILLEGAL_STANDS + odd,
        };
        out.push(h.with(Step::Illegal(shape), after, made));
    }

    fn moves_of(&self, h: &Hypothesis, change: Change, unseen: Unseen, out: &mut Successors) {
        let occupied = self.seen.occupied();
        let gone = h.stand.own() & !occupied;
        let changes = self.log.since(h.began);
        if gone.is_empty() && !h.stand.castling_mode().is_chess960() {
            return;
        }
        for m in h.stand.moves() {
            if !out.room() {
                return;
            }
            let left_and_reached =
                || m.from().is_none_or(|from| gone.contains(from)) && occupied.contains(m.to());
            if !m.is_castle() && !left_and_reached() {
                continue;
            }
            let effect = Effect::of(*m);
            if !self.shows(h, *m, &effect, gone, occupied, changes) {
                continue;
            }
            let left = h.stand.diff_after(self.seen, &effect).without(h.residual);
            // What stands wrong may be somebody's sleeve, but then this change must be the move's.
            if !left.is_empty() && !effect.squares().contains(change.square) {
                continue;
            }
            let captured_unseen = !weigh::seen_capture(*m, changes);
            if captured_unseen && unseen == Unseen::Refuse && !self.polar() {
                continue;
            }
            let Some(cost) = weigh::manner(&h.stand, *m, &left, self.seen, changes) else {
                continue;
            };
            let cost = cost + h.pressed.map_or(0, |pressed| weigh::landed_late(pressed, change.t));
            if h.cost + cost > self.worst_kept {
                continue;
            }
            out.push(self.made(h, *m, change, &left, cost));
        }
    }

    /// Whether the squares that the move leaves are empty and those that it fills are not.
    fn shows(
        &self,
        h: &Hypothesis,
        m: Move,
        effect: &Effect,
        gone: Bitboard,
        occupied: Bitboard,
        changes: &[Change],
    ) -> bool {
        if m.is_castle() {
            let left = effect.leaves & !effect.fills;
            let lifted = |square| changes.iter().any(|c| c.square == square && c.kind.is_lift());
            return (left & occupied).is_empty()
                && occupied.is_superset(effect.fills)
                && (effect.leaves & effect.fills).into_iter().all(lifted)
                && (left.any() || h.stand.castling_mode().is_chess960());
        }
        gone.is_superset(effect.leaves)
            && occupied.is_superset(effect.fills)
            && effect
                .victim
                .is_none_or(|victim| effect.fills.contains(victim) || !occupied.contains(victim))
    }

    fn made(
        &self,
        h: &Hypothesis,
        m: Move,
        change: Change,
        left: &super::Diff,
        cost: u32,
    ) -> Hypothesis {
        let until = self.log.next();
        // A piece of the opponent that is already in the air belongs to his own turn.
        let lifted =
            if left.extra.is_empty() { left.missing & h.stand.theirs() } else { Bitboard::EMPTY };
        let lifted_at = self
            .log
            .range(h.began, until)
            .iter()
            .rposition(|c| c.kind == ChangeKind::Lift && lifted.contains(c.square))
            .map(|place| h.began + place);
        let still_wrong = h.stand.diff_after(self.seen, &Effect::of(m)).squares();
        let residual = (h.residual & still_wrong) | (left.squares() & !lifted);
        let made = Made {
            number: self.number(h) + 1,
            t: change.t,
            until,
            began: lifted_at.unwrap_or(until),
            residual,
            cost: cost + weigh::left_lying(residual & !self.distrusted),
        };
        h.with(Step::Lawful(m), h.stand.play(m), made)
    }
}
