use std::{
    io::{self, Write},
    time::Duration,
};

use tokio::time::Instant;
use touchmove_core::{
    board::{Ms, Planes, Record, What},
    commission::{Answer, Commission, End, Finding, Task},
};

use super::{Outcome, outcome};
use crate::{
    clock::{self, LeverEnd},
    daemon::{FaultNews, Faults},
    technician::{
        bench::{Heard, Reading},
        component::Electronics,
        entry::{list, list_or_none, wrapped},
        selftest,
    },
    words::Words,
};

/// How often the course is told that time passes.
const TICK: Duration = Duration::from_millis(5);
/// How long nothing may come of a task before it is said how to go on, ms of the board's time.
const PATIENCE: Ms = 8_000;
/// How long a task must stay as it is to be told again with what is still missing, ms.
const STILL: Ms = 2_000;

/// The course as it goes on at the terminal.
pub(super) struct Course<'c, W> {
    commission: Commission,
    words: &'c Words,
    white_at: LeverEnd,
    out: &'c mut W,
    planes: Option<Planes>,
    faults: Faults,
    /// Faults that were told in its course.
    told: Vec<selftest::Finding>,
    /// The task as it is, and since when.
    task: Option<(Task, Ms)>,
    /// How it was told.
    said: Option<String>,
    hinted: Hint,
    /// What has been said to be wrong.
    found: Vec<Finding>,
    /// Readings there were when time passed last.
    turns: u64,
}

/// Whether it was said how to go on where nothing comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    Due,
    Given,
}

