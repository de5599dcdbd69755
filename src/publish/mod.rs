//! What the public sees of the hall: moves, clocks and results as they were a while ago, and nothing
//! else.

mod delay;
mod hall;
mod table;

pub(crate) use hall::{PublicHall, follow};
pub(crate) use table::PublicTable;
