//! The plug is pulled again and again in the middle of a game, and nothing is lost.

use std::{collections::BTreeMap, env, fs, path::PathBuf, thread, time::Duration};

use serde_json::{Value, json};

use crate::scene::{Board, Hand, Message, run};

/// A game with castling, captures and an offence, as hands make it; `!` orders stand between.
///
/// `!wait` until White's illegal move is called, `!apply` decides it, `!resume` goes on.
const GAME: &str = "black e2- e4+ white e7- e5+ black g1- f3+ white b8- c6+ black \
    f1- c4+ white f8- c5+ black e1- g1+ h1- f1+ white g8- f6+ black d2- d3+ white d7- d6+ black \
    c1- g5+ white h7- h6+ black a2- a5+ white !wait !pause !apply a5- a2+ !resume \
    g5- f6- f6+ white d8- f6- f6+ black b1- c3+ white c8- g4+ black c3- d5+ white f6- d8+ black \
    d5- c7- c7+ white d8- c7- c7+ black";
const PGN: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Bg5 h6 \
    7. Bxf6 Qxf6 8. Nc3 Bg4 9. Nd5 Qd8 10. Nxc7+ Qxc7";

/// A game in play, and what somebody who looks at the page has been shown of it.
struct Game {
    board: Board,
    hand: Hand,
    acts: Vec<&'static str>,
    done: usize,
    /// Whose clock should run.
    running: &'static str,
    stopped: bool,
    /// Events that were shown, by their numbers: alerts whole, of all others that they were said.
    shown: BTreeMap<u64, Option<Value>>,
    kills: usize,
}

impl Game {
    fn begin() -> Game {
        let board = Board::start("");
        let hand = board.hand();
        let acts = GAME.split_whitespace().collect();
        let shown = BTreeMap::new();
        Game { board, hand, acts, done: 0, running: "black", stopped: true, shown, kills: 0 }
    }

    fn act(&mut self) {
        let act = self.acts[self.done];
        self.done += 1;
        match act {
            "!wait" => self.look_until("the call", |message| {
                message.name == "alert" && message.data["alert"]["kind"] == "illegal_move"
            }),
            "!pause" => {
                self.order(json!({"do":"pause"}));
                self.stopped = true;
            }
            "!apply" => {
                self.order(json!({"do":"decide","kind":"illegal_move","verdict":"apply"}));
                self.running = "white";
            }
            "!resume" => self.resume(),
            "white" | "black" => {
                self.hand.plays(act);
                self.running = if act == "white" { "black" } else { "white" };
                self.stopped = false;
            }
            _ => self.hand.plays(act),
        }
        // Hands are no machines. What is seen is put in order for 100 ms before it counts.
        thread::sleep(Duration::from_millis(120));
    }

    fn order(&self, order: Value) {
        let (status, answer) = self.board.order(&order.to_string());
        assert_eq!(status, 200, "{order}: {answer}");
    }

    fn resume(&mut self) {
        // A first press that nobody was shown has not started the game.
        let order = json!({"do":"resume","running":self.running});
        let (status, answer) = self.board.order(&order.to_string());
        if answer["refused"] == "not_started" {
            self.order(json!({"do":"start"}));
        } else {
            assert_eq!(status, 200, "{answer}");
        }
        self.stopped = false;
    }

    /// Keeps what the page is shown until it is what was waited for.
    fn look_until(&mut self, what: &str, wanted: impl Fn(&Message) -> bool) {
        let mut stream = self.board.listen("/api/stream?board=7", Some("0"));
        loop {
            let message = stream.until(what, |_| true);
            self.keep(&message);
            if wanted(&message) {
                return;
            }
        }
    }

    fn keep(&mut self, message: &Message) {
        let Some(seq) = message.data["seq"].as_u64() else { return };
        let alert = (message.name == "alert").then(|| message.data.clone());
        let known = self.shown.entry(seq).or_insert(None);
        if let (Some(before), Some(now)) = (&*known, &alert) {
            assert_eq!(before, now, "an alert that was shown is another after a kill");
        }
        *known = alert.or_else(|| known.take());
    }

