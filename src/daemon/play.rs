use std::{io, path::Path, sync::Arc, time::Duration};

use tokio::{sync::watch, time::Instant};
use touchmove_core::{
    board::{
        AlertKind, Event, Header, HeaderError, Ms, Order, Planes, Record, Said, Severity, Side,
        Squares, What,
    },
    game::Question,
    intake::Intake,
    sheet::Sheet,
    table::Table,
};

use super::{
    news::News,
    poison::{Failed, Poison, attempt},
    resume::Resumed,
    wall,
};
use crate::{
    health::DiskFault,
    inlet::follow,
    journal::{Disk, Haste, Head, Journal, NewGame, RawRing},
    tempo::Tempo,
};

/// While a clock runs, the journal is never without an instant for so long: what a power cut can
/// cost.
const TICK: Ms = 10_000;

/// Longest that the next game waits for the end of the last one to be on the disk.
const CONCLUDED: Duration = Duration::from_secs(2);

/// One game at a board: what is seen goes through intake and table into the journal, and from
/// there to be shown.
///
/// All times in here are the game's own, ms since its trace began.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) header: Arc<Header>,
    pub(super) sheet: Sheet,
    /// What the squares read, debounced.
    pub(super) planes: Option<Planes>,
    clock: GameClock,
    intake: Intake,
    table: Table,
    journal: Journal,
    /// What was said and is not shown or not sent yet.
    news: News,
    /// What was seen and told, for a table that has to be set up anew.
    records: Vec<Record>,
    /// What the sensors showed of late.
    samples: RawRing,
    /// The records on which the game logic fails.
    poison: Poison,
    /// The number of the last event.
    seq: u64,
    /// Answers taken in.
    answers: u64,
    /// Added to the table's numbers: a game logic that remembers fewer events than were said goes
    /// on with the numbers that were said.
    shift: i64,
    next_tick: Ms,
    /// The latest time that stands in the journal.
    last: Ms,
    closed: bool,
    /// When time was last let pass.
    passed: Instant,
}

/// Game time against the board's.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameClock {
    tempo: Tempo,
    /// Game time when the board's was 0.
    ahead: i64,
    /// Nothing in this game is older: what was read before it began counts as of then.
    from: Ms,
}

impl GameClock {
    /// Game time that is `t` now.
    pub(super) fn starting_at(tempo: Tempo, t: Ms) -> GameClock {
        GameClock { tempo, ahead: t.cast_signed() - tempo.now().cast_signed(), from: t }
    }

    /// A time of the board as one of the game.
    fn of_board(self, t: Ms) -> Ms {
        u64::try_from(t.cast_signed() + self.ahead).unwrap_or(0).max(self.from)
    }

    fn now(self) -> Ms {
        self.of_board(self.tempo.now())
    }

    fn instant(self, t: Ms) -> Instant {
        self.tempo.instant(self.to_board(t)).into()
    }

    /// A time of the game as one of the board.
    fn to_board(self, t: Ms) -> Ms {
        u64::try_from(t.cast_signed() - self.ahead).unwrap_or(0)
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    said: u64,
    answers: u64,
}

/// Why a game cannot begin or go on.
#[derive(Debug)]
pub(crate) enum NoGame {
    /// Its header is wrong.
    Header(HeaderError),
    /// Its journal cannot be written.
    Journal(io::Error),
}

impl std::fmt::Display for NoGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoGame::Header(error) => error.fmt(f),
            NoGame::Journal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoGame {}

impl From<HeaderError> for NoGame {
    fn from(error: HeaderError) -> NoGame {
        NoGame::Header(error)
    }
}

impl From<io::Error> for NoGame {
    fn from(error: io::Error) -> NoGame {
        NoGame::Journal(error)
    }
}

impl Play {
    /// Begins a game.
    pub(super) fn begin(folder: &Path, header: Header, tempo: Tempo) -> Result<Play, NoGame> {
        let table = Table::new(&header)?;
        let intake = Intake::new(&header)?;
        let NewGame { path, file, seal } = NewGame::begin(folder, &header)?;
        let journal = Journal::append_to(path.clone(), file, seal);
        let clock = GameClock::starting_at(tempo, 0);
        let mut play = Play {
            records: Vec::new(),
            samples: RawRing::default(),
            poison: Poison::of(&path),
            seq: 0,
            answers: 0,
            sheet: Sheet::new(&header),
            header: header.into(),
            planes: None,
            clock,
            intake,
            table,
            news: News::of(journal.disk()),
            journal,
            shift: 0,
            next_tick: TICK,
            last: 0,
            closed: false,
            passed: Instant::now(),
        };
        play.take(Record { t: 0, what: wall::reading() });
        Ok(play)
    }

