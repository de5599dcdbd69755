use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use touchmove_core::board::Record;

use super::*;
use crate::{
    clock::{Contacts, Lever, LeverEnd, Wired},
    inlet::inlet,
    tempo::Tempo,
};

/// A line that gives these pieces, one a reading; where there is none left it waits in vain.
#[derive(Clone, Default)]
struct Cable {
    pieces: Arc<Mutex<VecDeque<Option<Vec<u8>>>>>,
    sent: Arc<Mutex<Vec<u8>>>,
}

impl Cable {
    fn feed(&self, bytes: impl Into<Vec<u8>>) {
        self.pieces.lock().unwrap().push_back(Some(bytes.into()));
    }

    fn unplug(&self) {
        self.pieces.lock().unwrap().push_back(None);
    }
}

impl Read for Cable {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.pieces.lock().unwrap().pop_front() {
            Some(Some(piece)) => {
                into[..piece.len()].copy_from_slice(&piece);
                Ok(piece.len())
            }
            Some(None) => Err(io::ErrorKind::BrokenPipe.into()),
            None => {
                std::thread::sleep(Duration::from_millis(5));
                Err(io::ErrorKind::TimedOut.into())
            }
        }
    }
}

impl Write for Cable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sent.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn scanner(cable: &Cable, sees: Sensor, presses: Option<Presses>) -> SerialScanner<Cable> {
    let cable = cable.clone();
    let open = Box::new(move || Ok(cable.clone()));
    SerialScanner::new(open, Wiring::default(), Sense::Planes(sees), presses).unwrap()
}

fn line(seq: u16, message: Message) -> String {
    format!("{}\n", Line { seq, ms: u32::from(seq) * 10, message })
}

#[test]
fn frames_come_in_pieces_and_several_at_once() {
    let cable = Cable::default();
    let mut scanner = scanner(&cable, Sensor::Occupancy, None);
    let one = line(1, Message::Occupancy(1));
    let (head, tail) = one.split_at(9);
    cable.feed(head);
    cable.feed(tail);
    assert_eq!(scanner.frame().unwrap().planes.occupied(), Bitboard(1));
    cable.feed(line(2, Message::Occupancy(2)) + &line(3, Message::Occupancy(3)));
    assert_eq!(scanner.frame().unwrap().planes.occupied(), Bitboard(3), "the newest");
    assert_eq!(scanner.lost, 0);
}

#[test]
fn garbled_lines_are_skipped_and_counted() {
    let cable = Cable::default();
    let mut scanner = scanner(&cable, Sensor::Polarity, None);
    let planes = |white| Message::Planes { white, black: 0xff00 };
    cable.feed("ello touchmove\n");
    cable.feed(line(7, planes(3)).replace("ff00", "ff01"));
    cable.feed(vec![b'x'; 600]);
    cable.feed("\n");
    cable.feed(line(9, planes(1)));
    let frame = scanner.frame().unwrap();
    let wanted = Planes::Polarity { white: Bitboard(1), black: Bitboard(0xff00) };
    assert_eq!(frame.planes, wanted);
    assert!(scanner.garbled >= 3, "{}", scanner.garbled);
    cable.feed(line(14, planes(1)));
    scanner.frame().unwrap();
    assert_eq!(scanner.lost, 4);
}

#[test]
fn a_board_that_is_unplugged_comes_back_with_its_cable() {
    let cable = Cable::default();
    let mut scanner = scanner(&cable, Sensor::Occupancy, None);
    cable.unplug();
    assert_eq!(scanner.frame().unwrap_err().fault, Fault::Serial);
    cable.feed(line(1, Message::Occupancy(5)));
    assert_eq!(scanner.frame().unwrap().planes.occupied(), Bitboard(5));
}

#[test]
fn silence_is_a_fault() {
    let cable = Cable::default();
    let mut scanner = scanner(&cable, Sensor::Occupancy, None);
    let failure = scanner.frame().unwrap_err();
    assert_eq!(failure, Failure::new(Fault::Serial, "the board says nothing"));
    let examined = scanner.examine();
    assert!(matches!(examined[0].trouble, Some(Trouble::Silent(_))), "{examined:?}");
    assert_eq!(*cable.sent.lock().unwrap(), b"?\n");
}

#[test]
fn what_it_sends_must_be_what_is_configured() {
    for (sees, message, said) in [
        (
            Sensor::Polarity,
            Message::Occupancy(1),
            "sends occupancy, but sensor.sees is \"polarity\"",
        ),
        (
            Sensor::Occupancy,
            Message::Planes { white: 1, black: 2 },
            "sends two planes, but sensor.sees is \"occupancy\"",
        ),
        (
            Sensor::Occupancy,
            Message::Hello { version: "2".into(), what: "planes".into(), name: "x".into() },
            "speaks version 2",
        ),
    ] {
        let cable = Cable::default();
        cable.feed(line(1, message));
        let failure = scanner(&cable, sees, None).frame().unwrap_err();
        assert!(failure.detail.contains(said), "{failure}");
    }
}

#[test]
fn the_lever_at_the_board_presses() {
    use touchmove_core::board::{Side, What};
    let (inlet, mut records) = inlet(16);
    let lever = Lever::wired(inlet, Some(Side::Black));
    let contacts = Contacts::new([false, true, false], Duration::ZERO);
    let tempo = Tempo::starting_now(1.0);
    let presses = Presses::new(contacts, Wired::Buttons, lever, LeverEnd::Left, tempo);
    let cable = Cable::default();
    let mut scanner = scanner(&cable, Sensor::Occupancy, Some(presses));
    let ends = [[false, true], [true, false], [true, false], [false, false], [false, true]];
    for (seq, closed) in (0..).zip(ends) {
        cable.feed(line(2 * seq, Message::Lever(closed)));
        cable.feed(line(2 * seq + 1, Message::Occupancy(0)));
        scanner.frame().unwrap();
    }
    let pressed: Vec<Record> = std::iter::from_fn(|| records.try_recv().ok()).collect();
    let pressed: Vec<What> = pressed.into_iter().map(|record| record.what).collect();
    assert_eq!(pressed, [What::Press(Side::White), What::Press(Side::Black)]);
}
