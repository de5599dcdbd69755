//! Who looks after the round while it is on: boards that come back get their pairing, and results are
//! written down as PGN.

use std::{io, path::Path, sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};
use touchmove_core::{board::GameResult, sheet::Sheet};

use super::Current;
use crate::{durable, hub::Hub};

/// How often it looks.
const LOOK: Duration = Duration::from_secs(1);

/// The results as they stand: of which round, and by table and game.
type Results = (u64, i64, Vec<(String, Option<String>, Option<GameResult>)>);

/// Looks after the hall's round, and never ends: boards that were away are told who plays there, and
/// `round-N.pgn` in `folder` is written anew whenever a result changes.
pub(crate) async fn keep_round(hub: Arc<Hub>, folder: impl AsRef<Path>) {
    let mut written = None;
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        look.tick().await;
        // A board that lets it wait for seconds does not keep results from being written.
        let handing_out = tokio::spawn({
            let hub = Arc::clone(&hub);
            async move { hub.hand_out().await }
        });
        if let Some(current) = hub.rounds.current() {
            let results = results(&hub, &current);
            let any = results.2.iter().any(|(.., result)| result.is_some());
            if any && written.as_ref() != Some(&results) {
                match write(&hub, current.kept.n, folder.as_ref()).await {
                    Ok(()) => written = Some(results),
                    Err(error) => tracing::error!(%error, "the round's games cannot be written"),
                }
            }
        }
        // It has told what went wrong.
        let _ = handing_out.await;
    }
}

fn results(hub: &Hub, current: &Current) -> Results {
    let result =
        |sheet: &Sheet| (sheet.game.clone(), sheet.result.as_ref().map(|outcome| outcome.result));
    let of = |table: &String| {
        let (game, result) = hub.find(table).and_then(|seat| seat.look(result))?;
        Some((table.clone(), game, result))
    };
    let tables = current.kept.round.tables.iter().filter_map(|pairing| of(&pairing.table));
    (current.kept.n, current.kept.prepared_ms, tables.collect())
}

async fn write(hub: &Arc<Hub>, n: u64, folder: &Path) -> io::Result<()> {
    let Some(text) = hub.round_pgn(n).await? else { return Ok(()) };
    let file = folder.join(format!("round-{n}.pgn"));
    let written = tokio::task::spawn_blocking(move || {
        durable::replace(&file, text.as_bytes())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
    });
    written.await.map_err(io::Error::other)?
}
