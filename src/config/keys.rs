use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::Wrong;

/// Where the keys of a TOML text stand, to say of an error which key and line it is about.
pub(super) struct Keys<'t> {
    text: &'t str,
    /// Every key with its tables, and what it covers: the key itself and its value.
    spans: Vec<(String, Range<usize>)>,
}

impl<'t> Keys<'t> {
    /// Finds the keys; none where the text is no TOML.
    pub(super) fn new(text: &'t str) -> Keys<'t> {
        let mut spans = Vec::new();
        if let Ok(root) = DeTable::parse(text) {
            collect(root.get_ref(), "", &mut spans);
        }
        Keys { text, spans }
    }

    /// What is wrong, in the words of whoever wrote the file.
    pub(super) fn explain(&self, error: &toml::de::Error) -> Wrong {
        let mut reason = reworded(error.message());
        let Some(span) = error.span() else { return Wrong { line: None, key: None, reason } };
        let key = self.key_at(&span);
        // A text that is no TOML has no keys, but its place may be a word worth naming.
        let word = self.text.get(span.clone()).unwrap_or_default();
        let header = word.lines().next().and_then(|line| line.strip_prefix('[')?.split(']').next());
        if let Some(table) = header.filter(|_| key.is_none()) {
            return Wrong { line: Some(self.line(span.start)), key: Some(table.into()), reason };
        }
        if key.is_none() && !word.is_empty() && !reason.contains('`') {
            reason = format!("{reason} `{word}`");
        }
        Wrong { line: Some(self.line(span.start)), key, reason }
    }

    /// The same for a key that stands for itself but not beside the others.
    pub(super) fn at(&self, key: &str, reason: String) -> Wrong {
        let span = self.spans.iter().find(|(name, _)| name == key).map(|(_, span)| span.start);
        Wrong { line: span.map(|start| self.line(start)), key: Some(key.into()), reason }
    }

    fn key_at(&self, span: &Range<usize>) -> Option<String> {
        self.spans
            .iter()
            .filter(|(_, key)| key.start <= span.start && span.end <= key.end)
            .min_by_key(|(_, key)| key.len())
            .map(|(name, _)| name.clone())
    }

    fn line(&self, offset: usize) -> usize {
        self.text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1
    }
}

fn collect(table: &DeTable<'_>, above: &str, spans: &mut Vec<(String, Range<usize>)>) {
    for (key, value) in table {
        let dot = if above.is_empty() { "" } else { "." };
        let name = format!("{above}{dot}{}", key.get_ref());
        let end = match value.get_ref() {
            // A table's span is its header only; its keys speak for themselves.
            DeValue::Table(inner) => {
                collect(inner, &name, spans);
                key.span().end
            }
            _ => value.span().end,
        };
        spans.push((name, key.span().start..end));
    }
}

/// Names the nearest right word instead of all of them.
fn reworded(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let Some(word) = words.next() else {
        return message.to_string();
    };
    let known: Vec<&str> = words.collect();
    let what = match message {
        _ if message.starts_with("unknown field") => "no such key",
        _ if message.starts_with("unknown variant") => "no such value",
        _ => return message.to_string(),
    };
    let nearest = known
        .iter()
        .map(|right| (strsim::damerau_levenshtein(word, right), right))
        .min()
        .filter(|(changes, right)| *changes <= right.chars().count().max(3) / 2);
    match nearest {
        Some((_, right)) => format!("{what} `{word}`; did you mean `{right}`?"),
        None => format!("{what} `{word}`; there are `{}`", known.join("`, `")),
    }
}
