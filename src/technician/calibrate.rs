//! Hall sensors calibrated: the empty board is read, then the pieces as for a game.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::{Duration, Instant},
};

use tokio::sync::mpsc;
use touchmove_core::{
    board::{Bitboard, Planes},
    hall::{Calibrating, Flaw, Readings, Step},
};

use super::{
    Bench, Labels, Typing,
    bench::{Heard, Reading, keep},
    entry::{Entry, at, list},
};
use crate::{
    config::Config,
    daemon::{self, Failure},
    driver,
    sensor::{Beat, Frame, Scanner, Speed, calibration_file},
    words::Words,
};

/// Readings on their way; a step that takes longer to take them in loses the oldest.
const ON_THEIR_WAY: usize = 4096;

/// How a calibration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Calibrated {
    /// It is kept there.
    Kept(PathBuf),
    /// It was broken off; the one before still counts.
    BrokenOff,
    /// The board has no levels to be calibrated.
    Needless,
}

/// Calibrates a board, reading each step for this long.
///
/// # Errors
///
/// When a device cannot be used, the calibration cannot be kept, or a part of the reading ends.
pub(crate) async fn calibrate(
    config: &Config,
    time: Duration,
    words: &Words,
    out: &mut impl Write,
) -> Result<Calibrated, Failure> {
    let mut bench = Bench::open(config, Typing::Terminal, Speed::default())?;
    let (say, mut levels) = mpsc::channel(ON_THEIR_WAY);
    if bench.scanner().readings().is_none() {
        return Ok(Calibrated::Needless);
    }
    let bench = bench.read_by(|inner| Box::new(Levels { inner, say, seq: 0 }));
    let labels = Labels::new(&config.sensor);
    let squares = bench
        .read(config.clock.white_at, async |reading| {
            let mut course = Course { time, words, labels, out, levels: &mut levels };
            course.go(reading).await
        })
        .await??;
    let Some(calibrating) = squares else { return Ok(Calibrated::BrokenOff) };
    let date = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let calibration = calibrating
        .calibration(&config.board.name, &date, None)
        .map_err(|error| io::Error::other(error.to_string()))?;
    let text = serde_json::to_string_pretty(&calibration).map_err(io::Error::other)?;
    daemon::make_state(&config.board.state)?;
    let file = calibration_file(&config.board.state);
    keep(&file, &format!("{text}\n"))?;
    Ok(Calibrated::Kept(file))
}

/// Reads levels instead of squares, and hands them on.
struct Levels {
    inner: Box<dyn Scanner>,
    say: mpsc::Sender<Readings>,
    seq: u64,
}

impl Scanner for Levels {
    fn frame(&mut self) -> Result<Frame, driver::Failure> {
        if let Some(readings) = self.inner.readings() {
            // Nobody takes them between two steps.
            let _ = self.say.try_send(Readings(readings?));
        }
        self.seq += 1;
        let none = Bitboard::EMPTY;
        let planes = Planes::Polarity { white: none, black: none };
        let (unread, failure, at) = (none, None, Instant::now());
        Ok(Frame { planes, unread, failure, drifted: none, seq: self.seq, at })
    }

    fn beat(&self) -> Beat {
        self.inner.beat()
    }
}

/// The two steps at the terminal.
struct Course<'c, W> {
    time: Duration,
    words: &'c Words,
    labels: Labels<'c>,
    out: &'c mut W,
    levels: &'c mut mpsc::Receiver<Readings>,
}

impl<W: Write> Course<'_, W> {
    /// Gives what was read, or nothing where it is broken off.
    async fn go(&mut self, reading: &mut Reading) -> io::Result<Option<Calibrating>> {
        let mut calibrating = Calibrating::new();
        while calibrating.step() != Step::Done {
            let step =
                format!("calibrating-{}", <&str>::from(calibrating.step()).replace('_', "-"));
            writeln!(self.out, "{}", self.words.tell(&step, []))?;
            writeln!(self.out, "  {}", self.words.tell("calibrate-enter", []))?;
            if !self.entered(reading).await? {
                return Ok(None);
            }
            let seconds = self.time.as_secs().max(1).to_string();
            writeln!(
                self.out,
                "  {}",
                self.words.tell("calibrate-reads", [("seconds", seconds.into())])
            )?;
            if !self.take(reading, &mut calibrating).await? {
                return Ok(None);
            }
            if let Err(flaws) = calibrating.proceed() {
                self.tell(&flaws)?;
            }
        }
        Ok(Some(calibrating))
    }

    /// Waits for Enter.
    async fn entered(&mut self, reading: &mut Reading) -> io::Result<bool> {
        self.out.flush()?;
        if !reading.is_attended() {
            writeln!(self.out, "{}", self.words.tell("calibrate-unattended", []))?;
            return Ok(false);
        }
        loop {
            match reading.hear(None).await {
                Heard::Typed(line) => return Ok(line.trim() != "q"),
                Heard::HungUp | Heard::Stop => return Ok(false),
                Heard::Record(_) | Heard::Due => {}
            }
        }
    }

    /// Takes readings for as long as a step lasts.
    async fn take(
        &mut self,
        reading: &mut Reading,
        calibrating: &mut Calibrating,
    ) -> io::Result<bool> {
        while self.levels.try_recv().is_ok() {}
        calibrating.again();
        let until = tokio::time::Instant::now() + self.time;
        loop {
            tokio::select! {
                heard = reading.hear(Some(until)) => match heard {
                    Heard::Due => return Ok(true),
                    Heard::Typed(line) if line.trim() != "q" => {}
                    Heard::Typed(_) | Heard::HungUp | Heard::Stop => return Ok(false),
                    Heard::Record(_) => {}
                },
                Some(readings) = self.levels.recv() => {
                    calibrating.take(&readings);
                }
            }
        }
    }

    /// Says what is wrong; the step begins anew.
    fn tell(&mut self, flaws: &[Flaw]) -> io::Result<()> {
        writeln!(self.out)?;
        for (n, flaw) in (1..).zip(flaws) {
            let id = format!("flaw-{}", <&str>::from(flaw.kind).replace('_', "-"));
            let squares = list(flaw.squares.0);
            let about = || [("squares", squares.as_str().into())];
            let entry = Entry {
                said: self.words.tell(&id, about()),
                squares: None,
                at: at(flaw.squares.0, &self.labels, self.words),
                component: None,
                remedy: Some(self.words.tell(&format!("{id}.remedy"), about())),
            };
            entry.write(self.out, n)?;
        }
        Ok(())
    }
}
