use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Command, Header, Ms, Order, Record, What},
    trace::{Line, Reader},
};

use super::thread::{SensorThread, StopFlag, Turns};
use crate::{
    inlet::{Closed, Inlet},
    tempo::Tempo,
};

/// From a trace's last record to its next first one, ms of the board's time.
const PAUSE: Ms = 10_000;
/// A thread that waits looks this often whether it is to stop.
const SLICE: Duration = Duration::from_millis(100);

/// What comes after the last record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The board stays as it is.
    Stay,
    /// The game is closed and played again.
    Again,
}

/// A recorded game that is played again, record by record at its time.
#[derive(Debug)]
pub(crate) struct TracePlayer {
    file: PathBuf,
    header: Header,
}

impl TracePlayer {
    /// Opens a trace.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or does not begin with a header.
    pub(crate) fn open(file: &Path) -> io::Result<TracePlayer> {
        let header = read(file)?.header().clone();
        Ok(TracePlayer { file: file.into(), header })
    }

    /// Players, rules and clock of the recorded game.
    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// Begins to play on a thread named after the board.
    ///
    /// # Errors
    ///
    /// When the system gives no thread.
    pub(crate) fn play(
        self,
        board: &str,
        ending: Ending,
        tempo: Tempo,
        inlet: Arc<Inlet>,
    ) -> io::Result<SensorThread> {
        SensorThread::start(format!("trace-{board}"), move |stop, turns| {
            let player = Player { file: self.file, ending, tempo, inlet, stop, turns };
            // Who closed the inlet knows it.
            let _ = player.run();
        })
    }
}

struct Player {
    file: PathBuf,
    ending: Ending,
    tempo: Tempo,
    inlet: Arc<Inlet>,
    stop: StopFlag,
    turns: Turns,
}

impl Player {
    fn run(self) -> Result<(), Closed> {
        loop {
            let begin = self.tempo.now();
            let last = match self.once(begin) {
                Ok(last) => last?,
                Err(error) => {
                    tracing::error!(%error, "the trace ends here");
                    self.tempo.now()
                }
            };
            if self.ending == Ending::Stay {
                while !self.stop.is_up() {
                    self.turns.turn();
                    thread::sleep(SLICE);
                }
            }
            if !self.wait(last + PAUSE) {
                return Ok(());
            }
            let next = What::Arbiter(Command::from(Order::Abandon));
            self.inlet.put(Record { t: last + PAUSE, what: next })?;
            if !self.wait(last + 2 * PAUSE) {
                return Ok(());
            }
        }
    }

    /// Plays the trace once; answers the time of its last record.
    fn once(&self, begin: Ms) -> io::Result<Result<Ms, Closed>> {
        let mut last = begin;
        for line in read(&self.file)? {
            let line = line.map_err(|error| named(&self.file, error))?;
            let Line::Record(Record { t, what }) = line else { continue };
            last = begin + t;
            if !self.wait(last) {
                break;
            }
            // What a daemon said of itself then is not true of this one.
            if matches!(what, What::Restart { .. } | What::Wall { .. } | What::End) {
                continue;
            }
            if let Err(closed) = self.inlet.put(Record { t: last, what }) {
                return Ok(Err(closed));
            }
        }
        Ok(Ok(last))
    }

    /// Sleeps until the board's time is `t`; false when it is to stop.
    fn wait(&self, t: Ms) -> bool {
        let due = self.tempo.instant(t);
        loop {
            if self.stop.is_up() {
                return false;
            }
            self.turns.turn();
            match due.checked_duration_since(Instant::now()) {
                None | Some(Duration::ZERO) => return true,
                Some(rest) => thread::sleep(rest.min(SLICE)),
            }
        }
    }
}

fn read(file: &Path) -> io::Result<Reader<BufReader<File>>> {
    let input = File::open(file).map_err(|error| named(file, error))?;
    Reader::new(BufReader::new(input)).map_err(|error| named(file, error))
}

fn named(file: &Path, error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_trace_is_played_in_its_order_and_again() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        writeln!(file, r#"{{"touchmove":1,"board":"7","white":"A"}}"#).unwrap();
        for line in [
            r#"{"t":0,"scan":"ffff00000000ffff"}"#,
            r#"{"t":900,"lift":"e2"}"#,
            r#"{"t":950,"wall":"x"}"#,
        ] {
            writeln!(file, "{line}").unwrap();
        }
        let (inlet, mut records) = crate::inlet::inlet(64);
        let tempo = Tempo::starting_now(1000.0);
        let player = TracePlayer::open(file.path()).unwrap();
        assert_eq!(player.header().white, "A");
        let thread = player.play("7", Ending::Again, tempo, inlet).unwrap();
        let mut next = || records.blocking_recv().unwrap().what;
        for _ in 0..2 {
            assert!(matches!(next(), What::Scan(_)));
            assert!(matches!(next(), What::Lift(_)));
            assert!(matches!(next(), What::Arbiter(Command { order: Order::Abandon, .. })));
        }
        drop(thread);
    }

    #[test]
    fn what_is_no_trace_is_named() {
        let error = TracePlayer::open(Path::new("/dev/null")).unwrap_err();
        assert!(error.to_string().starts_with("/dev/null: "), "{error}");
    }
}
