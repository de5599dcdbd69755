//! touchmove: watches chess boards in a playing hall and tells the arbiter what he must know.

mod cli;
mod clock;
mod config;
mod daemon;
mod hub;
mod inlet;
mod journal;
mod link;
mod log;
mod sensor;
mod tempo;
#[cfg(feature = "web")]
mod web;

fn main() -> std::process::ExitCode {
    cli::run()
}
