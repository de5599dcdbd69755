use shakmaty::{Bitboard, Move};

use super::{
    Castling, Hand, Tracker,
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

/// More squares than this that cannot be read leave nothing to infer from.
pub(super) const BROKEN_AT_MOST: usize = 8;

/// The board as one explanation needs it.
struct Board {
    /// Squares of the side to move that are empty, or may be.
    gone: Bitboard,
    occupied: Bitboard,
    /// Squares that cannot be read, but inferred.
    broken: Bitboard,
}

impl Board {
    /// Whether the move's piece may have left its square and reached the other.
    fn left_and_reached(&self, m: Move) -> bool {
        m.from().is_none_or(|from| self.gone.contains(from))
            && (self.occupied | self.broken).contains(m.to())
    }

    /// Whether what would tell that the move was made lies on squares that cannot be read: where it
    /// ends, or where it began if nothing new stands where it ends.
    fn leaves_open(&self, m: Move, effect: &Effect) -> bool {
        (effect.fills & self.broken).any()
            || ((effect.leaves & self.broken).any() && m.is_capture())
    }

    /// Whether the squares that the move leaves are empty and those that it fills are not.
    fn shows(&self, m: Move, effect: &Effect, changes: &[Change]) -> bool {
        let (filled, full) = (self.occupied | self.broken, self.occupied & !self.broken);
        if let Some(castling) = Castling::of(m) {
            let left = effect.leaves & !effect.fills;
            return (left & full).is_empty()
                && filled.is_superset(effect.fills)
                && castling.carried_out(changes);
        }
        self.gone.is_superset(effect.leaves)
            && filled.is_superset(effect.fills)
            && effect
                .victim
                .is_none_or(|victim| effect.fills.contains(victim) || !full.contains(victim))
    }
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
        let over_broken = h.hand == Hand::Rest && self.infers_over_broken();
        if !over_broken && h.hand != Hand::Moving && !matches!(h.hand, Hand::Illegal(_)) {
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

    /// Whether moves over squares that cannot be read are inferred: not where most of the board
    /// cannot.
    fn infers_over_broken(&self) -> bool {
        (1..=BROKEN_AT_MOST).contains(&self.distrusted.count())
    }

    fn moves_of(&self, h: &Hypothesis, change: Change, unseen: Unseen, out: &mut Successors) {
        let broken = if self.infers_over_broken() { self.distrusted } else { Bitboard::EMPTY };
        let occupied = self.seen.occupied();
        let board = Board { gone: h.stand.own() & (!occupied | broken), occupied, broken };
        let changes = self.log.since(h.began);
        if board.gone.is_empty() && !h.stand.castling_mode().is_chess960() {
            return;
        }
        for m in h.stand.moves() {
            if !out.room() {
                return;
            }
            if !m.is_castle() && !board.left_and_reached(*m) {
                continue;
            }
            let effect = Effect::of(*m);
            if !board.shows(*m, &effect, changes) {
                continue;
            }
            let left = h.stand.diff_after(self.seen, &effect).without(h.residual | broken);
            // What stands wrong may be somebody's sleeve, but then this change must be the move's.
            if !left.is_empty() && !effect.squares().contains(change.square) {
                continue;
            }
            let over_broken = board.leaves_open(*m, &effect);
            let captured_unseen = !self.polar() && !weigh::seen_capture(*m, changes);
            if (captured_unseen || over_broken) && unseen == Unseen::Refuse {
                continue;
            }
            let touched = changes.iter().any(|change| effect.squares().contains(change.square));
            if over_broken && !touched {
                continue;
            }
            let Some(cost) = weigh::manner(&h.stand, *m, &left, self.seen, changes) else {
                continue;
            };
            let late = h.pressed.map_or(0, |pressed| weigh::landed_late(pressed, change.t));
            let cost = cost + late + if over_broken { weigh::OVER_BROKEN } else { 0 };
            if h.cost + cost > self.worst_kept {
                continue;
            }
            out.push(self.made(h, *m, change, &left, cost));
        }
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
        let known = h.residual & (still_wrong | self.distrusted);
        let residual = known | (left.squares() & !lifted);
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
