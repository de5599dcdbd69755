//! The microcontroller of a simulated hall board, and the serial line to it.

use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    thread,
    time::{Duration, Instant},
};

use touchmove_core::{
    board::{Bitboard, Ms, Planes},
    hall::{Model, RAIL, TOP, Traits},
    wiring::Wiring,
};

use super::{
    contacts::{Contacts, of},
    script::Kind,
};
use crate::{
    driver::protocol::{Line, Message, VERSION},
    sensor::serial::READ,
};

/// The same board for ever.
const SEED: u64 = 1;
/// A sensor without supply reads less than any that works.
const DEAD: u16 = RAIL / 2;

/// A line at whose other end sensors are read and sent.
#[derive(Debug)]
pub(super) struct Controller {
    contacts: Contacts,
    wiring: Wiring,
    model: Model,
    seq: u16,
    /// From one frame to the next.
    period: Duration,
    due: Instant,
    sent: VecDeque<u8>,
}

impl Controller {
    /// A board that is switched on now.
    pub(super) fn new(contacts: Contacts, wiring: Wiring, period: Duration) -> Controller {
        let model = Model::new(SEED, Traits::default());
        let mut controller = Controller {
            contacts,
            wiring,
            model,
            seq: 0,
            period,
            due: Instant::now(),
            sent: VecDeque::new(),
        };
        controller.say_hello();
        controller
    }

    fn say_hello(&mut self) {
        let (version, what, name) = (VERSION.into(), "readings".into(), "simulated".into());
        self.say(Message::Hello { version, what, name }, Way::Clear);
    }

    fn say(&mut self, message: Message, way: Way) {
        let ms = self.contacts.since().as_millis() as u32;
        let mut line = format!("{}\n", Line { seq: self.seq, ms, message }).into_bytes();
        if way == Way::Disturbed {
            line[0] ^= 1;
        }
        self.seq = self.seq.wrapping_add(1);
        self.sent.extend(line);
    }

    /// What the sensors read now, by input.
    fn readings(&mut self) -> [u16; 64] {
        let since = self.contacts.since();
        let t = Ms::try_from(since.as_millis()).unwrap_or(Ms::MAX);
        let faults = self.contacts.faults();
        let reversed = faults.iter().fold(Bitboard::EMPTY, |all, fault| match fault {
            Kind::Reversed { squares } => all | of(squares),
            _ => all,
        });
        let planes = match self.contacts.planes() {
            Planes::Polarity { white, black } => Planes::Polarity {
                white: white & !reversed | black & reversed,
                black: black & !reversed | white & reversed,
            },
            occupied => occupied,
        };
        let mut squares = self.model.readings(t, planes).0;
        for fault in &faults {
            match fault {
                Kind::Dead { squares: dead } => {
                    of(dead).into_iter().for_each(|square| squares[usize::from(square)] = DEAD);
                }
                Kind::Drift { squares: drifting, counts } => {
                    let minutes = since.as_secs_f64() / 60.0;
                    let moved = (f64::from(*counts) * minutes) as i32;
                    for square in of(drifting) {
                        let reading = &mut squares[usize::from(square)];
                        let level = (i32::from(*reading) + moved).clamp(0, i32::from(TOP));
                        *reading = level as u16;
                    }
                }
                _ => {}
            }
        }
        let mut inputs = [0; 64];
        for (input, reading) in (0..).zip(&mut inputs) {
            *reading = squares[usize::from(self.wiring.square(input))];
        }
        inputs
    }

    /// How the line is at the moment.
    fn way(&self) -> Way {
        let mut way = Way::Clear;
        for fault in self.contacts.faults() {
            match fault {
                Kind::BusError { every } if u64::from(self.seq).is_multiple_of(every.max(1)) => {
                    way = Way::Disturbed;
                }
                Kind::Silent { .. } | Kind::Wedged { .. } => way = Way::Cut,
                _ => {}
            }
        }
        way
    }
}

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Clear,
    Disturbed,
    Cut,
}

impl Read for Controller {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.sent.is_empty() {
            let way = self.way();
            if way == Way::Cut {
                thread::sleep(READ);
                return Err(io::ErrorKind::TimedOut.into());
            }
            thread::sleep(self.due.saturating_duration_since(Instant::now()));
            self.due = (self.due + self.period).max(Instant::now());
            let readings = Box::new(self.readings());
            self.say(Message::Readings(readings), way);
        }
        self.sent.read(into)
    }
}

impl Write for Controller {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.contains(&b'?') {
            self.say_hello();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
