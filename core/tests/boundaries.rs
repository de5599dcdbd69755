//! Where repetitions and quiet moves begin to count: one before, at, and one after.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    input,
    strokes::{meant, position, strokes},
    table::Scene,
};
use serde_json::json;
use shakmaty::{Chess, Position};
use touchmove_core::board::{
    AlertKind, ClaimAnswer, Event, GameResult, Header, Matter, Planes, Reason, Side, Text,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Editions in which nothing ends a game unclaimed, and those in which the fifth occurrence and 75
/// moves do.
const CLAIMED: [&str; 2] = ["ru-2009", "fide-2005"];
const UNCLAIMED: [&str; 2] = ["ru-2018", "fide-2023"];

fn editions() -> impl Iterator<Item = &'static str> {
    CLAIMED.into_iter().chain(UNCLAIMED)
}

/// A game by an edition, followed in notation.
struct Game {
    scene: Scene,
    position: Chess,
}

impl Game {
    fn new(rules: &str, fen: &str) -> Game {
        let header = Header { rules: rules.into(), ..input::header(fen) };
        Game { scene: Scene::start(&header), position: position(fen) }
    }

    fn play(&mut self, sans: &str) -> &mut Game {
        let before = self.scene.moves().len();
        for san in sans.split_whitespace() {
            assert_eq!(self.over(), None, "before {san}");
            let played = meant(&self.position, san);
            let turn = self.position.turn();
            self.scene.mover(turn).hands(&strokes(&self.position, played));
            self.position.play_unchecked(played);
        }
        assert_eq!(self.scene.moves().len(), before + sans.split_whitespace().count(), "{sans}");
        self
    }

    fn over(&self) -> Option<(GameResult, Reason)> {
        self.scene.said.iter().rev().find_map(|said| match &said.event {
            Event::GameOver { result, reason, .. } => Some((*result, *reason)),
            _ => None,
        })
    }

    fn article(&self) -> Option<&str> {
        self.scene.said.iter().rev().find_map(|said| match &said.event {
            Event::GameOver { article, .. } => article.as_deref(),
            _ => None,
        })
    }

    /// What the side to move is told that it could claim, and the count.
    fn claimable(&self, kind: AlertKind) -> Option<u32> {
        let alert = self.scene.open(kind)?;
        assert_eq!(alert.side, Some(Text(self.position.turn())));
        match alert.matter {
            Matter::ThreefoldClaimable { count } | Matter::FiftyMovesClaimable { count } => {
                Some(count)
            }
            _ => None,
        }
    }

    /// The answer to a claim, and what it counted.
    fn claim(&mut self, claim: &str, by: Side, intended: Option<&str>) -> (ClaimAnswer, u64) {
        let mut order = json!({"do": "claim", "by": Text(by), "claim": claim});
        if let Some(san) = intended {
            order["move"] = san.into();
        }
        self.scene.orders(order);
        let answer = self.scene.said.iter().rev().find_map(|said| match &said.event {
            Event::Claim { answer, evidence, .. } => {
                Some((*answer, evidence["count"].as_u64().unwrap_or(0)))
            }
            _ => None,
        });
        answer.unwrap()
    }

    /// The same by the side to move, looked at only.
    fn checked(&mut self, claim: &str, intended: Option<&str>) -> (ClaimAnswer, u64) {
        let by = self.position.turn();
        let mut order = json!({"do": "claim", "by": Text(by), "claim": claim, "check_only": true});
        if let Some(san) = intended {
            order["move"] = san.into();
        }
        let (over, clocks) = (self.over(), self.scene.clocks());
        self.scene.orders(order);
        assert_eq!((self.over(), self.scene.clocks()), (over, clocks), "only looked at");
        let answer = self.scene.said.iter().rev().find_map(|said| match &said.event {
            Event::Claim { answer, evidence, .. } => {
                Some((*answer, evidence["count"].as_u64().unwrap_or(0)))
            }
            _ => None,
        });
        answer.unwrap()
    }
}

fn answer(right: bool) -> ClaimAnswer {
    if right { ClaimAnswer::Right } else { ClaimAnswer::Wrong }
}

/// A rook and two kings, that many half-moves after the last capture.
fn quiet(halfmoves: u32) -> String {
    format!("4k3/8/8/8/8/8/1r6/R3K3 w - - {halfmoves} 120")
}

