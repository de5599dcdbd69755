use std::time::{Duration, Instant};

use embedded_hal::digital::OutputPin;

use super::{
    Driver, Examined, Failure, Fault, Levels, Mcp, Part, Registers, Trouble,
    mcp::{self, Use, register},
};

/// Readings for which a chip that does not answer is left alone: each try may cost the others time.
const LEFT_ALONE: u8 = 20;
/// A transfer that takes longer has timed out, and the others' would, too.
const TIMED_OUT: Duration = Duration::from_millis(50);
/// Where a reading begins: how the chip is configured, its pull-ups and the levels come in one
/// transfer.
const FIRST: u8 = register::IOCON;
/// Registers of a reading.
const SPAN: usize = (register::GPIO - FIRST + 2) as usize;
/// Where the levels stand in it.
const LEVELS: usize = (register::GPIO - FIRST) as usize;

/// Five MCP23017 on I²C, or four MCP23S17 on one chip select, each square at a pin with its pull-up.
///
/// Input n is a pin of chip n / 14 (n / 16 on SPI): port A first, then port B.
///
/// A dip of the supply clears a chip, and then its pins float. So each reading shows the chip's
/// settings, too: one that has lost them is set up anew and what it read is not used. On SPI it no
/// longer listens to its address then, and an open MISO reads like all pull-ups and no piece; no
/// chip is configured so.
#[derive(Debug)]
pub(crate) struct Expanders<R, L> {
    registers: R,
    kind: Mcp,
    reset: Option<L>,
    chips: Vec<Chip>,
}

#[derive(Debug)]
struct Chip {
    address: u8,
    standing: Standing,
}

/// How it stands with a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// To be set up before it is read; to be left alone for so many readings before that.
    Unset { left_alone: u8 },
    /// Set up.
    Ready,
}

impl<R: Registers, L: OutputPin> Expanders<R, L> {
    /// Expanders at these addresses, in the order of their inputs; on SPI by their address pins.
    pub(crate) fn new(registers: R, kind: Mcp, addresses: &[u8], reset: Option<L>) -> Self {
        let unset = Standing::Unset { left_alone: 0 };
        let chips =
            addresses.iter().map(|address| Chip { address: *address, standing: unset }).collect();
        let mut expanders = Expanders { registers, kind, reset, chips };
        // Whether the line can be set shows at the first reading, if it matters.
        let _ = expanders.reset();
        expanders
    }

    /// Pins in use of every chip.
    fn pins(&self) -> Use {
        Use { inputs: u16::from_le_bytes([self.kind.inputs(); 2]) }
    }

    /// What a reading of a chip in order begins with.
    fn settings(&self) -> [u8; 4] {
        let (configured, inputs) = (self.kind.configured(), self.kind.inputs());
        [configured, configured, inputs, inputs]
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.reset.as_mut().map_or(Ok(()), mcp::reset)
    }

    /// Sets up what needs it; gives what went wrong.
    fn set_up(&mut self, until: Instant) -> Option<Failure> {
        let (kind, pins) = (self.kind, self.pins());
        let mut failure = None;
        for chip in &mut self.chips {
            match &mut chip.standing {
                Standing::Ready => {}
                Standing::Unset { .. } if Instant::now() > until => failure = Some(timed_out()),
                Standing::Unset { left_alone: 0 } => {
                    match mcp::set_up(&mut self.registers, kind, chip.address, pins) {
                        Ok(()) => chip.standing = Standing::Ready,
                        Err(error) => {
                            chip.standing = Standing::Unset { left_alone: LEFT_ALONE };
                            failure = Some(silent(chip.address, error));
                        }
                    }
                }
                Standing::Unset { left_alone } => {
                    *left_alone -= 1;
                    failure = Some(silent(chip.address, "left alone for now"));
                }
            }
        }
        failure
    }

