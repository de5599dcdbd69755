//! What the system's service manager is told.
//!
//! Where nobody asked to be told (no `NOTIFY_SOCKET`), nobody is.

mod notify;

pub(crate) use notify::{Watchdog, ready, supervise};
