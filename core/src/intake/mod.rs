//! From samples to changes: 64 squares debounced at once and merged with presses and orders in
//! the order in which they happened.
//!
//! A change is known later than it happened: its time is that of its first sample, but only when
//! the contact has settled is it a change at all. Until then nothing that happened after it may
//! be handed on. So a press waits for the changes that began before it, and nothing older ever
//! comes after what was handed on.
//!
//! Two waits follow each other. A record first lies [`hold_ms`](Header::hold_ms) in its lane,
//! so that the scanner, the clock and the arbiter may deliver in any order within that time;
//! then the squares settle, which takes at most as long again. Debounced records wait for
//! nothing: they are handed on at once, in the order in which they stand in the file.
//!
//! ### A square that cannot be trusted
//!
//! A square that chatters is named in a [`What::Fault`] with the reason `chattering` (all
//! chattering squares of that moment), and says nothing more until it has been quiet for long
//! enough. Likewise squares that the scanner has said it cannot read: until it says that they are
//! mended, samples of them count for nothing, and then they must settle.
//!
//! So for a reader of the records: a fault takes its squares out; a lift or a place that comes
//! while they are out only tells what they read now, and [`What::Mended`] after it brings them
//! back. After a fault of the whole board a scan does so too, which is made of the next sample
//! where nobody has said that the fault is mended.

mod blindness;
mod settings;
mod squares;

use std::collections::{BTreeMap, VecDeque};

pub use settings::Settings;
use squares::Debounce;

use crate::board::{Header, HeaderError, Ms, Planes, Record, What};

/// What kind of squares the trace has: known from the first record about squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unknown,
    Debounced,
    Raw,
}

/// Records that a lane holds at most. A lane that is full lets its oldest go early; at 200 samples
/// a second and the longest hold it is never half full.
const LANE: usize = 1 << 14;

/// Order of what happened in the same millisecond: what the squares saw first, since a sensor is
/// slower than the hand, then what was said, by its source. Within one source the order of
/// arrival stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Scan,
    Lift,
    Place,
    Fault,
    Mended,
    Press,
    Clock,
    Stop,
    Arbiter,
    Proof,
    Wall,
    Restart,
    End,
}

impl Rank {
    fn of(what: &What) -> Rank {
        match what {
            What::Scan(_) | What::Raw(_) => Rank::Scan,
            What::Lift(_) => Rank::Lift,
            What::Place(..) => Rank::Place,
            What::Fault { .. } => Rank::Fault,
            What::Mended { .. } => Rank::Mended,
            What::Press(_) => Rank::Press,
            What::Clock(_) => Rank::Clock,
            What::Stop => Rank::Stop,
            What::Arbiter(_) => Rank::Arbiter,
            What::Proof { .. } => Rank::Proof,
            What::Wall { .. } => Rank::Wall,
            What::Restart { .. } => Rank::Restart,
            What::End => Rank::End,
        }
    }
}

/// What is known to have happened, in order, waiting for nothing but changes that began before.
#[derive(Debug, Default)]
struct Known(BTreeMap<(Ms, Rank, u64), What>);

impl Known {
    fn put(&mut self, t: Ms, n: u64, what: What) {
        self.0.insert((t, Rank::of(&what), n), what);
    }
}

/// Debounces and merges the records of one board.
///
/// [`push`](Intake::push) takes records in, [`pop`](Intake::pop) hands them on: never raw, their
/// times never decreasing. Extra calls of [`advance`](Intake::advance) change nothing, and
/// neither does the order in which records arrive, as long as each comes less than `hold_ms`
/// after any younger one.
#[derive(Debug)]
pub struct Intake {
    settings: Settings,
    kind: Kind,
    now: Ms,
    /// What lies in the lanes is younger than this.
    released: Ms,
    samples: VecDeque<(Ms, Planes)>,
    told: VecDeque<Record>,
    squares: Debounce,
    known: Known,
    counted: u64,
    ready: VecDeque<Record>,
    handed_on: Ms,
}

impl Intake {
    /// The intake of a board.
    ///
    /// # Errors
    ///
    /// When `hold_ms` or one of the [parameters](Settings::KEYS) cannot be used.
    pub fn new(header: &Header) -> Result<Intake, HeaderError> {
        let settings = Settings::new(header)?;
        Ok(Intake {
            settings,
            kind: Kind::Unknown,
            now: 0,
            released: 0,
            samples: VecDeque::new(),
            told: VecDeque::new(),
            squares: Debounce::new(settings),
            known: Known::default(),
            counted: 0,
            ready: VecDeque::new(),
            handed_on: 0,
        })
    }

    /// Takes one record in. One that comes too late for its place counts as of now.
    pub fn push(&mut self, record: Record) {
        let passed = self.now;
        self.now = self.now.max(record.t);
        match (self.kind, record.what) {
            (_, What::Raw(planes)) => {
                self.kind = Kind::Raw;
                let t = record.t.max(self.released);
                insert(&mut self.samples, (t, planes), |sample| sample.0);
            }
            (Kind::Unknown, what @ (What::Scan(_) | What::Lift(_) | What::Place(..))) => {
                self.kind = Kind::Debounced;
                let t = record.t.max(self.released);
                insert(&mut self.told, Record { t, what }, |record| record.t);
                self.ready.append(&mut self.told);
            }
            // Nothing is held, so whoever reads has let time pass to then.
            (Kind::Debounced, what) => {
                self.ready.push_back(Record { t: record.t.max(passed), what });
            }
            (_, what) => {
                let t = record.t.max(self.released);
                insert(&mut self.told, Record { t, what }, |record| record.t);
            }
        }
        if self.samples.len() + self.told.len() > LANE
            && let Some(oldest) = self.oldest_in_lanes()
        {
            self.now = self.now.max(oldest.saturating_add(self.settings.hold));
        }
        self.release();
    }

