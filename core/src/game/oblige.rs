//! What the arbiter binds a player to: a touch that no sensor saw, or what a decision demands.

use shakmaty::{Bitboard, Color, Move, Square, uci::UciMove};

use super::{Game, Saying, orders::Refusal};
use crate::{
    board::{Event, Squares, Text},
    rules::{Concept, Obligation},
    tracker::{Effect, Ply, Stand},
};

/// An obligation of the player to move, by the arbiter's word.
#[derive(Clone, Debug)]
pub(super) struct Ordered {
    /// Moves before.
    ply: u32,
    /// Names the position.
    key: u64,
    obligation: Obligation,
}

impl Game {
    pub(super) fn oblige(
        &mut self,
        side: Color,
        square: Option<Square>,
        moves: &[Text<UciMove>],
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.is_on()?;
        let stand = self.stand().clone();
        if stand.turn() != side {
            return Err("not_his_move");
        }
        let (touched, obligation) = match square {
            Some(square) => (square.into(), touching(&stand, square)?),
            None => {
                let concept = Concept::TouchMoveOwn;
                (Bitboard::EMPTY, Obligation { concept, moves: among(&stand, moves)? })
            }
        };
        self.bind(obligation, touched, saying);
        Ok(())
    }

    /// What a decision demands of the player to move.
    pub(super) fn oblige_as(
        &mut self,
        concept: Concept,
        moves: &[Text<UciMove>],
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let moves = among(self.stand(), moves)?;
        self.bind(Obligation { concept, moves }, Bitboard::EMPTY, saying);
        Ok(())
    }

    /// From now on it binds the player to move.
    pub(super) fn bind(&mut self, obligation: Obligation, touched: Bitboard, saying: &mut Saying) {
        let stand = self.stand().clone();
        let event = Event::Obligation {
            side: Text(stand.turn()),
            moves: obligation.moves.iter().map(|m| Text(stand.uci(*m))).collect(),
            touched: Squares(touched),
            article: self.article(obligation.concept),
        };
        self.told.obligation = Some((self.plies(), obligation.clone()));
        self.ordered = Some(Ordered { ply: self.plies(), key: stand.key(), obligation });
        self.say(saying, event);
    }

    /// What the arbiter has bound the player to who is to move there.
    pub(super) fn ordered_at(&self, ply: u32, stand: &Stand) -> Option<&Obligation> {
        let ordered = self.ordered.as_ref();
        let ordered = ordered.filter(|kept| kept.ply == ply && kept.key == stand.key());
        ordered.map(|kept| &kept.obligation)
    }

    /// The same for a move of the record.
    pub(super) fn ordered_before(&self, ply: &Ply) -> Option<Obligation> {
        self.ordered_at(ply.number - 1, &ply.before).cloned()
    }
}

/// Articles 4.3.1 and 4.3.2: the moves of an own piece, or those that take an enemy one.
fn touching(stand: &Stand, square: Square) -> Result<Obligation, Refusal> {
    let piece = stand.board().piece_at(square).ok_or("nothing_stands_there")?;
    let own = piece.color == stand.turn();
    let concept = if own { Concept::TouchMoveOwn } else { Concept::TouchMoveEnemy };
    let honours = |m: &&Move| {
        let effect = Effect::of(**m);
        if own { effect.leaves.contains(square) } else { effect.victim == Some(square) }
    };
    let moves: Vec<_> = stand.moves().iter().filter(honours).copied().collect();
    if moves.is_empty() { Err("no_such_move") } else { Ok(Obligation { concept, moves }) }
}

fn among(stand: &Stand, moves: &[Text<UciMove>]) -> Result<Vec<Move>, Refusal> {
    let legal = |uci: &UciMove| stand.moves().iter().find(|m| stand.uci(**m) == *uci).copied();
    let moves: Option<Vec<_>> = moves.iter().map(|uci| legal(&uci.0)).collect();
    moves.filter(|moves| !moves.is_empty()).ok_or("no_such_move")
}
