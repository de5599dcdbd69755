//! One game, from set-up to result: tracker, timing and rules together, and the arbiter's orders.
//!
//! [`Game::apply`] is the fold. What falls due by silence is a `silence::Due`; what the tracker
//! thinks is told by `record`; what a completed move shows is weighed by
//! `offences`; orders are carried out by `orders`.

mod acceptance;
mod afterwards;
mod book;
mod castled;
mod chess960;
mod claims;
mod colours;
mod completion;
mod corrections;
mod decisions;
mod endings;
mod entry;
mod external;
mod faults;
mod flags;
mod header;
mod illegal_moves;
mod late;
mod limited;
mod obligations;
mod oblige;
mod offences;
mod offers;
mod orders;
mod orientation;
mod penalties;
mod presses;
mod proofs;
mod quickplay;
mod record;
mod setup;
mod silence;
mod time_low;
mod touches;
mod undo;

use std::{collections::VecDeque, ops::Range, sync::Arc};

use shakmaty::{ByColor, Color};

use crate::{
    board::{
        Alert, ClockKind, Colours, Event, GameResult, Header, HeaderError, Ms, Reason, Record,
        Said, Text, What,
    },
    rules::{Concept, Obligation, Rules},
    timing::{Clocks, Credit},
    tracker::{Change, ChangeKind, GivenUp, Ply, Stand, Tracker},
};
use book::{Book, Notice};
use decisions::Excuse;
use entry::Entry;
use orientation::Orientation;
use proofs::Proof;
pub use proofs::{About, Answers, Question, answer};
use touches::Away;

/// One game as a fold: records in, events out.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    clock: ClockKind,
    start: Stand,
    tracker: Tracker,
    orientation: Orientation,
    stage: Stage,
    clocks: Clocks,
    /// The moves as they were told.
    record: Vec<Entry>,
    /// How many of them, from the first, are completed and sure.
    settled: usize,
    /// The newest moves that were once told as the last, oldest first.
    once_told: VecDeque<Arc<Ply>>,
    /// A position that the arbiter set.
    placed: Option<Placed>,
    /// Legs so far: 1 is the game from its start.
    leg: u32,
    colours: Colours,
    book: Book,
    excuses: Vec<Excuse>,
    /// What the scanner has said of squares it cannot read.
    troubles: Vec<faults::Trouble>,
    /// Changes in the tracker's log that were only found when squares were read again.
    unseen: Vec<Range<usize>>,
    /// Illegal moves applied, by player.
    illegal: ByColor<u32>,
    /// A press in mid-move waits until it is clear what it was.
    hold: Option<Hold>,
    /// Pieces that are off their squares.
    away: Vec<Away>,
    /// What binds the move that replaces an illegal one.
    carried: Option<obligations::Carried>,
    ordered: Option<oblige::Ordered>,
    told: Told,
    offers: Vec<offers::Offer>,
    /// Who has been seen at the board.
    presence: ByColor<late::Presence>,
    /// Who has an assistant.
    assisted: ByColor<bool>,
    /// Touches told.
    touched: u32,
    /// When a clock first ran.
    started: Option<Ms>,
    now: Ms,
    /// Nothing falls due before, ms; 0 where that is not known, for something has happened.
    nothing_before: Ms,
    seq: u64,
    /// The last event after which an arbiter who has not seen it may decide wrongly.
    changed: u64,
    /// The position, by number of moves and name, that was looked at for an ending.
    looked_at: Option<(u32, u64)>,
    /// How it ends the game.
    ending: Option<(Reason, GameResult)>,
    /// What another clock showed.
    readings: external::Readings,
    /// Where it is told who can still mate.
    answers: Answers,
    proofs: Vec<Proof>,
    /// The winner by a resignation that is drawn if he could never mate.
    resigned_to: Option<Color>,
    /// Since when the clock that runs has been running.
    running_since: Option<Ms>,
    /// When the daemon last came back.
    restarted: Option<Ms>,
    /// Changes in the tracker's log that happened while the daemon was away.
    meanwhile: Range<usize>,
    /// When the clocks last started after standing.
    resumed: Option<Ms>,
    /// The game before the arbiter's last command, for `undo`.
    before: Option<Box<Game>>,
    /// When each player pressed last.
    last_press: ByColor<Option<Ms>>,
    /// Presses and stops so far.
    presses: u32,
    /// What was said when the game ended.
    outcome: Option<Event>,
    /// Why it ended, if the players may not have noticed.
    unnoticed: Option<Reason>,
    /// Presses when a position was told that no game can reach.
    unreachable_since: u32,
    /// A reason for which it does not end any more: the arbiter has let it go on.
    overruled: Option<Reason>,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Pieces are being set up; nothing has started.
    SetUp,
    /// The game is on.
    Play,
    /// Both clocks stand.
    Stopped(StoppedBy),
    /// The players seem to have finished, and nothing more is raised.
    SeemsOver,
    /// There is a result.
    Over,
}

