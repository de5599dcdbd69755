//! What happened on the board: every explanation that fits, weighed and narrowed.
//!
//! The tracker knows squares and chess, but no articles and no clock: it is told of changes and
//! presses, and keeps [`Hypothesis`] after hypothesis, each a game so far and what the hand is
//! doing now. The best of them is the account of the board; the others wait for it to be refuted.

mod castling;
mod extend;
mod follow;
mod hypothesis;
mod log;
mod mend;
mod sift;
mod stand;
mod successors;
mod weigh;

use shakmaty::{Bitboard, Square};
use std::sync::Arc;

pub(crate) use castling::{Castling, castled};
pub use hypothesis::{Also, Hypothesis, Ply, Shape, Step};
pub use log::{Change, ChangeKind, Log};
pub(crate) use log::{last_lift, last_place};
pub use sift::{GivenUp, Why};
pub use stand::Stand;
pub(crate) use stand::{Effect, forfeit_castling, reach, way};
pub use successors::Effort;
pub(crate) use weigh::{piece_first, seen_capture};

use crate::board::{Ms, Planes, Side};
use sift::Said;

/// What the hand is doing, in one explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Nothing: the board shows the position.
    Rest,
    /// A move is under way, lawful so far.
    Moving,
    /// A move is complete on the board, but the hand may still go on.
    Done,
    /// Half of castling or of en passant is done.
    Half,
    /// A piece stands where it may not go.
    Illegal(Shape),
    /// A piece of the side that is not to move stands where it could go on its turn.
    OutOfTurn {
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// Both kings stand on these two centre squares.
    Kings(Bitboard),
    /// Pieces stand where no move explains them.
    Displaced,
}

/// Squares on which the board and a position differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// A piece should stand here and does not.
    pub missing: Bitboard,
    /// Something stands here and should not.
    pub extra: Bitboard,
}

impl Diff {
    /// Whether they agree.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Every square on which they differ.
    pub fn squares(&self) -> Bitboard {
        self.missing | self.extra
    }

    /// The difference but for some squares.
    #[must_use]
    pub fn without(&self, squares: Bitboard) -> Diff {
        Diff { missing: self.missing & !squares, extra: self.extra & !squares }
    }
}

/// Follows one board through one game.
#[derive(Clone, Debug)]
pub struct Tracker {
    seen: Planes,
    distrusted: Bitboard,
    /// What these squares read while their readings counted.
    read_last: Planes,
    /// Who pressed while moves could go unseen, in order.
    pressed_unseen: Vec<Side>,
    /// Whether anybody has pressed a clock.
    clocked: bool,
    log: Log,
    kept: Vec<Hypothesis>,
    /// Moves before the first of the kept lines: the game may go on from a given position.
    base: u32,
    /// Points beyond which an explanation is not worth making.
    worst_kept: u32,
    /// Points that every explanation has paid.
    paid: u32,
    /// The newest move that is not told otherwise for a small difference.
    said: Option<Said>,
    effort: Effort,
    /// Explanations given up since they were last asked for, if anybody asks.
    given_up: Option<Vec<GivenUp>>,
}

impl Tracker {
    /// A board at `stand`, with `seen` on it, after `base` plies.
    pub fn new(stand: Stand, seen: Planes, base: u32) -> Tracker {
        let mut tracker = Tracker {
            seen,
            distrusted: Bitboard::EMPTY,
            read_last: seen,
            pressed_unseen: Vec::new(),
            clocked: false,
            log: Log::default(),
            kept: Vec::new(),
            base,
            worst_kept: 0,
            paid: 0,
            said: None,
            effort: Effort::default(),
            given_up: None,
        };
        tracker.restart(stand, base);
        tracker
    }

    /// Goes on from another position, whatever was thought before. What stands wrong now is known
    /// to stand wrong.
    pub fn restart(&mut self, stand: Stand, base: u32) {
        let residual = stand.diff(self.seen).squares();
        self.read_last = stand.shown_as(self.seen);
        self.base = base;
        self.kept = vec![Hypothesis::fresh(Arc::new(stand), self.log.next(), residual)];
        self.narrow();
    }

