//! Chess960: castling from all 960 starts in every order that people use, whole games, and what goes
//! wrong there.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{input::header, table::Scene};
use serde_json::json;
use shakmaty::{
    Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, FromSetup, Move,
    Position, Rank, Role, Setup, Square, fen::Fen, san::SanPlus,
};
use touchmove_core::{
    board::{AlertKind, ClockKind, Event, Header, IllegalReason, Matter, Planes, Sensor, Severity},
    hands::{
        Habits, Manner, Offence, Stage, Temperament,
        score::{Trial, judge, watch},
        script,
    },
    pgn::{Ply, Score, read},
    sheet::Sheet,
};

/// The first rank of a start by its number (Scharnagl), 0 to 959; 518 is chess.
fn first_rank(number: usize) -> [Role; 8] {
    let mut rank = [None; 8];
    let free = |rank: &[Option<Role>; 8], n: usize| {
        (0..8).filter(|file| rank[*file].is_none()).nth(n).unwrap()
    };
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    let queen = free(&rank, number / 16 % 6);
    rank[queen] = Some(Role::Queen);
    let knights = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).nth(number / 96).unwrap();
    let (first, second) = (free(&rank, knights.0), free(&rank, knights.1));
    (rank[first], rank[second]) = (Some(Role::Knight), Some(Role::Knight));
    for role in [Role::Rook, Role::King, Role::Rook] {
        let place = free(&rank, 0);
        rank[place] = Some(role);
    }
    rank.map(Option::unwrap)
}

/// The starting position with that number.
fn start(number: usize) -> Setup {
    let mut board = Board::empty();
    for (file, role) in File::ALL.into_iter().zip(first_rank(number)) {
        for color in Color::ALL {
            let second = color.fold_wb(Rank::Second, Rank::Seventh);
            board.set_piece_at(Square::from_coords(file, color.backrank()), role.of(color));
            board.set_piece_at(Square::from_coords(file, second), Role::Pawn.of(color));
        }
    }
    Setup { castling_rights: board.rooks(), board, ..Setup::initial() }
}

fn position(setup: &Setup) -> Chess {
    Chess::from_setup(setup.clone(), CastlingMode::detect(setup)).unwrap()
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// A castling that is legal.
struct Case {
    chess: Chess,
    castling: Move,
}

impl Case {
    /// From a start, with what stands in the way taken off.
    fn of(number: usize, side: Color, wing: CastlingSide) -> Case {
        let mut setup = start(number);
        let blocked = position(&setup).castles().path(side, wing);
        for square in blocked {
            setup.board.discard_piece_at(square);
        }
        // The other rook may have stood there.
        setup.castling_rights &= setup.board.rooks();
        setup.turn = side;
        let chess = position(&setup);
        let king = chess.board().king_of(side).unwrap();
        let rook = chess.castles().rook(side, wing).unwrap();
        let castling = Move::Castle { king, rook };
        assert!(chess.is_legal(castling), "{}", fen(&chess));
        Case { chess, castling }
    }

    fn squares(&self) -> [Square; 4] {
        let Move::Castle { king, rook } = self.castling else { panic!("castling") };
        let (side, turn) = (self.castling.castling_side().unwrap(), self.chess.turn());
        [king, rook, side.king_to(turn), side.rook_to(turn)]
    }

    /// The orders in which people castle here, lawfully.
    fn orders(&self) -> Vec<String> {
        let [k, r, kt, rt] = self.squares();
        if k == kt {
            return vec![
                format!("-{r} +{rt}"),
                format!("-{r} | +{rt} |"),
                format!("-{k} -{r} +{rt} +{k}"),
                format!("-{k} | +{k} | -{r} +{rt}"),
            ];
        }
        if r == rt {
            return vec![
                format!("-{k} +{kt}"),
                format!("-{k} | | +{kt} |"),
                format!("-{k} -{r} +{r} +{kt}"),
                format!("-{k} +{kt} -{r} +{r}"),
            ];
        }
        let mut orders = vec![
            format!("-{k} -{r} +{rt} +{kt}"),
            format!("-{k} -{r} +{kt} +{rt}"),
            format!("-{k} | -{r} | +{rt} | +{kt} |"),
            format!("-{k} . -{r} | +{kt} +{rt} |"),
            format!("-{r} & . -{k} +{kt} +{rt}"),
        ];
        if r != kt {
            orders.push(format!("-{k} +{kt} -{r} +{rt}"));
            orders.push(format!("-{k} | +{kt} | | | | -{r} | +{rt} |"));
        }
        orders
    }

    /// The same for a board that sees colours.
    fn coloured(&self, order: &str) -> String {
        let color = self.chess.turn().char();
        let word = |word: &str| match word.starts_with('+') {
            true => format!("{word}{color}"),
            false => word.to_owned(),
        };
        order.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// Each castling from all 960 starts.
fn cases() -> impl Iterator<Item = Case> {
    let wings = [CastlingSide::KingSide, CastlingSide::QueenSide];
    (0..960).flat_map(move |number| {
        Color::ALL
            .into_iter()
            .flat_map(move |side| wings.into_iter().map(move |wing| Case::of(number, side, wing)))
    })
}

fn san(case: &Case) -> String {
    SanPlus::from_move(case.chess.clone(), case.castling).to_string()
}

/// Every alert that was raised, of whatever severity.
fn alerts(scene: &Scene) -> Vec<AlertKind> {
    let alerts = scene.said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) if alert.rev == 1 => Some(alert.kind()),
        _ => None,
    });
    alerts.collect()
}

