//! The tables of `ARCHITECTURE.md` against the code: which rooms there are, which may use which,
//! and which files are long. So the document cannot rot and the walls stand.

#![allow(clippy::expect_used, clippy::panic)] // a test may end so anywhere, not only in its functions

mod code;
mod plan;
mod walk;

use code::{Krate, Use};
use plan::{Plan, Storey};

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Past this many lines a file is split or has its reason in `ARCHITECTURE.md`.
const LONG: usize = 500;

fn house() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: impl AsRef<Path>) -> String {
    let file = file.as_ref();
    fs::read_to_string(house().join(file))
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn plan() -> Plan {
    Plan::read(&read("ARCHITECTURE.md")).expect("the tables of ARCHITECTURE.md")
}

/// All files below `dir` whose names end in one of `endings`, as paths relative to the house.
fn files(dir: &str, endings: &[&str]) -> Vec<PathBuf> {
    fn walk(dir: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(dir) else { return };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                if !["node_modules", "dist", "target"].contains(&name) {
                    walk(&path, endings, found);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path.strip_prefix(house()).expect("inside the house").to_owned());
            }
        }
    }
    let mut found = Vec::new();
    walk(&house().join(dir), endings, &mut found);
    found.sort();
    found
}

/// The rooms that exist: what stands directly under the crate's `src`.
fn rooms_on_disk(krate: Krate) -> BTreeSet<String> {
    files(krate.folder(), &[".rs"])
        .iter()
        .filter_map(|file| {
            code::module_of(file.strip_prefix(krate.folder()).ok()?).into_iter().next()
        })
        .collect()
}

/// How the rooms of the table differ from those on disk.
fn differences(storey: &Storey, disk: &BTreeSet<String>) -> Vec<String> {
    let planned =
        storey.rooms.iter().filter_map(|room| match (room.to_come, disk.contains(&room.name)) {
            (true, true) => Some(format!("{} is built but marked to come", room.name)),
            (false, false) => Some(format!("{} is in the table, not on disk", room.name)),
            _ => None,
        });
    let built = disk
        .iter()
        .filter(|name| storey.room(name).is_none())
        .map(|name| format!("{name} is on disk, not in the table"));
    planned.chain(built).collect()
}

