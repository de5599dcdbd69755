//! A board whose squares a microcontroller reads, which sends what it sees over a serial line.

use std::{
    io::{self, Read, Write},
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Bitboard, Planes, Sensor},
    wiring::Wiring,
};

use super::{
    Beat, Frame, Scanner,
    calibrated::{Calibrated, Sensed},
};
use crate::{
    backend::Unusable,
    clock::Presses,
    driver::{
        Examined, Failure, Fault, Part, Trouble,
        protocol::{self, Line, Message},
    },
};

/// A board that says nothing for so long is gone.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long one reading of the line waits.
pub(super) const READ: Duration = Duration::from_millis(50);
/// A line that is gone is tried again so often: it comes back when the cable does.
const AGAIN: Duration = Duration::from_secs(1);
/// Longer lines are none: the longest has 192 digits and some words.
const LONGEST_LINE: usize = 512;
/// How long a board is listened to when it is examined.
const EXAMINED: Duration = Duration::from_secs(1);

/// Why levels cannot be read.
const UNCALIBRATED: &str = "the board has not been calibrated: run `touchmove calibrate`";

/// Opens the line again after it was lost.
pub(super) type Open<P> = Box<dyn FnMut() -> Result<P, Unusable> + Send>;

/// What is made of what a board sends.
#[derive(Debug)]
pub(super) struct Sense {
    pub(super) sees: Sensor,
    /// Levels of hall sensors are read by this, where somebody has calibrated them.
    pub(super) calibrated: Option<Calibrated>,
}

/// The scanner at the other end of a serial line.
pub(super) struct SerialScanner<P> {
    open: Open<P>,
    port: Option<P>,
    again: Instant,
    buffer: Vec<u8>,
    wiring: Wiring,
    sense: Sense,
    presses: Option<Presses>,
    seq: u64,
    expected: Option<u16>,
    /// Lines that came, were lost on the way, were garbled.
    lines: u64,
    lost: u64,
    garbled: u64,
}

impl<P: Read + Write + Send + 'static> SerialScanner<P> {
    /// A scanner on this line; `presses` hears of the lever, if one is wired to the board.
    ///
    /// # Errors
    ///
    /// When the line cannot be opened.
    pub(super) fn new(
        mut open: Open<P>,
        wiring: Wiring,
        sense: Sense,
        presses: Option<Presses>,
    ) -> Result<SerialScanner<P>, Unusable> {
        let port = Some(open()?);
        Ok(SerialScanner {
            open,
            port,
            again: Instant::now(),
            buffer: Vec::new(),
            wiring,
            sense,
            presses,
            seq: 0,
            expected: None,
            lines: 0,
            lost: 0,
            garbled: 0,
        })
    }

    /// Reads what has come; false where nothing has in [`READ`].
    fn read(&mut self) -> Result<bool, Failure> {
        let port = match &mut self.port {
            Some(port) => port,
            None if Instant::now() < self.again => {
                std::thread::sleep(READ);
                return Err(Failure::new(Fault::Serial, "the line is gone"));
            }
            None => {
                self.again = Instant::now() + AGAIN;
                let failed = |error: Unusable| Failure::new(Fault::Serial, error);
                self.port.insert((self.open)().map_err(failed)?)
            }
        };
        let mut bytes = [0; 4096];
        match port.read(&mut bytes) {
            Ok(0) => Err(self.gone("the line has ended")),
            Ok(read) => {
                self.buffer.extend_from_slice(&bytes[..read]);
                Ok(true)
            }
            Err(error) if is_patience(&error) => Ok(false),
            Err(error) => Err(self.gone(error)),
        }
    }

    fn gone(&mut self, error: impl std::fmt::Display) -> Failure {
        self.port = None;
        self.buffer.clear();
        self.expected = None;
        Failure::new(Fault::Serial, error)
    }

    /// The next whole line that is not garbled.
    fn line(&mut self) -> Option<Line> {
        loop {
            let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') else {
                if self.buffer.len() > LONGEST_LINE {
                    self.buffer.clear();
                    self.garbled += 1;
                }
                return None;
            };
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            self.lines += 1;
            match protocol::parse(&line[..end]) {
                Ok(line) => {
                    let expected = self.expected.replace(line.seq.wrapping_add(1));
                    let lost = expected.map_or(0, |expected| line.seq.wrapping_sub(expected));
                    // Backwards is a board that has started anew.
                    let lost = if lost < 0x8000 { u64::from(lost) } else { 0 };
                    self.lost += lost;
                    self.seq += lost;
                    return Some(line);
                }
                Err(_) => self.garbled += 1,
            }
        }
    }

    /// What a line says of the squares.
    fn hear(&mut self, message: Message, at: Instant) -> Result<Option<Frame>, Failure> {
        let planes = match (message, self.sense.sees) {
            (Message::Hello { version, .. }, _) if version != protocol::VERSION => {
                let detail = format_args!("the board speaks version {version} of the protocol");
                return Err(Failure::new(Fault::Serial, detail));
            }
            (Message::Hello { name, .. }, _) => {
                tracing::info!(name, "the board says hello");
                return Ok(None);
            }
            (Message::Lever(closed), _) => {
                if let Some(presses) = &mut self.presses {
                    // When nobody listens any more the thread hears of it with the next frame.
                    let _ = presses.read(&closed, at);
                }
                return Ok(None);
            }
            (Message::Occupancy(high), Sensor::Occupancy) => {
                Planes::Occupancy(self.wiring.squares(high))
            }
            (Message::Planes { white, black }, Sensor::Polarity) => {
                let (white, black) = (self.wiring.squares(white), self.wiring.squares(black));
                Planes::Polarity { white, black: black & !white }
            }
            (Message::Readings(readings), Sensor::Polarity) => {
                return self.sensed(&readings, at).map(Some);
            }
            (Message::Occupancy(_), Sensor::Polarity) => {
                return Err(other("occupancy", "polarity"));
            }
            (Message::Planes { .. }, Sensor::Occupancy) => {
                return Err(other("two planes", "occupancy"));
            }
            (Message::Readings(_), Sensor::Occupancy) => {
                return Err(other("readings", "occupancy"));
            }
        };
        Ok(Some(self.frame_of(planes, at)))
    }

    fn sensed(&mut self, readings: &[u16; 64], at: Instant) -> Result<Frame, Failure> {
        let squares = self.by_square(readings);
        let Some(board) = &mut self.sense.calibrated else {
            return Err(Failure::new(Fault::Serial, UNCALIBRATED));
        };
        let Sensed { planes, dead, drifted } = board.sense(squares, at);
        let says_nothing = "readings lie at the end of their range";
        let failure = dead.any().then(|| Failure::new(Fault::Dead, says_nothing));
        Ok(Frame { unread: dead, failure, drifted, ..self.frame_of(planes, at) })
    }

    /// Readings by square, a1 first, from those by input.
    fn by_square(&self, readings: &[u16; 64]) -> [u16; 64] {
        let mut squares = [0; 64];
        for (input, reading) in (0..).zip(readings) {
            squares[usize::from(self.wiring.square(input))] = *reading;
        }
        squares
    }

    fn frame_of(&mut self, planes: Planes, at: Instant) -> Frame {
        self.seq += 1;
        let none = Bitboard::EMPTY;
        Frame { planes, unread: none, failure: None, drifted: none, seq: self.seq, at }
    }

    fn silence(&self) -> Failure {
        let detail = match self.garbled {
            0 => "the board says nothing".to_string(),
            garbled => format!("{garbled} of {} lines were garbled", self.lines.max(garbled)),
        };
        Failure::new(Fault::Serial, detail)
    }
}

