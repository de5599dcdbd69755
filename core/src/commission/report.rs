use serde::{Deserialize, Serialize};

use super::Finding;
use crate::board::Squares;

/// Version of the format of a report.
pub const REPORT: u32 = 1;

/// How far a course has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Tasks done.
    pub done: u32,
    /// Tasks in all.
    pub of: u32,
}

/// What a board is.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// Everything is in order.
    Passed,
    /// It can be played on, but something should be looked at.
    Remarks,
    /// Not everything was tried.
    Unfinished,
    /// It cannot be played on.
    Failed,
}

/// What came of a commissioning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Version of this format.
    pub version: u32,
    /// Name of the board.
    pub board: String,
    /// When, as the host writes dates.
    pub date: String,
    /// What the board is.
    pub verdict: Verdict,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// Squares on which a piece has been tried.
    pub tried: Squares,
}
