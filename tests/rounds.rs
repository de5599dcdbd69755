//! A round at a real board: prepared over HTTP, kept through a power cut, and its PGN read by another
//! reader; and what `touchmove round check` says of files.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

#[cfg(feature = "web")]
#[path = "common/python.rs"]
mod python;
#[allow(dead_code, reason = "the daemon's tests look at more")]
#[path = "daemon/scene.rs"]
mod scene;

use std::fs;

use scene::run;

/// A file of a round; its path.
fn file(folder: &tempfile::TempDir, name: &str, text: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_file_is_told_as_it_is_understood_and_written_back() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Турнир;Тур;Стол;Белые;Чёрные;Рейтинг белых;Очки\n\
                Кубок;2;1;Анна;Борис;2100;1\nКубок;2;;Вера;Галя;;0,5\nКубок;2;;Дина;выходной;;0\n";
    let table = file(&folder, "пары.csv", text.as_bytes());
    let (code, out, errors) = run(&["round", "check", &table]);
    let wanted = "event Кубок, round 2, site ?, date ?\ntime control -\ntable 1: Анна (2100) - Борис\n\
                  table 2: Вера - Галя\nno opponent: Дина\nleft aside: Очки\n2 tables\n";
    assert_eq!((code, out.as_str(), errors.as_str()), (0, wanted, ""));
    let (_, csv, _) = run(&["round", "check", "--csv", &table]);
    let again = file(&folder, "again.csv", csv.as_bytes());
    let (code, out, _) = run(&["round", "check", &again]);
    assert_eq!((code, out), (0, wanted.replace("left aside: Очки\n", "")));
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let table = file(&folder, "pairs.csv", b"Table,White,Black\n1,Anna,Boris\n1,Carl,Anna\n");
    let (code, out, errors) = run(&["round", "check", &table]);
    let wanted = format!(
        "{table}: line 3: Anna is paired in line 2 already\n\
         {table}: line 3, column 1: table 1 is given in line 2 already\n"
    );
    assert_eq!((code, out.as_str(), errors), (1, "", wanted));
    let missing = folder.path().join("none.csv").display().to_string();
    let (code, _, errors) = run(&["round", "check", &missing]);
    assert!(code == 2 && errors.starts_with(&missing), "{errors}");
}

#[cfg(feature = "web")]
mod at_a_board {
    use std::time::Instant;

    use serde_json::{Value, json};

    use super::{fs, scene::Board};
    use crate::{
        python::{found, python},
        scene::PATIENCE,
    };

    /// Status and answer of what is sent.
    fn post(board: &Board, path: &str, body: &str) -> (u16, Value) {
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent: ureq::Agent = config.build().into();
        let url = format!("{}{path}", board.address);
        let mut answer = agent.post(url).content_type("text/csv").send(body).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    fn until(board: &Board, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let round = board.get("/api/round");
            if wanted(&round["tables"][0]) {
                return round;
            }
            assert!(start.elapsed() < PATIENCE, "never {what}: {round:#}");
            std::thread::yield_now();
        }
    }

    const ROUND: &str = "/api/round/import?event=Open&round=4&time_control=5400%2B30";

    #[test]
    fn a_pairing_outlives_a_power_cut_and_its_game_is_read_by_another_reader() {
        let mut board = Board::start("");
        let (status, told) =
            post(&board, ROUND, "Table,White,Black\n7,\"O'Neil, \"\"X\"\"\",Вера\n");
        assert_eq!((status, &told["no_board"]), (200, &json!([])), "{told}");
        let ready = |table: &Value| table["state"] == "ready";
        until(&board, "ready", ready);
        board.kill_and_restart();
        let round = until(&board, "ready after a restart", ready);
        assert_eq!((&round["n"], &round["round"]), (&json!(1), &json!("4")));
        assert_eq!(board.get("/api/hall")["boards"][0]["black"], "Вера");

        let all = (200, json!({"done": ["7"], "not": []}));
        assert_eq!(post(&board, "/api/round/start", ""), all);
        until(&board, "a game", |table| table["running"] == "white");
        board.hand().plays("e2- e4+ white");
        until(&board, "a move", |table| table["running"] == "black");
        assert_eq!(post(&board, "/api/round/stop", ""), all);
        // What was stopped is known after a power cut, too.
        board.kill_and_restart();
        let round = until(&board, "the stop", |table| table["state"] == "playing");
        assert_eq!(round["stopped"], json!(["7"]));
        assert_eq!(post(&board, "/api/round/resume", ""), all);
        let round = until(&board, "Black's time", |table| table["running"] == "black");
        assert_eq!(round["tables"][0]["refused"], Value::Null, "it has its pairing: {round}");
        assert_eq!(round["stopped"], json!([]));
        let (status, _) = board
            .order(r#"{"do":"result","result":"1/2-1/2","reason":"agreement","consent":true}"#);
        assert_eq!(status, 200);
        until(&board, "a result", |table| table["state"] == "over");

        let file = board.folder.path().join("state/pgn/round-1.pgn");
        let start = Instant::now();
        let text = loop {
            let text = fs::read_to_string(&file).unwrap_or_default();
            if text.contains("1/2-1/2") {
                break text;
            }
            assert!(start.elapsed() < PATIENCE, "{text}");
            std::thread::yield_now();
        };
        assert_eq!(board.text("/api/rounds/1/pgn"), text);
        let Some(python) = python() else { return };
        let games = found(&python, &text);
        assert_eq!(games.len(), 1, "{text}");
        assert!(games[0].errors.is_empty(), "{:?}", games[0].errors);
        assert_eq!((&games[0].moves[..], games[0].variations), (&["e4".to_owned()][..], false));
        assert!(games[0].clocks[0].is_some_and(|left| left > 5_400.0), "{text}");
        let tags = &games[0].tags;
        // That reader leaves the escapes of a tag in it.
        let white = tags["White"].replace('\\', "");
        assert_eq!((white.as_str(), tags["Black"].as_str()), ("O'Neil, \"X\"", "Вера"));
        assert_eq!((tags["Round"].as_str(), tags["Result"].as_str()), ("4", "1/2-1/2"));
    }
}
