//! The nats-server beside the hub: its configuration, its run. It is a child of the hub; whoever
//! runs a server of his own writes these permissions into it himself (`docs/protocol.md`).

mod config;
mod program;
mod server;

pub(crate) use config::{JOIN, Settings};
pub(crate) use server::Server;