/// What is wrong with how it was told.
fn told_wrong(case: &Case, scene: &Scene) -> Option<String> {
    let uci = case.castling.to_uci(case.chess.castles().mode());
    let after = fen(&case.chess.clone().play(case.castling).unwrap());
    let wanted = (uci.to_string(), san(case), after);
    let completed: Vec<_> = scene
        .said
        .iter()
        .filter_map(|said| match &said.event {
            Event::MoveCompleted { uci, san, fen, .. } => {
                Some((uci.0.to_string(), san.clone(), fen.clone()))
            }
            _ => None,
        })
        .collect();
    let sure = scene.said.iter().rev().find_map(|said| match &said.event {
        Event::MoveMade { sure, .. } | Event::MoveChanged { sure, .. } => Some(*sure),
        _ => None,
    });
    let alerts = alerts(scene);
    if completed != [wanted] {
        Some(format!("told {completed:?}"))
    } else if sure != Some(true) {
        Some("not sure".into())
    } else if !alerts.is_empty() {
        Some(format!("{alerts:?}"))
    } else {
        None
    }
}

/// A board at which it is castled.
#[derive(Clone, Copy)]
enum Place {
    Reeds,
    Colours,
    WithoutClock,
}

fn castles(case: &Case, place: Place, order: &str) -> Option<String> {
    let plain = header(&fen(&case.chess));
    let (header, order) = match place {
        Place::Reeds => (plain, format!("{order} ! | | | | |")),
        Place::Colours => {
            let header = Header { sensor: Sensor::Polarity, ..plain };
            (header, format!("{} ! | | | | |", case.coloured(order)))
        }
        Place::WithoutClock => {
            let pawn = case.chess.turn().fold_wb(Square::A7, Square::A2);
            let header = Header { clock: ClockKind::None, time_control: "-".into(), ..plain };
            (header, format!("{order} | | -{pawn} |"))
        }
    };
    let mut scene = Scene::start(&header);
    scene.hands(&order);
    told_wrong(case, &scene).map(|wrong| format!("{} {order}: {wrong}", fen(&case.chess)))
}

#[test]
fn castling_is_understood_in_every_order_from_every_start() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (n, case) in cases().enumerate() {
        for order in case.orders() {
            count += 1;
            wrong.extend(castles(&case, Place::Reeds, &order));
            match n % 5 {
                0 => wrong.extend(castles(&case, Place::Colours, &order)),
                1 => wrong.extend(castles(&case, Place::WithoutClock, &order)),
                _ => {}
            }
        }
    }
    let shown: Vec<_> = wrong.iter().take(20).collect();
    assert!(wrong.is_empty(), "{} of {count}: {shown:#?}", wrong.len());
}

