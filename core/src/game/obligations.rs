//! What the player to move is bound to by what he touched, as it is told and kept.

use std::{iter, sync::Arc};

use super::{Game, Saying, Stage};
use crate::{
    board::{AlertKind, Event, Ms, Squares, Text},
    rules::{
        Obligation, TurnPasses, obligation,
        touch::{self, Handled},
    },
    tracker::{Change, Hand, Ply, Stand},
};

/// Touches of a turn that was broken off. It ended with an illegal move: they bind the move that
/// replaces it, and so does what was moved (7.4.1 / 7.5.1). Or the clocks were stopped.
#[derive(Clone, Debug)]
pub(super) struct Carried {
    /// Moves before it.
    ply: u32,
    /// Names the position in which it was played.
    key: u64,
    touched: Vec<Handled>,
}

/// The part of the log in which a turn was played.
struct Turn<'a> {
    /// Moves before it.
    ply: u32,
    stand: &'a Stand,
    /// The move before it.
    last: Option<&'a Ply>,
    changes: &'a [Change],
    /// When the last of these changes had come.
    until: Ms,
    /// When it began: with the opponent's move, or with his press for it.
    begins: TurnPasses,
}

impl Game {
    /// What was touched before a move of the record, in `changes`, and what binds it from before.
    pub(super) fn touched_before(
        &self,
        ply: &Ply,
        changes: &[Change],
        begins: TurnPasses,
    ) -> Vec<Handled> {
        let last = ply.prev.as_deref();
        let (ply, stand, until) = (ply.number - 1, &*ply.before, ply.made);
        self.touched(&Turn { ply, stand, last, changes, until, begins })
    }

    fn touched(&self, turn: &Turn) -> Vec<Handled> {
        let carried = self.carried.iter().filter(|kept| kept.binds(turn.ply, turn.stand));
        let mut all: Vec<Handled> = carried.flat_map(|kept| kept.touched.clone()).collect();
        for h in self.touched_now(turn) {
            match all.iter_mut().find(|known| known.lifted == h.lifted && known.square == h.square)
            {
                Some(known) => *known = h,
                None => all.push(h),
            }
        }
        all
    }

    fn touched_now(&self, turn: &Turn) -> Vec<Handled> {
        let side = turn.stand.turn();
        let since = self.pressed_before(turn);
        let brush = self.rules.times.brush_ms;
        let mut handled = touch::handled(turn.stand, turn.changes, turn.until, brush);
        // Until he has pressed, the opponent may straighten his pieces (6.2.5); and what was set on
        // another square was moved by its owner or knocked, not touched to be captured.
        let made = turn.begins == TurnPasses::Made;
        let displaced = self.book.squares_at(AlertKind::Displaced, turn.ply);
        handled.retain(|h| !displaced.contains(h.square));
        handled.retain(|h| {
            let pressed = since.is_none_or(|since| h.lifted >= since);
            if h.piece.color == side { made || pressed } else { pressed && h.set_on.is_none() }
        });
        handled
    }

    /// When the opponent pressed for the move before, if there is a clock and he did so in time: who
    /// replies before the press touches on his own account.
    fn pressed_before(&self, turn: &Turn) -> Option<Ms> {
        let pressed = turn.last?.pressed.filter(|pressed| *pressed <= turn.until)?;
        self.has_clock().then_some(pressed)
    }

    /// Notes what was touched in the turn that ended with an illegal move after so many moves.
    pub(super) fn carry_touches(&mut self, ply: u32, stand: &Stand) {
        let best = self.tracker.best();
        let line = || iter::successors(best.line.as_deref(), |ply| ply.prev.as_deref());
        let illegal = line().find(|known| known.number == ply + 1);
        let (range, last) = match illegal {
            Some(illegal) => (illegal.changes, illegal.prev.as_deref()),
            None => ((best.began, self.tracker.log().next()), best.line.as_deref()),
        };
        let changes = self.tracker.log().range(range.0, range.1);
        let until = changes.last().map_or(self.now, |change| change.t);
        let begins = TurnPasses::Completed;
        let touched = self.touched(&Turn { ply, stand, last, changes, until, begins });
        self.carried = Some(Carried { ply, key: stand.key(), touched });
    }

    /// The position of the player to move, and what he has touched in it until `t`; `None` while what
    /// he does is no plain turn.
    pub(super) fn touched_this_turn(&self, t: Ms) -> Option<(Arc<Stand>, Vec<Handled>)> {
        let best = self.tracker.best();
        if self.tracker.plies() != self.plies() || !matches!(best.hand, Hand::Moving | Hand::Rest) {
            return None;
        }
        let stand = best.stand.clone();
        let changes = self.tracker.log().since(best.began);
        let (ply, last, until) = (self.plies(), best.line.as_deref(), t);
        let begins = self.rules.parameters.turn_passes;
        let touched = self.touched(&Turn { ply, stand: &stand, last, changes, until, begins });
        Some((stand, touched))
    }

    /// The clocks are stopped: what was touched before binds when they go on. What is handled
    /// meanwhile does not.
    pub(super) fn keep_touches(&mut self, t: Ms) {
        let turn = self.touched_this_turn(t).filter(|_| self.stage == Stage::Play);
        let Some((stand, touched)) = turn.filter(|(_, touched)| !touched.is_empty()) else {
            return;
        };
        self.carried = Some(Carried { ply: self.plies(), key: stand.key(), touched });
    }

    /// What the player to move must play because of what he touched; again each time that changes.
    pub(super) fn tell_obligation(&mut self, saying: &mut Saying) {
        let Some((stand, touched)) = self.touched_this_turn(saying.t) else { return };
        self.say_obligation(&stand, &touched, saying);
    }

    /// What binds the move that replaces an illegal one, when the game goes back to before it.
    pub(super) fn tell_carried(&mut self, saying: &mut Saying) {
        let stand = self.stand().clone();
        let Some(carried) = self.carried.as_ref().filter(|kept| kept.binds(self.plies(), &stand))
        else {
            return;
        };
        let touched = carried.touched.clone();
        self.told.obligation = None;
        self.say_obligation(&stand, &touched, saying);
    }

    fn say_obligation(&mut self, stand: &Stand, touched: &[Handled], saying: &mut Saying) {
        let ordered = self.ordered_at(self.plies(), stand).cloned();
        let bound = ordered.or_else(|| obligation(&self.rules, stand, touched));
        let Some(obligation) = bound else { return };
        let told = (self.plies(), obligation);
        if self.told.obligation.as_ref() == Some(&told) {
            return;
        }
        let Obligation { concept, moves } = &told.1;
        let event = Event::Obligation {
            side: Text(stand.turn()),
            moves: moves.iter().map(|m| Text(stand.uci(*m))).collect(),
            touched: Squares(touched.iter().map(|h| h.square).collect()),
            article: self.article(*concept),
        };
        self.told.obligation = Some(told);
        self.say(saying, event);
    }
}

impl Carried {
    fn binds(&self, ply: u32, stand: &Stand) -> bool {
        self.ply == ply && self.key == stand.key()
    }
}
