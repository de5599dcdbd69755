use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use touchmove_core::board::{Bitboard, Planes, Record, What};

use super::{
    Beat, Pace, Pulse, Scanner,
    thread::{SensorThread, StopFlag, Turns},
    trouble::{News, Troubles},
};
use crate::{
    driver::{Failure, Fault},
    inlet::{Closed, Inlet},
    tempo::Tempo,
};

/// Starts to read `scanner` every `period` on a thread named after the board.
///
/// # Errors
///
/// When the system gives no thread.
pub(crate) fn spawn(
    board: &str,
    scanner: Box<dyn Scanner>,
    period: Duration,
    tempo: Tempo,
    inlet: Arc<Inlet>,
    pulse: Pulse,
) -> io::Result<SensorThread> {
    let turn = Turn::new(board, scanner, tempo, inlet, pulse);
    SensorThread::start(format!("scan-{board}"), move |stop, turns| {
        run(turn, period, &stop, &turns);
    })
}

fn run(mut turn: Turn, period: Duration, stop: &StopFlag, turns: &Turns) {
    let mut pace = Pace::new(period, turn.pulse.clone());
    while !stop.is_up() {
        if turn.take().is_err() {
            return;
        }
        turns.turn();
        match turn.scanner.beat() {
            Beat::Ours => pace.wait(),
            Beat::Theirs => pace.follow(),
        }
    }
    let (mean, worst) = turn.pulse.jitter();
    tracing::debug!(
        board = turn.board,
        turns = turn.pulse.turns(),
        overruns = turn.pulse.overruns(),
        failures = turn.pulse.failures(),
        lost = turn.pulse.lost(),
        ?mean,
        ?worst,
        "no longer read"
    );
}

pub(super) struct Turn {
    scanner: Box<dyn Scanner>,
    tempo: Tempo,
    inlet: Arc<Inlet>,
    pulse: Pulse,
    /// What was handed on last; none after a fault of the whole board, so that the next reading is
    /// told whole.
    last: Option<Planes>,
    /// The number of the newest reading.
    seq: u64,
    /// What squares read when they could be read last.
    seen: Option<Planes>,
    troubles: Troubles,
    drifts: Troubles,
    board: String,
}

impl Turn {
    /// The turns of a board that has not been read yet.
    pub(super) fn new(
        board: &str,
        scanner: Box<dyn Scanner>,
        tempo: Tempo,
        inlet: Arc<Inlet>,
        pulse: Pulse,
    ) -> Turn {
        Turn {
            scanner,
            tempo,
            inlet,
            pulse,
            last: None,
            seq: 0,
            seen: None,
            troubles: Troubles::default(),
            drifts: Troubles::default(),
            board: board.into(),
        }
    }

    /// Reads the board once and hands on what changed.
    pub(super) fn take(&mut self) -> Result<(), Closed> {
        let began = Instant::now();
        let read = self.scanner.frame();
        let now = Instant::now();
        match read {
            Ok(frame) => {
                self.pulse.missing(frame.seq.saturating_sub(self.seq + 1));
                self.seq = frame.seq;
                if frame.failure.is_some() {
                    self.pulse.failed();
                }
                let wrong = frame.failure.map(|failure| (failure, frame.unread));
                let news = self.troubles.see(wrong, began, now);
                self.tell(news)?;
                let drift = frame.drifted.any().then(|| (drift(), frame.drifted));
                let news = self.drifts.see(drift, began, now);
                self.tell(news)?;
                let planes = self
                    .seen
                    .map_or(frame.planes, |seen| unless_unread(frame.planes, seen, frame.unread));
                self.seen = Some(planes);
                let t = self.tempo.at(frame.at);
                if self.last == Some(planes) {
                    return self.inlet.catch_up(t);
                }
                self.last = Some(planes);
                self.inlet.put(Record { t, what: What::Raw(planes) })
            }
            Err(failure) => {
                self.pulse.failed();
                let wrong = Some((failure, Bitboard::EMPTY));
                let news = self.troubles.see(wrong, began, now);
                self.tell(news)?;
                if self.troubles.is_blind() {
                    self.last = None;
                }
                self.inlet.catch_up(self.tempo.now())
            }
        }
    }

    fn tell(&self, news: Vec<News>) -> Result<(), Closed> {
        for news in news {
            let what = match news {
                News::Begins(what, failure) => {
                    tracing::error!(board = self.board, %failure, "something is wrong with the board");
                    what
                }
                News::Over(what) => {
                    tracing::info!(board = self.board, "that is over");
                    what
                }
            };
            self.inlet.put(Record { t: self.tempo.now(), what })?;
        }
        Ok(())
    }
}

