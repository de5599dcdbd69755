use std::ops::{Index, IndexMut};

use super::{
    Known, Settings,
    blindness::{Blindness, Return, WHOLE, named},
};
use crate::board::{Bitboard, Ms, Planes, Sensor, Side, Square, Squares, What, blinds};

/// Where the debouncing of a board stands since its start, its restart or a fault of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No sample yet.
    Dark,
    /// The first sample came then; the first reading of the whole board is settling.
    Opening(Ms),
    /// The board has been read; single squares change.
    Open,
}

/// The code of a square that changes without end.
const CHATTERING: &str = "chattering";

/// Debounces 64 squares at once.
///
/// A square rests at its settled reading. The first other sample begins a change; it ends when
/// the square has read the same for its settling time: a new reading is accepted with the time
/// of that first sample, the old one refutes it. A square that does neither within `hold_ms`
/// begins anew. Whole words tell which squares are concerned; times are kept and looked at for
/// those alone.
#[derive(Debug)]
pub(super) struct Debounce {
    settings: Settings,
    phase: Phase,
    /// The newest sample, if there ever was one.
    shown: Option<Pair>,
    /// What of it counts: blind squares read what they read before.
    latest: Pair,
    settled: Pair,
    /// Squares in which a change has begun and is neither accepted nor refuted.
    changing: u64,
    /// Squares that chatter.
    distrusted: u64,
    blindness: Blindness,
    /// Its squares.
    blind: u64,
    returning: Vec<Return>,
    /// When the change under way began.
    began: Times,
    /// Since when the square has read what it reads.
    since: Times,
    /// When all that the square did will be forgotten: it chatters when that lies too far ahead.
    forgotten: Times,
    next_due: Option<Ms>,
    oldest: Option<Ms>,
}

/// Two planes; with an occupancy sensor all pieces are in the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair {
    white: u64,
    black: u64,
}

impl Pair {
    fn occupied(self) -> u64 {
        self.white | self.black
    }

    fn differs(self, other: Pair) -> u64 {
        (self.white ^ other.white) | (self.black ^ other.black)
    }

    /// Takes the reading of the squares of `mask` over from `other`.
    fn adopt(&mut self, mask: u64, other: Pair) {
        self.white = self.white & !mask | other.white & mask;
        self.black = self.black & !mask | other.black & mask;
    }
}

/// One time for each square.
#[derive(Debug)]
struct Times([Ms; 64]);

impl Index<Square> for Times {
    type Output = Ms;

    fn index(&self, square: Square) -> &Ms {
        &self.0[usize::from(square)]
    }
}

impl IndexMut<Square> for Times {
    fn index_mut(&mut self, square: Square) -> &mut Ms {
        &mut self.0[usize::from(square)]
    }
}

fn bit(square: Square) -> u64 {
    Bitboard::from(square).0
}

fn each(squares: u64) -> impl Iterator<Item = Square> {
    Bitboard(squares).into_iter()
}

impl Debounce {
    pub(super) fn new(settings: Settings) -> Debounce {
        Debounce {
            settings,
            phase: Phase::Dark,
            shown: None,
            latest: Pair::default(),
            settled: Pair::default(),
            changing: 0,
            distrusted: 0,
            blindness: Blindness::default(),
            blind: 0,
            returning: Vec::new(),
            began: Times([0; 64]),
            since: Times([0; 64]),
            forgotten: Times([0; 64]),
            next_due: None,
            oldest: None,
        }
    }

    /// When the oldest change under way began: nothing from then on may be handed on.
    pub(super) fn oldest(&self) -> Option<Ms> {
        self.oldest
    }

    /// When something settles by itself next, if no other sample comes.
    pub(super) fn next_due(&self) -> Option<Ms> {
        self.next_due
    }

    /// Takes one sample in. Samples come in order of their times.
    pub(super) fn sample(&mut self, t: Ms, planes: Planes, known: &mut Known) {
        self.settle(t, known);
        let mut sample = self.pair(planes);
        self.shown = Some(sample);
        if self.phase == Phase::Dark {
            self.blindness.read();
            self.blind = self.blindness.squares();
        }
        sample.adopt(self.blind, self.latest);
        let flips = self.latest.differs(sample);
        if flips == 0 && self.phase != Phase::Dark {
            return;
        }
        self.latest = sample;
        match self.phase {
            Phase::Dark => self.begin_opening(t),
            Phase::Opening(_) => {}
            Phase::Open => self.flip(t, flips, known),
        }
        self.look_ahead();
    }

    fn begin_opening(&mut self, t: Ms) {
        self.phase = Phase::Opening(t);
        self.since = Times([t; 64]);
    }

