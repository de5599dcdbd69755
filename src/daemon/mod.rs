//! Wiring: a board's task, a board that is a hall of one, and the demo.

mod answers;
mod board;
mod crew;
mod lone;
#[cfg(feature = "web")]
mod page;
mod play;
mod resume;
mod signals;
mod wall;

pub(crate) use board::{Board, Ears, Unfinished};
pub(crate) use crew::{Crew, Ended, Stop};
pub(crate) use lone::{Failure, run_board};
pub(crate) use signals::Signals;
