//! The lines that a microcontroller on a serial line sends, version 1
//! (hardware/serial-protocol.md).

use std::fmt;

use crc::{CRC_16_IBM_3740, Crc};

/// Closes each line: polynomial 0x1021, initial value 0xffff, not reflected.
const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// The newest version that is understood.
pub(crate) const VERSION: &str = "1";

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Counts all lines; a hole tells that some were lost.
    pub(crate) seq: u16,
    /// The microcontroller's clock, ms.
    pub(crate) ms: u32,
    /// What it says.
    pub(crate) message: Message,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// Who is there and what it sends.
    Hello {
        /// Version of the protocol.
        version: String,
        /// `occupancy`, `planes` or `readings`.
        what: String,
        /// Its own name.
        name: String,
    },
    /// Bit n: something stands at input n.
    Occupancy(u64),
    /// Whose piece stands at input n.
    Planes {
        /// White's.
        white: u64,
        /// Black's.
        black: u64,
    },
    /// The level of each sensor, 12 bits.
    Readings(Box<[u16; 64]>),
    /// Which contacts under the lever are closed: left, right.
    Lever([bool; 2]),
}

/// A line that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Garbled {
    /// It is not what its last four digits say it was when it was sent.
    Crc,
    /// It is as it was sent, but is no line of this protocol.
    Form,
}

impl fmt::Display for Garbled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Garbled::Crc => "a line was garbled on its way",
            Garbled::Form => "a line is none of this protocol",
        })
    }
}

impl std::error::Error for Garbled {}

/// Reads a line, without its end.
///
/// # Errors
///
/// When it is garbled, or no line of this protocol.
pub(crate) fn parse(line: &[u8]) -> Result<Line, Garbled> {
    let text = std::str::from_utf8(line).map_err(|_| Garbled::Crc)?;
    let (text, crc) = text.trim_end_matches('\r').rsplit_once('*').ok_or(Garbled::Crc)?;
    let crc = Some(crc).filter(|crc| crc.len() == 4);
    let crc = crc.and_then(|crc| u16::from_str_radix(crc, 16).ok()).ok_or(Garbled::Crc)?;
    if CRC.checksum(text.as_bytes()) != crc {
        return Err(Garbled::Crc);
    }
    understood(text).ok_or(Garbled::Form)
}

fn understood(text: &str) -> Option<Line> {
    let mut words = text.split(' ');
    let (kind, seq, ms) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let mut next = || words.next();
    let message = match kind {
        "H" => {
            next().filter(|name| *name == "touchmove")?;
            let (version, what) = (next()?.into(), next()?.into());
            Message::Hello { version, what, name: next().unwrap_or_default().into() }
        }
        "O" => Message::Occupancy(hex(next()?)?),
        "P" => Message::Planes { white: hex(next()?)?, black: hex(next()?)? },
        "A" => Message::Readings(readings(next()?)?),
        "L" => Message::Lever(match next()? {
            "left" => [true, false],
            "right" => [false, true],
            "both" => [true, true],
            "none" => [false, false],
            _ => return None,
        }),
        _ => return None,
    };
    match words.next() {
        None => Some(Line { seq, ms, message }),
        Some(_) => None,
    }
}

fn hex(digits: &str) -> Option<u64> {
    (digits.len() == 16).then(|| u64::from_str_radix(digits, 16).ok())?
}

fn readings(digits: &str) -> Option<Box<[u16; 64]>> {
    if digits.len() != 192 || !digits.is_ascii() {
        return None;
    }
    let mut readings = Box::new([0; 64]);
    for (n, reading) in readings.iter_mut().enumerate() {
        *reading = u16::from_str_radix(&digits[3 * n..3 * n + 3], 16).ok()?;
    }
    Some(readings)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { seq, ms, message } = self;
        let text = match message {
            Message::Hello { version, what, name } => {
                format!("H {seq} {ms} touchmove {version} {what} {name}")
            }
            Message::Occupancy(all) => format!("O {seq} {ms} {all:016x}"),
            Message::Planes { white, black } => format!("P {seq} {ms} {white:016x} {black:016x}"),
            Message::Readings(readings) => {
                let digits: String = readings.iter().map(|one| format!("{one:03x}")).collect();
                format!("A {seq} {ms} {digits}")
            }
            Message::Lever(closed) => {
                let end = match closed {
                    [true, false] => "left",
                    [false, true] => "right",
                    [true, true] => "both",
                    [false, false] => "none",
                };
                format!("L {seq} {ms} {end}")
            }
        };
        write!(f, "{text}*{:04x}", CRC.checksum(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_message() -> impl Strategy<Value = Message> {
        prop_oneof![
            any::<u64>().prop_map(Message::Occupancy),
            any::<[u64; 2]>().prop_map(|[white, black]| Message::Planes { white, black }),
            prop::collection::vec(0..4096u16, 64)
                .prop_map(|all| Message::Readings(Box::new(all.try_into().unwrap()))),
            any::<[bool; 2]>().prop_map(Message::Lever),
            Just(Message::Hello {
                version: "1".into(),
                what: "readings".into(),
                name: "hall-7".into()
            }),
        ]
    }

    proptest! {
        #[test]
        fn a_line_is_read_as_it_was_written(seq: u16, ms: u32, message in any_message()) {
            let line = Line { seq, ms, message };
            prop_assert_eq!(parse(line.to_string().as_bytes()), Ok(line.clone()));
            prop_assert_eq!(parse(format!("{line}\r").as_bytes()), Ok(line));
        }

        #[test]
        fn a_byte_that_changed_on_its_way_is_found(
            seq: u16, ms: u32, message in any_message(), place: prop::sample::Index, bits in 1..=255u8,
        ) {
            let line = Line { seq, ms, message }.to_string();
            let mut bytes = line.into_bytes();
            let place = place.index(bytes.len());
            bytes[place] ^= bits;
            // Upper-case digits of the sum say the same.
            if !bytes.eq_ignore_ascii_case(&{ let mut same = bytes.clone(); same[place] ^= bits; same }) {
                prop_assert!(parse(&bytes).is_err());
            }
        }

        #[test]
        fn no_bytes_are_too_strange(bytes: Vec<u8>) {
            let _ = parse(&bytes);
        }
    }

    #[test]
    fn the_sum_is_the_catalogues() {
        assert_eq!(CRC.checksum(b"123456789"), 0x29b1);
        let line = Line { seq: 7, ms: 1234, message: Message::Occupancy(0xffff_0000_0000_ffff) };
        let text = line.to_string();
        assert!(text.starts_with("O 7 1234 ffff00000000ffff*"), "{text}");
    }

    #[test]
    fn what_is_whole_but_unknown_is_told_apart_from_what_is_garbled() {
        let closed = |text: &str| format!("{text}*{:04x}", CRC.checksum(text.as_bytes()));
        for unknown in [
            "X 1 2 3",
            "O 1 2",
            "O 1 2 ffff",
            "O 70000 2 ffff00000000ffff",
            "L 1 2 up",
            "O 1 2 ffff00000000ffff more",
            "A 1 2 000",
            "H 1 2 other 1 planes x",
        ] {
            assert_eq!(parse(closed(unknown).as_bytes()), Err(Garbled::Form), "{unknown}");
        }
        for garbled in ["", "O 1 2 ffff00000000ffff", "O 1 2 ffff00000000ffff*", "*"] {
            assert_eq!(parse(garbled.as_bytes()), Err(Garbled::Crc), "{garbled}");
        }
    }
}
