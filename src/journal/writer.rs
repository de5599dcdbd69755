use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::{Instant, sleep_until, timeout},
};
use touchmove_core::{
    board::{Record, Said},
    trace::Line,
};

use super::{Head, Seal};
use crate::health::DiskFault;

/// What is not urgent is on the disk after this time.
const LAZY: Duration = Duration::from_millis(250);
/// A disk that failed is tried again after this time.
const RETRY: Duration = Duration::from_secs(1);
/// Batches on their way to the disk. When it hangs, what comes later waits in [`Journal`].
const BATCHES: usize = 64;
/// Bytes that wait for a disk that hangs or is full: some hours of play.
const MOST_OWED: usize = 16 << 20;

/// How soon what was written must be on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Haste {
    /// Within [`LAZY`].
    Soon,
    /// Before it is shown.
    Now,
}

/// Names a batch; see [`Disk::has`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

#[cfg(test)]
impl Ticket {
    /// The ticket of the batch of that number.
    pub(crate) fn nth(n: u64) -> Ticket {
        Ticket(n)
    }
}

/// What the disk is known to have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    written: Ticket,
    through: Ticket,
    /// The seal over everything up to there.
    pub(crate) head: Option<Head>,
    /// Why it takes nothing at the moment.
    pub(crate) trouble: Option<DiskFault>,
}

#[cfg(test)]
impl Disk {
    /// One that has everything up to this batch.
    pub(crate) fn with(through: Ticket) -> Disk {
        Disk { written: through, through, head: None, trouble: None }
    }
}

impl Disk {
    /// Whether everything up to this batch would outlive a power cut.
    pub(crate) fn has(&self, ticket: Ticket) -> bool {
        self.through >= ticket
    }

    /// Whether everything up to this batch would outlive the end of this process.
    pub(crate) fn was_given(&self, ticket: Ticket) -> bool {
        self.written >= ticket
    }
}

/// The journal of the game in play, open for appending.
#[derive(Debug)]
pub(crate) struct Journal {
    path: Arc<Path>,
    to_disk: mpsc::Sender<Batch>,
    disk: watch::Receiver<Disk>,
    writer: JoinHandle<()>,
    owed: Vec<u8>,
    haste: Haste,
    last: Ticket,
}

#[derive(Debug)]
struct Batch {
    bytes: Vec<u8>,
    ticket: Ticket,
    haste: Haste,
}

impl Journal {
    /// Appends to an open journal.
    ///
    /// `seal` is over what stands in it.
    pub(crate) fn append_to(path: PathBuf, file: File, seal: Seal) -> Journal {
        let (to_disk, batches) = mpsc::channel(BATCHES);
        let (tell, disk) = watch::channel(Disk::default());
        let path: Arc<Path> = path.into();
        let writer = Writer {
            path: Arc::clone(&path),
            open: Some(Open { file, seal }),
            waiting: Vec::new(),
            written: Ticket::default(),
            tell,
        };
        Journal {
            path,
            to_disk,
            disk,
            writer: tokio::spawn(writer.run(batches)),
            owed: Vec::new(),
            haste: Haste::Soon,
            last: Ticket::default(),
        }
    }

    /// Where it stands.
    pub(crate) fn path(&self) -> &Arc<Path> {
        &self.path
    }

    /// What the disk is known to have, now and later.
    pub(crate) fn disk(&self) -> watch::Receiver<Disk> {
        self.disk.clone()
    }

    /// Writes down a record.
    pub(crate) fn record(&mut self, record: &Record) {
        self.line(&Line::Record(record.clone()));
    }

    /// Writes down an event.
    pub(crate) fn said(&mut self, said: &Said) {
        self.line(&Line::from(said));
    }

    fn line(&mut self, line: &Line) {
        if self.owed.len() > MOST_OWED {
            return;
        }
        // Writing to memory cannot fail.
        let _ = writeln!(self.owed, "{line}");
        if self.owed.len() > MOST_OWED {
            tracing::error!(path = %self.path.display(), "the journal is given up: the disk took nothing for too long");
        }
    }

