use std::{fs, process::Stdio, thread, time::Duration};

use crate::{
    cable::Cable,
    scene::{Board, Running, kept, touchmove, traces, until},
};

/// A board that was told only the hub's key finds it on its network, plays on alone while the cable is
/// pulled for longer than a connection lives, and tells all that happened when it is back.
#[test]
fn hub_and_board_find_each_other_and_survive_a_pulled_cable() {
    let Some(cable) = Cable::lay() else { return };
    let folder = tempfile::tempdir().unwrap();
    let hub = folder.path().join("hub");
    fs::create_dir_all(&hub).unwrap();
    let config = hub.join("hub.toml");
    fs::write(&config, format!("[hub]\nstate = {:?}\n[web]\nopen = true\n", hub.join("state")))
        .unwrap();
    let mut setup = touchmove();
    setup.args(["hub", "setup", "--config"]).arg(&config);
    // The machine's own clock is left alone.
    let setup = setup.arg("--chrony").arg(&hub).output().unwrap();
    assert!(setup.status.success(), "{}", String::from_utf8_lossy(&setup.stderr));
    let text = String::from_utf8(setup.stdout).unwrap();
    let join = text.lines().find(|line| line.starts_with("touchmove://")).expect(&text);
    assert!(join.contains("@/"), "it names no address: {join}");
    let mut command = Cable::inside(&cable.hub);
    command.args(["hub", "--config"]).arg(&config).stdout(Stdio::null());
    let _running = Running::start(&mut command, &hub.join("log"));

    let trace = traces(&folder.path().join("traces"), 1, 5).remove(0);
    let sensor = format!("kind = \"trace\"\nfile = {trace:?}\nspeed = 60");
    let command = Cable::inside(&cable.board);
    let told = format!("join = {join:?}");
    let board = Board::by(command, &folder.path().join("board"), &told, &sensor);
    let code = board.code();
    until("the hub has heard of the board", || (!kept(&hub, &code).is_empty()).then_some(()));
    for end in [&cable.hub, &cable.board] {
        Cable::pull(end);
        // The cable must be out for longer than it takes both ends to notice.
        thread::sleep(Duration::from_secs(20));
        Cable::plug(end);
    }
    until("the hub has all of the board", || {
        let (told, kept) = (board.journal(), kept(&hub, &code));
        let over = told.iter().any(|(.., line)| line.contains("\"event\":\"game_over\""));
        (over && told == kept).then_some(())
    });
}
