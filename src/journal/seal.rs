//! Seals: the running BLAKE3 over all bytes of a journal before the line that holds it. Whoever
//! knows a later one can tell whether anything before it was changed.

use std::{
    fmt,
    io::{self, BufRead},
    sync::Arc,
};

use touchmove_core::trace::Line;

/// The running hash over what stands in a journal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seal(blake3::Hasher);

/// The value of a seal: 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Head(Arc<str>);

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Head {
    fn from(text: &str) -> Head {
        Head(text.into())
    }
}

impl Seal {
    /// Over everything that comes.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn over(input: &mut impl io::Read) -> io::Result<Seal> {
        let mut seal = Seal::default();
        seal.0.update_reader(input)?;
        Ok(seal)
    }

    /// More stands there.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Over everything so far.
    pub(crate) fn head(&self) -> Head {
        Head(self.0.finalize().to_hex().as_str().into())
    }

    /// The line that seals everything so far, with its end. It counts for the next one.
    pub(crate) fn line(&mut self) -> (Head, String) {
        let head = self.head();
        let line = format!("{}\n", Line::Sum(head.to_string()));
        self.take(line.as_bytes());
        (head, line)
    }
}

/// Lines between two seals that are not what was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// The first line after the last seal that fits.
    pub(crate) from: u64,
    /// The line of the seal that does not.
    pub(crate) to: u64,
}

/// What the seals of a journal say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    /// Seals there.
    pub(crate) seals: usize,
    /// Where they do not fit.
    pub(crate) broken: Vec<Broken>,
    /// Lines after the last seal.
    pub(crate) unsealed: u64,
    /// Lines in all.
    pub(crate) lines: u64,
    /// The hash over the whole file.
    pub(crate) head: Head,
}

impl Chain {
    /// Reads a journal through.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub(crate) fn read(mut input: impl BufRead) -> io::Result<Chain> {
        let mut seal = Seal::default();
        let (mut seals, mut broken) = (0, Vec::new());
        let (mut number, mut from) = (0, 1);
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            number += 1;
            if let Some(written) = seal_in(&line) {
                seals += 1;
                if written != seal.head().to_string() {
                    broken.push(Broken { from, to: number });
                }
                from = number + 1;
            }
            seal.take(&line);
            line.clear();
        }
        let unsealed = number + 1 - from;
        Ok(Chain { seals, broken, unsealed, lines: number, head: seal.head() })
    }

    /// The line of the last seal; 0 without one.
    pub(crate) fn sealed(&self) -> u64 {
        self.lines - self.unsealed
    }
}

/// The seal that a line holds, if it is one.
fn seal_in(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    // Only a seal begins so; everything else need not be understood here.
    if !text.starts_with(r#"{"sum":"#) {
        return None;
    }
    match Line::parse(text) {
        Ok(Line::Sum(sum)) => Some(sum),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(batches: &[&str]) -> String {
        let (mut seal, mut text) = (Seal::default(), String::new());
        for batch in batches {
            seal.take(batch.as_bytes());
            text += batch;
            text += &seal.line().1;
        }
        text
    }

    const BATCHES: [&str; 3] = ["{\"touchmove\":1}\n", "{\"t\":1}\n{\"t\":2}\n", "{\"t\":3}\n"];

    #[test]
    fn a_whole_chain_is_whole() {
        let chain = Chain::read(sealed(&BATCHES).as_bytes()).unwrap();
        assert_eq!((chain.seals, chain.broken, chain.unsealed), (3, vec![], 0));
    }

    /// Whichever bit is changed, some seal after it does not fit, and says where.
    #[test]
    fn every_changed_bit_shows() {
        let text = sealed(&BATCHES);
        for place in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= 1 << bit;
                let chain = Chain::read(bytes.as_slice()).unwrap();
                let last = place >= text.len() - 76;
                assert!(!chain.broken.is_empty() || chain.unsealed > 0, "{place}.{bit}");
                // In the last seal itself the file may only end unsealed.
                assert!(last || !chain.broken.is_empty(), "{place}.{bit}: {chain:?}");
            }
        }
    }

    #[test]
    fn the_lines_that_were_changed_are_named() {
        let changed = sealed(&BATCHES).replace("\"t\":2", "\"t\":5");
        let chain = Chain::read(changed.as_bytes()).unwrap();
        // What was sealed later stands on what was changed.
        assert_eq!(chain.broken[0], Broken { from: 3, to: 5 });
    }
}