#[test]
fn fifty_moves_can_be_claimed_from_the_hundredth_half_move_on() {
    for rules in editions() {
        for (halfmoves, right) in [(98, false), (99, false), (100, true), (101, true), (149, true)]
        {
            // Reached by a move, and by two.
            for (before, sans) in [(1, "Rb1"), (2, "Rb1 Rh2")] {
                let name = format!("{rules}, {halfmoves} by {sans}");
                let mut game = Game::new(rules, &quiet(halfmoves - before));
                game.play(sans);
                let told = right.then_some(halfmoves / 2);
                assert_eq!(game.claimable(AlertKind::FiftyMovesClaimable), told, "{name}");
                let claim = game.checked("fifty_moves", None);
                assert_eq!(claim, (answer(right), u64::from(halfmoves / 2)), "{name}");
                let opponent = !game.position.turn();
                let (his, _) = game.claim("fifty_moves", opponent, None);
                assert_eq!(his, ClaimAnswer::NotEntitled, "{name}");
                assert_eq!(game.over(), None, "{name}");
            }
        }
    }
}

#[test]
fn fifty_moves_can_be_claimed_with_the_move_that_completes_them() {
    for rules in editions() {
        for (halfmoves, intended, right) in [
            (97, "Rh2", false),
            (98, "Rh2", false),
            (99, "Rh2", true),
            (100, "Rh2", true),
            (98, "Rxb1", false),
            (99, "Rxb1", false),
        ] {
            // Black to move; White's rook can be taken.
            let mut game = Game::new(rules, &quiet(halfmoves - 1));
            game.play("Rb1");
            let (said, _) = game.checked("fifty_moves", Some(intended));
            assert_eq!(said, answer(right), "{rules}, {intended} after {halfmoves}");
        }
    }
}

#[test]
fn a_right_claim_of_fifty_moves_ends_the_game() {
    for (rules, alone, intended) in [
        ("ru-2009", "9.3.2", "9.3.1"),
        ("fide-2005", "9.3", "9.3"),
        ("ru-2018", "9.3.2", "9.3.1"),
        ("fide-2023", "9.3.2", "9.3.1"),
    ] {
        let mut game = Game::new(rules, &quiet(99));
        game.play("Rb1").claim("fifty_moves", Side::Black, None);
        assert_eq!(game.over(), Some((GameResult::Draw, Reason::FiftyMoves)), "{rules}");
        assert!(game.article().unwrap().starts_with(alone), "{rules} {:?}", game.article());
        let mut game = Game::new(rules, &quiet(98));
        game.play("Rb1").claim("fifty_moves", Side::Black, Some("Rh2"));
        assert_eq!(game.over(), Some((GameResult::Draw, Reason::FiftyMoves)), "{rules}");
        assert!(game.article().unwrap().starts_with(intended), "{rules} {:?}", game.article());
    }
}

#[test]
fn seventy_five_moves_end_the_game_by_themselves_where_the_edition_has_it_so() {
    for rules in editions() {
        let ends = UNCLAIMED.contains(&rules);
        for (halfmoves, over) in [(148, false), (149, false), (150, true), (151, true), (199, true)]
        {
            let mut game = Game::new(rules, &quiet(halfmoves - 1));
            game.play("Rb1");
            let expected = (over && ends).then_some((GameResult::Draw, Reason::SeventyFiveMoves));
            assert_eq!(game.over(), expected, "{rules} {halfmoves}");
            // What ends by itself needs no claim.
            let claimable = game.claimable(AlertKind::FiftyMovesClaimable).is_some();
            assert_eq!(claimable, expected.is_none(), "{rules} {halfmoves}");
        }
    }
}

/// The move that completes 75 moves, or the one before, does something else besides.
#[test]
fn what_ends_the_game_at_once_comes_before_seventy_five_moves() {
    const MATE: (&str, &str) = ("7k/8/6K1/8/8/8/8/R7 w - - {} 120", "Ra8");
    const STALEMATE: (&str, &str) = ("7k/5K2/8/8/8/8/8/6Q1 w - - {} 120", "Qg6");
    const CAPTURE: (&str, &str) = ("4k3/8/8/8/8/8/r7/R3K2R w - - {} 120", "Rxa2");
    const PAWN: (&str, &str) = ("4k3/8/8/8/8/8/rP6/R3K3 w - - {} 120", "b4");
    const LAST: (&str, &str) = ("4k3/8/8/8/8/8/4r3/4K3 w - - {} 120", "Kxe2");
    for rules in editions() {
        for halfmoves in [148, 149, 150] {
            for ((fen, san), expected) in [
                (MATE, Some((GameResult::WhiteWins, Reason::Checkmate))),
                (STALEMATE, Some((GameResult::Draw, Reason::Stalemate))),
                (LAST, Some((GameResult::Draw, Reason::DeadPosition))),
                (CAPTURE, None),
                (PAWN, None),
            ] {
                let mut game = Game::new(rules, &fen.replace("{}", &halfmoves.to_string()));
                game.play(san);
                assert_eq!(game.over(), expected, "{rules} {san} after {halfmoves}");
                assert_eq!(game.claimable(AlertKind::FiftyMovesClaimable), None);
            }
        }
    }
}

