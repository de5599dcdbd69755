//! The alerts of a game: raised, revised, cleared.

use shakmaty::{Bitboard, Color};

use crate::{
    board::{
        Advice, Alert, AlertKind, Choice, Cleared, Event, Matter, Ms, Severity, Squares, Text,
        Watch,
    },
    rules::{Concept, Rules},
};

/// What is to be said of a matter; the book adds number, revision and edition.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    pub(super) matter: Matter,
    pub(super) severity: Severity,
    pub(super) watch: Watch,
    pub(super) side: Option<Color>,
    pub(super) squares: Bitboard,
    pub(super) article: Option<String>,
    pub(super) penalty: Option<String>,
    pub(super) hands_off: bool,
    pub(super) advice: Vec<Advice>,
    pub(super) choices: Vec<Choice>,
}

impl Notice {
    pub(super) fn new(matter: Matter, severity: Severity) -> Notice {
        Notice {
            matter,
            severity,
            watch: Watch::Arbiter,
            side: None,
            squares: Bitboard::EMPTY,
            article: None,
            penalty: None,
            hands_off: false,
            advice: Vec::new(),
            choices: Vec::new(),
        }
    }

    pub(super) fn by(self, side: Color) -> Notice {
        Notice { side: Some(side), ..self }
    }

    pub(super) fn at(self, squares: Bitboard) -> Notice {
        Notice { squares, ..self }
    }

    pub(super) fn advise(self, advice: Vec<Advice>) -> Notice {
        Notice { advice, ..self }
    }

    pub(super) fn for_technician(self) -> Notice {
        Notice { watch: Watch::Technician, ..self }
    }

    /// With the article concerned and the one by which it is punished, of the edition in force.
    pub(super) fn citing(self, rules: &Rules, concept: Concept) -> Notice {
        Notice {
            article: rules.article(concept).map(ToString::to_string),
            penalty: rules.penalty(concept).map(ToString::to_string),
            ..self
        }
    }

    pub(super) fn hands_off(self) -> Notice {
        Notice { hands_off: true, ..self }
    }
}

/// Every alert of the game.
#[derive(Clone, Debug)]
pub(super) struct Book {
    rules: String,
    alerts: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    alert: Alert,
    press: Option<Ms>,
    cleared: Option<Cleared>,
}

impl Book {
    pub(super) fn new(rules: String) -> Book {
        Book { rules, alerts: Vec::new() }
    }

    /// Writes an alert down and gives the event that says so.
    ///
    /// `press` is the last press of the player concerned.
    pub(super) fn raise(&mut self, ply: u32, press: Option<Ms>, notice: Notice) -> Event {
        let id = u32::try_from(self.alerts.len()).unwrap_or(u32::MAX).saturating_add(1);
        let alert = Alert {
            id,
            rev: 1,
            ply,
            matter: notice.matter,
            severity: notice.severity,
            watch: notice.watch,
            side: notice.side.map(Text),
            squares: Squares(notice.squares),
            article: notice.article,
            penalty: notice.penalty,
            rules: self.rules.clone(),
            hands_off: notice.hands_off,
            advice: notice.advice,
            choices: notice.choices,
        };
        self.alerts.push(Entry { alert: alert.clone(), press, cleared: None });
        Event::Alert(alert)
    }

    /// Puts what an open alert says in the place of what it said, as its next revision; nothing is said
    /// where that is the same.
    pub(super) fn revise(&mut self, alert: Alert) -> Option<Event> {
        let open = self.alerts.iter_mut().find(|e| e.alert.id == alert.id && e.cleared.is_none());
        let entry = open.filter(|entry| entry.alert != alert)?;
        entry.alert = Alert { rev: entry.alert.rev + 1, ..alert };
        Some(Event::Alert(entry.alert.clone()))
    }

    /// The same for an alert that may have been cleared: it is open again.
    pub(super) fn reopen(&mut self, alert: Alert) -> Option<Event> {
        let entry = self.alerts.iter_mut().find(|e| e.alert.id == alert.id)?;
        if entry.cleared.take().is_some() {
            entry.alert.rev += 1;
            entry.alert = Alert { rev: entry.alert.rev, ..alert };
            return Some(Event::Alert(entry.alert.clone()));
        }
        self.revise(alert)
    }

    /// An alert, open or not, and what became of it.
    pub(super) fn find(&self, id: u32) -> Option<(&Alert, Option<Cleared>)> {
        self.alerts.iter().find(|e| e.alert.id == id).map(|e| (&e.alert, e.cleared))
    }

