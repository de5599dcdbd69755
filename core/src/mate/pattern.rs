//! Could the pieces, wherever they may get to, form a mate at all?
//!
//! In a mate the king's square is attacked, and each square around it is attacked or blocked by
//! one of his own. Every piece does at most one such duty from one place, so a mate is a cover of
//! these duties by pieces on squares that they may reach. Where no cover exists, no mate does.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::phase::{Kind, Man, Phase};

/// What is known of the last two moves before a mate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Anything,
    /// The loser moved a man that is free to move in this phase.
    Roamed,
    /// The loser's king took a man; the mating move is the answer.
    KingTook {
        /// Where he may have come from.
        from: Bitboard,
    },
    /// The mating move is the one that began the phase.
    Began {
        /// The man that moved, by its number.
        man: usize,
        /// Where it may have come from.
        from: Bitboard,
    },
}

/// Whether `loser` may be mated as far as the squares of the men show.
///
/// Looking takes `steps`; when they run out, a mate counts as possible.
pub(super) fn possible(phase: &Phase, loser: Color, before: Before, steps: &mut u32) -> bool {
    let king = |color| phase.men.iter().find(|m| m.color == color && m.is(Role::King));
    let (Some(victim), Some(hunter)) = (king(loser), king(!loser)) else {
        return true;
    };
    let only_king =
        || phase.men.iter().all(|m| m.color != loser || m.is(Role::King) || m.fixed().is_some());
    // The squares that the king has just come from, if it was he who moved.
    let left = match before {
        Before::Roamed if only_king() => Some(victim.squares),
        Before::KingTook { from } => Some(from),
        _ => None,
    };
    victim.squares.into_iter().any(|k| {
        let came = |w: Square| {
            left.is_none_or(|left| arrived(phase, attacks::king_attacks(k) & left, hunter, k, w))
        };
        let mut far = false;
        for w in hunter.squares {
            match w.distance(k) {
                0 | 1 => {}
                2 => {
                    if came(w) && Cover::new(phase, loser, before, k, Some(w)).exists(steps) {
                        return true;
                    }
                }
                _ => far = far || came(w),
            }
        }
        // A king that holds no flight may as well be left out.
        far && Cover::new(phase, loser, before, k, None).exists(steps)
    })
}

/// Whether a king can have stepped `from` somewhere to `k` while the other king, now on `w`, let him.
fn arrived(phase: &Phase, from: Bitboard, hunter: &Man, k: Square, w: Square) -> bool {
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
    before: Before,
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
    /// Numbers of the attackers.
    numbers: ArrayVec<usize, 10>,
    /// Men of the loser that block, by their number.
    blocks: ArrayVec<(usize, Square), 9>,
}

impl<'a> Cover<'a> {
    fn new(
        phase: &'a Phase,
        loser: Color,
        before: Before,
        king: Square,
        hunter: Option<Square>,
    ) -> Cover<'a> {
        let around = attacks::king_attacks(king);
        let held = hunter.map_or(Bitboard::EMPTY, attacks::king_attacks);
        Cover {
            phase,
            fixed: phase.fixed(),
            loser,
            before,
            king,
            duties: (around & !held).with(king),
            taken: hunter.map_or(Bitboard::EMPTY, Bitboard::from_square).with(king),
            blocked: Bitboard::EMPTY,
            used: 0,
            attackers: ArrayVec::new(),
            numbers: ArrayVec::new(),
            blocks: ArrayVec::new(),
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
        let Some(duty) = next else { return !self.parried() };
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
        next.blocks.try_push((i, duty)).is_err() || next.exists(steps)
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
                if !guise.attacks(from, way).contains(duty)
                    || duty == self.king && !self.new_check(i, from)
                {
                    return false;
                }
                let mut next = self.clone();
                next.used |= 1 << i;
                next.taken.add(from);
                // A mate has nine duties at most, so more than nine attackers are never placed.
                next.numbers.try_push(i).is_err()
                    || next.attackers.try_push((from, guise)).is_err()
                    || next.exists(steps)
            })
        })
    }

    /// Whether a check from `from` can come from the mating move: by the man that moved, or on a
    /// line that it has left.
    fn new_check(&self, i: usize, from: Square) -> bool {
        match self.before {
            Before::Began { man, from: left } => {
                man == i || (attacks::between(from, self.king) & left).any()
            }
            Before::Anything | Before::Roamed | Before::KingTook { .. } => true,
        }
    }

    /// Whether a man of the loser that surely stands there can take the checking man or step
    /// between, by a move that nothing can stand in the way of.
    fn parried(&self) -> bool {
        let way = self.way();
        let mut checks =
            self.attackers.iter().filter(|(from, man)| man.attacks(*from, way).contains(self.king));
        let (Some(&(from, _)), None) = (checks.next(), checks.next()) else { return false };
        let Some(checker) = self.attackers.iter().position(|(at, _)| *at == from) else {
            return false;
        };
        let checker = self.numbers[checker];
        let hunters = || {
            self.phase
                .men
                .iter()
                .enumerate()
                .filter(|(i, m)| *i != checker && m.color != self.loser && !m.is(Role::King))
        };
        // A second check would have to be parried as well.
        if hunters().any(|(_, m)| {
            m.squares.into_iter().any(|s| s != from && m.attacks(s, way).contains(self.king))
        }) {
            return false;
        }
        let pinned = |at: Square| {
            attacks::queen_attacks(self.king, Bitboard::EMPTY).contains(at)
                && hunters().any(|(_, m)| {
                    m.squares.into_iter().any(|s| {
                        attacks::between(s, self.king).contains(at)
                            && m.attacks(s, Bitboard::EMPTY).contains(self.king)
                    })
                })
        };
        let line = attacks::between(from, self.king);
        self.phase.men.iter().enumerate().any(|(i, m)| {
            let at = match m.fixed() {
                Some(at) => Some(at),
                None => self.blocks.iter().find(|(j, _)| *j == i).map(|(_, at)| *at),
            };
            let Some(at) = at else { return false };
            if m.color != self.loser || m.is(Role::King) || m.kind == Kind::Promoted {
                return false;
            }
            let on = m.attacks(at, Bitboard::FULL);
            let stops = on.contains(from) || !m.is(Role::Pawn) && (on & line).any();
            stops && !pinned(at)
        })
    }
}
