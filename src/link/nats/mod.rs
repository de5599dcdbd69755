//! The link over NATS JetStream. `docs/protocol.md` says what goes over it, for other programs too.
//!
//! A game travels as the lines of its journal, header and events, each durable and kept once; the
//! hall remembers how far it has read, beside what it has read. What a board shows is its last
//! message. What is asked of a board is asked of one that is there now: it says in what it shows how
//! old it is, by a clock of its own, and takes no order that was given on older news.

mod board;
mod hall;
mod payload;
mod subject;

use std::time::Duration;

use async_nats::jetstream::{
    self,
    stream::{Config, DiscardPolicy, StorageType},
};

pub(crate) use board::{Stand, Waiting, wait};
pub(crate) use hall::{Lines, Reader};
pub(crate) use payload::{JoinRequest, Joining};
pub(crate) use subject::JOIN;

/// What boards said, until the hall and whoever else reads it had the time to.
pub(crate) const EVENTS: &str = "TM1_EVENTS";
/// What boards show: the last of each.
pub(crate) const VIEWS: &str = "TM1_VIEWS";

/// Three days: a tournament's weekend.
const KEPT: Duration = Duration::from_secs(3 * 24 * 3600);
/// What is said again within so long is known again, in the stream. The hall knows it always.
const KNOWN_AGAIN: Duration = Duration::from_secs(10 * 60);
/// A long round of a thousand boards is half of that.
const MOST_BYTES: i64 = 2 << 30;
/// One view is a kilobyte.
const MOST_VIEW_BYTES: i64 = 32 << 20;

/// Two words without which a board's news is old.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);
/// Header of an event: the seal over the journal in which it stands.
pub(super) const SEAL: &str = "Touchmove-Seal";
/// Header of an event: how long ago it was said when it was sent, ms.
pub(super) const AGE: &str = "Touchmove-Age";

/// Header of a game's header: another game has begun since.
pub(super) const EARLIER: &str = "Touchmove-Earlier";

/// A board that was not heard for so long is not there.
pub(crate) const SILENCE: Duration = Duration::from_secs(6);

/// Makes the streams, or sees to it that they are as they should be.
///
/// # Errors
///
/// When the server cannot, or may not for us.
pub(crate) async fn make_streams(
    jetstream: &jetstream::Context,
) -> Result<jetstream::stream::Info, jetstream::context::CreateStreamError> {
    jetstream
        .create_or_update_stream(Config {
            name: VIEWS.into(),
            subjects: vec![subject::ALL_VIEWS.into()],
            storage: StorageType::Memory,
            max_messages_per_subject: 1,
            max_bytes: MOST_VIEW_BYTES,
            discard: DiscardPolicy::Old,
            allow_direct: true,
            ..Config::default()
        })
        .await?;
    jetstream
        .create_or_update_stream(Config {
            name: EVENTS.into(),
            subjects: vec![subject::ALL_EVENTS.into()],
            storage: StorageType::File,
            max_age: KEPT,
            max_bytes: MOST_BYTES,
            discard: DiscardPolicy::Old,
            duplicate_window: KNOWN_AGAIN,
            allow_direct: true,
            ..Config::default()
        })
        .await
}

#[cfg(test)]
mod protocol_tests;
