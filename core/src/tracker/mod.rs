//! What happened on the board: every explanation that fits, weighed and narrowed.
//!
//! The tracker knows squares and chess, but no articles and no clock: it is told of changes and
//! presses, and keeps [`Hypothesis`] after hypothesis, each a game so far and what the hand is
//! doing now. The best of them is the account of the board; the others wait for it to be refuted.

mod extend;
mod hypothesis;
mod log;
mod stand;
mod weigh;

use shakmaty::{Bitboard, Color, Square};
use std::sync::Arc;

pub use hypothesis::{Also, Hypothesis, Ply, Shape, Step};
pub use log::{Change, ChangeKind, Log};
pub(crate) use log::{last_lift, last_place};
pub use stand::Stand;
pub(crate) use stand::{Effect, castled, reach};
pub(crate) use weigh::{piece_first, seen_capture};

use crate::board::{Ms, Planes};

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
}

/// A move that was told some moves ago.
#[derive(Clone, Copy, Debug)]
struct Said {
    number: u32,
    name: u64,
}

/// Explanations kept at once.
const KEPT: usize = 64;
/// An explanation this much worse than the best is given up, points.
const MARGIN: u32 = 150;
/// A rival must be better by more than this to change what was said some moves ago, points.
const INERTIA: u32 = 15;
/// The same while pieces stand all over the board: what they do then says little about the game.
const DISORDERED: u32 = 60;
/// A move that stood so long before anything else was touched counts as said, ms.
const STOOD_MS: Ms = 1_000;
/// A rival this near makes a move unsure, points.
const UNSURE: u32 = 40;

impl Tracker {
    /// A board at `stand`, with `seen` on it, after `base` plies.
    pub fn new(stand: Stand, seen: Planes, base: u32) -> Tracker {
        let mut tracker = Tracker {
            seen,
            distrusted: Bitboard::EMPTY,
            clocked: false,
            log: Log::default(),
            kept: Vec::new(),
            base,
            worst_kept: MARGIN,
            paid: 0,
            said: None,
        };
        tracker.restart(stand, base);
        tracker
    }

