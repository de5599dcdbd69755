//! The rules: editions as data, and what follows from them.

mod edition;
pub mod illegal;
pub mod touch;

pub use edition::*;
