use std::{
    io,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use touchmove_core::board::{Planes, Record, Squares, What};

use super::{
    ScanError, Scanner,
    thread::{SensorThread, StopFlag, Turns},
};
use crate::{
    inlet::{Closed, Inlet},
    tempo::Tempo,
};

/// How the readings went.
#[derive(Debug, Default)]
struct Pulse {
    /// Readings taken.
    frames: u64,
    /// Turns that began late because the one before took too long.
    overruns: u64,
    /// Readings that failed.
    failures: u64,
}

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
) -> io::Result<SensorThread> {
    let turn = Turn {
        scanner,
        tempo,
        inlet,
        pulse: Pulse::default(),
        last: None,
        failing: false,
        board: board.into(),
    };
    SensorThread::start(format!("scan-{board}"), move |stop, turns| {
        run(turn, period, &stop, &turns);
    })
}

fn run(mut turn: Turn, period: Duration, stop: &StopFlag, turns: &Turns) {
    let mut due = Instant::now();
    while !stop.is_up() {
        if turn.take().is_err() {
            return;
        }
        turns.turn();
        due += period;
        match due.checked_duration_since(Instant::now()) {
            Some(rest) => thread::sleep(rest),
            None => {
                turn.pulse.overruns += 1;
                due = Instant::now();
            }
        }
    }
}

struct Turn {
    scanner: Box<dyn Scanner>,
    tempo: Tempo,
    inlet: Arc<Inlet>,
    pulse: Pulse,
    /// What was handed on last; none after a failure, so that the next reading is told whole.
    last: Option<Planes>,
    failing: bool,
    board: String,
}

impl Turn {
    /// Reads the board once and hands on what changed.
    fn take(&mut self) -> Result<(), Closed> {
        match self.scanner.frame() {
            Ok(frame) => {
                self.pulse.frames += 1;
                if std::mem::take(&mut self.failing) {
                    tracing::info!(board = self.board, seq = frame.seq, "the board reads again");
                }
                let t = self.tempo.at(frame.at);
                if self.last == Some(frame.planes) {
                    return self.inlet.catch_up(t);
                }
                self.last = Some(frame.planes);
                self.inlet.put(Record { t, what: What::Raw(frame.planes) })
            }
            Err(error) => self.failed(&error),
        }
    }

    /// A failure is told once, however long it lasts.
    fn failed(&mut self, error: &ScanError) -> Result<(), Closed> {
        self.pulse.failures += 1;
        self.last = None;
        if std::mem::replace(&mut self.failing, true) {
            return Ok(());
        }
        tracing::error!(board = self.board, %error, "the board cannot be read");
        let fault = What::Fault { squares: Squares::default(), reason: error.reason.into() };
        self.inlet.put(Record { t: self.tempo.now(), what: fault })
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Bitboard;

    use super::{super::Frame, *};

    /// Reads what a script says, then repeats the last line.
    struct Script(Vec<Result<u64, &'static str>>, u64);

    impl Scanner for Script {
        fn frame(&mut self) -> Result<Frame, ScanError> {
            let step = self.0.get(self.1 as usize).or(self.0.last()).cloned().unwrap();
            self.1 += 1;
            step.map(|planes| Frame {
                planes: Planes::Occupancy(Bitboard(planes)),
                seq: self.1,
                at: Instant::now(),
            })
            .map_err(|reason| ScanError { reason, detail: "scripted".into() })
        }
    }

    #[test]
    fn changes_are_told_once_and_a_failure_too() {
        let (inlet, mut records) = crate::inlet::inlet(16);
        let script = Script(vec![Ok(1), Ok(1), Ok(2), Err("bus"), Err("bus"), Ok(2), Ok(2)], 0);
        let tempo = Tempo::starting_now(1.0);
        let mut turn = Turn {
            scanner: Box::new(script),
            tempo,
            inlet,
            pulse: Pulse::default(),
            last: None,
            failing: false,
            board: "1".into(),
        };
        for _ in 0..7 {
            turn.take().unwrap();
        }
        let told: Vec<_> = std::iter::from_fn(|| records.try_recv().ok())
            .map(|record| match record.what {
                What::Raw(planes) => planes.occupied().0.to_string(),
                What::Fault { reason, .. } => reason,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told, ["1", "2", "bus", "2"]);
        assert_eq!(turn.pulse.frames, 5);
        assert_eq!(turn.pulse.failures, 2);
    }

    #[tokio::test]
    async fn the_thread_ends_when_nobody_listens() {
        let (inlet, records) = crate::inlet::inlet(16);
        let tempo = Tempo::starting_now(1.0);
        let script = Box::new(Script(vec![Ok(1)], 0));
        let mut thread = spawn("1", script, Duration::from_millis(1), tempo, inlet).unwrap();
        drop(records);
        thread.ended().await;
    }
}