/// A game and how often its last position has stood.
struct Repetition {
    fen: &'static str,
    sans: &'static str,
    times: u32,
}

const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8 ";
const CASTLES: &str = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 7 20";
const BLACK_FIRST: &str = "4k3/8/8/8/8/8/r7/R3K3 b - - 11 60";
const BEATEN: &str = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
const ALONE: &str = "4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1";
const PINNED: &str = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
const PINNED_ASIDE: &str = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
const CHECKED: &str = "8/8/8/7k/3p4/8/4P3/K2B4 w - - 0 1";
const LONG_WAY: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 11 60";

fn repetitions() -> Vec<Repetition> {
    let row = |fen, sans, times| Repetition { fen, sans, times };
    vec![
        row(START, "Nf3 Nf6 Ng1", 1),
        // The starting position is the first occurrence.
        row(START, "Nf3 Nf6 Ng1 Ng8", 2),
        row(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3),
        row(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 4),
        row(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 5),
        // Not in a row, and by another way.
        row(START, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8", 3),
        row(START, "Nf3 Nf6 Nc3 Nc6 Ng1 Ng8 Nb1 Nb8 Nc3 Nf6 Nb1 Ng8", 3),
        // After a pawn move another position begins.
        row(START, "Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nf6 Ng1 Ng8", 2),
        // Where castling was still possible it was another position; so with one of the rights.
        row(CASTLES, "Ke2 Ke7 Ke1 Ke8", 1),
        row(CASTLES, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", 2),
        row(CASTLES, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", 3),
        row(CASTLES, "Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8", 2),
        row(CASTLES, "Rg1 Rg8 Rh1 Rh8 Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Ra1 Ra8", 2),
        row(CASTLES, "Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8 Rg1 Rg8 Rh1 Rh8", 3),
        // From a set-up position with Black to move and half-moves that nobody has seen.
        row(BLACK_FIRST, "Rb2 Rb1 Ra2 Ra1", 2),
        row(BLACK_FIRST, "Rb2 Rb1 Ra2 Ra1 Rb2 Rb1 Ra2 Ra1", 3),
        // The same squares with the other side to move.
        row(LONG_WAY, "Kd1 Kd8 Kd2 Ke8 Ke1", 1),
        row(LONG_WAY, "Kd1 Kd8 Kd2 Ke8 Ke1 Kd8 Kd1 Ke8 Kd2 Kd8 Ke1 Ke8", 2),
        // A capture en passant is possible once: 9.2.3.
        row(BEATEN, "e4 Kd8 Kd1 Ke8 Ke1", 1),
        row(BEATEN, "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", 2),
        row(BEATEN, "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", 3),
        // Nobody can take,
        row(ALONE, "e4 Kd8 Kd1 Ke8 Ke1", 2),
        row(ALONE, "e4 Kd8 Kd1 Ke8 Ke1 Kd8 Kd1 Ke8 Ke1", 3),
        // or his pawn is pinned to its file, or both pawns cover the king,
        row(PINNED, "e4 Ke8 Kf2 Kd8 Ke1", 2),
        row(PINNED, "e4 Ke8 Kf2 Kd8 Ke1 Ke8 Kf2 Kd8 Ke1", 3),
        row(PINNED_ASIDE, "e4 Kb4 Kd1 Ka4 Ke1", 2),
        row(PINNED_ASIDE, "e4 Kb4 Kd1 Ka4 Ke1 Kb4 Kd1 Ka4 Ke1", 3),
        // or taking would leave his king in check.
        row(CHECKED, "e4 Kg5 Bc2 Kh5 Bd1", 2),
        row(CHECKED, "e4 Kg5 Bc2 Kh5 Bd1 Kg5 Bc2 Kh5 Bd1", 3),
    ]
}

#[test]
fn occurrences_are_counted_by_position_rights_and_side_to_move() {
    for rules in editions() {
        for Repetition { fen, sans, times } in repetitions() {
            let name = format!("{rules}: {fen} {sans}");
            let mut game = Game::new(rules, fen);
            game.play(sans);
            if times >= 5 && UNCLAIMED.contains(&rules) {
                let fivefold = (GameResult::Draw, Reason::FivefoldRepetition);
                assert_eq!(game.over(), Some(fivefold), "{name}");
                continue;
            }
            assert_eq!(game.over(), None, "{name}");
            let told = (times >= 3).then_some(times);
            assert_eq!(game.claimable(AlertKind::ThreefoldClaimable), told, "{name}");
            let claim = game.checked("threefold", None);
            assert_eq!(claim, (answer(times >= 3), u64::from(times)), "{name}");
            let opponent = !game.position.turn();
            let (his, _) = game.claim("threefold", opponent, None);
            assert_eq!(his, ClaimAnswer::NotEntitled, "{name}");
            assert_eq!(game.over(), None, "{name}");
        }
    }
}

/// The last move of each is not played but declared.
#[test]
fn a_repetition_can_be_claimed_with_the_move_that_completes_it() {
    for rules in editions() {
        for Repetition { fen, sans, times } in repetitions() {
            let name = format!("{rules}: {fen} {sans}");
            let (before, last) = sans.rsplit_once(' ').unwrap();
            let mut game = Game::new(rules, fen);
            game.play(before);
            let claim = game.checked("threefold", Some(last));
            assert_eq!(claim, (answer(times >= 3), u64::from(times)), "{name}");
        }
    }
}

#[test]
fn a_claim_of_repetition_ends_the_game_or_costs_time() {
    for (rules, alone, intended, ms) in [
        ("ru-2009", "9.2.2", "9.2.1", 180_000),
        ("fide-2005", "9.2", "9.2", 180_000),
        ("ru-2018", "9.2.2", "9.2.1", 120_000),
        ("fide-2023", "9.2.2", "9.2.1", 120_000),
    ] {
        let twice = KNIGHTS.repeat(2);
        let drawn = Some((GameResult::Draw, Reason::ThreefoldRepetition));
        let mut game = Game::new(rules, START);
        game.play(&twice).claim("threefold", Side::White, None);
        assert_eq!(game.over(), drawn, "{rules}");
        assert!(game.article().unwrap().starts_with(alone), "{rules} {:?}", game.article());
        let mut game = Game::new(rules, START);
        game.play(twice.trim_end().strip_suffix("Ng8").unwrap());
        game.claim("threefold", Side::Black, Some("Ng8"));
        assert_eq!(game.over(), drawn, "{rules}");
        assert!(game.article().unwrap().starts_with(intended), "{rules} {:?}", game.article());
        for (sans, by, last) in [(KNIGHTS, Side::White, None), (KNIGHTS, Side::White, Some("Nf3"))]
        {
            let mut game = Game::new(rules, START);
            game.play(sans);
            let (_, before) = game.scene.clocks();
            let (said, _) = game.claim("threefold", by, last);
            let (_, after) = game.scene.clocks();
            assert_eq!((said, game.over()), (ClaimAnswer::Wrong, None), "{rules}");
            assert_eq!(after - before, ms, "{rules}: time to the opponent");
        }
    }
}

/// The arbiter sets up a position, and the game goes on from there.
fn set_up(game: &mut Game, fen: &str) {
    game.scene.orders(json!({"do": "pause"}));
    game.scene.orders(json!({"do": "set_position", "fen": fen}));
    game.position = position(fen);
    goes_on(game);
}

/// The pieces stand as they must, and the clock runs.
fn goes_on(game: &mut Game) {
    game.scene.seen(Planes::Occupancy(game.position.board().occupied()));
    let running = Text(game.position.turn());
    game.scene.orders(json!({"do": "resume", "running": running}));
}

#[test]
fn a_position_set_by_the_arbiter_is_an_occurrence() {
    const SET: &str = "4k3/8/8/8/8/8/1r6/R3K3 w - - 30 60";
    const ROUND: &str = "Rc1 Rh2 Ra1 Rb2 ";
    for rules in editions() {
        for rounds in 1..4_u32 {
            let mut game = Game::new(rules, START);
            game.play("e4 e5");
            set_up(&mut game, SET);
            game.play(&ROUND.repeat(rounds as usize));
            let times = rounds + 1;
            let claim = game.checked("threefold", None);
            assert_eq!(claim, (answer(times >= 3), u64::from(times)), "{rules}: {rounds}");
            let told = (times >= 3).then_some(times);
            assert_eq!(game.claimable(AlertKind::ThreefoldClaimable), told, "{rules}: {rounds}");
        }
        // Set up where it stood, it is the same occurrence.
        let mut game = Game::new(rules, SET);
        game.play(ROUND);
        set_up(&mut game, SET);
        game.play(ROUND);
        assert_eq!(game.checked("threefold", None), (ClaimAnswer::Right, 3), "{rules}");
    }
}

#[test]
fn a_position_set_by_the_arbiter_is_forgotten_with_the_moves_before_it() {
    const BARE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 60";
    for rules in editions() {
        let mut game = Game::new(rules, START);
        game.play("e4 e5");
        set_up(&mut game, BARE);
        game.scene.orders(json!({"do": "reinstate", "ply": 1}));
        game.position = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        goes_on(&mut game);
        game.play("c5");
        let (said, _) = game.checked("threefold", Some("Nf3"));
        assert_eq!(said, ClaimAnswer::Wrong, "{rules}: he has a knight on g1");
    }
}
