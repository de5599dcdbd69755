//! English and Russian, from the same files that the page speaks from.

mod control;
mod rules;
mod sheet;
mod value;

use std::fmt;

pub(crate) use fluent_bundle::FluentValue as Value;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

pub(crate) use rules::{Event, Source};

/// A language that people are spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// English.
    En,
    /// Russian.
    Ru,
}

macro_rules! files {
    ($language:literal: $($file:literal),+) => {
        [$(($file, include_str!(concat!("../../words/", $language, "/", $file, ".ftl")))),+]
    };
}

impl Language {
    #[cfg(test)]
    pub(crate) const ALL: [Language; 2] = [Language::En, Language::Ru];

    fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ru => "ru",
        }
    }

    /// The files by name.
    fn files(self) -> [(&'static str, &'static str); 13] {
        match self {
            Language::En => {
                files!(
                    "en": "alerts", "clock", "commission", "events", "members", "page", "public", "reasons", "round",
                    "rules",
                    "selftest", "steps", "terms"
                )
            }
            Language::Ru => {
                files!(
                    "ru": "alerts", "clock", "commission", "events", "members", "page", "public", "reasons", "round",
                    "rules",
                    "selftest", "steps", "terms"
                )
            }
        }
    }
}

/// The words of one language.
pub(crate) struct Words {
    bundle: FluentBundle<FluentResource>,
}

/// A message: its id, or an attribute of it.
#[derive(Clone, Copy, Debug)]
struct Id<'a>(&'a str, Option<&'a str>);

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Id(message, attribute) = self;
        f.write_str(message)?;
        attribute.map_or(Ok(()), |attribute| write!(f, ".{attribute}"))
    }
}

impl Words {
    /// Reads the words of a language; lines that cannot be read are left out, and a test sees to
    /// it that there are none.
    pub(crate) fn new(language: Language) -> Words {
        let locales = language.code().parse().into_iter().collect();
        let mut bundle = FluentBundle::new(locales);
        bundle.set_use_isolating(false);
        for (_, text) in language.files() {
            let resource = match FluentResource::try_new(text.to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Words { bundle }
    }

    /// A message, or an attribute of it (`part.remedy`), with what it is about.
    pub(crate) fn tell<'a, const N: usize>(
        &self,
        id: &'a str,
        about: [(&'a str, Value<'a>); N],
    ) -> String {
        let id = match id.split_once('.') {
            Some((message, attribute)) => Id(message, Some(attribute)),
            None => Id(id, None),
        };
        self.with(id, &about.into_iter().collect())
    }

    /// A message that needs nothing.
    fn say(&self, id: &str) -> String {
        self.with(Id(id, None), &FluentArgs::new())
    }

    /// A message or its attribute, with what it is about. An unknown one shows its name, and tests
    /// see to it that there is none.
    fn with(&self, id: Id<'_>, args: &FluentArgs<'_>) -> String {
        self.find(id, args).unwrap_or_else(|problem| {
            debug_assert!(false, "{problem}");
            id.to_string()
        })
    }

    /// # Errors
    ///
    /// Says what is missing.
    fn find(&self, id: Id<'_>, args: &FluentArgs<'_>) -> Result<String, String> {
        let message = self.bundle.get_message(id.0).ok_or_else(|| format!("no message {id}"))?;
        let pattern = match id.1 {
            Some(attribute) => message.get_attribute(attribute).map(|found| found.value()),
            None => message.value(),
        };
        let pattern = pattern.ok_or_else(|| format!("no message {id}"))?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned();
        if errors.is_empty() { Ok(text) } else { Err(format!("{id}: {errors:?}")) }
    }
}

#[cfg(test)]
mod tests;
