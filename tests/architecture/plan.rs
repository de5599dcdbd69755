//! The tables of `ARCHITECTURE.md`.

use crate::code::Krate;

use std::collections::{BTreeMap, BTreeSet};

const TO_COME: &str = "*(to come)*";
const FOR_TESTS: &str = "*(for tests)*";

/// One room and, with everything that follows from it, what it may use.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) name: String,
    /// Planned, but without code yet.
    pub(crate) to_come: bool,
    /// Holds what every room's tests may use.
    pub(crate) open_to_tests: bool,
    may_use_core: BTreeSet<String>,
    may_use_src: BTreeSet<String>,
}

impl Room {
    /// The rooms of `krate` that this one may use.
    pub(crate) fn may_use(&self, krate: Krate) -> &BTreeSet<String> {
        match krate {
            Krate::Core => &self.may_use_core,
            Krate::Touchmove => &self.may_use_src,
        }
    }
}

/// The rooms of one crate, in the order of the table, and the libraries it names.
#[derive(Debug, Default)]
pub(crate) struct Storey {
    pub(crate) rooms: Vec<Room>,
    pub(crate) libraries: BTreeSet<String>,
}

impl Storey {
    pub(crate) fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }

    fn names(&self) -> BTreeSet<String> {
        self.rooms.iter().map(|room| room.name.clone()).collect()
    }
}

/// What the document says.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) core: Storey,
    pub(crate) src: Storey,
    /// Long files and why they are.
    pub(crate) long: BTreeMap<String, String>,
}

impl Plan {
    pub(crate) fn storey(&self, krate: Krate) -> &Storey {
        match krate {
            Krate::Core => &self.core,
            Krate::Touchmove => &self.src,
        }
    }

    /// Reads the three tables, known by their first heading.
    pub(crate) fn read(text: &str) -> Result<Plan, String> {
        let mut plan = Plan::default();
        for rows in tables(text) {
            let Some((head, body)) = rows.split_first() else { continue };
            let body = body.iter().skip(1); // the rule below the heading
            match head.first().map(String::as_str) {
                Some("core room") => {
                    for row in body {
                        enter(row, &mut plan.core, None)?;
                    }
                }
                Some("`src/` room") => {
                    let core = plan.core.names();
                    for row in body {
                        enter(row, &mut plan.src, Some(&core))?;
                    }
                }
                Some("long file") => {
                    for row in body {
                        let [file, why] = row.as_slice() else {
                            return Err(format!("a long file needs its reason: {row:?}"));
                        };
                        plan.long.insert(file.replace('`', ""), why.clone());
                    }
                }
                _ => {}
            }
        }
        if plan.core.rooms.is_empty() || plan.src.rooms.is_empty() {
            return Err("a table of rooms is missing".to_owned());
        }
        Ok(plan)
    }
}

/// Every Markdown table as rows of trimmed cells.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables = vec![Vec::new()];
    for line in text.lines() {
        match line.trim().strip_prefix('|') {
            Some(row) => {
                let cells = row.trim_end_matches('|').split('|');
                let row = cells.map(|cell| cell.trim().to_owned()).collect();
                tables.last_mut().expect("never empty").push(row);
            }
            None => tables.push(Vec::new()),
        }
    }
    tables
}

