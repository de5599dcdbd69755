//! Cutting a file into games, with the line numbers that the reader itself does not know.

use std::{borrow::Cow, collections::BTreeSet};

/// The lines of one game, without blank and escaped ones.
#[derive(Debug, Default)]
pub(super) struct Chunk<'a> {
    /// Line numbers (from 1) and what stands there.
    pub(super) lines: Vec<(usize, Cow<'a, str>)>,
    /// Line of a comment that was never closed.
    pub(super) open_comment: Option<usize>,
}

impl Chunk<'_> {
    /// The first `lines` of it as text for the reader.
    pub(super) fn text(&self, lines: usize) -> String {
        let mut text = String::new();
        for (_, line) in &self.lines[..lines] {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

/// Cuts `file` where a game begins: at a tag after movetext, at a tag that is there already after a
/// blank line (header-only files), at a blank line after a result.
pub(super) fn split(file: &[u8]) -> Vec<Chunk<'_>> {
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let mut cut = Cutter::default();
    for (index, line) in file.split(|&byte| byte == b'\n').enumerate() {
        let line = decoded(line.strip_suffix(b"\r").unwrap_or(line));
        cut.line(index + 1, line);
    }
    cut.close();
    cut.done
}

/// PGN's own character set is Latin-1 (4.1); the world writes UTF-8.
fn decoded(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(line.iter().map(|&byte| char::from(byte)).collect()),
    }
}

#[derive(Default)]
struct Cutter<'a> {
    done: Vec<Chunk<'a>>,
    chunk: Chunk<'a>,
    /// Names of the tags so far.
    tags: BTreeSet<String>,
    movetext: bool,
    blank: bool,
    result: bool,
}

impl<'a> Cutter<'a> {
    fn line(&mut self, number: usize, line: Cow<'a, str>) {
        let begun = line.trim_start();
        if self.chunk.open_comment.is_some() {
            if begun.starts_with("[Event \"") {
                // The comment was never closed; do not let it swallow the next game.
                self.close();
            } else {
                self.scan(number, &line);
                self.chunk.lines.push((number, line));
                return;
            }
        }
        if begun.is_empty() {
            if self.result {
                self.close();
            }
            self.blank = true;
            return;
        }
        // Escaped lines (6), and remarks outside of any game.
        if line.starts_with('%') || (begun.starts_with(';') && !self.movetext) {
            return;
        }
        if let Some(tag) = begun.strip_prefix('[') {
            let name = tag.split_whitespace().next().unwrap_or_default().to_owned();
            if self.movetext || (self.blank && self.tags.contains(&name)) {
                self.close();
            }
            self.tags.insert(name);
        } else {
            self.movetext = true;
            self.scan(number, &line);
        }
        self.blank = false;
        self.chunk.lines.push((number, line));
    }

    /// Follows comments through a line of movetext and notes whether a result ends it.
    fn scan(&mut self, number: usize, line: &str) {
        let mut outside = String::new();
        for c in line.chars() {
            match (self.chunk.open_comment, c) {
                (Some(_), '}') => self.chunk.open_comment = None,
                (Some(_), _) => {}
                (None, '{') => self.chunk.open_comment = Some(number),
                (None, ';') => break,
                (None, c) => outside.push(c),
            }
        }
        if let Some(word) = outside.split_whitespace().next_back() {
            self.result = matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "*");
        }
    }

    fn close(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        if !chunk.lines.is_empty() {
            self.done.push(chunk);
        }
        self.tags.clear();
        (self.movetext, self.blank, self.result) = (false, false, false);
    }
}
