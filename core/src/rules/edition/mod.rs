//! Editions of the rules as data: parameters, and the article for each concept.
//!
//! A new edition is a new file in `editions/`, which the build finds; only a new concept needs
//! other code. What an edition does not contain it may borrow from another one.

mod concept;
mod error;
mod event;
mod file;
mod group;
mod in_force;
mod parameters;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, OnceLock},
};

pub use concept::Concept;
pub use error::{EditionError, ParameterError};
pub use event::{Regulations, RulesFile};
pub use group::{Group, Known};
pub use in_force::Rules;
pub use parameters::*;

use crate::board::Play;

/// The editions that the program carries, by name.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/editions.rs"));

/// One edition of the rules, for every kind of play that it knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Edition {
    name: String,
    plays: Vec<Play>,
    articles: Arc<BTreeMap<Concept, Grounds>>,
    /// Its rules for each kind of play and supervision, before the event regulates anything.
    rules: Vec<Rules>,
}

/// The articles that an edition has about a concept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Grounds {
    article: Option<Article>,
    penalty: Option<Article>,
}

/// An article by its number, as it is shown: `"6.9"`, or `"ru-2009 6.9"` where it is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// Its number, or several.
    pub text: String,
    /// The edition that it is borrowed from, where that is shown.
    pub lender: Option<String>,
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.lender {
            Some(lender) => write!(f, "{lender} {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl Edition {
    /// The names of the editions that the program carries.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Those of them that have rules for a kind of play.
    pub fn with_rules_for(play: Play) -> impl Iterator<Item = &'static str> {
        let has = move |name: &&str| Edition::load(name).is_ok_and(|one| one.plays.contains(&play));
        Edition::names().filter(has)
    }

    /// One of the editions that the program carries.
    ///
    /// # Errors
    ///
    /// [`EditionError::Unknown`] with the nearest name.
    pub fn load(name: &str) -> Result<&'static Edition, EditionError> {
        // Each is read once, for a hall has many games.
        static READ: [OnceLock<Result<Edition, EditionError>>; BUILT_IN.len()] =
            [const { OnceLock::new() }; BUILT_IN.len()];
        let known = BUILT_IN.iter().zip(&READ).find(|((known, _), _)| *known == name);
        match known {
            Some(((_, text), read)) => {
                read.get_or_init(|| Edition::from_toml(text)).as_ref().map_err(Clone::clone)
            }
            None => Err(EditionError::Unknown {
                name: name.into(),
                nearest: nearest(name, Edition::names()),
            }),
        }
    }

    /// Its name, as in a trace's header.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kinds of play that it has rules for.
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// The article about a concept; `None` where the edition has none.
    pub fn article(&self, concept: Concept) -> Option<&Article> {
        self.articles.get(&concept)?.article.as_ref()
    }

    /// The article by which it is punished; `None` where it is no offence or only put right.
    pub fn penalty(&self, concept: Concept) -> Option<&Article> {
        self.articles.get(&concept)?.penalty.as_ref()
    }
}

/// The name that was probably meant, if one is near enough.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = |known: &str| name.len().max(known.len()) / 3 + 1;
    known
        .into_iter()
        .map(|known| (strsim::osa_distance(name, known), known))
        .filter(|(distance, known)| *distance <= near(known))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known.into())
}
