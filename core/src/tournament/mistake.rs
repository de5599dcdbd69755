use std::fmt;

use serde::{Deserialize, Serialize};

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mistake {
    /// Line of the file, from 1; of a list without lines, the number in it. None: nowhere in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column of the table, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What.
    #[serde(flatten)]
    pub wrong: Wrong,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "wrong", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wrong {
    /// No pair stands in it.
    NoPairs,
    /// No column has this heading.
    NoColumn {
        /// Which.
        heading: String,
    },
    /// Another column says the same.
    ColumnTwice {
        /// What.
        heading: String,
        /// The first one, from 1.
        first: usize,
    },
    /// More values than headings.
    MoreValues {
        /// How many headings.
        headings: usize,
    },
    /// The tags of a game cannot be read.
    Tags {
        /// Why.
        reason: String,
    },
    /// Neither player is named.
    NoPlayers,
    /// A player has himself as opponent.
    OwnOpponent {
        /// Who.
        player: String,
    },
    /// A player is paired twice.
    PlayerTwice {
        /// Who.
        player: String,
        /// In which line first.
        first: usize,
    },
    /// A table is given twice.
    TableTwice {
        /// Which.
        table: String,
        /// In which line first.
        first: usize,
    },
    /// What must be a whole number is none, or too large.
    NotANumber {
        /// Of what.
        heading: String,
        /// What stands there.
        text: String,
    },
    /// A value runs over the end of its line: a quotation mark was perhaps not closed.
    LineBreak {
        /// Of what.
        heading: String,
    },
    /// A value is too long.
    TooLong {
        /// Of what.
        heading: String,
        /// Most characters.
        most: usize,
    },
    /// Tables of one round have different time controls.
    TimeControls {
        /// This one.
        text: String,
        /// And in which line another.
        first: usize,
    },
    /// More tables than a round may have.
    TooMany {
        /// Most tables.
        most: usize,
    },
    /// No PGN tag can have that name, or it has another place.
    NotATag {
        /// The name.
        name: String,
    },
    /// By such rules nobody can play.
    Terms {
        /// Which of them.
        key: String,
        /// Why not.
        reason: String,
    },
    /// No game begins there.
    Position {
        /// Why not.
        reason: String,
    },
}

impl Wrong {
    pub(super) fn at(self, line: usize, column: impl Into<Option<usize>>) -> Mistake {
        Mistake { line: Some(line), column: column.into(), wrong: self }
    }

    /// Wrong with the round, not with a line of it.
    pub(super) fn anywhere(self) -> Mistake {
        Mistake { line: None, column: None, wrong: self }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}")?;
            if let Some(column) = self.column {
                write!(f, ", column {column}")?;
            }
            f.write_str(": ")?;
        }
        self.wrong.fmt(f)
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::NoPairs => f.write_str("no pair stands in it"),
            Wrong::NoColumn { heading } => write!(f, "no column has the heading {heading}"),
            Wrong::ColumnTwice { heading, first } => {
                write!(f, "{heading} has column {first} already")
            }
            Wrong::MoreValues { headings } => write!(
                f,
                "more values than the {headings} headings: a name with a comma needs quotation marks"
            ),
            Wrong::Tags { reason } => write!(f, "the tags cannot be read: {reason}"),
            Wrong::NoPlayers => f.write_str("neither player is named"),
            Wrong::OwnOpponent { player } => write!(f, "{player} is his own opponent"),
            Wrong::PlayerTwice { player, first } => {
                write!(f, "{player} is paired in line {first} already")
            }
            Wrong::TableTwice { table, first } => {
                write!(f, "table {table} is given in line {first} already")
            }
            Wrong::NotANumber { heading, text } => {
                write!(f, "{heading}: {text:?} is no number that it may have")
            }
            Wrong::LineBreak { heading } => write!(
                f,
                "{heading}: runs over the end of the line; is a quotation mark not closed?"
            ),
            Wrong::TooLong { heading, most } => {
                write!(f, "{heading}: more than {most} characters")
            }
            Wrong::TimeControls { text, first } => {
                write!(f, "time control {text:?}; line {first} has another")
            }
            Wrong::TooMany { most } => write!(f, "more than {most} tables"),
            Wrong::NotATag { name } => write!(f, "{name:?} is no name of a further PGN tag"),
            Wrong::Terms { key, reason } => write!(f, "{key}: {reason}"),
            Wrong::Position { reason } => write!(f, "no game begins there: {reason}"),
        }
    }
}
