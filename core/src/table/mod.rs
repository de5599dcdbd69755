//! A board's life from game to game. This is what a daemon or a replay drives: raw samples and
//! debounced records go in here, events come out.

mod replay;

pub use replay::Replay;

use crate::{
    board::{Header, HeaderError, Ms, Record, Said},
    game::{Answers, Game},
    intake::Intake,
};

/// One board with the game that is played on it.
#[derive(Debug)]
pub struct Table {
    intake: Intake,
    game: Game,
}

impl Table {
    /// A table at which the game of `header` is to be played.
    ///
    /// # Errors
    ///
    /// When a key of the header cannot be understood.
    pub fn new(header: &Header) -> Result<Table, HeaderError> {
        Ok(Table { intake: Intake::new(header)?, game: Game::new(header)? })
    }

    /// Where answers to the game's questions come from: from records, unless this says otherwise.
    pub fn answer(&mut self, answers: Answers) {
        self.game.answered(answers);
    }

    /// Takes one record in, raw or debounced; events are appended to `said`.
    pub fn apply(&mut self, record: &Record, said: &mut Vec<Said>) {
        self.intake.push(record.clone());
        self.hand_on(said);
    }

    /// Lets time pass to `t`.
    pub fn advance(&mut self, t: Ms, said: &mut Vec<Said>) {
        self.intake.advance(t);
        self.hand_on(said);
    }

    /// The trace ends: samples that are still held are taken as they stand.
    pub fn finish(&mut self, said: &mut Vec<Said>) {
        self.intake.finish();
        self.hand_on(said);
    }

    /// When [`advance`](Table::advance) is due next: silence is news, or a change has settled.
    pub fn next_deadline(&self) -> Option<Ms> {
        let game = self.game.next_deadline().and_then(|t| self.intake.due(t));
        self.intake.next_deadline().into_iter().chain(game).min()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game sees only what is settled, and its time runs behind by as much.
    fn hand_on(&mut self, said: &mut Vec<Said>) {
        while let Some(record) = self.intake.pop() {
            self.game.apply(&record, said);
        }
        self.game.advance(self.intake.horizon(), said);
    }
}
