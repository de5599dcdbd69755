//! Wiring: a board's task, a board that is a hall of one, and the demo.

mod answers;
mod board;
mod crew;
mod demo;
mod lone;
mod news;
#[cfg(feature = "web")]
mod page;
mod play;
mod poison;
mod prover;
mod resume;
mod senses;
mod signals;
mod supply;
mod wall;

use board::{Board, Unfinished};
use crew::{Crew, Ended, Stop};
pub(crate) use demo::{Arbiter, Demo, run_demo};
use lone::Failure;
pub(crate) use lone::run_board;
use signals::Signals;
