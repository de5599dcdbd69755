//! Before the game, and while a position is being set up again.

use shakmaty::{Bitboard, File};

use super::{Game, Notice, Saying, Stage, StoppedBy, orientation::Orientation};
use crate::{
    board::{
        Advice, Alert, AlertKind, Cleared, ClockKind, Event, Matter, Planes, Severity, Squares,
    },
    rules::{Concept, StartComplaints},
    tracker::{Diff, Hand},
};

/// Moves by each after which nobody may complain of the start any more.
const TEN: u32 = 10;

impl Game {
    pub(super) fn scanned(&mut self, planes: Planes, saying: &mut Saying) {
        self.whole_read(planes, saying);
        match self.stage {
            Stage::SetUp => {
                self.show(planes);
                self.setting_up(saying);
            }
            Stage::Play => {
                self.track_scan(saying.t, planes);
                self.turn_if_likelier(saying);
                self.clear_restored(saying);
                self.settle(saying);
            }
            Stage::Stopped(StoppedBy::Restart) => {
                let first = self.tracker.log().next();
                self.track_scan(saying.t, planes);
                self.meanwhile = first..self.tracker.log().next();
                self.compare(saying);
            }
            Stage::Stopped(_) => {
                self.tracker.show(planes);
                self.reinstating(saying);
            }
            Stage::SeemsOver => self.tracker.show(planes),
            Stage::Over => self.scanned_afterwards(planes, saying),
        }
    }

    /// Something changed before the clock was started.
    pub(super) fn setting_up(&mut self, saying: &mut Saying) {
        let diff = self.tracker.diff_to(&self.start);
        self.tell_setup(diff, saying);
        if diff.is_empty() {
            self.begin_anew();
            if self.clock == ClockKind::None {
                self.stage = Stage::Play;
            }
        }
        self.rotated(saying);
        self.armies_exchanged(saying);
    }

    /// Articles 7.2 / 7.3, where the squares see colours: White's pieces stand at the far end. Either the
    /// board lies turned to its wiring, or the players sit at the wrong sides.
    fn armies_exchanged(&mut self, saying: &mut Saying) {
        let board = self.start.board();
        let exchanged = Planes::Polarity {
            white: board.white().rotate_180(),
            black: board.black().rotate_180(),
        };
        let exchanged =
            self.tracker.seen() == exchanged && !self.tracker.diff_to(&self.start).is_empty();
        if exchanged && !self.book.is_open(AlertKind::ArmyAtFarEnd) {
            let notice = Notice::new(Matter::ArmyAtFarEnd {}, Severity::Attention);
            let notice = notice.citing(&self.rules, Concept::ArmyAtFarEnd);
            self.raise(saying, notice);
        } else if !exchanged {
            self.clear_kind(AlertKind::ArmyAtFarEnd, Cleared::Restored, saying);
        }
    }

    /// Both readings of the board begin at the starting position.
    fn begin_anew(&mut self) {
        self.orientation =
            Orientation::open(&self.start, self.tracker.seen(), self.tracker.log().next())
                .like(&self.orientation);
        self.tracker.restart(self.start.clone(), 0);
    }

    fn tell_setup(&mut self, diff: Diff, saying: &mut Saying) {
        if self.told.setup == Some(diff) {
            return;
        }
        self.told.setup = Some(diff);
        if diff.is_empty() {
            let fen = self.stand().fen();
            self.say(saying, Event::Ready { fen });
        } else {
            let wrong = diff.missing & diff.extra;
            let event = Event::Setup {
                missing: Squares(diff.missing & !wrong),
                extra: Squares(diff.extra & !wrong),
                wrong_color: Squares(wrong),
            };
            self.say(saying, event);
        }
    }

    /// Something changed while the clocks stand.
    pub(super) fn reinstating(&mut self, saying: &mut Saying) {
        let diff = self.tracker.diff_to(self.stand());
        self.tell_setup(diff, saying);
        if diff.is_empty() {
            self.restored(saying);
        }
    }

    /// After a restart: says where the board differs from the position that was told last. What
    /// happened meanwhile is worked out all the same, and told when play goes on.
    pub(super) fn compare(&mut self, saying: &mut Saying) {
        let diff = self.tracker.diff_to(self.stand());
        if !diff.is_empty() || self.told.setup.is_some() {
            self.tell_setup(diff, saying);
        }
    }

