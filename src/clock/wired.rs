//! A lever or two buttons on GPIO lines, by the kernel's edges and their times.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use touchmove_core::board::Side;

use super::{Contacts, ContactsTable, Contradiction, Knob, Lever, LeverEnd, Wired};
use crate::{
    backend::{Bias, Edges, Obstacle, Unusable},
    inlet::Closed,
    tempo::Tempo,
};

/// How often a thread that waits looks whether anybody still listens, and whether an edge was
/// lost.
const SLICE: Duration = Duration::from_millis(100);

/// A lever is on its way for less than this: later a contact is broken, or two wires touch.
const ON_ITS_WAY: Duration = Duration::from_secs(3);

/// Contacts, and whose presses they are.
#[derive(Debug)]
pub(crate) struct Presses {
    contacts: Contacts,
    wired: Wired,
    lever: Lever,
    white_at: LeverEnd,
    tempo: Tempo,
    astray: Astray,
}

/// Whether both contacts of a lever are closed, or both open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Astray {
    /// One of them is closed.
    No,
    /// Both are alike, since then.
    Since(Instant),
    /// They have been for so long that it was told.
    Told,
}

impl Presses {
    /// What is pushed presses this lever.
    pub(crate) fn new(
        contacts: Contacts,
        wired: Wired,
        lever: Lever,
        white_at: LeverEnd,
        tempo: Tempo,
    ) -> Presses {
        Presses { contacts, wired, lever, white_at, tempo, astray: Astray::No }
    }

    /// A contact closed or opened.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn edge(&mut self, n: usize, closed: bool, at: Instant) -> Result<(), Closed> {
        let pushed = self.contacts.edge(n, closed, at);
        self.tell(pushed)
    }

    /// Contacts are as they are now; what differs from what is known changed just now.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn read(&mut self, closed: &[bool], at: Instant) -> Result<(), Closed> {
        for (n, closed) in closed.iter().enumerate() {
            if *closed != self.contacts.is_closed(n) {
                self.edge(n, *closed, at)?;
            }
        }
        self.settle(at)
    }

    /// Time has passed.
    ///
    /// # Errors
    ///
    /// When the board's task is gone.
    pub(crate) fn settle(&mut self, now: Instant) -> Result<(), Closed> {
        let pushed = self.contacts.settle(now);
        self.tell(pushed)?;
        self.look_astray(now)
    }

    fn look_astray(&mut self, now: Instant) -> Result<(), Closed> {
        let alike = self.wired == Wired::Rocker && self.contacts.down().is_none();
        let (next, told) = match (self.astray, alike) {
            (Astray::No, true) => (Astray::Since(now), None),
            (Astray::Since(since), true) if now - since >= ON_ITS_WAY => {
                tracing::error!("both contacts of the lever are alike");
                (Astray::Told, Some(Contradiction::Begins))
            }
            (Astray::Told, false) => (Astray::No, Some(Contradiction::Over)),
            (_, false) => (Astray::No, None),
            (astray, true) => (astray, None),
        };
        self.astray = next;
        told.map_or(Ok(()), |told| self.lever.contacts(told, self.tempo.at(now)))
    }

    fn tell(&self, pushed: Vec<super::Push>) -> Result<(), Closed> {
        for push in pushed {
            let t = self.tempo.at(push.at);
            match push.knob {
                Knob::End(end) => self.lever.press(side(end, self.white_at), t).map(|_| ())?,
                Knob::Stop => self.lever.stop(t)?,
            }
        }
        Ok(())
    }
}

/// Whose end this is.
pub(crate) fn side(end: LeverEnd, white_at: LeverEnd) -> Side {
    Side::from_white(end == white_at)
}

/// Which end is this side's.
pub(crate) fn end(side: Side, white_at: LeverEnd) -> LeverEnd {
    if side.is_white() { white_at } else { white_at.other() }
}

