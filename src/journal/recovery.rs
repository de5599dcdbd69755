use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{Chain, Seal};
use touchmove_core::{
    board::{Header, Ms, Record, Said, What},
    trace::{Line, Reader, TraceError},
};

/// A journal read back after a restart.
#[derive(Debug)]
pub(crate) struct Recovered {
    /// Where it stands.
    pub(crate) path: PathBuf,
    /// Open for appending, behind its last whole line.
    pub(crate) file: File,
    /// Its first line.
    pub(crate) header: Header,
    /// What was seen and told, in order.
    pub(crate) records: Vec<Record>,
    /// What was said; a stored event is never recomputed.
    pub(crate) said: Vec<Said>,
    /// The latest time that stands in it.
    pub(crate) t: Ms,
    /// What could not be read, and where it was put.
    pub(crate) torn: Option<Torn>,
    /// Over what stands there now.
    pub(crate) seal: Seal,
    /// What the seals said when it was read.
    pub(crate) chain: Chain,
    /// Lines that were whole when they were sealed and can no longer be read.
    pub(crate) damaged: Vec<TraceError>,
}

/// The end of a journal that could not be read.
#[derive(Debug)]
pub(crate) struct Torn {
    /// The first line of it and what is wrong with it.
    pub(crate) error: TraceError,
    /// The file that keeps it.
    pub(crate) kept: PathBuf,
}

impl Recovered {
    /// Whether the game was closed, so that the next one begins.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.records.last(), Some(Record { what: What::End, .. }))
    }

    /// Closes the game, as its last instant.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub(crate) fn close(mut self) -> io::Result<()> {
        let end = format!("{}\n", Line::Record(Record { t: self.t, what: What::End }));
        self.seal.take(end.as_bytes());
        let (_, sealed) = self.seal.line();
        self.file.write_all((end + &sealed).as_bytes())?;
        self.file.sync_all()
    }

    /// Reads a journal; an end that cannot be read is set aside beside it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or mended, or has no header.
    pub(crate) fn open(path: &Path) -> io::Result<Recovered> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let broken = |error: TraceError| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
        };
        let mut file = File::options().read(true).append(true).open(path).map_err(named)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(named)?;
        let chain = Chain::read(bytes.as_slice()).map_err(named)?;
        let header = Reader::new(bytes.as_slice()).map_err(broken)?.header().clone();
        let mut found = Found::default();
        let error = found.read(&bytes, &chain);
        let torn = match error {
            Some(error) => Some(set_aside(path, &mut file, error).map_err(named)?),
            None => None,
        };
        end_last_line(&mut file).map_err(named)?;
        file.rewind().map_err(named)?;
        let seal = Seal::over(&mut file).map_err(named)?;
        let Found { records, said, t, damaged } = found;
        Ok(Recovered {
            path: path.into(),
            file,
            seal,
            header,
            records,
            said,
            t,
            torn,
            chain,
            damaged,
        })
    }
}

/// What a journal holds behind its header.
#[derive(Default)]
struct Found {
    records: Vec<Record>,
    said: Vec<Said>,
    t: Ms,
    damaged: Vec<TraceError>,
}

impl Found {
    /// Takes the lines in up to the first one after the last seal that cannot be read: a torn tail.
    /// What cannot be read before a seal was whole once; it is left out, and what follows counts.
    fn read(&mut self, bytes: &[u8], chain: &Chain) -> Option<TraceError> {
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        for (number, line) in (1..).zip(lines).skip(1) {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            if text.is_empty() {
                continue;
            }
            let Err(reason) = self.take(text) else { continue };
            let error = TraceError { line: number, column: None, reason };
            if number > chain.sealed() {
                return Some(error);
            }
            self.damaged.push(error);
        }
        None
    }

    fn take(&mut self, text: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
        match Line::parse(text).map_err(|error| error.to_string())? {
            Line::Record(record) => {
                if record.t < self.t && self.records.last().is_some_and(|last| record.t < last.t) {
                    return Err(format!("time runs backwards, to {} ms", record.t));
                }
                self.t = self.t.max(record.t);
                self.records.push(record);
            }
            Line::Said(spoken) => {
                let event = spoken.said().map_err(|error| error.to_string())?;
                let due = self.said.last().map_or(1, |last| last.seq + 1);
                // Events that were damaged leave a gap.
                let gap = event.seq > due && !self.damaged.is_empty();
                if event.seq != due && !gap {
                    return Err(format!("event {} where {due} is due", event.seq));
                }
                self.t = self.t.max(event.t);
                self.said.push(event);
            }
            Line::Header(_) | Line::Sum(_) | Line::Expect(_) => {}
        }
        Ok(())
    }
}

