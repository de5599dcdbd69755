use shakmaty::{Bitboard, Square};

use super::{Calibration, Readings, Sensing, TOP, at_rail, calibrating::NOISES};
use crate::board::{Ms, Planes};

/// A piece stands where the reading is so far from its rest, in hundredths of the calibrated swing.
/// The weakest pieces reach 80, in the middle of their square; those around an empty one move it by 20
/// together at most.
const ON: i32 = 40;
/// It is gone where the reading has come back below so many hundredths of the threshold.
const OFF: i32 = 70;
/// Time over which the rest level follows what is read, ms.
const TAU: i32 = 10_000;
/// How long nothing may have changed on a square until its rest level is followed, ms.
const QUIET: Ms = 1_000;
/// A step of more is no drift, in hundredths of the threshold; or in multiples of the noise.
const STEP: (i32, i32) = (20, 6);
/// How far the rest level may have moved until somebody should know, in hundredths of the threshold.
const MOVED: i32 = 30;
/// Squares whose rest level is looked at in one frame: each is looked at in every thirty-second.
const AT_ONCE: usize = 2;
/// The rest level is kept in so many parts of a count.
const FINE: i32 = 1 << 12;

/// The distance from rest beyond which a piece stands on a square, counts.
pub(super) fn threshold(swing: i16) -> u16 {
    u16::try_from(i32::from(swing.unsigned_abs()) * ON / 100).unwrap_or(u16::MAX)
}

/// Whether rest levels are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    /// They are.
    Followed,
    /// They stay as they were calibrated: to look at the sensors themselves.
    Ignored,
}

/// Thresholds of one square, in counts from its rest level.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// A piece appears beyond these.
    up: i16,
    down: i16,
    /// It is gone within these.
    up_off: i16,
    down_off: i16,
    /// A larger step is no drift.
    step: i32,
    /// The rest level as it was calibrated, in fine parts.
    rest: i32,
    moved: i32,
}

impl Limits {
    fn new(sensing: Sensing) -> Limits {
        let least = NOISES.saturating_mul(sensing.noise);
        let on = |swing: i16| i16::try_from(threshold(swing).max(least)).unwrap_or(i16::MAX);
        let off = |on: i16| i16::try_from(i32::from(on) * OFF / 100).unwrap_or(i16::MAX);
        let (one, other) = (on(sensing.white), on(sensing.black));
        let (up, down) = if sensing.white > 0 { (one, other) } else { (other, one) };
        let smaller = i32::from(up.min(down));
        let step = (smaller * STEP.0 / 100).max(i32::from(sensing.noise) * STEP.1).max(4);
        Limits {
            up,
            down: -down,
            up_off: off(up),
            down_off: -off(down),
            step,
            rest: i32::from(sensing.rest) * FINE,
            moved: smaller * FINE * MOVED / 100,
        }
    }
}

/// What the readings of a calibrated board say, with where each square rests by now.
///
/// A rest level is followed while nothing changes on its square: on an empty square what is read is
/// the rest level; under a piece it is what has been read since the piece stood there, less what the
/// piece adds. So a piece that stands for an hour is still told from none when it goes, and one that
/// is nudged moves nothing.
#[derive(Clone, Debug)]
pub struct Field {
    limits: Box<[Limits; 64]>,
    /// A piece that moves the reading up is White's.
    white_up: u64,
    drift: Drift,
    /// Rest levels, counts: whole ones for the frame, fine ones for the drift.
    rest: [i16; 64],
    fine: [i32; 64],
    /// What must be passed for the next change, upwards and downwards.
    above: [i16; 64],
    below: [i16; 64],
    up: u64,
    down: u64,
    /// What the piece on a square adds, in fine parts; nothing on an empty one.
    adds: [i32; 64],
    /// Where that is known.
    learned: u64,
    /// When something last changed on it.
    since: [Ms; 64],
    looked: [Ms; 64 / AT_ONCE],
    turn: usize,
    saturated: u64,
    drifted: u64,
}

impl Field {
    /// A board at rest as it was calibrated.
    pub fn new(calibration: &Calibration, drift: Drift) -> Field {
        let squares = calibration.squares();
        let limits = Box::new(squares.map(Limits::new));
        let white_up = Square::ALL.into_iter().filter(|square| calibration.at(*square).white > 0);
        let mut field = Field {
            white_up: white_up.collect::<Bitboard>().0,
            drift,
            rest: squares.map(|sensing| whole(i32::from(sensing.rest) * FINE)),
            fine: squares.map(|sensing| i32::from(sensing.rest) * FINE),
            above: [0; 64],
            below: [0; 64],
            up: 0,
            down: 0,
            adds: [0; 64],
            learned: 0,
            since: [0; 64],
            looked: [0; 64 / AT_ONCE],
            turn: 0,
            saturated: 0,
            drifted: 0,
            limits,
        };
        (0..64).for_each(|n| field.limit(n));
        field
    }

