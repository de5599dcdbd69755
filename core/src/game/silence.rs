//! What falls due when nothing happens.

use std::sync::Arc;

use shakmaty::{Bitboard, Color};

use super::{Game, Hold, Notice, Saying, Stage, StoppedBy, record::REMEMBERED, time_low::Low};
use crate::{
    board::{
        Advice, AlertKind, Event, GameResult, Matter, Ms, Severity, Squares, Text, Withdrawal,
    },
    rules::Concept,
    tracker::{Diff, Hand, Ply, Stand},
};

/// What falls due.
#[derive(Clone, Copy, Debug)]
pub(super) enum Due {
    /// A press in mid-move has waited long enough.
    Hold(Hold),
    /// A piece has been off its square too long for a brush.
    Touch,
    /// A move, or an earlier position, has stood long enough.
    Record,
    /// A position that ends the game has stood long enough.
    Ending,
    /// Something has stood wrong long enough.
    Astray,
    /// The board has shown the told position long enough, whatever the tracker makes of it.
    InOrder,
    /// The mover has forgotten his clock.
    Forgotten,
    /// The wrong side's time runs.
    WrongClock,
    /// Both kings have stood in the centre long enough.
    Kings,
    /// A period's time is used up, its moves having been made, and the next begins.
    Period,
    /// A flag falls.
    Flag(Color),
    /// A player has little time left.
    Low(Color, Low),
    /// A player has not come.
    Late(Color),
    /// Squares that are read again have been so for long enough.
    Mended,
}

/// How long the board must show the told position to be in order again, ms.
const IN_ORDER_MS: Ms = 2_000;

impl Game {
    /// The next thing to fall due. Of several at one instant the first of the list comes first.
    pub(super) fn due(&self) -> Option<(Ms, Due)> {
        let mended = self.mended_due().map(|t| (t, Due::Mended));
        match self.stage {
            Stage::Play | Stage::SeemsOver => {}
            Stage::Stopped(StoppedBy::Player) => {
                let kings = self.kings_due().map(|t| (t, Due::Kings));
                return kings.into_iter().chain(mended).min_by_key(|(t, _)| *t);
            }
            Stage::SetUp
            | Stage::Over
            | Stage::Stopped(StoppedBy::Arbiter | StoppedBy::Restart) => return mended,
        }
        let first = [
            self.hold.map(|hold| (hold.t + self.rules.times.early_press_ms, Due::Hold(hold))),
            self.touch_due().map(|t| (t, Due::Touch)),
            self.record_due().map(|t| (t, Due::Record)),
            self.ending_due().map(|t| (t, Due::Ending)),
            self.kings_due().map(|t| (t, Due::Kings)),
            self.in_order_due().map(|t| (t, Due::InOrder)),
            self.astray_due().map(|t| (t, Due::Astray)),
            self.forgotten_due().map(|t| (t, Due::Forgotten)),
            self.wrong_clock_due().map(|t| (t, Due::WrongClock)),
            self.period_due().map(|t| (t, Due::Period)),
            self.flag_due().map(|(t, side)| (t, Due::Flag(side))),
            self.low_due().map(|(t, side, low)| (t, Due::Low(side, low))),
            self.late_due().map(|(t, side)| (t, Due::Late(side))),
            mended,
        ];
        // min_by_key keeps the first of equals.
        first.into_iter().flatten().min_by_key(|(t, _)| *t)
    }

    pub(super) fn fall_due(&mut self, due: Due, saying: &mut Saying) {
        match due {
            Due::Hold(hold) => self.end_hold(hold, saying),
            Due::Touch => self.tell_touches(saying),
            Due::Record => self.settle(saying),
            Due::Ending => self.end_by_position(saying),
            Due::Kings => self.signalled(saying),
            Due::InOrder => self.find_in_order(saying),
            Due::Astray => self.astray(saying),
            Due::Forgotten => self.forgotten(saying),
            Due::WrongClock => self.wrong_clock(saying),
            Due::Period => {
                self.clocks.advance(saying.t);
                self.say_clock(saying);
            }
            Due::Flag(side) => self.flag_fell(side, saying),
            Due::Low(side, low) => self.time_is_low(side, low, saying),
            Due::Late(side) => self.late(side, saying),
            Due::Mended => self.find_mended(saying),
        }
    }

    /// What stands wrong and no alert has named, in the best explanation.
    fn strays(&self) -> Diff {
        let best = self.tracker.best();
        let wrong = self.tracker.diff();
        if wrong.is_empty() {
            return wrong;
        }
        let named = self.named();
        let lawful = match best.hand {
            Hand::Moving | Hand::Done | Hand::Half | Hand::Rest | Hand::Kings(_) => {
                wrong.squares() & !best.residual
            }
            // The rook of an illegal castling is no matter of its own.
            Hand::Illegal(shape) if self.accused(shape) => wrong.squares() & !best.residual,
            Hand::Illegal(_) | Hand::OutOfTurn { .. } | Hand::Displaced => Bitboard::EMPTY,
        };
        wrong.without(named | lawful)
    }

    /// Squares that an open alert names, or that the arbiter has excused.
    fn named(&self) -> Bitboard {
        self.book.named() | self.excused()
    }

