use std::io::{self, Write};

use serde_json::{Value as Json, json};
use touchmove_core::{
    board::{Bitboard, Squares, Text},
    commission::{End, Finding, Report, Verdict},
};

use crate::{
    technician::{
        component::Labels,
        entry::{Entry, at, list},
        selftest,
    },
    words::Words,
};

/// So many squares are named with what they are wired to.
const FEW: usize = 6;

/// What came of a commissioning.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// What was found.
    pub(super) report: Option<Report>,
    /// Faults that the scanner told meanwhile.
    pub(super) told: Vec<selftest::Finding>,
}

impl Outcome {
    /// What the board is.
    pub(crate) fn verdict(&self) -> Verdict {
        let found = self.report.as_ref().map_or(Verdict::Unfinished, |report| report.verdict);
        // What was wrong for a moment only will be so again.
        if self.told.is_empty() { found } else { found.max(Verdict::Remarks) }
    }

    fn findings(&self) -> &[Finding] {
        self.report.as_ref().map_or(&[], |report| &report.findings)
    }

    fn entries(&self, words: &Words, labels: &Labels<'_>) -> Vec<Entry> {
        let found = self.findings().iter().map(|finding| entry(finding, words, labels));
        let told = self.told.iter().map(|fault| fault.entry(labels, words));
        found.chain(told).collect()
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
        writeln!(out)?;
        for (n, entry) in (1..).zip(self.entries(words, labels)) {
            entry.write(out, n)?;
        }
        let verdict = format!("verdict-{}", <&str>::from(self.verdict()));
        writeln!(out, "{}", words.tell(&verdict, []))
    }

    /// The same for programs and for the board's papers.
    pub(crate) fn json(&self, words: &Words, labels: &Labels<'_>) -> Json {
        let mut report = json!(self.report);
        report["verdict"] = json!(self.verdict());
        let mut findings: Vec<Json> =
            self.findings().iter().map(|finding| json!(finding)).collect();
        findings.extend(
            self.told
                .iter()
                .map(|fault| json!({ "kind": fault.code(), "squares": Squares(fault.squares()) })),
        );
        for (finding, entry) in findings.iter_mut().zip(self.entries(words, labels)) {
            let at = entry.at.into_iter();
            finding["at"] = at
                .map(
                    |(square, component)| json!({ "square": Text(square), "component": component }),
                )
                .collect();
            finding["said"] = entry.said.into();
            finding["component"] = json!(entry.component);
            finding["remedy"] = json!(entry.remedy);
        }
        report["findings"] = findings.into();
        report
    }
}

fn entry(finding: &Finding, words: &Words, labels: &Labels<'_>) -> Entry {
    let id = message(finding);
    let attribute = |name: &str| Some(tell(&format!("{id}.{name}"), finding, words));
    // Of many squares it is not each wire that is at fault.
    let few = |squares: Bitboard| if squares.count() > FEW { Bitboard::EMPTY } else { squares };
    let shown = few(finding.squares.0) | few(finding.with.0);
    Entry {
        said: tell(&id, finding, words),
        squares: None,
        at: at(shown, labels, words),
        component: attribute("component"),
        remedy: attribute("remedy"),
    }
}

/// What was found, in words.
pub(super) fn said(finding: &Finding, words: &Words) -> String {
    tell(&message(finding), finding, words)
}

fn message(finding: &Finding) -> String {
    format!("finding-{}", <&str>::from(finding.kind).replace('_', "-"))
}

fn tell(id: &str, finding: &Finding, words: &Words) -> String {
    let degrees = finding.degrees.unwrap_or_default().to_string();
    let ends = match finding.ends.as_slice() {
        [End::Left] => "left",
        [End::Right] => "right",
        _ => "both",
    };
    words.tell(
        id,
        [
            ("squares", list(finding.squares.0).into()),
            ("with", list(finding.with.0).into()),
            ("degrees", degrees.into()),
            ("ends", ends.into()),
        ],
    )
}
