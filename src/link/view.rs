use serde::{Deserialize, Serialize};
use tokio::{sync::watch, time::Instant};
use touchmove_core::{
    board::{Bitboard, Ms},
    sheet::{Sheet, Summary},
};

use crate::{clock::LeverEnd, health::DiskFault, meet::Synchronised};

/// A viewer's clock may differ so much from the board's before he is told, ms.
const DRIFT: Ms = 100;

/// What a board shows of itself, latest wins.
#[derive(Clone, Debug)]
pub(crate) struct Glance {
    /// The game at a glance.
    pub(crate) summary: Summary,
    /// Squares on which something stands.
    pub(crate) occupied: Bitboard,
    /// Trace time.
    pub(crate) t: Ms,
    /// When that was now.
    pub(crate) at: Instant,
    /// How much faster than the hall's clock the board lives.
    pub(crate) speed: f64,
    /// Which end of the lever is White's.
    pub(crate) white_at: LeverEnd,
    /// Why what is shown is not on the disk.
    pub(crate) unsaved: Option<DiskFault>,
    /// Whether the board is there.
    pub(crate) presence: Presence,
    /// Whether its clock goes by the hall's.
    pub(crate) synchronised: Synchronised,
}

/// Whether a board is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum Presence {
    /// It is heard.
    #[default]
    Here,
    /// It was not heard for some seconds: what is shown of it is old.
    Away,
}

/// Where a board shows itself.
#[derive(Debug)]
pub(crate) struct Showcase {
    glance: watch::Sender<Option<Glance>>,
    /// Counts what all boards of the hall show, so that whoever looks at all of them need not ask
    /// each one.
    hall: watch::Sender<u64>,
}

impl Showcase {
    /// A showcase, still empty, and what one sees of it. `hall` counts for all of them.
    pub(crate) fn new(hall: watch::Sender<u64>) -> (Showcase, watch::Receiver<Option<Glance>>) {
        let (glance, seen) = watch::channel(None);
        (Showcase { glance, hall }, seen)
    }

    /// Shows this from now on.
    pub(crate) fn show(&self, glance: Glance) {
        self.glance.send_replace(Some(glance));
        self.hall.send_modify(|shown| *shown += 1);
    }

    /// Whether this is what is shown, but for what events say.
    pub(crate) fn shows(&self, occupied: Bitboard, unsaved: Option<DiskFault>) -> bool {
        let glance = self.glance.borrow();
        glance
            .as_ref()
            .is_some_and(|glance| glance.occupied == occupied && glance.unsaved == unsaved)
    }
}

impl Glance {
    /// Trace time as of now.
    pub(crate) fn t_now(&self) -> Ms {
        self.t + (self.at.elapsed().as_micros() as f64 * self.speed / 1000.0) as Ms
    }

    /// As it is sent to whoever looks.
    pub(crate) fn view(&self) -> View<'_> {
        View { summary: &self.summary, live: self.live() }
    }

    /// A whole sheet with what is known beside it.
    pub(crate) fn with<'a>(&self, sheet: &'a Sheet) -> SheetView<'a> {
        SheetView { sheet, live: self.live() }
    }

    fn live(&self) -> Live {
        Live {
            occupied: format!("{:016x}", self.occupied.0),
            t_now: self.t_now(),
            speed: self.speed,
            white_at: self.white_at,
            saved: self.unsaved.is_none(),
            unsaved: self.unsaved,
            presence: self.presence,
        }
    }

    /// Whether a viewer who knows one and counts on knows the other.
    pub(crate) fn is_like(&self, other: &Glance) -> bool {
        self.summary == other.summary
            && self.occupied == other.occupied
            && self.unsaved == other.unsaved
            && self.presence == other.presence
            && self.white_at == other.white_at
            && self.t_now().abs_diff(other.t_now()) < DRIFT
    }
}

/// A board at a glance.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct View<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(flatten)]
    live: Live,
}

/// A board with everything that is on its sheet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct SheetView<'a> {
    #[serde(flatten)]
    sheet: &'a Sheet,
    #[serde(flatten)]
    live: Live,
}

/// What no event says.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
struct Live {
    /// Squares on which something stands: 16 hex digits, a1 the lowest bit.
    occupied: String,
    /// Trace time when this was sent, ms. A viewer counts on from `clocks.t` to here, and then by
    /// his own clock times `speed`.
    t_now: Ms,
    /// How much faster than the viewer's clock the board lives; 1 but in a demo.
    speed: f64,
    /// Which end of the lever is White's, for who looks at the screen beside the board.
    white_at: LeverEnd,
    /// False while the disk does not take what is shown.
    saved: bool,
    /// Why not.
    unsaved: Option<DiskFault>,
    /// Whether the board is there, or all this is old.
    presence: Presence,
}
