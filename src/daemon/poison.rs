//! Records on which the game logic fails. Each is kept in the journal, marked in a file beside it,
//! and skipped from then on: a daemon that comes back must not fail on it again.

use std::{
    fs::{self, File},
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use touchmove_core::{
    board::{Header, HeaderError, Record, Said},
    table::Table,
};

/// The places of such records among those of a game, counted from 0.
#[derive(Debug, Default)]
pub(super) struct Poison {
    file: PathBuf,
    places: Vec<usize>,
}

#[derive(Serialize, Deserialize)]
struct Mark {
    place: usize,
    record: Record,
}

impl Poison {
    /// Those that are marked beside a journal.
    pub(super) fn of(journal: &Path) -> Poison {
        let file = journal.with_extension("poison");
        let text = fs::read_to_string(&file).unwrap_or_default();
        let marks = text.lines().filter_map(|line| serde_json::from_str::<Mark>(line).ok());
        Poison { places: marks.map(|mark| mark.place).collect(), file }
    }

    fn holds(&self, place: usize) -> bool {
        self.places.contains(&place)
    }

    /// Marks one, so that it stands on the disk before anything else is tried.
    pub(super) fn mark(&mut self, place: usize, record: &Record) {
        tracing::error!(
            place,
            record = serde_json::to_string(record).unwrap_or_default(),
            marked = %self.file.display(),
            "the game logic fails on a record: it is kept and skipped"
        );
        self.places.push(place);
        if let Err(error) = self.write(place, record) {
            tracing::error!(%error, marked = %self.file.display(), "the mark cannot be written");
        }
    }

    fn write(&self, place: usize, record: &Record) -> io::Result<()> {
        let mut file = File::options().create(true).append(true).open(&self.file)?;
        let line = serde_json::to_string(&Mark { place, record: record.clone() })?;
        writeln!(file, "{line}")?;
        file.sync_all()
    }

    /// A table at which these records have been played but for the marked ones, and what it said.
    /// Those on which it fails are marked, and it is begun anew without them.
    ///
    /// # Errors
    ///
    /// When this version cannot play by the header.
    pub(super) fn play(
        &mut self,
        header: &Header,
        records: &[Record],
    ) -> Result<(Table, Vec<Said>), HeaderError> {
        'anew: loop {
            let mut table = Table::new(header)?;
            let mut said = Vec::new();
            for (place, record) in records.iter().enumerate() {
                if !self.holds(place) && attempt(&mut table, record, &mut said).is_err() {
                    self.mark(place, record);
                    continue 'anew;
                }
            }
            return Ok((table, said));
        }
    }
}

/// The game logic failed; the table can no longer be used.
#[derive(Debug)]
pub(super) struct Failed;

/// Lets a table take in a record.
///
/// # Errors
///
/// When the game logic fails on it.
pub(super) fn attempt(
    table: &mut Table,
    record: &Record,
    said: &mut Vec<Said>,
) -> Result<(), Failed> {
    panic::catch_unwind(AssertUnwindSafe(|| {
        #[cfg(test)]
        test::fail_on(record);
        table.apply(record, said);
    }))
    .map_err(|_| Failed)
}

#[cfg(test)]
pub(super) mod test {
    use touchmove_core::board::{Record, What};

    /// Stands for an error in the game logic: no board says this of itself.
    pub(in super::super) const REASON: &str = "poison for a test";

    /// # Panics
    ///
    /// On the record that stands for one on which the game logic fails.
    pub(super) fn fail_on(record: &Record) {
        if let What::Fault { reason, .. } = &record.what {
            assert_ne!(reason, REASON);
        }
    }
}
