use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Color, Square};

use super::{Calibration, CalibrationError, Readings, Sensing, at_rail, field::threshold};
use crate::board::Squares;

/// Frames of a step: five seconds at 200 frames a second.
const FRAMES: u32 = 1_000;
/// Frames without which a step says nothing.
const FEWEST: u32 = 100;
/// How far a reading may leave the mean before something has moved on the board, in multiples of the
/// noise, and counts at least.
const RESTLESS: (u32, u32) = (8, 24);
/// A piece must move the reading by so many counts at least: a twentieth of what the weakest magnets
/// in use do.
const LEAST: u16 = 60;
/// And by so many hundredths of what the others do. Magnets differ by a fifth either way.
const WEAK: i64 = 50;
/// The threshold of a square must be so many times its noise.
pub(super) const NOISES: u16 = 8;

/// White's pieces as they are set up for a game.
const WHITE: Bitboard = Bitboard(0xffff);
/// Black's.
const BLACK: Bitboard = Bitboard(0xffff << 48);

/// What the technician does for a calibration.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Step {
    /// He clears the board.
    Empty,
    /// He sets the pieces up as for a game, White on the first and second rank.
    SetUp,
    /// Nothing more.
    Done,
}

/// What is wrong with squares.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum FlawKind {
    /// Too few readings came.
    TooShort,
    /// They read the end of the range: broken, not connected or not supplied.
    Saturated,
    /// Something moved on or over them meanwhile.
    Restless,
    /// Their readings scatter so much that a piece could not be told from it.
    Noisy,
    /// The piece there moves the reading too little: a weak magnet, or none, or too far away.
    Weak,
    /// The piece there reads as the other colour's: its magnet is the wrong way up.
    Reversed,
}

/// One thing that is wrong, with all squares that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flaw {
    /// What.
    pub kind: FlawKind,
    /// Where; none named: the board as a whole.
    pub squares: Squares,
}

/// What was read of a board that stands still.
#[derive(Clone, Debug)]
struct Sampling {
    frames: u32,
    sum: [u32; 64],
    /// Sums of the squares of the steps from frame to frame: they tell a reading that scatters from
    /// one that was moved.
    steps: [u64; 64],
    last: [u16; 64],
    least: [u16; 64],
    most: [u16; 64],
}

impl Sampling {
    fn new() -> Sampling {
        Sampling {
            frames: 0,
            sum: [0; 64],
            steps: [0; 64],
            last: [0; 64],
            least: [u16::MAX; 64],
            most: [0; 64],
        }
    }

    fn take(&mut self, readings: &Readings) {
        if self.frames == 0 {
            self.last = readings.0;
        }
        self.frames += 1;
        for (n, reading) in readings.0.into_iter().enumerate() {
            self.sum[n] += u32::from(reading);
            self.steps[n] += u64::from(reading.abs_diff(self.last[n])).pow(2);
            self.last[n] = reading;
            self.least[n] = self.least[n].min(reading);
            self.most[n] = self.most[n].max(reading);
        }
    }

    fn level(&self, square: Square) -> u16 {
        let frames = self.frames.max(1);
        u16::try_from((self.sum[usize::from(square)] + frames / 2) / frames).unwrap_or(u16::MAX)
    }

    /// Two readings differ by twice the mean square of one, so it is half of that.
    fn noise(&self, square: Square) -> u16 {
        let pairs = u64::from(self.frames.saturating_sub(1).max(1));
        let variance = self.steps[usize::from(square)].div_ceil(2 * pairs);
        let root = variance.isqrt();
        u16::try_from(root + u64::from(root * root < variance)).unwrap_or(u16::MAX)
    }

    fn restless(&self, square: Square) -> bool {
        let n = usize::from(square);
        let (times, counts) = RESTLESS;
        let level = self.level(square);
        let far = u32::from(self.most[n].abs_diff(level).max(level.abs_diff(self.least[n])));
        far > counts.max(times * u32::from(self.noise(square)))
    }
}

/// A calibration as it is made: the empty board first, then the pieces as for a game.
///
/// [`take`](Calibrating::take) it every frame; when a step has lasted long enough, or the technician
/// says so, [`proceed`](Calibrating::proceed) ends it, or says what is wrong and begins the step anew.
#[derive(Clone, Debug)]
pub struct Calibrating {
    step: Step,
    now: Sampling,
    empty: Sampling,
    squares: Option<[Sensing; 64]>,
}

impl Default for Calibrating {
    fn default() -> Calibrating {
        Calibrating::new()
    }
}

impl Calibrating {
    /// Nothing has been read yet.
    pub fn new() -> Calibrating {
        let (now, empty) = (Sampling::new(), Sampling::new());
        Calibrating { step: Step::Empty, now, empty, squares: None }
    }

    /// What is to be done now.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Takes a frame in. Gives how much of the step's readings are there, in hundredths: 100 is
    /// enough.
    pub fn take(&mut self, readings: &Readings) -> u32 {
        if self.step != Step::Done && self.now.frames < FRAMES {
            self.now.take(readings);
        }
        (self.now.frames * 100 / FRAMES).min(100)
    }

