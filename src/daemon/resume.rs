use std::{fs::File, path::PathBuf};

use touchmove_core::{
    board::{Header, HeaderError, Ms, Planes, Record, Said, What},
    sheet::Sheet,
    table::Table,
};

use super::{poison::Poison, wall};
use crate::{
    inlet::follow,
    journal::{Recovered, Seal},
};

/// A game read back from its journal, ready to go on.
#[derive(Debug)]
pub(super) struct Resumed {
    pub(super) path: PathBuf,
    pub(super) file: File,
    pub(super) seal: Seal,
    pub(super) header: Header,
    pub(super) table: Table,
    /// What was said, folded.
    pub(super) sheet: Sheet,
    pub(super) planes: Option<Planes>,
    /// The journal's last instant.
    pub(super) t: Ms,
    /// What follows from the records but had not been written down when the daemon went.
    pub(super) unsaid: Vec<Said>,
    /// The first event that this version of the game logic would have said otherwise.
    pub(super) differs_from_seq: Option<u64>,
    /// Added to the table's numbers from now on.
    pub(super) shift: i64,
    /// How long the daemon was away.
    pub(super) gap_ms: Option<Ms>,
    /// What the wall clock says now.
    pub(super) now: What,
    /// Records that are skipped.
    pub(super) poison: Poison,
    /// What was seen and told.
    pub(super) records: Vec<Record>,
}

impl Resumed {
    /// Replays a journal.
    ///
    /// # Errors
    ///
    /// When this version cannot play by its header.
    pub(super) fn replay(journal: Recovered) -> Result<Resumed, HeaderError> {
        let Recovered { path, file, seal, header, records, said, t, .. } = journal;
        let mut poison = Poison::of(&path);
        let (mut table, mut replayed) = poison.play(&header, &records)?;
        let planes = records.iter().fold(None, |planes, record| follow(planes, &record.what));
        table.advance(t, &mut replayed);

        let same = said.iter().zip(&replayed).take_while(|(said, again)| said == again).count();
        let differs = said.get(same);
        let last = |said: &[Said]| said.last().map_or(0, |said| said.seq.cast_signed());
        let (unsaid, shift) = match differs {
            // Told anew it would be another story: what was said stands, and the numbers go on.
            Some(_) => (Vec::new(), last(&said) - last(&replayed)),
            None => (replayed.split_off(same), 0),
        };
        let mut sheet = Sheet::new(&header);
        said.iter().for_each(|said| sheet.fold(said));
        let now = wall::reading();
        Ok(Resumed {
            path,
            file,
            seal,
            table,
            sheet,
            planes,
            t,
            unsaid,
            differs_from_seq: differs.map(|said| said.seq),
            shift,
            gap_ms: wall::gap(&records, t, &now),
            now,
            poison,
            records,
            header,
        })
    }
}
