//! A hall of one board, for tests of what is streamed from it.

use std::sync::Arc;

use serde_json::json;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::Instant,
};
use touchmove_core::{
    board::{Bitboard, Header, Said},
    sheet::{Sheet, Summary},
};

use super::{Hall, Transport};
use crate::{
    clock::LeverEnd,
    doors::Doors,
    hub::Hub,
    link::{
        Glance, Presence, Uplink as _,
        local::{self, BoardEnd},
    },
    meet::Synchronised,
};

/// A hall of one board, and what keeps it alive.
pub(super) struct Scene {
    pub(super) hall: Hall,
    pub(super) board: BoardEnd,
    pub(super) stopping: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

pub(super) fn header() -> Header {
    Header { board: "7".into(), game: Some("a".into()), ..Header::default() }
}

pub(super) async fn scene() -> Scene {
    let folder = tempfile::tempdir().unwrap();
    let (hub, memory) = Hub::open("Hall", &folder.path().join("hall.sqlite")).unwrap();
    let (door, posts) = local::door();
    memory.run(posts).unwrap();
    let (mut board, seat) = door.link("7");
    hub.seat(seat);
    board.uplink.attach(&header()).await.unwrap();
    let (stopping, seen) = watch::channel(false);
    let streams = Arc::new(Semaphore::new(10));
    let doors = Doors::open(Arc::clone(&hub));
    let transport = Transport::Plain;
    let shown = door.shown();
    let hall = Hall { hub, shown, streams, run: "x".into(), stopping: seen, doors, transport };
    Scene { hall, board, stopping, _folder: folder }
}

impl Scene {
    pub(super) fn place(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.hall.streams).try_acquire_owned().unwrap()
    }

    pub(super) fn show(&self, summary: Summary, occupied: u64) {
        self.board.showcase.show(Glance {
            summary,
            occupied: Bitboard(occupied),
            t: 0,
            at: Instant::now(),
            speed: 1.0,
            white_at: LeverEnd::Right,
            unsaved: None,
            presence: Presence::Here,
            synchronised: Synchronised::Unknown,
        });
    }
}

/// The game of the header after these events.
pub(super) fn after(header: &Header, events: &[Said]) -> Summary {
    let mut sheet = Sheet::new(header);
    events.iter().for_each(|said| sheet.fold(said));
    sheet.summary()
}

/// Alerts, as the board says them.
pub(super) fn alerts(seqs: std::ops::RangeInclusive<u64>) -> Vec<Said> {
    let alert = |seq: u64| {
        json!({"seq":seq,"t":0,"event":"alert","id":seq,"rev":1,"ply":0,"kind":"clock_stopped",
            "severity":"attention","for":"arbiter","article":null,"penalty":null,"rules":"fide-2023"})
    };
    seqs.map(|seq| serde_json::from_value(alert(seq)).unwrap()).collect()
}
