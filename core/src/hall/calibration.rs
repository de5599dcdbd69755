use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square};

use super::TOP;
use crate::board::Text;

/// Version of the format of a calibration.
pub const VERSION: u32 = 1;

/// What the sensor of one square reads, counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sensing {
    /// With nothing on the board.
    pub rest: u16,
    /// How far single readings lie from it (root of the mean square), rounded up.
    pub noise: u16,
    /// What a white piece adds.
    pub white: i16,
    /// What a black piece adds: the other sign.
    pub black: i16,
}

/// What is known of the sensors of one board. It is kept in a file and holds for that board only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "File", into = "File")]
pub struct Calibration {
    /// Name of the board.
    pub board: String,
    /// When it was made, as the host writes dates.
    pub date: String,
    /// Temperature at the board then, °C, if anybody measured it.
    pub temperature: Option<i16>,
    squares: Box<[Sensing; 64]>,
}

impl Calibration {
    /// A calibration of a board's squares, a1 first.
    ///
    /// # Errors
    ///
    /// When a square's numbers cannot be those of a sensor.
    pub fn new(
        board: String,
        date: String,
        temperature: Option<i16>,
        squares: [Sensing; 64],
    ) -> Result<Calibration, CalibrationError> {
        for (square, sensing) in Square::ALL.into_iter().zip(squares) {
            sensing.check().map_err(|reason| CalibrationError { square: Some(square), reason })?;
        }
        Ok(Calibration { board, date, temperature, squares: Box::new(squares) })
    }

    /// What the sensor of a square reads.
    pub fn at(&self, square: Square) -> Sensing {
        self.squares[usize::from(square)]
    }

    /// The squares, a1 first.
    pub fn squares(&self) -> &[Sensing; 64] {
        &self.squares
    }
}

impl Sensing {
    /// What a piece of that colour adds.
    pub fn swing(self, side: Color) -> i16 {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn check(self) -> Result<(), &'static str> {
        let Sensing { rest, noise, white, black } = self;
        if rest > TOP || noise > TOP {
            Err("a reading has 12 bits: rest and noise lie between 0 and 4095")
        } else if white == 0 || black == 0 || (white > 0) == (black > 0) {
            Err("white and black pieces must move the reading to different sides")
        } else if white.unsigned_abs() > TOP || black.unsigned_abs() > TOP {
            Err("a reading has 12 bits: a piece cannot move it by more than 4095")
        } else {
            Ok(())
        }
    }
}

/// A calibration cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalibrationError {
    /// The square concerned.
    pub square: Option<Square>,
    /// What is wrong.
    pub reason: &'static str,
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square {
            Some(square) => write!(f, "{square}: {}", self.reason),
            None => f.write_str(self.reason),
        }
    }
}

impl std::error::Error for CalibrationError {}

/// A calibration as it is written: its squares by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    board: String,
    date: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    temperature: Option<i16>,
    squares: BTreeMap<Text<Square>, Sensing>,
}

impl From<Calibration> for File {
    fn from(calibration: Calibration) -> File {
        let squares = Square::ALL.into_iter().map(Text).zip(*calibration.squares).collect();
        let Calibration { board, date, temperature, .. } = calibration;
        File { version: VERSION, board, date, temperature, squares }
    }
}

impl TryFrom<File> for Calibration {
    type Error = CalibrationError;

    fn try_from(file: File) -> Result<Calibration, CalibrationError> {
        let File { version, board, date, temperature, squares } = file;
        if version != VERSION {
            let reason = "written by another version of this program: calibrate again";
            return Err(CalibrationError { square: None, reason });
        }
        let mut sensing = [Sensing { rest: 0, noise: 0, white: 0, black: 0 }; 64];
        for square in Square::ALL {
            let found = squares.get(&Text(square));
            let missing = CalibrationError { square: Some(square), reason: "is missing" };
            sensing[usize::from(square)] = *found.ok_or(missing)?;
        }
        Calibration::new(board, date, temperature, sensing)
    }
}
