use std::fmt;

use crate::board::Play;

/// Why there is no such edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditionError {
    /// No edition has that name.
    Unknown {
        /// The name.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The file is no edition: not TOML, or with keys that are unknown or missing.
    Malformed {
        /// What is wrong, with its line.
        reason: String,
    },
    /// An article is given for something that no rule is about.
    UnknownConcept {
        /// The key.
        key: String,
        /// The key that was probably meant.
        nearest: Option<String>,
    },
    /// Neither the edition nor its lender says which article a concept rests on.
    MissingConcept {
        /// The key.
        key: &'static str,
    },
    /// An event's own file gives articles, which belong to an edition.
    EventArticles,
    /// An event's own file regulates a kind of play that its edition has no rules for.
    EventPlay {
        /// The kind of play.
        play: Play,
        /// The edition.
        edition: &'static str,
    },
    /// A parameter is unknown, missing, or has an impossible value.
    Parameter(ParameterError),
}

impl fmt::Display for EditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditionError::Unknown { name, nearest } => {
                write!(f, "there is no edition {name:?}{}", Meant(nearest))
            }
            EditionError::Malformed { reason } => f.write_str(reason.trim_end()),
            EditionError::UnknownConcept { key, nearest } => {
                write!(f, "articles: no rule is about {key:?}{}", Meant(nearest))
            }
            EditionError::MissingConcept { key } => {
                write!(f, "articles: {key} is missing (\"-\" where there is no article)")
            }
            EditionError::EventArticles => f.write_str(
                "articles: an event regulates parameters alone, for its journals must say the same \
                 where this file is not; other articles are another edition",
            ),
            EditionError::EventPlay { play, edition } => {
                write!(f, "when.play: {edition} has no rules for {play}")
            }
            EditionError::Parameter(error) => write!(f, "parameters: {error}"),
        }
    }
}

impl std::error::Error for EditionError {}

impl From<ParameterError> for EditionError {
    fn from(error: ParameterError) -> Self {
        EditionError::Parameter(error)
    }
}

/// Why a parameter cannot be in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError {
    /// The parameter, or `play`.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
    /// The parameter that was probably meant.
    pub nearest: Option<String>,
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.key, self.reason, Meant(&self.nearest))
    }
}

impl std::error::Error for ParameterError {}

struct Meant<'a>(&'a Option<String>);

impl fmt::Display for Meant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(nearest) => write!(f, "; did you mean {nearest:?}?"),
            None => Ok(()),
        }
    }
}
