//! The players' clock: a lever that is down on one side, whoever senses it, and which of its ends is
//! whose.

mod contacts;
mod wired;

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};
use touchmove_core::board::{Ms, Record, Side, Squares, What};

use crate::inlet::{Closed, Inlet};
pub(crate) use contacts::{Contacts, ContactsTable, Debounce, Knob, Push, Wired};
pub(crate) use wired::{Presses, down, end, open, side, spawn};

/// An end of the lever, as one sees it who looks at the screen beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum LeverEnd {
    /// On his left; above on a screen that is higher than wide.
    #[default]
    Left,
    /// On his right; below.
    Right,
}

impl LeverEnd {
    /// The other one.
    pub(crate) fn other(self) -> LeverEnd {
        match self {
            LeverEnd::Left => LeverEnd::Right,
            LeverEnd::Right => LeverEnd::Left,
        }
    }
}

/// The lever of one board. Presses alternate: pushing what is down already is not a press.
#[derive(Clone, Debug)]
pub(crate) struct Lever {
    down: Arc<Mutex<Option<Side>>>,
    inlet: Arc<Inlet>,
    /// Where it stands when the daemon is gone; only a lever in memory has to write that down.
    kept: Option<PathBuf>,
}

impl Lever {
    /// A lever in memory that stands where it stood when its daemon went.
    pub(crate) fn kept_in(inlet: Arc<Inlet>, file: PathBuf) -> Lever {
        let down = match fs::read_to_string(&file).unwrap_or_default().trim() {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => None,
        };
        Lever { down: Arc::new(Mutex::new(down)), inlet, kept: Some(file) }
    }

    /// A wired lever whose side `down` is down, if that can be seen.
    pub(crate) fn wired(inlet: Arc<Inlet>, down: Option<Side>) -> Lever {
        Lever { down: Arc::new(Mutex::new(down)), inlet, kept: None }
    }

    /// From `t` on its contacts say what they cannot, or they are as they should be again.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn contacts(&self, state: Contradiction, t: Ms) -> Result<(), Closed> {
        let (squares, reason) = (Squares::default(), LEVER.to_string());
        let what = match state {
            Contradiction::Begins => What::Fault { squares, reason },
            Contradiction::Over => What::Mended { squares, reason },
        };
        self.inlet.put(Record { t, what })
    }

    /// Nothing is pushed.
    ///
    /// # Errors
    ///
    /// When the board's task is gone, so that nobody would hear of it if something were.
    pub(crate) fn listened_to(&self) -> Result<(), Closed> {
        if self.inlet.is_closed() { Err(Closed) } else { Ok(()) }
    }

    /// Which side is down, if that is known.
    pub(crate) fn down(&self) -> Option<Side> {
        *self.down.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This player's side was pushed down at `t`.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn press(&self, side: Side, t: Ms) -> Result<Pressed, Closed> {
        let mut down = self.down.lock().unwrap_or_else(PoisonError::into_inner);
        if *down == Some(side) {
            return Ok(Pressed::AlreadyDown);
        }
        *down = Some(side);
        if let Some(file) = &self.kept
            && let Err(error) = fs::write(file, side.fold_wb("white", "black"))
        {
            tracing::warn!(%error, "where the lever stands would not outlive a restart");
        }
        self.inlet.put(Record { t, what: What::Press(side) })?;
        Ok(Pressed::Told)
    }

    /// Both clocks were stopped at `t`.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn stop(&self, t: Ms) -> Result<(), Closed> {
        self.inlet.put(Record { t, what: What::Stop })
    }
}

/// The code of a lever whose contacts say what they cannot.
const LEVER: &str = "lever";

/// Contacts that are both closed, or both open, for longer than a hand needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contradiction {
    /// They are.
    Begins,
    /// They were.
    Over,
}

/// What became of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// It was a press.
    Told,
    /// That side was down.
    AlreadyDown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_alternate() {
        let (inlet, mut records) = crate::inlet::inlet(8);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lever");
        let lever = Lever::kept_in(inlet.clone(), file.clone());
        assert_eq!(lever.down(), None);
        assert_eq!(lever.press(Side::Black, 1), Ok(Pressed::Told));
        assert_eq!(lever.press(Side::Black, 2), Ok(Pressed::AlreadyDown));
        assert_eq!(lever.press(Side::White, 3), Ok(Pressed::Told));
        let told: Vec<_> = std::iter::from_fn(|| records.try_recv().ok()).map(|r| r.t).collect();
        assert_eq!(told, [1, 3]);
        assert_eq!(Lever::kept_in(inlet, file).down(), Some(Side::White));
    }
}
