//! The export format of the PGN standard, section 8.

use std::fmt;

use super::{ROSTER, Score};
use crate::board::{GameResult, Ms};

/// Lines of movetext have fewer than 80 printing characters (8.2.1).
const COLUMNS: usize = 79;

impl fmt::Display for Score {
    /// Tags, blank line, movetext, blank line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = written(self.result);
        for name in ROSTER {
            let missing = if name == "Date" { "????.??.??" } else { "?" };
            tag(f, name, self.tags.get(name).map_or(missing, String::as_str))?;
        }
        tag(f, "Result", result)?;
        let start = self.start_fen.as_deref().map(|fen| [("FEN", fen), ("SetUp", "1")]);
        let mut others: Vec<(String, &str)> = self
            .tags
            .iter()
            .map(|(name, value)| (tag_name(name), value.as_str()))
            .chain(start.into_iter().flatten().map(|(name, value)| (name.into(), value)))
            .collect();
        others.retain(|(name, _)| !ROSTER.contains(&name.as_str()) && name != "Result");
        others.sort();
        others.dedup_by(|a, b| a.0 == b.0);
        for (name, value) in others {
            tag(f, &name, value)?;
        }
        writeln!(f)?;
        let mut page = Page { f, column: 0 };
        movetext(self, &mut page)?;
        page.word(result)?;
        write!(f, "\n\n")
    }
}

fn movetext(score: &Score, page: &mut Page<'_, '_>) -> fmt::Result {
    let mut after_comment = true;
    if let Some(text) = &score.comment {
        page.comment(None, text)?;
    }
    let (mut number, mut white) = first_move(score.start_fen.as_deref());
    for ply in &score.moves {
        if white {
            page.word(&format!("{number}."))?;
        } else if after_comment {
            page.word(&format!("{number}..."))?;
        }
        page.word(&ply.san)?;
        let clock = ply.clk_ms.map(clock);
        let text = ply.comment.as_deref().unwrap_or_default();
        after_comment = page.comment(clock.as_deref(), text)?;
        if !white {
            number += 1;
        }
        white = !white;
    }
    if written(score.result) != score.result.as_str() {
        page.comment(None, &format!("Result {}: PGN has no word for it", score.result))?;
    }
    Ok(())
}

/// PGN knows four results (8.2.6).
fn written(result: GameResult) -> &'static str {
    match result {
        GameResult::BothLose | GameResult::HalfToWhite | GameResult::HalfToBlack => {
            GameResult::Open.as_str()
        }
        known => known.as_str(),
    }
}

/// Number of the first move, and whether White plays it.
fn first_move(fen: Option<&str>) -> (u32, bool) {
    let mut fields = fen.unwrap_or_default().split_ascii_whitespace().skip(1);
    let white = fields.next() != Some("b");
    (fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1), white)
}

/// `[%clk h:mm:ss]`, whole seconds as a clock shows them (PGN supplement of 2001).
fn clock(ms: Ms) -> String {
    let seconds = ms / 1000;
    format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// A tag's name has letters, digits and the underscore only (7).
fn tag_name(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("X{name}") }
}

/// Whatever breaks lines or does not print becomes a space.
pub(super) fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    text.chars().map(|c| if breaks(c) { ' ' } else { c }).collect()
}

/// Words and single spaces, as many a line as fit.
struct Page<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Page<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column == 0 {
            self.column = width;
        } else if self.column + 1 + width <= COLUMNS {
            self.column += 1 + width;
            self.f.write_str(" ")?;
        } else {
            self.column = width;
            self.f.write_str("\n")?;
        }
        self.f.write_str(word)
    }

    /// Whether there was anything to write.
    fn comment(&mut self, clock: Option<&str>, text: &str) -> Result<bool, fmt::Error> {
        // Braces would end the comment (5).
        let text = one_line(text).replace('{', "(").replace('}', ")");
        let mut words: Vec<String> = clock.into_iter().map(String::from).collect();
        for word in text.split_whitespace() {
            match words.last_mut() {
                // At a line's start these would be read as a tag or an escaped line.
                Some(last) if word.starts_with(['[', '%']) => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => words.push(word.into()),
            }
        }
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        for word in &words {
            self.word(word)?;
        }
        Ok(!words.is_empty())
    }
}
