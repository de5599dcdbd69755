//! The boards in `hardware/`: what is made of a source is what is committed, a change in a source is
//! seen in all that is made of it, and a source that nobody should build by is refused.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod changed;
mod documents;
mod firmware;
mod made;
mod refused;
mod workshop;
