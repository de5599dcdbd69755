//! Commissioning a board: a technician is led over it, one piece in his hand, and what is wrong with
//! it is named.
//!
//! First the empty board, then one piece over all squares, each of which alone must read it; then, on
//! a matrix, the positions in which a missing diode shows; last the lever. [`Commission`] is a fold: it
//! is given every frame, every press of the lever and what the technician says, and tells what to ask
//! for now, what was found so far, and in the end a [`Report`]. Codes only; the words are elsewhere.

mod course;
mod diodes;
mod finding;
mod judge;
mod lever;
mod pattern;
mod report;
mod task;
mod watch;

pub use course::{Answer, Commission, Plan, Wiring};
pub use finding::{Finding, FindingKind};
pub use lever::{End, Lever};
pub use report::{Progress, REPORT, Report, Verdict};
pub use task::{Task, TaskKind};
