//! Wiring: a board's task, a board that is a hall of one, and the demo.

mod answers;
mod board;
mod crew;
mod demo;
mod faults;
mod hall;
mod joined;
mod keys;
mod lone;
mod network;
mod news;
#[cfg(feature = "web")]
mod page;
mod pairing;
mod play;
mod poison;
mod prover;
mod resume;
#[cfg(test)]
#[cfg(feature = "web")]
mod round_tests;
mod senses;
mod signals;
mod simulation;
mod supply;
mod wall;

use board::{Board, Unfinished};
pub(crate) use crew::Crew;
use crew::{Ended, Stop};
pub(crate) use demo::{Arbiter, Demo, run_demo};
pub(crate) use faults::{Faults, News as FaultNews, unread};
pub(crate) use hall::run_hub;
pub(crate) use keys::Keys;
pub(crate) use lone::{Failure, INLET, lock, make_state, run_board};
pub(crate) use senses::Senses;
pub(crate) use signals::Signals;
pub(crate) use simulation::{Part, SimulatedHall, run_part, simulate_hall};