    /// Goes on with a game after a restart. A lever that lies otherwise than after the last press
    /// was pressed once meanwhile, nobody knows when.
    pub(super) fn resume(
        resumed: Resumed,
        lever_down: Option<Side>,
        tempo: Tempo,
    ) -> Result<Play, NoGame> {
        let last = resumed.records.iter().rev().find_map(|record| match record.what {
            What::Press(side) => Some(side),
            _ => None,
        });
        let meanwhile = lever_down.filter(|down| last.is_some_and(|last| last != *down));
        let clock = GameClock::starting_at(tempo, resumed.t);
        let journal = Journal::append_to(resumed.path, resumed.file, resumed.seal);
        let mut play = Play {
            intake: Intake::new(&resumed.header)?,
            records: resumed.records,
            samples: RawRing::default(),
            poison: resumed.poison,
            seq: resumed.sheet.seq,
            answers: 0,
            header: resumed.header.into(),
            sheet: resumed.sheet,
            planes: resumed.planes,
            clock,
            table: resumed.table,
            news: News::of(journal.disk()),
            journal,
            shift: resumed.shift,
            next_tick: resumed.t + TICK,
            last: resumed.t,
            closed: false,
            passed: Instant::now(),
        };
        play.speak(resumed.unsaid, Haste::Soon);
        play.fold(Record { t: resumed.t, what: resumed.now });
        let restart = Record { t: resumed.t, what: What::Restart { gap_ms: resumed.gap_ms } };
        play.journal.record(&restart);
        let mut said = play.apply(restart);
        for said in &mut said {
            if let Event::Resumed { differs_from_seq, .. } = &mut said.event {
                *differs_from_seq = resumed.differs_from_seq;
            }
        }
        play.speak(said, Haste::Now);
        if let Some(side) = meanwhile {
            play.fold(Record { t: resumed.t, what: What::Press(side) });
        }
        Ok(play)
    }

    /// Where its journal stands.
    pub(super) fn journal(&self) -> &Arc<Path> {
        self.journal.path()
    }

    /// What the disk has may have changed.
    pub(super) fn disk(&self) -> watch::Receiver<Disk> {
        self.journal.disk()
    }

    /// A time of the board as one of this game.
    pub(super) fn time(&self, board: Ms) -> Ms {
        self.clock.of_board(board)
    }

    /// An event with its time as one of the board.
    pub(super) fn heard(&self, said: &Said) -> Said {
        Said { t: self.clock.to_board(said.t), ..said.clone() }
    }

    /// Game time that is now.
    pub(super) fn now(&self) -> Ms {
        self.clock.now()
    }

    /// Changes with whatever may change what the game asks.
    pub(super) fn progress(&self) -> Progress {
        Progress { said: self.seq, answers: self.answers }
    }

    /// What the game asks whoever can find it out.
    pub(super) fn questions(&self) -> Vec<Question> {
        self.table.game().questions()
    }

