use std::{
    env,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use rand_pcg::{
    Pcg32,
    rand_core::{Rng as _, SeedableRng as _},
};
use serde_json::json;

use crate::{
    scene::{Board, Hub, Server, agree, traces, until},
    wire::{Faults, Wire},
};

/// What a bad cable does.
const BAD: Faults = Faults { cut: 400, double: 10, delay: 20, longest_delay_ms: 300 };

fn seed() -> u64 {
    let seed = env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_261_201);
    println!("SEED={seed}");
    seed
}

fn long() -> bool {
    env::var_os("LONG").is_some()
}

fn boards(folder: &Path, wires: &[Wire], seed: u64, speed: u32) -> Vec<Board> {
    let traces = traces(&folder.join("traces"), wires.len(), seed);
    traces
        .iter()
        .zip(wires)
        .enumerate()
        .map(|(n, (trace, wire))| {
            let sensor = format!("kind = \"trace\"\nfile = {trace:?}\nspeed = {speed}");
            Board::start(&folder.join(format!("board-{n}")), wire.address, &sensor)
        })
        .collect()
}

/// Twenty boards play real games with offences, while cables are cut, messages come twice and late,
/// and server and hub are killed.
#[test]
fn in_the_end_hall_and_boards_agree_to_the_byte() {
    let seed = seed();
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut hub = Hub::start(&folder.path().join("hub"), server.address, "");
    let wires: Vec<Wire> =
        (0..20).map(|n| Wire::lay(server.address, BAD, seed ^ (n << 32))).collect();
    let boards = boards(folder.path(), &wires, seed, 200);
    let mut dice = Pcg32::seed_from_u64(seed);
    let start = Instant::now();
    let while_it_lasts = Duration::from_secs(if long() { 120 } else { 20 });
    while start.elapsed() < while_it_lasts {
        thread::sleep(Duration::from_millis((500 + dice.next_u32() % 2000).into()));
        match dice.next_u32() % 4 {
            0 => server.kill_and_restart(),
            1 => hub.kill_and_restart(),
            n => {
                let wire = &wires[dice.next_u32() as usize % wires.len()];
                if n == 2 { wire.pull() } else { wire.plug() }
            }
        }
    }
    for wire in &wires {
        wire.plug();
        wire.set(Faults::default());
    }
    agree(&hub, &boards);
}

/// An order that is tried again until it is answered is carried out once, whatever the cable does.
#[test]
fn five_hundred_orders_over_a_bad_cable_are_five_hundred() {
    let seed = seed();
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let hub = Hub::start(&folder.path().join("hub"), server.address, "");
    let bad = Faults { cut: 150, double: 3, ..BAD };
    let wire = Wire::lay(server.address, bad, seed);
    let board = Board::start(
        &folder.path().join("board"),
        wire.address,
        "kind = \"simulated\"\n[game]\ntime_control = \"5400+30\"",
    );
    let path = format!("/api/boards/{}", board.code());
    let clock = || hub.get(&path)?["clocks"]["white_ms"].as_u64();
    until("the board is there", || (hub.get(&path)?["presence"] == "here").then_some(()));
    let ordered = AtomicUsize::new(0);
    let give = |n: usize| {
        let order = json!({"do":"add_time","side":"white","ms":1000,"id":format!("add-{n}")});
        until("an order is answered", || {
            let (status, answer) = hub.send("POST", &format!("{path}/command"), &order)?;
            assert!(matches!(status, 200 | 503 | 504), "{status}: {answer}");
            (status == 200).then_some(())
        });
    };
    give(0);
    let before = until("the clock is told", clock);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let n = ordered.fetch_add(1, Ordering::SeqCst) + 1;
                    if n > 500 {
                        return;
                    }
                    give(n);
                }
            });
        }
    });
    wire.set(Faults::default());
    until("all are told", || (clock()? == before + 500_000).then_some(()));
    agree(&hub, &[board]);
}