#[test]
fn the_rook_first_is_told_where_both_leave_their_squares() {
    for case in cases() {
        let [k, r, kt, rt] = case.squares();
        if k == kt || r == rt {
            continue; // the one is moved alone, and the other was adjusted
        }
        let order = format!("-{r} | -{k} +{rt} +{kt}");
        let mut scene = Scene::start(&header(&fen(&case.chess)));
        scene.hands(&order).hands("! |");
        let told = scene.open(AlertKind::CastlingRookFirst);
        assert_eq!(scene.moves(), [san(&case)], "{} {order}", fen(&case.chess));
        let severity = told.map(|alert| alert.severity);
        assert_eq!(severity, Some(Severity::Decision), "{} {order}", fen(&case.chess));
        assert_eq!(alerts(&scene).len(), 1, "{} {order}", fen(&case.chess));
    }
}

#[test]
fn a_castling_that_is_forbidden_is_one_illegal_move_with_its_reason() {
    use IllegalReason as R;
    let cases = [
        ("4k3/8/8/8/8/8/8/1RK1N2R w HB - 0 1", "-c1 +g1 -h1 +f1", "c1g1", R::CastlingBlocked),
        ("3rk3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 +g1 -h1 +f1", "c1g1", R::CastlingThroughCheck),
        ("2r1k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 -h1 +g1 +f1", "c1g1", R::CastlingInCheck),
        ("4k3/8/8/8/8/8/8/1RK4R w B - 0 1", "-c1 +g1 -h1 +f1", "c1g1", R::CastlingRightLost),
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 -h1 +f1 +e1", "c1f1", R::CastlingWrongSquare),
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 +g1", "c1g1", R::CastlingWrongSquare),
        // The rook comes to stand where the king stood, or the king where the rook did.
        ("4k3/8/8/8/8/8/8/1R3K1R w B - 0 1", "-f1 +g1 -h1 +f1", "f1g1", R::CastlingRightLost),
        ("4kr2/8/8/8/8/8/8/1R3K1R w HB - 0 1", "-f1 -h1 +f1 +g1", "f1g1", R::CastlingInCheck),
        ("4k1r1/8/8/8/8/8/8/1R3K1R w HB - 0 1", "-f1 -h1 +g1 +f1", "f1g1", R::CastlingThroughCheck),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w B - 0 1", "-e1 -g1 +f1 +g1", "e1g1", R::CastlingRightLost),
        // They exchange their squares.
        ("4k3/8/8/8/8/8/8/1R3KR1 w B - 0 1", "-f1 -g1 +f1 +g1", "f1g1", R::CastlingRightLost),
        // One of them stands still.
        ("4k3/8/8/8/8/8/8/1R4KR w B - 0 1", "-h1 +f1", "h1f1", R::CastlingRightLost),
        ("4k1r1/8/8/8/8/8/8/1R2KR2 w FB - 0 1", "-e1 +g1", "e1g1", R::CastlingThroughCheck),
    ];
    for (fen, order, uci, reason) in cases {
        let mut scene = Scene::start(&header(fen));
        scene.hands(order).hands("! | | | |");
        assert_eq!(alerts(&scene), [AlertKind::IllegalMove], "{fen} {order}");
        let alert = scene.open(AlertKind::IllegalMove).unwrap();
        let Matter::IllegalMove { uci: told, reason: why, .. } = &alert.matter else {
            panic!("{alert:?}")
        };
        assert_eq!((told.0.to_string().as_str(), *why), (uci, reason), "{fen} {order}");
    }
}

