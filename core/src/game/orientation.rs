//! How the board lies: turned by 180° to its wiring it shows the same squares full before the game,
//! so both readings are followed until the moves tell them apart.

use std::{iter, mem};

use shakmaty::{Bitboard, Color, Square};

use super::{Game, Notice, Saying, Stage, StoppedBy, orders::Refusal};
use crate::{
    board::{Cleared, Matter, Ms, Planes, Severity, Withdrawal},
    rules::Concept,
    tracker::{Change, Stand, Tracker},
};

/// How the board lies to its wiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    Straight,
    Turned,
}

/// How the board lies, and the tracker that reads it the other way while that is open.
#[derive(Clone, Debug)]
pub(super) struct Orientation {
    lie: Lie,
    rival: Option<Tracker>,
    began: Began,
    presses: Vec<Press>,
}

/// How the board looked when the game began, so that it can be read again.
#[derive(Clone, Copy, Debug)]
struct Began {
    seen: Planes,
    /// Number of the next change then.
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Press {
    t: Ms,
    side: Color,
    /// Number of the next change then.
    next: usize,
}

/// How much likelier the other reading must be, points.
const TURNED: u32 = 50;
/// How much less likely it is given up, points.
const GIVEN_UP: u32 = 100;

impl Orientation {
    /// The board lies straight, or nobody can tell yet. `next` is the number of the next change.
    pub(super) fn open(start: &Stand, shown: Planes, next: usize) -> Orientation {
        let occupied = start.occupied();
        let symmetric = occupied == occupied.rotate_180() && matches!(shown, Planes::Occupancy(_));
        let rival = symmetric.then(|| Tracker::new(start.clone(), turned(shown), 0));
        let began = Began { seen: shown, next };
        Orientation { lie: Lie::Straight, rival, began, presses: Vec::new() }
    }

    /// The same for a board that lies as `other` does.
    pub(super) fn like(self, other: &Orientation) -> Orientation {
        Orientation { lie: other.lie, ..self }
    }

    fn square(&self, square: Square) -> Square {
        match self.lie {
            Lie::Straight => square,
            Lie::Turned => square.rotate_180(),
        }
    }

    fn turn(&mut self) {
        self.lie = match self.lie {
            Lie::Straight => Lie::Turned,
            Lie::Turned => Lie::Straight,
        };
    }

    fn planes(&self, planes: Planes) -> Planes {
        match self.lie {
            Lie::Straight => planes,
            Lie::Turned => turned(planes),
        }
    }
}

fn turned(planes: Planes) -> Planes {
    match planes {
        Planes::Occupancy(occupied) => Planes::Occupancy(occupied.rotate_180()),
        Planes::Polarity { white, black } => {
            Planes::Polarity { white: white.rotate_180(), black: black.rotate_180() }
        }
    }
}

/// Whether a reading shows nothing but legal moves, and either the player of the newest pressed his
/// own clock for it or his opponent has replied.
fn plays_chess(reading: &Tracker) -> bool {
    let line = || iter::successors(reading.best().line.as_deref(), |ply| ply.prev.as_deref());
    line().next().is_some_and(|last| last.pressed.is_some() || last.prev.is_some())
        && line().all(|ply| ply.lawful().is_some())
}

impl Game {
    /// A change as the wiring tells it, in the squares of the game.
    pub(super) fn mapped(&self, change: Change) -> Change {
        Change { square: self.orientation.square(change.square), ..change }
    }

    /// A reading of the whole board as the wiring tells it, in the squares of the game.
    pub(super) fn mapped_planes(&self, planes: Planes) -> Planes {
        self.orientation.planes(planes)
    }

    pub(super) fn track(&mut self, change: Change) {
        self.tracker.change(change);
        if let Some(rival) = &mut self.orientation.rival {
            rival.change(Change { square: change.square.rotate_180(), ..change });
        }
    }

    pub(super) fn track_press(&mut self, t: Ms, side: Color) {
        self.orientation.presses.push(Press { t, side, next: self.tracker.log().next() });
        self.tracker.press(t, side);
        if let Some(rival) = &mut self.orientation.rival {
            rival.press(t, side);
        }
    }

    pub(super) fn track_scan(&mut self, t: Ms, planes: Planes) {
        self.tracker.scan(t, planes);
        if let Some(rival) = &mut self.orientation.rival {
            rival.scan(t, turned(planes));
        }
    }

    /// The scanner cannot trust these squares, in those of the game.
    pub(super) fn track_broken(&mut self, squares: Bitboard) {
        self.tracker.distrust(squares);
        if let Some(rival) = &mut self.orientation.rival {
            rival.distrust(squares.rotate_180());
        }
    }

