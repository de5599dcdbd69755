use std::{env, time::Instant};

use serde_json::Value;

use crate::{
    scene::{Board, Hub, Server, agree, traces, until},
    wire::{Faults, Wire},
};

/// Boards play alone for hours of their time, and then all come to the hall at once.
#[test]
fn who_played_alone_is_caught_up_with_and_old_alerts_call_nobody() {
    let boards = if env::var_os("LONG").is_some() { 50 } else { 10 };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let hub = Hub::start(&folder.path().join("hub"), server.address, "");
    let wire = Wire::lay(server.address, Faults::default(), 1);
    wire.pull();
    let traces = traces(&folder.path().join("traces"), boards, 99);
    let boards: Vec<Board> = traces
        .iter()
        .enumerate()
        .map(|(n, trace)| {
            let sensor = format!("kind = \"trace\"\nfile = {trace:?}\nspeed = 1000");
            Board::start(&folder.path().join(format!("board-{n}")), wire.address, &sensor)
        })
        .collect();
    let is_over = |board: &Board| {
        let events = board.journal();
        events.iter().any(|(.., line)| line.contains("\"event\":\"game_over\"")).then_some(())
    };
    for board in &boards {
        until("a game is played", || is_over(board));
    }
    let start = Instant::now();
    wire.plug();
    agree(&hub, &boards);
    let events: usize = boards.iter().map(|board| board.journal().len()).sum();
    let (n, seconds) = (boards.len(), start.elapsed().as_secs_f64());
    println!("{n} boards with {events} events were caught up with after {seconds:.1} s");

    let alerts = hub.get("/api/alerts").unwrap();
    let last = |board: &Board| {
        let events = board.journal();
        let (.., line) = events.last().unwrap();
        serde_json::from_str::<Value>(line).unwrap()["t"].as_u64().unwrap()
    };
    let mut missed = 0;
    for alert in alerts.as_array().unwrap() {
        let board = boards.iter().find(|board| board.code() == alert["board"]).unwrap();
        let age_ms = last(board).saturating_sub(alert["t"].as_u64().unwrap());
        if age_ms > 120_000 {
            assert_eq!(alert["came"], "missed", "{alert}");
            missed += 1;
        }
    }
    assert!(missed > 0, "nothing was missed: {alerts}");
}
