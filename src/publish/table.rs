use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use shakmaty::{fen::Fen, uci::UciMove};
use touchmove_core::{
    board::{GameResult, Ms, Reason, Side, Text, castling_mode},
    pgn::{Leg, Ply, Score},
    sheet::{self, MoveState, Sheet},
};

/// A table as the public sees it. What is no field here is not for the public.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PublicTable {
    /// Its name or number.
    pub(crate) table: String,
    /// White's name.
    white: String,
    /// Black's name.
    black: String,
    /// PGN tag Event.
    event: String,
    /// PGN tag Round.
    round: String,
    /// How the game ended.
    result: Option<PublicResult>,
    /// The position after the last completed move, as FEN.
    fen: String,
    /// The last completed move.
    last: Option<PublicLast>,
    /// The completed moves.
    #[serde(serialize_with = "each")]
    moves: Vec<Arc<PublicMove>>,
    /// What a PGN needs besides.
    #[serde(skip)]
    heading: Heading,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
struct PublicResult {
    /// Why, as a code.
    code: Reason,
    /// The points.
    score: GameResult,
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct PublicLast {
    /// As players write it.
    san: String,
    /// From and to, and what a pawn became.
    uci: Text<UciMove>,
}

/// A completed move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct PublicMove {
    /// As players write it.
    san: String,
    /// White's time left when it was completed, ms; none where no time is counted.
    white_ms: Option<Ms>,
    /// Black's, ms.
    black_ms: Option<Ms>,
}

/// What a PGN says and no field does.
#[derive(Clone, Debug, PartialEq)]
struct Heading {
    site: String,
    date: String,
    start_fen: String,
    /// Parts of the record that no legal move joins: moves before it, and the position.
    legs: Vec<(usize, String)>,
    /// Whose turn it is at the start.
    turn: Side,
}

fn each<S: Serializer>(moves: &[Arc<PublicMove>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|one| &**one))
}

impl PublicTable {
    /// What the public may see of a sheet. What is as it was in `before` is kept once.
    pub(super) fn of(table: &str, sheet: &Sheet, before: Option<&PublicTable>) -> PublicTable {
        let completed = |one: &sheet::Move| one.state == MoveState::Completed;
        // One in the middle that nobody pressed after stands since the next one was completed.
        let count = sheet.moves.iter().rposition(completed).map_or(0, |last| last + 1);
        let settled = sheet.moves.get(..count).unwrap_or_default();
        let last = settled.last();
        let ply = last.map_or(0, |last| last.ply);
        // A position that was set after a move that is not completed waits with it.
        let legs: Vec<&sheet::Leg> = sheet.legs.iter().filter(|leg| leg.ply <= ply).collect();
        let set = legs.iter().rev().find(|leg| leg.ply == ply).map(|leg| &leg.fen);
        let fen = set.or(last.map(|last| &last.fen)).unwrap_or(&sheet.start_fen);
        let known = |n: usize| before.and_then(|before| before.moves.get(n));
        let moves = settled.iter().enumerate().map(|(n, one)| {
            let one =
                PublicMove { san: one.san.clone(), white_ms: one.white_ms, black_ms: one.black_ms };
            known(n).filter(|known| ***known == one).map_or_else(|| Arc::new(one), Arc::clone)
        });
        PublicTable {
            table: table.into(),
            white: sheet.white.clone(),
            black: sheet.black.clone(),
            event: sheet.event.clone(),
            round: sheet.round.clone(),
            result: sheet
                .result
                .as_ref()
                .map(|outcome| PublicResult { code: outcome.reason, score: outcome.result }),
            fen: fen.clone(),
            last: last.map(|last| PublicLast { san: last.san.clone(), uci: last.uci }),
            moves: moves.collect(),
            heading: Heading {
                site: sheet.site.clone(),
                date: sheet.date.clone(),
                start_fen: sheet.start_fen.clone(),
                legs: legs
                    .iter()
                    .map(|leg| (settled.partition_point(|one| one.ply <= leg.ply), leg.fen.clone()))
                    .collect(),
                turn: turn(&sheet.start_fen),
            },
        }
    }

    /// The game as PGN, or several where no legal move joins its parts; of no more than its fields.
    pub(super) fn pgn(&self) -> Vec<Score> {
        let heading = &self.heading;
        let usual = heading.start_fen == Fen::default().to_string();
        let chess960 = is_chess960(&heading.start_fen).then_some(("Variant", "Chess960"));
        let tags = [
            ("Event", self.event.as_str()),
            ("Site", &heading.site),
            ("Date", &heading.date),
            ("Round", &self.round),
            ("White", &self.white),
            ("Black", &self.black),
            ("Board", &self.table),
        ];
        let mut mover = heading.turn;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (n, one) in self.moves.iter().enumerate() {
            if let Some((_, fen)) = heading.legs.iter().rev().find(|(after, _)| *after == n) {
                mover = turn(fen);
            }
            let clk_ms = mover.fold_wb(one.white_ms, one.black_ms);
            moves.push(Ply { san: one.san.clone(), clk_ms, comment: None });
            mover = !mover;
        }
        let legs: Vec<Leg> = heading
            .legs
            .iter()
            .map(|(after, fen)| Leg { after: *after, fen: fen.clone() })
            .collect();
        let score = Score {
            tags: chess960
                .into_iter()
                .chain(tags)
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            start_fen: (!usual).then(|| heading.start_fen.clone()),
            moves,
            result: self.result.map_or(GameResult::Open, |result| result.score),
            comment: None,
        };
        score.in_legs(&legs)
    }
}

/// Whose turn it is in a position.
fn turn(fen: &str) -> Side {
    match fen.split(' ').nth(1) {
        Some("b") => Side::Black,
        _ => Side::White,
    }
}

/// Whether one castles from there as in Chess960.
fn is_chess960(fen: &str) -> bool {
    fen.parse::<Fen>().is_ok_and(|fen| castling_mode(fen.as_setup()).is_chess960())
}
