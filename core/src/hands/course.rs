//! The game that the hands play, as far as the rules let it go.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position, fen::Fen, san::SanPlus, uci::UciMove,
};

use crate::{
    board::{GameResult, Reason, position},
    mate::{Quick, quick},
    pgn::Line,
};

/// Positions and moves of a game from its start.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Whether one castles as in chess or as in Chess960.
    mode: CastlingMode,
    positions: Vec<Chess>,
    moves: Vec<Move>,
    /// The result in the game's record.
    pub(super) result: GameResult,
    /// How the position itself ended the game.
    pub(super) ended: Option<(GameResult, Reason)>,
}

impl Course {
    /// Follows the game to its end, or to where the edition ends it by itself.
    pub(super) fn new(line: &Line, result: GameResult, rules: &str) -> Course {
        let mut course = Course {
            mode: line.start.castles().mode(),
            positions: vec![line.start.clone()],
            moves: Vec::new(),
            result,
            ended: None,
        };
        for &played in &line.moves {
            if course.ended.is_some() {
                break;
            }
            course.push(played);
            course.ended = course.ending(rules);
        }
        if let Some((result, _)) = course.ended {
            course.result = result;
        }
        course
    }

    fn push(&mut self, played: Move) {
        let mut next = self.last().clone();
        next.play_unchecked(played);
        self.moves.push(played);
        self.positions.push(next);
    }

    /// Whether the last position ends the game (articles 5.1.1, 5.2.1, 5.2.2 and, since 2014, 9.6).
    fn ending(&self, rules: &str) -> Option<(GameResult, Reason)> {
        let last = self.last();
        if last.is_checkmate() {
            return Some((GameResult::lost_by(last.turn()), Reason::Checkmate));
        }
        let reason = if last.is_stalemate() {
            Reason::Stalemate
        } else if Color::ALL.iter().all(|&side| quick(last, side) == Quick::Cannot) {
            Reason::DeadPosition
        } else if matches!(rules, "ru-2009" | "fide-2005") {
            return None;
        } else if last.halfmoves() >= 150 {
            Reason::SeventyFiveMoves
        } else if self.positions.iter().filter(|position| *position == last).count() >= 5 {
            Reason::FivefoldRepetition
        } else {
            return None;
        };
        Some((GameResult::Draw, reason))
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The position before a move, counted from 0; the last one where there are not so many.
    pub(super) fn position(&self, ply: usize) -> &Chess {
        &self.positions[ply.min(self.moves.len())]
    }

    fn last(&self) -> &Chess {
        self.position(self.moves.len())
    }

    /// A move, counted from 0.
    pub(super) fn played(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply).copied()
    }

    /// A move as the contract writes it.
    pub(super) fn uci(&self, m: Move) -> UciMove {
        m.to_uci(self.mode)
    }

    /// A position of this game from its FEN.
    pub(super) fn read(&self, fen: &str) -> Option<Chess> {
        let setup = fen.parse::<Fen>().ok()?.into_setup();
        position(setup, self.mode).ok()
    }

    /// The first moves in notation.
    pub(super) fn sans(&self, plies: usize) -> Vec<String> {
        let moves = self.moves.iter().take(plies).zip(&self.positions);
        moves.map(|(&m, position)| SanPlus::from_move(position.clone(), m).to_string()).collect()
    }

    /// The ply whose position this is, the latest up to `ply` first.
    pub(super) fn find(&self, position: &Chess, ply: usize) -> Option<usize> {
        let back = (0..=ply.min(self.moves.len())).rev();
        let on = ply.min(self.moves.len()) + 1..=self.moves.len();
        back.chain(on).find(|&ply| self.positions[ply] == *position)
    }

    /// The players leave the record: another move at `ply`, and whatever follows later.
    pub(super) fn divert(&mut self, ply: usize, played: Move) {
        self.positions.truncate(ply + 1);
        self.moves.truncate(ply);
        self.ended = None;
        self.push(played);
        self.ended = self.ending("fide-2023");
    }

    /// The players go on from a position that is none of the game's.
    pub(super) fn restart(&mut self, position: Chess) {
        self.positions = vec![position];
        self.moves.clear();
        self.ended = None;
    }
}

/// All six fields, the en passant square only where the capture is legal.
pub(super) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
