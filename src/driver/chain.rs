use embedded_hal::{digital::OutputPin, spi::SpiDevice};

use super::{Driver, Examined, Failure, Fault, Levels, Part, Trouble};

/// Chips that read squares; the ninth holds the sentinel.
const CHIPS: usize = 8;
/// Readings by which a chain is judged.
const TRIES: u32 = 64;

/// Eight 74HC165 in a chain and a ninth, the farthest, wired to a fixed pattern.
///
/// SH/LD low takes all inputs over at the same instant, high lets them be shifted out; what comes
/// first is input H of the chip nearest the Pi (74HC165 data sheets, "parallel-in/serial-out").
/// Input n is pin A + n mod 8 of chip n / 8.
///
/// The latch is a plain line: chip select as the latch needs `SPI_CS_HIGH`, whose meaning changed
/// with kernel 5.4 (raspberrypi/linux #3745).
#[derive(Debug)]
pub(crate) struct Chain<S, L> {
    spi: S,
    latch: L,
    sentinel: u8,
}

impl<S: SpiDevice, L: OutputPin> Chain<S, L> {
    /// A chain whose last chip is wired to `sentinel`, A being the lowest bit. The SPI is of mode 0.
    pub(crate) fn new(spi: S, latch: L, sentinel: u8) -> Chain<S, L> {
        Chain { spi, latch, sentinel }
    }

    fn shift(&mut self) -> Result<[u8; CHIPS + 1], Failure> {
        let pin = |error| Failure::bus("latch", error);
        self.latch.set_low().map_err(pin)?;
        self.latch.set_high().map_err(pin)?;
        let mut bytes = [0; CHIPS + 1];
        self.spi.read(&mut bytes).map_err(|error| Failure::bus("SPI", error))?;
        Ok(bytes)
    }

    /// What is wrong with a chain that ends in something else.
    fn broken(&self, bytes: &[u8; CHIPS + 1]) -> Trouble {
        let read = bytes[CHIPS];
        // What hangs in the air behind a break reads all the same.
        let same = bytes.iter().rev().take_while(|byte| **byte == read).count();
        match (read, CHIPS + 1 - same) {
            (0xff, 0) => Trouble::OpenAtPi,
            (0x00, 0) => Trouble::HeldLow,
            // The sentinel alone may be wired otherwise than the configuration says.
            (0xff | 0x00, chips) if same > 1 => Trouble::OpenBehind(chips as u8),
            _ => Trouble::Sentinel { read, wanted: self.sentinel },
        }
    }
}

impl<S: SpiDevice + Send + 'static, L: OutputPin + Send + 'static> Driver for Chain<S, L> {
    fn read(&mut self) -> Result<Levels, Failure> {
        let bytes = self.shift()?;
        if bytes[CHIPS] != self.sentinel {
            let trouble = self.broken(&bytes);
            return Err(Failure::new(Fault::Chain, format_args!("{trouble:?}: {bytes:02x?}")));
        }
        let [a, b, c, d, e, f, g, h, _] = bytes;
        Ok(Levels::all(u64::from_le_bytes([a, b, c, d, e, f, g, h])))
    }

    fn examine(&mut self) -> Vec<Examined> {
        let mut right = 0;
        let mut broken = None;
        for _ in 0..TRIES {
            match self.shift() {
                Ok(bytes) if bytes[CHIPS] == self.sentinel => right += 1,
                Ok(bytes) => broken = Some(self.broken(&bytes)),
                Err(failure) => {
                    return vec![Examined::bad(Part::Chain, Trouble::Transfer(failure.detail))];
                }
            }
        }
        let trouble = match broken {
            Some(_) if right > 0 => Some(Trouble::Unsteady { right, of: TRIES }),
            broken => broken,
        };
        vec![Examined { part: Part::Chain, trouble }]
    }
}

#[cfg(test)]
mod tests {
    use embedded_hal_mock::eh1::{
        digital::{Mock as Pin, State, Transaction as Edge},
        spi::{Mock as Spi, Transaction as Shift},
    };

    use super::super::flaky::Flaky;
    use super::*;

    const PULSE: [State; 2] = [State::Low, State::High];

