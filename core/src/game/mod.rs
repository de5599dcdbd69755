//! One game, from set-up to result: tracker, timing and rules together, and the arbiter's orders.

pub use crate::board::HeaderError;
use crate::board::{Header, Ms, Record, Said};

/// One game as a fold: records in, events out.
#[derive(Debug)]
pub struct Game {}

impl Game {
    /// A game as its header describes it.
    ///
    /// # Errors
    ///
    /// When a key of the header cannot be understood: an unknown edition, a time control that is
    /// no PGN time control, a position that is none, a parameter that does not exist.
    pub fn new(_header: &Header) -> Result<Game, HeaderError> {
        Ok(Game {})
    }

    /// Lets time pass to the record, then takes it in. Events are appended to `said`.
    ///
    /// Records come in order of their times; an earlier one counts as of now.
    pub fn apply(&mut self, _record: &Record, _said: &mut Vec<Said>) {}

    /// Lets time pass to `t`. Whatever falls due is said with the time at which it fell due.
    pub fn advance(&mut self, _t: Ms, _said: &mut Vec<Said>) {}

    /// When silence itself is news next: a flag, a forgotten clock, a displaced piece.
    pub fn next_deadline(&self) -> Option<Ms> {
        None
    }
}
