/// The tables of an arbiter: `1-20, 40, B1-B8, Hall B`. None named: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sections(Vec<Section>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Section {
    /// Tables of this beginning and a number: both ends belong to it.
    Range { before: String, from: u64, to: u64 },
    /// The table of this name, and all whose names begin with it and go on with another word:
    /// `Hall B` has `Hall B 7` and `Hall B/7`, but not `Hall B7`.
    Named(String),
}

impl Sections {
    /// Reads what an arbiter is given.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Sections, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        Ok(Sections(parts.map(section).collect::<Result<_, _>>()?))
    }

    /// Whether a table belongs to them.
    pub(crate) fn have(&self, table: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|section| section.has(table))
    }
}

fn section(part: &str) -> Result<Section, String> {
    if part.chars().any(char::is_control) {
        return Err(format!("{part:?} is no name of tables"));
    }
    let Some((left, right)) = part.rsplit_once('-') else { return Ok(Section::Named(part.into())) };
    let (before, from) = number_at_end(left.trim());
    let (again, to) = number_at_end(right.trim());
    match (from, to) {
        (Some(from), Some(to)) if again.is_empty() || again == before => {
            if from > to {
                return Err(format!("{part:?}: {to} comes before {from}"));
            }
            Ok(Section::Range { before: before.into(), from, to })
        }
        // A name with a dash in it.
        _ => Ok(Section::Named(part.into())),
    }
}

/// A name, and the number with which it ends.
fn number_at_end(name: &str) -> (&str, Option<u64>) {
    let before = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (before, name[before.len()..].parse().ok())
}

impl Section {
    fn has(&self, table: &str) -> bool {
        match self {
            Section::Range { before, from, to } => {
                let (name, number) = number_at_end(table);
                name == before && number.is_some_and(|n| (from..=to).contains(&&n))
            }
            Section::Named(name) => table
                .strip_prefix(name.as_str())
                .is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_alphanumeric())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_has_the_tables_that_people_mean() {
        let has = |sections: &str, tables: &[&str], not: &[&str]| {
            let sections = Sections::read(sections).unwrap();
            for table in tables {
                assert!(sections.have(table), "{sections:?} has {table}");
            }
            for table in not {
                assert!(!sections.have(table), "{sections:?} has not {table}");
            }
        };
        has("", &["1", "Hall B"], &[]);
        has("1-20", &["1", "7", "20"], &["21", "0", "B7", "7a", ""]);
        has("1-3, 40", &["2", "40"], &["4", "400"]);
        has("B1-B8", &["B1", "B8"], &["1", "B9", "b1"]);
        has("B 1-8", &["B 8"], &["B8"]);
        has("Hall B", &["Hall B", "Hall B 7", "Hall B/7"], &["Hall B7", "Hall", "7"]);
        has("Pre-final", &["Pre-final 1"], &["Pre"]);
        assert!(Sections::read("20-1").is_err());
        assert!(Sections::read("a\u{7}").is_err());
    }
}