    /// Sends off what was written since the last time. Never waits: what a slow disk does not take
    /// now goes with the next batch.
    pub(crate) fn commit(&mut self, haste: Haste) -> Ticket {
        self.haste = self.haste.max(haste);
        if self.owed.is_empty() && haste == Haste::Soon {
            return self.last;
        }
        let next = Ticket(self.last.0 + 1);
        if let Ok(place) = self.to_disk.try_reserve() {
            let bytes = std::mem::take(&mut self.owed);
            place.send(Batch { bytes, ticket: next, haste: self.haste });
            self.haste = Haste::Soon;
            self.last = next;
        }
        next
    }

    /// Writes everything out, waits for the disk (a few seconds at most) and ends.
    pub(crate) async fn close(mut self) {
        const PATIENCE: Duration = Duration::from_secs(5);
        let bytes = std::mem::take(&mut self.owed);
        let batch = Batch { bytes, ticket: Ticket(self.last.0 + 1), haste: Haste::Now };
        let ended = timeout(PATIENCE, async {
            // A writer that is gone has said why.
            let _ = self.to_disk.send(batch).await;
            drop(self.to_disk);
            let _ = self.writer.await;
        });
        if ended.await.is_err() {
            tracing::error!(path = %self.path.display(), "the journal is not whole: the disk does not answer");
        }
    }
}

/// The file, and the seal over what stands in it.
struct Open {
    file: File,
    seal: Seal,
}

/// The task that holds the file.
struct Writer {
    path: Arc<Path>,
    /// None while a blocking call has it.
    open: Option<Open>,
    /// Bytes that the disk did not take.
    waiting: Vec<u8>,
    written: Ticket,
    tell: watch::Sender<Disk>,
}

impl Writer {
    async fn run(mut self, mut batches: mpsc::Receiver<Batch>) {
        let mut due: Option<Instant> = None;
        loop {
            let batch = tokio::select! {
                biased;
                batch = batches.recv(), if self.waiting.len() <= MOST_OWED => batch.map(Some),
                () = sleep_until(due.unwrap_or_else(far)), if due.is_some() => Some(None),
            };
            let mut haste = Haste::Soon;
            let last = batch.is_none();
            match batch {
                None => haste = Haste::Now,
                Some(None) => haste = Haste::Now,
                Some(Some(batch)) => {
                    self.take(batch, &mut haste);
                    while let Ok(batch) = batches.try_recv() {
                        self.take(batch, &mut haste);
                    }
                }
            }
            due = match self.flush(haste).await {
                Ok(()) if haste == Haste::Now => None,
                Ok(()) => due.or_else(|| Some(Instant::now() + LAZY)),
                Err(error) => {
                    self.complain(&error);
                    Some(Instant::now() + RETRY)
                }
            };
            if last {
                return;
            }
        }
    }

    fn take(&mut self, batch: Batch, haste: &mut Haste) {
        self.waiting.extend_from_slice(&batch.bytes);
        self.written = batch.ticket;
        *haste = batch.haste.max(*haste);
    }

    /// Writes what waits, and brings it to the disk where that is asked.
    async fn flush(&mut self, haste: Haste) -> io::Result<()> {
        let Some(mut open) = self.open.take() else {
            return Err(io::Error::other("lost in an earlier failure"));
        };
        let bytes = std::mem::take(&mut self.waiting);
        let through = self.written;
        let work = move || {
            let result = open.append(&bytes, haste);
            (open, bytes, result)
        };
        let (open, bytes, result) =
            tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?;
        self.open = Some(open);
        match result {
            Ok(Some(head)) => {
                let head = Some(head);
                self.tell.send_replace(Disk { written: through, through, head, trouble: None });
                Ok(())
            }
            Ok(None) => {
                self.tell.send_modify(|disk| disk.written = through);
                Ok(())
            }
            Err(error) => {
                self.waiting = bytes;
                Err(error)
            }
        }
    }

