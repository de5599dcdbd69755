//! The real binary as a board in a hall: sensors on one side, a browser on the other.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod board;
mod config;
mod demo;
#[path = "../common/python.rs"]
mod python;
mod scene;
