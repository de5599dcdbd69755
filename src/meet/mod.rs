//! How a board finds its hub and knows it again. A board trusts one key, whoever shows it, wherever
//! and whenever: it has no clock that outlives a power cut, and no name of a hub is sure in a hall.

mod base32;
mod code;
mod credential;
mod fingerprint;
mod join;
mod key;
mod mdns;
mod qr;
mod synchronised;
mod trust;

pub(crate) use code::Code;
pub(crate) use credential::{Credential, PublicKey};
pub(crate) use fingerprint::Fingerprint;
pub(crate) use join::{Host, Join, Token};
pub(crate) use key::HubKey;
pub(crate) use mdns::{Announcement, find};
pub(crate) use qr::terminal;
pub(crate) use synchronised::Synchronised;
pub(crate) use trust::client_config;

/// The port of a hub's nats-server where none is named (NATS' own).
pub(crate) const PORT: u16 = 4222;