#[test]
fn king_and_rook_that_were_only_straightened_did_not_castle() {
    let cases = [
        ("4k3/8/8/8/8/8/P7/5K1R w H - 0 1", "-f1 | +f1 | -h1 +g1", "Rg1"),
        ("4k3/8/8/8/8/8/P7/5K1R w H - 0 1", "-h1 | +h1 | -f1 +g1", "Kg1"),
        ("4k3/8/8/8/8/8/P7/5KR1 w G - 0 1", "-f1 | +f1 | -g1 | +g1 | -a2 +a3", "a3"),
        ("4k3/8/8/8/8/8/P7/5KR1 w G - 0 1", "-g1 | +g1 | -f1 | +f1 | -a2 +a3", "a3"),
        ("4k3/8/8/8/8/8/P7/4K1R1 w G - 0 1", "-g1 | +g1 | -e1 +f1", "Kf1"),
    ];
    for (fen, order, san) in cases {
        let mut scene = Scene::start(&header(fen));
        scene.hands(order).hands("! |");
        assert_eq!(scene.moves(), [san], "{fen} {order}");
    }
}

/// A random number generator that prints nothing and forgets nothing: `SplitMix64`.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Random moves from a random start, in which the players like to castle.
fn game(seed: u64) -> Score {
    let mut chance = Chance(seed);
    let setup = start(chance.below(960));
    let mut chess = position(&setup);
    let mut score = Score { start_fen: Some(fen(&chess)), ..Score::default() };
    score.tags.insert("Variant".into(), "Chess960".into());
    for _ in 0..50 {
        let moves: Vec<Move> = chess
            .legal_moves()
            .into_iter()
            .filter(|m| m.promotion().is_none_or(|role| role == Role::Queen))
            .collect();
        let back = chess.turn().backrank();
        // Whoever clears the back rank can castle.
        let clears = |m: &&Move| m.from().is_some_and(|from| from.rank() == back);
        let still = |m: &&Move| !matches!(m.role(), Role::King | Role::Rook);
        let wanted: Vec<Move> = match moves.iter().find(|m| m.is_castle()) {
            Some(castling) => vec![*castling],
            None => moves.iter().filter(clears).filter(still).copied().collect(),
        };
        let among = if wanted.is_empty() || chance.below(3) == 0 { &moves } else { &wanted };
        if among.is_empty() {
            break;
        }
        let m = among[chance.below(among.len())];
        score.moves.push(Ply::new(SanPlus::from_move(chess.clone(), m).to_string()));
        chess.play_unchecked(m);
    }
    score
}

/// People as they are, but that no capture goes unseen, nothing rests on its way and no enemy piece is
/// knocked over: what random
/// moves make of those nobody could tell.
fn manner() -> Manner {
    let habits = Habits { unseen_swap: 0, rest: 0, knock: 0, ..Habits::default() };
    let player = Temperament { habits, ..Temperament::default() };
    Manner { white: player.clone(), black: player, ..Manner::default() }
}

/// What came of a game, handled so.
fn trial(seed: u64, manner: Manner) -> Trial {
    let sensor = if seed.is_multiple_of(2) { Sensor::Polarity } else { Sensor::Occupancy };
    let header = Header { sensor, time_control: "5400+30".into(), ..Header::default() };
    let stage = Stage { header, manner, ..Stage::default() };
    let script = script(&game(seed), &stage, seed).unwrap();
    judge(&script, &watch(&script).unwrap())
}

#[test]
fn whole_games_are_recorded_as_played_and_without_false_alarm() {
    let mut wrong = Vec::new();
    for seed in 1..=GAMES {
        let trial = trial(seed, manner());
        if !trial.exact || !trial.false_alerts.is_empty() {
            wrong.push((seed, trial.misses, trial.false_alerts));
        }
    }
    assert!(wrong.is_empty(), "{} of {GAMES}, by seed: {wrong:#?}", wrong.len());
    let castles = |seed| game(seed).moves.iter().any(|ply| ply.san.starts_with("O-O"));
    assert!((1..=GAMES).filter(|seed| castles(*seed)).count() as u64 > GAMES / 2);
}

