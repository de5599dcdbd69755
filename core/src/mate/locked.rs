//! Walls: proving that no series of captures and pawn moves leads to where a mate could stand.
//!
//! Play is cut into phases by captures and pawn moves. Within a phase the men roam freely over the
//! squares that [`Phase`] allows; from one phase to the next a single man is taken or a single pawn
//! steps. All phases that can follow are looked at; if the men can form a mate in none of them, no
//! series of legal moves ends in mate.

use std::collections::BTreeSet;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Role, attacks};

use super::{
    pattern::{self, Before},
    phase::{Kind, Phase},
};

/// What looking at walls showed.
pub(super) enum Wall {
    /// `side` can never mate.
    Locked,
    /// Nothing, at the cost of so many steps.
    Open(u32),
}

/// Tries to show that `side` can never mate within so many steps.
pub(super) fn locked(pos: &Chess, side: Color, most: u32) -> Wall {
    // A capture en passant ends on a square that the captured pawn has left; that is rare enough to
    // be left to the search, as the position after it is.
    if mates(pos, side) || pos.ep_square(EnPassantMode::Legal).is_some() {
        return Wall::Open(1);
    }
    // A king that castles comes from further than a square beside.
    let before = if pos.castles().any() { Before::Anything } else { Before::Roamed };
    let mut walls = Walls { side, left: most, met: BTreeSet::new(), open: Vec::new(), mate: false };
    walls.meet(Phase::new(pos));
    while let Some(phase) = walls.open.pop() {
        if pattern::possible(&phase, !side, before, &mut walls.left) {
            return Wall::Open(most - walls.left);
        }
        walls.follow(&phase);
        if walls.mate || walls.left == 0 {
            return Wall::Open(most - walls.left);
        }
    }
    if walls.mate { Wall::Open(most - walls.left) } else { Wall::Locked }
}

/// Whether `side` can never mate because nothing can ever be captured and no pawn can move.
///
/// Allocates nothing, and takes time only where all pawns stand blocked.
pub(super) fn shut(pos: &Chess, side: Color) -> bool {
    let board = pos.board();
    let pawns = board.pawns();
    let ahead = (pawns & board.white()).shift(8) | (pawns & board.black()).shift(-8);
    if pawns.is_empty()
        || !ahead.is_subset(pawns)
        || pos.castles().any()
        || pos.pseudo_legal_ep_square().is_some()
        || mates(pos, side)
    {
        return false;
    }
    let mut phase = Phase::new(pos);
    phase.spread();
    let mut steps = SHUT;
    phase.lasts() && !pattern::possible(&phase, !side, Before::Roamed, &mut steps)
}

/// Steps that the quick test takes for a pattern.
const SHUT: u32 = 200;

/// Steps that a phase costs beside those of the pattern.
const PHASE: u32 = 60;

struct Walls {
    side: Color,
    /// Steps that may still be taken.
    left: u32,
    met: BTreeSet<Vec<(u8, u64)>>,
    open: Vec<Phase>,
    /// Whether a mate may follow at once on a capture or pawn move that was looked at.
    mate: bool,
}

/// Whether `side` mates at once.
fn mates(pos: &Chess, side: Color) -> bool {
    pos.turn() == side
        && pos.legal_moves().into_iter().any(|m| {
            let mut next = pos.clone();
            next.play_unchecked(m);
            next.is_checkmate()
        })
}

impl Walls {
    fn meet(&mut self, mut phase: Phase) {
        self.left = self.left.saturating_sub(PHASE);
        phase.spread();
        if self.met.insert(phase.key()) {
            self.open.push(phase);
        }
    }

    /// Meets every phase that may come next.
    fn follow(&mut self, phase: &Phase) {
        for i in 0..phase.men.len() {
            if self.left == 0 || self.mate {
                return;
            }
            let man = phase.men[i];
            if man.is(Role::Pawn)
                && let Some(from) = man.fixed()
                && let Some(to) = from.offset(man.color.fold_wb(8, -8))
                && !phase.fixed().contains(to)
            {
                self.arrive(phase, i, to.into(), None);
            }
            let sight = phase.sight(i);
            for j in 0..phase.men.len() {
                let other = phase.men[j];
                if other.color == man.color || other.is(Role::King) {
                    continue;
                }
                let mut at = sight & other.squares;
                if at.any() && man.is(Role::King) {
                    at &= !phase.guarded(!man.color, i, Some(j));
                }
                for square in at {
                    self.arrive(phase, i, square.into(), Some(j));
                }
            }
        }
    }

    fn arrive(&mut self, phase: &Phase, i: usize, at: Bitboard, taken: Option<usize>) {
        let mut next = phase.clone();
        let man = &mut next.men[i];
        let from = man.squares;
        man.squares = at;
        if man.is(Role::Pawn) && (at & Bitboard::BACKRANKS).any() {
            man.kind = Kind::Promoted;
        }
        if let Some(j) = taken {
            next.men.remove(j);
        }
        if next.men.iter().all(|m| m.color != self.side || m.is(Role::King)) {
            return;
        }
        // Either this move mates itself, or the one that answers it; or the answer ends the phase,
        // or both sides go on from here.
        let i = if taken.is_some_and(|j| j < i) { i - 1 } else { i };
        let mover = next.men[i].color;
        let now = next.clone();
        next.spread();
        let mut mate = if mover == self.side { now.clone() } else { next.clone() };
        mate.men[i].squares = at;
        let king = next.men[i].is(Role::King);
        let from = match at.single_square() {
            Some(to) if king => from & attacks::king_attacks(to),
            _ => from,
        };
        let before = if mover == self.side {
            Before::Began { man: i, from }
        } else if king {
            Before::KingTook { from }
        } else {
            Before::Anything
        };
        if pattern::possible(&mate, !self.side, before, &mut self.left) {
            self.mate = true;
        } else if now.can_answer(i) {
            self.meet(next);
        }
    }
}
