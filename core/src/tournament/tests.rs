use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn wrong(text: &str) -> Vec<String> {
    let mistakes = read(text.as_bytes()).expect_err(text);
    mistakes.iter().map(Mistake::to_string).collect()
}

fn names(round: &Round) -> Vec<(&str, &str, &str)> {
    let of = |pairing| {
        let Pairing { table, white, black, .. }: &Pairing = pairing;
        (table.as_str(), white.name.as_str(), black.name.as_str())
    };
    round.tables.iter().map(of).collect()
}

#[test]
fn tables_are_read_however_they_are_written() {
    let texts = [
        "Table,White,Black\n1,Anna,Boris\n2,\"Carlsen, M\",Dora\n",
        "Black;White;Table\r\nBoris;Anna;1\r\n\r\nDora;Carlsen, M;2\r\n",
        "Белые\tЧёрные\nAnna\tBoris\nCarlsen, M\tDora",
        "\u{feff}№;Белые;Результат;Черные\n1;Anna;-;Boris\n2;Carlsen, M;;Dora\n",
        "Open, Round 3\nTable;White;Black\n1;Anna;Boris\n2;Carlsen, M;Dora\n",
    ];
    for text in texts {
        let reading = read(text.as_bytes()).expect(text);
        let wanted = [("1", "Anna", "Boris"), ("2", "Carlsen, M", "Dora")];
        assert_eq!(names(&reading.round), wanted, "{text}");
    }
}

#[test]
fn what_is_told_of_players_is_kept_and_further_columns_are_tags() {
    let text = "Bo.;No.;Title;White;Rtg;WhiteTeam;Result;Title;Black;Rtg;Round;TimeControl\n\
                7;1;GM;Anna;2500;Nord;*;-;Boris;0;3.7;5400+30\n\
                8;2;;Vera;;;;;bye;;;\n";
    let Reading { round, ignored } = read(text.as_bytes()).unwrap();
    assert_eq!(ignored, ["No.", "Result"]);
    assert_eq!(round.byes, [Player { name: "Vera".into(), ..Player::default() }]);
    assert_eq!(round.terms.time_control, "5400+30");
    assert_eq!(round.round, "3");
    let header = round.header(&round.tables[0]);
    assert_eq!((header.board.as_str(), header.round.as_str()), ("7", "3.7"));
    let tags: Vec<String> =
        header.tags.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let wanted = ["Board \"7\"", "WhiteElo \"2500\"", "WhiteTeam \"Nord\"", "WhiteTitle \"GM\""];
    assert_eq!(tags, wanted);
}

#[test]
fn windows_1251_is_read_where_it_is_no_utf_8() {
    let text = "Стол;Белые;Чёрные\n1;Иванов Ёж;Петров\n";
    let file = text::as_cyrillic(text).unwrap();
    assert_eq!(read(&file).unwrap(), read(text.as_bytes()).unwrap());
}

#[test]
fn headers_of_games_are_a_round_whatever_their_moves() {
    let text = "[Event \"Open\"]\n[Round \"2.1\"]\n[White \"Anna\"]\n[Black \"Boris\"]\n\
                [WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n1. e4 Ke7 { no such move } 1-0\n\n\
                [Event \"Open\"]\n[Round \"2.2\"]\n[White \"Vera\"]\n[Black \"Dora\"]\n[Board \"5\"]\n\n*\n";
    let Reading { round, ignored } = read(text.as_bytes()).unwrap();
    assert_eq!(names(&round), [("1", "Anna", "Boris"), ("5", "Vera", "Dora")]);
    assert_eq!((round.event.as_str(), round.round.as_str()), ("Open", "2"));
    assert_eq!(round.tables[0].white.rating, Some(2500));
    assert!(ignored.is_empty(), "{ignored:?}");
}

#[test]
fn everything_that_is_wrong_is_told_at_once_and_where() {
    for (text, wanted) in [
        ("", vec!["no pair stands in it"]),
        ("White,Black\n", vec!["no pair stands in it"]),
        (
            "Anna,Boris\n",
            vec![
                "line 1: no column has the heading White",
                "line 1: no column has the heading Black",
            ],
        ),
        ("White,Black,Белые\nA,B,C\n", vec!["line 1, column 3: Белые has column 1 already"]),
        (
            "White,Black\nCarlsen, M,Dora\n,\n?,\n",
            vec![
                "line 2, column 3: more values than the 2 headings: a name with a comma needs quotation marks",
                "line 4: neither player is named",
            ],
        ),
        (
            "Table,White,Black,WhiteElo\n1,A,B,best\n1,C,A,9999\n2,D,D,\n",
            vec![
                "line 2, column 4: WhiteElo: \"best\" is no number that it may have",
                "line 3, column 4: WhiteElo: \"9999\" is no number that it may have",
                "line 3: A is paired in line 2 already",
                "line 3, column 1: table 1 is given in line 2 already",
                "line 4: D is his own opponent",
            ],
        ),
        (
            "White,Black\nA,\"B\nC,D\n",
            vec![
                "line 2, column 2: Black: runs over the end of the line; is a quotation mark not closed?",
            ],
        ),
        (
            "White,Black,TimeControl\nA,B,60\nC,D,90\n",
            vec!["line 3, column 3: time control \"90\"; line 2 has another"],
        ),
    ] {
        assert_eq!(wrong(text), wanted, "{text}");
    }
    let told = wrong("[White \"A\"]\n[FEN \"nonsense\"]\n\n*\n");
    assert!(told[0].starts_with("line 2: the tags cannot be read: "), "{told:?}");
    let long = format!("White,Black\n{},B\n", "x".repeat(201));
    assert_eq!(wrong(&long), ["line 2, column 1: White: more than 200 characters"]);
    let many: String = (0..=MOST_TABLES).map(|n| format!("w{n},b{n}\n")).collect();
    assert_eq!(wrong(&format!("White,Black\n{many}")), ["more than 2000 tables"]);
}

