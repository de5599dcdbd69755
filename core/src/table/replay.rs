use std::{collections::VecDeque, io::BufRead};

use super::Table;
use crate::{
    board::{Header, Record, Said, Side, What},
    game::Answers,
    trace::{Expect, Line, Reader, TraceError},
};

/// A trace played through a [`Table`]: gives the events one by one.
///
/// What the game asks is answered at once, but for what the trace itself answers: that is known when
/// it says so. Its answers are looked for first, so it is read to its end. A journal, whose header
/// says which `core` wrote it, has all the answers there were, and is read line by line.
///
/// After a broken line come the events of the records before it, then the error, then nothing.
pub struct Replay<R> {
    reader: Reader<R>,
    /// What was read ahead.
    ahead: VecDeque<Result<Line, TraceError>>,
    table: Table,
    said: Vec<Said>,
    ready: VecDeque<Said>,
    expected: Vec<Expect>,
    error: Option<TraceError>,
    ended: bool,
}

impl<R: BufRead> Replay<R> {
    /// Reads the header and sets the table up.
    ///
    /// # Errors
    ///
    /// When there is no header, or one of its keys cannot be understood.
    pub fn new(input: R) -> Result<Replay<R>, TraceError> {
        let mut reader = Reader::new(input)?;
        let mut table = Table::new(reader.header()).map_err(|error| TraceError {
            line: reader.line(),
            column: None,
            reason: error.to_string(),
        })?;
        let mut ahead = VecDeque::new();
        if reader.header().core.is_none() {
            ahead.extend(&mut reader);
            table.answer(Answers::AtOnce(ahead.iter().filter_map(answered).collect()));
        }
        Ok(Replay {
            reader,
            ahead,
            table,
            said: Vec::new(),
            ready: VecDeque::new(),
            expected: Vec::new(),
            error: None,
            ended: false,
        })
    }

    /// The first line of the trace.
    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    /// The table that the trace is played at.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The expectations met so far.
    pub fn expected(&self) -> &[Expect] {
        &self.expected
    }

    /// Takes the next line in.
    fn step(&mut self) {
        match self.ahead.pop_front().or_else(|| self.reader.next()) {
            Some(Ok(Line::Record(record))) => self.table.apply(&record, &mut self.said),
            Some(Ok(Line::Expect(expect))) => self.expected.push(expect),
            Some(Ok(Line::Header(_) | Line::Said(_) | Line::Sum(_))) => {}
            end => {
                self.error = end.and_then(Result::err);
                self.ended = true;
                self.table.finish(&mut self.said);
            }
        }
        self.ready.extend(self.said.drain(..));
    }
}

impl<R: BufRead> Iterator for Replay<R> {
    type Item = Result<Said, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            self.step();
        }
        match self.ready.pop_front() {
            Some(said) => Some(Ok(said)),
            None => self.error.take().map(Err),
        }
    }
}

/// Which question a line answers.
fn answered(line: &Result<Line, TraceError>) -> Option<(String, Side)> {
    match line {
        Ok(Line::Record(Record { what: What::Proof { fen, side, .. }, .. })) => {
            Some((fen.clone(), *side))
        }
        _ => None,
    }
}
