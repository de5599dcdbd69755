//! Hearing the arbiter.

use shakmaty::Position;

use super::{Asked, Hands, Phase};
use crate::{
    board::{Cleared, Event, Ms, Said, Withdrawal},
    hands::plan::{Deed, Plan},
};

impl Hands {
    /// Takes in what was said, as players hear an arbiter: alerts are not for them, but stopped
    /// clocks, positions to be set up and results are.
    pub fn hear(&mut self, said: &Said) {
        let t = said.t;
        match &said.event {
            Event::Clock { running: None, .. } => self.halt(t),
            Event::Clock { running: Some(side), .. } => self.resume(t, Some(side.0)),
            Event::Done { r#do, .. } if r#do == "pause" => self.halt(t),
            Event::Done { r#do, .. } if r#do == "resume" => self.resume(t, None),
            Event::Setup { missing, extra, wrong_color } if self.phase == Phase::Stopped => {
                let wanted = missing.0 | extra.0 | wrong_color.0;
                if wanted.any() {
                    self.ask(t, Asked::Squares(missing.0, extra.0));
                }
            }
            Event::Ready { .. } if self.phase == Phase::Stopped => self.tip_lever(t),
            Event::AlertCleared { why, .. } if self.phase == Phase::Stopped => {
                if *why == Cleared::Dismissed && self.counting.is_some() {
                    // They only waited for a word.
                    self.resume(t, None);
                } else {
                    self.tip_lever(t);
                }
            }
            Event::Obligation { moves, .. } if self.phase == Phase::Stopped => {
                self.obliged = moves.iter().map(|m| m.0).collect();
            }
            Event::MovesWithdrawn { from_ply, fen, why } => match why {
                Withdrawal::Reinstate
                | Withdrawal::SetPosition
                | Withdrawal::AcceptBoard
                | Withdrawal::Undo => {
                    self.go_to(t, fen, (*from_ply as usize).checked_sub(1));
                }
                Withdrawal::Hand | Withdrawal::Flip | Withdrawal::Correct => {}
            },
            Event::GameOver { .. } if !matches!(self.phase, Phase::Over | Phase::Done) => {
                self.stop_counting();
                self.drop_plans(t);
                self.phase = Phase::Over;
            }
            Event::Reopened { .. } => {
                self.phase = Phase::Stopped;
                self.ask(t, Asked::Position);
            }
            _ => {}
        }
    }

    /// The clocks stand: whoever has a piece in the air sets it down, then both wait.
    fn halt(&mut self, t: Ms) {
        let playing = self.phase == Phase::Playing;
        if playing || (self.phase == Phase::Stopped && self.counting.is_some()) {
            self.drop_plans(t);
            self.stop_counting();
            self.phase = Phase::Stopped;
        }
    }

    fn resume(&mut self, t: Ms, running: Option<shakmaty::Color>) {
        if self.phase != Phase::Stopped {
            return;
        }
        self.drop_plans(t);
        self.phase = Phase::Playing;
        self.unpressed = None;
        if !self.here.lever {
            return;
        }
        if let Some(side) = running {
            self.pressed = Some(!side);
        }
        self.counting = Some(self.now);
        let turn = self.course.position(self.ply).turn();
        if self.pressed != Some(!turn) {
            // He had moved but not pressed.
            self.press_soon(!turn);
        }
    }

    /// Sets the lever right while the clocks stand.
    fn tip_lever(&mut self, t: Ms) {
        let turn = self.course.position(self.ply).turn();
        let idle = self.queue.is_empty() && !self.busy && self.asked.is_none();
        if self.here.lever && idle && self.counting.is_none() && self.pressed == Some(turn) {
            self.now = self.now.max(t);
            self.press_soon(!turn);
        }
    }

    fn press_soon(&mut self, side: shakmaty::Color) {
        let mut plan = Plan::new(&mut self.dice, self.board.clone(), 100);
        plan.between(400, 900).press(side);
        self.queue.append(&mut plan.steps);
    }

    fn ask(&mut self, t: Ms, asked: Asked) {
        self.drop_plans(t);
        self.asked = Some(asked);
    }

    fn go_to(&mut self, t: Ms, fen: &str, ply: Option<usize>) {
        let Some(position) = self.course.read(fen) else { return };
        let named =
            ply.filter(|&ply| ply <= self.course.len() && *self.course.position(ply) == position);
        match named.or_else(|| self.course.find(&position, self.ply)) {
            Some(ply) => self.ply = ply,
            None => {
                self.course.restart(position);
                self.ply = 0;
                self.due.clear();
                self.free.get_or_insert(super::planning::FREE_MOVES);
            }
        }
        if matches!(self.phase, Phase::Over | Phase::Done | Phase::Ending) {
            self.phase = Phase::Stopped;
        }
        self.ask(t, Asked::Position);
    }

    /// Forgets what was planned, but for setting down what is in the air.
    fn drop_plans(&mut self, t: Ms) {
        if self.busy {
            let rest = self.queue.iter().position(|step| matches!(step.deed, Deed::Rest));
            self.queue.truncate(rest.map_or(0, |at| at + 1));
        } else {
            self.queue.clear();
            self.now = self.now.max(t);
        }
    }
}