/// Enters the rooms of one row. `core` holds the core's rooms when the row is one of `src/`.
fn enter(
    row: &[String],
    storey: &mut Storey,
    core: Option<&BTreeSet<String>>,
) -> Result<(), String> {
    let [names, _holds, may_use] = row else {
        return Err(format!("a room needs its name, what it holds and what it may use: {row:?}"));
    };
    let mut may_use_core = BTreeSet::new();
    let mut may_use_src = BTreeSet::new();
    for word in may_use.split(',').map(|word| word.trim().trim_matches('`')) {
        let own = if core.is_some() { &mut may_use_src } else { &mut may_use_core };
        if word == "nothing" {
            continue;
        } else if word == "all above" {
            own.extend(storey.names());
            may_use_core.extend(core.into_iter().flatten().cloned());
        } else if let (Some(core), "core") = (core, word) {
            may_use_core.extend(core.iter().cloned());
        } else if let Some(used) = storey.room(word) {
            own.insert(word.to_owned());
            may_use_core.extend(used.may_use_core.iter().cloned());
            may_use_src.extend(used.may_use_src.iter().cloned());
        } else if core.is_some_and(|core| core.contains(word)) {
            may_use_core.insert(word.to_owned());
        } else {
            storey.libraries.insert(word.to_owned());
        }
    }
    let to_come = names.contains(TO_COME);
    let open = names.contains(FOR_TESTS);
    for name in names.replace(TO_COME, "").replace(FOR_TESTS, "").split(',') {
        let name = name.trim().trim_matches('`').to_owned();
        if storey.room(&name).is_some() {
            return Err(format!("{name} stands twice"));
        }
        storey.rooms.push(Room {
            name,
            to_come,
            open_to_tests: open,
            may_use_core: may_use_core.clone(),
            may_use_src: may_use_src.clone(),
        });
    }
    Ok(())
}

#[test]
fn what_may_be_used_follows_through() {
    let plan = Plan::read(
        "| core room | holds | may use |\n| --- | --- | --- |\n\
         | `board` | words | serde |\n\
         | `sheet` | looks | board |\n\
         | `pgn`, `trf` *(to come)* | text | sheet |\n\
         | `cases` *(for tests)* | files | nothing |\n\
         \n\
         | `src/` room | holds | may use |\n| --- | --- | --- |\n\
         | `journal` | files | board |\n\
         | `hub` | hall | journal |\n\
         | `words` | words | core |\n\
         | `cli` | all | all above |\n\
         \n\
         | long file | why it is not split |\n| --- | --- |\n| `src/cli/words.rs` | a table |\n",
    )
    .expect("good tables");
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let pgn = plan.core.room("pgn").expect("pgn");
    assert_eq!(pgn.may_use_core, set(&["board", "sheet"]));
    assert!(pgn.to_come && plan.core.room("trf").expect("trf").to_come);
    assert!(!plan.core.room("sheet").expect("sheet").to_come);
    let cases = plan.core.room("cases").expect("cases");
    assert!(cases.open_to_tests && cases.may_use_core.is_empty() && !pgn.open_to_tests);
    let hub = plan.src.room("hub").expect("hub");
    assert_eq!((&hub.may_use_src, &hub.may_use_core), (&set(&["journal"]), &set(&["board"])));
    let cli = plan.src.room("cli").expect("cli");
    assert_eq!(cli.may_use_src, set(&["hub", "journal", "words"]));
    assert_eq!(cli.may_use_core, plan.core.names());
    assert_eq!(plan.core.libraries, set(&["serde"]));
    assert_eq!(plan.long["src/cli/words.rs"], "a table");
}

#[test]
fn a_room_cannot_use_one_below_it() {
    // `late` is not known yet where `early` names it, so it counts as a library, and the test of
    // libraries refuses it.
    let plan = Plan::read(
        "| core room | holds | may use |\n| --- | --- | --- |\n\
         | `early` | | late |\n| `late` | | early |\n\n\
         | `src/` room | holds | may use |\n| --- | --- | --- |\n| `cli` | | core |\n",
    )
    .expect("good tables");
    assert!(plan.core.libraries.contains("late"));
    assert!(plan.core.room("early").expect("early").may_use_core.is_empty());
}

#[test]
fn broken_tables_are_refused() {
    let head = "| core room | holds | may use |\n| --- | --- | --- |\n";
    for (text, why) in [
        (String::new(), "a table of rooms is missing"),
        (format!("{head}| `board` | words |\n"), "a room needs"),
        (format!("{head}| `board` | | serde |\n| `board` | | serde |\n"), "board stands twice"),
    ] {
        let error = Plan::read(&text).expect_err("a broken table");
        assert!(error.contains(why), "{error}");
    }
}
