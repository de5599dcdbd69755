use std::sync::Arc;

use serde_json::json;
use touchmove_core::board::{Header, Said};

use super::*;
use crate::link::{
    Uplink,
    local::{self, BoardEnd},
};

fn header(board: &str, game: &str, round: &str) -> Header {
    Header {
        board: board.into(),
        game: Some(game.into()),
        round: round.into(),
        ..Header::default()
    }
}

/// An alert, its change, and its end.
fn events() -> Vec<Said> {
    let alert = |rev: u32| {
        json!({"event":"alert","id":1,"rev":rev,"ply":0,"kind":"displaced","severity":"attention",
            "for":"arbiter","side":null,"squares":["e4"],"article":"7.4.1","penalty":null,
            "rules":"fide-2023","missing":[],"extra":["e4"]})
    };
    let events = [
        json!({"event":"started"}),
        alert(1),
        alert(2),
        json!({"event":"alert_cleared","id":1,"kind":"displaced","why":"restored"}),
    ];
    let numbered = events.into_iter().enumerate().map(|(n, mut event)| {
        event["seq"] = json!(n + 1);
        event["t"] = json!(n * 1000);
        serde_json::from_value(event).unwrap()
    });
    numbered.collect()
}

fn open(folder: &Path) -> (Arc<Hub>, BoardEnd) {
    let (hub, memory) = Hub::open("Hall", &folder.join("hall.sqlite")).unwrap();
    let (door, posts) = local::door();
    memory.run(posts).unwrap();
    let (board, seat) = door.link("7");
    hub.seat(seat);
    (hub, board)
}

async fn log(hub: &Arc<Hub>) -> Vec<(u64, u64, &'static str)> {
    let what = |news: &News| match news {
        News::Raised { .. } => "raised",
        News::Changed { .. } => "changed",
        News::Cleared { .. } => "cleared",
    };
    let entries = hub.alerts_after(0, 100).await.unwrap();
    entries.iter().map(|entry| (entry.cursor, entry.seq, what(&entry.news))).collect()
}

#[tokio::test]
async fn what_is_told_twice_is_kept_once_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let events = events();
    let once = [(1, 2, "raised"), (2, 3, "changed"), (3, 4, "cleared")];
    {
        let (hub, mut board) = open(folder.path());
        assert_eq!(board.uplink.attach(&header("7", "a", "1")).await, Ok(0));
        assert_eq!(board.uplink.deliver(events[..2].to_vec().into()).await, Ok(2));
        assert_eq!(board.uplink.deliver(events.clone().into()).await, Ok(4));
        assert_eq!(log(&hub).await, once);
    }
    let (hub, mut board) = open(folder.path());
    assert_eq!(log(&hub).await, once, "read back");
    assert_eq!(board.uplink.attach(&header("7", "a", "1")).await, Ok(4));
    assert_eq!(board.uplink.deliver(events.into()).await, Ok(4));
    assert_eq!(log(&hub).await, once);
    let sheet = hub.find("7").unwrap().look(|sheet| (sheet.seq, sheet.past_alerts.len()));
    assert_eq!(sheet, Some((4, 1)));
}

/// A copy of the memory, as a power cut would leave it now.
fn cut(folder: &Path) -> tempfile::TempDir {
    let cut = tempfile::tempdir().unwrap();
    for file in ["hall.sqlite", "hall.sqlite-wal"] {
        std::fs::copy(folder.join(file), cut.path().join(file)).unwrap();
    }
    cut
}

fn on_disk(folder: &Path) -> usize {
    let cut = cut(folder);
    let store = Store::open(&cut.path().join("hall.sqlite")).unwrap();
    store.events("7", "a").unwrap().len()
}

#[tokio::test]
async fn moves_may_wait_for_the_disk_but_alerts_and_readers_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let events = events();
    let (hub, mut board) = open(folder.path());
    board.uplink.attach(&header("7", "a", "1")).await.unwrap();
    assert_eq!(board.uplink.deliver(events[..1].to_vec().into()).await, Ok(1));
    assert_eq!(on_disk(folder.path()), 0, "a start waits for what follows");
    assert_eq!(hub.find("7").unwrap().look(|sheet| sheet.seq), Some(1), "and is shown");
    hub.round().await.unwrap();
    assert_eq!(on_disk(folder.path()), 1, "who reads sees everything");
    board.uplink.deliver(events[1..2].to_vec().into()).await.unwrap();
    assert_eq!(on_disk(folder.path()), 2, "an alert is kept before it is shown");
}

#[tokio::test]
async fn what_a_cut_took_from_the_hall_is_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_hub, mut board) = open(folder.path());
    board.uplink.attach(&header("7", "a", "1")).await.unwrap();
    board.uplink.deliver(events()[..1].to_vec().into()).await.unwrap();
    let cut = cut(folder.path());
    let (hub, mut board) = open(cut.path());
    assert_eq!(board.uplink.attach(&header("7", "a", "1")).await, Ok(0));
    assert_eq!(board.uplink.deliver(events().into()).await, Ok(4));
    assert_eq!(log(&hub).await.len(), 3);
}

