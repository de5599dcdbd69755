use rand_pcg::{Pcg32, rand_core::Rng};
use shakmaty::{Bitboard, Color, Square};

use super::{Readings, TOP};
use crate::board::{Ms, Planes};

/// Counts are kept in so many parts.
const FINE: i32 = 256;
/// The rest level goes once there and back in this time beside its drift, ms.
const WAVE: Ms = 700_000;

/// How good or bad a board of hall sensors is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// What a usual piece adds in the middle of its square, counts: 20 mT at 8.6 mV/mT, which is an
    /// A1302 behind a divider from 5 V to 3.3 V.
    pub swing: u16,
    /// How much stronger or weaker single pieces are at most, thousandths.
    pub strength: u16,
    /// Noise of single readings (root of the mean square), counts.
    pub noise: u16,
    /// What a piece adds on a square beside it at most, thousandths of what it adds on its own, with
    /// either sign; a diagonal neighbour gets half of that.
    pub beside: u16,
    /// How far a rest level is from the middle of the range at most, counts.
    pub spread: u16,
    /// How far a rest level drifts in the time of `span` at most, counts; on each square another way.
    /// An A1302 does 23 mT over its temperatures: 245 counts.
    pub drift: u16,
    /// Time of the drift, ms.
    pub span: Ms,
    /// How long a piece takes from out of reach to its place, ms.
    pub hand: Ms,
}

impl Default for Traits {
    fn default() -> Traits {
        Traits {
            swing: 213,
            strength: 200,
            noise: 3,
            beside: 30,
            spread: 80,
            drift: 245,
            span: 3_600_000,
            hand: 20,
        }
    }
}

/// One square of the model, in fine parts of a count.
#[derive(Clone, Copy, Debug)]
struct Place {
    rest: i32,
    drift: i32,
    wave: i32,
    /// How sensitive its sensor is, thousandths.
    gain: i32,
    /// What the piece there adds once it stands, or nothing.
    to: i32,
    /// What it added when it began to move.
    from: i32,
    /// When it began.
    since: Ms,
    /// What it adds now.
    now: i32,
    /// What each of the eight neighbours adds of its own, thousandths.
    beside: [i32; 8],
}

/// A board of hall sensors with pieces on it, for tests and for a simulated board. The same seed gives
/// the same readings for ever.
#[derive(Clone, Debug)]
pub struct Model {
    dice: Pcg32,
    traits: Traits,
    places: Vec<Place>,
    shown: Planes,
    /// Strengths of the pieces in the players' hands, thousandths, with their colours.
    hands: Vec<(Color, i32)>,
    strength: [i32; 64],
}

impl Model {
    /// An empty board.
    pub fn new(seed: u64, traits: Traits) -> Model {
        let mut dice = Pcg32::new(seed, 0x4a11);
        let nothing = Bitboard::EMPTY;
        let mut places = Vec::with_capacity(64);
        for _ in Square::ALL {
            let mut either = |most: u16| either(&mut dice, i32::from(most));
            let (straight, aslant) = (traits.beside, traits.beside / 2);
            places.push(Place {
                rest: (i32::from(TOP / 2) + either(traits.spread)) * FINE,
                drift: either(traits.drift) * FINE,
                wave: either(traits.drift / 16) * FINE,
                gain: 1_000 + either(100),
                to: 0,
                from: 0,
                since: 0,
                now: 0,
                beside: AROUND
                    .map(|(x, y)| either(if x == 0 || y == 0 { straight } else { aslant })),
            });
        }
        let shown = Planes::Polarity { white: nothing, black: nothing };
        Model { dice, traits, places, shown, hands: Vec::new(), strength: [1_000; 64] }
    }