    /// Articles 7.1.2 / 7.2.2: a dark corner at the players' right, seen by the files that are full.
    fn rotated(&mut self, saying: &mut Saying) {
        let files = [File::A, File::B, File::G, File::H].into_iter().map(Bitboard::from);
        let sideways = files.fold(Bitboard::EMPTY, |all, file| all | file);
        let rotated =
            self.tracker.seen().occupied() == sideways && self.start.occupied() == upright();
        if rotated && !self.book.is_open(AlertKind::BoardRotated) {
            let notice = Notice::new(Matter::BoardRotated {}, Severity::Attention);
            let notice = notice.citing(&self.rules, Concept::BoardRotated);
            self.raise(saying, notice);
        } else if !rotated {
            self.clear_kind(AlertKind::BoardRotated, Cleared::Restored, saying);
        }
    }

    /// Articles 7.1.1 / 7.2.1: the clock was started and the starting position is not right.
    pub(super) fn wrong_start(&mut self, saying: &mut Saying) {
        let best = self.tracker.best();
        let diff = self.tracker.diff_to(&self.start);
        if diff.is_empty() || best.line.is_some() {
            return;
        }
        let matter =
            Matter::WrongStart { missing: Squares(diff.missing), extra: Squares(diff.extra) };
        let notice = Notice::new(matter, Severity::Attention).at(diff.squares());
        let notice = notice.citing(&self.rules, Concept::WrongStart);
        self.raise(saying, notice);
        self.begin_anew();
    }

    /// Once a move is made a wrong start means a new game (7.1.1 / 7.2.1); where it is too late to complain
    /// (13.4.1.2 / A.5.1.2) the game goes on from what stood there.
    pub(super) fn started_wrong(&mut self, saying: &mut Saying) {
        let open = self.book.open().find(|alert| alert.kind() == AlertKind::WrongStart);
        let Some(mut alert) = open.filter(|_| self.plies() > 0).cloned() else { return };
        let too_late = self.rules.parameters.start_complaints == StartComplaints::TenMoves
            && self.plies() / 2 >= TEN;
        if too_late {
            self.clear(alert.id, Cleared::Moot, saying);
        } else if alert.advice.is_empty() {
            alert.advice = vec![Advice::NewGame {}];
            self.revise(alert, saying);
        }
    }

    /// The board shows again what it must.
    pub(super) fn restored(&mut self, saying: &mut Saying) {
        self.clear_kind(AlertKind::WrongStart, Cleared::Restored, saying);
        self.clear_kind(AlertKind::Displaced, Cleared::Restored, saying);
        self.clear_kind(AlertKind::OutOfTurn, Cleared::Restored, saying);
    }

    /// Clears alerts about squares that are as they must be again.
    pub(super) fn clear_restored(&mut self, saying: &mut Saying) {
        let best = self.tracker.best();
        let wrong = self.tracker.diff().squares();
        let at_rest = best.hand == Hand::Rest && wrong.is_empty();
        let about = [AlertKind::Displaced, AlertKind::WrongStart, AlertKind::OutOfTurn];
        let restored = |alert: &Alert| {
            about.contains(&alert.kind()) && (at_rest || (alert.squares.0 & wrong).is_empty())
        };
        self.clear_where(restored, Cleared::Restored, saying);
    }

    pub(super) fn clear(&mut self, id: u32, why: Cleared, saying: &mut Saying) {
        if let Some(event) = self.book.clear(id, why) {
            self.say(saying, event);
        }
    }

    pub(super) fn clear_kind(&mut self, kind: AlertKind, why: Cleared, saying: &mut Saying) {
        self.clear_where(|alert| alert.kind() == kind, why, saying);
    }

    /// Clears every open alert that is one of those.
    pub(super) fn clear_where(
        &mut self,
        which: impl Fn(&Alert) -> bool,
        why: Cleared,
        saying: &mut Saying,
    ) {
        let ids: Vec<u32> = self.book.open().filter(|a| which(a)).map(|a| a.id).collect();
        for id in ids {
            self.clear(id, why, saying);
        }
    }
}

/// Ranks 1, 2, 7 and 8.
fn upright() -> Bitboard {
    Bitboard(0xffff_0000_0000_ffff)
}
