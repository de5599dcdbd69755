//! Time that runs low: where an arbiter should stand, who need not record, and who may claim.

use shakmaty::{ByColor, Color};

use super::{Game, Notice, Saying, Stage};
use crate::{
    board::{Matter, Ms, Severity},
    rules::{Concept, Recording},
};

/// What little time means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Low {
    /// So little that an arbiter should be present (8.4, 8.5.1).
    TimeTrouble,
    /// So little that he need not record (8.4).
    Unrecorded,
    /// So little that quickplay finish can be claimed (10.2 / Guidelines III).
    Quickplay,
}

impl Low {
    const ALL: [Low; 3] = [Low::TimeTrouble, Low::Unrecorded, Low::Quickplay];
}

/// The period in which each was told last.
pub(super) type LowTold = ByColor<[Option<u32>; Low::ALL.len()]>;

impl Game {
    /// What of it falls due next.
    pub(super) fn low_due(&self) -> Option<(Ms, Color, Low)> {
        if self.stage != Stage::Play {
            return None;
        }
        let side = self.clocks.running()?;
        let parameters = &self.rules.parameters;
        let due = Low::ALL.into_iter().filter(|low| !self.is_told(side, *low)).filter_map(|low| {
            let ms = match low {
                Low::TimeTrouble => parameters.time_trouble_ms,
                Low::Unrecorded => parameters.recording_waived_ms,
                Low::Quickplay => parameters.quickplay_ms,
            };
            Some((self.clocks.below_deadline(side, ms)?, side, low))
        });
        due.min_by_key(|(t, ..)| *t)
    }

    fn is_told(&self, side: Color, low: Low) -> bool {
        self.told.low.get(side)[low as usize] == Some(self.clocks.period(self.now, side))
    }

    pub(super) fn time_is_low(&mut self, side: Color, low: Low, saying: &mut Saying) {
        let period = self.clocks.period(saying.t, side);
        self.told.low.get_mut(side)[low as usize] = Some(period);
        let (matter, severity, concept) = match low {
            Low::TimeTrouble => (Matter::TimeTrouble {}, Severity::Info, Concept::TimeTrouble),
            Low::Unrecorded if !self.records(side, saying.t) => return,
            Low::Unrecorded if self.is_told(!side, low) => {
                (Matter::RecordingWaived {}, Severity::Attention, Concept::RecordingWaivedBoth)
            }
            Low::Unrecorded => {
                (Matter::RecordingWaived {}, Severity::Info, Concept::RecordingWaived)
            }
            Low::Quickplay if !self.quickplay_finish(side, saying.t) => return,
            Low::Quickplay => {
                (super::quickplay::in_time(), Severity::Info, Concept::QuickplayFinish)
            }
        };
        let notice = Notice::new(matter, severity).by(side).citing(&self.rules, concept);
        self.raise(saying, notice);
    }

    /// Article 8.4: whether he need not record any more in this period.
    pub(super) fn recording_is_waived(&self, side: Color, t: Ms) -> bool {
        self.is_told(side, Low::Unrecorded) && self.records(side, t)
    }

    /// Article 8.4: whether he must record until his time is low; not where each move brings half a
    /// minute.
    fn records(&self, side: Color, t: Ms) -> bool {
        let parameters = &self.rules.parameters;
        parameters.recording == Recording::Required
            && self.clocks.bonus(t, side).increment() < parameters.recording_increment_ms
    }
}
