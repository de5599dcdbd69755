//! What is kept of a hall board: its calibration, and where its sensors rest by now.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use touchmove_core::{
    board::{Bitboard, Ms, Planes},
    hall::{Calibration, Drift, Field, Readings},
};

/// How often rest levels are kept: they wander in minutes.
const KEEP: Duration = Duration::from_secs(60);

/// The calibration in the folder of a board's state.
pub(crate) fn calibration_file(state: &Path) -> PathBuf {
    state.join("calibration.json")
}

/// A calibrated board, and the file where it keeps what it has learned since.
#[derive(Debug)]
pub(super) struct Calibrated {
    field: Box<Field>,
    /// The day of its calibration.
    of: String,
    rests: PathBuf,
    started: Instant,
    kept: Instant,
}

/// Rest levels of a time, and the calibration that they belong to.
#[derive(Debug, Serialize, Deserialize)]
struct Rests {
    calibrated: String,
    rests: Vec<u16>,
}

/// What the readings of a frame say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sensed {
    pub(super) planes: Planes,
    /// Sensors that say nothing.
    pub(super) dead: Bitboard,
    /// Sensors that rest elsewhere than they were calibrated.
    pub(super) drifted: Bitboard,
}

impl Calibrated {
    /// The calibrated board whose state is kept in this folder; none where nobody has calibrated it.
    ///
    /// # Errors
    ///
    /// When there is a calibration, and it cannot be read.
    pub(super) fn load(state: &Path) -> io::Result<Option<Calibrated>> {
        let file = calibration_file(state);
        let named = |error: &dyn std::fmt::Display| {
            io::Error::other(format!("{}: {error}", file.display()))
        };
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| named(&error))?,
        };
        let calibration: Calibration =
            serde_json::from_str(&text).map_err(|error| named(&error))?;
        let rests = state.join("rests.json");
        let mut field = Field::new(&calibration, Drift::Followed);
        if let Some(levels) = kept(&rests, &calibration.date) {
            field = field.resting_at(&levels);
        }
        let now = Instant::now();
        let field = Box::new(field);
        let of = calibration.date;
        Ok(Some(Calibrated { field, of, rests, started: now, kept: now }))
    }

    /// What readings say that were taken `at` this time, a1 first.
    pub(super) fn sense(&mut self, readings: [u16; 64], at: Instant) -> Sensed {
        let t = Ms::try_from(at.saturating_duration_since(self.started).as_millis());
        let planes = self.field.sense(t.unwrap_or(Ms::MAX), &Readings(readings));
        if at.saturating_duration_since(self.kept) >= KEEP {
            self.kept = at;
            self.keep();
        }
        Sensed { planes, dead: self.field.saturated(), drifted: self.field.drifted() }
    }

    /// What is lost with them is a few minutes of looking at empty squares.
    fn keep(&self) {
        let rests = Rests { calibrated: self.of.clone(), rests: self.field.rests().into() };
        let kept = serde_json::to_vec(&rests).map_err(io::Error::other).and_then(|text| {
            let new = self.rests.with_extension("new");
            fs::write(&new, text)?;
            fs::rename(&new, &self.rests)
        });
        if let Err(error) = kept {
            tracing::warn!(%error, "where the sensors rest would not outlive a restart");
        }
    }
}

/// Rest levels that were kept since that calibration.
fn kept(file: &Path, calibrated: &str) -> Option<[u16; 64]> {
    let rests: Rests = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    (rests.calibrated == calibrated).then(|| rests.rests.try_into().ok())?
}

#[cfg(test)]
mod tests {
    use touchmove_core::hall::{Model, Sensing, Traits};

    use super::*;

    /// A calibration as a perfect one of this model would be.
    fn calibrated(state: &Path, model: &Model, date: &str) {
        let squares =
            model.rests(0).map(|rest| Sensing { rest, noise: 3, white: -213, black: 213 });
        let calibration = Calibration::new("1".into(), date.into(), None, squares).unwrap();
        let text = serde_json::to_string(&calibration).unwrap();
        fs::write(calibration_file(state), text).unwrap();
    }

    fn set_up() -> Planes {
        Planes::Polarity { white: Bitboard(0xffff), black: Bitboard(0xffff << 48) }
    }

    #[test]
    fn rest_levels_outlive_a_restart_and_no_other_calibration() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path();
        assert!(Calibrated::load(state).unwrap().is_none());
        let traits = Traits { span: 600_000, ..Traits::default() };
        let mut model = Model::new(7, traits);
        calibrated(state, &model, "2026-11-30T10:00:00Z");
        let mut board = Calibrated::load(state).unwrap().unwrap();
        let mut t = 0;
        while t < 600_000 {
            t += 100;
            let readings = model.readings(t, set_up()).0;
            let sensed = board.sense(readings, board.started + Duration::from_millis(t));
            assert!(t < 1000 || sensed.planes == set_up(), "after {t} ms: {:?}", sensed.planes);
        }
        drop(board);
        let readings = model.readings(t + 10, set_up()).0;
        let mut again = Calibrated::load(state).unwrap().unwrap();
        let at = again.started;
        assert_eq!(again.sense(readings, at).planes, set_up());

        calibrated(state, &model, "2026-12-01T10:00:00Z");
        let mut other = Calibrated::load(state).unwrap().unwrap();
        let at = other.started;
        assert_ne!(other.sense(readings, at).planes, set_up(), "it has wandered too far");
    }

    #[test]
    fn a_calibration_that_is_none_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(calibration_file(folder.path()), "{}").unwrap();
        let told = Calibrated::load(folder.path()).unwrap_err().to_string();
        assert!(told.contains("calibration.json: "), "{told}");
    }
}
