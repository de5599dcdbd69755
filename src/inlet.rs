//! The bounded way from whatever senses, squares or levers, to the task of the board.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc::{self, error::TrySendError};
use touchmove_core::board::{Bitboard, Ms, Planes, Record, Side, Squares, What};

/// Presses and the like that are kept while the board's task does not keep up. A player presses
/// at most once a second or so: these are minutes.
const KEPT: usize = 64;

/// Where sensors and levers put what they saw. Never blocks.
///
/// When the board's task falls behind, single changes are dropped; as soon as there is room it is
/// given the presses in between, a fault that says so, one reading of the whole board and the end of it.
#[derive(Debug)]
pub(crate) struct Inlet {
    to_board: mpsc::Sender<Record>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What stands on the board.
    planes: Option<Planes>,
    /// Whether readings are undebounced: a trace has either kind.
    raw: bool,
    /// What cannot be read off the board later.
    kept: VecDeque<Record>,
    /// Records dropped since the board's task fell behind.
    dropped: u64,
}

/// The board's task is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

/// An inlet that holds `room` records (at least 4), and the end the board's task reads.
pub(crate) fn inlet(room: usize) -> (Arc<Inlet>, mpsc::Receiver<Record>) {
    let (to_board, records) = mpsc::channel(room.max(4));
    (Arc::new(Inlet { to_board, state: Mutex::default() }), records)
}

impl Inlet {
    /// Hands a record on, in order of its time.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn put(&self, record: Record) -> Result<(), Closed> {
        let mut state = self.lock();
        state.see(&record);
        let told = self.settle(&mut state, record.t)?;
        if told && is_on_the_board(&record.what) {
            return Ok(());
        }
        if state.dropped > 0 {
            state.drop_or_keep(record, self.most_kept());
            return Ok(());
        }
        match self.to_board.try_send(record) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(_)) => Err(Closed),
            Err(TrySendError::Full(record)) => {
                tracing::warn!("the board's task falls behind: changes are dropped");
                state.drop_or_keep(record, self.most_kept());
                Ok(())
            }
        }
    }

    /// Pays what is owed after an overflow, as of now; to be called now and then while nothing
    /// changes on the board.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn catch_up(&self, now: Ms) -> Result<(), Closed> {
        self.settle(&mut self.lock(), now).map(|_| ())
    }

    /// Whether the board's task is gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.to_board.is_closed()
    }

    /// Whether something was owed and has now been sent: all of it, or nothing where there is not
    /// yet room.
    fn settle(&self, state: &mut State, now: Ms) -> Result<bool, Closed> {
        if self.to_board.is_closed() {
            return Err(Closed);
        }
        if state.dropped == 0 {
            return Ok(false);
        }
        let Ok(mut permits) = self.to_board.try_reserve_many(state.kept.len() + 3) else {
            return Ok(false);
        };
        let reading = if state.raw { What::Raw } else { What::Scan };
        let whole = state.planes.map(|planes| Record { t: now, what: reading(planes) });
        let (squares, reason) = (Squares::default(), "overflow".to_owned());
        let fault = What::Fault { squares, reason: reason.clone() };
        let mended = What::Mended { squares, reason };
        let [fault, mended] = [fault, mended].map(|what| Record { t: now, what });
        let owed = state.kept.drain(..).chain([fault]).chain(whole).chain([mended]);
        for (permit, record) in permits.by_ref().zip(owed) {
            permit.send(record);
        }
        tracing::warn!(dropped = state.dropped, "the board's task caught up");
        state.dropped = 0;
        Ok(true)
    }

    /// So many that they, the reading, the fault and its end fit in at once.
    fn most_kept(&self) -> usize {
        KEPT.min(self.to_board.max_capacity() - 3)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half way; what a panicking holder left is still in order.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Keeps the picture of the whole board up to date.
    fn see(&mut self, record: &Record) {
        self.planes = follow(self.planes, &record.what);
        self.raw |= matches!(record.what, What::Raw(_));
    }

    fn drop_or_keep(&mut self, record: Record, most: usize) {
        self.dropped += 1;
        if !is_on_the_board(&record.what) && self.kept.len() < most {
            self.kept.push_back(record);
        }
    }
}

/// Whether a later reading of the whole board makes up for this record.
fn is_on_the_board(what: &What) -> bool {
    matches!(what, What::Raw(_) | What::Scan(_) | What::Lift(_) | What::Place(..) | What::End)
}