    /// Goes on from another position, whatever was thought before. What stands wrong now is known
    /// to stand wrong.
    pub fn restart(&mut self, stand: Stand, base: u32) {
        let residual = stand.diff(self.seen).squares();
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

    /// Where the board differs from the best explanation's position.
    pub fn diff(&self) -> Diff {
        self.best().stand.diff(self.seen)
    }

    /// The whole board was read anew.
    pub fn scan(&mut self, t: Ms, planes: Planes) {
        let (before, after) = (self.seen, planes);
        for square in before.occupied() & !after.occupied() {
            self.change(Change { t, square, kind: ChangeKind::Lift });
        }
        for square in Bitboard::FULL {
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

    /// The board reads so; nothing is made of it.
    pub fn show(&mut self, planes: Planes) {
        self.seen = planes;
    }

    /// A square changed while play stood still: nothing is made of it.
    pub fn observe(&mut self, change: Change) {
        self.log.push(change);
        self.seen = after(self.seen, change);
    }

    /// Goes on from a position that the board is to show, or nearly shows already.
    ///
    /// `line` is the newest move before it, which may still be pressed for.
    pub fn go_on(&mut self, stand: Stand, base: u32, line: Option<Arc<Ply>>) {
        self.base = base;
        let fresh = Hypothesis::fresh(Arc::new(stand), self.log.next(), self.distrusted);
        self.kept = vec![Hypothesis { line, ..fresh }];
        self.narrow();
    }

    /// Squares whose reading counts for nothing from now on.
    pub fn distrust(&mut self, squares: Bitboard) {
        self.distrusted = squares;
        for h in &mut self.kept {
            h.residual |= squares;
        }
        self.narrow();
    }

    /// A square became empty or occupied.
    pub fn change(&mut self, change: Change) {
        let mut next = Vec::with_capacity(self.kept.len() + 4);
        if change.kind.is_lift() {
            self.opponent_reaches_out(change, &mut next);
        }
        self.log.push(change);
        self.seen = after(self.seen, change);
        self.weigh();
        for h in &self.kept {
            self.extend(h, change, &mut next);
        }
        let weighed = self.kept.len();
        self.kept.append(&mut next);
        self.weigh_from(weighed);
        self.wear_out(weighed);
        self.sift();
    }

    /// However disorder is priced, it grows less likely to be part of a game, all the more where
    /// moves are played meanwhile: `first` is the place of the newest explanations.
    fn wear_out(&mut self, first: usize) {
        let played =
            self.kept[first..].iter().any(|h| h.hand == Hand::Rest && h.residual.is_empty());
        let worn = if played { weigh::PLAYED_IN_DISORDER } else { 1 };
        for h in self.kept[..first].iter_mut().filter(|h| h.hand == Hand::Displaced) {
            h.cost += worn;
        }
    }

    /// A player pressed his clock.
    pub fn press(&mut self, t: Ms, side: Color) {
        self.clocked = true;
        let mut next = Vec::new();
        for h in &self.kept {
            if h.stand.turn() != side {
                let mut h = h.clone();
                let moved_on = self.moved_on(&h);
                h.cost += if h.complete(side, t) {
                    if moved_on { weigh::PRESSED_FOR_ANOTHER } else { 0 }
                } else if h.pressed.is_some() && matches!(h.hand, Hand::Moving | Hand::Done) {
                    weigh::PRESSED_MEANWHILE
                } else if h.pressed.is_some() && h.hand == Hand::Displaced {
                    weigh::PRESSED_IN_DISORDER
                } else {
                    weigh::PRESSED_AGAIN
                };
                next.push(h);
                continue;
            }
            self.pressed_in_turn(h, t, side, &mut next);
        }
        self.kept = next;
        self.narrow();
    }

    /// Whether the piece of the newest move is no longer where that move set it.
    fn moved_on(&self, h: &Hypothesis) -> bool {
        let reached = h.line.as_ref().and_then(|ply| ply.lawful()).map(|m| Effect::of(m).fills);
        let missing = h.stand.diff(self.seen).missing;
        reached.is_some_and(|reached| (reached & missing & h.stand.theirs()).any())
    }

    /// A press in mid-move has waited as long as a sensor may be late, and nothing has landed.
    pub fn waited(&mut self) {
        let in_the_air =
            |h: &Hypothesis| h.hand == Hand::Moving && (h.pressed.is_some() || self.moved_on(h));
        let late: Vec<bool> = self.kept.iter().map(in_the_air).collect();
        for (h, late) in self.kept.iter_mut().zip(late) {
            h.cost += if late { weigh::STILL_IN_THE_AIR } else { 0 };
        }
        self.narrow();
    }

    fn pressed_in_turn(&self, h: &Hypothesis, t: Ms, side: Color, next: &mut Vec<Hypothesis>) {
        let mut pressed = h.clone();
        if pressed.complete(side, t) {
            next.push(pressed);
            return;
        }
        if h.hand == Hand::Rest {
            pressed.cost += weigh::PRESSED_NOTHING;
            next.push(pressed);
            return;
        }
        pressed.pressed = Some(t);
        pressed.cost +=
            if h.hand == Hand::Done { weigh::PRESSED_AND_WENT_ON } else { weigh::PRESSED_MIDWAY };
        let from = next.len();
        self.unseen(h, t, next);
        next.extend(self.stands(h, t, self.log.next(), 0));
        for made in &mut next[from..] {
            made.complete(side, t);
        }
        next.push(pressed);
    }

    /// The opponent lifts a piece, or one that he may then capture: the move before is over, even if
    /// its capture was never seen or Article 3 forbids it.
    fn opponent_reaches_out(&self, change: Change, next: &mut Vec<Hypothesis>) {
        for h in &self.kept {
            if h.stand.theirs().contains(change.square) {
                self.unseen(h, change.t, next);
                let odd = if self.clocked && h.pressed.is_none() { weigh::UNPRESSED } else { 0 };
                next.extend(self.stands(h, change.t, self.log.next(), odd));
            } else if self.in_the_air(h).single_square().is_some_and(|from| from != change.square) {
                let from = next.len();
                self.unseen(h, change.t, next);
                let made = next.split_off(from);
                let takes = |made: &Hypothesis| made.stand.capturable().contains(change.square);
                next.extend(made.into_iter().filter(takes));
            }
        }
    }

    /// Squares of pieces of the side to move that are off the board.
    fn in_the_air(&self, h: &Hypothesis) -> Bitboard {
        h.stand.diff(self.seen).missing & h.stand.own()
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

    fn weigh(&mut self) {
        self.weigh_from(0);
    }

    fn weigh_from(&mut self, first: usize) {
        for h in &mut self.kept[first..] {
            let wrong = h.stand.diff(self.seen).squares();
            h.residual &= wrong | self.distrusted;
            (h.hand, h.open) = weigh::read(h, self.seen, self.log.since(h.began));
            if h.hand == Hand::Rest {
                h.pressed = None;
            }
        }
        self.worst_kept = self.kept.iter().map(Hypothesis::total).min().unwrap_or(0) + MARGIN;
    }

    fn narrow(&mut self) {
        self.weigh();
        self.sift();
    }

    fn sift(&mut self) {
        // Of two explanations of the same game the later one knows better what the hand did. Two that
        // have come to the same position will fare alike from here on.
        self.kept.sort_by_key(|h| (h.total(), std::cmp::Reverse(h.began), h.name));
        let best = self.kept[0].total();
        let mut kept: Vec<Hypothesis> = Vec::with_capacity(self.kept.len().min(KEPT));
        for h in self.kept.drain(..) {
            let known = kept.iter().any(|k| {
                k.name == h.name
                    || (k.stand.key() == h.stand.key()
                        && k.began == h.began
                        && k.residual == h.residual
                        && k.pressed == h.pressed)
            });
            if !known && h.total() <= best + MARGIN && kept.len() < KEPT {
                kept.push(h);
            }
        }
        let least = kept.iter().map(|h| h.cost).min().unwrap_or(0);
        for h in &mut kept {
            h.cost -= least;
        }
        self.paid = self.paid.saturating_add(least);
        self.kept = kept;
        self.stand_by_what_was_said();
    }

    /// What happened some moves ago is not told otherwise for a small difference: of explanations
    /// that are nearly alike the one that has led so far goes on leading.
    fn stand_by_what_was_said(&mut self) {
        if let Some(said) = self.said {
            let best = self.best().total();
            let agrees = |h: &Hypothesis| {
                let ply = h.line.as_ref().and_then(|line| hypothesis::at(line, said.number));
                ply.is_some_and(|ply| ply.name == said.name)
            };
            let enough = |h: &Hypothesis| {
                let inertia = if h.hand == Hand::Displaced { DISORDERED } else { INERTIA };
                h.total() <= best + inertia
            };
            let leader = self.kept.iter().position(agrees);
            if let Some(leader) = leader.filter(|leader| enough(&self.kept[*leader])) {
                self.kept[..=leader].rotate_right(1);
            }
        }
        self.said = self.settled().map(|ply| Said { number: ply.number, name: ply.name });
    }

    /// The newest move of the best explanation that is told as final: pressed for, or some moves ago.
    fn settled(&self) -> Option<&Ply> {
        let line = self.best().line.as_ref()?;
        let (last, before) = (line.as_ref(), line.prev.as_deref());
        let pressed = last.pressed.is_some() && !self.moved_on(self.best());
        if pressed || self.stood(self.best(), last) {
            return Some(last);
        }
        before.filter(|ply| ply.pressed.is_some()).or_else(|| before?.prev.as_deref())
    }

    /// Whether the newest move of an explanation stood for a while before anything else was touched.
    fn stood(&self, h: &Hypothesis, ply: &Ply) -> bool {
        let next = self.log.since(h.began).first();
        next.is_some_and(|next| next.t >= ply.made + STOOD_MS)
    }

    /// Whether no explanation near the best one has another move than `ply` in its place.
    pub fn sure(&self, ply: &Ply) -> bool {
        self.rivals(ply).next().is_none()
    }

    /// Moves that explanations near the best one have in the place of `ply`.
    pub fn rivals<'a>(&'a self, ply: &'a Ply) -> impl Iterator<Item = Arc<Ply>> + 'a {
        let near = self.best().total() + UNSURE;
        self.kept[1..].iter().take_while(move |h| h.total() <= near).filter_map(move |h| {
            let other = hypothesis::at(h.line.as_ref()?, ply.number)?;
            (other.step != ply.step).then(|| other.clone())
        })
    }
}

fn after(seen: Planes, change: Change) -> Planes {
    let square = Bitboard::from(change.square);
    match (seen, change.kind) {
        (Planes::Occupancy(occupied), ChangeKind::Lift) => Planes::Occupancy(occupied & !square),
        (Planes::Occupancy(occupied), ChangeKind::Place(_)) => Planes::Occupancy(occupied | square),
        (Planes::Polarity { white, black }, ChangeKind::Lift) => {
            Planes::Polarity { white: white & !square, black: black & !square }
        }
        (Planes::Polarity { white, black }, ChangeKind::Place(color)) => match color {
            Some(Color::Black) => {
                Planes::Polarity { white: white & !square, black: black | square }
            }
            _ => Planes::Polarity { white: white | square, black: black & !square },
        },
    }
}

impl Shape {
    /// The pieces that were moved, from and to.
    pub(crate) fn shifts(self) -> arrayvec::ArrayVec<(Square, Square), 2> {
        let mut shifts = arrayvec::ArrayVec::new();
        shifts.push((self.from, self.to));
        if let Also::Rook(from, to) = self.also {
            shifts.push((from, to));
        }
        shifts
    }

    /// The square from which a piece was taken off, other than the one that was reached.
    pub(crate) fn victim(self) -> Option<Square> {
        match self.also {
            Also::EnPassant(victim) => Some(victim),
            _ => None,
        }
    }
}