#[tokio::test]
async fn a_gap_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (_hub, mut board) = open(folder.path());
    board.uplink.attach(&header("7", "a", "1")).await.unwrap();
    assert_eq!(board.uplink.deliver(events()[2..].to_vec().into()).await, Ok(0));
    assert_eq!(board.uplink.deliver(events().into()).await, Ok(4));
}

#[tokio::test]
async fn the_round_is_every_game_of_the_newest_ones_round() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, mut board) = open(folder.path());
    for (game, round) in [("a", "1"), ("b", "2"), ("c", "2")] {
        board.uplink.attach(&header("7", game, round)).await.unwrap();
    }
    let games = hub.round().await.unwrap();
    let games: Vec<_> = games.iter().map(|sheet| sheet.game.as_deref().unwrap()).collect();
    assert_eq!(games, ["b", "c"]);
}

#[tokio::test]
async fn alerts_no_longer_at_hand_are_read_from_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, mut board) = open(folder.path());
    for game in 0..500 {
        board.uplink.attach(&header("7", &game.to_string(), "1")).await.unwrap();
        board.uplink.deliver(events().into()).await.unwrap();
    }
    let mut cursor = 0;
    let mut seen = 0;
    loop {
        let entries = hub.alerts_after(cursor, 100).await.unwrap();
        let Some(last) = entries.last() else { break };
        assert!(entries.iter().zip(cursor + 1..).all(|(entry, due)| entry.cursor == due));
        seen += entries.len();
        cursor = last.cursor;
    }
    assert_eq!(seen, 1500);
    assert_eq!(*hub.alerts().newest().borrow(), cursor);
}

#[tokio::test]
async fn a_board_that_is_gone_refuses_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, board) = open(folder.path());
    drop(board);
    let pause = || Command::from(touchmove_core::board::Order::Pause);
    assert_eq!(hub.order("7", pause()).await, Err(Unanswered::Away));
    assert_eq!(hub.order("8", pause()).await, Err(Unanswered::NoSuchBoard));
}

#[tokio::test(start_paused = true)]
async fn a_board_that_does_not_answer_is_not_waited_for_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, board) = open(folder.path());
    let order = hub.order("7", Command::from(touchmove_core::board::Order::Pause));
    assert_eq!(order.await, Err(Unanswered::Late));
    drop(board);
}

#[test]
fn tables_stand_in_the_order_of_their_numbers() {
    let mut names = ["10", "2", "A", "1"].map(BoardName::new);
    names.sort();
    assert_eq!(names, ["1", "2", "10", "A"].map(BoardName::new));
}

#[tokio::test]
async fn another_machine_goes_on_from_an_export() {
    let folder = tempfile::tempdir().unwrap();
    let (hub, mut board) = open(folder.path());
    board.uplink.attach(&header("7", "a", "1")).await.unwrap();
    board.uplink.deliver(events()[..2].to_vec().into()).await.unwrap();
    let file = folder.path().join("hall.export");
    hub.export(&file).await.unwrap();
    hub.export(&file).await.unwrap();
    // What came later the old machine alone knows, and the board.
    board.uplink.deliver(events()[2..].to_vec().into()).await.unwrap();
    let seen = *hub.alerts().newest().borrow();

    let other = tempfile::tempdir().unwrap();
    let memory = other.path().join("state/hall.sqlite");
    import(&file, &memory).unwrap();
    let again = import(&file, &memory).unwrap_err();
    assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
    let (hub, mut board) = open(memory.parent().unwrap());
    assert_eq!(board.uplink.attach(&header("7", "a", "1")).await, Ok(2));
    board.uplink.deliver(events().into()).await.unwrap();
    let after = hub.alerts_after(seen, 100).await.unwrap();
    assert_eq!(after.len(), 2, "whoever followed the old one is told what it may have missed");
    assert_eq!(log(&hub).await.len(), 3);
}

#[test]
fn what_is_no_export_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "Dear arbiter").unwrap();
    let memory = folder.path().join("state/hall.sqlite");
    let error = import(&file, &memory).unwrap_err().to_string();
    assert!(error.contains("notes.txt: is no export of a hall"), "{error}");
    std::fs::write(&file, "").unwrap();
    let error = import(&file, &memory).unwrap_err().to_string();
    assert!(error.contains("is of version 0"), "{error}");
    assert!(std::fs::read_dir(memory.parent().unwrap()).unwrap().next().is_none());
    let error = export(&memory, &file).unwrap_err().to_string();
    assert!(error.contains("there is no hall's memory"), "{error}");
}
