//! What a change or a press makes of the explanations kept.

use shakmaty::{Bitboard, Color};

use super::{
    Change, Hand, Hypothesis, Tracker, log::after, stand::Effect, successors::Successors, weigh,
};
use crate::board::Ms;

/// Presses of which it may be worked out afterwards what they were for, where moves went unseen.
pub(super) const PRESSES_KEPT: usize = 8;

impl Tracker {
    /// A square became empty or occupied.
    pub fn change(&mut self, change: Change) {
        if self.distrusts(change.square) {
            self.seen = after(self.seen, change);
            return;
        }
        let mut next = Successors::default();
        if change.kind.is_lift() {
            self.opponent_reaches_out(change, &mut next);
        }
        self.log.push(change);
        self.seen = after(self.seen, change);
        self.weigh();
        for h in &self.kept {
            self.extend(h, change, &mut next);
        }
        let weighed = self.kept.len();
        self.effort.successors = next.count();
        self.kept.append(&mut next.into_made());
        self.weigh_from(weighed);
        self.wear_out(weighed);
        self.sift();
    }

    /// However disorder is priced, it grows less likely to be part of a game, all the more where
    /// moves are played meanwhile: `first` is the place of the newest explanations.
    fn wear_out(&mut self, first: usize) {
        let played =
            self.kept[first..].iter().any(|h| h.hand == Hand::Rest && h.residual.is_empty());
        let worn = if played { weigh::PLAYED_IN_DISORDER } else { 1 };
        for h in self.kept[..first].iter_mut().filter(|h| h.hand == Hand::Displaced) {
            h.cost += worn;
        }
    }

    /// A player pressed his clock.
    pub fn press(&mut self, t: Ms, side: Color) {
        self.clocked = true;
        let hidden = self.hides_moves() || self.hides_a_move(side);
        let mut pressed = Vec::with_capacity(self.kept.len());
        let mut next = Successors::default();
        for h in &self.kept {
            pressed.push(if h.stand.turn() == side {
                self.pressed_in_turn(h, t, side, &mut next)
            } else {
                self.pressed_out_of_turn(h, t, side)
            });
        }
        self.effort.successors = next.count();
        self.kept = pressed;
        self.kept.append(&mut next.into_made());
        self.narrow();
        let newest = self.best().line.as_ref();
        let explained = newest.is_some_and(|ply| ply.pressed == Some(t));
        if self.hides_moves() || hidden && !explained {
            self.pressed_unseen.push(side);
            self.pressed_unseen.truncate(PRESSES_KEPT + 1);
        }
    }

    fn pressed_out_of_turn(&self, h: &Hypothesis, t: Ms, side: Color) -> Hypothesis {
        let mut h = h.clone();
        let moved_on = self.moved_on(&h);
        h.cost += if h.complete(side, t) {
            if moved_on { weigh::PRESSED_FOR_ANOTHER } else { 0 }
        } else if h.pressed.is_some() && matches!(h.hand, Hand::Moving | Hand::Done) {
            weigh::PRESSED_MEANWHILE
        } else if h.pressed.is_some() && h.hand == Hand::Displaced {
            weigh::PRESSED_IN_DISORDER
        } else {
            weigh::PRESSED_AGAIN
        };
        h
    }

    /// Whether the piece of the newest move is no longer where that move set it.
    pub(super) fn moved_on(&self, h: &Hypothesis) -> bool {
        let reached = h.line.as_ref().and_then(|ply| ply.lawful()).map(|m| Effect::of(m).fills);
        let missing = h.stand.diff(self.seen).missing;
        reached.is_some_and(|reached| (reached & missing & h.stand.theirs()).any())
    }

    /// Whether the press at `t` was, as far as can be seen, for a move whose piece has left again the
    /// square where it stood: it is still on its way, or what it did was not seen.
    pub fn pressed_in_the_air(&self, t: Ms) -> bool {
        let newest = self.best().line.as_ref();
        newest.is_some_and(|ply| ply.pressed == Some(t)) && self.moved_on(self.best())
    }

    /// A press in mid-move has waited as long as a sensor may be late, and nothing has landed.
    pub fn waited(&mut self) {
        let in_the_air =
            |h: &Hypothesis| h.hand == Hand::Moving && (h.pressed.is_some() || self.moved_on(h));
        let late: Vec<bool> = self.kept.iter().map(in_the_air).collect();
        for (h, late) in self.kept.iter_mut().zip(late) {
            h.cost += if late { weigh::STILL_IN_THE_AIR } else { 0 };
        }
        self.narrow();
    }

    /// The explanation in which nothing but the press happened; those in which the press shows that
    /// a move is over are added to `next`.
    fn pressed_in_turn(
        &self,
        h: &Hypothesis,
        t: Ms,
        side: Color,
        next: &mut Successors,
    ) -> Hypothesis {
        let mut pressed = h.clone();
        // What stands on the board now is what he presses for, not an older move that he forgot.
        let stands = matches!(h.hand, Hand::Illegal(_) | Hand::Half);
        if !stands && pressed.complete(side, t) {
            return pressed;
        }
        let from = next.len();
        self.unseen(h, t, next);
        self.stands(h, t, 0, next);
        for made in next.since(from) {
            made.complete(side, t);
        }
        pressed.cost += match h.hand {
            Hand::Rest if self.hides_moves() => 0,
            Hand::Rest => weigh::PRESSED_NOTHING,
            Hand::Done => weigh::PRESSED_AND_WENT_ON,
            _ => weigh::PRESSED_MIDWAY,
        };
        if h.hand != Hand::Rest {
            pressed.pressed = Some(t);
        }
        pressed
    }

    /// The opponent lifts a piece, or one that he may then capture: the move before is over, even if
    /// its capture was never seen or Article 3 forbids it.
    fn opponent_reaches_out(&self, change: Change, next: &mut Successors) {
        for h in &self.kept {
            if h.stand.theirs().contains(change.square) {
                self.unseen(h, change.t, next);
                let odd = if self.clocked && h.pressed.is_none() { weigh::UNPRESSED } else { 0 };
                self.stands(h, change.t, odd, next);
            } else if self.in_the_air(h).single_square().is_some_and(|from| from != change.square) {
                let from = next.len();
                self.unseen(h, change.t, next);
                next.keep(from, |made| made.stand.capturable().contains(change.square));
            }
        }
    }

    /// Squares of pieces of the side to move that are off the board.
    fn in_the_air(&self, h: &Hypothesis) -> Bitboard {
        h.stand.diff(self.seen).missing & h.stand.own()
    }
}