    fn flip(&mut self, t: Ms, flips: u64, known: &mut Known) {
        each(flips).for_each(|square| self.since[square] = t);
        let mut chattering = 0;
        let returning = self.returning.iter().fold(0, |all, one| all | one.awaited);
        for square in each(flips & !self.changing & !self.distrusted & !returning) {
            chattering |= self.begin(square, t, t);
        }
        self.distrust(t, chattering, known);
    }

    /// Lets time pass to `t`: whatever settles until then is put down.
    #[inline]
    pub(super) fn settle(&mut self, t: Ms, known: &mut Known) {
        // Nothing is due: almost always.
        if self.next_due.is_some_and(|due| due <= t) {
            self.settle_all(t, known);
        }
    }

    fn settle_all(&mut self, t: Ms, known: &mut Known) {
        while let Some(due) = self.next_due
            && due <= t
        {
            match self.phase {
                Phase::Opening(first) => self.open(first, known),
                Phase::Dark | Phase::Open => self.settle_at(due, known),
            }
            self.look_ahead();
        }
    }

    /// The board's squares are read and the first reading ends here: what is under way counts,
    /// and the next sample is a first one again.
    pub(super) fn close(&mut self, known: &mut Known) {
        if let Phase::Opening(first) = self.phase {
            self.open(first, known);
        }
        each(self.changing).for_each(|square| self.accept(square, known));
        self.come_back(Ms::MAX, known);
        self.phase = Phase::Dark;
        self.shown = None;
        self.distrusted = 0;
        self.blindness.clear();
        self.blind = 0;
        self.forgotten = Times([0; 64]);
        self.look_ahead();
    }

    /// What is known of squares that cannot be read, whether or not anything has been read yet.
    pub(super) fn hear(&mut self, what: &What) {
        match what {
            What::Fault { squares, reason } => self.blindness.begin(named(*squares), reason),
            What::Mended { squares, reason } => {
                self.blindness.end(named(*squares), reason);
            }
            _ => return,
        }
        self.blind = self.blindness.squares();
    }

    /// The scanner cannot read some squares: what they read means nothing from now on.
    pub(super) fn fail(&mut self, what: &What) {
        let What::Fault { squares, reason } = what else { return };
        let squares = named(*squares);
        if !blinds(reason) {
            return;
        }
        for one in &mut self.returning {
            one.awaited &= !squares;
            one.squares &= if one.reason == *reason { !squares } else { WHOLE };
        }
        self.hear(what);
        self.changing &= !self.blind;
        if squares == WHOLE {
            self.phase = Phase::Dark;
        }
        self.look_ahead();
    }

    /// The scanner reads some squares again. Once they have settled, what changed on them meanwhile
    /// is told with the time at which that was said, and then that they are mended.
    pub(super) fn mend(&mut self, t: Ms, number: u64, what: What, known: &mut Known) {
        let blind = self.blind;
        self.hear(&what);
        let (freed, shown) = (blind & !self.blind, self.shown);
        match (what, shown) {
            (What::Mended { squares, reason }, Some(shown)) if freed != 0 => {
                self.latest.adopt(freed, shown);
                if self.phase == Phase::Dark {
                    self.begin_opening(t);
                }
                each(freed).for_each(|square| self.since[square] = t);
                let squares = named(squares);
                self.returning.push(Return { began: t, awaited: freed, squares, reason, number });
                self.look_ahead();
            }
            (what, _) => known.put(t, number, what),
        }
    }

    /// Squares that have settled after a fault, or had as long for it as any change.
    fn come_back(&mut self, t: Ms, known: &mut Known) {
        for one in std::mem::take(&mut self.returning) {
            if self.returned_at(&one) > t {
                self.returning.push(one);
                continue;
            }
            for square in each(one.awaited & !self.distrusted) {
                self.began[square] = one.began;
                self.accept(square, known);
            }
            let (began, number) = (one.began, one.number);
            if let Some(told) = one.told() {
                known.put(began, number, told);
            }
        }
    }

    fn pair(&self, planes: Planes) -> Pair {
        match (self.settings.sensor, planes) {
            (Sensor::Occupancy, planes) => Pair { white: planes.occupied().0, black: 0 },
            (Sensor::Polarity, Planes::Polarity { white, black }) => {
                Pair { white: white.0, black: black.0 & !white.0 }
            }
            // A reading without colours keeps those that are known.
            (Sensor::Polarity, Planes::Occupancy(Bitboard(occupied))) => {
                let black = occupied & self.settled.black;
                Pair { white: occupied & !black, black }
            }
        }
    }

