//! What the tracker thought while a move was played: for bug reports, and for us.

use std::{
    fmt,
    io::{self, BufRead, Write},
    iter,
};

use touchmove_core::{
    board::{Event, Ms, Record, Said},
    game::Game,
    intake::Intake,
    trace::{Line, Reader, TraceError},
    tracker::{GivenUp, Hand, Hypothesis, Why},
};

use super::text;

/// How many of its newest moves an explanation shows.
const SHOWN: usize = 4;

/// A trace as the game takes it in: record after record, with what is said at each.
struct Course {
    intake: Intake,
    game: Game,
}

/// When the trace was at the move that is asked for.
#[derive(Default)]
struct Span {
    from: Option<Ms>,
    to: Option<Ms>,
    last: u32,
}

/// Prints the explanations alive after each record while the move with number `ply` was played, their
/// points, and why each that died was given up. The inner error says why it could not be done.
pub(super) fn explain(
    input: impl BufRead,
    ply: u32,
    out: &mut dyn Write,
) -> io::Result<Result<(), TraceError>> {
    let mut reader = match Reader::new(input) {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(error)),
    };
    let (records, broken) = records(&mut reader);
    let span = match span(&reader, &records, ply) {
        Ok(span) => span,
        Err(error) => return Ok(Err(error)),
    };
    let mut course = match Course::new(&reader) {
        Ok(course) => course,
        Err(error) => return Ok(Err(error)),
    };
    let mut result = Ok(());
    course.run(&records, |game, record, said| {
        let given_up = game.given_up();
        let after = span.from.is_none_or(|from| record.t >= from);
        let before = span.to.is_none_or(|to| record.t <= to);
        if result.is_ok() && after && before {
            result = step(game, record, said, &given_up, out);
        }
    });
    result?;
    Ok(broken.map_or(Ok(()), Err))
}

/// The records up to the first line that cannot be read.
fn records(reader: &mut Reader<impl BufRead>) -> (Vec<Record>, Option<TraceError>) {
    let mut records = Vec::new();
    for line in reader.by_ref() {
        match line {
            Ok(Line::Record(record)) => records.push(record),
            Ok(_) => {}
            Err(error) => return (records, Some(error)),
        }
    }
    (records, None)
}

/// From the move before to the move after, both included.
fn span(reader: &Reader<impl BufRead>, records: &[Record], ply: u32) -> Result<Span, TraceError> {
    let mut course = Course::new(reader)?;
    let mut span = Span::default();
    course.run(records, |_, record, said| {
        for said in said {
            let Event::MoveMade { ply: told, .. } = said.event else { continue };
            span.last = span.last.max(told);
            if told + 1 == ply {
                span.from.get_or_insert(record.t);
            } else if told == ply + 1 {
                span.to.get_or_insert(record.t);
            }
        }
    });
    if span.last >= ply {
        return Ok(span);
    }
    let reason = format!("there is no ply {ply}: the newest that was told is {}", span.last);
    Err(TraceError { line: reader.line(), column: None, reason })
}

impl Course {
    fn new(reader: &Reader<impl BufRead>) -> Result<Course, TraceError> {
        let error = |reason: String| TraceError { line: 1, column: None, reason };
        let header = reader.header();
        Ok(Course {
            intake: Intake::new(header).map_err(|wrong| error(wrong.to_string()))?,
            game: Game::new(header).map_err(|wrong| error(wrong.to_string()))?,
        })
    }

    fn run(&mut self, records: &[Record], mut seen: impl FnMut(&mut Game, &Record, &[Said])) {
        let mut said = Vec::new();
        for record in records {
            self.intake.push(record.clone());
            self.hand_on(&mut said, &mut seen);
        }
        self.intake.finish();
        self.hand_on(&mut said, &mut seen);
    }

    fn hand_on(
        &mut self,
        said: &mut Vec<Said>,
        seen: &mut impl FnMut(&mut Game, &Record, &[Said]),
    ) {
        while let Some(record) = self.intake.pop() {
            self.game.apply(&record, said);
            seen(&mut self.game, &record, said);
            said.clear();
        }
        self.game.advance(self.intake.horizon(), said);
    }
}

fn step(
    game: &Game,
    record: &Record,
    said: &[Said],
    given_up: &[GivenUp],
    out: &mut dyn Write,
) -> io::Result<()> {
    let tracker = game.tracker();
    let effort = tracker.effort();
    for said in said {
        text::line(out, said)?;
    }
    writeln!(
        out,
        "{:>12}  {} ({} kept, {} made)",
        text::instant(record.t),
        Line::from(record.clone()),
        effort.kept,
        effort.successors
    )?;
    for h in tracker.hypotheses() {
        writeln!(out, "{:>14} {}", tracker.points(h), Shown(h))?;
    }
    for GivenUp { hypothesis, why } in given_up {
        let points = format!("†{}", tracker.points(hypothesis));
        writeln!(out, "{points:>14} {} – {}", Shown(hypothesis), Because(*why))?;
    }
    Ok(())
}

/// An explanation in a line: its newest moves, and what the hand does.
struct Shown<'a>(&'a Hypothesis);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(h) = self;
        let mut moves: Vec<String> = iter::successors(h.line.as_deref(), |ply| ply.prev.as_deref())
            .take(SHOWN)
            .map(|ply| {
                let mark = if ply.lawful().is_none() { "?" } else { "" };
                let pressed = if ply.pressed.is_some() { "!" } else { "" };
                format!("{}:{}{mark}{pressed}", ply.number, ply.uci())
            })
            .collect();
        moves.reverse();
        write!(f, "{} [{}]", HandShown(h.hand), moves.join(" "))?;
        if let Some(t) = h.pressed {
            write!(f, ", pressed at {}", text::instant(t))?;
        }
        if h.residual.any() {
            write!(f, ", known to be wrong:")?;
            h.residual.into_iter().try_for_each(|square| write!(f, " {square}"))?;
        }
        Ok(())
    }
}

struct HandShown(Hand);

impl fmt::Display for HandShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Hand::Rest => write!(f, "at rest"),
            Hand::Moving => write!(f, "moving"),
            Hand::Done => write!(f, "a move stands"),
            Hand::Half => write!(f, "half of a move"),
            Hand::Illegal(shape) => write!(f, "illegal {}", shape.uci()),
            Hand::OutOfTurn { from, to } => write!(f, "out of turn {from}{to}"),
            Hand::Kings(_) => write!(f, "kings in the centre"),
            Hand::Displaced => write!(f, "displaced"),
        }
    }
}

struct Because(Why);

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Why::Unlikely { behind } => write!(f, "{behind} points behind the best"),
            Why::Alike { place } => write!(f, "like the explanation in line {}", place + 1),
            Why::Crowded => write!(f, "too many are likelier"),
        }
    }
}
