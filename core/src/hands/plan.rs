//! What hands are about to do, step by step.

use std::collections::VecDeque;

use serde_json::{Map, Value};
use shakmaty::{Board, Color, Piece, Square};

use super::{
    dice::Dice,
    habit::{Habit, Occasion},
};
use crate::board::{Command, GameResult, Ms};

/// What the squares, the clock and the arbiter notice of a hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A square becomes empty.
    Lift(Square),
    /// A piece stands on a square; where another stood it is swapped.
    Place(Square, Piece),
    /// A player presses his clock.
    Press(Color),
    /// A player stops both clocks.
    Stop,
    /// The players tell the arbiter something that he enters.
    Tell(Command),
}

/// Why the arbiter is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A rule was broken in a way that play stops for: the alert's advice is due.
    Irregularity,
    /// The starting position is wrong.
    WrongStart,
    /// A player has stopped the clocks.
    Stopped,
    /// A flag is down.
    Flag,
    /// The game is over, and this is the result.
    Result(GameResult),
}

/// An alert that must come, and when it can be known.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The fields that it must have.
    pub alert: Map<String, Value>,
    /// Time of the trace, ms.
    pub due: Ms,
}

#[derive(Clone, Debug)]
pub(super) enum Deed {
    Act(Action),
    /// Nothing is in the air.
    Rest,
    /// The game's move stands on the board.
    Made,
    Habit(Habit),
    Occasion(Occasion),
    /// The alert can be known so much later.
    Expect(Map<String, Value>, Ms),
    Call(Call),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    /// After the step before, ms. Only acts take time.
    pub(super) wait: Ms,
    pub(super) deed: Deed,
}

/// A plan in the making. The board is what stands there after the steps so far.
pub(super) struct Plan<'a> {
    pub(super) dice: &'a mut Dice,
    pub(super) board: Board,
    pub(super) steps: VecDeque<Step>,
    /// What was captured cannot be told before the press.
    pub(super) riddle: bool,
    tempo: u32,
    wait: Ms,
}

impl<'a> Plan<'a> {
    pub(super) fn new(dice: &'a mut Dice, board: Board, tempo: u32) -> Plan<'a> {
        Plan { dice, board, steps: VecDeque::new(), riddle: false, tempo, wait: 0 }
    }

    /// Exactly so long.
    pub(super) fn wait(&mut self, ms: Ms) -> &mut Self {
        self.wait += ms;
        self
    }

    /// Between two times exactly.
    pub(super) fn between(&mut self, from: Ms, to: Ms) -> &mut Self {
        let ms = self.dice.span(from, to);
        self.wait(ms)
    }

    /// Between two times, as fast as this player is.
    pub(super) fn hand(&mut self, from: Ms, to: Ms) -> &mut Self {
        let ms = self.dice.span(from, to) * Ms::from(self.tempo) / 100;
        self.wait(ms)
    }

    fn act(&mut self, action: Action) -> &mut Self {
        let wait = std::mem::take(&mut self.wait);
        self.steps.push_back(Step { wait, deed: Deed::Act(action) });
        self
    }

    fn note(&mut self, deed: Deed) -> &mut Self {
        self.steps.push_back(Step { wait: 0, deed });
        self
    }

    pub(super) fn lift(&mut self, square: Square) -> &mut Self {
        self.board.discard_piece_at(square);
        self.act(Action::Lift(square))
    }

    pub(super) fn place(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.board.set_piece_at(square, piece);
        self.act(Action::Place(square, piece))
    }

    pub(super) fn press(&mut self, side: Color) -> &mut Self {
        self.act(Action::Press(side)).rest()
    }

    /// Presses with a piece in the air.
    pub(super) fn press_in_midair(&mut self, side: Color) -> &mut Self {
        self.act(Action::Press(side))
    }

    pub(super) fn stop(&mut self) -> &mut Self {
        self.act(Action::Stop).rest()
    }

    pub(super) fn tell(&mut self, command: Command) -> &mut Self {
        self.act(Action::Tell(command)).rest()
    }

    pub(super) fn rest(&mut self) -> &mut Self {
        self.note(Deed::Rest)
    }

    pub(super) fn made(&mut self) -> &mut Self {
        self.note(Deed::Made).rest()
    }

    pub(super) fn habit(&mut self, habit: Habit) -> &mut Self {
        self.note(Deed::Habit(habit))
    }

    pub(super) fn occasion(&mut self, occasion: Occasion) -> &mut Self {
        self.note(Deed::Occasion(occasion))
    }

    /// `alert` is an object; it can be known `later` ms after what was done last.
    pub(super) fn expect(&mut self, alert: Value, later: Ms) -> &mut Self {
        match alert {
            Value::Object(alert) => self.note(Deed::Expect(alert, later)),
            _ => self,
        }
    }

    pub(super) fn call(&mut self, call: Call) -> &mut Self {
        self.note(Deed::Call(call))
    }

    /// Presses before the last piece lands: the sensor is slower than the hand.
    pub(super) fn land_after_press(&mut self, side: Color) {
        let late = self.dice.span(30, 200);
        if let Some(landing) = self.steps.back_mut() {
            let early = landing.wait.saturating_sub(late).max(20);
            landing.wait = late;
            let press = Step { wait: early, deed: Deed::Act(Action::Press(side)) };
            self.steps.insert(self.steps.len() - 1, press);
        }
    }
}