fn other(sends: &str, sees: &str) -> Failure {
    let detail = format_args!("the board sends {sends}, but sensor.sees is \"{sees}\"");
    Failure::new(Fault::Serial, detail)
}

impl<P: Read + Write + Send + 'static> SerialScanner<P> {
    /// The newest of what lines say in this way, as soon as one does.
    fn await_lines<T>(
        &mut self,
        mut hear: impl FnMut(&mut Self, Message, Instant) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        let until = Instant::now() + PATIENCE;
        loop {
            self.read()?;
            let at = Instant::now();
            let mut newest = None;
            while let Some(line) = self.line() {
                newest = hear(self, line.message, at)?.or(newest);
            }
            if let Some(newest) = newest {
                return Ok(newest);
            }
            if Instant::now() >= until {
                return Err(self.silence());
            }
        }
    }
}

impl<P: Read + Write + Send + 'static> Scanner for SerialScanner<P> {
    fn frame(&mut self) -> Result<Frame, Failure> {
        self.await_lines(SerialScanner::hear)
    }

    fn readings(&mut self) -> Option<Result<[u16; 64], Failure>> {
        if self.sense.sees == Sensor::Occupancy {
            return None;
        }
        Some(self.await_lines(|board, message, _| match message {
            Message::Readings(readings) => Ok(Some(board.by_square(&readings))),
            Message::Planes { .. } => {
                let detail = "the board sends two planes: what it needs is calibrated there";
                Err(Failure::new(Fault::Serial, detail))
            }
            _ => Ok(None),
        }))
    }

    fn examine(&mut self) -> Vec<Examined> {
        if let Some(port) = &mut self.port {
            // A board that does not know this still sends its frames.
            let _ = port.write_all(b"?\n");
        }
        (self.lines, self.lost, self.garbled) = (0, 0, 0);
        let until = Instant::now() + EXAMINED;
        let mut trouble = None;
        while Instant::now() < until {
            if let Err(failure) = self.frame() {
                trouble = Some(match self.lines {
                    0 => Trouble::Silent(failure.detail),
                    _ if failure.detail == UNCALIBRATED => Trouble::Uncalibrated,
                    _ => Trouble::Transfer(failure.detail),
                });
                break;
            }
        }
        let bad = self.lost + self.garbled;
        if trouble.is_none() && bad > 0 {
            let of = u32::try_from(self.lines + self.lost).unwrap_or(u32::MAX);
            let right = of.saturating_sub(u32::try_from(bad).unwrap_or(u32::MAX));
            trouble = Some(Trouble::Unsteady { right, of });
        }
        vec![Examined { part: Part::Controller, trouble }]
    }

    fn beat(&self) -> Beat {
        Beat::Theirs
    }
}

fn is_patience(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}

#[cfg(test)]
#[path = "serial_tests.rs"]
mod tests;
