use std::{fmt, io::BufRead};

use super::Line;
use crate::board::{Header, Ms, Planes, Record, Sensor, What};

/// The longest line that is read, in bytes. A whole game's expectations take a few kilobytes;
/// whatever is longer is no trace, and is never held in memory.
pub const MAX_LINE: usize = 256 * 1024;

/// Why a trace could not be read on. What came before the line still counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// The line, from 1.
    pub line: u64,
    /// The byte within the line, from 1, where that says more than the line.
    pub column: Option<usize>,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for TraceError {}

/// A trace has either samples or debounced changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Squares {
    Raw,
    Debounced,
}

/// Reads a trace line by line.
///
/// As an iterator it gives the lines after the header and ends after the first error: what
/// follows a broken line cannot be trusted to follow it. Blank lines, a byte order mark and
/// Windows line ends are tolerated.
pub struct Reader<R> {
    input: R,
    header: Header,
    line: u64,
    buffer: Vec<u8>,
    last: Ms,
    squares: Option<Squares>,
    ended: bool,
}

/// How a line ended.
enum End {
    /// With a line feed.
    Whole,
    /// With the file.
    File,
    /// There was nothing left.
    Nothing,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// When the input is empty or no text, or its first line is no header of this format.
    pub fn new(input: R) -> Result<Reader<R>, TraceError> {
        let mut reader = Reader {
            input,
            header: Header::default(),
            line: 0,
            buffer: Vec::new(),
            last: 0,
            squares: None,
            ended: false,
        };
        match reader.read()? {
            Some(Line::Header(header)) => {
                reader.header = *header;
                Ok(reader)
            }
            Some(_) => Err(reader
                .error("the first line must be the header, an object with the key \"touchmove\"")),
            None => {
                Err(TraceError { line: 1, column: None, reason: "empty: not even a header".into() })
            }
        }
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of the line read last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    fn error(&self, reason: impl Into<String>) -> TraceError {
        TraceError { line: self.line, column: None, reason: reason.into() }
    }

    /// The next line that is not blank.
    fn read(&mut self) -> Result<Option<Line>, TraceError> {
        loop {
            let end = self.fill()?;
            if matches!(end, End::Nothing) {
                return Ok(None);
            }
            let mut text = self.buffer.as_slice();
            if self.line == 1 {
                text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            }
            let text = str::from_utf8(text).map_err(|error| TraceError {
                line: self.line,
                column: Some(error.valid_up_to() + 1),
                reason: "not UTF-8: a trace is JSON as text, one object a line".into(),
            })?;
            if text.trim_ascii().is_empty() {
                continue;
            }
            return match Line::parse(text) {
                Ok(line) => Ok(Some(line)),
                Err(error) if error.is_eof() && matches!(end, End::File) => {
                    Err(self.error("torn: the file ends in the middle of this line"))
                }
                Err(error) => Err(self.malformed(&error)),
            };
        }
    }

    fn malformed(&self, error: &serde_json::Error) -> TraceError {
        let reason = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        TraceError {
            line: self.line,
            column: (error.column() > 0).then(|| error.column()),
            reason: reason.strip_suffix(&place).unwrap_or(&reason).into(),
        }
    }

    /// Fills the buffer with one line, without its end.
    fn fill(&mut self) -> Result<End, TraceError> {
        self.buffer.clear();
        self.line += 1;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.error(format!("cannot be read: {error}"))),
            };
            if chunk.is_empty() {
                return Ok(if self.buffer.is_empty() {
                    self.line -= 1;
                    End::Nothing
                } else {
                    End::File
                });
            }
            let feed = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..feed.unwrap_or(chunk.len())];
            if self.buffer.len() + part.len() > MAX_LINE {
                return Err(self.error(format!("longer than {} KiB", MAX_LINE / 1024)));
            }
            self.buffer.extend_from_slice(part);
            let used = part.len() + usize::from(feed.is_some());
            self.input.consume(used);
            if feed.is_some() {
                return Ok(End::Whole);
            }
        }
    }

    /// What a record must not be, seen with those before it.
    fn fits(&mut self, record: &Record) -> Result<(), TraceError> {
        if record.t < self.last {
            return Err(
                self.error(format!("time runs backwards: {} after {}", record.t, self.last))
            );
        }
        self.last = record.t;
        if let What::Scan(planes) | What::Raw(planes) = &record.what {
            let seen = match planes {
                Planes::Occupancy(_) => Sensor::Occupancy,
                Planes::Polarity { .. } => Sensor::Polarity,
            };
            if seen != self.header.sensor {
                return Err(self.error(match seen {
                    Sensor::Occupancy => "a reading without colours, but the header says polarity",
                    Sensor::Polarity => "a reading with colours, but the header says occupancy",
                }));
            }
        }
        let squares = match record.what {
            What::Raw(_) => Squares::Raw,
            What::Scan(_) | What::Lift(_) | What::Place(..) => Squares::Debounced,
            _ => return Ok(()),
        };
        if *self.squares.get_or_insert(squares) != squares {
            return Err(self.error("raw and debounced squares in one trace"));
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Line, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.read().and_then(|line| {
            match &line {
                Some(Line::Header(_)) => return Err(self.error("a second header")),
                Some(Line::Record(record)) => self.fits(record)?,
                _ => {}
            }
            Ok(line)
        });
        self.ended = !matches!(line, Ok(Some(_)));
        line.transpose()
    }
}