#[test]
fn a_round_that_nobody_can_play_is_told_of() {
    let mut round = read(b"White,Black,FEN\nA,B,8/8/8/8/8/8/8/8 w - - 0 1\n").unwrap().round;
    let mistakes = |round: &Round| -> Vec<String> {
        round.mistakes().iter().map(Mistake::to_string).collect()
    };
    assert_eq!(mistakes(&round).len(), 1, "{:?}", mistakes(&round));
    assert!(mistakes(&round)[0].starts_with("line 1: no game begins there: "));
    round.terms.rules = "fide-1999".into();
    round.terms.time_control = "180+2".into();
    let told = mistakes(&round);
    assert!(told.iter().any(|told| told.starts_with("rules: ")), "{told:?}");
    round.terms.rules = "fide-2023".into();
    round.tables[0].tags.insert("Result".into(), "1-0".into());
    let told = mistakes(&round);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("no name of a further PGN tag"), "{told:?}");
    assert!(told[1].starts_with("time_control: "), "{told:?}");
}

fn text() -> impl Strategy<Value = String> {
    // Nothing that means nobody, and no space at the ends: those are trimmed.
    "[A-Za-zА-Яа-яё名][A-Za-zА-Яа-я .,;'\"|-]{0,12}[a-zа-я\"]".prop_filter("a name", |text| {
        !["bye", "free", "выходной", "свободен", "пропуск"].contains(&text.to_lowercase().as_str())
    })
}

fn player() -> impl Strategy<Value = Player> {
    let title = proptest::option::of(prop_oneof![Just("GM".to_owned()), Just("мс".to_owned())]);
    let rating = proptest::option::of(1_u32..=4_000);
    (text(), title, rating).prop_map(|(name, title, rating)| Player {
        name,
        title,
        rating,
        fide_id: None,
    })
}

/// A pairing as it is drawn: two players, their section, tags, and whether the round's name is its own.
type Drawn = (Player, Player, Option<String>, BTreeMap<String, String>, bool);

fn round() -> impl Strategy<Value = Round> {
    let tags = proptest::collection::btree_map("(White|Black)Team|Sponsor", text(), 0..3);
    let section = proptest::option::of(text());
    let tables =
        proptest::collection::vec((player(), player(), section, tags, any::<bool>()), 1..8);
    let byes = proptest::collection::vec(player(), 0..3);
    let control = prop_oneof![Just("-".to_owned()), Just("40/5400+30:1800+30".to_owned())];
    (text(), 1_u32..20, tables, byes, control).prop_map(|(event, n, tables, byes, control)| {
        let mut id = 0;
        let mut known = |player: Player| {
            id += 1;
            Player { fide_id: Some(id), ..player }
        };
        let pair = |((white, black, section, mut tags, own), table): (Drawn, usize)| {
            if own {
                tags.insert("Round".into(), format!("{n}.{table}"));
            }
            let (white, black) = (known(white), known(black));
            Pairing { table: (2 * table).to_string(), white, black, section, fen: None, tags }
        };
        let tables = tables.into_iter().zip(1..).map(pair).collect();
        let byes = byes.into_iter().map(|player| Player { fide_id: None, ..player }).collect();
        let terms = Terms { time_control: control, ..Terms::default() };
        Round { event, round: n.to_string(), terms, tables, byes, ..Round::default() }
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(round in round()) {
        // Two without an opponent may be named alike, and nothing else tells them apart.
        let mut names: Vec<_> = round.byes.iter().map(|player| player.name.to_lowercase()).collect();
        names.sort();
        names.dedup();
        prop_assume!(names.len() == round.byes.len());
        prop_assert_eq!(round.mistakes(), []);
        let csv = round.to_csv();
        let read = read(csv.as_bytes()).map_err(|wrong| TestCaseError::fail(format!("{wrong:?}\n{csv}")))?;
        prop_assert_eq!(&read.round, &round, "{}", csv);
        let json = serde_json::to_string(&round).unwrap();
        prop_assert_eq!(serde_json::from_str::<Round>(&json).unwrap(), round);
    }

    /// Nothing that somebody uploads brings the hub down.
    #[test]
    fn any_bytes_are_read_or_refused(file in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Err(mistakes) = read(&file) {
            prop_assert!(!mistakes.is_empty());
        }
    }

    #[test]
    fn so_is_any_text(file in "(\\[?(White|Black|Стол|\"|;|,|\t|\n|[a-z]|\\])){0,30}") {
        if let Err(mistakes) = read(file.as_bytes()) {
            prop_assert!(!mistakes.is_empty());
        }
    }
}
