//! Which explanations are kept, which of them leads, and how sure it is.

use std::{cmp::Reverse, sync::Arc};

use shakmaty::Bitboard;

use super::{Hand, Hypothesis, Ply, Tracker, hypothesis::at, stand::Effect, weigh};
use crate::board::Ms;

/// Explanations kept at once.
const KEPT: usize = 64;
/// An explanation this much worse than the best is given up, points.
const MARGIN: u32 = 150;
/// A rival must be better by more than this to change what was said some moves ago, points.
const INERTIA: u32 = 30;
/// The same while pieces stand all over the board: what they do then says little about the game.
const DISORDERED: u32 = 60;
/// A move that stood so long before anything else was touched counts as said, ms.
const STOOD_MS: Ms = 1_000;
/// A rival this near makes a move unsure, points.
const UNSURE: u32 = 40;

/// A move that was told some moves ago.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    number: u32,
    name: u64,
}

/// An explanation that is followed no further.
#[derive(Clone, Debug)]
pub struct GivenUp {
    /// The explanation.
    pub hypothesis: Hypothesis,
    /// Why.
    pub why: Why,
}

/// Why an explanation is followed no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The best one is likelier by so much.
    Unlikely {
        /// Points; 150 are still kept.
        behind: u32,
    },
    /// Another one, at this place among the kept ones, has the same moves, or the same position
    /// with the same to come.
    Alike {
        /// Counts from 0.
        place: usize,
    },
    /// Sixty-four likelier ones are kept.
    Crowded,
}

/// Two explanations of the same game, or two that have come to the same position and will fare alike
/// from here on.
fn alike(a: &Hypothesis, b: &Hypothesis) -> bool {
    a.name == b.name
        || (a.stand.key() == b.stand.key()
            && a.began == b.began
            && a.residual == b.residual
            && a.pressed == b.pressed)
}

impl Tracker {
    pub(super) fn weigh(&mut self) {
        self.weigh_from(0);
    }

    pub(super) fn weigh_from(&mut self, first: usize) {
        for h in &mut self.kept[first..] {
            let wrong = h.stand.diff(self.seen).squares();
            h.residual &= wrong | self.distrusted;
            (h.hand, h.open) = weigh::read(h, self.seen, self.log.since(h.began));
            h.open += weigh::standing_wrong(h.residual & !self.distrusted);
            if h.hand == Hand::Rest {
                h.pressed = None;
            }
        }
        self.worst_kept = self.kept.iter().map(Hypothesis::total).min().unwrap_or(0) + MARGIN;
    }

    pub(super) fn narrow(&mut self) {
        self.weigh();
        self.sift();
    }

    pub(super) fn sift(&mut self) {
        // Of two explanations of the same game the later one knows better what the hand did.
        self.kept.sort_by_key(|h| (h.total(), Reverse(h.began), h.name));
        let best = self.kept[0].total();
        let mut kept: Vec<Hypothesis> = Vec::with_capacity(self.kept.len().min(KEPT));
        let known = self.given_up.as_ref().map_or(0, Vec::len);
        for h in self.kept.drain(..) {
            let why = if h.total() > best + MARGIN {
                Why::Unlikely { behind: h.total() - best }
            } else if let Some(place) = kept.iter().position(|k| alike(k, &h)) {
                Why::Alike { place }
            } else if kept.len() == KEPT {
                Why::Crowded
            } else {
                kept.push(h);
                continue;
            };
            if let Some(given_up) = &mut self.given_up {
                given_up.push(GivenUp { hypothesis: h, why });
            }
        }
        let least = kept.iter().map(|h| h.cost).min().unwrap_or(0);
        for h in &mut kept {
            h.cost -= least;
        }
        for given_up in self.given_up.iter_mut().flat_map(|given_up| &mut given_up[known..]) {
            given_up.hypothesis.cost = given_up.hypothesis.cost.saturating_sub(least);
        }
        self.paid = self.paid.saturating_add(least);
        self.kept = kept;
        self.effort.kept = self.kept.len();
        self.stand_by_what_was_said();
    }

    /// What happened some moves ago is not told otherwise for a small difference: of explanations
    /// that are nearly alike the one that has led so far goes on leading.
    fn stand_by_what_was_said(&mut self) {
        let best = self.best();
        let disorder = best.hand == Hand::Displaced || best.residual.any();
        if let Some(said) = self.said {
            let enough = best.total() + if disorder { DISORDERED } else { INERTIA };
            let agrees = |h: &Hypothesis| {
                let ply = h.line.as_ref().and_then(|line| at(line, said.number));
                ply.is_some_and(|ply| ply.name == said.name)
            };
            let leader = self.kept.iter().position(agrees);
            if let Some(leader) = leader.filter(|leader| self.kept[*leader].total() <= enough) {
                self.kept[..=leader].rotate_right(1);
            }
        }
        if !disorder {
            self.said = self.settled().map(|ply| Said { number: ply.number, name: ply.name });
        }
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

    /// Whether no explanation near the best one has another move than `ply` in its place. What goes
    /// over squares that cannot be read is unsure until each player has moved again.
    pub fn sure(&self, ply: &Ply) -> bool {
        let squares = ply.lawful().map_or(Bitboard::EMPTY, |m| Effect::of(m).squares());
        let broken = (squares & self.distrusted).any() && self.plies() < ply.number + 2;
        !broken && self.rivals(ply).next().is_none()
    }

    /// Moves that explanations near the best one have in the place of `ply`.
    pub fn rivals<'a>(&'a self, ply: &'a Ply) -> impl Iterator<Item = Arc<Ply>> + 'a {
        let near = self.best().total() + UNSURE;
        self.kept[1..].iter().take_while(move |h| h.total() <= near).filter_map(move |h| {
            let other = at(h.line.as_ref()?, ply.number)?;
            (other.step != ply.step).then(|| other.clone())
        })
    }
}
