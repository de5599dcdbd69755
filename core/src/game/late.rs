//! Who has not come: 6.6.1 / 6.7.1 where a default time is allowed.

use shakmaty::Color;

use super::{Game, Notice, Saying, Stage};
use crate::{
    board::{Alert, AlertKind, Cleared, Matter, Ms, Severity, Text},
    rules::Concept,
};

/// For who is to move second his clock must have run so long: his opponent's first move may be late
/// itself.
const SECOND_MS: Ms = 60_000;

/// What is known of a player's being here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Presence {
    /// Nothing shows him.
    #[default]
    Unseen,
    /// It was told that nothing does.
    Missed,
    /// He has touched, pressed, or the arbiter has seen him.
    Here,
}

impl Game {
    /// The player has been seen.
    pub(super) fn seen_here(&mut self, side: Color, saying: &mut Saying) {
        *self.presence.get_mut(side) = Presence::Here;
        let late =
            |alert: &Alert| alert.kind() == AlertKind::Late && alert.side == Some(Text(side));
        self.clear_where(late, Cleared::Restored, saying);
    }

    /// When it is to be told that a player has not been seen, and who.
    pub(super) fn late_due(&self) -> Option<(Ms, Color)> {
        let default = self.rules.parameters.default_time_ms;
        if default == 0 || self.stage != Stage::Play {
            return None;
        }
        let side = self.clocks.running()?;
        let since = self.running_since?;
        let unseen = |side| *self.presence.get(side) == Presence::Unseen;
        let over = self.started? + default;
        let first = self.start.turn();
        let due = if side == first {
            // Where anything was touched somebody is here.
            unseen(first) && self.touched == 0
        } else {
            unseen(side)
        };
        let wait = if side == first { over } else { over.max(since + SECOND_MS) };
        due.then_some((wait, side))
    }

    pub(super) fn late(&mut self, side: Color, saying: &mut Saying) {
        *self.presence.get_mut(side) = Presence::Missed;
        let notice = Notice::new(Matter::Late {}, Severity::Attention).by(side);
        let notice = notice.citing(&self.rules, Concept::Late);
        self.raise(saying, notice);
    }
}
