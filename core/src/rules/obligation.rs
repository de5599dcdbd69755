//! What a player must move because of what he touched (Articles 4.3 to 4.5, 4.6.2 / 4.7.2).

use shakmaty::{Bitboard, CastlingSide, Move, Piece, Position, Role, Square};

use super::{Concept, KingReleased, Rules, TouchedAtOnce, TouchedBoth, touch::Handled};
use crate::tracker::{Effect, Stand, castled};

/// What touches bind a player to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// By which rule.
    pub concept: Concept,
    /// The moves that honour it; none where he may make any.
    pub moves: Vec<Move>,
}

impl Obligation {
    /// Whether a move honours it.
    pub fn allows(&self, m: Move) -> bool {
        self.moves.is_empty() || self.moves.contains(&m)
    }
}

/// What the side to move must play after those touches; nothing where none could concern it.
pub fn obligation(rules: &Rules, stand: &Stand, touched: &[Handled]) -> Option<Obligation> {
    let turn = stand.turn();
    let mut touched = touched.to_vec();
    // Where it cannot be told which was first, it was the player's own (4.3.3).
    let together = rules.times.together_ms;
    let own_first =
        |h: &Handled| if h.piece.color == turn { h.lifted } else { h.lifted + together };
    touched.sort_by_key(|h| (own_first(h), h.piece.color != turn));
    let touches = Touches { rules, stand, touched: &touched };
    if touches.own().is_none() && touches.capturable().is_none() {
        return None;
    }
    let any = Obligation { concept: Concept::AnyMove, moves: Vec::new() };
    Some(touches.of_both_colours().or_else(|| touches.in_order()).unwrap_or(any))
}

/// The touches that bind, in the order that counts.
struct Touches<'a> {
    rules: &'a Rules,
    stand: &'a Stand,
    touched: &'a [Handled],
}

