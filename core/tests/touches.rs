//! What touches bind to, edition by edition (Articles 4.2 to 4.8 and 7.4.1 / 7.5.1), each rule as a
//! small case of its kind. Written as `common::input` says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::input::{Outcome, header, play_with};
use touchmove_core::board::{AlertKind, Cleared, Event, Header, Matter, Severity, Side};

const OLD: [&str; 2] = ["ru-2009", "fide-2005"];
const NEW: [&str; 2] = ["ru-2018", "fide-2023"];
const ALL: [&str; 4] = ["ru-2009", "fide-2005", "ru-2018", "fide-2023"];

fn play(edition: &str, fen: &str, input: &str) -> Outcome {
    play_with(&Header { rules: edition.into(), ..header(fen) }, input)
}

/// Moves in UCI, sorted.
fn moves(list: impl Iterator<Item = String>) -> String {
    let mut list: Vec<String> = list.collect();
    list.sort();
    list.join(" ")
}

/// What the player was told last to be bound to, and by which article; `any` for no move.
fn bound(outcome: &Outcome) -> (String, String) {
    let told = outcome.said.iter().rev().find_map(|said| match &said.event {
        Event::Obligation { moves: list, article, .. } => {
            let list = moves(list.iter().map(|m| m.0.to_string()));
            Some((list, article.clone().unwrap_or_default()))
        }
        _ => None,
    });
    let (list, article) = told.expect("an obligation");
    (if list.is_empty() { "any".into() } else { list }, article)
}

/// The touch that is told: its article and the moves that would have honoured it.
fn accused(outcome: &Outcome) -> Option<(String, String, Severity)> {
    let told = outcome.raised(AlertKind::TouchMove);
    assert!(told.len() < 2, "{told:?}");
    let alert = told.first()?;
    let Matter::TouchMove { required, .. } = &alert.matter else { panic!("{alert:?}") };
    let required = moves(required.iter().map(|m| m.0.to_string()));
    Some((alert.article.clone().unwrap_or_default(), required, alert.severity))
}

/// What was told but for remarks (`info`) on other matters than touches.
fn told(outcome: &Outcome) -> Vec<AlertKind> {
    let alerts = outcome.said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) => Some(alert),
        _ => None,
    });
    let counts = alerts
        .filter(|a| a.severity != Severity::Info || a.kind() == AlertKind::TouchMove)
        .map(touchmove_core::board::Alert::kind);
    counts.collect()
}

/// Borrowed articles are shown with their lender.
fn shown(edition: &str, article: &str) -> String {
    if edition == "fide-2005" { format!("ru-2009 {article}") } else { article.into() }
}

/// In each of these editions the touches bind to `required` by that article.
fn binds(editions: &[&str], fen: &str, touches: &str, required: &str, article: &str) {
    for edition in editions {
        let told = bound(&play(edition, fen, touches));
        assert_eq!(told, (required.into(), shown(edition, article)), "{edition}: {touches}");
    }
}

/// In each of these editions the touches and then a move are an offence against that article.
fn breaks(editions: &[&str], fen: &str, input: &str, article: &str, required: &str) {
    for edition in editions {
        let outcome = play(edition, fen, input);
        let Some((told, moves, _)) = accused(&outcome) else {
            panic!("{edition}: {input}: {:?}", outcome.alerts)
        };
        assert_eq!(
            (told, moves.as_str()),
            (shown(edition, article), required),
            "{edition} {input}"
        );
        assert_eq!(self::told(&outcome), [AlertKind::TouchMove], "{edition}: {input}");
    }
}

/// In each of these editions the touches and then a move are no offence at all.
fn honours(editions: &[&str], fen: &str, input: &str) {
    for edition in editions {
        let outcome = play(edition, fen, input);
        assert_eq!(outcome.moves.len(), 1, "{edition}: {input}");
        assert_eq!(told(&outcome), [], "{edition}: {input}");
    }
}