    /// Reads the chips that are ready; those that fail are not afterwards.
    fn read_ready(
        &mut self,
        until: Instant,
        failure: &mut Option<Failure>,
    ) -> Vec<(usize, [u8; SPAN])> {
        let ready: Vec<usize> =
            (0..self.chips.len()).filter(|n| self.chips[*n].standing == Standing::Ready).collect();
        let addresses: Vec<u8> = ready.iter().map(|n| self.chips[*n].address).collect();
        let mut spans = vec![[0; SPAN]; ready.len()];
        if self.registers.read_each(&addresses, FIRST, &mut spans).is_ok() {
            return ready.into_iter().zip(spans).collect();
        }
        // One that fails must not take the others with it.
        let mut read = Vec::new();
        for n in ready {
            let (chip, mut span) = (&mut self.chips[n], [0; SPAN]);
            if Instant::now() > until {
                chip.standing = Standing::Unset { left_alone: 0 };
                *failure = Some(timed_out());
                continue;
            }
            match self.registers.read(chip.address, FIRST, &mut span) {
                Ok(()) => read.push((n, span)),
                Err(error) => {
                    chip.standing = Standing::Unset { left_alone: 0 };
                    *failure = Some(silent(chip.address, error));
                }
            }
        }
        read
    }

    /// The levels of a chip's inputs from those of its pins.
    fn inputs(&self, a: u8, b: u8) -> u64 {
        let mask = self.kind.inputs();
        u64::from(a & mask) | u64::from(b & mask) << mask.count_ones()
    }
}

fn timed_out() -> Failure {
    Failure::new(Fault::Bus, "it takes too long")
}

fn silent(address: u8, error: impl std::fmt::Debug) -> Failure {
    Failure::new(Fault::Expander, format_args!("{address:#04x}: {error:?}"))
}

impl<R: Registers, L: OutputPin + Send + 'static> Driver for Expanders<R, L> {
    fn read(&mut self) -> Result<Levels, Failure> {
        let until = Instant::now() + TIMED_OUT;
        let mut failure = self.set_up(until);
        let (settings, width) = (self.settings(), self.kind.width());
        let (mut high, mut read) = (0, 0);
        for (n, span) in self.read_ready(until, &mut failure) {
            let chip = &mut self.chips[n];
            if !span.starts_with(&settings) {
                chip.standing = Standing::Unset { left_alone: 0 };
                failure = Some(silent(chip.address, "has lost its settings"));
                continue;
            }
            // Of the last chip's inputs a few may be past the 64th.
            let at = width * n as u32;
            high |= self.inputs(span[LEVELS], span[LEVELS + 1]).unbounded_shl(at);
            read |= (1u64 << width).wrapping_sub(1).unbounded_shl(at);
        }
        match failure {
            Some(failure) if read == 0 => {
                // Perhaps one of them holds the bus; reset, it must let go.
                self.reset()?;
                Err(Failure { fault: Fault::Bus, ..failure })
            }
            failure => Ok(Levels { high, unread: !read, failure }),
        }
    }

    fn examine(&mut self) -> Vec<Examined> {
        let (kind, pins) = (self.kind, self.pins());
        let registers = &mut self.registers;
        let examined = self.chips.iter_mut().map(|chip| {
            let mut pull_ups = [0; 2];
            let set = mcp::set_up(registers, kind, chip.address, pins)
                .and_then(|()| registers.read(chip.address, register::GPPU, &mut pull_ups));
            let trouble = match set {
                Err(error) => Some(Trouble::Silent(format!("{error:?}"))),
                // Nothing tells on SPI that a chip is missing but that nothing comes back.
                Ok(())
                    if kind == Mcp::Spi
                        && [[0; 2], [0xff; 2]].contains(&pull_ups)
                        && pull_ups != pins.inputs.to_le_bytes() =>
                {
                    Some(Trouble::Silent(format!("{pull_ups:02x?}")))
                }
                Ok(()) => (pull_ups != pins.inputs.to_le_bytes()).then_some(Trouble::Forgets),
            };
            chip.standing = match trouble {
                None => Standing::Ready,
                Some(_) => Standing::Unset { left_alone: 0 },
            };
            Examined { part: Part::Expander(chip.address), trouble }
        });
        examined.collect()
    }
}

#[cfg(test)]
#[path = "expanders_tests.rs"]
mod tests;
