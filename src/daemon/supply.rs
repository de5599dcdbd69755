use std::{sync::Arc, time::Duration};

use tokio::time::interval;
use touchmove_core::board::{Record, Squares, What};

use crate::{
    driver::Fault,
    health::Supply,
    inlet::{Closed, Inlet},
    sensor::Breakage,
    tempo::Tempo,
};

/// How often the supply is looked at: as often as the kernel does.
const LOOK: Duration = Duration::from_secs(2);

/// Whose supply it is.
pub(super) enum Watched {
    /// This machine's.
    Machine(Supply),
    /// A simulated board's.
    Simulated(Breakage),
}

impl Watched {
    fn is_low(&self) -> bool {
        match self {
            Watched::Machine(supply) => supply.is_low(),
            Watched::Simulated(faults) => faults.undervoltage(),
        }
    }
}

/// Tells when the supply is too low, and that it no longer is. Ends when nobody listens.
pub(super) async fn watch_supply(watched: Watched, tempo: Tempo, inlet: Arc<Inlet>) {
    let mut look = interval(LOOK);
    let mut was_low = false;
    loop {
        look.tick().await;
        let low = watched.is_low();
        if std::mem::replace(&mut was_low, low) == low {
            continue;
        }
        let (squares, reason) = (Squares::default(), Fault::Undervoltage.code().into());
        let what = if low {
            tracing::error!("the supply is too low: chips may lose their settings");
            What::Fault { squares, reason }
        } else {
            tracing::info!("the supply is as it should be");
            What::Mended { squares, reason }
        };
        if inlet.put(Record { t: tempo.now(), what }) == Err(Closed) {
            return;
        }
    }
}