    fn in_order_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play || self.hold.is_some() || self.quiet() {
            return None;
        }
        let quiet = self.tracker.log().last().unwrap_or(0);
        let shown = |stand| self.tracker.diff_to(stand).is_empty();
        let found = shown(self.stand()) || self.once_told().is_some();
        found.then_some(quiet + IN_ORDER_MS)
    }

    /// The newest of the positions that were once told in which the board stands now: the start, or
    /// that after a move. An offence that is to be decided must not be put right by the way.
    fn once_told(&self) -> Option<(&Stand, Option<&Arc<Ply>>)> {
        if self.book.open().any(|alert| alert.severity == Severity::Decision) {
            return None;
        }
        let moves = self.once_told.iter().rev().map(|ply| (&*ply.after, Some(ply)));
        // Pieces that stand on their first squares after pressed moves were set up for another game.
        let pressed = self.record.iter().any(|entry| entry.ply.pressed.is_some());
        let start = (self.placed.is_none() && !pressed && self.record.len() <= REMEMBERED)
            .then_some((&self.start, None));
        moves.chain(start).find(|(stand, _)| self.tracker.diff_to(stand).is_empty())
    }

    /// After disorder another explanation may lead than the told one: the board itself says which is
    /// right once everybody has let go of the pieces.
    fn find_in_order(&mut self, saying: &mut Saying) {
        let once = self.once_told().filter(|_| !self.tracker.diff_to(self.stand()).is_empty());
        match once.map(|(stand, ply)| (stand.clone(), ply.cloned())) {
            Some((stand, ply)) => {
                let number = ply.as_ref().map_or(0, |ply| ply.number);
                self.tracker.go_on(stand, number, ply);
            }
            None => self.tracker_goes_on(),
        }
        self.clear_restored(saying);
        self.settle(saying);
    }

    fn astray_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play || self.hold.is_some() {
            return None;
        }
        let strays = self.strays();
        let quiet = self.tracker.log().last().unwrap_or(0) + self.rules.times.displaced_ms;
        let best = self.tracker.best();
        let waits = match best.hand {
            // With a clock the hand may still be thinking; without one nothing else tells.
            Hand::Illegal(_) => !self.has_clock() || best.pressed.is_some(),
            Hand::Half => best.pressed.is_some(),
            _ => true,
        };
        let half = best.hand == Hand::Half
            && best.pressed.is_some()
            && self.half_done().is_some()
            && !self.book.is_open(AlertKind::IllegalMove);
        (half || (waits && !strays.is_empty())).then_some(quiet)
    }

    /// Something stands wrong: says what it is.
    pub(super) fn astray(&mut self, saying: &mut Saying) {
        let strays = self.strays();
        let best = self.tracker.best();
        let turn = best.stand.turn();
        match best.hand {
            Hand::Half if best.pressed.is_some() => {
                if let Some(shape) = self.half_done() {
                    self.illegal_move(shape, Severity::Decision, saying);
                }
            }
            _ if strays.is_empty() => {}
            // What else stands wrong beside an illegal move that is told already is displaced.
            Hand::Illegal(shape) if self.accused(shape) => self.displaced(strays, saying),
            Hand::Illegal(shape) if !self.has_clock() => {
                self.withdraw(self.tracker.plies() + 1, Withdrawal::Hand, saying);
                self.illegal_move(shape, Severity::Attention, saying);
            }
            Hand::Illegal(shape) if best.pressed.is_some() => {
                self.illegal_move(shape, Severity::Decision, saying);
            }
            Hand::Illegal(_) => {}
            // What else stands wrong beside a move out of turn that is told already is displaced.
            Hand::OutOfTurn { from, to }
                if self.named().is_superset(Bitboard::from(from).with(to)) =>
            {
                self.displaced(strays, saying);
            }
            Hand::OutOfTurn { from, to } => {
                let uci = shakmaty::uci::UciMove::Normal { from, to, promotion: None };
                let matter = Matter::OutOfTurn { uci: Text(uci) };
                let notice = Notice::new(matter, Severity::Decision)
                    .by(!turn)
                    .at(Bitboard::from(from).with(to))
                    .advise(vec![Advice::Reinstate { ply: self.plies() }]);
                let notice = notice.citing(&self.rules, Concept::OutOfTurn);
                self.raise(saying, notice);
            }
            _ => self.displaced(strays, saying),
        }
    }

    fn displaced(&mut self, strays: Diff, saying: &mut Saying) {
        let matter =
            Matter::Displaced { missing: Squares(strays.missing), extra: Squares(strays.extra) };
        let notice = Notice::new(matter, Severity::Attention).at(strays.squares());
        let choices = Vec::from_iter(self.choice_of_board());
        let notice = Notice { choices, ..notice }.citing(&self.rules, Concept::Displaced);
        self.raise(saying, notice);
    }

    fn kings_due(&self) -> Option<Ms> {
        let centre = matches!(self.tracker.best().hand, Hand::Kings(_)) && !self.told.signalled;
        let quiet = self.tracker.log().last().unwrap_or(0);
        centre.then_some(quiet + self.rules.times.kings_ms)
    }

    /// The players' convention: both kings on light centre squares: White won; dark: Black; else drawn.
    fn signalled(&mut self, saying: &mut Saying) {
        let Hand::Kings(squares) = self.tracker.best().hand else { return };
        self.told.signalled = true;
        self.settle(saying);
        let light = (squares & Bitboard::LIGHT_SQUARES).count();
        let result = match light {
            2 => GameResult::WhiteWins,
            0 => GameResult::BlackWins,
            _ => GameResult::Draw,
        };
        self.say(saying, Event::ResultSignalled { result });
    }

    fn period_due(&self) -> Option<Ms> {
        let due = self.clocks.period_deadline().map(|(t, _)| t);
        due.filter(|_| self.stage == Stage::Play)
    }
}
