//! A board that is simulated down to its chips, with faults by a script: for trying what a
//! technician, an arbiter and the program itself make of them.

mod chips;
mod contacts;
mod controller;
mod script;

use std::{io, path::Path, sync::Arc};

use touchmove_core::{board::Side, wiring::Wiring};

use super::{
    Beat, Frame, Opened, Scanner, Sensing, Switches,
    calibrated::Calibrated,
    serial::{Sense, SerialScanner},
    settings::FaultyOf,
    simulated::Shown,
    wired::Wired,
};
use crate::{
    clock::{self, LeverEnd, Presses},
    driver::{Chain, Examined, Expanders, Failure, Matrix, Mcp, OverI2c, Settle},
};
use chips::Latch;
use contacts::Contacts;
use controller::Controller;
use script::{Kind, Script};

/// Opens the board that is configured.
///
/// # Errors
///
/// When its script or its switches cannot be read.
pub(super) fn open(
    sensing: &Sensing,
    state: &Path,
    wiring: Wiring,
    presses: Option<Presses>,
) -> io::Result<Opened> {
    let script = sensing.faulty.script.as_deref().map(Script::load).transpose()?;
    let script = Arc::new(script.unwrap_or_default());
    let switches = Switches::kept_in(state.join("switches"), sensing.sees)?;
    let contacts = Contacts::new(switches.clone(), wiring.clone(), script);
    let inner: Box<dyn Scanner> = match sensing.faulty.of {
        FaultyOf::Chain => {
            let sentinel = sensing.chain.sentinel;
            let (registers, latch) = chips::chain(&contacts, sentinel);
            Box::new(Wired::new(Chain::new(registers, latch, sentinel), wiring))
        }
        FaultyOf::Expanders => {
            let addresses = sensing.expanders.addresses();
            let bus = OverI2c(chips::Mcps::new(contacts.clone(), &addresses));
            let expanders = Expanders::<_, Latch>::new(bus, Mcp::I2c, &addresses, None);
            Box::new(Wired::new(expanders, wiring))
        }
        FaultyOf::Matrix => {
            let grid = chips::Diodes::new(contacts.clone());
            let at_once =
                Settle { driven: std::time::Duration::ZERO, released: std::time::Duration::ZERO };
            Box::new(Wired::new(Matrix::new(grid, crate::backend::Sleep, at_once), wiring))
        }
        FaultyOf::Hall => {
            let board = (contacts.clone(), wiring.clone());
            let period = sensing.rate_hz.period();
            let open = move || Ok(Controller::new(board.0.clone(), board.1.clone(), period));
            let sense = Sense { sees: sensing.sees, calibrated: Calibrated::load(state)? };
            Box::new(SerialScanner::new(Box::new(open), wiring, sense, presses)?)
        }
    };
    let shown = Shown::new(switches.clone());
    let lever = Breakage { contacts };
    Ok(Opened {
        scanner: Box::new(Faulty { inner, shown }),
        switches: Some(switches),
        faults: Some(lever),
    })
}

/// Simulated electronics on switches that somebody works.
struct Faulty {
    inner: Box<dyn Scanner>,
    shown: Shown,
}

impl Scanner for Faulty {
    fn frame(&mut self) -> Result<Frame, Failure> {
        self.shown.turn();
        self.inner.frame()
    }

    fn examine(&mut self) -> Vec<Examined> {
        self.inner.examine()
    }

    fn readings(&mut self) -> Option<Result<[u16; 64], Failure>> {
        self.shown.turn();
        self.inner.readings()
    }

    fn beat(&self) -> Beat {
        self.inner.beat()
    }

    fn as_read(&mut self) {
        self.inner.as_read();
    }
}

/// What is wrong with a simulated board besides its squares, and what somebody breaks.
#[derive(Clone, Debug)]
pub(crate) struct Breakage {
    contacts: Contacts,
}

impl Breakage {
    /// Which side's contact closes when a hand pushes this side down, if any does.
    pub(crate) fn pressed(&self, side: Side, white_at: LeverEnd) -> Option<Side> {
        let mut end = clock::end(side, white_at);
        let mut closes = true;
        for fault in self.contacts.faults() {
            match fault {
                Kind::LeverDead { end: dead } if dead == end => closes = false,
                Kind::LeverSwapped => end = end.other(),
                _ => {}
            }
        }
        closes.then(|| clock::side(end, white_at))
    }

    /// Something breaks: a fault as a script has it.
    ///
    /// # Errors
    ///
    /// When there is no such fault.
    pub(crate) fn break_down(&self, fault: serde_json::Value) -> Result<(), String> {
        let kind = serde_json::from_value(fault).map_err(|error| error.to_string())?;
        self.contacts.break_down(kind);
        Ok(())
    }

    /// What broke so is mended.
    pub(crate) fn mend(&self) {
        self.contacts.mend();
    }

    /// Whether the supply is too low.
    pub(crate) fn undervoltage(&self) -> bool {
        self.contacts.faults().contains(&Kind::Undervoltage)
    }
}
