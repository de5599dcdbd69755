//! A round as data: who plays whom at which table, and by which rules; read from the tables and PGN
//! headers that pairing programs write, and written back.
//!
//! Whatever is wrong with a file is told at once, each with line and column; what is understood says
//! also what was left aside.

mod assemble;
mod columns;
mod list;
mod mistake;
mod round;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod write;

use serde::{Deserialize, Serialize};

pub use mistake::{Mistake, Wrong};
pub use round::{Pairing, Player, Round};
pub use terms::Terms;

/// Most tables of a round.
pub const MOST_TABLES: usize = 2_000;

/// What was understood of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// The round. Its terms are the usual ones, but for a time control that the file names.
    pub round: Round,
    /// Headings of columns, or names of tags, that were left aside.
    pub ignored: Vec<String>,
}

/// Reads a round from a table (CSV; comma, semicolon or tab) or from the headers of games (PGN, whose
/// moves do not matter). UTF-8 and UTF-16 with their marks, UTF-8 without, else Windows-1251.
///
/// # Errors
///
/// Everything that is wrong with it; never an empty list.
pub fn read(file: &[u8]) -> Result<Reading, Vec<Mistake>> {
    let text = text::decoded(file);
    match text.trim_start().starts_with('[') {
        true => assemble::assemble(list::games(&text)?),
        false => assemble::assemble(list::table(&text)?),
    }
}
