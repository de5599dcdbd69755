//! The pure heart of touchmove.
//!
//! One fold, `game.apply(record) -> events`: no clock, file, network, thread, random number or log
//! line inside. Time is what the records say, so a journal replays to the same bytes everywhere.
#![cfg_attr(not(test), warn(clippy::float_arithmetic))]

pub mod board;
pub mod commission;
pub mod game;
pub mod hall;
pub mod hands;
pub mod intake;
pub mod mate;
pub mod pgn;
pub mod rules;
pub mod sheet;
pub mod table;
pub mod timing;
pub mod tournament;
pub mod trace;
pub mod tracker;
pub mod wiring;

#[cfg(test)]
mod shared;

/// Version of the game logic: it rises with every change that alters the events of some trace.
pub const CORE: u32 = 3;
