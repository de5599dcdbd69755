//! Pieces off their squares: touches as they are told, and what they oblige to.

use shakmaty::{Color, Piece, Square};

use super::{Game, Notice, Saying, Stage, StoppedBy};
use crate::{
    board::{Advice, Event, Matter, Ms, Severity, Text},
    rules::Concept,
    tracker::{Change, ChangeKind, Hand},
};

/// A piece that is off its square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Away {
    pub(super) square: Square,
    pub(super) piece: Piece,
    pub(super) t: Ms,
    /// Whether its owner had yet to press for a move that stood: he may still adjust (6.2.5).
    before_press: bool,
    told: bool,
}

impl Away {
    /// Whether it has been off its square too long for a brush.
    pub(super) fn counts(&self) -> bool {
        self.told
    }
}

impl Game {
    /// A square changed.
    pub(super) fn changed(&mut self, change: Change, saying: &mut Saying) {
        if self.tracker.distrusts(change.square) {
            self.track(change);
            return;
        }
        match self.stage {
            Stage::SetUp => {
                self.track(change);
                self.setting_up(saying);
            }
            Stage::Play => {
                let (before, moved) = (self.tracker.best().stand.clone(), self.unpressed());
                let piece = before.board().piece_at(change.square);
                self.track(change);
                self.turn_if_likelier(saying);
                match (change.kind, piece) {
                    (ChangeKind::Lift, Some(piece)) => {
                        let before_press = moved == Some(piece.color);
                        let (square, t) = (change.square, change.t);
                        self.away.push(Away { square, piece, t, before_press, told: false });
                    }
                    (ChangeKind::Lift, None) => {}
                    (ChangeKind::Place(_), _) => self.came_back(change, saying),
                }
                self.clear_restored(saying);
                self.settle(saying);
                self.seems_over(saying);
            }
            // The players may show the result with the kings.
            Stage::Stopped(StoppedBy::Player) => {
                self.track(change);
                self.put_away(saying);
            }
            Stage::Stopped(StoppedBy::Arbiter) => {
                self.tracker.observe(change);
                self.reinstating(saying);
            }
            Stage::Stopped(StoppedBy::Restart) => {
                self.track(change);
                self.compare(saying);
            }
            Stage::SeemsOver => self.tracker.observe(change),
            Stage::Over => self.changed_afterwards(change),
        }
    }

    /// Who has made a move and has not pressed for it.
    fn unpressed(&self) -> Option<Color> {
        let top = self.tracker.best().line.as_ref()?;
        (self.has_clock() && top.pressed.is_none()).then(|| top.by())
    }

    fn came_back(&mut self, change: Change, saying: &mut Saying) {
        let Some(place) = self.away.iter().rposition(|away| away.square == change.square) else {
            return;
        };
        let away = self.away.remove(place);
        let lifted_ms = change.t - away.t;
        // Where it was captured, what landed is its captor.
        let another =
            matches!(change.kind, ChangeKind::Place(Some(color)) if color != away.piece.color);
        let stands =
            !another && self.tracker.best().stand.board().piece_at(away.square) == Some(away.piece);
        if !away.told || !stands {
            return;
        }
        self.say_touch(&away, Some(lifted_ms), saying);
        self.touched_out_of_turn(&away, lifted_ms, saying);
    }

    fn say_touch(&mut self, away: &Away, lifted_ms: Option<Ms>, saying: &mut Saying) {
        let event = Event::Touch {
            square: Text(away.square),
            piece: away.piece.char(),
            by: self.hand_of(away).map(Text),
            returned_to: lifted_ms.map(|_| Text(away.square)),
            lifted_ms,
        };
        self.say(saying, event);
    }

    /// Whose hand it was, as far as squares can tell.
    fn hand_of(&self, away: &Away) -> Option<Color> {
        let stand = &self.tracker.best().stand;
        let owner = away.piece.color;
        let may_be_captured = owner != stand.turn() && stand.capturable().contains(away.square);
        (!may_be_captured || away.before_press).then_some(owner)
    }

    /// When the oldest untold touch is too long for a brush.
    pub(super) fn touch_due(&self) -> Option<Ms> {
        if self.stage != Stage::Play {
            return None;
        }
        let brush = self.rules.times.brush_ms;
        self.away.iter().filter(|away| !away.told).map(|away| away.t + brush).min()
    }

    pub(super) fn tell_touches(&mut self, saying: &mut Saying) {
        let brush = self.rules.times.brush_ms;
        for place in 0..self.away.len() {
            let away = self.away[place];
            if !away.told && away.t + brush <= saying.t {
                self.away[place].told = true;
                self.touched += 1;
                self.say_touch(&away, None, saying);
                self.seen_here(away.piece.color, saying);
                self.lapses(&away, saying);
            }
        }
        self.tell_obligation(saying);
        self.settle(saying);
    }

    /// Pieces that are no longer off their squares because a move was made or withdrawn.
    pub(super) fn moved_on(&mut self) {
        self.told.obligation = None;
        let stand = self.tracker.best().stand.clone();
        self.away.retain(|away| stand.board().piece_at(away.square) == Some(away.piece));
    }

    /// Whether the piece was taken up before its owner's newest move was made: a king that stands still
    /// when he castles may be carried aside for the rook (Guidelines II.3.2.5.1).
    fn lifted_on_own_turn(&self, away: &Away) -> bool {
        let newest = self.tracker.best().line.as_ref();
        newest.is_some_and(|ply| ply.by() == away.piece.color && away.t < ply.made)
    }

    /// Article 4.2 / 6.2.5: a piece of the side that is not to move left its square and came back,
    /// and could not have been captured.
    fn touched_out_of_turn(&mut self, away: &Away, lifted_ms: Ms, saying: &mut Saying) {
        let stand = &self.tracker.best().stand;
        let owner = away.piece.color;
        let excused = owner == stand.turn()
            || stand.capturable().contains(away.square)
            || away.before_press
            || self.lifted_on_own_turn(away)
            || self.tracker.best().hand == Hand::Displaced
            || !self.has_clock()
            || lifted_ms < self.rules.times.brush_ms;
        if excused {
            return;
        }
        let kind = crate::board::AlertKind::TouchedOutOfTurn;
        let count = self.book.raised(kind, owner) + 1;
        let severity = if count >= 3 { Severity::Attention } else { Severity::Info };
        let notice = Notice::new(Matter::TouchedOutOfTurn { count }, severity)
            .by(owner)
            .at(away.square.into())
            .advise(vec![Advice::Warn { side: Text(owner) }]);
        let notice = notice.citing(&self.rules, Concept::TouchedOutOfTurn);
        self.raise(saying, notice);
    }
}
