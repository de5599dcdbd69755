//! Looking at squares, recording them, and being asked.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    board::{Board, Of, START},
    terminal::Terminal,
};

fn touchmove(board: &Board, command: &str) -> Command {
    let mut touchmove = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    touchmove.arg(command).arg("--config").arg(board.path("board.toml"));
    touchmove.stdin(Stdio::null());
    touchmove
}

fn record(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn squares_are_shown_in_place_as_they_change() {
    let board = Board::new(Of::Matrix, "", 200);
    board.stand(START);
    let mut terminal = Terminal::run(&board, "scan", &[]);
    terminal.awaits("  8  #  #  #  #  #  #  #  # ");
    terminal.awaits("q and Enter ends");
    let mut hand = board.hand();
    hand.lifts("e2");
    // Marked while it is fresh, then no longer.
    terminal.awaits("  2  #  #  #  #  .* #  #  # ");
    terminal.awaits("  2  #  #  #  #  .  #  #  # ");
    hand.presses("black");
    terminal.awaits("lever: right end down (Black)");
    terminal.awaits(" of 200, ");
    terminal.types("q");
    let (code, _) = terminal.ends();
    assert_eq!(code, 0);
}

#[test]
fn squares_that_cannot_be_read_are_marked_with_the_reason() {
    let silent = "[[fault]]\nkind = \"silent\"\naddress = 0x24\n";
    let board = Board::new(Of::Expanders, silent, 200);
    board.stand([0, 0]);
    let mut terminal = Terminal::run(&board, "scan", &["--lang", "ru"]);
    terminal.awaits("  8  ?x ?x ?x ?x ?x ?x ?x ?x");
    terminal.awaits("expander: a8–h8");
    terminal.interrupts();
    let (code, _) = terminal.ends();
    assert_eq!(code, 0);
}

#[test]
fn elsewhere_than_on_a_terminal_each_change_is_a_line_as_in_a_trace() {
    let board = Board::new(Of::Chain, "", 200);
    board.stand(START);
    let mut child = touchmove(&board, "scan").stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(record(&lines.next().unwrap())["raw"], "ffff00000000ffff");
    board.hand().lifts("a1");
    let mut changes =
        lines.by_ref().map(|line| record(&line)).filter(|line| line["rate"].is_null());
    assert_eq!(changes.next().unwrap()["raw"], "ffff00000000fffe");
    let rate = lines.by_ref().map(|line| record(&line)).find(|line| line["rate"].is_object());
    assert_eq!(rate.unwrap()["rate"]["wanted_hz"], 200);
    // Whoever reads it has seen enough: `| head`.
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_recording_is_a_trace_and_nothing_is_written_over() {
    let board = Board::new(Of::Chain, "", 200);
    board.stand(START);
    let out = board.path("game.jsonl");
    let args = ["--out", out.to_str().unwrap()];
    let mut terminal = Terminal::run(&board, "record", &args);
    terminal.awaits("recording to");
    // The socket is there once the first reading is.
    while !fs::read_to_string(&out).unwrap().contains("ffff00000000ffff") {}
    let mut hand = board.hand();
    hand.lifts("e2");
    hand.places("e4", 0);
    hand.presses("white");
    terminal.interrupts();
    let (code, lines) = terminal.ends();
    assert_eq!(code, 0, "{lines:?}");

    let trace = fs::read_to_string(&out).unwrap();
    let lines: Vec<Value> = trace.lines().map(record).collect();
    assert_eq!(lines[0]["touchmove"], 1);
    let raw: Vec<_> = lines.iter().filter_map(|line| line["raw"].as_str()).collect();
    assert_eq!(raw, ["ffff00000000ffff", "ffff00000000efff", "ffff00001000efff"]);
    assert!(lines.iter().any(|line| line["press"] == "white"), "{trace}");
    assert_eq!(lines.last().unwrap()["end"], true);
    let mut replay = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    let replay = replay.arg("replay").arg(&out).output().unwrap();
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));

    let again = touchmove(&board, "record").args(args).output().unwrap();
    let told = String::from_utf8(again.stderr).unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(told.contains("game.jsonl: ") && told.contains("--force"), "{told}");
    assert_eq!(fs::read_to_string(&out).unwrap(), trace);
    let more = ["--force", "--seconds", "0.2"];
    assert!(touchmove(&board, "record").args(args).args(more).status().unwrap().success());
}

