use std::{collections::BTreeMap, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{Article, Concept, Edition, Grounds, ParameterError, Parameters, Times, nearest};
use crate::board::{Play, Supervision};

/// The rules that one game is played by: an edition, for its kind of play, with what the event
/// regulates otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The edition's name.
    pub edition: String,
    /// Kind of play.
    pub play: Play,
    /// Whether the Competition Rules apply in rapid and blitz.
    pub supervision: Supervision,
    /// The parameters in force.
    pub parameters: Parameters,
    /// The times in force.
    pub times: Times,
    pub(super) articles: Arc<BTreeMap<Concept, Grounds>>,
}

impl Edition {
    /// The rules of this edition for a kind of play, with the event's own parameters over them: any
    /// field of [`Parameters`] or [`Times`] by its name.
    ///
    /// # Errors
    ///
    /// Names the parameter that does not exist, with the nearest one that does, or whose value is
    /// impossible; under the key `play`, a kind of play that the edition has no rules for.
    pub fn in_force(
        &self,
        play: Play,
        supervision: Supervision,
        event: &Map<String, Value>,
    ) -> Result<Rules, ParameterError> {
        let own = |rules: &&Rules| rules.play == play && rules.supervision == supervision;
        let Some(rules) = self.rules.iter().find(own) else {
            let mut reason = format!("{} has no rules for {play}", self.name);
            let others = Edition::with_rules_for(play).collect::<Vec<_>>().join(", ");
            if !others.is_empty() {
                reason += &format!("; there are some in {others}");
            }
            return Err(ParameterError { key: "play".into(), reason, nearest: None });
        };
        let mut rules = rules.clone();
        set(&mut rules.parameters, &mut rules.times, event)?;
        Ok(rules)
    }
}

impl Rules {
    /// The article about a concept; `None` where the edition has none.
    pub fn article(&self, concept: Concept) -> Option<&Article> {
        self.articles.get(&concept)?.article.as_ref()
    }

    /// The article by which it is punished; `None` where it is no offence or only put right.
    pub fn penalty(&self, concept: Concept) -> Option<&Article> {
        self.articles.get(&concept)?.penalty.as_ref()
    }

    /// All that is in force by name, parameters first, as an event would write it.
    pub fn settings(&self) -> Vec<(String, Value)> {
        let of = |map: Map<String, Value>| map.into_iter();
        of(fields(&self.parameters)).chain(of(fields(&self.times))).collect()
    }
}

/// Puts each of `values` into the parameter or time of its name.
pub(super) fn set(
    parameters: &mut Parameters,
    times: &mut Times,
    values: &Map<String, Value>,
) -> Result<(), ParameterError> {
    for (key, value) in values {
        if !replace(parameters, key, value)? && !replace(times, key, value)? {
            let known = [fields(parameters), fields(times)];
            let names = known.iter().flat_map(|fields| fields.keys().map(String::as_str));
            return Err(ParameterError {
                key: key.clone(),
                reason: "there is no such parameter".into(),
                nearest: nearest(key, names),
            });
        }
    }
    Ok(())
}

/// Whether there is a field of that name; if so it has the new value.
fn replace<T: Serialize + DeserializeOwned>(
    all: &mut T,
    key: &str,
    value: &Value,
) -> Result<bool, ParameterError> {
    let mut fields = fields(all);
    let Some(field) = fields.get_mut(key) else { return Ok(false) };
    *field = value.clone();
    *all = serde_json::from_value(Value::Object(fields)).map_err(|error| ParameterError {
        key: key.into(),
        reason: error.to_string(),
        nearest: None,
    })?;
    Ok(true)
}

/// A struct of plain values as a map by field name.
fn fields<T: Serialize>(all: &T) -> Map<String, Value> {
    match serde_json::to_value(all) {
        Ok(Value::Object(fields)) => fields,
        // Numbers and unit variants in a struct are always an object.
        _ => Map::new(),
    }
}

/// The parameters of an edition's file, where every one must be named.
pub(super) fn typed(values: &Map<String, Value>) -> Result<Parameters, ParameterError> {
    serde_json::from_value(Value::Object(values.clone())).map_err(|error| ParameterError {
        key: "parameters".into(),
        reason: error.to_string(),
        nearest: None,
    })
}