/// The newest journal of a board, if its game was not closed.
///
/// # Errors
///
/// When the folder or the journal cannot be read. A folder that is not there has no journal.
pub(crate) fn unfinished(folder: &Path, board: &str) -> io::Result<Option<Recovered>> {
    let of_board =
        newest(folder, usize::MAX)?.into_iter().rev().find(|(header, _)| header.board == board);
    let Some((_, path)) = of_board else { return Ok(None) };
    let recovered = Recovered::open(&path)?;
    Ok((!recovered.is_closed()).then_some(recovered))
}

/// The newest journals of a folder, at most so many, oldest first, with their headers.
///
/// # Errors
///
/// When the folder cannot be read. A folder that is not there has no journal.
pub(crate) fn newest(folder: &Path, most: usize) -> io::Result<Vec<(Header, PathBuf)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut journals = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            journals.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    journals.sort();
    let surplus = journals.len().saturating_sub(most);
    let newest = journals.into_iter().skip(surplus);
    let with_header = |(_, path): (SystemTime, PathBuf)| match header(&path) {
        Ok(header) => Some((header, path)),
        Err(error) => {
            tracing::warn!(%error, "a file among the journals is none");
            None
        }
    };
    Ok(newest.filter_map(with_header).collect())
}

/// Whole lines of a journal from this one on (the header is line 1), at most so many bytes.
///
/// # Errors
///
/// When it cannot be read.
pub(crate) fn lines_from(path: &Path, line: usize, most: usize) -> io::Result<Vec<u8>> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut piece = Vec::new();
    let mut next = Vec::new();
    for n in 1.. {
        next.clear();
        let length = reader.read_until(b'\n', &mut next)?;
        // A line that is just being written has no end yet.
        if length == 0 || next.last() != Some(&b'\n') || piece.len() + length > most {
            break;
        }
        if n >= line {
            piece.extend_from_slice(&next);
        }
    }
    Ok(piece)
}

/// The events of a journal that come after `seq`.
///
/// # Errors
///
/// When the file cannot be read. A line that is just being written ends the list.
pub(crate) fn events_after(path: &Path, seq: u64) -> io::Result<Vec<Said>> {
    let reader = Reader::new(BufReader::new(File::open(path)?))
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    Ok(reader
        .map_while(Result::ok)
        .filter_map(|line| match line {
            Line::Said(spoken) => spoken.said().ok(),
            _ => None,
        })
        .filter(|said| said.seq > seq)
        .collect())
}

fn header(path: &Path) -> Result<Header, String> {
    let named = |reason: String| format!("{}: {reason}", path.display());
    let file = File::open(path).map_err(|error| named(error.to_string()))?;
    let reader = Reader::new(BufReader::new(file)).map_err(|error| named(error.to_string()))?;
    Ok(reader.header().clone())
}

/// Moves everything from the broken line on into a file of its own.
fn set_aside(path: &Path, file: &mut File, error: TraceError) -> io::Result<Torn> {
    let start = line_start(file, error.line)?;
    let (kept, mut copy) = beside(path)?;
    file.seek(SeekFrom::Start(start))?;
    io::copy(file, &mut copy)?;
    copy.sync_all()?;
    file.set_len(start)?;
    file.sync_all()?;
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(Torn { error, kept })
}

/// The byte at which a line begins.
fn line_start(file: &mut File, line: u64) -> io::Result<u64> {
    file.rewind()?;
    let mut input = BufReader::new(&mut *file);
    let mut start = 0;
    for _ in 1..line {
        start += input.skip_until(b'\n')? as u64;
    }
    Ok(start)
}

/// A new file beside the journal: `….torn-1`, `….torn-2`, …
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut n = 1;
    loop {
        let kept = path.with_extension(format!("torn-{n}"));
        match File::create_new(&kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => n += 1,
            file => return Ok((kept, file?)),
        }
    }
}