/// Who stopped the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoppedBy {
    Player,
    Arbiter,
    /// The daemon was away. What happens at the board is followed all the same.
    Restart,
}

/// A position that the arbiter set, and after which ply.
#[derive(Clone, Debug)]
struct Placed {
    ply: u32,
    stand: Stand,
}

/// A press in mid-move.
#[derive(Clone, Copy, Debug)]
struct Hold {
    t: Ms,
    side: Color,
}

/// What was told last, so that it is told again only when it changes.
#[derive(Clone, Debug, Default)]
struct Told {
    setup: Option<crate::tracker::Diff>,
    started: bool,
    obligation: Option<(u32, Obligation)>,
    signalled: bool,
    /// Number of the move for which the forgotten clock was told.
    forgotten: u32,
    wrong_clock: Option<Ms>,
    low: time_low::LowTold,
    flag: ByColor<bool>,
}

impl Game {
    /// A game as its header describes it.
    ///
    /// # Errors
    ///
    /// When a key of the header cannot be understood: an unknown edition, a time control that is
    /// no PGN time control, a position that is none, a parameter that does not exist.
    pub fn new(header: &Header) -> Result<Game, HeaderError> {
        header::game(header)
    }

    /// The rules by which the game of a header is played: its edition, and what the event regulates
    /// otherwise.
    ///
    /// # Errors
    ///
    /// When the edition, a parameter or the kind of play is not known to it.
    pub fn rules_of(header: &Header) -> Result<Rules, HeaderError> {
        header::rules(header)
    }

    /// Lets time pass to the record, then takes it in. Events are appended to `said`.
    ///
    /// Records come in order of their times; an earlier one counts as of now.
    pub fn apply(&mut self, record: &Record, said: &mut Vec<Said>) {
        let t = record.t.max(self.now);
        self.advance(t, said);
        self.nothing_before = 0;
        let mut saying = Saying { said, t };
        match &record.what {
            What::Scan(planes) => self.scanned(self.mapped_planes(*planes), &mut saying),
            What::Lift(square) => {
                let change = Change { t, square: *square, kind: ChangeKind::Lift };
                self.changed(self.mapped(change), &mut saying);
            }
            What::Place(square, color) => {
                let kind = ChangeKind::Place(*color);
                self.changed(self.mapped(Change { t, square: *square, kind }), &mut saying);
            }
            What::Press(side) => {
                self.presses += 1;
                *self.last_press.get_mut(*side) = Some(t);
                self.seen_here(*side, &mut saying);
                self.pressed(*side, &mut saying);
            }
            What::Stop => {
                self.presses += 1;
                self.stopped_by_player(&mut saying);
            }
            What::Clock(reading) => self.clock_read(*reading, &mut saying),
            What::Arbiter(command) => self.ordered(command, &mut saying),
            What::Fault { squares, reason } => {
                self.failed(squares.0, reason, &mut saying);
            }
            What::Mended { squares, reason } => self.mended(squares.0, reason, &mut saying),
            What::Restart { gap_ms } => self.restarted(*gap_ms, &mut saying),
            What::Proof { fen, side, can_mate } => self.proved(fen, *side, *can_mate, &mut saying),
            What::Raw(_) | What::Wall { .. } | What::End => {}
        }
        self.flags_again(&mut saying);
    }

