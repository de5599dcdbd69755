//! The real binary as a board in a hall: sensors on one side, a browser on the other.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

#[cfg(feature = "web")]
mod board;
mod config;
#[cfg(feature = "web")]
mod demo;
#[cfg(feature = "web")]
mod electronics;
#[cfg(feature = "web")]
mod journal;
#[cfg(feature = "web")]
mod kills;
#[cfg(feature = "web")]
mod public;
#[cfg(feature = "web")]
#[path = "../common/python.rs"]
mod python;
#[cfg_attr(not(feature = "web"), allow(dead_code, reason = "there is no page to look at"))]
mod scene;