    /// A chain on a bus that gives these bytes, one array a reading, or fails.
    fn chain(readings: &[Option<[u8; 9]>]) -> Chain<Flaky, Pin> {
        let shifts = readings.iter().flat_map(|reading| {
            let bytes = reading.unwrap_or_default().to_vec();
            [Shift::transaction_start(), Shift::read_vec(bytes), Shift::transaction_end()]
        });
        let spi = Spi::new(&shifts.collect::<Vec<_>>());
        let fails_in = readings.iter().position(Option::is_none);
        let edges: Vec<Edge> = readings.iter().flat_map(|_| PULSE.map(Edge::set)).collect();
        Chain::new(Flaky { spi, fails_in }, Pin::new(&edges), 0xa5)
    }

    fn done(mut chain: Chain<Flaky, Pin>) {
        chain.spi.spi.done();
        chain.latch.done();
    }

    fn bytes(squares: u64, sentinel: u8) -> Option<[u8; 9]> {
        let mut bytes = [sentinel; 9];
        bytes[..8].copy_from_slice(&squares.to_le_bytes());
        Some(bytes)
    }

    #[test]
    fn a_reading_is_a_pulse_and_nine_bytes() {
        let squares = 0x0123_4567_89ab_cdef;
        let mut chain = chain(&[bytes(squares, 0xa5), bytes(1, 0xa5)]);
        assert_eq!(chain.read(), Ok(Levels::all(squares)));
        // The first bit shifted in is H of the nearest chip; its A is input 0.
        assert_eq!(chain.read(), Ok(Levels::all(1)));
        done(chain);
    }

    #[test]
    fn a_failed_transfer_is_told_and_the_next_reading_is_as_ever() {
        let mut chain = chain(&[None, bytes(7, 0xa5)]);
        let failure = chain.read().unwrap_err();
        assert_eq!(failure.fault, Fault::Bus);
        assert!(failure.detail.starts_with("SPI: "), "{failure}");
        assert_eq!(chain.read(), Ok(Levels::all(7)));
        done(chain);
    }

    #[test]
    fn a_latch_that_fails_shifts_nothing() {
        use embedded_hal_mock::eh1::MockError;
        let edge = Edge::set(State::Low).with_error(MockError::Io(std::io::ErrorKind::Other));
        let spi = Flaky { spi: Spi::new(&[]), fails_in: None };
        let mut chain = Chain::new(spi, Pin::new(&[edge]), 0xa5);
        assert!(chain.read().unwrap_err().detail.starts_with("latch: "));
        done(chain);
    }

    #[test]
    fn a_break_is_found_where_it_is() {
        let squares = 0x7e00_0000_00ff_0055u64;
        let cases = [
            (Some([0xff; 9]), Trouble::OpenAtPi),
            (Some([0; 9]), Trouble::HeldLow),
            (bytes(squares, 0x5a), Trouble::Sentinel { read: 0x5a, wanted: 0xa5 }),
            (bytes(squares, 0xff), Trouble::Sentinel { read: 0xff, wanted: 0xa5 }),
        ];
        for (reading, trouble) in cases {
            let mut chain = chain(&[reading; 65]);
            assert_eq!(chain.read().unwrap_err().fault, Fault::Chain);
            assert_eq!(chain.examine(), [Examined::bad(Part::Chain, trouble)]);
            done(chain);
        }
        for behind in 1..8 {
            let open = u64::MAX << (8 * behind);
            let mut chain = chain(&[bytes(open | 0x1234_5678_9abc_de00 >> 8, 0xff); 64]);
            let trouble = Trouble::OpenBehind(behind);
            assert_eq!(chain.examine(), [Examined::bad(Part::Chain, trouble)], "{behind}");
            done(chain);
        }
    }

    #[test]
    fn a_loose_contact_is_no_break() {
        let mut readings = [bytes(3, 0xa5); 64];
        readings[10] = Some([0xff; 9]);
        let mut chain = chain(&readings);
        let trouble = Trouble::Unsteady { right: 63, of: 64 };
        assert_eq!(chain.examine(), [Examined::bad(Part::Chain, trouble)]);
        done(chain);
    }
}
