use std::{io, path::Path};

use async_nats::{
    ConnectOptions,
    jetstream::{
        self,
        consumer::{DeliverPolicy, push::OrderedConfig},
    },
};
use futures_util::StreamExt as _;
use rusqlite::{Connection, params};
use touchmove_core::board::Said;

use crate::link::nats::{EVENTS, make_streams};

/// Events are brought to the disk together.
const TOGETHER: usize = 1000;

/// Reads every event and keeps it in a file: what must be done at least.
pub(super) async fn subscribe(server: &str, folder: &Path) -> io::Result<()> {
    follow(server, folder).await.map_err(io::Error::other)
}

async fn follow(server: &str, folder: &Path) -> Result<(), async_nats::Error> {
    let client = ConnectOptions::new().connect(server).await?;
    let jetstream = jetstream::new(client.clone());
    make_streams(&jetstream).await?;
    let config = OrderedConfig {
        deliver_subject: client.new_inbox(),
        deliver_policy: DeliverPolicy::All,
        ..OrderedConfig::default()
    };
    let consumer = jetstream.create_consumer_on_stream(config, EVENTS).await?;
    let mut messages = consumer.messages().await?;
    let file = Connection::open(folder.join("events.sqlite"))?;
    file.pragma_update(None, "journal_mode", "WAL")?;
    file.execute_batch(
        "CREATE TABLE events (subject TEXT, seq INTEGER, said TEXT, PRIMARY KEY (subject, seq))
         STRICT, WITHOUT ROWID; BEGIN",
    )?;
    println!("ready");
    for n in 1.. {
        let Some(message) = messages.next().await else { break };
        let message = message?;
        // A game's header is no event.
        if let Ok(said) = serde_json::from_slice::<Said>(&message.payload) {
            let text = std::str::from_utf8(&message.payload)?;
            file.prepare_cached("INSERT OR IGNORE INTO events VALUES (?1, ?2, ?3)")?
                .execute(params![message.subject.as_str(), i64::try_from(said.seq)?, text])?;
        }
        if n % TOGETHER == 0 {
            file.execute_batch("COMMIT; BEGIN")?;
        }
    }
    Ok(())
}
