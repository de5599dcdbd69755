//! touchmove: watches chess boards in a playing hall and tells the arbiter what he must know.

mod backend;
#[allow(dead_code, unused_imports, reason = "the hall's wiring takes it from here")]
mod broker;
mod cli;
mod clock;
mod config;
mod daemon;
#[cfg_attr(not(feature = "web"), allow(dead_code, unused_imports, reason = "doors of the page"))]
mod doors;
mod driver;
mod durable;
mod health;
#[cfg_attr(
    not(feature = "web"),
    allow(dead_code, unused_imports, reason = "seen through the page")
)]
mod hub;
mod inlet;
mod journal;
#[cfg_attr(
    not(feature = "web"),
    allow(dead_code, unused_imports, reason = "seen through the page")
)]
mod link;
mod log;
mod meet;
#[cfg(feature = "web")]
mod publish;
mod sensor;
mod service;
mod technician;
mod tempo;
#[cfg(feature = "web")]
mod web;
mod words;

fn main() -> std::process::ExitCode {
    cli::run()
}