    /// What the sensors read at `t` while this stands on the board. Pieces that came or went since the
    /// last frame are on their way from then on; times do not decrease.
    pub fn readings(&mut self, t: Ms, planes: Planes) -> Readings {
        self.handle(t, planes);
        let hand = self.traits.hand.max(1);
        for place in &mut self.places {
            let past = i64::try_from(t.saturating_sub(place.since).min(hand)).unwrap_or(0);
            let whole = i64::try_from(hand).unwrap_or(1);
            let way = i64::from(place.to - place.from) * past / whole;
            place.now = place.from + i32::try_from(way).unwrap_or(0);
        }
        let mut readings = [0; 64];
        for (square, reading) in Square::ALL.into_iter().zip(&mut readings) {
            let place = self.places[usize::from(square)];
            let level =
                place.rest + self.wandered(t, place) + place.now + self.added_beside(square);
            let noise = self.noise();
            let counts = (level + noise).div_euclid(FINE).clamp(0, i32::from(TOP));
            *reading = u16::try_from(counts).unwrap_or(TOP);
        }
        Readings(readings)
    }

    /// The rest levels by then, counts, a1 first: what a calibration of that time would find.
    pub fn rests(&self, t: Ms) -> [u16; 64] {
        let mut rests = [0; 64];
        for (rest, place) in rests.iter_mut().zip(&self.places) {
            let level = (place.rest + self.wandered(t, *place)) / FINE;
            *rest = u16::try_from(level.clamp(0, i32::from(TOP))).unwrap_or(TOP);
        }
        rests
    }

    /// Pieces that are no longer where they were go into the hands, others come out of them.
    fn handle(&mut self, t: Ms, planes: Planes) {
        for square in Bitboard::FULL {
            let (was, is) = (self.shown.color_at(square), planes.color_at(square));
            if let Some(side) = was.filter(|_| was != is) {
                self.hands.push((side, self.strength[usize::from(square)]));
                self.go(square, t, 0);
            }
        }
        for square in Bitboard::FULL {
            let (was, is) = (self.shown.color_at(square), planes.color_at(square));
            let Some(side) = is.filter(|_| was != is) else { continue };
            let held = self.hands.iter().rposition(|held| held.0 == side);
            let strength = match held.map(|place| self.hands.remove(place)) {
                Some((_, strength)) => strength,
                None => 1_000 + either(&mut self.dice, i32::from(self.traits.strength)),
            };
            self.strength[usize::from(square)] = strength;
            let gain = self.places[usize::from(square)].gain;
            let swing = i32::from(self.traits.swing) * FINE / 1_000 * strength / 1_000 * gain;
            self.go(square, t, if side.is_white() { -swing } else { swing });
        }
        self.shown = planes;
    }

    fn go(&mut self, square: Square, t: Ms, to: i32) {
        let place = &mut self.places[usize::from(square)];
        (place.from, place.to, place.since) = (place.now, to, t);
    }

    fn wandered(&self, t: Ms, place: Place) -> i32 {
        let part = |whole: i32, t: Ms, span: Ms| {
            let (t, span) = (i64::try_from(t.min(span)), i64::try_from(span.max(1)));
            let part = i64::from(whole) * t.unwrap_or(0) / span.unwrap_or(1);
            i32::try_from(part).unwrap_or(0)
        };
        let half = WAVE / 2;
        let at = (t % WAVE).abs_diff(half);
        part(place.drift, t, self.traits.span) + part(place.wave, half - at, half)
    }

    fn added_beside(&self, square: Square) -> i32 {
        let beside = self.places[usize::from(square)].beside;
        let around = AROUND.into_iter().zip(beside).filter_map(|((x, y), share)| {
            let file = square.file().offset(x)?;
            let rank = square.rank().offset(y)?;
            let there = self.places[usize::from(Square::from_coords(file, rank))].now;
            Some(there / 1_000 * share)
        });
        around.sum()
    }

    /// Nearly the noise of nature: the sum of four equal chances.
    fn noise(&mut self) -> i32 {
        let mut chances = self.dice.next_u32();
        let mut sum = 0;
        for _ in 0..4 {
            sum += i32::try_from(chances & 0xff).unwrap_or(0) - 128;
            chances >>= 8;
        }
        // Four times 256 values have a root mean square of 148.
        sum * i32::from(self.traits.noise) * FINE / 148
    }
}

/// The eight neighbours.
const AROUND: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A number from `-most` to `most`.
fn either(dice: &mut Pcg32, most: i32) -> i32 {
    let width = u64::from(most.unsigned_abs()) * 2 + 1;
    let drawn = (u64::from(dice.next_u32()) * width) >> 32;
    i32::try_from(drawn).unwrap_or(0) - most
}
