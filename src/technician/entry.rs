//! What is wrong, as it stands in a report for people.

use std::io::{self, Write};

use touchmove_core::board::{Bitboard, Square};

use super::component::Labels;
use crate::words::Words;

/// Columns of a terminal.
const WIDTH: usize = 80;

/// One thing that is wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// What.
    pub(super) said: String,
    /// The squares of a part that is at fault itself.
    pub(super) squares: Option<String>,
    /// What its squares are wired to.
    pub(super) at: Vec<(Square, String)>,
    /// The part that it is looked for at, in general.
    pub(super) component: Option<String>,
    /// What to do about it.
    pub(super) remedy: Option<String>,
}

impl Entry {
    /// Writes it with its number.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn write(&self, out: &mut impl Write, n: usize) -> io::Result<()> {
        write!(out, "{}", wrapped(&self.said, &format!("{n}. "), "   "))?;
        if let Some(squares) = &self.squares {
            write!(out, "{}", wrapped(squares, "   ", "   "))?;
        }
        for (square, component) in &self.at {
            writeln!(out, "   {square}: {component}")?;
        }
        if let Some(component) = &self.component {
            write!(out, "{}", wrapped(component, "   ? ", "     "))?;
        }
        if let Some(remedy) = &self.remedy {
            write!(out, "{}", wrapped(remedy, "   → ", "     "))?;
        }
        writeln!(out)
    }
}

/// A paragraph with a line end.
pub(super) fn wrapped(text: &str, first: &str, more: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(first)
        .subsequent_indent(more)
        .break_words(false);
    textwrap::fill(text.trim_end(), options) + "\n"
}

/// What squares are wired to, each with the square's name.
pub(super) fn at(squares: Bitboard, labels: &Labels<'_>, words: &Words) -> Vec<(Square, String)> {
    squares.into_iter().map(|square| (square, labels.component(square).name(words))).collect()
}

/// `a1 b1 e4`; whole ranks as `a1–h2`.
pub(super) fn list(squares: Bitboard) -> String {
    let full = |rank: &[Square]| rank.iter().all(|square| squares.contains(*square));
    let mut said: Vec<String> = Vec::new();
    let mut run: Option<(Square, Square)> = None;
    let range = |(from, to): (Square, Square)| format!("{from}–{to}");
    for rank in Square::ALL.chunks(8) {
        if full(rank) {
            run = Some((run.map_or(rank[0], |(from, _)| from), rank[7]));
            continue;
        }
        said.extend(run.take().map(range));
        let some = rank.iter().filter(|square| squares.contains(**square));
        said.extend(some.map(ToString::to_string));
    }
    said.extend(run.map(range));
    said.join(" ")
}

/// The same, or the word by which a message is told that there are none.
pub(super) fn list_or_none(squares: Bitboard) -> String {
    if squares.is_empty() { "none".into() } else { list(squares) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_ranks_are_named_by_their_ends() {
        assert_eq!(list(Bitboard(0)), "");
        assert_eq!(list(Bitboard(0x1001)), "a1 e2");
        assert_eq!(list(Bitboard(0xffff_0000_0000_ffff)), "a1–h2 a7–h8");
        assert_eq!(list(Bitboard(0xff_0100)), "a2 a3–h3");
        assert_eq!(list(Bitboard::FULL), "a1–h8");
    }
}
