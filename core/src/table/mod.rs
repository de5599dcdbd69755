//! A board's life from game to game. This is what a daemon or a replay drives: raw samples and
//! debounced records go in here, events come out.

use crate::{
    board::{Header, Ms, Record, Said},
    game::{Game, HeaderError},
};

/// One board with the game that is played on it.
#[derive(Debug)]
pub struct Table {
    game: Game,
}

impl Table {
    /// A table at which the game of `header` is to be played.
    ///
    /// # Errors
    ///
    /// When a key of the header cannot be understood.
    pub fn new(header: &Header) -> Result<Table, HeaderError> {
        Ok(Table { game: Game::new(header)? })
    }

    /// Takes one record in, raw or debounced; events are appended to `said`.
    pub fn apply(&mut self, record: &Record, said: &mut Vec<Said>) {
        self.game.apply(record, said);
    }

    /// Lets time pass to `t`.
    pub fn advance(&mut self, t: Ms, said: &mut Vec<Said>) {
        self.game.advance(t, said);
    }

    /// When silence is news next.
    pub fn next_deadline(&self) -> Option<Ms> {
        self.game.next_deadline()
    }
}
