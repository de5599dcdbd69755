use std::collections::BTreeMap;

use crate::board::{Event, GameResult, Header, Said};

/// How a game stands after the events of a run: what `moves`, `result` and `fen` speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    line: BTreeMap<u32, String>,
    start: String,
    fen: String,
    result: GameResult,
}

/// The usual starting position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Outcome {
    /// Before the first event.
    pub fn new(header: &Header) -> Outcome {
        let start = header.fen.clone().unwrap_or_else(|| START.into());
        Outcome { line: BTreeMap::new(), fen: start.clone(), start, result: GameResult::Open }
    }

    /// Takes one event in. The last event about a ply counts; a new numbering is a new game.
    pub fn fold(&mut self, said: &Said) {
        if said.seq == 1 {
            self.line.clear();
            self.fen.clone_from(&self.start);
            self.result = GameResult::Open;
        }
        match &said.event {
            Event::MoveMade { ply, san, fen, .. }
            | Event::MoveChanged { ply, san, fen, .. }
            | Event::MoveCompleted { ply, san, fen, .. } => {
                self.line.insert(*ply, san.clone());
                if self.line.last_key_value().is_some_and(|(last, _)| last == ply) {
                    self.fen.clone_from(fen);
                }
            }
            Event::MovesWithdrawn { from_ply, fen, .. } => {
                self.line.split_off(from_ply);
                self.fen.clone_from(fen);
            }
            Event::Leg { fen, .. } => self.fen.clone_from(fen),
            Event::GameOver { result, .. } => self.result = *result,
            Event::Reopened { .. } => self.result = GameResult::Open,
            _ => {}
        }
    }

    /// The main line, SAN.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.line.values().map(String::as_str)
    }

    /// The position: that after the last move, or the one the game went on from since.
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The result; open while there is none.
    pub fn result(&self) -> GameResult {
        self.result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Withdrawal;

    fn made(seq: u64, ply: u32, san: &str) -> Said {
        let event = Event::MoveMade {
            ply,
            uci: "e2e4".parse().map(crate::board::Text).unwrap(),
            san: san.into(),
            fen: format!("after {san}"),
            sure: true,
            inferred: None,
        };
        Said { seq, t: 0, event }
    }

    fn fold(events: impl IntoIterator<Item = Said>) -> Outcome {
        let mut outcome = Outcome::new(&Header::default());
        events.into_iter().for_each(|said| outcome.fold(&said));
        outcome
    }

    #[test]
    fn the_last_word_about_a_ply_counts() {
        let outcome = fold([made(1, 1, "e4"), made(2, 2, "e5"), made(3, 1, "d4")]);
        assert_eq!(outcome.moves().collect::<Vec<_>>(), ["d4", "e5"]);
        assert_eq!(outcome.fen(), "after e5");
    }

    #[test]
    fn withdrawn_moves_are_gone() {
        let why = Withdrawal::Reinstate;
        let back = Event::MovesWithdrawn { from_ply: 2, fen: "after e4".into(), why };
        let back = Said { seq: 4, t: 0, event: back };
        let outcome = fold([made(1, 1, "e4"), made(2, 2, "e5"), made(3, 3, "Nf3"), back]);
        assert_eq!(outcome.moves().collect::<Vec<_>>(), ["e4"]);
        assert_eq!(outcome.fen(), "after e4");
    }

    #[test]
    fn a_leg_goes_on_from_its_position() {
        let leg = Event::Leg { n: 2, fen: "set".into(), ply: 2 };
        let leg = Said { seq: 2, t: 0, event: leg };
        let outcome = fold([made(1, 1, "e4"), leg.clone()]);
        assert_eq!(outcome.fen(), "set");
        let outcome = fold([made(1, 1, "e4"), leg, made(3, 3, "Nf3")]);
        assert_eq!(outcome.moves().collect::<Vec<_>>(), ["e4", "Nf3"]);
        assert_eq!(outcome.fen(), "after Nf3");
    }

    #[test]
    fn a_new_numbering_is_a_new_game() {
        let outcome = fold([made(1, 1, "e4"), made(2, 2, "e5"), made(1, 1, "c4")]);
        assert_eq!(outcome.moves().collect::<Vec<_>>(), ["c4"]);
    }
}
