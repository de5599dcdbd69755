//! Chess960 at the board: castling from all 960 starts in every order that people use, what is no
//! castling, and what touches bind to.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    chess960::{fen, position, start},
    input::header,
    table::Scene,
};
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Square, san::SanPlus};
use touchmove_core::board::{
    AlertKind, ClockKind, Event, Header, IllegalReason, Matter, Sensor, Severity,
};

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
    /// The sensor tells the last landing after the press.
    SlowReeds,
}

fn castles(case: &Case, place: Place, order: &str) -> Option<String> {
    let plain = header(&fen(&case.chess));
    let (header, order) = match place {
        Place::Reeds => (plain, format!("{order} ! | | | | |")),
        Place::Colours => {
            let header = Header { sensor: Sensor::Polarity, ..plain };
            (header, format!("{} ! | | | | |", case.coloured(order)))
        }
        Place::SlowReeds => {
            let (before, landing) = order.rsplit_once('+').unwrap();
            (plain, format!("{before} ! +{landing} | | | | |"))
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
                2 => wrong.extend(castles(&case, Place::SlowReeds, &order)),
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
            continue; // the one is moved alone
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

/// It binds where it was put back too (4.4.2): in doubt, for he may have adjusted it.
#[test]
fn a_rook_that_stands_still_and_was_touched_first_is_told() {
    for case in cases() {
        let [k, r, kt, rt] = case.squares();
        if r != rt {
            continue;
        }
        let order = format!("-{r} | +{r} | -{k} +{kt}");
        let mut scene = Scene::start(&header(&fen(&case.chess)));
        scene.hands(&order).hands("! |");
        assert_eq!(scene.moves(), [san(&case)], "{} {order}", fen(&case.chess));
        let told = scene.open(AlertKind::CastlingRookFirst).unwrap();
        assert_eq!(told.severity, Severity::Attention, "{} {order}", fen(&case.chess));
        let steps = serde_json::to_value(&told.advice).unwrap();
        let moves = steps[1]["oblige"]["moves"].as_array().unwrap();
        assert!(moves.iter().all(|m| m.as_str().unwrap().starts_with(&r.to_string())), "{steps}");
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
    let cases: [(&str, &str, &[&str], &str); 7] = [
        // King, then rook, far from each other, beside each other, and each on the other's goal.
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 | -h1 |", &["c1h1"], "4.4.1"),
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "-c1 | -b1 |", &["c1b1"], "4.4.1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "-f1 | -g1 |", &["f1g1"], "4.4.1"),
        // A rook that castles alone, for the king stands right.
        ("4k3/8/8/8/8/7P/8/6KR w H - 0 1", "-h1 |", &["g1h1", "h1h2"], "4.3.1"),
        ("4k3/8/8/8/8/8/7P/6KR w H - 0 1", "-h1 |", &[], "4.5"),
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
