#[cfg(any(feature = "rppal", test))]
use embedded_hal::digital::InputPin;

use super::{Driver, Examined, Failure, Levels, Part, Trouble};

/// 64 lines that are read without more ado.
pub(crate) trait Inputs: Send + 'static {
    /// The levels of all, bit n being set where line n is high.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    fn levels(&mut self) -> Result<u64, Failure>;
}

/// Lines read one after the other.
#[cfg(any(feature = "rppal", test))]
#[derive(Debug)]
pub(crate) struct Pins<I>(pub(crate) [I; 64]);

#[cfg(any(feature = "rppal", test))]
impl<I: InputPin + Send + 'static> Inputs for Pins<I> {
    fn levels(&mut self) -> Result<u64, Failure> {
        let mut high = 0;
        for (n, pin) in self.0.iter_mut().enumerate() {
            let level = pin.is_high();
            let level = level.map_err(|error| Failure::bus(format_args!("line {n}"), error))?;
            high |= u64::from(level) << n;
        }
        Ok(high)
    }
}

/// A line of the Pi, or of a chip that the kernel drives, for each square.
#[derive(Debug)]
pub(crate) struct Lines<I>(pub(crate) I);

impl<I: Inputs> Driver for Lines<I> {
    fn read(&mut self) -> Result<Levels, Failure> {
        self.0.levels().map(Levels::all)
    }

    fn examine(&mut self) -> Vec<Examined> {
        let trouble = self.0.levels().err().map(|failure| Trouble::Transfer(failure.detail));
        vec![Examined { part: Part::Lines, trouble }]
    }
}

#[cfg(test)]
mod tests {
    use embedded_hal_mock::eh1::{
        MockError,
        digital::{Mock as Pin, State, Transaction as Level},
    };

    use super::{super::Fault, *};

    #[test]
    fn a_line_is_read_for_each_square() {
        let high = 0x8000_0000_0000_0005u64;
        let state = |n: usize| if high >> n & 1 == 1 { State::High } else { State::Low };
        let pins = std::array::from_fn(|n| Pin::new(&[Level::get(state(n))]));
        let mut lines = Lines(Pins(pins));
        assert_eq!(lines.read(), Ok(Levels::all(high)));
        lines.0.0.iter_mut().for_each(Pin::done);
    }

    #[test]
    fn the_line_that_fails_is_named_and_nothing_is_read_behind_it() {
        let error = MockError::Io(std::io::ErrorKind::Other);
        let pins = std::array::from_fn(|n| match n {
            0..40 => Pin::new(&[Level::get(State::Low)]),
            40 => Pin::new(&[Level::get(State::Low).with_error(error.clone())]),
            _ => Pin::new(&[]),
        });
        let mut lines = Lines(Pins(pins));
        let failure = lines.read().unwrap_err();
        assert_eq!(failure.fault, Fault::Bus);
        assert!(failure.detail.starts_with("line 40: "), "{failure}");
        lines.0.0.iter_mut().for_each(Pin::done);
    }
}
