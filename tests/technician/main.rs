//! The technician's commands as he meets them: at a terminal, with a simulated board before him.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod board;
mod calibration;
mod commands;
mod faults;
mod hands;
mod terminal;