fn is_constant(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// What speaks against the rooms that `text`, a file of `krate` given relative to `src`, uses.
fn objections(plan: &Plan, krate: Krate, file: &Path, text: &str) -> Result<Vec<String>, String> {
    let module = code::module_of(file);
    let objection = |used: Use| {
        let here = format!("{}/{}:{}", krate.folder(), file.display(), used.line);
        let target = used.krate.name();
        let Some(own) = module.first() else {
            // The root of a crate holds the rooms; only a program's may not look around in them.
            let strange = file == Path::new("main.rs") && used.room.as_deref() != Some("cli");
            return strange.then(|| format!("{here}: main.rs only starts cli"));
        };
        let Some(to) = used.room else {
            return Some(format!("{here}: takes all of {target}; name the room"));
        };
        if is_constant(&to) {
            return None; // of the crate itself, and no way into a room
        }
        let Some(target_room) = plan.storey(used.krate).room(&to) else {
            return Some(format!("{here}: {target}::{to} is no room"));
        };
        let room = plan.storey(krate).room(own)?; // a room that is not in the table is told elsewhere
        let may = (krate == used.krate && *own == to)
            || target_room.open_to_tests
            || room.may_use(used.krate).contains(&to);
        (!may).then(|| format!("{here}: {own} may not use {target}::{to}"))
    };
    let uses = code::uses(text, krate, &module)?;
    Ok(uses.into_iter().filter_map(objection).collect())
}

#[test]
fn rooms_on_disk_are_those_of_the_tables() {
    let plan = plan();
    let wrong = [Krate::Core, Krate::Touchmove]
        .map(|krate| differences(plan.storey(krate), &rooms_on_disk(krate)));
    assert!(wrong.iter().all(Vec::is_empty), "core/src and src differ from the tables: {wrong:#?}");
}

#[test]
fn rooms_use_only_what_they_may() {
    let plan = plan();
    let mut wrong = Vec::new();
    for krate in [Krate::Core, Krate::Touchmove] {
        for path in files(krate.folder(), &[".rs"]) {
            let text = read(&path);
            let file = path.strip_prefix(krate.folder()).expect("below src");
            wrong.extend(
                objections(&plan, krate, file, &text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_wall_holds() {
    let plan = Plan::read(
        "| core room | holds | may use |\n| --- | --- | --- |\n\
         | `board` | | serde |\n| `mate` | | serde |\n| `rules` | | board |\n\
         | `cases` *(for tests)* | | nothing |\n\n\
         | `src/` room | holds | may use |\n| --- | --- | --- |\n\
         | `sensor` | | board |\n| `hub` | | core |\n| `cli` | | all above |\n",
    )
    .expect("good tables");
    let said =
        |krate, file: &str, text| objections(&plan, krate, Path::new(file), text).expect("Rust");
    let nothing: [&str; 0] = [];

    let core = |file, text| said(Krate::Core, file, text);
    assert_eq!(core("rules/time.rs", "use crate::{CORE, board::Ms, rules::Edition};"), nothing);
    assert_eq!(core("board.rs", "mod tests { use crate::cases; }"), nothing);
    assert_eq!(core("lib.rs", "mod tests { use super::*; use crate::mate; }"), nothing);
    assert_eq!(
        core("rules/time.rs", "use crate::board;\nmod tests { use crate::mate::can; }"),
        ["core/src/rules/time.rs:2: rules may not use touchmove_core::mate"]
    );
    assert_eq!(
        core("board.rs", "use crate::*;\nuse crate::Square;"),
        [
            "core/src/board.rs:1: takes all of touchmove_core; name the room",
            "core/src/board.rs:2: touchmove_core::Square is no room"
        ]
    );

    let src = |file, text| said(Krate::Touchmove, file, text);
    assert_eq!(src("cli/demo.rs", "use touchmove_core::rules; use crate::{hub, sensor};"), nothing);
    assert_eq!(src("main.rs", "fn main() { touchmove::cli::main() }"), nothing);
    assert_eq!(src("main.rs", "use touchmove::hub;"), ["src/main.rs:1: main.rs only starts cli"]);
    assert_eq!(
        src("sensor/trace.rs", "use touchmove_core::{board, rules};\nuse crate::hub::Hub;"),
        [
            "src/sensor/trace.rs:1: sensor may not use touchmove_core::rules",
            "src/sensor/trace.rs:2: sensor may not use touchmove::hub"
        ]
    );
}

#[test]
fn every_difference_is_told() {
    let plan = Plan::read(
        "| core room | holds | may use |\n| --- | --- | --- |\n\
         | `board` | | serde |\n| `mate` *(to come)* | | serde |\n| `rules` | | serde |\n\n\
         | `src/` room | holds | may use |\n| --- | --- | --- |\n| `cli` *(to come)* | | core |\n",
    )
    .expect("good tables");
    let disk = ["board", "mate", "cellar"].map(str::to_owned).into();
    assert_eq!(
        differences(&plan.core, &disk),
        [
            "mate is built but marked to come",
            "rules is in the table, not on disk",
            "cellar is on disk, not in the table"
        ]
    );
    assert!(differences(&plan.src, &BTreeSet::new()).is_empty());
}

#[test]
fn libraries_named_are_depended_on() {
    let plan = plan();
    for (krate, manifest) in [(Krate::Core, "core/Cargo.toml"), (Krate::Touchmove, "Cargo.toml")] {
        let text = read(manifest);
        let table: toml::Table = text.parse().expect("TOML");
        let dependencies = table["dependencies"].as_table().expect("dependencies");
        for library in &plan.storey(krate).libraries {
            assert!(
                dependencies.contains_key(library),
                "ARCHITECTURE.md: {library} is neither a room above nor a dependency in {manifest}"
            );
        }
    }
}

#[test]
fn long_files_are_tables() {
    let plan = plan();
    let mut wrong = Vec::new();
    let mut long = BTreeSet::new();
    for dir in ["core", "src", "tests", "benches", "fuzz", "web", "scripts"] {
        for file in files(dir, &[".rs", ".ts", ".tsx", ".css", ".sh"]) {
            let text = read(&file);
            let generated = text.lines().take(5).any(|line| line.contains("auto-generated"));
            let name = file.display().to_string();
            if text.lines().count() > LONG && !generated {
                if !plan.long.contains_key(&name) {
                    wrong.push(format!("{name} has {} lines: split it", text.lines().count()));
                }
                long.insert(name);
            }
        }
    }
    for name in plan.long.keys().filter(|name| !long.contains(*name)) {
        wrong.push(format!("{name} is listed as long and is not"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