impl Touches<'_> {
    /// The first own piece.
    fn own(&self) -> Option<&Handled> {
        self.touched.iter().find(|h| h.piece.color == self.stand.turn())
    }

    /// The first enemy piece.
    fn theirs(&self) -> Option<&Handled> {
        self.touched.iter().find(|h| h.piece.color != self.stand.turn())
    }

    /// The first enemy piece that can be taken. Any other was straightened by its owner.
    fn capturable(&self) -> Option<&Handled> {
        let enemies = self.touched.iter().filter(|h| h.piece.color != self.stand.turn());
        enemies.into_iter().find(|h| self.stand.capturable().contains(h.square))
    }

    fn moves(&self, fits: impl Fn(Move) -> bool) -> Vec<Move> {
        self.stand.moves().iter().copied().filter(|m| fits(*m)).collect()
    }

    /// Article 4.3.3: the first own piece takes the first enemy piece; where that is impossible,
    /// another takes it, if the edition has it so.
    fn of_both_colours(&self) -> Option<Obligation> {
        let (own, theirs) = (self.own()?, self.theirs()?);
        let mut moves = self.moves(|m| m.from() == Some(own.square) && takes(m, theirs.square));
        if moves.is_empty() && self.rules.parameters.touched_both == TouchedBoth::TakeWithAnother {
            let taken = self.capturable()?.square;
            moves = self.moves(|m| takes(m, taken));
        }
        bound(Concept::TouchMoveBoth, moves)
    }

    /// The first touched piece that can be moved or taken (4.3.1 and 4.3.2 with 4.5).
    fn in_order(&self) -> Option<Obligation> {
        let mut touched = self.touched.iter().enumerate();
        touched.find_map(|(place, h)| self.one(h, &self.touched[place + 1..]))
    }

    /// What one touched piece binds to; `later` were touched after it.
    fn one(&self, h: &Handled, later: &[Handled]) -> Option<Obligation> {
        if h.piece.color != self.stand.turn() {
            let moves = self.moves(|m| takes(m, h.square));
            return bound(self.alone(Concept::TouchMoveEnemy), moves);
        }
        match h.piece.role {
            Role::King => self.king(h, later),
            Role::Rook => match self.king_at_once(h, later) {
                Some(king) => self.at_once(king, h),
                None => self.piece(h),
            },
            _ => self.piece(h),
        }
    }

    fn piece(&self, h: &Handled) -> Option<Obligation> {
        bound(self.alone(Concept::TouchMoveOwn), self.from(h))
    }

    /// The rule by which one piece binds. Where both colours were touched and the first that can be
    /// moved or taken binds, that is still Article 4.3.3.
    fn alone(&self, concept: Concept) -> Concept {
        let first_possible = self.rules.parameters.touched_both == TouchedBoth::FirstPossible;
        let both = self.own().is_some() && self.capturable().is_some();
        if both && first_possible { Concept::TouchMoveBoth } else { concept }
    }

    /// Moves of a piece. In Chess960 a rook that was touched may also castle alone where the king stands
    /// right already; but castling is a move of the king, and does not bind the rook.
    fn from(&self, h: &Handled) -> Vec<Move> {
        let mut moves = self.moves(|m| m.from() == Some(h.square));
        if !moves.is_empty() {
            moves.extend(self.moves(|m| match m {
                Move::Castle { king, rook } => rook == h.square && castled(king, rook).0 == king,
                _ => false,
            }));
        }
        moves
    }

    fn king(&self, king: &Handled, later: &[Handled]) -> Option<Obligation> {
        let own_rook = Piece { color: self.stand.turn(), role: Role::Rook };
        let rook = later.iter().find(|h| h.piece == own_rook);
        match (rook, self.released_half_castled(king)) {
            (Some(rook), _) if self.touched_together(king, rook) => self.at_once(king, rook),
            (Some(rook), _) if self.may_mean_castling(king, rook) => self.castling(king, rook),
            (_, Some(to)) => self.released(king, to),
            _ => self.piece(king),
        }
    }

    /// Articles 4.4.1 and 4.4.3: the king was touched, then the rook.
    fn castling(&self, king: &Handled, rook: &Handled) -> Option<Obligation> {
        let castling = bound(Concept::TouchMoveCastling, self.castles(king, rook));
        // If the king has no move, any may be made: the rook is not bound.
        let moves = || self.from(king);
        castling
            .or_else(|| Some(Obligation { concept: Concept::CastlingImpossible, moves: moves() }))
    }

    /// King and rook were touched so nearly at once that nobody can tell which was first.
    fn at_once(&self, king: &Handled, rook: &Handled) -> Option<Obligation> {
        let king_first = self.rules.parameters.touched_at_once == TouchedAtOnce::KingFirst;
        let possible = !self.castles(king, rook).is_empty();
        if possible || king_first && self.may_mean_castling(king, rook) {
            return self.castling(king, rook);
        }
        let mut moves = self.from(king);
        moves.extend(self.from(rook));
        bound(self.alone(Concept::TouchMoveOwn), moves)
    }

    fn king_at_once<'a>(&self, rook: &Handled, later: &'a [Handled]) -> Option<&'a Handled> {
        let own_king = Piece { color: self.stand.turn(), role: Role::King };
        later.iter().find(|h| h.piece == own_king && self.touched_together(h, rook))
    }

    fn touched_together(&self, king: &Handled, rook: &Handled) -> bool {
        king.lifted.abs_diff(rook.lifted) <= self.rules.times.together_ms
    }

    /// Articles 4.6.2 / 4.7.2: the king was released on the square that it reaches by castling.
    fn released(&self, king: &Handled, to: Square) -> Option<Obligation> {
        let castling = self.moves(|m| match m {
            Move::Castle { king: from, rook } => from == king.square && castled(from, rook).0 == to,
            _ => false,
        });
        let concept = Concept::KingReleasedInVain;
        let moves = self.from(king);
        bound(Concept::KingReleased, castling).or_else(|| {
            match self.rules.parameters.king_released {
                KingReleased::AsCastling => Some(Obligation { concept, moves }),
                KingReleased::AsTouched => bound(concept, moves),
            }
        })
    }

    /// Where a king that went two squares along its rank from home was released, as half of
    /// castling; in Chess960, further than a square to where castling brings it.
    fn released_half_castled(&self, king: &Handled) -> Option<Square> {
        let on = king.set_on.filter(|on| on.stood_ms >= self.rules.times.retracted_ms)?;
        let turn = self.stand.turn();
        let far = on.square.distance(king.square);
        let half = if self.stand.castling_mode().is_chess960() {
            let to = CastlingSide::ALL.map(|side| side.king_to(turn));
            king.square.rank() == turn.backrank() && to.contains(&on.square) && far > 1
        } else {
            let home = turn.fold_wb(Square::E1, Square::E8);
            king.square == home && on.square.rank() == home.rank() && far == 2
        };
        half.then_some(on.square)
    }

    /// Whether who touches these two may want to castle: both stand where a game begins.
    fn may_mean_castling(&self, king: &Handled, rook: &Handled) -> bool {
        let turn = self.stand.turn();
        let home = turn.fold_wb(Square::E1, Square::E8);
        let corners = Bitboard::CORNERS & Bitboard::from(turn.backrank());
        let usual = king.square == home && corners.contains(rook.square);
        let rights = self.stand.chess().map(|chess| chess.castles().castling_rights());
        usual || rights.is_some_and(|rights| rights.contains(rook.square))
    }

    fn castles(&self, king: &Handled, rook: &Handled) -> Vec<Move> {
        self.moves(|m| m == Move::Castle { king: king.square, rook: rook.square })
    }
}

fn bound(concept: Concept, moves: Vec<Move>) -> Option<Obligation> {
    (!moves.is_empty()).then_some(Obligation { concept, moves })
}

fn takes(m: Move, square: Square) -> bool {
    Effect::of(m).victim == Some(square)
}