#[test]
fn the_first_touched_piece_that_can_move_is_bound() {
    // The bishop on f1 is shut in; the knight on g1 is not.
    let fen = "4k3/8/8/8/8/8/4P1P1/4KBN1 w - - 0 1";
    binds(&ALL, fen, "-f1 | +f1", "any", "4.5");
    binds(&ALL, fen, "-f1 | +f1 | -g1 | +g1", "g1f3 g1h3", "4.3.1");
    binds(&ALL, fen, "-g1 | +g1 | -e2 | +e2", "g1f3 g1h3", "4.3.1");
    breaks(&ALL, fen, "-f1 | +f1 | -g1 | +g1 | -e2 +e4 ! |", "4.3.1", "g1f3 g1h3");
    honours(&ALL, fen, "-f1 | +f1 | -g1 | +g1 | -g1 +f3 ! |");
    honours(&ALL, fen, "-f1 | +f1 | -e2 +e4 ! |");
}

#[test]
fn the_first_touched_enemy_piece_that_can_be_taken_is_bound() {
    let fen = "4k3/8/8/1p1r4/2P5/8/8/4K3 w - - 0 1";
    binds(&ALL, fen, "-d5 | +d5 | -b5 | +b5", "c4d5", "4.3.2");
    breaks(&ALL, fen, "-d5 | +d5 | -c4 -b5 +b5 | ! |", "4.3.2", "c4d5");
    // Nobody can take the king's neighbour: its owner straightened it.
    let fen = "4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for edition in ALL {
        let outcome = play(edition, fen, "-g8 | +g8 | -e2 +e4 ! |");
        assert!(outcome.raised(AlertKind::TouchMove).is_empty());
    }
}

/// The rook cannot take the knight, the pawn on e4 can.
const ROOK_AND_KNIGHT: &str = "4k3/8/8/3n4/4P3/8/3P4/3RK3 w - - 0 1";

#[test]
fn one_of_each_colour_binds_to_that_capture() {
    let fen = "4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1";
    for touches in ["-c4 | +c4 | -d5 | +d5", "-d5 | +d5 | -c4 | +c4", "-d5 -c4 | +c4 | +d5"] {
        binds(&ALL, fen, touches, "c4d5", "4.3.3");
    }
    breaks(&ALL, fen, "-c4 | +c4 | -d5 | +d5 | -c4 +c5 ! |", "4.3.3", "c4d5");
}

#[test]
fn one_of_each_colour_that_cannot_take_is_settled_as_the_edition_has_it() {
    let touches = "-d1 | +d1 | -d5 | +d5";
    let rook = "d1a1 d1b1 d1c1";
    binds(&["ru-2009"], ROOK_AND_KNIGHT, touches, "e4d5", "4.3.3");
    let later = ["ru-2018", "fide-2023"];
    binds(&later, ROOK_AND_KNIGHT, touches, rook, "4.3.3");
    binds(&["fide-2005"], ROOK_AND_KNIGHT, touches, rook, "4.3.3");
    // The enemy piece first: it can be taken, and that comes first in every edition.
    binds(&ALL, ROOK_AND_KNIGHT, "-d5 | +d5 | -d1 | +d1", "e4d5", "4.3.3");

    let rook_moves = format!("{touches} | -d1 +c1 ! |");
    breaks(&["ru-2009"], ROOK_AND_KNIGHT, &rook_moves, "4.3.3", "e4d5");
    honours(&["fide-2005", "ru-2018", "fide-2023"], ROOK_AND_KNIGHT, &rook_moves);
    let pawn_takes = format!("{touches} | -e4 -d5 +d5 ! |");
    honours(&["ru-2009"], ROOK_AND_KNIGHT, &pawn_takes);
    breaks(&later, ROOK_AND_KNIGHT, &pawn_takes, "4.3.3", rook);
}

#[test]
fn where_nothing_can_take_the_enemy_piece_the_own_one_is_bound() {
    let fen = "4k3/8/8/3n4/8/8/3P4/3RK3 w - - 0 1";
    binds(&ALL, fen, "-d5 | +d5 | -d1 | +d1", "d1a1 d1b1 d1c1", "4.3.1");
    // Neither can do anything: any move.
    let fen = "4k3/8/8/3n4/8/8/3P4/2BRK3 w - - 0 1";
    let shut_in = "4k3/8/8/3n4/8/8/1P1P4/2BNK3 w - - 0 1";
    binds(&ALL, fen, "-d1 | +d1 | -d5 | +d5", "any", "4.5");
    binds(&ALL, shut_in, "-d5 | +d5 | -c1 | +c1", "any", "4.5");
}