    /// Lets time pass to `t`.
    pub fn advance(&mut self, t: Ms) {
        self.now = self.now.max(t);
        self.release();
    }

    /// The trace is at its end: everything held is handed on. A change that has not settled
    /// counts, since a sample holds until the next one.
    pub fn finish(&mut self) {
        self.release_to(self.now);
        self.squares.close(&mut self.known);
    }

    /// The next record to be handed on, if nothing older can come any more.
    pub fn pop(&mut self) -> Option<Record> {
        let mut record = match self.ready.pop_front() {
            Some(record) => record,
            None => {
                let first = self.known.0.first_entry()?;
                let t = first.key().0;
                if self.squares.oldest().is_some_and(|open| open <= t) {
                    return None;
                }
                Record { t, what: first.remove() }
            }
        };
        record.t = record.t.max(self.handed_on);
        self.handed_on = record.t;
        Some(record)
    }

    /// Nothing that happened before this will be handed on any more: so far may time pass for
    /// whoever reads the records, once all have been popped.
    pub fn horizon(&self) -> Ms {
        let settled = match self.kind {
            Kind::Debounced => self.now,
            Kind::Raw | Kind::Unknown => self.released,
        };
        self.squares.oldest().map_or(settled, |open| open.min(settled)).max(self.handed_on)
    }

    /// When [`advance`](Intake::advance) is due next for the sake of what is held.
    pub fn next_deadline(&self) -> Option<Ms> {
        let held = [self.oldest_in_lanes(), self.squares.next_due()];
        held.into_iter().flatten().min()?.checked_add(self.settings.hold)
    }

    /// When [`advance`](Intake::advance) is due for the [`horizon`](Intake::horizon) to come to
    /// `t`, or nearer to it. None: it never does.
    pub fn due(&self, t: Ms) -> Option<Ms> {
        match (self.kind, self.squares.oldest()) {
            (Kind::Debounced, _) => Some(t),
            (_, Some(open)) if open < t => self.next_deadline(),
            _ => t.checked_add(self.settings.hold),
        }
    }

    fn oldest_in_lanes(&self) -> Option<Ms> {
        let sample = self.samples.front().map(|sample| sample.0);
        let told = self.told.front().map(|record| record.t);
        sample.into_iter().chain(told).min()
    }

    /// Takes out of the lanes what is old enough.
    fn release(&mut self) {
        if self.kind != Kind::Debounced
            && let Some(t) = self.now.checked_sub(self.settings.hold)
        {
            self.release_to(t);
        }
    }

    fn release_to(&mut self, t: Ms) {
        if self.kind == Kind::Unknown {
            let ripe = self.told.partition_point(|record| record.t <= t);
            let squares = &mut self.squares;
            let heard = self.told.drain(..ripe).inspect(|record| squares.hear(&record.what));
            self.ready.extend(heard);
        }
        loop {
            let sample = self.samples.front().map(|sample| sample.0).filter(|at| *at <= t);
            let told = self.told.front().map(|record| record.t).filter(|at| *at <= t);
            match (sample, told) {
                (None, None) => break,
                // Samples first: what began in this millisecond must be known before anything
                // that was said in it is handed on.
                (Some(at), told) if told.is_none_or(|told| at <= told) => {
                    if let Some((at, planes)) = self.samples.pop_front() {
                        self.squares.sample(at, planes, &mut self.known);
                    }
                }
                _ => {
                    if let Some(record) = self.told.pop_front() {
                        self.tell(record);
                    }
                }
            }
        }
        self.squares.settle(t, &mut self.known);
        self.released = self.released.max(t);
    }

    fn tell(&mut self, record: Record) {
        self.squares.settle(record.t, &mut self.known);
        // Past the 64 squares, so that debounced and told records never share a place.
        self.counted += 1;
        let number = 64 + self.counted;
        match &record.what {
            What::Mended { .. } => {
                return self.squares.mend(record.t, number, record.what, &mut self.known);
            }
            What::Fault { .. } => self.squares.fail(&record.what),
            // The samples of before hold until here and no longer.
            What::Restart { .. } => self.squares.close(&mut self.known),
            _ => {}
        }
        self.known.put(record.t, number, record.what);
    }
}

/// Puts an item where its time belongs, behind those of the same time.
fn insert<T>(lane: &mut VecDeque<T>, item: T, time: impl Fn(&T) -> Ms) {
    let t = time(&item);
    if lane.back().is_none_or(|last| time(last) <= t) {
        lane.push_back(item);
    } else {
        lane.insert(lane.partition_point(|other| time(other) <= t), item);
    }
}

#[cfg(test)]
mod tests;
