//! Squares that the scanner cannot read, and what becomes of the alerts about them.

use shakmaty::Bitboard;

use super::{Game, Notice, Saying, Stage, StoppedBy};
use crate::{
    board::{Advice, Alert, Cleared, Matter, Ms, Planes, Severity, Squares, blinds},
    tracker::{Hand, Ply},
};

/// How long squares must have been read again before their alert is cleared, ms. It doubles each
/// time that the alert comes back.
const MENDED_MS: Ms = 2_000;
/// So many times at most.
const DOUBLED: u32 = 5;
/// The code of a reading that the program could not deal with: whoever is called must look himself.
const PROGRAM_ERROR: &str = "program_error";
/// The code of squares that are read again where no legal moves explain what stands there now.
const UNEXPLAINED: &str = "unexplained";

/// What the scanner has said under one code. It stays known when it is over, for it may come back.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    reason: String,
    /// Squares that cannot be read, as the wiring tells them.
    squares: Bitboard,
    alert: Option<u32>,
    /// Since when all of them are read again.
    mended: Option<Ms>,
}

impl Game {
    /// The scanner cannot trust these squares; none named: the whole board.
    pub(super) fn failed(&mut self, squares: Bitboard, reason: &str, saying: &mut Saying) {
        let squares = if squares.is_empty() { Bitboard::FULL } else { squares };
        if blinds(reason) {
            self.track_broken(self.mapped_squares(squares));
        }
        let place = self.troubles.iter().position(|trouble| trouble.reason == reason);
        let place = place.unwrap_or_else(|| {
            let fresh = Bitboard::EMPTY;
            let reason = reason.to_owned();
            self.troubles.push(Trouble { reason, squares: fresh, alert: None, mended: None });
            self.troubles.len() - 1
        });
        let trouble = &mut self.troubles[place];
        let known = trouble.mended.take().is_none() && trouble.squares.is_superset(squares);
        trouble.squares |= squares;
        self.tell_trouble(place, known, saying);
    }

    /// The scanner reads these squares again; none named: the whole board.
    pub(super) fn mended(&mut self, squares: Bitboard, reason: &str, saying: &mut Saying) {
        let squares = if squares.is_empty() { Bitboard::FULL } else { squares };
        let Some(place) = self.troubles.iter().position(|trouble| trouble.reason == reason) else {
            return;
        };
        let trouble = &mut self.troubles[place];
        trouble.squares &= !squares;
        if trouble.squares.is_empty() {
            trouble.mended.get_or_insert(saying.t);
        } else {
            self.tell_trouble(place, true, saying);
        }
        let freed = self.freed();
        if freed.is_empty() {
            return;
        }
        match self.stage {
            Stage::SetUp => {
                self.track_trusted(freed);
                self.setting_up(saying);
            }
            Stage::Play => {
                self.read_again(saying.t, freed);
                let empty = !self.tracker.seen().occupied();
                self.away.retain(|away| (empty | !freed).contains(away.square));
                self.turn_if_likelier(saying);
                self.clear_restored(saying);
                self.settle(saying);
            }
            Stage::Stopped(StoppedBy::Restart) => {
                self.read_again(saying.t, freed);
                self.compare(saying);
            }
            Stage::Stopped(StoppedBy::Player) => self.read_again(saying.t, freed),
            Stage::Stopped(StoppedBy::Arbiter) => {
                self.track_trusted(freed);
                self.reinstating(saying);
            }
            Stage::SeemsOver | Stage::Over => self.track_trusted(freed),
        }
    }

    fn read_again(&mut self, t: Ms, squares: Bitboard) {
        let first = self.tracker.log().next();
        self.track_mended(t, squares);
        let found = first..self.tracker.log().next();
        if !found.is_empty() {
            self.unseen.push(found);
        }
    }

    /// Whether a part of the move was made while its squares could not be read: then nobody knows
    /// when, nor what was touched before.
    pub(super) fn went_unseen(&self, ply: &Ply) -> bool {
        let (from, to) = ply.changes;
        self.unseen.iter().any(|unseen| unseen.start.max(from) < unseen.end.min(to))
    }

    /// The whole board was read, and shows these squares of the game full: that ends faults of the
    /// whole.
    pub(super) fn whole_read(&mut self, planes: Planes, saying: &mut Saying) {
        for trouble in &mut self.troubles {
            if trouble.squares == Bitboard::FULL && blinds(&trouble.reason) {
                trouble.squares = Bitboard::EMPTY;
                trouble.mended = Some(saying.t);
            }
        }
        let freed = self.freed();
        if freed.is_empty() {
            return;
        }
        match self.stage {
            Stage::Play | Stage::Stopped(StoppedBy::Restart) => {
                self.show(planes);
                self.read_again(saying.t, freed);
            }
            _ => self.track_trusted(freed),
        }
    }

