//! Time controls and the two counted clocks, in whole milliseconds.
//!
//! Nothing here knows what time it is: every call that depends on time is told it. Reading never
//! changes anything, and letting time pass in one step or in many gives the same clocks.

mod clocks;
mod control;
mod parse;
#[cfg(test)]
mod tests;

pub use clocks::{Clocks, Completes, Credit, Setting};
pub use control::{Bonus, Period, Schedule, TimeControl};
pub use parse::{Flaw, TimeControlError};
