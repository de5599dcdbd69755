//! A board whose squares a microcontroller reads, which sends what it sees over a serial line.

use std::{
    io::{self, Read, Write},
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Bitboard, Planes, Sensor},
    wiring::Wiring,
};

use super::{Beat, Frame, Scanner};
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

/// Opens the line again after it was lost.
pub(super) type Open<P> = Box<dyn FnMut() -> Result<P, Unusable> + Send>;

/// What a board of readings is read by.
pub(super) enum Sense {
    /// It sends what stands where.
    Planes(Sensor),
    /// It sends levels of hall sensors, and nobody has calibrated them.
    Uncalibrated,
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
        let other = |sends: &str, sees: &str| {
            Failure::new(
                Fault::Serial,
                format_args!("the board sends {sends}, but sensor.sees is \"{sees}\""),
            )
        };
        let planes = match (message, &mut self.sense) {
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
            (Message::Occupancy(high), Sense::Planes(Sensor::Occupancy)) => {
                Planes::Occupancy(self.wiring.squares(high))
            }
            (Message::Planes { white, black }, Sense::Planes(Sensor::Polarity)) => {
                let (white, black) = (self.wiring.squares(white), self.wiring.squares(black));
                Planes::Polarity { white, black: black & !white }
            }
            (Message::Readings(_), Sense::Uncalibrated) => {
                let detail = "the board has not been calibrated: run `touchmove calibrate`";
                return Err(Failure::new(Fault::Serial, detail));
            }
            (Message::Occupancy(_), _) => return Err(other("occupancy", "polarity")),
            (Message::Planes { .. }, _) => return Err(other("two planes", "occupancy")),
            (Message::Readings(_), _) => return Err(other("readings", "occupancy")),
        };
        Ok(Some(self.frame_of(planes, at)))
    }

    fn frame_of(&mut self, planes: Planes, at: Instant) -> Frame {
        self.seq += 1;
        Frame { planes, unread: Bitboard::EMPTY, failure: None, seq: self.seq, at }
    }

    fn silence(&self) -> Failure {
        let detail = match self.garbled {
            0 => "the board says nothing".to_string(),
            garbled => format!("{garbled} of {} lines were garbled", self.lines.max(garbled)),
        };
        Failure::new(Fault::Serial, detail)
    }
}

impl<P: Read + Write + Send + 'static> Scanner for SerialScanner<P> {
    fn frame(&mut self) -> Result<Frame, Failure> {
        let until = Instant::now() + PATIENCE;
        loop {
            self.read()?;
            let at = Instant::now();
            let mut newest = None;
            while let Some(line) = self.line() {
                newest = self.hear(line.message, at)?.or(newest);
            }
            if let Some(frame) = newest {
                return Ok(frame);
            }
            if Instant::now() >= until {
                return Err(self.silence());
            }
        }
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
