//! An edition as its file says it.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use serde_json::{Map, Value};
use strum::IntoEnumIterator;

use super::{
    Article, Concept, Edition, EditionError, Grounds, ParameterError, Rules, Times,
    in_force::{set, typed},
    nearest,
};
use crate::board::{Play, Supervision};

/// Stands where an edition has no article, so that nothing is left out by mistake.
const NONE: &str = "-";
/// Stands for the edition's article about penalties in general.
const GENERAL: &str = "general";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    plays: Vec<Play>,
    general_penalty: String,
    borrows: Option<Borrows>,
    parameters: Map<String, Value>,
    #[serde(default)]
    when: Vec<When>,
    articles: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Borrows {
    /// Whatever is not said about articles is as in this edition.
    from: String,
    show: Show,
}

/// How a borrowed article is shown.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Show {
    /// Its number: the edition has the same, our source only lacks its text.
    Number,
    /// The lender's name and number.
    Lender,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct When {
    pub(super) play: Vec<Play>,
    supervision: Option<Supervision>,
    pub(super) parameters: Map<String, Value>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Entry {
    Article(String),
    Offence(Offence),
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Offence {
    article: String,
    penalty: String,
}

impl Entry {
    fn article(&self) -> &str {
        match self {
            Entry::Article(article) => article,
            Entry::Offence(offence) => &offence.article,
        }
    }

    fn penalty(&self) -> &str {
        match self {
            Entry::Article(_) => NONE,
            Entry::Offence(offence) => &offence.penalty,
        }
    }
}

impl Edition {
    /// Reads an edition's file.
    ///
    /// # Errors
    ///
    /// Names what is missing, unknown or impossible; every kind of play is tried.
    pub fn from_toml(text: &str) -> Result<Edition, EditionError> {
        let file = read(text)?;
        let articles = Arc::new(articles(&file)?);
        let mut rules = Vec::new();
        for play in &file.plays {
            for supervision in [Supervision::Full, Supervision::Limited] {
                rules.push(file.rules(*play, supervision, &articles)?);
            }
        }
        Ok(Edition { name: file.name, plays: file.plays, articles, rules })
    }
}

impl File {
    fn rules(
        &self,
        play: Play,
        supervision: Supervision,
        articles: &Arc<BTreeMap<Concept, Grounds>>,
    ) -> Result<Rules, ParameterError> {
        let mut parameters = typed(&self.parameters)?;
        let mut times = Times::default();
        for when in self.when.iter().filter(|when| when.holds(play, supervision)) {
            set(&mut parameters, &mut times, &when.parameters)?;
        }
        let (edition, articles) = (self.name.clone(), articles.clone());
        Ok(Rules { edition, play, supervision, parameters, times, articles })
    }
}

impl When {
    pub(super) fn holds(&self, play: Play, supervision: Supervision) -> bool {
        self.play.contains(&play) && self.supervision.is_none_or(|own| own == supervision)
    }
}

fn read(text: &str) -> Result<File, EditionError> {
    toml::from_str(text).map_err(|error| EditionError::Malformed { reason: error.to_string() })
}

/// What the lender says, and over it what the edition says itself.
fn articles(file: &File) -> Result<BTreeMap<Concept, Grounds>, EditionError> {
    let own = entries(file)?;
    let lent = match &file.borrows {
        Some(borrows) => entries(&lender(borrows)?)?,
        None => BTreeMap::new(),
    };
    let shown = file.borrows.as_ref().filter(|borrows| borrows.show == Show::Lender);
    let mut articles = BTreeMap::new();
    for concept in Concept::iter() {
        let (entry, lender) = match (own.get(&concept), lent.get(&concept)) {
            (Some(entry), _) => (entry, None),
            (None, Some(entry)) => (entry, shown.map(|borrows| borrows.from.clone())),
            (None, None) => return Err(EditionError::MissingConcept { key: concept.into() }),
        };
        let cite = |text: &str| match text {
            NONE => None,
            GENERAL => Some(Article { text: file.general_penalty.clone(), lender: None }),
            text => Some(Article { text: text.into(), lender: lender.clone() }),
        };
        let grounds = Grounds { article: cite(entry.article()), penalty: cite(entry.penalty()) };
        articles.insert(concept, grounds);
    }
    Ok(articles)
}

/// The lender's file. Only editions that the program carries lend, and none lends on.
fn lender(borrows: &Borrows) -> Result<File, EditionError> {
    let unknown = || EditionError::Unknown {
        name: borrows.from.clone(),
        nearest: nearest(&borrows.from, Edition::names()),
    };
    let (_, text) =
        super::BUILT_IN.iter().find(|(name, _)| *name == borrows.from).ok_or_else(unknown)?;
    read(text)
}

fn entries(file: &File) -> Result<BTreeMap<Concept, Entry>, EditionError> {
    let known = |(key, entry): (&String, &Entry)| match key.parse::<Concept>() {
        Ok(concept) => Ok((concept, entry.clone())),
        Err(_) => Err(EditionError::UnknownConcept {
            key: key.clone(),
            nearest: nearest(key, Concept::iter().map(<&str>::from)),
        }),
    };
    file.articles.iter().map(known).collect()
}
