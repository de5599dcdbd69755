//! Play after an ending that players may not have noticed, and what the arbiter overrules of it.

use shakmaty::Color;

use super::{Game, Notice, Saying, Stage};
use crate::{
    board::{AlertKind, Cleared, Matter, Planes, Reason, Seen, Severity},
    rules::Concept,
    tracker::{Change, Ply},
};

/// So many pressed moves show that the players have not noticed.
const UNNOTICED: usize = 2;

impl Game {
    /// Whether the players may not know that the game has ended by itself (5.2.2, 9.6), or the mate
    /// rests on a piece that nobody saw.
    pub(super) fn may_be_unnoticed(&self, reason: Reason) -> bool {
        match reason {
            Reason::DeadPosition | Reason::FivefoldRepetition | Reason::SeventyFiveMoves => true,
            Reason::Checkmate => self.record.iter().rev().take(2).any(|entry| {
                let promotes = entry.ply.lawful().is_some_and(|m| m.promotion().is_some());
                promotes && self.seen_at(&entry.ply) == Seen::Assumed
            }),
            _ => false,
        }
    }

    /// A square changed after the end: followed, if the players may be playing on, and not told.
    pub(super) fn changed_afterwards(&mut self, change: Change) {
        match self.unnoticed {
            Some(_) => self.track(change),
            None => self.tracker.observe(change),
        }
    }

    pub(super) fn scanned_afterwards(&mut self, planes: Planes, saying: &Saying) {
        match self.unnoticed {
            Some(_) => self.track_scan(saying.t, planes),
            None => self.tracker.show(planes),
        }
    }

    /// A press after the end: two more pressed moves, and the arbiter is told.
    pub(super) fn pressed_afterwards(&mut self, side: Color, saying: &mut Saying) {
        let Some(reason) = self.unnoticed else { return };
        self.track_press(saying.t, side);
        let told = self.plies();
        let pressed =
            |ply: &Ply| ply.number > told && ply.pressed.is_some() && ply.lawful().is_some();
        let more = self.untold().iter().filter(|ply| pressed(ply)).count();
        if self.book.is_open(AlertKind::PlaysOn) || more < UNNOTICED {
            return;
        }
        let concept = match reason {
            Reason::FivefoldRepetition | Reason::SeventyFiveMoves => Concept::PlaysOnUnclaimed,
            _ => Concept::PlaysOnDeadPosition,
        };
        let notice = Notice::new(Matter::PlaysOn { reason }, Severity::Attention);
        let notice = notice.citing(&self.rules, concept);
        let event = self.book.raise(self.plies(), None, notice);
        self.say(saying, event);
    }

    /// The arbiter lets an ended game go on: what was played meanwhile is told.
    pub(super) fn catch_up(&mut self, saying: &mut Saying) {
        let Some(reason) = self.unnoticed.take() else { return };
        // A mate may come again, by another move.
        self.overruled = Some(reason).filter(|reason| *reason != Reason::Checkmate);
        self.looked_at = None;
        self.clear_kind(AlertKind::PlaysOn, Cleared::Moot, saying);
        self.stage = Stage::Play;
        self.settle(saying);
    }
}
