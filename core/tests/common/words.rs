//! What was said about the clocks, to be compared.

use super::slow::SlowClocks;
use touchmove_core::board::{Event, Matter, Said, Side};

/// What was said about the clocks.
#[derive(Debug, PartialEq, Eq)]
pub enum Word {
    /// Times left, and of the player whose time runs (White's where none does) which period it is
    /// and how many moves he has made.
    Clock {
        t: u64,
        white: u64,
        black: u64,
        running: Option<Side>,
        period: usize,
        moves: u32,
    },
    Flag {
        t: u64,
        side: Side,
    },
}

/// The words about the clocks among them.
pub fn words(said: &[Said]) -> Vec<Word> {
    let word = |said: &Said| match &said.event {
        Event::Clock { white_ms, black_ms, running, period, moves, .. } => Some(Word::Clock {
            t: said.t,
            white: *white_ms,
            black: *black_ms,
            running: running.map(|side| side.0),
            period: *period as usize,
            moves: *moves,
        }),
        Event::Alert(alert) => {
            let flag = matches!(alert.matter, Matter::FlagFall { .. }) && alert.rev == 1;
            flag.then(|| Word::Flag { t: said.t, side: alert.side.unwrap().0 })
        }
        _ => None,
    };
    said.iter().filter_map(word).collect()
}

impl Word {
    /// What the slow count says now.
    pub fn of(slow: &SlowClocks) -> Word {
        let counted = slow.of(slow.running.unwrap_or(Side::White));
        Word::Clock {
            t: slow.t,
            white: slow.white.left,
            black: slow.black.left,
            running: slow.running,
            period: counted.period + 1,
            moves: counted.moves,
        }
    }
}
