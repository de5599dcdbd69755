//! What the contacts under a lever or of two buttons say, freed of their bouncing.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::LeverEnd;
use crate::backend::{Bias, LineName};

/// `[clock.contacts]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContactsTable {
    #[serde(default)]
    pub(crate) wired: Wired,
    pub(crate) left: LineName,
    pub(crate) right: LineName,
    #[serde(default)]
    pub(crate) stop: Option<LineName>,
    #[serde(default)]
    pub(crate) active: Active,
    #[serde(default)]
    pub(crate) debounce_ms: Debounce,
}

impl ContactsTable {
    /// Every GPIO line it takes, with the key that names it.
    pub(crate) fn lines_taken(&self) -> impl Iterator<Item = (&'static str, &LineName)> {
        let ends = [("contacts.left", &self.left), ("contacts.right", &self.right)];
        ends.into_iter().chain(self.stop.iter().map(|line| ("contacts.stop", line)))
    }
}

/// How the players' ends are wired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wired {
    /// A lever: the end that is down keeps its contact closed, so its state can be read.
    #[default]
    Rocker,
    /// Two buttons that come up again.
    Buttons,
}

/// The level of a line whose contact is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Active {
    /// Ground; the line has a pull-up.
    #[default]
    Low,
    /// The supply; the line has a pull-down.
    High,
}

impl From<Active> for Bias {
    fn from(active: Active) -> Bias {
        match active {
            Active::Low => Bias::PullUp,
            Active::High => Bias::PullDown,
        }
    }
}

/// How long a contact must stay as it is, ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Debounce(u64);

impl Debounce {
    /// As a time.
    pub(crate) fn time(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl Default for Debounce {
    fn default() -> Debounce {
        Debounce(5)
    }
}

impl TryFrom<u64> for Debounce {
    type Error = &'static str;

    fn try_from(ms: u64) -> Result<Debounce, Self::Error> {
        // What is known later than 100 ms after it happened may come too late for its place.
        (0..=80).contains(&ms).then_some(Debounce(ms)).ok_or("must be 0 to 80 ms")
    }
}

/// What is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knob {
    /// An end of the lever, or its button.
    End(LeverEnd),
    /// The button that stops both clocks.
    Stop,
}

impl Knob {
    /// All, in the order of their lines.
    pub(crate) const ALL: [Knob; 3] =
        [Knob::End(LeverEnd::Left), Knob::End(LeverEnd::Right), Knob::Stop];
}

/// Something was pushed down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    /// What.
    pub(crate) knob: Knob,
    /// When its contact first closed.
    pub(crate) at: Instant,
}

/// One contact.
#[derive(Clone, Copy, Debug, Default)]
struct Contact {
    /// As it was when it last stayed.
    settled: bool,
    /// As it is.
    now: bool,
    /// Its first edge since it was settled, and the newest.
    bouncing: Option<(Instant, Instant)>,
}

/// Two ends and perhaps a button, each a contact that bounces.
///
/// A contact that has not changed for as long as it is debounced counts, with the time of its
/// first edge: what takes time must not shift a press.
#[derive(Clone, Debug)]
pub(crate) struct Contacts {
    contacts: [Contact; 3],
    debounce: Duration,
}

impl Contacts {
    /// Contacts that are closed or open now.
    pub(crate) fn new(closed: [bool; 3], debounce: Duration) -> Contacts {
        let contact = |now| Contact { settled: now, now, bouncing: None };
        Contacts { contacts: closed.map(contact), debounce }
    }

    /// The end that is down, where just one is.
    pub(crate) fn down(&self) -> Option<LeverEnd> {
        match self.contacts.map(|contact| contact.settled) {
            [true, false, _] => Some(LeverEnd::Left),
            [false, true, _] => Some(LeverEnd::Right),
            _ => None,
        }
    }

    /// Whether a contact is closed, as far as it is known.
    pub(crate) fn is_closed(&self, n: usize) -> bool {
        self.contacts.get(n).is_some_and(|contact| contact.now)
    }