    /// Lets time pass to `t`. Whatever falls due is said with the time at which it fell due.
    pub fn advance(&mut self, t: Ms, said: &mut Vec<Said>) {
        // What falls due settles something, so that it is not due again; should that ever fail, the
        // next record must still be heard.
        for _ in 0..AT_ONCE {
            if t < self.nothing_before {
                break;
            }
            let due = self.due();
            self.nothing_before = due.map_or(Ms::MAX, |(due, _)| due);
            let Some((due, what)) = due.filter(|(due, _)| *due <= t) else { break };
            self.nothing_before = 0;
            self.now = self.now.max(due);
            let t = self.now;
            self.fall_due(what, &mut Saying { said, t });
        }
        self.now = self.now.max(t);
        self.clocks.advance(self.now);
    }

    /// When silence itself is news next: a flag, a forgotten clock, a displaced piece.
    pub fn next_deadline(&self) -> Option<Ms> {
        self.due().map(|(t, _)| t)
    }

    /// What the tracker thinks, to be explained to people.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Explanations that the tracker gave up since this was asked last; the first time only begins to
    /// note them.
    pub fn given_up(&mut self) -> Vec<GivenUp> {
        self.tracker.given_up()
    }

    fn say(&mut self, saying: &mut Saying, event: Event) {
        self.seq += 1;
        if matters(&event) {
            self.changed = self.seq;
        }
        saying.said.push(Said { seq: self.seq, t: saying.t, event });
    }

    /// The article of the edition in force about a concept.
    fn article(&self, concept: Concept) -> Option<String> {
        self.rules.article(concept).map(ToString::to_string)
    }

    fn raise(&mut self, saying: &mut Saying, notice: Notice) {
        if self.silent() {
            return;
        }
        let press = notice.side.and_then(|side| *self.last_press.get(side));
        let mut notice = notice;
        notice.choices.extend(self.choice_if_unproved(&notice));
        let event = self.book.raise(self.plies(), press, notice);
        self.say(saying, event);
    }

    /// An open alert says something else from now on.
    fn revise(&mut self, alert: Alert, saying: &mut Saying) {
        if let Some(event) = self.book.revise(alert) {
            self.say(saying, event);
        }
    }

    /// Whether nothing is told but what concerns the result.
    fn silent(&self) -> bool {
        matches!(self.stage, Stage::SeemsOver | Stage::Over)
    }

    fn say_clock(&mut self, saying: &mut Saying) {
        let t = saying.t;
        let (Some(white_ms), Some(black_ms)) =
            (self.clocks.left(t, Color::White), self.clocks.left(t, Color::Black))
        else {
            return;
        };
        let running = self.clocks.running();
        let side = running.unwrap_or(Color::White);
        let period = self.clocks.period(t, side);
        let event = Event::Clock {
            white_ms,
            black_ms,
            running: running.map(Text),
            period,
            moves: self.clocks.moves(side),
            other_period: Some(self.clocks.period(t, !side)).filter(|other| *other != period),
            delay_ms: Some(self.clocks.delay(t)).filter(|delay| *delay > 0),
        };
        self.say(saying, event);
    }

    fn has_clock(&self) -> bool {
        self.clock != ClockKind::None
    }
}

/// Whether an order that was given before its giver saw this may be wrong: another record, other
/// alerts, another state of the game.
fn matters(event: &Event) -> bool {
    match event {
        Event::MoveMade { .. }
        | Event::MoveChanged { .. }
        | Event::MovesWithdrawn { .. }
        | Event::Leg { .. }
        | Event::Alert(_)
        | Event::AlertCleared { .. }
        | Event::GameOver { .. }
        | Event::Reopened { .. } => true,
        Event::Setup { .. }
        | Event::Ready { .. }
        | Event::Started {}
        | Event::Touch { .. }
        | Event::Obligation { .. }
        | Event::MoveCompleted { .. }
        | Event::Promotion { .. }
        | Event::DrawOffer { .. }
        | Event::Clock { .. }
        | Event::Claim { .. }
        | Event::ResultSignalled { .. }
        | Event::Resumed { .. }
        | Event::Done { .. }
        | Event::Refused { .. } => false,
    }
}

/// Far more than can fall due between two records.
const AT_ONCE: usize = 4_096;

/// Where events go, and the time at which they are said.
struct Saying<'a> {
    said: &'a mut Vec<Said>,
    t: Ms,
}

/// A completed move's credit on the clock, kept to be taken back.
type Earned = Option<Credit>;
