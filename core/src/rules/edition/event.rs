//! What an event regulates otherwise than the edition it is played by, as a file of its own.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Edition, EditionError, file::When};
use crate::board::{Play, Supervision};

/// A file of rules that is not one of ours.
#[derive(Clone, Debug, PartialEq)]
pub enum RulesFile {
    /// A whole edition, with articles: to be looked at, for no trace's header can name it.
    Edition(Box<Edition>),
    /// What an event regulates otherwise.
    Event(Regulations),
}

impl RulesFile {
    /// Reads either: an event's file names its `edition`.
    ///
    /// # Errors
    ///
    /// Names what is missing, unknown or impossible.
    pub fn from_toml(text: &str) -> Result<RulesFile, EditionError> {
        let of_event = text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("edition"));
        if of_event {
            return Regulations::from_toml(text).map(RulesFile::Event);
        }
        Edition::from_toml(text).map(|edition| RulesFile::Edition(Box::new(edition)))
    }
}

/// What an event regulates otherwise than the edition it is played by: parameters, never articles.
/// So all of it goes into the `parameters` of a trace's header, and the trace replays elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Regulations {
    edition: &'static Edition,
    file: File,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    edition: String,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    when: Vec<When>,
    articles: Option<toml::Table>,
}

impl Regulations {
    /// Reads an event's file: its `edition`, `[parameters]`, and `[[when]]` as editions have them.
    ///
    /// # Errors
    ///
    /// Names what is missing, unknown or impossible; every kind of play of the edition is tried.
    pub fn from_toml(text: &str) -> Result<Regulations, EditionError> {
        let file: File = toml::from_str(text)
            .map_err(|error| EditionError::Malformed { reason: error.to_string() })?;
        if file.articles.is_some() {
            return Err(EditionError::EventArticles);
        }
        let edition = Edition::load(&file.edition)?;
        let regulated = file.when.iter().flat_map(|when| &when.play);
        if let Some(play) = regulated.copied().find(|play| !edition.plays.contains(play)) {
            return Err(EditionError::EventPlay { play, edition: edition.name() });
        }
        let regulations = Regulations { edition, file };
        for rules in &edition.rules {
            let (play, supervision) = (rules.play, rules.supervision);
            edition.in_force(play, supervision, &regulations.parameters(play, supervision))?;
        }
        Ok(regulations)
    }

    /// The edition that the event is played by.
    pub fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// What is regulated otherwise for a kind of play.
    pub fn parameters(&self, play: Play, supervision: Supervision) -> Map<String, Value> {
        let held = self.file.when.iter().filter(|when| when.holds(play, supervision));
        let mut parameters = self.file.parameters.clone();
        parameters.extend(held.flat_map(|when| when.parameters.clone()));
        parameters
    }
}