    /// A contact closed or opened. Gives what had been pushed until then.
    pub(crate) fn edge(&mut self, n: usize, closed: bool, at: Instant) -> Vec<Push> {
        let pushed = self.settle(at);
        if let Some(contact) = self.contacts.get_mut(n) {
            contact.now = closed;
            let first = contact.bouncing.map_or(at, |(first, _)| first);
            contact.bouncing = Some((first, at));
        }
        pushed
    }

    /// What has been pushed until now, in the order in which it was.
    pub(crate) fn settle(&mut self, now: Instant) -> Vec<Push> {
        let mut pushed = Vec::new();
        for (contact, knob) in self.contacts.iter_mut().zip(Knob::ALL) {
            let Some((first, newest)) = contact.bouncing else { continue };
            if now.saturating_duration_since(newest) < self.debounce {
                continue;
            }
            contact.bouncing = None;
            if contact.now && !contact.settled {
                pushed.push(Push { knob, at: first });
            }
            contact.settled = contact.now;
        }
        pushed.sort_by_key(|push| push.at);
        pushed
    }

    /// When something will have settled.
    pub(crate) fn due(&self) -> Option<Instant> {
        let bouncing = self.contacts.iter().filter_map(|contact| contact.bouncing);
        bouncing.map(|(_, newest)| newest + self.debounce).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEBOUNCE: Duration = Duration::from_millis(5);

    fn ms(ms: f64) -> Duration {
        Duration::from_secs_f64(ms / 1000.0)
    }

    /// Lines, levels and times of edges, ms; and what was pushed when, in µs.
    fn pushed(edges: &[(usize, bool, f64)]) -> Vec<(Knob, u128)> {
        let start = Instant::now();
        let mut contacts = Contacts::new([true, false, false], DEBOUNCE);
        let mut pushed = Vec::new();
        for (n, closed, t) in edges {
            pushed.extend(contacts.edge(*n, *closed, start + ms(*t)));
        }
        assert_eq!(contacts.due().is_some(), !edges.is_empty());
        pushed.extend(contacts.settle(start + ms(1e6)));
        assert_eq!(contacts.due(), None);
        pushed.into_iter().map(|push| (push.knob, (push.at - start).as_micros())).collect()
    }

    #[test]
    fn a_bounce_is_one_push_at_its_first_edge() {
        let edges = [
            (0, false, 10.0),
            (1, true, 12.0),
            (1, false, 12.4),
            (1, true, 12.9),
            (1, false, 13.0),
            (1, true, 14.5),
        ];
        assert_eq!(pushed(&edges), [(Knob::ALL[1], 12_000)]);
    }

    #[test]
    fn what_comes_back_at_once_was_nothing() {
        assert_eq!(pushed(&[(1, true, 10.0), (1, false, 10.3)]), []);
        // The end that is down opens for a moment when the table is bumped.
        assert_eq!(pushed(&[(0, false, 10.0), (0, true, 11.0)]), []);
    }

    #[test]
    fn pushes_come_in_their_order_however_fast_they_are() {
        let edges = [
            (0, false, 100.0),
            (1, true, 101.0),
            (1, false, 150.0),
            (0, true, 152.0),
            (0, false, 200.0),
            (1, true, 201.0),
            (2, true, 201.5),
        ];
        let wanted = [(1, 101_000), (0, 152_000), (1, 201_000), (2, 201_500)];
        assert_eq!(pushed(&edges), wanted.map(|(n, t)| (Knob::ALL[n], t)));
    }

    #[test]
    fn a_lever_is_a_state_and_buttons_are_not() {
        let contacts = |closed| Contacts::new(closed, DEBOUNCE).down();
        assert_eq!(contacts([true, false, false]), Some(LeverEnd::Left));
        assert_eq!(contacts([false, true, true]), Some(LeverEnd::Right));
        assert_eq!(contacts([false, false, false]), None);
        assert_eq!(contacts([true, true, false]), None, "in the middle of its way");
    }
}
