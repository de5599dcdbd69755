//! `touchmove replay` and `touchmove check` as a user meets them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test may end anywhere, not only in its functions"
)]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const HEADER: &str = r#"{"touchmove":1}"#;

/// What a run of the program said.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn touchmove(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchmove"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read closes its end early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: output.status.code().expect("ended by itself"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, lines: &[&str]) -> String {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    path.display().to_string()
}

#[test]
fn a_malformed_line_is_told_by_file_line_and_reason() {
    let folder = folder("malformed");
    let scan = r#"{"t":0,"scan":"ffff00000000ffff"}"#;
    let file = write(&folder, "a.jsonl", &[HEADER, scan, r#"{"t":5,"lift":"e9"}"#, "later"]);
    let run = touchmove(&["replay", &file], "");
    let reason = "invalid value: string \"e9\", expected a square from a1 to h8";
    assert_eq!((run.code, run.err), (1, format!("{file}:3:18: {reason}\n")));
    // The events of the records before it are those of a file that ends there.
    let whole = write(&folder, "b.jsonl", &[HEADER, scan]);
    let whole = touchmove(&["replay", &whole], "");
    assert_eq!((whole.code, whole.out), (0, run.out));
}

#[test]
fn standard_input_is_a_dash() {
    let run = touchmove(&["replay", "-"], &format!("{HEADER}\n{{\"t\":0,\"end\":true}}\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let run = touchmove(&["replay", "-"], "");
    assert_eq!((run.code, run.err.as_str()), (1, "standard input:1: empty: not even a header\n"));
}

#[test]
fn the_next_file_is_read_whatever_the_first_was() {
    let folder = folder("next");
    let broken = write(&folder, "a.jsonl", &["no trace"]);
    let missing = folder.join("b.jsonl").display().to_string();
    let run = touchmove(&["replay", &broken, &missing, &folder.display().to_string()], "");
    let err: Vec<&str> = run.err.lines().collect();
    assert_eq!((run.code, err.len()), (1, 3));
    assert!(err[0].starts_with(&format!("{broken}:1:")), "{err:?}");
    assert!(err[1].starts_with(&format!("{missing}: cannot be opened: ")), "{err:?}");
    assert!(err[2].ends_with("it is a folder"), "{err:?}");
}

#[test]
fn a_wrong_command_line_is_two() {
    for args in [&["replay"] as &[&str], &["check"], &["dance"], &["replay", "--loud", "-"], &[]] {
        let run = touchmove(args, "");
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains("Usage"), "{args:?}: {}", run.err);
    }
    assert_eq!(touchmove(&["--version"], "").code, 0);
}

#[test]
fn a_check_tells_what_missed_and_sums_up() {
    let folder = folder("check");
    write(&folder, "met.jsonl", &[HEADER, r#"{"expect":{"moves":[],"result":"*"}}"#]);
    let missed = write(&folder, "deep/missed.jsonl", &[HEADER, r#"{"expect":{"moves":["e4"]}}"#]);
    write(&folder, "silent.jsonl", &[HEADER]);
    write(&folder, "no-trace.txt", &["not looked at"]);
    let run = touchmove(&["check", &folder.display().to_string()], "");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.out,
        format!(
            "{missed}: moves, ply 1 of 1: wanted e4, came the end\n\
             1 of 2 traces as expected, 1 without expectations\n"
        )
    );
    let met = folder.join("met.jsonl").display().to_string();
    let run = touchmove(&["check", &met], "");
    assert_eq!((run.code, run.out.as_str()), (0, "1 of 1 traces as expected\n"));
}

#[test]
fn a_check_of_nothing_or_of_a_broken_trace_misses() {
    let folder = folder("nothing");
    let empty = folder.display().to_string();
    let run = touchmove(&["check", &empty], "");
    assert_eq!(run.code, 1);
    assert!(run.out.starts_with(&format!("{empty}: no .jsonl file below")), "{}", run.out);
    for (lines, reason) in [
        (vec![HEADER, r#"{"expect":{"mvoes":[]}}"#], "unknown field `mvoes`"),
        (vec![HEADER, r#"{"t":0,"hop":1}"#], "line 2, column 15: unknown record \"hop\""),
        (vec![r#"{"touchmove":1,"hold_ms":99999}"#], "hold_ms: 99999 ms is more than"),
    ] {
        let file = write(&folder, "broken.jsonl", &lines);
        let run = touchmove(&["check", &file], "");
        assert_eq!(run.code, 1, "{reason}");
        assert!(run.out.contains(reason), "{reason}: {}", run.out);
        assert!(run.out.ends_with("0 of 1 traces as expected\n"), "{}", run.out);
    }
}

#[test]
fn the_games_come_out_as_pgn() {
    let header = r#"{"touchmove":1,"white":"Anna","black":"Boris","clock":"none"}"#;
    let mut trace = vec![header.to_string(), r#"{"t":0,"scan":"ffff00000000ffff"}"#.into()];
    for (n, (from, to)) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")].into_iter().enumerate() {
        let t = 2_000 * (n + 1);
        trace.push(format!("{{\"t\":{t},\"lift\":\"{from}\"}}"));
        trace.push(format!("{{\"t\":{},\"place\":\"{to}\"}}", t + 500));
    }
    trace.push(r#"{"t":20000,"end":true}"#.into());
    let run = touchmove(&["replay", "--pgn", "-"], &trace.join("\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("[White \"Anna\"]\n[Black \"Boris\"]\n"), "{}", run.out);
    assert!(run.out.ends_with("\n\n1. e4 e5 2. Nf3 *\n\n"), "{}", run.out);
    // What came before a broken line is printed all the same.
    trace.push("torn".into());
    let torn = touchmove(&["replay", "--pgn", "-"], &trace.join("\n"));
    assert_eq!((torn.code, torn.out), (1, run.out));
    let text = touchmove(&["replay", "--text", "-"], &trace.join("\n"));
    assert!(text.out.contains("  2. Nf3\n"), "{}", text.out);
    assert_eq!(touchmove(&["replay", "--text", "--pgn", "-"], "").code, 2);
}

#[test]
fn mate_answers_for_both_sides() {
    let wall = "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1";
    let fool = "rnbqkbnr/pppp1ppp/4p3/8/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let run = touchmove(&["mate", wall, fool], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains(wall) && run.out.contains("white cannot mate: the position is locked")
    );
    assert!(run.out.contains("black can mate: 2… Qh4#"), "{}", run.out);
}

#[test]
fn mate_reads_a_table_and_names_what_is_no_position() {
    let lines = "fen,white_can_mate,black_can_mate\n\
                 7k/8/8/8/8/8/7R/K7 b - - 2 63,yes,no\n\n8/8/8/8 w - -\nk7/8/8/8/8/8/8/8 w - -\n\
                 8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1\n";
    let run = touchmove(&["mate", "--csv", "-"], lines);
    assert_eq!(run.code, 1);
    let out: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        out,
        [
            "fen,white_can_mate,black_can_mate",
            "7k/8/8/8/8/8/7R/K7 b - - 2 63,yes,no",
            "8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1,no,yes"
        ]
    );
    assert!(run.err.contains("standard input:4: 8/8/8/8 w - -: "), "{}", run.err);
    assert!(run.err.contains("standard input:5: ") && run.err.contains("missing king"));
    assert!(run.err.contains("4 questions: mean ") && run.err.contains(" 0 undecided"));
    assert_eq!(touchmove(&["mate", "--csv", "/no/such"], "").code, 1);
    assert_eq!(touchmove(&["mate"], "").code, 2);
    assert_eq!(touchmove(&["mate", "8/8 w"], "").code, 1);
}

/// A capture that no sensor saw, and the press that decides it.
const UNSEEN: [&str; 11] = [
    r#"{"touchmove":1,"clock":"lever","time_control":"5400+30"}"#,
    r#"{"t":0,"scan":"ffff00000000ffff"}"#,
    r#"{"t":1000,"press":"black"}"#,
    r#"{"t":2000,"lift":"e2"}"#,
    r#"{"t":2500,"place":"e4"}"#,
    r#"{"t":3000,"press":"white"}"#,
    r#"{"t":5000,"lift":"d7"}"#,
    r#"{"t":5500,"place":"d5"}"#,
    r#"{"t":6000,"press":"black"}"#,
    r#"{"t":8000,"lift":"e4"}"#,
    r#"{"t":9000,"press":"white"}"#,
];

#[test]
fn what_was_thought_while_a_move_was_played_is_explained() {
    let reply = [
        r#"{"t":11000,"lift":"d8"}"#,
        r#"{"t":11300,"lift":"d5"}"#,
        r#"{"t":11700,"place":"d5"}"#,
        r#"{"t":12000,"press":"black"}"#,
        r#"{"t":20000,"end":true}"#,
    ];
    let input = [UNSEEN.as_slice(), &reply].concat().join("\n") + "\n";
    let run = touchmove(&["replay", "--explain", "3", "-"], &input);
    assert_eq!(run.code, 0, "{}", run.err);
    let after = |text: &str| {
        let from = run.out.find(text).unwrap_or_else(|| panic!("{text} in {}", run.out));
        run.out[from..].lines().skip(1).take_while(|line| line.starts_with("     ")).collect()
    };
    let lifted: Vec<&str> = after(r#"{"t":8000,"lift":"e4"}"#);
    assert_eq!(lifted[0].trim(), "0 moving [1:e2e4! 2:d7d5!]");
    let pressed: Vec<&str> = after(r#"{"t":9000,"press":"white"}"#);
    assert!(pressed.iter().any(|line| line.contains("at rest [1:e2e4! 2:d7d5! 3:e4d5!]")));
    assert!(pressed.iter().any(|line| line.contains("moving [1:e2e4! 2:d7d5!], pressed at")));
    // Who has pressed twice for one move and stays with it is given up one day, with the reason.
    let given_up = run.out.lines().filter(|line| line.trim_start().starts_with('†'));
    assert!(given_up.clone().count() > 0, "{}", run.out);
    for line in given_up {
        let (_, why) = line.split_once(" – ").unwrap_or_else(|| panic!("no reason in {line}"));
        assert!(why.contains("points behind the best") || why.starts_with("like the"), "{line}");
    }
    // The first moves are not shown.
    assert!(!run.out.contains(r#""lift":"e2""#));
}

#[test]
fn a_ply_that_was_not_played_cannot_be_explained() {
    let input = UNSEEN.join("\n") + "\n";
    let run = touchmove(&["replay", "--explain", "7", "-"], &input);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("there is no ply 7: the newest that was told is 2"), "{}", run.err);
    assert_eq!(run.out, "");
    assert_eq!(touchmove(&["replay", "--explain", "0", "-"], &input).code, 2);
}

#[test]
fn the_rules_are_printed_in_both_languages() {
    for (args, lines) in [
        (
            vec!["rules"],
            ["FIDE Laws, edition of 2023", "Standard", "  6.9                       A player has"],
        ),
        (
            vec!["rules", "--edition", "ru-2018", "--play", "blitz", "--supervision", "limited"],
            ["Russian rules, edition of 2018", "Blitz. 13.4: ", "  13.4.2                    With"],
        ),
        (
            vec!["rules", "--edition", "fide-2005", "--lang", "ru"],
            ["Правила ФИДЕ", "Классические шахматы", "  ru-2009 6.9               Игрок"],
        ),
    ] {
        let run = touchmove(&args, "");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        for line in lines {
            assert!(run.out.lines().any(|one| one.starts_with(line)), "{line}\n{}", run.out);
        }
    }
}

#[test]
fn rules_that_nobody_wrote_are_refused() {
    let folder = folder("rules");
    let articles = ["edition = \"ru-2018\"", "[articles]", "flag_fall = \"6.10\""];
    let articles = write(&folder, "articles.toml", &articles);
    for (args, said) in [
        (vec!["--edition", "fide-2022"], "there is no edition \"fide-2022\"; did you mean"),
        (
            vec!["--edition", "ru-2009", "--play", "blitz"],
            "ru-2009: play: ru-2009 has no rules for blitz; there are some in fide-2023, ru-2018",
        ),
        (vec!["--supervision", "limited"], "--supervision limited: is for rapid and blitz only"),
        (vec!["--edition", "/no/such.toml"], "/no/such.toml: No such file"),
        (vec!["--edition", &articles], &format!("{articles}: articles: an event regulates")),
        (vec!["--play", "bullet"], "error: invalid value 'bullet'"),
        (vec!["--config", "a.toml", "--play", "blitz"], "error: the argument '--config <FILE>'"),
    ] {
        let run = touchmove(&[&["rules"], args.as_slice()].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with(said), "{args:?}: {}", run.err);
    }
}

#[test]
fn an_events_own_file_is_printed_with_what_differs() {
    let folder = folder("event");
    let open = ["edition = \"ru-2018\"", "[parameters]", "agreement_moves = 30"];
    let open = write(&folder, "open.toml", &open);
    let changed = "* A draw can be agreed after 30 moves by each";
    let marked = |out: &str| -> Vec<String> {
        let lines = out.lines().filter(|line| line.starts_with('*'));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let run = touchmove(&["rules", "--edition", &open], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(marked(&run.out), [changed], "{}", run.out);
    assert!(run.out.contains(&format!("The event’s own file {open}\n")), "{}", run.out);

    // On the page to sign stands the same, and what one board differs in besides.
    let rules = format!("rules = {open:?}");
    let config = ["[game]", &rules, "event = \"City Open\"", "[game.parameters]", "brush_ms = 200"];
    let config = write(&folder, "board.toml", &config);
    let run = touchmove(&["rules", "--config", &config], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let brush = "* A piece back sooner was brushed, not touched 0.2 s";
    assert_eq!(marked(&run.out), [changed, brush], "{}", run.out);
    for said in [
        "City Open",
        "Russian rules, edition of 2018",
        "open.toml",
        "(by the edition: 0.15 s)",
        "Chief arbiter ____",
    ] {
        assert!(run.out.contains(said), "{said}\n{}", run.out);
    }
    assert!(!run.out.contains("7.5.5"), "articles are for looking up, not for signing");

    // A whole edition may be looked at, but no board can play by it.
    let whole = concat!(env!("CARGO_MANIFEST_DIR"), "/core/editions/ru-2018.toml");
    let run = touchmove(&["rules", "--edition", whole], "");
    assert_eq!(run.out, touchmove(&["rules", "--edition", "ru-2018"], "").out);
    let config = write(&folder, "whole.toml", &["[game]", &format!("rules = {whole:?}")]);
    let run = touchmove(&["rules", "--config", &config], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("is a whole edition, which no journal can carry"), "{}", run.err);
}
