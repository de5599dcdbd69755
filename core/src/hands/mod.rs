//! People's hands, made from real games: what two players do at a board, with the truth beside it.
//!
//! [`Hands`] are a state machine that says what happens next and hears the arbiter; [`script()`]
//! drives them alone and writes a trace with its expectations. The same seed gives the same bytes.

mod aside;
mod course;
mod dice;
mod ending;
mod habit;
mod illegal;
mod offence;
mod plan;
mod player;
pub mod score;
mod script;
mod sensor;
mod special;
mod stroke;

pub use habit::{Habit, Habits, Occasion, Tally, Temperament};
pub use offence::Offence;
pub use plan::{Action, Call, Expected};
pub use player::{Ending, Hands, Manner, Patience};
pub use script::{Output, Script, Stage, header, script};
pub use sensor::Wire;

/// Real games that every copy of the program carries, as PGN; their provenance is in the file.
pub const REPERTOIRE: &str = include_str!("../../games/repertoire.pgn");

#[cfg(test)]
mod tests;