    /// What the sensors show.
    pub fn seen(&self) -> Planes {
        self.seen
    }

    /// Every change so far.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The best explanation.
    pub fn best(&self) -> &Hypothesis {
        &self.kept[0]
    }

    /// Every explanation kept, the best first.
    pub fn hypotheses(&self) -> &[Hypothesis] {
        &self.kept
    }

    /// Points of an explanation; less is likelier.
    pub fn points(&self, h: &Hypothesis) -> u32 {
        h.total()
    }

    /// How unlikely the best explanation is as a whole, to be compared with another tracker's.
    pub fn spent(&self) -> u32 {
        self.paid.saturating_add(self.best().total())
    }

    /// What the last change or press cost.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Explanations that were given up since this was asked last, each with the reason. The first
    /// time only begins to note them.
    pub fn given_up(&mut self) -> Vec<GivenUp> {
        self.given_up.replace(Vec::new()).unwrap_or_default()
    }

    /// Where the board differs from the best explanation's position.
    pub fn diff(&self) -> Diff {
        self.diff_to(&self.best().stand)
    }

    /// Where the board differs from a position; a square whose reading counts for nothing never does.
    pub fn diff_to(&self, stand: &Stand) -> Diff {
        stand.diff(self.seen).without(self.distrusted)
    }

    /// The whole board was read anew.
    pub fn scan(&mut self, t: Ms, planes: Planes) {
        self.scan_in(t, planes, Bitboard::FULL);
    }

    /// The same in the order of these squares.
    fn scan_in(&mut self, t: Ms, planes: Planes, order: impl IntoIterator<Item = Square>) {
        let (before, after) = (self.seen, planes);
        for square in before.occupied() & !after.occupied() {
            self.change(Change { t, square, kind: ChangeKind::Lift });
        }
        for square in order {
            let (was, is) = (before.color_at(square), after.color_at(square));
            let swapped = was.is_some() && is.is_some() && was != is;
            let placed = after.occupied().contains(square) && !before.occupied().contains(square);
            if swapped {
                self.change(Change { t, square, kind: ChangeKind::Lift });
            }
            if placed || swapped {
                self.change(Change { t, square, kind: ChangeKind::Place(is) });
            }
        }
        self.seen = planes;
    }

    /// Works out what was done since the position that it goes on from, from where the pieces stand.
    pub fn catch_up(&mut self, t: Ms) {
        let seen = self.seen;
        self.seen = self.best().stand.shown_as(seen);
        self.scan(t, seen);
    }

    /// The board reads so; nothing is made of it.
    pub fn show(&mut self, planes: Planes) {
        self.seen = planes;
    }

    /// A square changed while play stood still: nothing is made of it.
    pub fn observe(&mut self, change: Change) {
        self.log.push(change);
        self.seen = log::after(self.seen, change);
    }

    /// Goes on from a position that the board is to show, or nearly shows already.
    ///
    /// `line` is the newest move before it, which may still be pressed for.
    pub fn go_on(&mut self, stand: Stand, base: u32, line: Option<Arc<Ply>>) {
        self.paid = self.spent();
        self.read_last = stand.shown_as(self.seen);
        self.base = base;
        let fresh = Hypothesis::fresh(Arc::new(stand), self.log.next(), self.distrusted);
        self.kept = vec![Hypothesis { line, ..fresh }];
        self.narrow();
    }

    fn number(&self, h: &Hypothesis) -> u32 {
        h.line.as_ref().map_or(self.base, |ply| ply.number)
    }

    /// Plies of the best explanation, counted over the whole game.
    pub fn plies(&self) -> u32 {
        self.number(self.best())
    }

    fn polar(&self) -> bool {
        matches!(self.seen, Planes::Polarity { .. })
    }
}