    /// When [`Play::pass`] is due.
    pub(super) fn due(&self) -> Option<Instant> {
        let silence = self.table.next_deadline().and_then(|t| self.intake.due(t));
        let tick = self.is_running().then_some(self.next_tick);
        let due = [silence, self.intake.next_deadline(), tick].into_iter().flatten().min();
        let due = due.map(|t| self.clock.instant(t));
        let due = due.into_iter().chain(self.news.due()).min();
        // A deadline that does not go away when it has passed must not keep the processor busy.
        due.map(|due| due.max(self.passed + Duration::from_millis(1)))
    }

    /// Takes in what was seen or ordered.
    pub(super) fn take(&mut self, record: Record) {
        self.samples.take(&record);
        self.intake.push(record);
    }

    /// Lets time pass to now, and everything through that has waited for it.
    pub(super) fn pass(&mut self) {
        self.passed = Instant::now();
        let now = self.now();
        if self.is_running() && now >= self.next_tick {
            self.next_tick = now + TICK;
            self.intake.push(Record { t: now, what: wall::reading() });
        }
        self.intake.advance(now);
        self.fold_ready();
        let mut said = Vec::new();
        self.table.advance(self.intake.horizon(), &mut said);
        self.speak(said, Haste::Soon);
    }

    fn fold_ready(&mut self) {
        while let Some(record) = self.intake.pop() {
            self.fold(record);
        }
    }

    fn fold(&mut self, record: Record) {
        self.journal.record(&record);
        self.last = self.last.max(record.t);
        self.next_tick = self.next_tick.max(record.t + TICK);
        self.planes = follow(self.planes, &record.what);
        self.answers += u64::from(matches!(record.what, What::Proof { .. }));
        let haste = match record.what {
            What::Press(_) | What::Stop | What::Arbiter(_) => Haste::Now,
            _ => Haste::Soon,
        };
        let said = self.apply(record);
        self.speak(said, haste);
    }

    /// Lets the table take in what stands in the journal.
    fn apply(&mut self, record: Record) -> Vec<Said> {
        let mut said = Vec::new();
        let done = attempt(&mut self.table, &record, &mut said);
        self.records.push(record);
        match done {
            Ok(()) => said,
            Err(Failed) => self.begin_anew(),
        }
    }

    /// The game logic has failed on the last record: it is played again without it, and the arbiter
    /// is told that the board must be looked at.
    fn begin_anew(&mut self) -> Vec<Said> {
        let Some(last) = self.records.last() else { return Vec::new() };
        let t = last.t;
        self.poison.mark(self.records.len() - 1, last);
        // A header by which this game has begun is one to play by.
        let Ok((table, said)) = self.poison.play(&self.header, &self.records) else {
            return Vec::new();
        };
        let replayed = said.last().map_or(0, |said| said.seq);
        self.shift = self.seq.cast_signed() - replayed.cast_signed();
        self.table = table;
        let reason = "program_error".to_owned();
        let whole = Squares::default();
        let fault = What::Fault { squares: whole, reason: reason.clone() };
        let mended = What::Mended { squares: whole, reason };
        let mut said = Vec::new();
        for what in [fault].into_iter().chain(self.planes.map(What::Scan)).chain([mended]) {
            let record = Record { t, what };
            self.journal.record(&record);
            said.extend(self.apply(record));
        }
        said
    }

    /// Writes down what was said, to be shown as soon as it may be.
    fn speak(&mut self, mut said: Vec<Said>, haste: Haste) {
        let haste = said.iter().map(|said| urgency(&said.event)).fold(haste, Haste::max);
        for said in &mut said {
            said.seq = said.seq.saturating_add_signed(self.shift);
            self.seq = said.seq;
            self.last = self.last.max(said.t);
            self.closed |= closes(&said.event);
            self.journal.said(said);
            if wants_samples(&said.event)
                && let Some(dump) = self.samples.dump(self.journal.path(), &self.header, said.seq)
            {
                // Nobody waits for it.
                drop(tokio::task::spawn_blocking(move || dump.write()));
            }
        }
        let ticket = self.journal.commit(haste);
        self.news.add(said, ticket, haste);
    }

