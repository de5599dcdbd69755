//! What senses a board: squares and lever, each on its thread, into one inlet.

use std::{io, sync::Arc};

use touchmove_core::board::Side;

use super::{
    Crew, Stop,
    lone::until,
    supply::{Watched, watch_supply},
};
use crate::{
    clock::{self, Contacts, Lever, Presses, Wired},
    config::Config,
    health::Supply,
    inlet::Inlet,
    sensor::{self, Opened, Pulse, SensorThread, SwitchSocket, Turns, watch_stale},
    tempo::Tempo,
};

/// A board's electronics, opened and not yet read.
pub(crate) struct Senses {
    config: Config,
    tempo: Tempo,
    inlet: Arc<Inlet>,
    /// Squares.
    pub(crate) board: Opened,
    lever: Option<Wire>,
    /// The side of the lever that is down, if that can be seen.
    pub(crate) lever_down: Option<Side>,
}

/// A lever on lines of its own.
type Wire = (crate::backend::Edges, Presses);

impl Senses {
    /// Opens what the configuration names.
    ///
    /// # Errors
    ///
    /// When a device cannot be used; says what to do about it.
    pub(crate) fn open(config: &Config, tempo: Tempo, inlet: Arc<Inlet>) -> io::Result<Senses> {
        let white_at = config.clock.white_at;
        let presses = |contacts: Contacts, wired, down| {
            Presses::new(contacts, wired, Lever::wired(inlet.clone(), down), white_at, tempo)
        };
        let (mut lever, mut lever_down) = (None, None);
        if let Some(table) = &config.clock.contacts {
            let (edges, contacts) = clock::open(table)?;
            lever_down = clock::down(table, &contacts).map(|end| clock::side(end, white_at));
            lever = Some((edges, presses(contacts, table.wired, lever_down)));
        }
        // Without lines of its own a lever may hang on the board's microcontroller.
        let of_board = lever.is_none().then(|| {
            let debounce = clock::Debounce::default().time();
            // One that has none says so by two open contacts.
            presses(Contacts::new([false; 3], debounce), Wired::Buttons, None)
        });
        let board = sensor::open(&config.sensor, &config.board.state, of_board)?;
        Ok(Senses { config: config.clone(), tempo, inlet, board, lever, lever_down })
    }

    /// Begins to read. Squares that are simulated can be worked by whoever comes to their socket.
    ///
    /// # Errors
    ///
    /// When the system gives no thread, or the socket cannot be opened.
    pub(crate) fn start(mut self, crew: &mut Crew, pulse: Pulse) -> io::Result<Started> {
        let name = &self.config.board.name;
        let faults = self.board.faults.clone();
        let supply = match faults.clone() {
            Some(faults) => Some(Watched::Simulated(faults)),
            None => Supply::find().map(Watched::Machine),
        };
        if let Some(supply) = supply {
            let watched = watch_supply(supply, self.tempo, self.inlet.clone());
            attend(crew, format!("supply-{name}"), watched);
        }
        if let Some(switches) = self.board.switches.take()
            && let Some(path) = self.config.sensor.socket.clone()
        {
            let lever = Lever::kept_in(self.inlet.clone(), self.config.board.state.join("lever"));
            self.lever_down = lever.down();
            let faults = faults.map(|faults| (faults, self.config.clock.white_at));
            let socket = SwitchSocket::open(path, switches, lever, self.tempo, faults)?;
            crew.spawn(format!("switches-{name}"), until(crew.stop(), socket.serve()));
        }
        if let Some((edges, presses)) = self.lever {
            clock::spawn(name, edges, presses)?;
        }
        let period = self.config.sensor.rate_hz.period();
        let (inlet, tempo) = (self.inlet.clone(), self.tempo);
        let scan = sensor::spawn(name, self.board.scanner, period, tempo, inlet, pulse)?;
        let turns = scan.turns();
        let stale = watch_stale(turns.clone(), tempo, self.inlet);
        attend(crew, format!("stale-{name}"), stale);
        crew.spawn(format!("scan-{name}"), watch(scan, crew.stop()));
        Ok(Started { turns, lever_down: self.lever_down })
    }
}

/// A task of this board that fails in nothing; it ends when nobody listens any more.
pub(super) fn attend(
    crew: &mut Crew,
    name: String,
    task: impl Future<Output = ()> + Send + 'static,
) {
    let stop = crew.stop();
    crew.spawn(
        name,
        until(stop, async {
            task.await;
            Ok::<(), io::Error>(())
        }),
    );
}

/// A board that is read.
#[derive(Debug)]
pub(crate) struct Started {
    /// Moves as long as it is.
    pub(crate) turns: Turns,
    /// The side of the lever that was down, if that could be seen.
    pub(crate) lever_down: Option<Side>,
}

/// A thread that reads a board as a task: it may end only when the crew stops.
pub(super) async fn watch(mut thread: SensorThread, stop: Stop) -> Result<(), &'static str> {
    until(stop, async {
        thread.ended().await;
        Err("the thread has ended")
    })
    .await
}
