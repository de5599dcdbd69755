//! `touchmove simulate`, run as people run it.

#![allow(clippy::expect_used)] // a test may end so anywhere, not only in its functions

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use touchmove_core::trace::{Line, Reader};

fn simulate(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .arg("simulate")
        .args(args)
        .output()
        .expect("touchmove starts")
}

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be there from the last run, or not.
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn writes_one_trace_a_game_and_the_same_for_the_same_seed() {
    let out = folder("simulated");
    let path = out.to_str().expect("UTF-8");
    let args = ["--games", "3", "--seed", "40", "--offence", "touch_move"];
    let run = simulate(&[&args[..], &["--out", path]].concat());
    assert!(run.status.success(), "{}", text(&run.stderr));
    let mut files: Vec<PathBuf> =
        fs::read_dir(&out).expect("a folder").map(|file| file.expect("readable").path()).collect();
    files.sort();
    let names: Vec<&str> =
        files.iter().filter_map(|file| file.file_name().and_then(|name| name.to_str())).collect();
    assert_eq!(
        names,
        ["000040", "000041", "000042"].map(|seed| format!("{seed}-touch_move.jsonl"))
    );
    let mut all = String::new();
    for file in &files {
        let trace = fs::read_to_string(file).expect("readable");
        let mut reader = Reader::new(trace.as_bytes()).expect("a header");
        let lines: Vec<Line> = reader.by_ref().map(|line| line.expect("a line")).collect();
        let Some(Line::Expect(expect)) = lines.last() else { panic!("no truth in {file:?}") };
        assert_eq!(expect["alerts"][0]["kind"], "touch_move");
        all.push_str(&trace);
    }
    let run = simulate(&[&args[..], &["--out", "-"]].concat());
    assert_eq!(text(&run.stdout), all);
    let run = simulate(&["--games", "1", "--seed", "43", "--out", "-"]);
    assert!(!all.contains(&text(&run.stdout)));
}

#[test]
fn samples_sensors_and_clocks_are_chosen() {
    let run = simulate(&[
        "--games", "1", "--raw", "--sensor", "polarity", "--clock", "none", "--out", "-",
    ]);
    let trace = text(&run.stdout);
    assert!(trace.starts_with("{\"touchmove\":1,"), "{trace}");
    assert!(trace.contains("\"sensor\":\"polarity\",\"clock\":\"none\""));
    assert!(trace.contains("\"raw_white\":") && trace.contains("\"raw_black\":"));
    assert!(!trace.contains("\"press\":") && !trace.contains("\"lift\":"));
}

#[test]
fn says_what_is_wrong_and_where() {
    let run = simulate(&["--offence", "sneezing", "--out", "-"]);
    assert_eq!(run.status.code(), Some(2));
    let said = text(&run.stderr);
    assert!(said.contains("sneezing") && said.contains("illegal_move:path_blocked"), "{said}");

    let pgn = folder("broken.pgn");
    fs::write(&pgn, "[White \"A\"]\n\n1. e4 e5\n2. Ke3 *\n\n[White \"B\"]\n\n1. d4 d5 *\n")
        .expect("written");
    let path = pgn.to_str().expect("UTF-8");
    let run = simulate(&[path, "--out", "-"]);
    assert_eq!(run.status.code(), Some(1), "the broken game is not passed over in silence");
    assert!(text(&run.stderr).starts_with(&format!("{path}: line 4: game 1: 2. Ke3: ")), "{run:?}");
    assert!(text(&run.stdout).contains("\"white\":\"B\""), "the other one is played");

    let run = simulate(&["no-such.pgn", "--out", "-"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).starts_with("no-such.pgn: "));
    assert_eq!(simulate(&[]).status.code(), Some(2), "nowhere to write, nothing to score");
}

#[test]
fn prints_how_well_the_game_logic_follows() {
    let run = simulate(&["--score", "--games", "2", "--ending", "quiet"]);
    let said = text(&run.stdout);
    for figure in [
        "games recorded as played",
        "moves right at the press",
        "false attention or decision",
        "own_first",
        "promote_new_first",
    ] {
        assert!(said.contains(figure), "{said}");
    }
}