    /// The scanner begins anew: what it cannot read it will say again.
    pub(super) fn forget_troubles(&mut self, t: Ms) {
        for trouble in &mut self.troubles {
            trouble.squares = Bitboard::EMPTY;
            trouble.mended.get_or_insert(t);
        }
    }

    /// After an order was undone: the scanner's faults are no part of the game that comes back.
    pub(super) fn distrust_as_before(&mut self) {
        self.track_trusted(self.freed());
        let broken = self.broken();
        if broken.any() {
            self.track_broken(broken);
        }
    }

    /// Squares that cannot be read, in those of the game.
    fn broken(&self) -> Bitboard {
        let blind = self.troubles.iter().filter(|trouble| blinds(&trouble.reason));
        self.mapped_squares(blind.fold(Bitboard::EMPTY, |all, trouble| all | trouble.squares))
    }

    /// Squares that are not trusted, though nothing speaks against them any more.
    fn freed(&self) -> Bitboard {
        self.tracker.distrusted() & !self.broken()
    }

    /// A fault is told by one alert, however often it comes and goes. `known` if it was there before,
    /// at these squares.
    fn tell_trouble(&mut self, place: usize, known: bool, saying: &mut Saying) {
        if self.silent() {
            return;
        }
        let trouble = &self.troubles[place];
        let whole = trouble.squares == Bitboard::FULL;
        let squares = if whole { Bitboard::EMPTY } else { self.mapped_squares(trouble.squares) };
        let matter = Matter::SensorFault { reason: trouble.reason.clone() };
        // What happened on a board that nobody could read is settled by looking at it.
        let unknown = whole && blinds(&trouble.reason);
        let advice = Vec::from_iter(unknown.then_some(Advice::AcceptBoard { fen: None }));
        let old = trouble.alert.and_then(|id| self.book.find(id));
        match old {
            Some((alert, None | Some(Cleared::Mended))) => {
                let squares = Squares(squares);
                let alert = Alert { matter, squares, advice, ..alert.clone() };
                if let Some(event) = self.book.reopen(alert) {
                    self.say(saying, event);
                }
            }
            // Somebody has seen to it.
            Some(_) if known => {}
            _ => {
                let notice = Notice::new(matter, Severity::Attention).at(squares).for_technician();
                self.raise(saying, notice.advise(advice));
                self.troubles[place].alert = Some(self.book.newest());
            }
        }
    }

    /// Alerts about squares that are read again, each with when that will have been so for long enough.
    fn mending(&self) -> impl Iterator<Item = (Ms, &Alert)> {
        let last = self.tracker.log().last().unwrap_or(0);
        self.troubles.iter().filter_map(move |trouble| {
            let since = trouble.mended.filter(|_| trouble.reason != PROGRAM_ERROR)?;
            let (alert, None) = self.book.find(trouble.alert?)? else { return None };
            let wait = MENDED_MS << alert.rev.saturating_sub(1).min(DOUBLED);
            let unexplained = Matter::SensorFault { reason: UNEXPLAINED.into() };
            let news = alert.matter != unexplained || self.explained(alert.squares.0);
            news.then_some((since.saturating_add(wait).max(last), alert))
        })
    }

    pub(super) fn mended_due(&self) -> Option<Ms> {
        self.mending().map(|(due, _)| due).min().filter(|_| !self.silent())
    }

    /// Squares have been read again for long enough: their alert goes if the game knows where it
    /// stands, and says so if it does not.
    pub(super) fn find_mended(&mut self, saying: &mut Saying) {
        let due = self.mending().filter(|(due, _)| *due <= saying.t);
        let due: Vec<Alert> = due.map(|(_, alert)| alert.clone()).collect();
        for alert in due {
            if self.explained(alert.squares.0) {
                self.clear(alert.id, Cleared::Mended, saying);
            } else {
                let matter = Matter::SensorFault { reason: UNEXPLAINED.into() };
                let advice = vec![Advice::AcceptBoard { fen: None }];
                self.revise(Alert { matter, advice, ..alert }, saying);
            }
        }
    }

    /// Whether these squares (none: all) show the position, or what legal moves and the hand make of
    /// it. While play stands they are compared anyhow.
    fn explained(&self, squares: Bitboard) -> bool {
        let squares = if squares.is_empty() { Bitboard::FULL } else { squares };
        let best = self.tracker.best();
        let wrong = match best.hand {
            Hand::Rest | Hand::Moving | Hand::Done | Hand::Half | Hand::Kings(_) => best.residual,
            Hand::Illegal(_) | Hand::OutOfTurn { .. } | Hand::Displaced => {
                best.residual | self.tracker.diff().squares()
            }
        };
        self.stage != Stage::Play || (wrong & squares & !self.tracker.distrusted()).is_empty()
    }
}
