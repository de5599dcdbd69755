use std::{sync::Arc, time::Duration};

use tokio::time::{MissedTickBehavior, interval};
use touchmove_core::board::{Record, Squares, What};

use super::Turns;
use crate::{
    driver::Fault,
    inlet::{Closed, Inlet},
    tempo::Tempo,
};

/// How often it is looked whether the scanner has moved.
const LOOK: Duration = Duration::from_millis(50);
/// Looks without a turn until a board is stale: 300 ms.
const PATIENCE: u32 = 6;

/// Tells when a scanner stands still, held by a bus that does not answer, and that it goes on; for
/// its own thread cannot. Ends when nobody listens.
pub(crate) async fn watch_stale(turns: Turns, tempo: Tempo, inlet: Arc<Inlet>) {
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut before, mut still) = (turns.count(), 0);
    loop {
        look.tick().await;
        let now = turns.count();
        let (squares, reason) = (Squares::default(), Fault::Stale.code().into());
        let what = match (now == before, still) {
            (true, PATIENCE) => {
                tracing::error!("the scanner stands still");
                Some(What::Fault { squares, reason })
            }
            (false, still) if still > PATIENCE => {
                tracing::info!("the scanner goes on");
                Some(What::Mended { squares, reason })
            }
            _ => None,
        };
        still = if now == before { still.saturating_add(1) } else { 0 };
        before = now;
        if let Some(what) = what
            && inlet.put(Record { t: tempo.now(), what }) == Err(Closed)
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_scanner_that_stands_still_is_told_of_and_that_it_goes_on() {
        let (inlet, mut records) = crate::inlet::inlet(16);
        let turns = Turns::default();
        let tempo = Tempo::starting_now(1.0);
        tokio::spawn(watch_stale(turns.clone(), tempo, inlet));
        for _ in 0..40 {
            turns.turn();
            sleep(Duration::from_millis(20)).await;
        }
        assert!(records.try_recv().is_err(), "it moves");
        sleep(Duration::from_millis(2000)).await;
        let told = records.try_recv().unwrap();
        assert!(matches!(&told.what, What::Fault { reason, .. } if reason == "stale"), "{told:?}");
        assert!((1050..=1200).contains(&told.t), "{told:?}");
        assert!(records.try_recv().is_err(), "once");
        turns.turn();
        sleep(Duration::from_millis(60)).await;
        let told = records.try_recv().unwrap();
        assert!(matches!(&told.what, What::Mended { reason, .. } if reason == "stale"), "{told:?}");
    }
}
