use serde::{Deserialize, Serialize};

use super::{Finding, FindingKind};
use crate::board::{Bitboard, Ms};

/// An end of the lever, or one of two buttons, seen from where the technician stands.
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
pub enum End {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Whether a lever is wired to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lever {
    /// It is.
    Wired,
    /// It is not.
    Absent,
}

/// A second press within this time is the first one's bouncing, ms: no hand is so quick.
const BOUNCE: Ms = 100;
/// So many of them are a finding.
const BOUNCES: u32 = 2;

/// What came when an end was asked for.
#[derive(Clone, Copy, Debug)]
struct Pressed {
    /// The task.
    step: usize,
    asked: End,
    came: End,
}

/// What was seen of the lever.
#[derive(Clone, Debug, Default)]
pub(super) struct Levers {
    presses: Vec<Pressed>,
    /// The end that is down, as far as was told.
    pub(super) down: Option<End>,
    last: Option<Ms>,
    bounces: u32,
    tried: bool,
}

impl Levers {
    /// An end went down. Gives whether that is a press of its own.
    pub(super) fn press(&mut self, t: Ms, end: End) -> bool {
        let bounced = self.last.is_some_and(|last| t < last + BOUNCE);
        self.last = Some(t);
        self.down = Some(end);
        self.bounces += u32::from(bounced);
        !bounced
    }

    /// It went down where `asked` was asked for.
    pub(super) fn asked(&mut self, step: usize, asked: End, came: End) {
        self.presses.push(Pressed { step, asked, came });
    }

    /// The technician has been asked for it.
    pub(super) fn try_it(&mut self) {
        self.tried = true;
    }

    pub(super) fn forget(&mut self, step: usize) {
        self.presses.retain(|press| press.step < step);
    }

    pub(super) fn findings(&self) -> Vec<Finding> {
        let ends = |ends: Vec<End>, kind| {
            (!ends.is_empty()).then(|| Finding { ends, ..Finding::new(kind, Bitboard::EMPTY) })
        };
        let seen =
            |end: &End| self.down == Some(*end) || self.presses.iter().any(|p| p.came == *end);
        let both = [End::Left, End::Right];
        let dead = both.iter().copied().filter(|end| self.tried && !seen(end)).collect();
        let wrong = |press: &Pressed| press.asked != press.came;
        let swapped =
            !self.presses.is_empty() && self.presses.iter().all(wrong) && both.iter().all(seen);
        let swapped = if swapped { both.to_vec() } else { Vec::new() };
        let bounces = if self.bounces >= BOUNCES { both.to_vec() } else { Vec::new() };
        [
            ends(dead, FindingKind::LeverDead),
            ends(swapped, FindingKind::LeverSwapped),
            ends(bounces, FindingKind::LeverBounces),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