#[test]
fn a_self_test_asks_for_an_empty_board_and_takes_no_for_an_answer() {
    let stuck = "[[fault]]\nkind = \"stuck\"\nsquares = [\"c6\"]\n";
    let board = Board::new(Of::Chain, stuck, 20);
    board.stand(START);
    let mut terminal = Terminal::run(&board, "selftest", &["--seconds", "0.5"]);
    terminal.awaits("Take everything off the board");
    board.hand().sets(0, 0);
    terminal.types("");
    terminal.awaits("c6 reads occupied with nothing on it");
    let (code, lines) = terminal.ends();
    assert_eq!((code, lines.last().unwrap().as_str()), (1, "1 fault"));

    let mut terminal = Terminal::run(&board, "selftest", &["--seconds", "0.5"]);
    terminal.awaits("Take everything off the board");
    terminal.types("s");
    let (code, lines) = terminal.ends();
    assert_eq!((code, lines.last().unwrap().as_str()), (0, "passed"));

    let mut terminal = Terminal::run(&board, "selftest", &[]);
    terminal.awaits("Take everything off the board");
    terminal.interrupts();
    let (code, _) = terminal.ends();
    assert_eq!(code, 2);
}

#[test]
fn a_self_test_without_a_terminal_asks_nobody() {
    let board = Board::new(Of::Chain, "", 20);
    let run = touchmove(&board, "selftest").args(["--seconds", "0.5", "--json"]).output().unwrap();
    let report = record(&String::from_utf8(run.stdout).unwrap());
    assert_eq!((run.status.code(), &report["passed"]), (Some(0), &Value::Bool(true)));
    assert_eq!(report["rate"]["wanted_hz"], 20);
}

#[test]
fn every_device_that_cannot_be_used_is_a_fault_with_its_remedy() {
    let board = Board::new(Of::Chain, "", 100);
    let chain = "[sensor]\nkind = \"chain\"\n[sensor.chain]\nspi = \"/dev/spidev9.9\"\n\
                 latch = \"no such line\"\n";
    fs::write(board.path("board.toml"), chain).unwrap();
    let run = touchmove(&board, "selftest").arg("--json").output().unwrap();
    let report = record(&String::from_utf8(run.stdout).unwrap());
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(report["findings"][0]["code"], "device");
    assert!(report["findings"][0]["said"].as_str().unwrap().starts_with("/dev/spidev9.9: "));
}

#[test]
fn a_board_that_is_watched_is_left_alone() {
    let board = Board::new(Of::Chain, "", 100);
    board.stand(START);
    let mut watching = Terminal::run(&board, "scan", &[]);
    watching.awaits("q and Enter ends");
    for command in ["selftest", "scan", "commission", "calibrate"] {
        let run = touchmove(&board, command).output().unwrap();
        let told = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{command}: {told}");
        assert!(told.contains("another touchmove"), "{command}: {told}");
    }
}

#[test]
fn a_commissioning_can_be_left_and_its_report_says_so() {
    let board = Board::new(Of::Chain, "", 200);
    let file = board.path("report.json");
    let args = ["--report", file.to_str().unwrap(), "--speed", "5"];
    let mut terminal = Terminal::run(&board, "commission", &args);
    terminal.awaits("Take everything off the board.");
    let mut hand = board.hand();
    hand.sets(0, 0);
    terminal.awaits("Put one piece on a1");
    hand.sets(1, 0);
    terminal.awaits("Put one piece on b1");
    // Once more, and nothing that is not understood does any harm.
    terminal.types("what?");
    terminal.awaits("s: skip");
    terminal.types("a");
    terminal.awaits("Put one piece on a1");
    terminal.types("q");
    let (code, lines) = terminal.ends();
    assert_eq!((code, lines.last().unwrap().as_str()), (1, "Not finished."));
    let report = record(&fs::read_to_string(file).unwrap());
    assert_eq!((&report["board"], &report["verdict"]), (&"7".into(), &"unfinished".into()));
    assert_eq!(report["findings"][0]["kind"], "unfinished");
}

#[test]
fn a_commissioning_waits_while_the_board_cannot_be_read() {
    let board = Board::new(Of::Chain, "", 200);
    let mut terminal = Terminal::run(&board, "commission", &["--speed", "5"]);
    terminal.awaits("Take everything off the board.");
    let mut hand = board.hand();
    hand.sets(0, 0);
    terminal.awaits("Put one piece on a1");
    hand.works(&json!({ "break": { "kind": "chain_open", "behind": 0 } }));
    terminal.awaits("!! the chain did not end in its sentinel");
    hand.sets(1, 0);
    hand.works(&json!({ "mend": true }));
    terminal.awaits("The board is read again; go on.");
    terminal.awaits("Put one piece on b1");
    terminal.types("q");
    let (code, lines) = terminal.ends();
    let text = lines.join("\n");
    assert_eq!((code, lines.last().unwrap().as_str()), (1, "Not finished."));
    assert!(text.contains("2. the chain did not end in its sentinel"), "{text}");
}