impl<'c, W: Write> Course<'c, W> {
    /// A course that begins.
    pub(super) fn new(
        commission: Commission,
        words: &'c Words,
        white_at: LeverEnd,
        out: &'c mut W,
    ) -> Course<'c, W> {
        Course {
            commission,
            words,
            white_at,
            out,
            planes: None,
            faults: Faults::default(),
            told: Vec::new(),
            task: None,
            said: None,
            hinted: Hint::Due,
            found: Vec::new(),
            turns: 0,
        }
    }

    /// Goes on until there is nothing more to do.
    pub(super) async fn go(&mut self, reading: &mut Reading) -> io::Result<()> {
        self.say("commission-keys")?;
        if let Some(end) = reading.lever {
            self.commission.lever(reading.now(), side_of(end));
        }
        while self.commission.task() != Task::Done {
            let heard = reading.hear(Some(Instant::now() + TICK)).await;
            let now = reading.now();
            match heard {
                Heard::Record(record) => self.see(record)?,
                Heard::Typed(line) => self.answer(line.trim(), now)?,
                Heard::Due => self.pass(now, reading.pulse().turns()),
                Heard::HungUp | Heard::Stop => self.commission.answer(now, Answer::Quit),
            }
            self.tell(now)?;
        }
        Ok(())
    }

    /// What came of it.
    pub(super) fn outcome(&self, board: &str) -> Outcome {
        let date = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        Outcome { report: self.commission.report(board, &date), told: self.told.clone() }
    }

    fn see(&mut self, record: Record) -> io::Result<()> {
        let blind = self.faults.unread().any();
        match (self.faults.see(&record.what), &record.what) {
            (FaultNews::Begun, What::Fault { squares, reason }) => {
                let fault = selftest::Finding::Told(reason.clone(), squares.0);
                let said = fault.said(self.words, Electronics::Simulated);
                write!(self.out, "{}", wrapped(&said, "    !! ", "       "))?;
                if !self.told.contains(&fault) {
                    self.told.push(fault);
                }
            }
            (FaultNews::Over, _) if blind => self.say("commission-mended")?,
            _ => {}
        }
        match record.what {
            What::Raw(planes) => {
                self.planes = Some(planes);
                self.read(record.t);
            }
            What::Press(side) => {
                self.commission.lever(record.t, side_of(clock::end(side, self.white_at)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Time passes only as far as the board is read: a scanner that stands still shows nothing.
    fn pass(&mut self, now: Ms, turns: u64) {
        if std::mem::replace(&mut self.turns, turns) != turns {
            self.read(now);
        }
    }

    fn read(&mut self, t: Ms) {
        if let Some(planes) = self.planes.filter(|_| self.faults.unread().is_empty()) {
            self.commission.read(t, planes);
        }
    }

    fn answer(&mut self, line: &str, now: Ms) -> io::Result<()> {
        let (word, number) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match word {
            "s" => Answer::Skip,
            "a" => Answer::Again,
            "q" => Answer::Quit,
            "" => return Ok(()),
            _ => return self.say("commission-keys"),
        };
        // `s 12` is said of the twelfth task, and of no other that has come meanwhile.
        if !number.is_empty() && number.parse() != Ok(self.commission.progress().done + 1) {
            return Ok(());
        }
        self.commission.answer(now, answer);
        // Whatever is asked for now is asked anew.
        self.said = None;
        Ok(())
    }

    /// Tells what is new: what was found, and what is asked for.
    fn tell(&mut self, now: Ms) -> io::Result<()> {
        let found = self.commission.findings();
        for finding in &found {
            if !self.found.contains(finding) {
                let said = outcome::said(finding, self.words);
                write!(self.out, "{}", wrapped(&said, "     ! ", "       "))?;
            }
        }
        self.found = found;
        let task = self.commission.task();
        if self.task.is_none_or(|(before, _)| before != task) {
            let other = self.task.is_none_or(|(before, _)| !same(before, task));
            self.task = Some((task, now));
            if other {
                self.hinted = Hint::Due;
                return self.ask(task);
            }
        }
        let Some((_, since)) = self.task else { return Ok(()) };
        let still = now.saturating_sub(since);
        if still >= STILL || self.said.is_none() {
            self.ask(task)?;
        }
        if still >= PATIENCE && self.hinted == Hint::Due && task != Task::Done {
            self.hinted = Hint::Given;
            self.say("commission-nothing")?;
        }
        Ok(())
    }

    /// Asks for what is to be done now, unless it was asked for just so.
    fn ask(&mut self, task: Task) -> io::Result<()> {
        if task == Task::Done {
            return Ok(());
        }
        let progress = self.commission.progress();
        let number = format!("{:>2}/{} ", progress.done + 1, progress.of);
        let asked = wrapped(&sentence(task, self.words), &number, "       ");
        if self.said.as_ref() != Some(&asked) {
            self.out.write_all(asked.as_bytes())?;
            self.out.flush()?;
            self.said = Some(asked);
        }
        Ok(())
    }

    fn say(&mut self, id: &str) -> io::Result<()> {
        write!(self.out, "{}", wrapped(&self.words.tell(id, []), "       ", "       "))?;
        self.out.flush()
    }
}

fn side_of(end: LeverEnd) -> End {
    match end {
        LeverEnd::Left => End::Left,
        LeverEnd::Right => End::Right,
    }
}

/// Whether two tasks are the same one, though what is missing may differ.
fn same(a: Task, b: Task) -> bool {
    match (a, b) {
        (Task::Clear { .. }, Task::Clear { .. }) => true,
        (Task::SetUp { squares: a, .. }, Task::SetUp { squares: b, .. }) => a == b,
        _ => a == b,
    }
}

/// A task in words.
fn sentence(task: Task, words: &Words) -> String {
    match task {
        Task::Clear { squares } => {
            words.tell("task-clear", [("squares", list_or_none(squares.0).into())])
        }
        Task::Put { square, piece } => {
            let piece = piece.map_or("none", |side| side.0.fold_wb("white", "black"));
            words.tell("task-put", [("square", square.to_string().into()), ("piece", piece.into())])
        }
        Task::SetUp { squares, missing, extra } => {
            let differs = if missing.0.is_empty() && extra.0.is_empty() {
                String::new()
            } else {
                words.tell(
                    "commission-differs",
                    [
                        ("missing", list_or_none(missing.0).into()),
                        ("extra", list_or_none(extra.0).into()),
                    ],
                )
            };
            words.tell(
                "task-set-up",
                [("squares", list(squares.0).into()), ("differs", differs.into())],
            )
        }
        Task::Add { square } => words.tell("task-add", [("square", square.to_string().into())]),
        Task::Press { end } => words.tell("task-press", [("end", <&str>::from(end).into())]),
        Task::Done => words.tell("task-done", []),
    }
}
