//! Text in columns, as wide as a sheet of paper.

use textwrap::wrap;

/// Characters in a line: a sheet upright, or a window as it usually is.
const WIDTH: usize = 96;

/// How wide two columns are, beside the mark and two characters between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// The left one.
    pub(super) left: usize,
    /// The right one.
    pub(super) right: usize,
}

/// What stands in front of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// An asterisk: an event regulates this otherwise.
    Changed,
}

/// Whether headings have a free line above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// They have: a text to look things up in.
    Open,
    /// They have not: all on one sheet of paper.
    Close,
}

/// A text that grows line by line.
#[derive(Debug)]
pub(super) struct Sheet {
    spacing: Spacing,
    lines: Vec<String>,
}

impl Sheet {
    /// An empty one.
    pub(super) fn new(spacing: Spacing) -> Sheet {
        Sheet { spacing, lines: Vec::new() }
    }

    /// A title over a part of the sheet.
    pub(super) fn title(&mut self, text: &str) {
        self.space();
        self.lines.push(text.to_uppercase());
    }

    /// A heading over some rows.
    pub(super) fn heading(&mut self, text: &str) {
        if self.spacing == Spacing::Open {
            self.space();
        }
        self.lines.push(text.into());
    }

    /// A line left free, but not at the top and never two.
    pub(super) fn space(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// Text over the whole width; none leaves no line.
    pub(super) fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.lines.extend(wrap(text, WIDTH).into_iter().map(String::from));
        }
    }

    /// Two columns, each of paragraphs.
    pub(super) fn row(&mut self, columns: Columns, mark: Mark, left: &[&str], right: &[&str]) {
        let column = |texts: &[&str], width: usize| -> Vec<String> {
            texts.iter().flat_map(|text| wrap(text, width)).map(String::from).collect()
        };
        let (left, right) = (column(left, columns.left), column(right, columns.right));
        for number in 0..left.len().max(right.len()) {
            let mark = if number == 0 && mark == Mark::Changed { "*" } else { " " };
            let of = |column: &[String]| column.get(number).cloned().unwrap_or_default();
            let line = format!("{mark} {:<1$}  {2}", of(&left), columns.left, of(&right));
            self.lines.push(line.trim_end().into());
        }
    }

    /// Lines to write on, beside what belongs there.
    pub(super) fn write_in(&mut self, names: &[String]) {
        let named: usize = names.iter().map(|name| name.chars().count() + 3).sum();
        let each = WIDTH.saturating_sub(named) / names.len().max(1);
        let lines: Vec<String> =
            names.iter().map(|name| format!("{name} {}", "_".repeat(each))).collect();
        self.lines.push(lines.join("  "));
    }

    /// The whole text.
    pub(super) fn text(self) -> String {
        self.lines.join("\n") + "\n"
    }
}