#[test]
fn touched_at_once_the_own_piece_counts_as_first() {
    // The enemy piece reads empty a moment before the own one.
    let input = "-d5 & -d1 | +d1 | +d5";
    binds(&NEW, ROOK_AND_KNIGHT, input, "d1a1 d1b1 d1c1", "4.3.3");
}

/// White may castle to either side.
const CASTLING: &str = "4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1";
/// Black's rook bars castling to the king's side only.
const BARRED: &str = "4k1r1/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1";
/// White's king can neither castle nor move, the rook on h1 can.
const KING_SHUT_IN: &str = "4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1";

#[test]
fn king_then_rook_binds_to_castling() {
    binds(&ALL, CASTLING, "-e1 | +e1 | -h1 | +h1", "e1g1", "4.4.1");
    binds(&ALL, CASTLING, "-e1 | +e1 | -a1 | +a1", "e1c1", "4.4.1");
    breaks(&ALL, CASTLING, "-e1 | +e1 | -h1 | +h1 | -e1 +f1 ! |", "4.4.1", "e1g1");
    honours(&ALL, CASTLING, "-e1 | +e1 | -h1 | +h1 | -e1 +g1 -h1 +f1 ! |");
}

#[test]
fn king_then_rook_that_cannot_castle_bind_the_king() {
    // Castling to the other side is a king's move too.
    binds(&ALL, BARRED, "-e1 | +e1 | -h1 | +h1", "e1c1 e1d1 e1f1", "4.4.3");
    breaks(&ALL, BARRED, "-e1 | +e1 | -h1 | +h1 | -h1 +h4 ! |", "4.4.3", "e1c1 e1d1 e1f1");
    honours(&ALL, BARRED, "-e1 | +e1 | -h1 | +h1 | -e1 +c1 -a1 +d1 ! |");
    // If the king has no move any may be made: the rook is not bound.
    binds(&ALL, KING_SHUT_IN, "-e1 | +e1 | -h1 | +h1", "any", "4.4.3");
    honours(&ALL, KING_SHUT_IN, "-e1 | +e1 | -h1 | +h1 | -d2 +d4 ! |");
}

#[test]
fn king_and_rook_that_nobody_would_castle_with_are_two_pieces() {
    let fen = "6k1/8/8/8/8/8/8/K6R w - - 0 1";
    binds(&ALL, fen, "-a1 | +a1 | -h1 | +h1", "a1a2 a1b1 a1b2", "4.3.1");
    // The king cannot move, and is no king that castles: the rook is bound.
    let stuck = "6k1/8/8/8/8/1q6/7P/K5NR w - - 0 1";
    binds(&ALL, stuck, "-a1 | +a1 | -h1 | +h1", "any", "4.5");
    binds(&ALL, stuck, "-a1 | +a1 | -h1 | +h1 | -g1 | +g1", "g1e2 g1f3 g1h3", "4.3.1");
    // Where castling was meant the knight would not be.
    let at_home = "6k1/8/8/8/8/8/3PPP1P/3QKBNR w K - 0 1";
    let touches = "-e1 | +e1 | -h1 | +h1 | -g1 | +g1";
    binds(&ALL, at_home, touches, "any", "4.4.3");
}

#[test]
fn king_and_rook_touched_at_once_are_settled_as_the_edition_has_it() {
    for touches in ["-e1 & -h1 | +e1 | +h1", "-h1 & -e1 | +e1 | +h1"] {
        binds(&ALL, CASTLING, touches, "e1g1", "4.4.1");
        binds(&OLD, BARRED, touches, "e1c1 e1d1 e1f1", "4.4.3");
        binds(&OLD, KING_SHUT_IN, touches, "any", "4.4.3");
        let rook = "h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
        binds(&NEW, KING_SHUT_IN, touches, rook, "4.3.1");
        let outcome = play("ru-2018", KING_SHUT_IN, &format!("{touches} | -d2 +d4 ! |"));
        assert_eq!(outcome.alerts, [AlertKind::TouchMove]);
        honours(&OLD, KING_SHUT_IN, &format!("{touches} | -d2 +d4 ! |"));
    }
}

