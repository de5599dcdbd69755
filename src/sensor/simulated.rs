use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use tokio::sync::watch;
use touchmove_core::board::{Bitboard, Planes, Record, Sensor, Side, Square, What};

use super::{Frame, Scanner};
use crate::driver::Failure;

/// 64 switches in memory. Clones work the same switches.
#[derive(Clone, Debug)]
pub(crate) struct Switches {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// The change that the newest frame shows.
    shown: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    planes: Planes,
    /// Counts the changes.
    change: u64,
    /// Where they are kept: pieces do not move when a daemon dies.
    kept: Option<PathBuf>,
}

/// A change that cannot be made to these switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mishandled {
    /// Nothing stands there to be lifted.
    Empty(Square),
    /// Something stands there already.
    Occupied(Square),
    /// A polarity board must be told whose piece it is.
    NoColor(Square),
    /// The reading is of the other kind of board.
    OtherSensor,
}

impl fmt::Display for Mishandled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mishandled::Empty(square) => write!(f, "nothing stands on {square}"),
            Mishandled::Occupied(square) => write!(f, "something stands on {square} already"),
            Mishandled::NoColor(square) => {
                write!(f, "place on {square}: a polarity board needs \"color\"")
            }
            Mishandled::OtherSensor => {
                f.write_str("the configuration has the other kind of sensor (see sensor.sees)")
            }
        }
    }
}

impl std::error::Error for Mishandled {}

impl Switches {
    /// Switches under a board set up for a game.
    #[cfg(test)]
    pub(crate) fn set_up(sensor: Sensor) -> Switches {
        Switches::new(start(sensor), None)
    }

