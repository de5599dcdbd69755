use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use touchmove_core::{
    hands::REPERTOIRE,
    pgn::{self, Score},
};

use crate::{
    python::{Found, found, python},
    scene::{PATIENCE, read_all, run, touchmove},
};

/// Moves of the program's own games by their players.
fn repertoire() -> BTreeMap<(String, String), Vec<String>> {
    let games = pgn::read(REPERTOIRE.as_bytes()).map(Result::unwrap);
    games.map(|game| (players(&game), moves(&game))).collect()
}

fn players(game: &Score) -> (String, String) {
    (game.tag("White").into(), game.tag("Black").into())
}

fn moves(game: &Score) -> Vec<String> {
    game.moves.iter().map(|ply| ply.san.clone()).collect()
}

#[test]
fn a_demo_plays_real_games_and_writes_them_down() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("demo");
    let args = ["demo", "--boards", "4", "--speed", "60", "--seconds", "6", "--port", "0", "--dir"];
    let start = Instant::now();
    let mut demo = touchmove()
        .args(args)
        .arg(&dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(demo.stdout.take().unwrap());
    let mut address = String::new();
    out.read_line(&mut address).unwrap();
    let hall = format!("{}/api/hall", address.trim());
    // The first board moves within five seconds.
    loop {
        let hall = ureq::get(&hall).call().unwrap().body_mut().read_to_string().unwrap();
        let hall: serde_json::Value = serde_json::from_str(&hall).unwrap();
        let boards = hall["boards"].as_array().unwrap();
        if boards.iter().any(|board| board["ply"].as_u64() > Some(0)) {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{hall}");
    }
    let told = read_all(out);
    assert!(demo.wait().unwrap().success(), "{}", read_all(demo.stderr.take().unwrap()));
    assert!(told.contains("4 games, "), "{told}");

    let text = fs::read(dir.join("round.pgn")).unwrap();
    let games: Vec<Score> = pgn::read(&text).map(Result::unwrap).collect();
    // An illegal move that is not decided yet cuts a game in two.
    let pairs: BTreeSet<_> = games.iter().map(players).collect();
    assert_eq!(pairs.len(), 4);
    assert!(games.iter().flat_map(moves).count() > 20);
    let real = repertoire();
    for game in &games {
        assert!(real.contains_key(&players(game)), "{:?}", players(game));
    }
    // The fourth board of each four keeps to its game.
    let game = games.last().unwrap();
    let real = &real[&players(game)];
    assert!(real.starts_with(&moves(game)), "{:?}", players(game));

    if let Some(python) = python() {
        let text = String::from_utf8(text).unwrap();
        let read: Vec<Found> = found(&python, &text);
        assert_eq!(read.len(), games.len());
        for (read, game) in read.iter().zip(&games) {
            assert!(read.errors.is_empty() && !read.variations, "{read:?}");
            assert_eq!(read.moves, moves(game));
            assert_eq!(read.clocks.len(), game.moves.len());
            assert_eq!(read.tags["White"], game.tag("White"));
        }
    }

    let (code, _, errors) = run(&["demo", "--dir", dir.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(errors.contains("an earlier demo is kept there"), "{errors}");
}

#[test]
fn a_demo_that_is_stopped_writes_down_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("demo");
    let mut demo = touchmove()
        .args([
            "demo",
            "--boards",
            "2",
            "--speed",
            "100",
            "--arbiter",
            "none",
            "--port",
            "0",
            "--dir",
        ])
        .arg(&dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(demo.stdout.take().unwrap());
    let mut address = String::new();
    out.read_line(&mut address).unwrap();
    let pid = demo.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let start = Instant::now();
    while demo.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "does not end");
        std::thread::yield_now();
    }
    assert!(demo.wait().unwrap().success());
    let text = fs::read(dir.join("round.pgn")).unwrap();
    assert_eq!(pgn::read(&text).filter(Result::is_ok).count(), 2);
}

#[test]
fn games_that_cannot_be_played_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.pgn");
    fs::write(&file, "").unwrap();
    let (code, _, errors) = run(&["demo", "--games", file.to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.contains("empty.pgn: no game in it"), "{errors}");
}
