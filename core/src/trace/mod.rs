//! Traces as JSONL: what a board saw and was told during one game, one object a line.
//!
//! The first line is the [`Header`](crate::board::Header), every later one a [`Line`]. A trace is
//! read as a stream of bounded lines, so a file of any size or content costs no more memory than
//! [`MAX_LINE`].

mod expect;
mod line;
mod outcome;
mod reader;
mod record;

pub(crate) use expect::holds_all;
pub use expect::{Expectations, Miss};
pub use line::{Expect, Line, Spoken};
pub use outcome::Outcome;
pub use reader::{MAX_LINE, Reader, TraceError};