    /// Switches that stand as they did when `file` was written last.
    ///
    /// # Errors
    ///
    /// When there is something in the file but no reading of this kind of sensor.
    pub(crate) fn kept_in(file: PathBuf, sensor: Sensor) -> io::Result<Switches> {
        let planes = match fs::read_to_string(&file) {
            Ok(text) => reading(&text, sensor).map_err(|error| named(&file, error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => start(sensor),
            Err(error) => return Err(named(&file, error)),
        };
        Ok(Switches::new(planes, Some(file)))
    }

    fn new(planes: Planes, kept: Option<PathBuf>) -> Switches {
        let state = Mutex::new(State { planes, change: 0, kept });
        Switches { shared: Arc::new(Shared { state, shown: watch::Sender::new(0) }) }
    }

    /// Takes a piece off.
    ///
    /// # Errors
    ///
    /// Where nothing stands.
    pub(crate) fn lift(&self, square: Square) -> Result<u64, Mishandled> {
        self.change(|planes| {
            if !planes.occupied().contains(square) {
                return Err(Mishandled::Empty(square));
            }
            match planes {
                Planes::Occupancy(all) => all.discard(square),
                Planes::Polarity { white, black } => {
                    white.discard(square);
                    black.discard(square);
                }
            }
            Ok(())
        })
    }

    /// Puts a piece down.
    ///
    /// # Errors
    ///
    /// Where one stands already, or where a polarity board is not told whose it is.
    pub(crate) fn place(&self, square: Square, color: Option<Side>) -> Result<u64, Mishandled> {
        self.change(|planes| {
            if planes.occupied().contains(square) {
                return Err(Mishandled::Occupied(square));
            }
            match (planes, color) {
                (Planes::Occupancy(all), _) => all.add(square),
                (Planes::Polarity { white, black }, Some(side)) => {
                    side.fold_wb(white, black).add(square);
                }
                (Planes::Polarity { .. }, None) => return Err(Mishandled::NoColor(square)),
            }
            Ok(())
        })
    }

    /// Sets the whole board.
    ///
    /// # Errors
    ///
    /// When the reading is of the other kind of sensor.
    pub(crate) fn set(&self, new: Planes) -> Result<u64, Mishandled> {
        self.change(|planes| {
            if std::mem::discriminant(planes) != std::mem::discriminant(&new) {
                return Err(Mishandled::OtherSensor);
            }
            *planes = new;
            Ok(())
        })
    }

    /// What stands on them.
    pub(super) fn planes(&self) -> Planes {
        self.lock().planes
    }

    /// Nothing changes, but a frame that shows so is newer than what was done before.
    pub(crate) fn touch(&self) -> u64 {
        let mut state = self.lock();
        state.change += 1;
        state.change
    }

    /// Waits until a frame has shown the change of this number.
    pub(crate) async fn shown(&self, change: u64) {
        // The sender lives as long as these switches, so this cannot end otherwise.
        let _ = self.shared.shown.subscribe().wait_for(|shown| *shown >= change).await;
    }

    /// The number of the change made, for [`Switches::shown`].
    fn change(
        &self,
        work: impl FnOnce(&mut Planes) -> Result<(), Mishandled>,
    ) -> Result<u64, Mishandled> {
        let mut state = self.lock();
        work(&mut state.planes)?;
        state.change += 1;
        state.keep();
        Ok(state.change)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Each change is whole before the next begins, so a panic elsewhere spoils nothing.
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn keep(&self) {
        let Some(file) = &self.kept else { return };
        let line = serde_json::to_string(&Record { t: 0, what: What::Scan(self.planes) });
        let written = line.map_err(io::Error::other).and_then(|line| {
            let new = file.with_extension("new");
            fs::write(&new, line)?;
            fs::rename(&new, file)
        });
        if let Err(error) = written {
            tracing::warn!(error = %named(file, error), "the switches would not outlive a restart");
        }
    }
}

/// A board set up for a game.
fn start(sensor: Sensor) -> Planes {
    let white = Bitboard(0xffff);
    let black = Bitboard(0xffff_0000_0000_0000);
    match sensor {
        Sensor::Occupancy => Planes::Occupancy(white | black),
        Sensor::Polarity => Planes::Polarity { white, black },
    }
}

fn reading(text: &str, sensor: Sensor) -> io::Result<Planes> {
    let record: Record = serde_json::from_str(text).map_err(io::Error::other)?;
    match (record.what, sensor) {
        (What::Scan(planes @ Planes::Occupancy(_)), Sensor::Occupancy)
        | (What::Scan(planes @ Planes::Polarity { .. }), Sensor::Polarity) => Ok(planes),
        _ => Err(io::Error::other(Mishandled::OtherSensor)),
    }
}

fn named(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// Lets whoever works switches know that a frame has shown what he did.
#[derive(Debug)]
pub(super) struct Shown {
    switches: Switches,
    /// The change that the frame before showed.
    given: u64,
}

impl Shown {
    /// For frames of these switches.
    pub(super) fn new(switches: Switches) -> Shown {
        Shown { switches, given: 0 }
    }

    /// A frame begins, so the one before has been handed on. Gives what it will show.
    pub(super) fn turn(&mut self) -> Planes {
        let given = self.given;
        self.switches.shared.shown.send_if_modified(|shown| {
            let newer = given > *shown;
            *shown = given;
            newer
        });
        let state = self.switches.lock();
        self.given = state.change;
        state.planes
    }
}

/// A scanner that reads [`Switches`].
#[derive(Debug)]
pub(crate) struct Simulated {
    shown: Shown,
    seq: u64,
}

impl Simulated {
    /// A scanner of these switches.
    pub(crate) fn new(switches: Switches) -> Simulated {
        Simulated { shown: Shown::new(switches), seq: 0 }
    }
}

impl Scanner for Simulated {
    fn frame(&mut self) -> Result<Frame, Failure> {
        let planes = self.shown.turn();
        self.seq += 1;
        let (unread, failure) = (Bitboard::EMPTY, None);
        Ok(Frame { planes, unread, failure, seq: self.seq, at: Instant::now() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_hand_can_do() {
        let switches = Switches::set_up(Sensor::Occupancy);
        assert_eq!(switches.lift(Square::E4), Err(Mishandled::Empty(Square::E4)));
        assert_eq!(switches.place(Square::E2, None), Err(Mishandled::Occupied(Square::E2)));
        assert_eq!(switches.lift(Square::E2), Ok(1));
        assert_eq!(switches.place(Square::E4, None), Ok(2));
        let planes = Simulated::new(switches).frame().unwrap().planes;
        assert_eq!(planes.occupied(), Bitboard(0xffff_0000_1000_efff));
    }

    #[test]
    fn a_polarity_board_must_know_whose_piece() {
        let switches = Switches::set_up(Sensor::Polarity);
        switches.lift(Square::E7).unwrap();
        assert_eq!(switches.place(Square::E5, None), Err(Mishandled::NoColor(Square::E5)));
        switches.place(Square::E5, Some(Side::Black)).unwrap();
        let planes = Simulated::new(switches.clone()).frame().unwrap().planes;
        assert_eq!(planes.color_at(Square::E5), Some(Side::Black));
        let other = Planes::Occupancy(Bitboard::EMPTY);
        assert_eq!(switches.set(other), Err(Mishandled::OtherSensor));
    }

    #[test]
    fn pieces_stand_where_they_stood_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("switches");
        let switches = Switches::kept_in(file.clone(), Sensor::Occupancy).unwrap();
        switches.lift(Square::E2).unwrap();
        let again = Switches::kept_in(file.clone(), Sensor::Occupancy).unwrap();
        assert_eq!(again.lift(Square::E2), Err(Mishandled::Empty(Square::E2)));
        let other = Switches::kept_in(file, Sensor::Polarity).unwrap_err();
        assert!(other.to_string().contains("other kind of sensor"), "{other}");
    }

    #[tokio::test]
    async fn a_change_is_shown_once_its_frame_is_handed_on() {
        let switches = Switches::set_up(Sensor::Occupancy);
        let mut scanner = Simulated::new(switches.clone());
        let change = switches.lift(Square::E2).unwrap();
        scanner.frame().unwrap();
        assert_eq!(*switches.shared.shown.borrow(), 0);
        scanner.frame().unwrap();
        switches.shown(change).await;
    }
}
