//! Who may do what at the real program's door: every path of the API by every role.

#![cfg(feature = "web")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod decisions;
mod roles;
mod scene;
mod strangers;
