use std::io::{self, Write};

use serde_json::{Value as Json, json};
use touchmove_core::board::Text;

use super::{Board, Finding, finding};
use crate::{
    clock::LeverEnd,
    driver::Examined,
    technician::component::{Electronics, Labels},
    words::{Value, Words},
};

/// How the readings went.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    /// Times a second that were asked for; none: the board has a rate of its own.
    pub(crate) wanted_hz: Option<u32>,
    /// Times a second that were.
    pub(crate) hz: f64,
    /// Readings that were skipped.
    pub(crate) skipped: u64,
    /// Readings that failed.
    pub(crate) failed: u64,
    /// How late a reading began in the mean, µs.
    pub(crate) late_us: u128,
    /// And at worst.
    pub(crate) latest_us: u128,
}

/// What a self-test has to say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    /// The board's name.
    pub(crate) board: String,
    /// What it has.
    pub(crate) electronics: Electronics,
    /// Every part that was looked at.
    pub(crate) parts: Vec<Examined>,
    /// How it could be read.
    pub(crate) measured: Option<Measured>,
    /// What stood on it.
    pub(crate) stood: Board,
    /// The end of the lever that is down.
    pub(crate) lever: Option<LeverEnd>,
    /// What is wrong.
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    /// Whether nothing is wrong.
    pub(crate) fn passed(&self) -> bool {
        self.findings.is_empty()
    }

    /// Writes it for people.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(crate) fn write(
        &self,
        out: &mut impl Write,
        words: &Words,
        labels: &Labels<'_>,
    ) -> io::Result<()> {
        let board = self.board.as_str();
        let title = [("board", board.into()), ("kind", self.electronics.code().into())];
        writeln!(out, "{}\n", words.tell("selftest-title", title))?;
        for Examined { part, trouble } in &self.parts {
            let id = if trouble.is_none() { "selftest-good" } else { "selftest-bad" };
            writeln!(out, "  {:<28}{}", finding::part(words, *part), words.tell(id, []))?;
        }
        if let Some(measured) = &self.measured {
            writeln!(out, "  {:<28}{}", words.tell("selftest-rate", []), rate(words, measured))?;
            let stood = match self.stood {
                Board::Empty => "empty",
                Board::Start => "start",
                Board::Any => "any",
            };
            let stood = words.tell("selftest-stood", [("board", stood.into())]);
            writeln!(out, "  {:<28}{stood}", words.tell("selftest-squares", []))?;
        }
        let end = match self.lever {
            Some(LeverEnd::Left) => "left",
            Some(LeverEnd::Right) => "right",
            None => "none",
        };
        let down = words.tell("selftest-down", [("end", end.into())]);
        writeln!(out, "  {:<28}{down}\n", words.tell("selftest-lever", []))?;
        for (n, finding) in (1..).zip(&self.findings) {
            finding.entry(labels, words).write(out, n)?;
        }
        let count = Value::from(self.findings.len());
        writeln!(out, "{}", words.tell("selftest-verdict", [("count", count)]))
    }

    /// The same for programs.
    pub(crate) fn json(&self, words: &Words, labels: &Labels<'_>) -> Json {
        let findings = self.findings.iter().map(|finding| {
            let at = finding.at(labels, words).into_iter();
            json!({
                "code": finding.code(),
                "squares": touchmove_core::board::Squares(finding.concerns(labels)),
                "at": at.map(|(square, component)| json!({
                    "square": Text(square), "component": component,
                })).collect::<Vec<_>>(),
                "said": finding.said(words, self.electronics),
                "remedy": finding.remedy(words, self.electronics),
            })
        });
        json!({
            "board": self.board,
            "electronics": self.electronics.code(),
            "passed": self.passed(),
            "findings": findings.collect::<Vec<_>>(),
            "rate": self.measured.as_ref().map(|measured| json!({
                "wanted_hz": measured.wanted_hz,
                "hz": measured.hz,
                "skipped": measured.skipped,
                "failed": measured.failed,
                "late_us": measured.late_us as u64,
                "latest_us": measured.latest_us as u64,
            })),
            "lever": self.lever,
        })
    }
}

/// How the readings went, in a line.
pub(crate) fn rate(words: &Words, measured: &Measured) -> String {
    let wanted = measured.wanted_hz.map_or("none".to_string(), |hz| hz.to_string());
    words.tell(
        "rate",
        [
            ("hz", format!("{:.1}", measured.hz).into()),
            ("wanted", wanted.into()),
            ("skipped", measured.skipped.to_string().into()),
            ("failed", measured.failed.to_string().into()),
            ("late", format!("{:.1}", measured.late_us as f64 / 1000.0).into()),
            ("latest", format!("{:.1}", measured.latest_us as f64 / 1000.0).into()),
        ],
    )
}
