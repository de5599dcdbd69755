use std::{future::Future, time::Duration};

use sd_notify::NotifyState;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::sensor::Turns;

/// The board is there; `status` says so to whoever asks for it (`systemctl status`).
pub(crate) fn ready(status: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// Feeds the watchdog as long as it may be fed, until `stopped`, and tells that all stop.
///
/// It is a task beside the board's, so a board that keeps its task busy starves it too.
pub(crate) async fn supervise(
    mut watchdog: Watchdog,
    status: String,
    stopped: impl Future<Output = ()>,
) {
    tokio::select! {
        () = stopped => {}
        () = watchdog.watch(&status) => {}
    }
    tell(&[NotifyState::Stopping]);
}

/// What restarts a board whose scanner stands still: it is fed only while the scanner moves.
#[derive(Debug)]
pub(crate) struct Watchdog {
    /// How long it goes unfed before it bites; none where there is none.
    limit: Option<Duration>,
    turns: Turns,
    /// The turns there were when it was fed last.
    fed: u64,
    hungry: bool,
}

/// What a look at the scanner says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scanner {
    Moves,
    MovesAgain,
    StandsStill,
    StillStands,
}

impl Watchdog {
    /// The one the service manager asked for, if it did.
    pub(crate) fn asked_for(turns: Turns) -> Watchdog {
        Watchdog { limit: sd_notify::watchdog_enabled(), turns, fed: 0, hungry: false }
    }

    async fn watch(&mut self, status: &str) {
        let Some(limit) = self.limit.filter(|limit| !limit.is_zero()) else {
            return std::future::pending().await;
        };
        let half = limit / 2;
        let mut looks = interval_at(Instant::now() + half, half);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let scanner = self.look();
            match scanner {
                Scanner::Moves => tell(&[NotifyState::Watchdog]),
                Scanner::MovesAgain => {
                    tracing::info!("the scanner moves again");
                    tell(&[NotifyState::Watchdog, NotifyState::Status(status)]);
                }
                Scanner::StandsStill => {
                    tracing::error!("the scanner stands still: the watchdog is not fed");
                    tell(&[NotifyState::Status("the scanner stands still")]);
                }
                Scanner::StillStands => {}
            }
        }
    }

    /// Whether there were turns since it was fed; if so it counts as fed now.
    fn look(&mut self) -> Scanner {
        let count = self.turns.count();
        let moved = count != std::mem::replace(&mut self.fed, count);
        match (moved, std::mem::replace(&mut self.hungry, !moved)) {
            (true, false) => Scanner::Moves,
            (true, true) => Scanner::MovesAgain,
            (false, false) => Scanner::StandsStill,
            (false, true) => Scanner::StillStands,
        }
    }
}

/// A service manager that does not listen is no reason to stop.
fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "the service manager does not listen");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scanner_that_stands_still_is_told_once() {
        let turns = Turns::default();
        let mut watchdog = Watchdog { limit: None, turns: turns.clone(), fed: 0, hungry: false };
        let mut seen = Vec::new();
        for moves in [true, true, false, false, false, true, true, false] {
            if moves {
                turns.turn();
            }
            seen.push(watchdog.look());
        }
        assert_eq!(
            seen,
            [
                Scanner::Moves,
                Scanner::Moves,
                Scanner::StandsStill,
                Scanner::StillStands,
                Scanner::StillStands,
                Scanner::MovesAgain,
                Scanner::Moves,
                Scanner::StandsStill,
            ]
        );
    }

    #[test]
    fn a_scanner_that_never_moved_stands_still() {
        let turns = Turns::default();
        let mut watchdog = Watchdog { limit: None, turns, fed: 0, hungry: false };
        assert_eq!(watchdog.look(), Scanner::StandsStill);
    }
}