    /// The same with the rest levels that [`rests`](Field::rests) gave before a restart: a piece that
    /// stood all the time is still known by them.
    #[must_use]
    pub fn resting_at(mut self, rests: &[u16; 64]) -> Field {
        self.fine = rests.map(|rest| i32::from(rest.min(TOP)) * FINE);
        self.rest = self.fine.map(whole);
        self
    }

    /// Where the squares rest by now, counts, a1 first.
    pub fn rests(&self) -> [u16; 64] {
        self.rest.map(|rest| u16::try_from(rest).unwrap_or(0))
    }

    /// What stands on the board by a frame read at `t`.
    pub fn sense(&mut self, t: Ms, readings: &Readings) -> Planes {
        // Bytes, which a processor compares many at once.
        let (mut up, mut down) = ([0; 64], [0; 64]);
        for n in 0..64 {
            let from_rest = readings.0[n].min(TOP).cast_signed() - self.rest[n];
            up[n] = u8::from(from_rest > self.above[n]);
            down[n] = u8::from(from_rest < self.below[n]);
        }
        let (up, down) = (packed(&up), packed(&down));
        let changed = (up ^ self.up) | (down ^ self.down);
        (self.up, self.down) = (up, down);
        self.learned &= !changed;
        for square in Bitboard(changed) {
            let n = usize::from(square);
            self.since[n] = t;
            self.limit(n);
        }
        if self.drift == Drift::Followed {
            self.look(t, readings);
        }
        let white = (up & self.white_up) | (down & !self.white_up);
        Planes::Polarity { white: Bitboard(white), black: Bitboard((up | down) & !white) }
    }

    /// Squares that rest by more than 30 % of their threshold elsewhere than they were calibrated.
    pub fn drifted(&self) -> Bitboard {
        Bitboard(self.drifted)
    }

    /// Squares that read an end of the range.
    pub fn saturated(&self) -> Bitboard {
        Bitboard(self.saturated)
    }

    /// What must be passed next: a piece that stands there goes later than it came.
    fn limit(&mut self, n: usize) {
        let limits = &self.limits[n];
        let (up, down) = (self.up >> n & 1 != 0, self.down >> n & 1 != 0);
        self.above[n] = if up { limits.up_off } else { limits.up };
        self.below[n] = if down { limits.down_off } else { limits.down };
    }

    /// Follows the rest levels of some squares, the next ones each frame.
    fn look(&mut self, t: Ms, readings: &Readings) {
        let past = i32::try_from(t.saturating_sub(self.looked[self.turn])).unwrap_or(TAU);
        self.looked[self.turn] = t;
        for n in self.turn * AT_ONCE..(self.turn + 1) * AT_ONCE {
            let bit = 1 << n;
            self.saturated &= !bit;
            if at_rail(readings.0[n]) {
                self.saturated |= bit;
                continue;
            }
            self.follow(n, t, i32::from(readings.0[n]) * FINE - self.fine[n], past.min(TAU / 8));
            let moved = (self.fine[n] - self.limits[n].rest).abs() > self.limits[n].moved;
            self.drifted = if moved { self.drifted | bit } else { self.drifted & !bit };
        }
        self.turn = (self.turn + 1) % self.looked.len();
    }

    /// Follows one square that reads so far from rest, in fine parts, `past` ms after the last time.
    fn follow(&mut self, n: usize, t: Ms, from_rest: i32, past: i32) {
        let bit = 1 << n;
        let stands = (self.up | self.down) & bit != 0;
        let quiet = t.saturating_sub(self.since[n]);
        if quiet < QUIET / 2 {
            self.learned &= !bit;
        } else if stands && self.learned & bit == 0 {
            self.learned |= bit;
            self.adds[n] = from_rest;
        } else if stands && quiet < QUIET {
            self.adds[n] += (from_rest - self.adds[n]) / 4;
        } else if quiet >= QUIET {
            let off = from_rest - if stands { self.adds[n] } else { 0 };
            if stands && off.abs() > self.limits[n].step * FINE {
                // It was nudged, or what stands beside it came or went.
                self.since[n] = t;
                self.learned &= !bit;
                return;
            }
            let part = i64::from(off) * i64::from(past) / i64::from(TAU);
            self.fine[n] += i32::try_from(part).unwrap_or(0);
            self.rest[n] = whole(self.fine[n]);
        }
    }
}

/// Sixty-four bytes that are 0 or 1 as bits.
fn packed(bytes: &[u8; 64]) -> u64 {
    let (eights, _) = bytes.as_chunks::<8>();
    let ranks = eights.iter().enumerate().map(|(rank, eight)| {
        // The product has byte n's bit in its place n of the highest byte.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        (product >> 56) << (8 * rank)
    });
    ranks.fold(0, |all, rank| all | rank)
}

/// Fine parts as counts.
fn whole(fine: i32) -> i16 {
    i16::try_from((fine + FINE / 2).div_euclid(FINE)).unwrap_or(i16::MAX)
}
