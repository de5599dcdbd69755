//! The players' clock: a lever that is down on one side, whoever senses it.

use std::sync::{Arc, Mutex, PoisonError};

use touchmove_core::board::{Ms, Record, Side, What};

use crate::inlet::{Closed, Inlet};

/// The lever of one board. Presses alternate: pushing what is down already is not a press.
#[derive(Clone, Debug)]
pub(crate) struct Lever {
    down: Arc<Mutex<Option<Side>>>,
    inlet: Arc<Inlet>,
}

impl Lever {
    /// A lever of which it is not known yet where it stands.
    pub(crate) fn new(inlet: Arc<Inlet>) -> Lever {
        Lever { down: Arc::default(), inlet }
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
        let lever = Lever::new(inlet);
        assert_eq!(lever.press(Side::Black, 1), Ok(Pressed::Told));
        assert_eq!(lever.press(Side::Black, 2), Ok(Pressed::AlreadyDown));
        assert_eq!(lever.press(Side::White, 3), Ok(Pressed::Told));
        let told: Vec<_> = std::iter::from_fn(|| records.try_recv().ok()).map(|r| r.t).collect();
        assert_eq!(told, [1, 3]);
    }
}
