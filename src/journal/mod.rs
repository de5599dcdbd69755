//! The journal of a game is its trace file: header, records, and the events that were said.
//!
//! Nothing is shown before it stands here. A daemon that comes back reads its last journal,
//! replays the records and goes on; a bug report is the file itself.

mod name;
mod recovery;
mod retention;
mod ring;
mod seal;
mod writer;

pub(crate) use name::{NewGame, game_id};
pub(crate) use recovery::{Recovered, events_after, lines_from, newest, unfinished};
pub(crate) use retention::tidy;
pub(crate) use ring::RawRing;
pub(crate) use seal::{Chain, Head, Seal};
pub(crate) use writer::{Disk, Haste, Journal, Ticket};
