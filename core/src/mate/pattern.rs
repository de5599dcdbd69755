//! Could the pieces, wherever they may get to, form a mate at all?
//!
//! In a mate the king's square is attacked, and each square around it is attacked or blocked by
//! one of his own. Every piece does at most one such duty from one place, so a mate is a cover of
//! these duties by pieces on squares that they may reach. Where no cover exists, no mate does.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::phase::{Kind, Man, Phase};

/// What the loser did just before the mating move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// Anything.
    Anything,
    /// A move with a man that is free to move in this phase.
    Roamed,
}

/// Whether `loser` may be mated as far as the squares of the men show.
///
/// Looking takes `steps`; when they run out, a mate counts as possible.
pub(super) fn possible(phase: &Phase, loser: Color, before: Before, steps: &mut u32) -> bool {
    let king = |color| phase.men.iter().find(|m| m.color == color && m.is(Role::King));
    let (Some(victim), Some(hunter)) = (king(loser), king(!loser)) else {
        return true;
    };
    // Where only the king is free, he has just come from a square beside.
    let only_king = before == Before::Roamed
        && phase.men.iter().all(|m| m.color != loser || m.is(Role::King) || m.fixed().is_some());
    victim.squares.into_iter().any(|k| {
        let came = |w: Square| !only_king || arrived(phase, victim, hunter, k, w);
        let mut far = false;
        for w in hunter.squares {
            match w.distance(k) {
                0 | 1 => {}
                2 => {
                    if came(w) && Cover::new(phase, loser, k, Some(w)).exists(steps) {
                        return true;
                    }
                }
                _ => far = far || came(w),
            }
        }
        // A king that holds no flight may as well be left out.
        far && Cover::new(phase, loser, k, None).exists(steps)
    })
}

/// Whether a lone king can have stepped to `k` while the other king, now on `w`, let him.
fn arrived(phase: &Phase, victim: &Man, hunter: &Man, k: Square, w: Square) -> bool {
    let from = attacks::king_attacks(k) & victim.squares;
    let apart = |w: Square| from.into_iter().any(|f| f.distance(w) > 1);
    // Only by uncovering an attack on the king does a king himself mate.
    let lines = attacks::queen_attacks(k, Bitboard::EMPTY);
    let liners = phase.men.iter().any(|m| {
        m.color == hunter.color && !m.is(Role::King) && !m.is(Role::Pawn) && !m.is(Role::Knight)
    });
    apart(w)
        || liners
            && (attacks::king_attacks(w) & hunter.squares & lines)
                .into_iter()
                .any(|v| v.distance(k) > 1 && !attacks::aligned(k, v, w) && apart(v))
}

/// A partly built mate: some pieces have their squares, the others may be anywhere.
#[derive(Clone)]
struct Cover<'a> {
    phase: &'a Phase,
    fixed: Bitboard,
    loser: Color,
    king: Square,
    /// The king's square, to be attacked, and those around it, to be attacked or blocked, but for
    /// those that the other king sees to.
    duties: Bitboard,
    /// Squares on which something stands in this mate.
    taken: Bitboard,
    /// Squares that a piece of the loser blocks in this mate.
    blocked: Bitboard,
    /// Men that have their square, by their number.
    used: u64,
    attackers: ArrayVec<(Square, Man), 10>,
}

impl<'a> Cover<'a> {
    fn new(phase: &'a Phase, loser: Color, king: Square, hunter: Option<Square>) -> Cover<'a> {
        let around = attacks::king_attacks(king);
        let held = hunter.map_or(Bitboard::EMPTY, attacks::king_attacks);
        Cover {
            phase,
            fixed: phase.fixed(),
            loser,
            king,
            duties: (around & !held).with(king),
            taken: hunter.map_or(Bitboard::EMPTY, Bitboard::from_square).with(king),
            blocked: Bitboard::EMPTY,
            used: 0,
            attackers: ArrayVec::new(),
        }
    }

    /// What stands in the way of an attack: what never moves, and what this mate is made of.
    ///
    /// The king does not shield the squares behind him.
    fn way(&self) -> Bitboard {
        (self.fixed | self.taken).without(self.king)
    }

    /// Duties that the pieces placed so far leave open.
    ///
    /// A piece placed later can only take sight from these, so what is open now needs a piece that
    /// has no square yet.
    fn open(&self) -> Bitboard {
        let way = self.way();
        self.attackers
            .iter()
            .fold(self.duties & !self.blocked, |open, (from, man)| open & !man.attacks(*from, way))
    }

    fn exists(&self, steps: &mut u32) -> bool {
        let open = self.open();
        // The king's own square first: attackers are scarcer than blockers.
        let next = if open.contains(self.king) { Some(self.king) } else { open.first() };
        let Some(duty) = next else { return true };
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        self.phase
            .men
            .iter()
            .enumerate()
            .filter(|(i, m)| !m.is(Role::King) && self.used & (1 << i) == 0)
            .any(|(i, m)| {
                if m.color == self.loser {
                    duty != self.king && self.block(i, m, duty, steps)
                } else {
                    self.attack(i, m, duty, steps)
                }
            })
    }

    fn block(&self, i: usize, man: &Man, duty: Square, steps: &mut u32) -> bool {
        if !man.squares.contains(duty) || self.taken.contains(duty) {
            return false;
        }
        let mut next = self.clone();
        next.used |= 1 << i;
        next.taken.add(duty);
        next.blocked.add(duty);
        next.exists(steps)
    }

    fn attack(&self, i: usize, man: &Man, duty: Square, steps: &mut u32) -> bool {
        let way = self.way();
        let guises: &[Kind] = match man.kind {
            Kind::Promoted => &[Kind::Plain(Role::Queen), Kind::Plain(Role::Knight)],
            Kind::Plain(_) => &[man.kind],
        };
        guises.iter().any(|&kind| {
            let guise = Man { kind, ..*man };
            (man.squares & !self.taken).into_iter().any(|from| {
                if !guise.attacks(from, way).contains(duty) {
                    return false;
                }
                let mut next = self.clone();
                next.used |= 1 << i;
                next.taken.add(from);
                // A mate has nine duties at most, so more than nine attackers are never placed.
                next.attackers.try_push((from, guise)).is_err() || next.exists(steps)
            })
        })
    }
}
