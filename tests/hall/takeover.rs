use std::{fs, time::Instant};

use serde_json::{Value, json};

use crate::scene::{Board, Hub, agree, touchmove, traces, until};

/// The hub's machine is gone. Another goes on from the last export: all boards find it by its key,
/// what was said and decided meanwhile is told again, and nothing is done twice.
#[test]
fn another_machine_takes_over() {
    let folder = tempfile::tempdir().unwrap();
    let (first, join) = Hub::of_its_own(&folder.path().join("first"));
    let traces = traces(&folder.path().join("traces"), 5, 4711);
    let told = format!("join = {join:?}");
    let mut boards: Vec<Board> = traces
        .iter()
        .enumerate()
        .map(|(n, trace)| {
            let sensor = format!("kind = \"trace\"\nfile = {trace:?}\nspeed = 100");
            Board::told(&folder.path().join(format!("board-{n}")), &told, &sensor)
        })
        .collect();
    let still = "kind = \"simulated\"\n[game]\ntime_control = \"5400+30\"";
    boards.push(Board::told(&folder.path().join("still"), &told, still));
    let codes: Vec<String> = boards.iter().map(Board::code).collect();
    let here = |hub: &Hub| {
        let members = hub.get("/api/members")?;
        let here = members.as_array()?.iter().filter(|member| member["presence"] == "here");
        (here.count() == codes.len()).then_some(())
    };
    until("all boards are in", || here(&first));
    let path = format!("/api/boards/{}", codes[5]);
    let order = |hub: &Hub, id: &str| {
        let order = json!({"do":"add_time","side":"white","ms":1000,"id":id});
        until("an order is carried out", || {
            let (status, _) = hub.send("POST", &format!("{path}/command"), &order)?;
            (status == 200).then_some(())
        });
    };
    order(&first, "before");
    let export = folder.path().join("hall.export");
    let mut command = touchmove();
    command.args(["hub", "export"]).arg(&export);
    command.arg("--config").arg(first.folder.join("hub.toml"));
    assert!(command.status().unwrap().success());
    order(&first, "after");
    first.kill_machine();

    let gone = Instant::now();
    let second = folder.path().join("second");
    fs::create_dir_all(&second).unwrap();
    let config = second.join("hub.toml");
    fs::write(&config, format!("[hub]\nstate = {:?}\n", second.join("state"))).unwrap();
    let mut command = touchmove();
    command.args(["hub", "import"]).arg(&export).arg("--config").arg(&config);
    assert!(command.status().unwrap().success());
    let (second, again) = Hub::of_its_own(&second);
    let key = |join: &str| join.rsplit('/').next().map(str::to_string);
    assert_eq!(key(&again), key(&join), "it is the same hub");
    until("all boards are back", || here(&second));
    println!("all boards were back after {:.1} s", gone.elapsed().as_secs_f64());
    order(&second, "before");
    order(&second, "after");
    agree(&second, &boards);
    let done = |id: &str| {
        let events = boards[5].journal();
        let is_it = |line: &str| {
            let event: Value = serde_json::from_str(line).unwrap();
            event["event"] == "done" && event["command"] == id
        };
        events.iter().filter(|(.., line)| is_it(line)).count()
    };
    assert_eq!((done("before"), done("after")), (1, 1));
}
