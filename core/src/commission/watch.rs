use shakmaty::{Bitboard, Square, attacks};

use crate::board::{Ms, Planes, Side};

/// How long a piece must read steadily that stands where it was asked for, ms.
pub(super) const STEADY: Ms = 300;
/// The same for anything else, ms: the technician may still be on his way.
pub(super) const SURE: Ms = 1_500;
/// The same for a whole position, ms.
pub(super) const SETTLED: Ms = 1_000;
/// How long a square that reads with gaps is given to become steady, ms.
pub(super) const FLICKER: Ms = 5_000;
/// A reading that is away for less is the contact's bouncing, ms.
const GAP: Ms = 20;
/// So many gaps are a finding: a piece that is put straight makes one.
const GAPS: u32 = 2;
/// So many changes in one task are no hand's doing.
const CHATTER: u32 = 40;

/// What the board does while one thing is asked for.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// What read occupied when it was asked.
    pub(super) start: Bitboard,
    /// What reads occupied, and since when just that.
    pub(super) on: Bitboard,
    pub(super) since: Ms,
    /// Anything has changed since the start.
    pub(super) moved: bool,
    /// The square that is asked for, if it is one.
    target: Bitboard,
    /// When that first read occupied.
    pub(super) first: Option<Ms>,
    left: Option<Ms>,
    gaps: u32,
    flips: [u32; 64],
    /// Squares that have read otherwise than the one asked for.
    apart: Bitboard,
    /// Squares that read occupied after the start.
    reacted: Bitboard,
    planes: Planes,
}

impl Watch {
    pub(super) fn new(t: Ms, on: Bitboard, target: Bitboard) -> Watch {
        Watch {
            start: on,
            on,
            since: t,
            moved: false,
            target,
            first: None,
            left: None,
            gaps: 0,
            flips: [0; 64],
            apart: Bitboard::EMPTY,
            reacted: Bitboard::EMPTY,
            planes: Planes::Occupancy(on),
        }
    }

    /// Takes a frame in, of which `on` is what counts.
    pub(super) fn see(&mut self, t: Ms, on: Bitboard, planes: Planes) {
        self.planes = planes;
        let flips = on ^ self.on;
        for square in flips {
            self.flips[usize::from(square)] += 1;
        }
        if flips.any() {
            (self.on, self.since, self.moved) = (on, t, true);
        }
        let stands = (on & self.target).any();
        self.apart |= if stands { !on } else { on };
        self.reacted |= on & !self.start;
        if stands {
            self.first.get_or_insert(t);
            let gap = self.left.take().is_some_and(|left| t >= left + GAP);
            self.gaps += u32::from(gap);
        } else if self.first.is_some() {
            self.left.get_or_insert(t);
        }
    }

    /// How long it has read the same, ms.
    pub(super) fn steady(&self, t: Ms) -> Ms {
        t.saturating_sub(self.since)
    }

    pub(super) fn has_gaps(&self) -> bool {
        self.gaps >= GAPS
    }

    /// Squares that change without end.
    pub(super) fn chattering(&self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|square| self.flips[usize::from(*square)] >= CHATTER)
            .collect()
    }

    /// What a piece on `square` of that colour reads as.
    pub(super) fn read(&self, square: Square, side: Side) -> Read {
        let target = Bitboard::from(square);
        let around = attacks::king_attacks(square);
        let reversed = self
            .on
            .into_iter()
            .any(|square| self.planes.color_at(square).is_some_and(|colour| colour != side));
        Read {
            squares: self.on,
            together: if (self.on & target).any() {
                self.on & !target & !self.apart
            } else {
                Bitboard::EMPTY
            },
            beside: self.reacted & around & !self.on,
            weak: self.has_gaps(),
            reversed,
        }
    }
}

/// What a piece on one square was read as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) squares: Bitboard,
    /// Those of them that never read otherwise than the square itself.
    pub(super) together: Bitboard,
    /// Neighbours that reacted while it was put.
    pub(super) beside: Bitboard,
    /// It read with gaps.
    pub(super) weak: bool,
    /// It read as a piece of the other colour.
    pub(super) reversed: bool,
}

impl Read {
    /// Nothing was read.
    pub(super) const NOTHING: Read = Read {
        squares: Bitboard::EMPTY,
        together: Bitboard::EMPTY,
        beside: Bitboard::EMPTY,
        weak: false,
        reversed: false,
    };
}