fn drift() -> Failure {
    Failure::new(Fault::Drift, "levels without a piece have wandered: calibrate the board again")
}

/// What was read, but for squares that were not: those are as they were.
fn unless_unread(read: Planes, before: Planes, unread: Bitboard) -> Planes {
    let mix = |read: Bitboard, before: Bitboard| read & !unread | before & unread;
    match (read, before) {
        (Planes::Occupancy(read), Planes::Occupancy(before)) => {
            Planes::Occupancy(mix(read, before))
        }
        (Planes::Polarity { white, black }, Planes::Polarity { white: w, black: b }) => {
            Planes::Polarity { white: mix(white, w), black: mix(black, b) }
        }
        // A scanner sees one or the other.
        (read, _) => read,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Frame, *};

    /// Reads what a script says, then repeats the last line: squares that are occupied and those
    /// that are unread, or a fault.
    struct Script(Vec<Result<(u64, u64), Fault>>, u64, Duration);

    impl Scanner for Script {
        fn frame(&mut self) -> Result<Frame, Failure> {
            let step = *self.0.get(self.1 as usize).or(self.0.last()).unwrap();
            self.1 += 1;
            std::thread::sleep(self.2);
            let (occupied, unread) = step.map_err(|fault| Failure::new(fault, "scripted"))?;
            Ok(Frame {
                planes: Planes::Occupancy(Bitboard(occupied)),
                unread: Bitboard(unread),
                failure: (unread != 0).then(|| Failure::new(Fault::Expander, "scripted")),
                drifted: Bitboard::EMPTY,
                seq: self.1,
                at: Instant::now(),
            })
        }
    }

    fn told(script: Vec<Result<(u64, u64), Fault>>, took: Duration) -> (Vec<String>, Pulse) {
        let (inlet, mut records) = crate::inlet::inlet(64);
        let turns = script.len();
        let scanner = Box::new(Script(script, 0, took));
        let tempo = Tempo::starting_now(1.0);
        let mut turn = Turn::new("1", scanner, tempo, inlet, Pulse::default());
        for _ in 0..turns {
            turn.take().unwrap();
        }
        let told = std::iter::from_fn(|| records.try_recv().ok()).map(|record| match record.what {
            What::Raw(planes) => planes.occupied().0.to_string(),
            What::Fault { squares, reason } => format!("{reason} {}", squares.0.0),
            What::Mended { squares, reason } => format!("over {reason} {}", squares.0.0),
            other => panic!("{other:?}"),
        });
        (told.collect(), turn.pulse)
    }

    #[test]
    fn changes_are_told_once_and_a_failure_that_lasts_too() {
        let script = vec![
            Ok((1, 0)),
            Ok((1, 0)),
            Ok((2, 0)),
            Err(Fault::Bus),
            Err(Fault::Bus),
            Ok((2, 0)),
            Ok((2, 0)),
        ];
        let (told, pulse) = told(script, Duration::from_millis(60));
        assert_eq!(told, ["1", "2", "bus 0", "over bus 0", "2"]);
        assert_eq!(pulse.failures(), 2);
    }

    #[test]
    fn a_reading_that_fails_once_is_as_if_it_had_not_been() {
        let script = vec![Ok((1, 0)), Err(Fault::Bus), Ok((1, 0)), Err(Fault::Chain), Ok((3, 0))];
        let (told, pulse) = told(script, Duration::ZERO);
        assert_eq!(told, ["1", "3"]);
        assert_eq!(pulse.failures(), 2);
    }

    #[test]
    fn unread_squares_are_as_they_were() {
        let script =
            vec![Ok((0b1111, 0)), Ok((0b0000, 0b1100)), Ok((0b0001, 0b1100)), Ok((0b1011, 0))];
        let (told, _) = told(script, Duration::from_millis(60));
        let wanted = ["15", "expander 12", "12", "13", "over expander 12", "11"];
        assert_eq!(told, wanted);
    }

    #[tokio::test]
    async fn the_thread_ends_when_nobody_listens() {
        let (inlet, records) = crate::inlet::inlet(16);
        let tempo = Tempo::starting_now(1.0);
        let script = Box::new(Script(vec![Ok((1, 0))], 0, Duration::ZERO));
        let period = Duration::from_millis(1);
        let mut thread = spawn("1", script, period, tempo, inlet, Pulse::default()).unwrap();
        drop(records);
        thread.ended().await;
    }
}
