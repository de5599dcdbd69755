use std::{sync::Arc, time::Duration};

use tokio::time::sleep;

use super::{Away, Outbox, Uplink, outbox::Owed};

/// A hall that does not answer is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);
/// Events handed over at once.
const MOST: usize = 256;

/// Carries what a board says to the hall until it has it, and never ends. The board does not wait
/// for it: it plays on alone for as long as it must.
pub(crate) async fn carry(board: String, outbox: Arc<Outbox>, mut uplink: impl Uplink) {
    loop {
        match round(&outbox, &mut uplink).await {
            Ok(()) => {}
            Err(Away) => {
                tracing::debug!(board, "the hall does not answer");
                sleep(RETRY).await;
            }
        }
    }
}

/// Tells of one game, from its announcement to the next game's.
async fn round(outbox: &Outbox, uplink: &mut impl Uplink) -> Result<(), Away> {
    let Some((header, last)) = outbox.front() else {
        outbox.more().await;
        return Ok(());
    };
    let mut have = uplink.attach(&header).await?;
    if have > last {
        tracing::error!(
            board = header.board,
            have,
            last,
            "the journal has lost events that the hall was told: it will miss as many new ones"
        );
    }
    loop {
        match outbox.after(have, MOST) {
            Ok(Owed::Events(batch)) => have = uplink.deliver(batch).await?,
            Ok(Owed::Nothing) => tokio::select! {
                () = outbox.more() => {}
                () = uplink.recalled() => return Ok(()),
            },
            Ok(Owed::NextGame) => return Ok(()),
            Err(error) => {
                tracing::error!(board = header.board, %error, "the hall misses events");
                sleep(RETRY).await;
            }
        }
    }
}
