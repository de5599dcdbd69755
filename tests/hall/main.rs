//! Boards, a hub and a real nats-server, each a process of its own, with bad cables between them.

#![cfg(feature = "web")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

#[path = "../common/cable.rs"]
mod cable;
mod catching_up;
mod chapter;
mod faults;
mod scene;
mod setup;
mod takeover;
mod two_machines;
mod wire;
