//! The hands of two players at one board, as a state machine: they play their game, commit what
//! they are told to, and do what the arbiter asks.

mod hearing;
mod planning;

use std::collections::VecDeque;

use shakmaty::{Bitboard, Board, Color, Position, uci::UciMove};

use super::{
    Action, Call, Expected, Habits, Occasion, Offence, Tally, Temperament, Wire,
    course::Course,
    dice::Dice,
    offence::{self, Setting},
    plan::{Deed, Plan, Step},
    stroke::Turn,
};
use crate::{
    board::{ClockKind, Header, Ms, Planes, Play, Sensor},
    pgn::Score,
};

/// How two people play at a board.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// White.
    pub white: Temperament,
    /// Black.
    pub black: Temperament,
    /// What they do against the rules, and at which ply (counted from 1); none: at any that fits.
    pub offences: Vec<(Offence, Option<usize>)>,
    /// How the game ends for the eye.
    pub ending: Ending,
    /// How long they wait for an arbiter before they help themselves, ms.
    pub patience: Patience,
}

/// A waiting time, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience(pub Ms);

impl Default for Patience {
    fn default() -> Self {
        Patience(60_000)
    }
}

/// What players do after their last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// They get up.
    Quiet,
    /// They show the result with the kings, where that can be done, and may analyse or set up
    /// again once it is entered.
    #[default]
    Handshake,
    /// They set up again and leave the result to others.
    Resetting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the clock is started.
    SetUp,
    Playing,
    /// Somebody else must act: the arbiter has stopped the clocks, or they call for him.
    Stopped,
    /// All moves are played.
    Ending,
    /// The result is entered.
    Over,
    Done,
}

/// How the arbiter says what he wants to see.
#[derive(Clone, Copy, Debug)]
enum Asked {
    /// Squares to be filled, and squares to be emptied.
    Squares(Bitboard, Bitboard),
    /// The position of the game.
    Position,
}

/// What they play at.
#[derive(Clone, Copy, Debug)]
struct Surroundings {
    /// There is a clock to press.
    lever: bool,
    sensor: Sensor,
    /// Articles are numbered as in the Laws of 2018 and 2023, standard play.
    articles: bool,
}

/// What two players' hands do next.
#[derive(Clone, Debug)]
pub struct Hands {
    course: Course,
    /// Moves on the board.
    ply: usize,
    /// What stands there.
    board: Board,
    queue: VecDeque<Step>,
    /// Time of the last act.
    now: Ms,
    /// Something is in the air.
    busy: bool,
    phase: Phase,
    /// Who pressed last.
    pressed: Option<Color>,
    /// Since when a clock counts; none while both stand.
    counting: Option<Ms>,
    used: [Ms; 2],
    here: Surroundings,
    players: [Temperament; 2],
    patience: Ms,
    ending: Ending,
    /// Offences to come, with their plies counted from 0.
    due: Vec<(usize, Offence)>,
    offences: Vec<Offence>,
    /// The player who has moved but not pressed, and whether he has forgotten it.
    unpressed: Option<(Color, bool)>,
    /// The last capture cannot be told before its press.
    riddle: bool,
    /// What the arbiter wants to see on the board.
    asked: Option<Asked>,
    /// Moves that the arbiter allows as a replacement.
    obliged: Vec<UciMove>,
    /// Moves left to play once they have left the record of their game.
    free: Option<u32>,
    dice: Dice,
    tally: Tally,
    expected: Vec<Expected>,
    calls: VecDeque<(Ms, Call)>,
    flag: Option<(Color, Ms)>,
}

impl Hands {
    /// Two players about to play `score` at the board of `header`.
    ///
    /// Offences that fit nowhere in the game are left out; [`Hands::offences`] says what is in.
    ///
    /// # Errors
    ///
    /// When the score is not a game of chess.
    pub fn new(
        score: &Score,
        header: &Header,
        manner: &Manner,
        seed: u64,
    ) -> Result<Hands, String> {
        let course = Course::new(&score.line()?, score.result, &header.rules);
        let mut dice = Dice::new(seed, 0);
        let players = [manner.white.clone(), manner.black.clone()].map(|one| one.drawn(&mut dice));
        let rules = matches!(header.rules.as_str(), "ru-2018" | "fide-2023");
        let mut hands = Hands {
            board: course.position(0).board().clone(),
            ply: 0,
            queue: VecDeque::new(),
            now: 0,
            busy: false,
            phase: Phase::SetUp,
            pressed: None,
            counting: None,
            used: [0; 2],
            here: Surroundings {
                lever: header.clock != ClockKind::None,
                sensor: header.sensor,
                articles: rules && header.play == Play::Standard,
            },
            players,
            patience: manner.patience.0,
            ending: manner.ending,
            due: Vec::new(),
            offences: Vec::new(),
            unpressed: None,
            riddle: false,
            asked: None,
            obliged: Vec::new(),
            free: None,
            tally: Tally::default(),
            expected: Vec::new(),
            calls: VecDeque::new(),
            flag: None,
            dice,
            course,
        };
        hands.tally.occasion(Occasion::Games);
        for &(offence, ply) in &manner.offences {
            hands.schedule(offence, ply);
        }
        hands.due.sort();
        Ok(hands)
    }

    /// What is done next, and when (time of the trace, ms); none: they wait to hear something, or
    /// they have left.
    pub fn next_action(&mut self) -> Option<(Ms, Action)> {
        loop {
            match self.queue.front() {
                Some(Step { wait, deed: Deed::Act(action) }) => {
                    return Some((self.now + wait, action.clone()));
                }
                Some(_) => self.note(),
                None => {
                    if !self.plan() {
                        return None;
                    }
                }
            }
        }
    }

