use shakmaty::{Bitboard, Rank, Square};

use super::{
    End, Finding, FindingKind, Lever, Progress, REPORT, Report, Task, Verdict,
    diodes::{self, Grid},
    judge::Seen,
    lever::Levers,
    watch::{FLICKER, Read, SETTLED, STEADY, SURE, Watch},
};
use crate::board::{Ms, Planes, Sensor, Side, Squares, Text};

/// How the squares are wired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wiring {
    /// Each to an input of its own.
    Direct,
    /// As a matrix with a diode at each square; the squares in the order of the inputs, eight of a row
    /// together.
    Matrix([Square; 64]),
}

/// What there is to be commissioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the sensors see.
    pub sensor: Sensor,
    /// How they are wired.
    pub wiring: Wiring,
    /// Whether there is a lever.
    pub lever: Lever,
}

/// What the technician says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// He has done what was asked, and nothing more will come of it.
    Skip,
    /// He wants to do the task before once more.
    Again,
    /// He ends here.
    Quit,
}

/// Pieces that stand while diodes are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Army {
    /// On the first two and the last two ranks.
    Outer,
    /// On the four between.
    Inner,
}

impl Army {
    fn squares(self) -> Bitboard {
        match self {
            Army::Outer => Bitboard(0xffff_0000_0000_ffff),
            Army::Inner => Bitboard(0x0000_ffff_ffff_0000),
        }
    }

