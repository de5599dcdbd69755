use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use touchmove_core::{
    board::{Header, Ms, Record, What},
    trace::Line,
};

/// How far back the samples reach, ms.
const SPAN: Ms = 600_000;
/// A board that rattles at every reading keeps fewer minutes.
const MOST: usize = 60_000;

/// The undebounced samples of the last ten minutes: what the sensors showed when an alert was
/// raised, as a trace of its own.
#[derive(Debug, Default)]
pub(crate) struct RawRing(VecDeque<Record>);

impl RawRing {
    /// Takes in what was read or pressed; only samples and presses are kept.
    pub(crate) fn take(&mut self, record: &Record) {
        if !matches!(record.what, What::Raw(_) | What::Press(_)) {
            return;
        }
        // A sample holds until the next, so the one before the span belongs to it.
        let begins = record.t.saturating_sub(SPAN);
        while self.0.len() >= MOST || self.0.get(1).is_some_and(|second| second.t <= begins) {
            self.0.pop_front();
        }
        self.0.push_back(record.clone());
    }

    /// The samples as a trace beside the journal, for event `seq`; none where there are none.
    pub(crate) fn dump(&self, journal: &Path, header: &Header, seq: u64) -> Option<Dump> {
        if !self.0.iter().any(|record| matches!(record.what, What::Raw(_))) {
            return None;
        }
        let mut text = format!("{}\n", Line::from(header.clone()));
        for record in &self.0 {
            text += &format!("{}\n", Line::from(record.clone()));
        }
        Some(Dump { path: journal.with_extension(format!("raw-{seq}")), text })
    }
}

/// Samples on their way to a file.
#[derive(Debug)]
pub(crate) struct Dump {
    path: PathBuf,
    text: String,
}

impl Dump {
    /// Writes them, on a thread that may wait for the disk. What cannot be written is told.
    pub(crate) fn write(self) {
        if let Err(error) = self.put() {
            let path = self.path.display();
            tracing::warn!(%path, %error, "the samples beside an alert cannot be kept");
        }
    }

    /// All of it or nothing.
    fn put(&self) -> io::Result<()> {
        let new = self.path.with_extension("raw-new");
        let mut file = File::create(&new)?;
        file.write_all(self.text.as_bytes())?;
        file.sync_data()?;
        fs::rename(&new, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::{
        board::{Bitboard, Planes},
        trace::Reader,
    };

    use super::*;

    fn sample(t: Ms) -> Record {
        Record { t, what: What::Raw(Planes::Occupancy(Bitboard(t))) }
    }

    #[test]
    fn ten_minutes_are_kept_and_the_sample_that_held_when_they_began() {
        let mut ring = RawRing::default();
        for minute in 0..=15 {
            ring.take(&sample(minute * 60_000));
        }
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("game.jsonl");
        ring.dump(&journal, &Header::default(), 7).unwrap().write();
        let text = fs::read_to_string(folder.path().join("game.raw-7")).unwrap();
        let records = Reader::new(text.as_bytes()).unwrap().map(|line| match line.unwrap() {
            Line::Record(record) => record.t / 60_000,
            other => panic!("{other:?}"),
        });
        assert_eq!(records.collect::<Vec<_>>(), (5..=15).collect::<Vec<_>>());
    }

    #[test]
    fn without_samples_nothing_is_written() {
        let mut ring = RawRing::default();
        ring.take(&Record { t: 1, what: What::Stop });
        assert!(ring.dump(Path::new("game.jsonl"), &Header::default(), 1).is_none());
    }
}