    /// Does it.
    pub fn take(&mut self) -> Option<(Ms, Action)> {
        let (at, action) = self.next_action()?;
        self.queue.pop_front();
        self.now = at;
        match &action {
            Action::Lift(square) => {
                self.board.discard_piece_at(*square);
                self.busy = true;
            }
            Action::Place(square, piece) => {
                self.board.set_piece_at(*square, *piece);
                self.busy = true;
            }
            Action::Press(side) => self.press(*side),
            Action::Stop => self.stop_counting(),
            Action::Tell(_) => {}
        }
        Some((at, action))
    }

    /// What stands on the board now, in sensors' terms.
    pub fn planes(&self) -> Planes {
        self.wire().planes()
    }

    /// The board's sensors, reading what stands there now.
    pub fn wire(&self) -> Wire {
        Wire::new(self.here.sensor, &self.board)
    }

    /// Whether they have left the board.
    pub fn left(&self) -> bool {
        self.phase == Phase::Done && self.queue.is_empty()
    }

    /// The offences that fit into the game, committed or still to come.
    pub fn offences(&self) -> &[Offence] {
        &self.offences
    }

    /// How often what occurred.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The moves that were played on the board so far.
    pub fn moves(&self) -> Vec<String> {
        self.course.sans(self.ply)
    }

    pub(super) fn course(&self) -> &Course {
        &self.course
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn expected(&self) -> &[Expected] {
        &self.expected
    }

    /// Why the arbiter is wanted, and when that is so, if it has come to that since this was asked last.
    pub fn call(&mut self) -> Option<(Ms, Call)> {
        self.calls.pop_front()
    }

    /// Whose flag falls, and after how much time of his, ms.
    pub(super) fn flag(&self) -> Option<(Color, Ms)> {
        self.flag
    }

    fn note(&mut self) {
        let Some(step) = self.queue.pop_front() else { return };
        match step.deed {
            Deed::Act(_) => {}
            Deed::Rest => self.busy = false,
            Deed::Made => {
                self.ply += 1;
                self.obliged.clear();
            }
            Deed::Habit(habit) => self.tally.habit(habit),
            Deed::Occasion(occasion) => self.tally.occasion(occasion),
            Deed::Expect(alert, later) => {
                self.expected.push(Expected { alert, due: self.now + later });
                if let Some(Step { deed: Deed::Call(Call::Flag), .. }) = self.queue.front() {
                    let side = self.course.position(self.ply).turn();
                    self.flag = Some((side, self.thought(side) + later));
                }
            }
            Deed::Call(call) => {
                let at = self.expected.last().map_or(self.now, |expected| expected.due);
                self.calls.push_back((at.max(self.now), call));
                if matches!(call, Call::Flag | Call::Stopped) {
                    self.phase = Phase::Stopped;
                }
            }
        }
    }

    /// Time used by a player, ms.
    fn thought(&self, side: Color) -> Ms {
        let runs = self.pressed == Some(!side);
        let now = self.counting.filter(|_| runs).map_or(0, |since| self.now.saturating_sub(since));
        self.used[side as usize] + now
    }

    fn press(&mut self, side: Color) {
        self.used[!side as usize] = self.thought(!side);
        self.used[side as usize] = self.thought(side);
        if self.counting.is_some() || self.phase != Phase::Stopped {
            self.counting = Some(self.now);
        }
        self.pressed = Some(side);
    }

    fn stop_counting(&mut self) {
        self.used = Color::ALL.map(|side| self.thought(side));
        self.counting = None;
    }

    /// Finds the ply for an offence.
    fn schedule(&mut self, offence: Offence, ply: Option<usize>) {
        let taken =
            |at: usize, due: &[(usize, Offence)]| due.iter().any(|&(ply, _)| ply.abs_diff(at) < 3);
        let at = match offence {
            Offence::WrongStart => self.here.lever.then_some(0),
            Offence::GameSeemsOver => {
                let open = self.course.ended.is_none();
                if open {
                    self.ending = Ending::Resetting;
                }
                open.then_some(self.course.len())
            }
            _ => {
                let mut plies: Vec<usize> = match ply {
                    Some(ply) => ply.checked_sub(1).into_iter().collect(),
                    None => (0..self.course.len()).collect(),
                };
                self.dice.shuffle(&mut plies);
                plies.into_iter().find(|&ply| !taken(ply, &self.due) && self.rehearse(offence, ply))
            }
        };
        if let Some(at) = at {
            self.due.push((at, offence));
            self.offences.push(offence);
        }
    }

    /// Whether an offence can be committed at a ply.
    fn rehearse(&self, offence: Offence, ply: usize) -> bool {
        let mut dice = self.dice.clone();
        let mut plan = Plan::new(&mut dice, self.course.position(ply).board().clone(), 100);
        self.turn(ply)
            .is_some_and(|turn| offence::commit(offence, &turn, &self.setting(), &mut plan))
    }

    fn setting(&self) -> Setting {
        let side = self.course.position(self.ply).turn();
        Setting { articles: self.here.articles, patience: self.patience, used: self.thought(side) }
    }

    fn habits(&self, side: Color) -> &Habits {
        &self.players[side as usize].habits
    }

    fn turn(&self, ply: usize) -> Option<Turn<'_>> {
        let side = self.course.position(ply).turn();
        Some(Turn {
            course: &self.course,
            ply,
            played: self.course.played(ply)?,
            lever: self.here.lever,
            polarity: self.here.sensor == Sensor::Polarity,
            habits: self.habits(side),
        })
    }
}

#[cfg(test)]
mod tests;
