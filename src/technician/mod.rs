//! What a technician does with a board: tests its electronics, looks at its squares, records what
//! they say. Nothing here knows of a game.

mod bench;
mod component;
mod record;
mod scan;
pub(crate) mod selftest;

pub(crate) use bench::seconds;
use bench::{Bench, Typing};
pub(crate) use record::{Over, Recording, record};
pub(crate) use scan::{Shown, scan};