/// Opens the lines, and reads which end of a lever is down.
///
/// # Errors
///
/// When a line cannot be found, used or read.
pub(crate) fn open(table: &ContactsTable) -> Result<(Edges, Contacts), Unusable> {
    let lines: Vec<_> = table.lines_taken().map(|(_, line)| line).collect();
    let edges = Edges::open(&lines, Bias::from(table.active))?;
    let closed = edges.closed().map_err(|error| Unusable {
        device: format!("GPIO line {}", table.left),
        obstacle: Obstacle::Other(error.to_string()),
    })?;
    let at = |n: usize| closed.get(n).copied().unwrap_or(false);
    Ok((edges, Contacts::new([at(0), at(1), at(2)], table.debounce_ms.time())))
}

/// The end of a lever that is down; buttons have none.
pub(crate) fn down(table: &ContactsTable, contacts: &Contacts) -> Option<LeverEnd> {
    contacts.down().filter(|_| table.wired == Wired::Rocker)
}

/// Tells presses from edges, on a thread named after the board, until nobody listens.
///
/// # Errors
///
/// When the system gives no thread.
pub(crate) fn spawn(board: &str, edges: Edges, mut presses: Presses) -> io::Result<()> {
    let name = format!("lever-{board}");
    let board = board.to_string();
    thread::Builder::new().name(name).spawn(move || {
        let mut failing = false;
        loop {
            let told = match watch(&edges, &mut presses) {
                Ok(told) => {
                    failing = false;
                    told
                }
                Err(error) => {
                    if !std::mem::replace(&mut failing, true) {
                        tracing::error!(board, %error, "the lever cannot be read");
                    }
                    thread::sleep(SLICE);
                    Ok(())
                }
            };
            if told == Err(Closed) {
                return;
            }
        }
    })?;
    Ok(())
}

/// One turn: the edges that came, or that none did.
fn watch(edges: &Edges, presses: &mut Presses) -> io::Result<Result<(), Closed>> {
    let due = presses.contacts.due();
    let patience =
        due.map_or(SLICE, |due| due.saturating_duration_since(Instant::now()).min(SLICE));
    let came = edges.wait(patience)?;
    if came.is_empty() && due.is_none() {
        // Of many edges at once the kernel may drop some; the state tells.
        return Ok(presses
            .read(&edges.closed()?, Instant::now())
            .and_then(|()| presses.lever.listened_to()));
    }
    for edge in came {
        if presses.edge(edge.line, edge.closed, edge.at).is_err() {
            return Ok(Err(Closed));
        }
    }
    Ok(presses.settle(Instant::now()))
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::{Record, What};

    use super::*;
    use crate::inlet::inlet;

    #[test]
    fn a_lever_both_of_whose_contacts_are_alike_for_long_is_told_of() {
        let (inlet, mut records) = inlet(16);
        let tempo = Tempo::starting_now(1.0);
        let start = Instant::now();
        let lever = Lever::wired(inlet, Some(Side::White));
        let contacts = Contacts::new([true, false, false], Duration::ZERO);
        let mut presses = Presses::new(contacts, Wired::Rocker, lever, LeverEnd::Left, tempo);
        let mut at = |ms, closed: [bool; 3]| {
            presses.read(&closed, start + Duration::from_millis(ms)).unwrap();
        };
        at(1000, [false, false, false]);
        at(1040, [false, true, false]);
        at(9000, [true, true, false]);
        at(11_900, [true, true, false]);
        at(12_100, [true, true, false]);
        at(20_000, [true, true, false]);
        at(21_000, [false, true, false]);
        let told: Vec<Record> = std::iter::from_fn(|| records.try_recv().ok()).collect();
        let told: Vec<String> = told
            .into_iter()
            .map(|record| match record.what {
                What::Press(side) => format!("{} {side}", record.t / 100),
                What::Fault { reason, .. } => format!("{} {reason}", record.t / 100),
                What::Mended { reason, .. } => format!("{} {reason} mended", record.t / 100),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told, ["10 black", "90 white", "121 lever", "210 lever mended"]);
    }

    #[test]
    fn whose_an_end_of_the_lever_is_depends_on_how_it_lies() {
        for white_at in [LeverEnd::Left, LeverEnd::Right] {
            for of in [Side::White, Side::Black] {
                assert_eq!(side(end(of, white_at), white_at), of);
            }
        }
    }
}