/// A last line that is whole but for its line feed gets it.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last != *b"\n" {
        file.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Side;

    use super::{super::NewGame, *};

    const RECORD: &str = r#"{"t":5,"press":"black"}"#;
    const SAID: &str = r#"{"seq":1,"t":5,"event":"started"}"#;

    fn journal(folder: &Path, board: &str, rest: &str) -> PathBuf {
        let header = Header { board: board.into(), game: Some("a".into()), ..Header::default() };
        let mut new = NewGame::begin(folder, &header).unwrap();
        new.file.write_all(rest.as_bytes()).unwrap();
        new.path
    }

    #[test]
    fn an_unfinished_game_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        journal(folder.path(), "1", &format!("{RECORD}\n{SAID}\n"));
        journal(folder.path(), "2", "");
        let recovered = unfinished(folder.path(), "1").unwrap().unwrap();
        assert_eq!(recovered.records, [Record { t: 5, what: What::Press(Side::Black) }]);
        assert_eq!(recovered.said.len(), 1);
        assert_eq!(recovered.t, 5);
        assert!(recovered.torn.is_none());
        assert!(unfinished(folder.path(), "3").unwrap().is_none());
        assert!(unfinished(&folder.path().join("none"), "1").unwrap().is_none());
    }

    #[test]
    fn a_closed_game_is_over() {
        let folder = tempfile::tempdir().unwrap();
        journal(folder.path(), "1", &format!("{RECORD}\n{SAID}\n{{\"t\":9,\"end\":true}}\n"));
        assert!(unfinished(folder.path(), "1").unwrap().is_none());
    }

    /// Whatever the power cut left: what is whole counts, the rest is kept, and the file can be
    /// appended to.
    #[test]
    fn a_torn_tail_is_set_aside_at_every_byte() {
        let rest = format!("{RECORD}\n{SAID}\n");
        for cut in 0..rest.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = journal(folder.path(), "1", &rest[..cut]);
            let mut recovered = Recovered::open(&path).unwrap();
            let whole = rest[..cut].lines().filter(|line| line.ends_with('}')).count();
            assert_eq!(recovered.records.len() + recovered.said.len(), whole, "cut at {cut}");
            let left = rest[..cut].lines().last().filter(|line| !line.ends_with('}'));
            let kept = recovered.torn.as_ref().map(|torn| fs::read_to_string(&torn.kept).unwrap());
            assert_eq!(kept.as_deref(), left, "cut at {cut}");
            writeln!(recovered.file, "{{\"t\":9,\"stop\":true}}").unwrap();
            let again = Recovered::open(&path).unwrap();
            assert!(again.torn.is_none(), "cut at {cut}");
            assert_eq!(again.t, 9, "cut at {cut}");
        }
    }

    #[test]
    fn what_follows_a_broken_line_is_kept_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal(folder.path(), "1", &format!("{RECORD}\n\u{0}\u{1}\n{SAID}\n"));
        let recovered = Recovered::open(&path).unwrap();
        let torn = recovered.torn.unwrap();
        // Header, its seal, the record.
        assert_eq!(torn.error.line, 4);
        assert_eq!(fs::read_to_string(torn.kept).unwrap(), format!("\u{0}\u{1}\n{SAID}\n"));
        assert!(recovered.said.is_empty());
    }

    #[test]
    fn events_are_numbered_without_gaps() {
        let folder = tempfile::tempdir().unwrap();
        let third = SAID.replace("\"seq\":1", "\"seq\":3");
        let path = journal(folder.path(), "1", &format!("{SAID}\n{third}\n"));
        let torn = Recovered::open(&path).unwrap().torn.unwrap();
        assert_eq!(torn.error.reason, "event 3 where 2 is due");
    }

    #[test]
    fn a_link_can_read_what_it_still_owes() {
        let folder = tempfile::tempdir().unwrap();
        let second = SAID.replace("\"seq\":1", "\"seq\":2");
        let path = journal(folder.path(), "1", &format!("{SAID}\n{second}\n{{\"se"));
        let seqs = |after| -> Vec<u64> {
            events_after(&path, after).unwrap().iter().map(|said| said.seq).collect()
        };
        assert_eq!(seqs(0), [1, 2]);
        assert_eq!(seqs(1), [2]);
    }
}