    /// The same trouble is told once.
    fn complain(&self, error: &io::Error) {
        let trouble = Some(DiskFault::from(error));
        self.tell.send_if_modified(|disk| {
            let new = disk.trouble != trouble;
            if new {
                tracing::error!(path = %self.path.display(), %error, "the journal cannot be written; the game goes on");
                disk.trouble = trouble;
            }
            new
        });
    }
}

impl Open {
    /// Appends all of it or nothing. What must be on the disk is sealed; answers the seal.
    fn append(&mut self, bytes: &[u8], haste: Haste) -> io::Result<Option<Head>> {
        let before = self.file.metadata()?.len();
        let mut seal = self.seal.clone();
        seal.take(bytes);
        let written = match haste {
            Haste::Soon => self.file.write_all(bytes).map(|()| None),
            Haste::Now => {
                let (head, line) = seal.line();
                let whole = [bytes, line.as_bytes()].concat();
                self.file
                    .write_all(&whole)
                    .and_then(|()| self.file.sync_data())
                    .map(|()| Some(head))
            }
        };
        match &written {
            Ok(_) => self.seal = seal,
            // What cannot be cut off now is cut off as a torn tail at the next start.
            Err(_) => {
                let _ = self.file.set_len(before);
            }
        }
        written
    }
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(86_400)
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::{Header, Side, What};

    use super::{
        super::{Chain, NewGame},
        *,
    };

    fn press(t: u64) -> Record {
        Record { t, what: What::Press(Side::White) }
    }

    fn begun(folder: &Path) -> (PathBuf, Journal) {
        let NewGame { path, file, seal } = NewGame::begin(folder, &Header::default()).unwrap();
        (path.clone(), Journal::append_to(path, file, seal))
    }

    #[tokio::test]
    async fn urgent_lines_are_on_the_disk_when_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut journal) = begun(folder.path());
        let mut disk = journal.disk();
        journal.record(&press(1));
        journal.record(&press(2));
        let ticket = journal.commit(Haste::Now);
        disk.wait_for(|disk| disk.has(ticket)).await.unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        // Header, two records, and a seal behind either.
        assert_eq!(text.lines().count(), 5, "{text}");
        let chain = Chain::read(text.as_bytes()).unwrap();
        assert_eq!((chain.seals, chain.broken, chain.unsealed), (2, vec![], 0));
    }

    #[tokio::test(start_paused = true)]
    async fn lazy_lines_are_on_the_disk_a_quarter_of_a_second_later() {
        let folder = tempfile::tempdir().unwrap();
        let (_, mut journal) = begun(folder.path());
        let mut disk = journal.disk();
        let begun = Instant::now();
        journal.record(&press(1));
        let ticket = journal.commit(Haste::Soon);
        disk.wait_for(|disk| disk.has(ticket)).await.unwrap();
        assert!(begun.elapsed() >= LAZY && begun.elapsed() < LAZY * 2, "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn closing_writes_all_that_was_said() {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut journal) = begun(folder.path());
        for t in 0..1000 {
            journal.record(&press(t));
            journal.commit(Haste::Soon);
        }
        journal.close().await;
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains("press")).count(), 1000);
        assert_eq!(Chain::read(text.as_bytes()).unwrap().unsealed, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_disk_is_told_and_tried_again() {
        let full = File::options().append(true).open("/dev/full").unwrap();
        let mut journal = Journal::append_to("/dev/full".into(), full, Seal::default());
        let mut disk = journal.disk();
        journal.record(&press(1));
        let ticket = journal.commit(Haste::Now);
        let state = disk.wait_for(|disk| disk.trouble.is_some()).await.unwrap().clone();
        assert!(!state.has(ticket));
        assert_eq!(state.trouble, Some(DiskFault::Full));
    }
}