#[test]
fn offences_of_those_who_castle_are_told() {
    for offence in [Offence::CastlingRookFirst, Offence::TwoHands] {
        let mut told = 0;
        for seed in 1..=GAMES {
            let manner = Manner { offences: vec![(offence, None)], ..manner() };
            let trial = trial(seed, manner);
            assert_eq!(trial.told, trial.offences, "seed {seed}: {:?}", trial.misses);
            assert!(trial.false_alerts.is_empty(), "seed {seed}: {:?}", trial.false_alerts);
            told += trial.told;
        }
        assert!(told > 20, "{offence:?}: {told}");
    }
}

const GAMES: u64 = 300;

/// The moves that were told last for each ply, in UCI.
fn ucis(scene: &Scene) -> Vec<String> {
    scene.sheet.moves.iter().map(|one| one.uci.0.to_string()).collect()
}

/// Each FEN that was told is a position with the rights that it names.
fn told_fens_are_valid(scene: &Scene) {
    for said in &scene.said {
        let fen = match &said.event {
            Event::MoveMade { fen, .. }
            | Event::MoveChanged { fen, .. }
            | Event::MoveCompleted { fen, .. }
            | Event::Leg { fen, .. }
            | Event::Ready { fen } => fen,
            _ => continue,
        };
        let setup = fen.parse::<Fen>().unwrap().into_setup();
        assert_eq!(self::fen(&position(&setup)), *fen);
    }
}

#[test]
fn an_illegal_move_that_stands_costs_only_the_rights_of_what_moved() {
    let start = "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w GBgb - 0 1";
    let castling = "-d1 -g1 +f1 +g1 ! |";
    // What White does first, and whether he may castle on either side after that.
    for (illegal, short, long) in [
        ("-a2 +a5 !", true, true),
        ("-b1 +c3 !", true, false),
        ("-g1 +f3 !", false, true),
        ("-d1 +d4 !", false, false),
    ] {
        let mut scene = Scene::start(&header(start));
        scene.hands(illegal).hands("| | -h7 +h6 ! | |");
        let told = scene.sheet.fen.parse::<Fen>().unwrap().into_setup();
        let rights = told.castling_rights;
        assert_eq!(rights.contains(Square::G1), short, "{illegal}: {}", scene.sheet.fen);
        assert_eq!(rights.contains(Square::B1), long, "{illegal}: {}", scene.sheet.fen);
        assert!(rights.contains(Square::B8) && rights.contains(Square::G8), "{}", scene.sheet.fen);
        told_fens_are_valid(&scene);
        if short {
            scene.hands(castling);
            assert_eq!(scene.moves().last(), Some(&"O-O"), "{illegal}");
            assert_eq!(ucis(&scene).last().unwrap(), "d1g1", "{illegal}");
        }
    }
}

#[test]
fn castling_is_written_as_king_takes_rook_although_the_rights_left_look_like_chess() {
    let start = "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1";
    for first in ["-b1 +c3 !", "-b1 +a1 !"] {
        let mut scene = Scene::start(&header(start));
        scene.hands(first).hands("| | -a7 +a6 ! | | -e1 +g1 -h1 +f1 ! |");
        assert_eq!(scene.moves().last(), Some(&"O-O"), "{first}");
        assert_eq!(ucis(&scene).last().unwrap(), "e1h1", "{first}");
        told_fens_are_valid(&scene);
    }
}

#[test]
fn starts_with_the_king_and_the_rooks_at_home_are_chess() {
    // The queens' bishops and knights have changed their squares.
    let start = "rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQK2R w KQkq - 0 1";
    for fen in [start.to_owned(), start.replace("KQkq", "HAha")] {
        let mut scene = Scene::start(&header(&fen));
        scene.hands("-e1 +g1 -h1 +f1 ! |");
        assert_eq!((scene.moves(), ucis(&scene)), (vec!["O-O"], vec!["e1g1".into()]), "{fen}");
    }
}