    /// Pulls the plug. What was on its way to the page then counts as shown.
    fn kill(&mut self, meanwhile: &[&'static str]) {
        let mut stream = self.board.listen("/api/stream?board=7", Some("0"));
        // The first view tells how much there is to see.
        let message = stream.until("a view", |message| message.name == "view");
        self.keep(&message);
        self.board.kill();
        let rest = stream.rest();
        rest.iter().for_each(|message| self.keep(message));
        self.kills += 1;
        if !meanwhile.is_empty() {
            self.board.switch(meanwhile);
        }
        self.board.restart();
        self.hand = self.board.hand();
        self.check();
        if !self.stopped {
            self.resume();
        }
    }

    /// What was shown stands in the journal, each number once, and the seals fit.
    fn check(&self) {
        let journal = self.journal();
        let text = fs::read_to_string(&journal).unwrap();
        // The daemon that is back may just be writing.
        let text = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut said = BTreeMap::new();
        for line in text.lines().filter(|line| line.starts_with("{\"seq\"")) {
            let event: Value = serde_json::from_str(line).unwrap();
            let seq = event["seq"].as_u64().unwrap();
            assert!(said.insert(seq, event).is_none(), "number {seq} was used twice");
        }
        let last = *said.keys().last().unwrap_or(&0);
        assert_eq!(said.len() as u64, last, "a number is missing");
        for (seq, alert) in &self.shown {
            assert!(*seq <= last, "event {seq} was shown and is lost; {last} is the last");
            let Some(alert) = alert else { continue };
            let stored = &said[seq];
            let (id, kind) = match alert["what"].as_str() {
                Some("cleared") => (&alert["cleared"]["id"], &alert["cleared"]["kind"]),
                _ => (&alert["alert"]["id"], &alert["alert"]["kind"]),
            };
            assert_eq!((&stored["id"], &stored["kind"]), (id, kind), "event {seq}: {stored}");
        }
        let (code, out, errors) = run(&["journal", "verify", journal.to_str().unwrap()]);
        assert_eq!(code, 0, "{out}{errors}");
        assert!(out.contains(": whole, "), "{out}");
    }

    fn journal(&self) -> PathBuf {
        let games = fs::read_dir(self.board.folder.path().join("state/games")).unwrap();
        let mut paths: Vec<PathBuf> = games.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        assert_eq!(paths.len(), 1, "{paths:?}");
        paths[0].clone()
    }

    fn end(&mut self) {
        while self.done < self.acts.len() {
            self.act();
        }
        self.look_until("the last move", |message| {
            message.name == "view" && message.data["ply"] == 20
        });
        let pgn = self.board.text("/api/boards/7/pgn");
        let moves = pgn.split("\n\n").nth(1).unwrap_or_default();
        let bare = strip_comments(moves);
        assert_eq!(bare.trim_end_matches('*').trim(), PGN, "after {} kills", self.kills);
        self.check();
    }
}

/// The moves without clock times and line ends.
fn strip_comments(moves: &str) -> String {
    let mut bare = String::new();
    let mut depth = 0;
    for c in moves.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    let words = bare.split_whitespace().filter(|word| !word.ends_with("..."));
    words.collect::<Vec<_>>().join(" ")
}

/// Plays the game and pulls the plug before each of these acts.
fn played_with_kills(before: impl IntoIterator<Item = usize>) -> usize {
    let mut game = Game::begin();
    for place in before {
        while game.done < place {
            game.act();
        }
        game.kill(&[]);
    }
    game.end();
    game.kills
}

/// Fifty places, two hundred with `LONG=1`: every act of the game is reached.
#[test]
fn a_killed_game_goes_on_as_it_was() {
    let acts = GAME.split_whitespace().count();
    let rounds = if env::var_os("LONG").is_some() { 20 } else { 5 };
    let kills: usize = thread::scope(|scope| {
        // Two at a time: the machine has few cores, and the games wait more than they work.
        let halves: Vec<_> = (0..2)
            .map(|half| {
                scope.spawn(move || {
                    (0..rounds)
                        .filter(|round| round % 2 == half)
                        .map(|round| {
                            // Ten places a game, another ten in each.
                            let step = acts / 10;
                            played_with_kills((0..10).map(|n| 1 + n * step + round % step))
                        })
                        .sum::<usize>()
                })
            })
            .collect();
        halves.into_iter().map(|half| half.join().unwrap()).sum()
    });
    assert_eq!(kills, rounds * 10);
}

/// A piece is moved while nobody watches: the move is worked out when the daemon is back.
#[test]
fn a_move_made_while_the_daemon_was_down_is_worked_out() {
    let mut game = Game::begin();
    // Black has pressed for 1…e5; White's knight goes out in the dark, and a rook's castling half.
    while game.done < 7 {
        game.act();
    }
    game.kill(&["g1-", "f3+"]);
    game.done += 2;
    game.look_until("what was worked out, marked so", |message| {
        message.name == "sheet" && message.data["moves"][2]["inferred"] == "restart"
    });
    game.end();
}

/// The lever is found where nobody saw it go: the move before was completed meanwhile.
#[test]
fn a_press_made_while_the_daemon_was_down_is_found_by_the_lever() {
    let mut game = Game::begin();
    while game.acts[game.done] != "f3+" {
        game.act();
    }
    game.running = "black";
    game.kill(&["f3+", "white"]);
    game.look_until("the move", |message| {
        message.name == "sheet" && message.data["moves"][2]["state"] == "completed"
    });
    game.done += 2;
    game.end();
}

#[test]
fn a_press_in_the_instant_of_the_power_cut_costs_no_move() {
    // The plug is pulled in the very instant of every fourth press, but for those after which nothing
    // comes that could tell of it: the last one, and that for the illegal move.
    let mut game = Game::begin();
    let last = game.acts.len() - 1;
    let mut presses = 0;
    while game.done < game.acts.len() {
        let press = matches!(game.acts[game.done], "white" | "black");
        let told = game.done < last && !game.acts[game.done + 1].starts_with('!');
        presses += usize::from(press);
        if press && presses % 4 == 2 && told {
            let act = game.acts[game.done];
            game.hand.plays(act);
            game.done += 1;
            game.kill_after_press(act);
        } else {
            game.act();
        }
    }
    game.end();
}

impl Game {
    /// Either the press was taken in, or the arbiter starts the right clock all the same.
    fn kill_after_press(&mut self, act: &'static str) {
        self.board.kill();
        self.kills += 1;
        self.board.restart();
        self.hand = self.board.hand();
        self.check();
        self.running = if act == "white" { "black" } else { "white" };
        self.resume();
    }
}
