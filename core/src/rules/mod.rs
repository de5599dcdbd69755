//! The rules: editions as data, and what follows from them.

mod edition;
pub mod illegal;
mod obligation;
pub mod touch;

pub use edition::*;
pub use obligation::{Obligation, obligation};