    /// The alerts against the same player that belong to the same press as this one.
    pub(super) fn of_the_press_of(&self, id: u32) -> Vec<u32> {
        let Some(this) = self.alerts.iter().find(|e| e.alert.id == id) else { return Vec::new() };
        let same = |e: &&Entry| {
            this.press.is_some() && e.press == this.press && e.alert.side == this.alert.side
        };
        self.alerts.iter().filter(same).map(|e| e.alert.id).collect()
    }

    /// Clears an open alert.
    pub(super) fn clear(&mut self, id: u32, why: Cleared) -> Option<Event> {
        let entry = self.alerts.iter_mut().find(|e| e.alert.id == id && e.cleared.is_none())?;
        entry.cleared = Some(why);
        Some(Event::AlertCleared { id, kind: entry.alert.kind(), why })
    }

    /// The alerts are again as they were `before`, but for their numbers and revisions, which go on,
    /// and for what the scanner has said meanwhile. Gives what must be said for it.
    pub(super) fn go_back_to(&mut self, before: &Book) -> Vec<Event> {
        let mut said = Vec::new();
        for (place, entry) in self.alerts.iter_mut().enumerate() {
            let was = before.alerts.get(place);
            let new_fault = was.is_none() && entry.alert.kind() == AlertKind::SensorFault;
            if new_fault || entry.cleared == Some(Cleared::Mended) {
                continue;
            }
            let was_open = was.filter(|was| was.cleared.is_none());
            match (was_open, entry.cleared) {
                (Some(was), None) if entry.alert == was.alert => {}
                (Some(was), _) => {
                    let rev = entry.alert.rev + 1;
                    entry.alert = Alert { rev, ..was.alert.clone() };
                    entry.cleared = None;
                    said.push(Event::Alert(entry.alert.clone()));
                }
                (None, None) => {
                    let why = was.and_then(|was| was.cleared).unwrap_or(Cleared::Moot);
                    entry.cleared = Some(why);
                    let (id, kind) = (entry.alert.id, entry.alert.kind());
                    said.push(Event::AlertCleared { id, kind, why });
                }
                (None, Some(_)) => {}
            }
        }
        said
    }

    /// The open alerts, oldest first.
    pub(super) fn open(&self) -> impl DoubleEndedIterator<Item = &Alert> {
        self.alerts.iter().filter(|e| e.cleared.is_none()).map(|e| &e.alert)
    }

    /// Whether an alert of that kind is open.
    pub(super) fn is_open(&self, kind: AlertKind) -> bool {
        self.open().any(|alert| alert.kind() == kind)
    }

    /// How often that kind was raised, open or not, against a side.
    pub(super) fn raised(&self, kind: AlertKind, side: Color) -> u32 {
        let of = |e: &&Entry| e.alert.kind() == kind && e.alert.side.map(|s| s.0) == Some(side);
        u32::try_from(self.alerts.iter().filter(of).count()).unwrap_or(u32::MAX)
    }

    /// Whether that kind was raised against a side at that ply.
    pub(super) fn raised_at(&self, kind: AlertKind, side: Color, ply: u32) -> bool {
        self.alerts.iter().any(|e| {
            e.alert.kind() == kind && e.alert.ply == ply && e.alert.side.map(|s| s.0) == Some(side)
        })
    }

    /// Squares named at that ply by alerts of that kind, open or not.
    pub(super) fn squares_at(&self, kind: AlertKind, ply: u32) -> Bitboard {
        let of = self.alerts.iter().filter(|e| e.alert.kind() == kind && e.alert.ply == ply);
        of.fold(Bitboard::EMPTY, |named, e| named | e.alert.squares.0)
    }

    /// The newest alert of these kinds against a side that was raised at that ply or later, and what
    /// became of it.
    pub(super) fn newest_of(
        &self,
        kinds: &[AlertKind],
        side: Color,
        since: u32,
    ) -> Option<(&Alert, Option<Cleared>)> {
        let of = |e: &&Entry| {
            kinds.contains(&e.alert.kind())
                && e.alert.side.map(|s| s.0) == Some(side)
                && e.alert.ply >= since
        };
        self.alerts.iter().rev().find(of).map(|e| (&e.alert, e.cleared))
    }

    /// Number of the newest alert.
    pub(super) fn newest(&self) -> u32 {
        self.alerts.last().map_or(0, |e| e.alert.id)
    }

    /// Squares named in open alerts about wrong squares: they raise no second one.
    pub(super) fn named(&self) -> Bitboard {
        self.open()
            .filter(|alert| alert.names_squares())
            .fold(Bitboard::EMPTY, |named, alert| named | alert.squares.0)
    }
}
