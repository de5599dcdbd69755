use proptest::prelude::*;

use super::*;

fn one(text: &str) -> Score {
    let mut games = read(text.as_bytes());
    let score = games.next().expect("a game").expect("readable");
    assert!(games.next().is_none());
    score
}

fn sans(score: &Score) -> Vec<&str> {
    score.moves.iter().map(|ply| ply.san.as_str()).collect()
}

#[test]
fn writes_the_export_format() {
    let mut score = Score { result: GameResult::Draw, ..Score::default() };
    for (name, value) in [("White", "Réti, \"R\""), ("TimeControl", "5400+30"), ("Black", "A\\B")]
    {
        score.tags.insert(name.into(), value.into());
    }
    score.tags.insert("Board".into(), "7".into());
    for (san, clk_ms) in [("e4", Some(5_430_999)), ("e5", None), ("Nf3", Some(59_000))] {
        score.moves.push(Ply { clk_ms, ..Ply::new(san) });
    }
    assert_eq!(
        score.to_string(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"Réti, \\\"R\\\"\"]\n[Black \"A\\\\B\"]\n[Result \"1/2-1/2\"]\n\
         [Board \"7\"]\n[TimeControl \"5400+30\"]\n\n\
         1. e4 {[%clk 1:30:30]} 1... e5 2. Nf3 {[%clk 0:00:59]} 1/2-1/2\n\n"
    );
}

#[test]
fn black_may_begin_and_results_without_a_word_are_open() {
    let score = Score {
        start_fen: Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30".into()),
        moves: vec![Ply::new("Kd7"), Ply::new("e4")],
        result: GameResult::BothLose,
        ..Score::default()
    };
    let text = score.to_string();
    assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n[SetUp \"1\"]"), "{text}");
    assert!(text.contains("[Result \"*\"]"), "{text}");
    assert!(
        text.ends_with("30... Kd7 31. e4 {Result 0-0: PGN has no word for it} *\n\n"),
        "{text}"
    );
}

#[test]
fn a_record_with_a_leg_becomes_two_games() {
    let score = one("1. e4 e5 2. Ke2 Ke7 3. Kd3 1-0\n");
    let fen = "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR w - - 2 3";
    let games = score.in_legs(&[Leg { after: 4, fen: fen.into() }]);
    let text: String = games.iter().map(Score::to_string).collect();
    let again: Vec<Score> = read(text.as_bytes()).map(|game| game.expect("readable")).collect();
    assert_eq!(sans(&again[0]), ["e4", "e5", "Ke2", "Ke7"]);
    assert_eq!(again[0].result, GameResult::Open);
    assert_eq!(sans(&again[1]), ["Kd3"]);
    assert_eq!(again[1].start_fen.as_deref(), Some(fen));
    assert_eq!(again[1].result, GameResult::WhiteWins);
}

#[test]
fn reads_what_live_feeds_deliver() {
    let score = one(
        "\u{feff}[Event \"x\"]\r\n[Result \"*\"]\r\n1. e4 {[%clk\r\n0:02:58.6] [%emt 0:00:02] \
         good} {and} 1... e5 $1 (1... c5 {[Event \"no\"]}) 2. Nf3\r\n\r\n2... Nc6!? ; rest of line } {\r\n0-1\r\n",
    );
    assert_eq!(sans(&score), ["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(score.moves[0].clk_ms, Some(178_600));
    assert_eq!(score.moves[0].comment.as_deref(), Some("[%emt 0:00:02] good and"));
    assert_eq!(score.result, GameResult::BlackWins);
}

#[test]
fn reads_headers_without_moves_and_moves_without_headers() {
    let games: Vec<Score> = read(b"% a remark\n; another\n[Event \"a\"]\n[White \"w\"]\n\n[Event \"b\"]\n\n1. d4 *\n\n1. c4\n*\n")
        .map(|game| game.expect("readable"))
        .collect();
    assert_eq!(games.iter().map(|game| game.tag("Event")).collect::<Vec<_>>(), ["a", "b", "?"]);
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [0, 1, 1]);
    assert_eq!(
        read(b"[White \"J\xfcrgen\"]\n\n*\n").next().unwrap().unwrap().tag("White"),
        "Jürgen"
    );
}

#[test]
fn says_where_a_game_is_broken() {
    let file =
        "[Event \"a\"]\n\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6 4. Bxb6 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    let mut games = read(file.as_bytes());
    let error = games.next().unwrap().unwrap_err();
    assert_eq!((error.game, error.line), (1, 5));
    assert!(error.to_string().starts_with("line 5: game 1: 4. Bxb6: "), "{error}");
    assert_eq!(games.next().unwrap().unwrap().tag("Event"), "b");

    let open =
        read(b"[Event \"a\"]\n\n1. e4\n{ no end\n\n[Event \"b\"]\n\n1. d4 *\n").collect::<Vec<_>>();
    assert_eq!(open.len(), 2);
    assert_eq!(open[0].as_ref().unwrap_err().line, 4);
    assert!(open[1].is_ok());

    let fen = read(b"[FEN \"8/8 w\"]\n\n*\n").next().unwrap().unwrap_err();
    assert!(fen.reason.starts_with("FEN \"8/8 w\": "), "{fen}");
}

#[test]
fn every_shared_game_survives_reading_and_writing() {
    let Some(files) = crate::shared::files("games", "pgn") else { return };
    let mut games = 0;
    for file in files {
        for score in read(&std::fs::read(&file).expect("readable")) {
            let score = score.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let text = score.to_string();
            assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
            assert_eq!(one(&text), score, "{}: {text}", file.display());
            games += 1;
        }
    }
    assert_eq!(games, 1516);
}

proptest! {
    #[test]
    fn whatever_the_players_are_called_the_game_stays_readable(
        white in "\\PC{0,40}|[\"\\\\\\[\\]{}%;\n\r\t]{0,12}|[\\x00-\\xff]{0,12}",
        comment in "[ a-z\\[\\]{}()%;*\"\\\\\n-]{0,200}",
        name in "[A-Za-z][A-Za-z0-9_]{0,12}",
    ) {
        let mut score = one("1. e4 {[%clk 0:01:00]} e5 2. Qh5 Ke7 3. Qxe5# 1-0");
        score.tags.insert("White".into(), white.clone());
        if !ROSTER.contains(&name.as_str()) && !["Result", "FEN", "SetUp"].contains(&name.as_str()) {
            score.tags.insert(name, white);
        }
        score.moves[1].comment = Some(comment.clone());
        score.comment = Some(comment);
        let text = score.to_string();
        let once = one(&text);
        prop_assert_eq!(sans(&once), sans(&score));
        prop_assert_eq!(once.tag("White"), write::one_line(score.tag("White")));
        let words = |ply: &Score| ply.moves[1].comment.clone().unwrap_or_default();
        let plain: Vec<String> = words(&score).replace('{', "(").replace('}', ")").split_whitespace().map(String::from).collect();
        prop_assert_eq!(words(&once), plain.join(" "));
        prop_assert_eq!(once.to_string(), text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for _ in read(&bytes) {}
    }

    #[test]
    fn any_text_of_pgn_is_read_or_refused(text in "([\\[\\]{}();%\"\n 0-9.a-hxKQ*-]|e4|e5|1-0|\\[Event \"){0,60}") {
        for _ in read(text.as_bytes()) {}
    }
}