#[test]
fn a_king_released_for_castling_must_castle() {
    let touches = "-e1 +g1 | | | -g1 +e1 |";
    for (editions, article) in [(OLD, "4.6.2"), (NEW, "4.7.2")] {
        breaks(&editions, CASTLING, &format!("{touches} -d2 +d4 ! |"), article, "e1g1");
        honours(&editions, CASTLING, &format!("{touches} -e1 +g1 | -h1 +f1 ! |"));
        // Set down and taken up at once it was only touched.
        let brief = "-e1 +g1 -g1 +e1 |";
        breaks(
            &editions,
            CASTLING,
            &format!("{brief} -d2 +d4 ! |"),
            "4.3.1",
            "e1c1 e1d1 e1f1 e1g1",
        );
    }
}

#[test]
fn a_king_released_for_castling_that_moves_on_is_retracted() {
    for input in ["-e1 +g1 | | | -g1 +f1 ! |", "-e1 +g1 | | | -g1 +e1 | -e1 +f1 ! |"] {
        for (edition, article) in [("ru-2009", "4.6"), ("ru-2018", "4.7"), ("fide-2023", "4.7")] {
            let outcome = play(edition, CASTLING, input);
            assert_eq!(outcome.alerts, [AlertKind::MoveRetracted], "{edition}: {input}");
            let alert = outcome.raised(AlertKind::MoveRetracted)[0];
            assert_eq!(alert.article.as_deref(), Some(article));
            let Matter::MoveRetracted { stood, .. } = &alert.matter else { panic!("{alert:?}") };
            assert_eq!(stood.0.to_string(), "e1g1");
        }
    }
}

#[test]
fn a_king_released_for_an_impossible_castling_must_move_otherwise() {
    let touches = "-e1 +g1 | | | -g1 +e1 |";
    // The rook's file is barred to the king: f1 and the other side stay.
    let others = "e1c1 e1d1 e1f1";
    for (editions, article) in [(OLD, "4.6.2, 4.3.1"), (NEW, "4.7.2")] {
        breaks(&editions, BARRED, &format!("{touches} -d2 +d4 ! |"), article, others);
        honours(&editions, BARRED, &format!("{touches} -e1 +f1 ! |"));
    }
    // It has no move, and another piece is touched.
    let stuck = "4kr2/8/8/8/8/8/N2PP3/R2QK2R w K - 0 1";
    let then_knight = format!("{touches} -a2 | +a2 | -d2 +d4 ! |");
    breaks(&OLD, stuck, &then_knight, "4.3.1", "a2b4 a2c1 a2c3");
    honours(&NEW, stuck, &then_knight);
}

#[test]
fn rook_first_binds_the_rook() {
    let rook = "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
    binds(&ALL, CASTLING, "-h1 | +h1 | -e1 | +e1", rook, "4.3.1");
    // It cannot move: the king is bound.
    let shut_in = "4k3/8/8/8/8/8/3PPP1P/4K1NR w K - 0 1";
    binds(&ALL, shut_in, "-h1 | +h1 | -e1 | +e1", "e1d1 e1f1", "4.3.1");
}

#[test]
fn castling_after_the_rook_was_touched_is_one_offence() {
    let outcome = play("ru-2018", CASTLING, "-h1 | +h1 | -e1 +g1 -h1 +f1 ! |");
    assert_eq!(outcome.alerts, [AlertKind::CastlingRookFirst]);
    assert_eq!(outcome.raised(AlertKind::CastlingRookFirst)[0].severity, Severity::Attention);
}

/// The game goes back to before an illegal move and on from there.
const PUT_RIGHT: &str = r#"{"do":"decide","kind":"illegal_move","verdict":"apply"}"#;
const GO_ON: &str = r#"{"do":"resume","running":"white"}"#;

#[test]
fn what_was_moved_illegally_binds_the_move_that_replaces_it() {
    let fen = "4k3/8/8/8/8/8/3P4/2B1K3 w - - 0 1";
    let illegal = format!("-c1 +c3 ! | {PUT_RIGHT} -c3 +c1 | {GO_ON} |");
    let bishop = "c1a3 c1b2";
    for (edition, article) in [("ru-2009", "4.3.1"), ("ru-2018", "4.3.1"), ("fide-2023", "4.3.1")] {
        let told = bound(&play(edition, fen, &illegal));
        assert_eq!(told, (bishop.into(), article.into()), "{edition}");
        let outcome = play(edition, fen, &format!("{illegal} -d2 +d4 x |"));
        let accused = accused(&outcome);
        assert_eq!(accused, Some((article.into(), bishop.into(), Severity::Decision)), "{edition}");
        let honours = play(edition, fen, &format!("{illegal} -c1 +b2 x |"));
        assert_eq!(honours.alerts, [AlertKind::IllegalMove]);
    }
}

