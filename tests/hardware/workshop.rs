//! The generator, run on sources of one's own.

#[path = "../common/interpreter.rs"]
pub(crate) mod interpreter;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

pub(crate) fn house() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The interpreter that can draw.
pub(crate) fn python() -> Option<String> {
    interpreter::with("schemdraw")
}

/// Runs the generator; what it complains of is the error.
pub(crate) fn generate(python: &str, into: &Path, sources: &[PathBuf]) -> Result<(), String> {
    let output = Command::new(python)
        .arg("-B")
        .arg(house().join("hardware/generator"))
        .arg("--into")
        .arg(into)
        .args(sources)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if output.status.success() { Ok(()) } else { Err(said) }
}

/// A source of a board, to be changed.
#[derive(Clone)]
pub(crate) struct Source {
    name: &'static str,
    text: String,
}

impl Source {
    /// As it is committed.
    pub(crate) fn of(name: &'static str) -> Source {
        let text = fs::read_to_string(house().join("hardware").join(name)).unwrap();
        Source { name, text }
    }

    /// The table of that name: where it begins and ends.
    fn table(&self, table: &str) -> (usize, usize) {
        let head = format!("\n[{table}]\n");
        let start = self.text.find(&head).unwrap_or_else(|| panic!("no {table} in {}", self.name))
            + head.len();
        let end = self.text[start..].find("\n[").map_or(self.text.len(), |at| start + at + 1);
        (start, end)
    }

    /// The line of a key: where it begins and ends.
    fn line(&self, table: &str, key: &str) -> (usize, usize) {
        let (start, end) = self.table(table);
        let head = format!("{key} = ");
        let mut at = start;
        for line in self.text[start..end].split_inclusive('\n') {
            if line.starts_with(&head) {
                return (at, at + line.len());
            }
            at += line.len();
        }
        panic!("no {key} in {table} of {}", self.name)
    }

    /// What a key says, without its quotes.
    pub(crate) fn value(&self, table: &str, key: &str) -> String {
        let (start, end) = self.line(table, key);
        self.text[start..end].trim().rsplit(" = ").next().unwrap().trim_matches('"').to_owned()
    }

    /// With the line of a key replaced; by nothing, if that is empty.
    pub(crate) fn line_is(mut self, table: &str, key: &str, line: &str) -> Source {
        let (start, end) = self.line(table, key);
        let line = if line.is_empty() { String::new() } else { format!("{line}\n") };
        self.text.replace_range(start..end, &line);
        self
    }

    /// With another value at a key.
    pub(crate) fn is(self, table: &str, key: &str, value: &str) -> Source {
        self.line_is(table, key, &format!("{key} = \"{value}\""))
    }

    /// With a line more at the start of a table.
    pub(crate) fn and(mut self, table: &str, line: &str) -> Source {
        let (start, _) = self.table(table);
        self.text.insert_str(start, &format!("{line}\n"));
        self
    }

    /// With the values of two keys swapped.
    pub(crate) fn swap(self, one: (&str, &str), other: (&str, &str)) -> Source {
        let (here, there) = (self.value(one.0, one.1), self.value(other.0, other.1));
        self.is(one.0, one.1, &there).is(other.0, other.1, &here)
    }

    /// With each so-manyth of its lines gone, or saying something else.
    pub(crate) fn strange(&self, every: usize) -> Vec<Source> {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut changed = Vec::new();
        for at in (0..lines.len()).step_by(every).filter(|&at| lines[at].contains(" = ")) {
            let key = lines[at].split(" = ").next().unwrap();
            let values = ["\"GND\"", "\"{x}\"", "\"\"", "-1", "[1]", "{}"]
                .map(|value| format!("{key} = {value}"));
            for line in values.into_iter().chain([String::new()]) {
                let mut lines = lines.clone();
                lines[at] = &line;
                changed.push(Source { name: self.name, text: lines.join("\n") });
            }
        }
        changed
    }

    /// Lays it into a folder.
    pub(crate) fn lay(&self, folder: &Path) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let path = folder.join(self.name);
        fs::write(&path, &self.text).unwrap();
        path
    }

    /// What the generator makes of it.
    pub(crate) fn made(&self, python: &str) -> Made {
        let folder = tempfile::tempdir().unwrap();
        let source = self.lay(folder.path());
        generate(python, folder.path(), &[source]).unwrap();
        Made { folder }
    }
}

/// What was made of a source.
pub(crate) struct Made {
    folder: TempDir,
}

/// A word on a schematic and where it stands, in points from the left and from above.
pub(crate) struct Word {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) text: String,
}

impl Made {
    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.path().join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// The configuration of a board.
    pub(crate) fn configuration(&self, board: &str) -> toml::Table {
        self.read(&format!("{board}/board.toml")).parse().unwrap()
    }

    /// The squares in the order of the inputs.
    pub(crate) fn squares(&self, board: &str) -> Vec<String> {
        let configuration = self.configuration(board);
        let squares = configuration["sensor"]["wiring"]["squares"].as_array().unwrap();
        squares.iter().map(|square| square.as_str().unwrap().to_owned()).collect()
    }

    /// The words of a schematic.
    pub(crate) fn words(&self, board: &str) -> Vec<Word> {
        let svg = self.read(&format!("{board}/schematic.svg"));
        let number = |line: &str, key: &str| {
            let rest = line.split_once(&format!(" {key}=\"")).unwrap().1;
            rest.split_once('"').unwrap().0.parse::<f64>().unwrap()
        };
        let texts = svg.split("<text").skip(1);
        texts
            .map(|text| {
                let (head, rest) = text.split_once('>').unwrap();
                let inner = rest.split_once("</tspan>").unwrap().0.rsplit('>').next().unwrap();
                Word { x: number(head, "x"), y: number(head, "y"), text: inner.to_owned() }
            })
            .collect()
    }
}