/// The board after a record, where it is known.
pub(crate) fn follow(planes: Option<Planes>, what: &What) -> Option<Planes> {
    let (square, color, stands) = match *what {
        What::Scan(planes) | What::Raw(planes) => return Some(planes),
        What::Lift(square) => (square, None, false),
        What::Place(square, color) => (square, color, true),
        _ => return planes,
    };
    let set =
        |plane: Bitboard, stands| if stands { plane.with(square) } else { plane.without(square) };
    Some(match planes? {
        Planes::Occupancy(all) => Planes::Occupancy(set(all, stands)),
        Planes::Polarity { white, black } => Planes::Polarity {
            white: set(white, stands && color == Some(Side::White)),
            black: set(black, stands && color == Some(Side::Black)),
        },
    })
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Square;

    use super::*;

    fn raw(t: u64, planes: u64) -> Record {
        Record { t, what: What::Raw(Planes::Occupancy(Bitboard(planes))) }
    }

    fn press(t: u64, side: Side) -> Record {
        Record { t, what: What::Press(side) }
    }

    #[test]
    fn an_overflow_ends_in_the_presses_one_full_reading_and_a_fault() {
        let (inlet, mut records) = inlet(4);
        for t in 0..10 {
            inlet.put(raw(t, t)).unwrap();
        }
        inlet.put(press(10, Side::White)).unwrap();
        let seen: Vec<_> = std::iter::from_fn(|| records.try_recv().ok()).collect();
        assert_eq!(seen, (0..4).map(|t| raw(t, t)).collect::<Vec<_>>());

        inlet.put(raw(11, 77)).unwrap();
        let seen: Vec<_> = std::iter::from_fn(|| records.try_recv().ok()).collect();
        assert_eq!(seen[0], press(10, Side::White));
        assert!(matches!(&seen[1].what, What::Fault { squares, reason }
            if squares.0.is_empty() && reason == "overflow"));
        assert_eq!(seen[2], raw(11, 77), "one reading of the whole board");
        assert!(matches!(&seen[3].what, What::Mended { squares, reason }
            if squares.0.is_empty() && reason == "overflow"));

        assert_eq!(records.try_recv().ok(), None, "nothing twice");
        inlet.put(raw(12, 78)).unwrap();
        assert_eq!(records.try_recv().unwrap(), raw(12, 78));
    }

    #[test]
    fn a_quiet_board_is_told_too_once_there_is_room() {
        let (inlet, mut records) = inlet(4);
        for t in 0..6 {
            inlet.put(raw(t, t)).unwrap();
        }
        while records.try_recv().is_ok() {}
        inlet.catch_up(900).unwrap();
        assert!(matches!(records.try_recv().unwrap().what, What::Fault { .. }));
        assert_eq!(records.try_recv().unwrap(), raw(900, 5));
        assert!(matches!(records.try_recv().unwrap().what, What::Mended { .. }));
        inlet.catch_up(905).unwrap();
        assert_eq!(records.try_recv().ok(), None, "said once");
    }

    #[test]
    fn debounced_changes_are_made_up_for_by_a_scan() {
        let (inlet, mut records) = inlet(4);
        let start = What::Scan(Planes::Occupancy(Bitboard(0xffff)));
        inlet.put(Record { t: 0, what: start }).unwrap();
        for (t, what) in [
            (1, What::Lift(Square::E2)),
            (2, What::Place(Square::E4, None)),
            (3, What::Lift(Square::D2)),
            (4, What::Lift(Square::D1)),
        ] {
            inlet.put(Record { t, what }).unwrap();
        }
        while records.try_recv().is_ok() {}
        inlet.put(Record { t: 5, what: What::Place(Square::D4, None) }).unwrap();
        let gone = Bitboard(0xffff) ^ Square::E2 ^ Square::D2 ^ Square::D1;
        let expected = gone | Square::E4 | Square::D4;
        assert!(matches!(records.try_recv().unwrap().what, What::Fault { .. }));
        assert_eq!(records.try_recv().unwrap().what, What::Scan(Planes::Occupancy(expected)));
    }

    #[test]
    fn nobody_reads_any_more() {
        let (inlet, records) = inlet(4);
        drop(records);
        assert_eq!(inlet.put(raw(0, 0)), Err(Closed));
    }
}