    /// Throws away what was read in this step.
    pub fn again(&mut self) {
        self.now = Sampling::new();
    }

    /// Ends the step and gives the next one.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, each kind once with its squares; the step begins anew.
    pub fn proceed(&mut self) -> Result<Step, Vec<Flaw>> {
        let read = std::mem::replace(&mut self.now, Sampling::new());
        self.step = match self.step {
            Step::Empty => {
                still(&read)?;
                self.empty = read;
                Step::SetUp
            }
            Step::SetUp => {
                still(&read)?;
                self.squares = Some(self.swings(&read)?);
                Step::Done
            }
            Step::Done => Step::Done,
        };
        Ok(self.step)
    }

    /// The calibration, once both steps are done.
    ///
    /// # Errors
    ///
    /// When they are not, or the numbers cannot be those of sensors.
    pub fn calibration(
        &self,
        board: &str,
        date: &str,
        temperature: Option<i16>,
    ) -> Result<Calibration, CalibrationError> {
        let reason = "the board has not been read empty and set up yet";
        let squares = self.squares.ok_or(CalibrationError { square: None, reason })?;
        Calibration::new(board.into(), date.into(), temperature, squares)
    }

    /// What pieces add where they stand, and elsewhere what they add as a rule.
    fn swings(&self, set_up: &Sampling) -> Result<[Sensing; 64], Vec<Flaw>> {
        let swing = |square| {
            let difference = i64::from(set_up.level(square)) - i64::from(self.empty.level(square));
            i16::try_from(difference).unwrap_or(i16::MAX)
        };
        let usual = |squares: Bitboard| median(squares.into_iter().map(swing).collect());
        let (white, black) = (usual(WHITE), usual(BLACK));
        let wrong_way = |square: Square, side: Color| {
            let (usual, other) = match side {
                Color::White => (white, black),
                Color::Black => (black, white),
            };
            // Where all pieces read the same way it is Black's that are taken to be wrong.
            let alike = side.is_black() && (usual > 0) == (other > 0);
            ((swing(square) > 0) != (usual > 0)) != alike
        };
        let weak = |square: Square, usual: i16| {
            let (swing, usual) = (swing(square).unsigned_abs(), usual.unsigned_abs());
            swing < LEAST || i64::from(swing) * 100 < i64::from(usual) * WEAK
        };
        let pieces = [(WHITE, Color::White, white), (BLACK, Color::Black, black)];
        let mut found = [Bitboard::EMPTY; 2];
        for (squares, side, usual) in pieces {
            for square in squares {
                if weak(square, usual) {
                    found[0].add(square);
                } else if wrong_way(square, side) {
                    found[1].add(square);
                }
            }
        }
        flaws([(FlawKind::Weak, found[0]), (FlawKind::Reversed, found[1])])?;
        let squares = Square::ALL.map(|square| {
            let own = swing(square);
            let (white, black) = match square {
                _ if WHITE.contains(square) => (own, scaled(black, own, white)),
                _ if BLACK.contains(square) => (scaled(white, own, black), own),
                _ => (white, black),
            };
            let (rest, noise) = (self.empty.level(square), self.empty.noise(square));
            Sensing { rest, noise, white, black }
        });
        let noisy = |square: &Square| {
            let sensing = squares[usize::from(*square)];
            threshold(sensing.white).min(threshold(sensing.black)) < NOISES * sensing.noise
        };
        flaws([(FlawKind::Noisy, Square::ALL.into_iter().filter(noisy).collect())])?;
        Ok(squares)
    }
}

/// What one side's pieces add, on a sensor that gives `own` where it is usual to give `usual` for the
/// other side's: half of the difference is the magnet's, which differs from piece to piece.
fn scaled(other: i16, own: i16, usual: i16) -> i16 {
    let (other, own, usual) = (i32::from(other), i32::from(own), i32::from(usual));
    let scaled = (other + other * own / usual.abs().max(1) * usual.signum()) / 2;
    i16::try_from(scaled).unwrap_or(i16::MAX)
}

fn median(mut swings: Vec<i16>) -> i16 {
    swings.sort_unstable();
    swings.get(swings.len() / 2).copied().unwrap_or(0)
}

/// Nothing may move while a step lasts, nor may a sensor be broken.
fn still(read: &Sampling) -> Result<(), Vec<Flaw>> {
    if read.frames < FEWEST {
        return Err(vec![Flaw { kind: FlawKind::TooShort, squares: Squares::default() }]);
    }
    let all = || Square::ALL.into_iter();
    let saturated: Bitboard = all().filter(|square| at_rail(read.level(*square))).collect();
    let restless: Bitboard = all().filter(|square| read.restless(*square)).collect();
    flaws([(FlawKind::Saturated, saturated), (FlawKind::Restless, restless & !saturated)])
}

fn flaws(found: impl IntoIterator<Item = (FlawKind, Bitboard)>) -> Result<(), Vec<Flaw>> {
    let some = found.into_iter().filter(|(_, squares)| squares.any());
    let flaws: Vec<Flaw> =
        some.map(|(kind, squares)| Flaw { kind, squares: Squares(squares) }).collect();
    if flaws.is_empty() { Ok(()) } else { Err(flaws) }
}