    fn open(&mut self, first: Ms, known: &mut Known) {
        let Pair { white, black } = self.latest;
        self.settled = self.latest;
        self.phase = Phase::Open;
        let planes = match self.settings.sensor {
            Sensor::Occupancy => Planes::Occupancy(Bitboard(white)),
            Sensor::Polarity => Planes::Polarity { white: Bitboard(white), black: Bitboard(black) },
        };
        known.put(first, 0, What::Scan(planes));
    }

    fn settle_at(&mut self, t: Ms, known: &mut Known) {
        self.come_back(t, known);
        let mut chattering = 0;
        for square in each(self.changing) {
            if self.steady_at(square) <= t {
                self.accept(square, known);
            } else if self.given_up_at(square) <= t {
                self.changing &= !bit(square);
                if self.latest.differs(self.settled) & bit(square) != 0 {
                    chattering |= self.begin(square, self.since[square], t);
                }
            }
        }
        for square in each(self.distrusted) {
            if self.quiet_at(square) <= t {
                self.distrusted &= !bit(square);
                self.forgotten[square] = 0;
                self.began[square] = t;
                self.accept(square, known);
                let squares = square.into();
                let mended = What::Mended { squares, reason: CHATTERING.into() };
                known.put(t, square.into(), mended);
            }
        }
        self.distrust(t, chattering, known);
    }

    /// A change begins that was noticed at `now`. Gives the square if it has begun too many.
    fn begin(&mut self, square: Square, t: Ms, now: Ms) -> u64 {
        self.began[square] = t;
        self.changing |= bit(square);
        let Settings { count, forget, .. } = self.settings;
        let forgotten = self.forgotten[square].max(now).saturating_add(forget);
        self.forgotten[square] = forgotten;
        if forgotten - now > count.saturating_mul(forget) { bit(square) } else { 0 }
    }

    fn distrust(&mut self, t: Ms, chattering: u64, known: &mut Known) {
        if chattering != 0 {
            self.changing &= !chattering;
            self.distrusted |= chattering;
            let squares = Squares(Bitboard(self.distrusted));
            known.put(t, 0, What::Fault { squares, reason: CHATTERING.into() });
        }
    }

    /// The change under way ends with what the square reads now.
    fn accept(&mut self, square: Square, known: &mut Known) {
        let square_bit = bit(square);
        self.changing &= !square_bit;
        if self.latest.differs(self.settled) & square_bit == 0 {
            return;
        }
        let t = self.began[square];
        let exchanged = self.settled.occupied() & self.latest.occupied() & square_bit != 0;
        self.settled.adopt(square_bit, self.latest);
        if exchanged {
            known.put(t, square.into(), What::Lift(square));
        }
        self.tell(square, t, known);
    }

    /// Puts down what a settled square reads.
    fn tell(&self, square: Square, t: Ms, known: &mut Known) {
        let occupied = self.settled.occupied() & bit(square) != 0;
        let color = match self.settings.sensor {
            Sensor::Occupancy => None,
            Sensor::Polarity if self.settled.white & bit(square) != 0 => Some(Side::White),
            Sensor::Polarity => Some(Side::Black),
        };
        let what = if occupied { What::Place(square, color) } else { What::Lift(square) };
        known.put(t, square.into(), what);
    }

    fn steady_at(&self, square: Square) -> Ms {
        let occupied = self.latest.occupied() & bit(square) != 0;
        let settle = if occupied { self.settings.close } else { self.settings.open };
        self.since[square].saturating_add(settle)
    }

    fn given_up_at(&self, square: Square) -> Ms {
        self.began[square].saturating_add(self.settings.hold)
    }

    /// When the squares of a return have settled.
    fn returned_at(&self, one: &Return) -> Ms {
        let steady = each(one.awaited).map(|square| self.steady_at(square)).max();
        steady.unwrap_or(one.began).min(one.began.saturating_add(self.settings.hold))
    }

    fn quiet_at(&self, square: Square) -> Ms {
        self.since[square].saturating_add(self.settings.quiet)
    }

    /// Looks up what is due next and how far back the oldest change under way lies.
    fn look_ahead(&mut self) {
        if let Phase::Opening(first) = self.phase {
            let window = self.settings.close.max(self.settings.open);
            self.next_due = Some(first.saturating_add(window));
            self.oldest = Some(first);
            return;
        }
        let returned = self.returning.iter().map(|one| self.returned_at(one));
        let ends = |square| self.steady_at(square).min(self.given_up_at(square));
        let settling = each(self.changing).map(ends).min();
        let quiet = each(self.distrusted).map(|square| self.quiet_at(square)).min();
        self.next_due = settling.into_iter().chain(quiet).chain(returned).min();
        let returning = self.returning.iter().map(|one| one.began);
        let changing = each(self.changing).map(|square| self.began[square]);
        self.oldest = changing.chain(returning).min();
    }
}