#[test]
fn touches_before_an_illegal_move_bind_the_move_that_replaces_it() {
    let fen = "4k3/8/8/8/8/8/3P4/2B1K1N1 w - - 0 1";
    let illegal = format!("-g1 | +g1 | -c1 +c3 ! | {PUT_RIGHT} -c3 +c1 | {GO_ON} |");
    for edition in ["ru-2009", "ru-2018", "fide-2023"] {
        let outcome = play(edition, fen, &format!("{illegal} -c1 +b2 x |"));
        let (_, required, severity) = accused(&outcome).expect(edition);
        assert_eq!((required.as_str(), severity), ("g1e2 g1f3 g1h3", Severity::Decision));
    }
}

/// An opponent who has seen the touch stops the clocks; so does a claim (9.5).
#[test]
fn touches_before_the_clocks_are_stopped_bind_when_they_go_on() {
    let fen = "4k3/8/8/8/8/8/3P4/2B1K1N1 w - - 0 1";
    let stops = [
        r#"{"do":"pause"}"#,
        r#"{"do":"claim","by":"white","claim":"quickplay_finish"} {"do":"pause"}"#,
        r#"{"do":"pause"} -d2 | +d2 |"#,
        r#"{"do":"pause"} {"do":"reinstate","ply":2}"#,
    ];
    for edition in ALL {
        for stop in stops {
            let after = |touched: &str, played: &str| {
                let before = "-e1 +f1 ! | -e8 +d8 ! |";
                let input = format!("{before} {touched} {stop} | {GO_ON} | {played} ! |");
                accused(&play(edition, fen, &input))
            };
            let (_, required, severity) = after("-g1 | +g1 |", "-f1 +f2").expect(stop);
            assert_eq!(required, "g1e2 g1f3 g1h3", "{edition} {stop}");
            assert_eq!(severity, Severity::Attention, "{edition} {stop}");
            assert_eq!(after("-g1 | +g1 |", "-g1 +f3"), None, "{edition} {stop}");
            // Nothing was touched but while they stood.
            assert_eq!(after("", "-f1 +f2"), None, "{edition} {stop}");
        }
    }
}

#[test]
fn what_was_moved_illegally_and_cannot_move_binds_to_nothing() {
    let fen = "4k3/8/8/8/8/8/1P1P4/2B1K3 w - - 0 1";
    let illegal = format!("-c1 +c3 ! | {PUT_RIGHT} -c3 +c1 | {GO_ON} |");
    let outcome = play("ru-2018", fen, &format!("{illegal} -d2 +d4 x |"));
    assert_eq!(bound(&play("ru-2018", fen, &illegal)), ("any".into(), "4.5".into()));
    assert_eq!(outcome.alerts, [AlertKind::IllegalMove]);
}

#[test]
fn an_illegal_move_that_was_told_is_not_told_again_when_it_is_put_right() {
    let fen = "4k3/pppp4/8/8/8/8/3P4/2B1K3 w - - 0 1";
    // Black presses back, White puts it right and moves lawfully.
    let input = "-c1 +c3 ! | | | | ! -c3 +c1 | -c1 +b2 ! |";
    for edition in ALL {
        let outcome = play(edition, fen, input);
        assert_eq!(outcome.alerts, [AlertKind::IllegalMove], "{edition}");
        assert_eq!(outcome.moves, ["Bb2"]);
        let replaced = play(edition, fen, "-c1 +c3 ! | | | | ! -c3 +c1 | -d2 +d4 ! |");
        let accused = accused(&replaced).expect("a touch");
        assert_eq!((accused.1.as_str(), accused.2), ("c1a3 c1b2", Severity::Decision));
    }
}

#[test]
fn the_warning_for_an_illegal_move_put_right_counts_as_none() {
    let fen = "4k3/pppp4/8/8/8/8/3P4/2B1K3 w - - 0 1";
    let go_on = r#"{"do":"resume","running":"black"}"#;
    let input = format!(
        "-c1 +c3 | | | -c3 +c1 | -c1 +b2 ! | {PUT_RIGHT} | {go_on} | -a7 +a6 ! | -b2 +b4 ! |"
    );
    let outcome = play("ru-2009", fen, &input);
    let counts = outcome.raised(AlertKind::IllegalMove).into_iter().map(|alert| {
        let Matter::IllegalMove { count, .. } = alert.matter else { panic!("{alert:?}") };
        (alert.severity, count)
    });
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts, [(Severity::Info, 0), (Severity::Decision, 1)]);
}

