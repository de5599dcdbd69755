//! What the system's service manager is told, and the unit by which it runs a board.
//!
//! Where nobody asked to be told (no `NOTIFY_SOCKET`), nobody is.

mod notify;
mod unit;

pub(crate) use notify::{Watchdog, ready, supervise};
pub(crate) use unit::{Unit, out_of_sight};