    /// The rank along which one piece more is put.
    fn free(self) -> Rank {
        match self {
            Army::Outer => Rank::Fourth,
            Army::Inner => Rank::First,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Empty,
    Put(Side, Square),
    SetUp(Army),
    Add(Army, Square),
    Press(End),
}

/// Squares that read occupied without reason while one piece more stood somewhere.
#[derive(Clone, Copy, Debug)]
struct Phantom {
    step: usize,
    closed: Bitboard,
    squares: Bitboard,
}

/// The course of a commissioning.
///
/// [`read`](Commission::read) takes every frame, also where nothing has changed: time passes by them.
#[derive(Clone, Debug)]
pub struct Commission {
    plan: Plan,
    steps: Vec<Step>,
    at: usize,
    seen: Seen,
    phantoms: Vec<Phantom>,
    /// Squares of a position that the technician could not get right.
    ignored: Bitboard,
    levers: Levers,
    watch: Option<Watch>,
    quit: bool,
}

impl Commission {
    /// A board that nobody has tried yet.
    pub fn new(plan: Plan) -> Commission {
        let sides = match plan.sensor {
            Sensor::Occupancy => &[Side::White][..],
            Sensor::Polarity => &[Side::White, Side::Black][..],
        };
        let mut steps = vec![Step::Empty];
        for side in sides {
            steps.extend(way().map(|square| Step::Put(*side, square)));
        }
        if let Wiring::Matrix(_) = plan.wiring {
            for army in [Army::Outer, Army::Inner] {
                steps.push(Step::SetUp(army));
                let rank = Bitboard::from(army.free());
                steps.extend(rank.into_iter().map(|square| Step::Add(army, square)));
            }
        }
        if plan.lever == Lever::Wired {
            steps.extend([End::Left, End::Right, End::Left].map(Step::Press));
        }
        Commission {
            plan,
            steps,
            at: 0,
            seen: Seen::new(),
            phantoms: Vec::new(),
            ignored: Bitboard::EMPTY,
            levers: Levers::default(),
            watch: None,
            quit: false,
        }
    }

    /// What to ask for now.
    pub fn task(&self) -> Task {
        let on = self.on();
        match self.step() {
            None => Task::Done,
            Some(Step::Empty) => Task::Clear { squares: Squares(on) },
            Some(Step::Put(side, square)) => {
                let piece = (self.plan.sensor == Sensor::Polarity).then_some(Text(side));
                Task::Put { square: Text(square), piece }
            }
            Some(Step::SetUp(army)) => {
                let wanted = self.wanted(army.squares());
                Task::SetUp {
                    squares: Squares(army.squares()),
                    missing: Squares(wanted & !on),
                    extra: Squares(on & !wanted),
                }
            }
            Some(Step::Add(_, square)) => Task::Add { square: Text(square) },
            Some(Step::Press(end)) => Task::Press { end },
        }
    }

    /// Squares that read occupied now, but for those known to be broken.
    pub fn on(&self) -> Bitboard {
        self.watch.as_ref().map_or(Bitboard::EMPTY, |watch| watch.on)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let count = |n| u32::try_from(n).unwrap_or(u32::MAX);
        Progress { done: count(self.at), of: count(self.steps.len()) }
    }

    /// What was found so far.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = self.seen.findings();
        if let Wiring::Matrix(inputs) = self.plan.wiring {
            let phantoms = self.phantoms.iter().map(|phantom| (phantom.squares, phantom.closed));
            found.extend(diodes::findings(&Grid::new(inputs), phantoms));
        }
        found.extend(self.levers.findings());
        if self.quit {
            found.push(Finding::new(FindingKind::Unfinished, Bitboard::EMPTY));
        }
        found.sort_by_key(|finding| std::cmp::Reverse(finding.kind.verdict()));
        found
    }

    /// What came of it, once there is nothing more to do. Board and date are the host's to know.
    pub fn report(&self, board: &str, date: &str) -> Option<Report> {
        let findings = self.findings();
        let worst = findings.iter().map(|finding| finding.kind.verdict()).max();
        (self.task() == Task::Done).then(|| Report {
            version: REPORT,
            board: board.to_owned(),
            date: date.to_owned(),
            verdict: worst.unwrap_or(Verdict::Passed),
            findings,
            tried: Squares(self.seen.tried()),
        })
    }

    /// Takes a frame in.
    pub fn read(&mut self, t: Ms, planes: Planes) {
        let on = planes.occupied() & !self.broken();
        let Some(watch) = &mut self.watch else {
            self.watch = Some(self.watching(t, on));
            return;
        };
        watch.see(t, on, planes);
        let chattering = watch.chattering();
        if chattering.any() {
            self.chatters(t, chattering);
        }
        match self.step() {
            None | Some(Step::Press(_)) => {}
            Some(Step::Empty) => {
                if self.on().is_empty() && self.steady(t) >= SETTLED {
                    self.go_on(t);
                }
            }
            Some(Step::Put(side, square)) => {
                if self.stands(t, square) {
                    self.note(t, side, square);
                }
            }
            Some(Step::SetUp(army)) => {
                if self.on() == self.wanted(army.squares()) && self.steady(t) >= SETTLED {
                    self.go_on(t);
                }
            }
            Some(Step::Add(army, square)) => self.added(t, army, square),
        }
    }

    /// An end of the lever went down, or is found down at the start.
    pub fn lever(&mut self, t: Ms, end: End) {
        let press = self.levers.press(t, end);
        if let Some(Step::Press(asked)) = self.step().filter(|_| press) {
            self.levers.asked(self.at, asked, end);
            self.go_on(t);
        }
    }

    /// The technician says something.
    pub fn answer(&mut self, t: Ms, answer: Answer) {
        match answer {
            Answer::Skip => self.skip(t),
            Answer::Again => self.go_back(t),
            Answer::Quit => {
                self.quit = self.step().is_some();
                self.at = self.steps.len();
            }
        }
    }

    fn step(&self) -> Option<Step> {
        self.steps.get(self.at).copied()
    }

    fn steady(&self, t: Ms) -> Ms {
        self.watch.as_ref().map_or(0, |watch| watch.steady(t))
    }

    /// Squares whose reading counts for nothing now.
    fn broken(&self) -> Bitboard {
        let ignored = matches!(self.step(), Some(Step::SetUp(_) | Step::Add(..)));
        self.seen.broken() | if ignored { self.ignored } else { Bitboard::EMPTY }
    }

    /// What must read occupied while pieces stand on these squares.
    fn wanted(&self, squares: Bitboard) -> Bitboard {
        self.seen.image(squares) & !self.broken()
    }

    fn watching(&self, t: Ms, on: Bitboard) -> Watch {
        let target = match self.step() {
            Some(Step::Put(_, square) | Step::Add(_, square)) => Bitboard::from(square),
            _ => Bitboard::EMPTY,
        };
        Watch::new(t, on, target)
    }

    fn chatters(&mut self, t: Ms, squares: Bitboard) {
        self.seen.chattering |= squares;
        let on = self.on() & !squares;
        self.watch = Some(self.watching(t, on));
        if let Some(Step::Put(_, square)) = self.step()
            && squares.contains(square)
        {
            self.go_on(t);
        }
    }

    /// Whether it is settled what a piece on `square` reads as.
    fn stands(&self, t: Ms, square: Square) -> bool {
        let Some(watch) = &self.watch else { return false };
        let target = Bitboard::from(square);
        let flickers = watch.first.is_some_and(|first| t >= first + FLICKER) && watch.has_gaps();
        let settled = if watch.on == watch.start {
            // Two squares that read together do so wherever of them the piece stands.
            let joined = (watch.on & target).any() && watch.on.more_than_one();
            joined && watch.steady(t) >= SURE && self.known_pair(watch.on, square)
        } else if watch.on == target {
            watch.steady(t) >= STEADY
        } else {
            watch.on.any() && watch.steady(t) >= SURE
        };
        settled || flickers
    }

    /// Whether some other of these squares has been found to read as all of them.
    fn known_pair(&self, on: Bitboard, square: Square) -> bool {
        let others = on & !Bitboard::from(square);
        others.into_iter().any(|other| {
            self.seen.read(other).is_some_and(|read| read.squares == on && read.together.any())
        })
    }

    fn note(&mut self, t: Ms, side: Side, square: Square) {
        if let Some(watch) = &self.watch {
            let read = watch.read(square, side);
            // In a gap nothing is read: that it does is all that is known.
            let squares = if read.squares.is_empty() { square.into() } else { read.squares };
            self.keep(side, square, Read { squares, ..read });
        }
        self.go_on(t);
    }

    fn keep(&mut self, side: Side, square: Square, read: Read) {
        let pass = usize::from(side.is_black());
        self.seen.reads[pass][usize::from(square)] = Some(read);
    }

    /// One piece more stands there: what else reads occupied now is a phantom.
    fn added(&mut self, t: Ms, army: Army, square: Square) {
        let closed = self.wanted(army.squares().with(square));
        let Some(watch) = &self.watch else { return };
        let there = watch.on.is_superset(closed) && watch.moved && watch.steady(t) >= SETTLED;
        let extra = watch.on & !closed;
        // The piece that stood beside it before has not been taken away.
        let left_behind = extra.any() && extra == self.image_before(square);
        if there && !left_behind {
            self.note_phantoms(closed, extra);
            self.go_on(t);
        }
    }

    /// Where the piece of the task before reads, if that was one like this.
    fn image_before(&self, square: Square) -> Bitboard {
        let before = square.file().offset(-1).map(|file| Square::from_coords(file, square.rank()));
        before.map_or(Bitboard::EMPTY, |before| self.wanted(before.into()))
    }

    fn note_phantoms(&mut self, closed: Bitboard, squares: Bitboard) {
        if squares.any() {
            self.phantoms.push(Phantom { step: self.at, closed, squares });
        }
    }

    fn skip(&mut self, t: Ms) {
        match self.step() {
            None => return,
            Some(Step::Empty) => self.seen.stuck |= self.on(),
            Some(Step::Put(side, square)) => {
                if let Some(watch) = &self.watch {
                    let own = Bitboard::from(square);
                    let read = watch.read(square, side);
                    let read = if watch.first.is_some() && !watch.on.contains(square) {
                        Read { squares: own, weak: true, ..read }
                    } else if watch.on == watch.start && !watch.on.contains(square) {
                        Read::NOTHING
                    } else {
                        read
                    };
                    self.keep(side, square, read);
                }
            }
            Some(Step::SetUp(army)) => {
                let (on, wanted) = (self.on(), self.wanted(army.squares()));
                if on.is_superset(wanted) {
                    self.note_phantoms(wanted, on & !wanted);
                }
                self.ignored |= on ^ wanted;
            }
            Some(Step::Add(army, square)) => {
                let closed = self.wanted(army.squares().with(square));
                let on = self.on();
                if on.is_superset(closed) {
                    self.note_phantoms(closed, on & !closed);
                }
            }
            Some(Step::Press(_)) => {}
        }
        self.go_on(t);
    }

    /// To the next step that can be done.
    fn go_on(&mut self, t: Ms) {
        if let Some(Step::Press(_)) = self.step() {
            self.levers.try_it();
        }
        self.at += 1;
        while self.step().is_some_and(|step| self.needless(step)) {
            self.at += 1;
        }
        self.begin(t);
    }

    /// Whether a step can show nothing, or nothing new.
    fn needless(&self, step: Step) -> bool {
        match step {
            Step::Put(_, square) => self.seen.broken().contains(square),
            Step::Add(_, square) => self.wanted(square.into()).is_empty(),
            // A lever that lies so already cannot be pressed so.
            Step::Press(end) => {
                let first = !matches!(self.steps[self.at - 1], Step::Press(_));
                first && self.levers.down == Some(end)
            }
            Step::Empty | Step::SetUp(_) => false,
        }
    }

    /// To the step before, whose result is forgotten.
    fn go_back(&mut self, t: Ms) {
        self.quit = false;
        self.at = self.at.saturating_sub(1);
        while self.at > 0 && self.step().is_some_and(|step| self.needless(step)) {
            self.at -= 1;
        }
        match self.step() {
            Some(Step::Empty) => self.seen.stuck = Bitboard::EMPTY,
            Some(Step::Put(side, square)) => {
                self.seen.reads[usize::from(side.is_black())][usize::from(square)] = None;
            }
            Some(Step::SetUp(_) | Step::Add(..)) => {
                self.phantoms.retain(|phantom| phantom.step < self.at);
                if let Some(Step::SetUp(_)) = self.step() {
                    self.ignored = Bitboard::EMPTY;
                }
            }
            Some(Step::Press(_)) => self.levers.forget(self.at),
            None => {}
        }
        self.begin(t);
    }

    fn begin(&mut self, t: Ms) {
        let on = self.on() & !self.broken();
        self.watch = Some(self.watching(t, on));
    }
}

/// All squares so that each lies beside the one before: a piece can be slid from one to the next.
fn way() -> impl Iterator<Item = Square> {
    Rank::ALL.into_iter().flat_map(|rank| {
        let mut squares: Vec<Square> = Bitboard::from(rank).into_iter().collect();
        if usize::from(rank) % 2 == 1 {
            squares.reverse();
        }
        squares
    })
}