#[test]
fn a_game_goes_to_pgn_and_comes_back() {
    let games = (1..=40).map(game).filter(|game| !game.moves.is_empty());
    for (seed, game) in (1..).zip(games) {
        let stage = Stage { manner: manner(), ..Stage::default() };
        let script = script(&game, &stage, seed).unwrap();
        // The tag is made, not only kept.
        let mut header = script.header.clone();
        header.tags.remove("Variant");
        let mut sheet = Sheet::new(&header);
        watch(&script).unwrap().iter().for_each(|said| sheet.fold(said));
        let written = Score::of_sheet(&sheet);
        let text: String = written.iter().map(Score::to_string).collect();
        let chess = start_of(&game).castles().mode() == CastlingMode::Standard;
        for tag in ["[SetUp \"1\"]", "[FEN \""] {
            assert!(text.contains(tag), "seed {seed}: {text}");
        }
        assert_eq!(text.contains("[Variant \"Chess960\"]"), !chess, "seed {seed}: {text}");
        let read: Vec<Score> = read(text.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(read.len(), 1, "seed {seed}");
        assert_eq!(read[0].start_fen, game.start_fen, "seed {seed}");
        let moves =
            |score: &Score| score.moves.iter().map(|ply| ply.san.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&read[0]), moves(&game), "seed {seed}");
    }
}

fn start_of(game: &Score) -> Chess {
    position(&game.start_fen.as_deref().unwrap().parse::<Fen>().unwrap().into_setup())
}

#[test]
fn who_stands_wrong_at_the_start_cannot_castle_when_the_board_is_accepted() {
    // The rook of h1 stands on g3, where nobody complains of it until the arbiter accepts the board.
    let start = "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R w HBhb - 0 1";
    let mut scene = Scene::set_up(&header(start), {
        let setup = start.parse::<Fen>().unwrap().into_setup();
        Planes::Occupancy(setup.board.occupied().without(Square::H1).with(Square::G3))
    });
    scene.mover(Color::Black).hands("! |");
    assert!(scene.open(AlertKind::WrongStart).is_some());
    scene.orders(json!({"do": "accept_board"}));
    let rights = scene.sheet.fen.parse::<Fen>().unwrap().into_setup().castling_rights;
    assert!(!rights.contains(Square::H1) && rights.contains(Square::B1), "{}", scene.sheet.fen);
    told_fens_are_valid(&scene);
}

/// The last obligation that was told: moves and article.
fn obligation(scene: &Scene) -> Option<(Vec<String>, Option<String>)> {
    scene.said.iter().rev().find_map(|said| match &said.event {
        Event::Obligation { moves, article, .. } => {
            Some((moves.iter().map(|m| m.0.to_string()).collect(), article.clone()))
        }
        _ => None,
    })
}

#[test]
fn touches_bind_to_castling_where_it_is_legal() {
    let cases: [(&str, &str, &[&str], &str); 6] = [
        // King, then rook, far from each other, beside each other, and each on the other's goal.
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 | -h1 |", &["c1h1"], "4.4.1"),
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 | -b1 |", &["c1b1"], "4.4.1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "-f1 | -g1 |", &["f1g1"], "4.4.1"),
        // A rook that castles alone, for the king stands right.
        ("4k3/7p/8/8/8/8/7P/6KR w H - 0 1", "-h1 |", &["g1h1"], "4.3.1"),
        // A king that was released where it comes only by castling.
        ("4k3/8/8/8/8/8/P7/2K4R w H - 0 1", "-c1 +g1 | | | -g1 +c1 | -a2 |", &["c1h1"], "4.7.2"),
        // Castling is impossible: another move of the king.
        ("4k3/8/8/8/8/8/8/KR2r3 w B - 0 1", "-a1 | -b1 |", &["a1a2", "a1b2"], "4.4.3"),
    ];
    for (fen, order, moves, article) in cases {
        let mut scene = Scene::start(&header(fen));
        scene.hands(order);
        let (mut told, by) = obligation(&scene).unwrap();
        told.sort();
        assert_eq!(told, moves, "{fen} {order}");
        assert_eq!(by.as_deref(), Some(article), "{fen} {order}");
    }
}