#[test]
fn what_was_no_illegal_move_binds_nothing() {
    let fen = "4k3/pppp4/8/8/8/8/3P4/2B1K3 w - - 0 1";
    let dismissed = r#"{"do":"decide","kind":"illegal_move","verdict":"dismiss"}"#;
    let back = r#"{"do":"reinstate","ply":0}"#;
    let input = format!("-c1 +c3 ! | {dismissed} {back} -c3 +c1 | {GO_ON} | -d2 +d4 x |");
    let outcome = play("ru-2018", fen, &input);
    assert_eq!(outcome.alerts, [AlertKind::IllegalMove]);
    assert_eq!(outcome.moves, ["d4"]);
}

/// Two moves, in the second of which White touches a knight and moves the other.
const TOUCHED: &str = "-e2 +e4 ! | -e7 +e5 ! | -b1 | +b1 | -g1 +f3 ! |";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn cleared(outcome: &Outcome, kind: AlertKind) -> Option<Cleared> {
    outcome.said.iter().find_map(|said| match said.event {
        Event::AlertCleared { kind: of, why, .. } if of == kind => Some(why),
        _ => None,
    })
}

#[test]
fn the_right_to_complain_ends_with_the_opponents_touch() {
    for edition in ALL {
        let outcome = play(edition, START, TOUCHED);
        assert_eq!(cleared(&outcome, AlertKind::TouchMove), None, "{edition}");
        let answered = play(edition, START, &format!("{TOUCHED} -b8 | +c6 ! |"));
        assert_eq!(cleared(&answered, AlertKind::TouchMove), Some(Cleared::Moot), "{edition}");
    }
}

#[test]
fn older_editions_keep_the_right_to_complain_of_hands_and_released_pieces() {
    let retracted = "-e2 +e3 | | | -e3 +e4 ! | -e7 | +e5 ! |";
    let hands = "-e1 & -h1 +g1 & +f1 ! | -e8 | +d8 ! |";
    for edition in ALL {
        let lapsed = if NEW.contains(&edition) { Some(Cleared::Moot) } else { None };
        let outcome = play(edition, START, retracted);
        assert_eq!(outcome.alerts, [AlertKind::MoveRetracted], "{edition}");
        assert_eq!(cleared(&outcome, AlertKind::MoveRetracted), lapsed, "{edition}");
        let outcome = play(edition, CASTLING, hands);
        assert_eq!(outcome.alerts, [AlertKind::TwoHands], "{edition}");
        assert_eq!(cleared(&outcome, AlertKind::TwoHands), lapsed, "{edition}");
        let outcome = play(edition, CASTLING, "-h1 +f1 -e1 +g1 ! | -e8 | +d8 ! |");
        let rook_first = AlertKind::CastlingRookFirst;
        assert_eq!(cleared(&outcome, rook_first), Some(Cleared::Moot), "{edition}");
    }
}

#[test]
fn the_evidence_says_what_was_lifted_and_what_is_presumed() {
    for (edition, presumed) in [
        ("ru-2009", "open"),
        ("fide-2005", "open"),
        ("ru-2018", "deliberate"),
        ("fide-2023", "deliberate"),
    ] {
        let outcome = play(edition, START, "-e2 +e4 ! | -e7 +e5 ! | -b1 +c3 -c3 +b1 | -g1 +f3 ! |");
        let alert = outcome.raised(AlertKind::TouchMove)[0];
        assert_eq!(alert.side.map(|side| side.0), Some(Side::White));
        assert_eq!(alert.severity, Severity::Decision, "it stood on another square");
        let alert = serde_json::to_value(alert).unwrap();
        assert_eq!(alert["presumption"], presumed, "{edition}");
        let touched = &alert["touched"][0];
        assert_eq!((&touched["square"], &touched["piece"]), (&"b1".into(), &"N".into()));
        assert_eq!((&touched["set_on"], &touched["lifted_ms"]), (&"c3".into(), &600.into()));
        assert_eq!(alert["required"], serde_json::json!(["b1a3", "b1c3"]));
    }
}