    /// The readings of these squares, in those of the game, count again, and nothing is made of them.
    pub(super) fn track_trusted(&mut self, squares: Bitboard) {
        self.tracker.trust(squares);
        if let Some(rival) = &mut self.orientation.rival {
            rival.trust(squares.rotate_180());
        }
    }

    /// The readings of these squares, in those of the game, count again; what was done meanwhile is
    /// worked out.
    pub(super) fn track_mended(&mut self, t: Ms, squares: Bitboard) {
        self.tracker.mend(t, squares);
        if let Some(rival) = &mut self.orientation.rival {
            rival.mend(t, squares.rotate_180());
        }
    }

    /// Squares as the wiring tells them, in those of the game.
    pub(super) fn mapped_squares(&self, squares: Bitboard) -> Bitboard {
        match self.orientation.lie {
            Lie::Straight => squares,
            Lie::Turned => squares.rotate_180(),
        }
    }

    /// The board reads so before the game, and nothing is made of it.
    pub(super) fn show(&mut self, planes: Planes) {
        self.tracker.show(planes);
        if let Some(rival) = &mut self.orientation.rival {
            rival.show(turned(planes));
        }
    }

    /// The arbiter has placed the game: how the board lies is no longer a question.
    pub(super) fn lies_so(&mut self) {
        self.orientation.rival = None;
    }

    /// Takes the other reading if it explains the moves far better.
    pub(super) fn turn_if_likelier(&mut self, saying: &mut Saying) {
        let Some(rival) = &self.orientation.rival else { return };
        let (straight, other) = (self.tracker.spent(), rival.spent());
        if other > straight + GIVEN_UP {
            self.orientation.rival = None;
        } else if other + TURNED < straight && plays_chess(rival) {
            self.turn();
            let notice = Notice::new(Matter::BoardTurned {}, Severity::Info).for_technician();
            let notice = notice.citing(&self.rules, Concept::BoardTurned);
            self.raise(saying, notice);
        }
    }

    /// Reads the board the other way from here on, if that reading is still followed. Should that
    /// prove wrong there is a way back.
    pub(super) fn turn(&mut self) -> bool {
        let Some(rival) = &mut self.orientation.rival else { return false };
        mem::swap(rival, &mut self.tracker);
        self.orientation.turn();
        self.away.clear();
        true
    }

    /// The arbiter says that the board lies the other way round: what was seen so far is read again.
    pub(super) fn flip(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        let from_its_start = self.placed.is_none() && self.stage != Stage::SetUp;
        if from_its_start {
            let broken = self.tracker.distrusted().rotate_180();
            self.tracker = self.read_turned();
            self.tracker.distrust(broken);
        } else {
            let seen = turned(self.tracker.seen());
            self.tracker.show(seen);
        }
        self.orientation.turn();
        self.orientation.began.seen = turned(self.orientation.began.seen);
        self.lies_so();
        self.away.clear();
        self.hold = None;
        if self.stage == Stage::SeemsOver {
            self.stage = Stage::Play;
        }
        // What was told of pieces was read from other squares.
        self.clear_where(|alert| !alert.is_about_time(), Cleared::Moot, saying);
        match self.stage {
            Stage::SetUp => self.setting_up(saying),
            _ if from_its_start => {
                self.withdraw(1, Withdrawal::Flip, saying);
                self.once_told.clear();
                self.settle(saying);
                self.clear_restored(saying);
            }
            _ => self.go_on(),
        }
        if matches!(self.stage, Stage::Stopped(StoppedBy::Arbiter)) {
            self.reinstating(saying);
        }
        Ok(())
    }

    /// The whole game as the board shows it turned by 180°.
    fn read_turned(&self) -> Tracker {
        let Began { seen, next } = self.orientation.began;
        let log = self.tracker.log();
        let turn = |change: &Change| Change { square: change.square.rotate_180(), ..*change };
        let mut tracker = Tracker::new(self.start.clone(), turned(seen), 0);
        for change in log.range(0, next) {
            tracker.observe(turn(change));
        }
        tracker.show(turned(seen));
        tracker.restart(self.start.clone(), 0);
        let mut presses = self.orientation.presses.iter().peekable();
        for (number, change) in (next..).zip(log.since(next)) {
            while let Some(press) = presses.next_if(|press| press.next <= number) {
                tracker.press(press.t, press.side);
            }
            tracker.change(turn(change));
        }
        for press in presses {
            tracker.press(press.t, press.side);
        }
        tracker
    }
}