    /// Folds what may be shown now into the sheet, and answers it.
    pub(super) fn show(&mut self) -> Vec<Said> {
        let before = self.unsaved();
        let shown = self.news.show();
        if before.is_none() && self.unsaved() == Some(DiskFault::Slow) {
            let path = self.journal.path().display();
            tracing::error!(%path, "the disk does not answer; what is shown is not saved yet");
        }
        shown.iter().for_each(|said| self.sheet.fold(said));
        shown
    }

    /// Why what is shown is not on the disk.
    pub(super) fn unsaved(&self) -> Option<DiskFault> {
        self.news.unsaved()
    }

    /// Takes what may be sent to the hall now.
    pub(super) fn send(&mut self) -> Vec<Said> {
        self.news.send()
    }

    /// The seal over what the disk has of the journal.
    pub(super) fn seal(&self) -> Option<Head> {
        self.journal.disk().borrow().head.clone()
    }

    /// Whether an order has closed the game.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes down that the game is closed, and waits until the disk has it: only the newest journal
    /// is mended after a power cut.
    pub(super) async fn conclude(&mut self) {
        let t = self.now().max(self.last);
        self.journal.record(&Record { t, what: What::End });
        let ticket = self.journal.commit(Haste::Now);
        let mut disk = self.journal.disk();
        let written = disk.wait_for(|disk| disk.has(ticket));
        // A disk that takes nothing does not keep the next game from beginning.
        let _ = tokio::time::timeout(CONCLUDED, written).await;
    }

    /// Ends the journal of a closed game, and answers what was not shown and what was not sent.
    pub(super) async fn close(self) -> (Vec<Said>, Vec<Said>) {
        let (unshown, unsent) = self.news.rest();
        self.journal.close().await;
        (unshown, unsent)
    }

    /// Ends the journal of a game that will go on, and answers what was not sent.
    pub(super) async fn end(mut self) -> Vec<Said> {
        // Nothing is waited for any more, and the clock stood at this instant.
        self.intake.finish();
        self.fold_ready();
        let t = self.now().max(self.last);
        self.fold(Record { t, what: wall::reading() });
        let (_, unsent) = self.news.rest();
        self.journal.close().await;
        unsent
    }

    fn is_running(&self) -> bool {
        self.sheet.clocks.as_ref().is_some_and(|clocks| clocks.running.is_some())
    }
}

/// Whether the game is closed by it and the table's next one is due.
fn closes(event: &Event) -> bool {
    let closing = [Order::NextGame, Order::Abandon];
    let is = |done: &str| closing.iter().any(|order| <&str>::from(order) == done);
    matches!(event, Event::Done { r#do, .. } if is(r#do))
}

/// Whether what the sensors showed belongs to the evidence.
fn wants_samples(event: &Event) -> bool {
    match event {
        Event::Alert(alert) => {
            alert.severity >= Severity::Attention && alert.kind() != AlertKind::ClockFault
        }
        _ => false,
    }
}

/// How soon an event must be on the disk.
fn urgency(event: &Event) -> Haste {
    match event {
        Event::MoveCompleted { .. }
        | Event::Clock { .. }
        | Event::Alert(_)
        | Event::AlertCleared { .. }
        | Event::Claim { .. }
        | Event::GameOver { .. }
        | Event::Reopened { .. }
        | Event::Resumed { .. }
        | Event::Done { .. }
        | Event::Refused { .. } => Haste::Now,
        Event::Setup { .. }
        | Event::Ready { .. }
        | Event::Started {}
        | Event::Touch { .. }
        | Event::Obligation { .. }
        | Event::MoveMade { .. }
        | Event::MoveChanged { .. }
        | Event::MovesWithdrawn { .. }
        | Event::Leg { .. }
        | Event::Promotion { .. }
        | Event::DrawOffer { .. }
        | Event::ResultSignalled { .. } => Haste::Soon,
    }
}
