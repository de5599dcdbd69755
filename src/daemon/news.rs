use std::{collections::VecDeque, time::Duration};

use tokio::{sync::watch, time::Instant};
use touchmove_core::board::Said;

use crate::{
    health::DiskFault,
    journal::{Disk, Haste, Ticket},
};

/// Longest that news waits for the disk; then it is shown all the same, marked as not saved.
const PATIENCE: Duration = Duration::from_millis(250);

/// What a game has said and is not shown or not sent to the hall yet, oldest first.
#[derive(Debug)]
pub(super) struct News {
    disk: watch::Receiver<Disk>,
    items: VecDeque<Item>,
    /// The newest of all, whether or not it is still here.
    newest: Option<Ticket>,
    unsaved: Option<DiskFault>,
}

/// What was said at once.
#[derive(Debug)]
struct Item {
    said: Vec<Said>,
    ticket: Ticket,
    haste: Haste,
    since: Instant,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting,
    Shown,
}

impl News {
    /// Nothing yet; `disk` is where the journal goes.
    pub(super) fn of(disk: watch::Receiver<Disk>) -> News {
        News { disk, items: VecDeque::new(), newest: None, unsaved: None }
    }

    /// Something was said and written down under this ticket.
    pub(super) fn add(&mut self, said: Vec<Said>, ticket: Ticket, haste: Haste) {
        if !said.is_empty() {
            let since = Instant::now();
            self.newest = Some(ticket);
            self.items.push_back(Item { said, ticket, haste, since, stage: Stage::Waiting });
        }
    }

    /// When the disk has been waited for long enough.
    pub(super) fn due(&self) -> Option<Instant> {
        let first = self.items.front().map(|item| item.since + PATIENCE);
        first.filter(|_| self.unsaved.is_none())
    }

    /// Why what is shown is not on the disk.
    pub(super) fn unsaved(&self) -> Option<DiskFault> {
        self.unsaved
    }

    /// What may be shown now: what is urgent when it would outlive a power cut, the rest when it would
    /// outlive this process, and everything when the disk does not take it.
    pub(super) fn show(&mut self) -> Vec<Said> {
        let disk = self.disk.borrow_and_update().clone();
        // What was sent without being saved is not here any more.
        let behind = self.newest.is_some_and(|newest| !disk.has(newest));
        let fault = disk.trouble.filter(|_| behind);
        self.unsaved = fault.or_else(|| self.items.iter().find_map(|item| item.fault(&disk)));
        let mut shown = Vec::new();
        for item in self.items.iter_mut().skip_while(|item| item.stage == Stage::Shown) {
            if !item.is_kept(&disk) && self.unsaved.is_none() {
                break;
            }
            item.stage = Stage::Shown;
            shown.extend_from_slice(&item.said);
        }
        shown
    }

    /// Takes what may be sent to the hall now: what was shown and would outlive a power cut, or
    /// what the disk does not take.
    pub(super) fn send(&mut self) -> Vec<Said> {
        let disk = self.disk.borrow().clone();
        let mut sent = Vec::new();
        while let Some(item) = self.items.front()
            && item.stage == Stage::Shown
            && (disk.has(item.ticket) || disk.trouble.is_some())
        {
            sent.extend(self.items.pop_front().map(|item| item.said).unwrap_or_default());
        }
        sent
    }

    /// What was not shown, and what was not sent.
    pub(super) fn rest(self) -> (Vec<Said>, Vec<Said>) {
        let unshown = self.items.iter().filter(|item| item.stage == Stage::Waiting);
        let unshown = unshown.flat_map(|item| item.said.clone()).collect();
        (unshown, self.items.into_iter().flat_map(|item| item.said).collect())
    }
}

impl Item {
    /// Whether the disk has it as safely as it must be to be shown.
    fn is_kept(&self, disk: &Disk) -> bool {
        match self.haste {
            Haste::Now => disk.has(self.ticket),
            Haste::Soon => disk.was_given(self.ticket),
        }
    }

    /// What keeps it from the disk.
    fn fault(&self, disk: &Disk) -> Option<DiskFault> {
        if disk.has(self.ticket) {
            return None;
        }
        let late = self.since.elapsed() >= PATIENCE && !self.is_kept(disk);
        disk.trouble.or(late.then_some(DiskFault::Slow))
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Event;

    use super::*;
    use crate::journal::Disk;

    fn said(seq: u64) -> Vec<Said> {
        vec![Said { seq, t: 0, event: Event::Started {} }]
    }

    fn seqs(said: &[Said]) -> Vec<u64> {
        said.iter().map(|said| said.seq).collect()
    }

    /// The journal's card hangs: everything is shown after a quarter of a second, with the fault, and
    /// the fault goes when the card answers.
    #[tokio::test(start_paused = true)]
    async fn a_disk_that_does_not_answer_is_told_and_not_waited_for() {
        let (tell, disk) = watch::channel(Disk::default());
        let mut news = News::of(disk);
        news.add(said(1), Ticket::nth(1), Haste::Now);
        assert!(news.show().is_empty());
        tokio::time::advance(PATIENCE - Duration::from_millis(1)).await;
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![], None));
        assert_eq!(news.due(), Some(Instant::now() + Duration::from_millis(1)));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![1], Some(DiskFault::Slow)));
        assert!(news.send().is_empty(), "a hall is told only what cannot be lost");
        news.add(said(2), Ticket::nth(2), Haste::Soon);
        assert_eq!(seqs(&news.show()), [2], "what comes meanwhile is shown at once");
        tell.send_replace(Disk::with(Ticket::nth(2)));
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![], None));
        assert_eq!(seqs(&news.send()), [1, 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_disk_is_told_at_once() {
        let trouble = Some(DiskFault::Full);
        let mut full = Disk::default();
        full.trouble = trouble;
        let (tell, disk) = watch::channel(full);
        let mut news = News::of(disk);
        news.add(said(1), Ticket::nth(1), Haste::Now);
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![1], trouble));
        assert_eq!(seqs(&news.send()), [1]);
        // It is not saved for having been sent.
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![], trouble));
        tell.send_replace(Disk::with(Ticket::nth(1)));
        assert_eq!((seqs(&news.show()), news.unsaved()), (vec![], None));
    }
}
