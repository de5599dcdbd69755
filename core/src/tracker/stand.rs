use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Piece,
    Position, Rank, Role, Setup, Square, attacks, fen::Fen, uci::UciMove, zobrist::Zobrist64,
};

use super::{Castling, Diff};
use crate::board::{Planes, castling_mode, position};

/// A position of the game with what the tracker asks about it again and again.
///
/// Most are lawful. After an illegal move that stands the game goes on from a position that the
/// rules do not know; it has a board and a side to move, and its moves are only pieces' ways.
#[derive(Clone, Debug)]
pub struct Stand {
    footing: Footing,
    turn: Color,
    occupied: Bitboard,
    white: Bitboard,
    moves: MoveList,
    capturable: Bitboard,
    key: u64,
}

#[derive(Clone, Debug)]
enum Footing {
    Lawful(Chess),
    Irregular(Setup, CastlingMode),
}

/// How a move changes the squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// Squares that the mover's pieces leave.
    pub(crate) leaves: Bitboard,
    /// Squares that the mover's pieces reach.
    pub(crate) fills: Bitboard,
    /// The captured piece's square.
    pub(crate) victim: Option<Square>,
}

impl Effect {
    pub(crate) fn of(m: Move) -> Effect {
        match m {
            Move::Normal { from, to, capture, .. } => Effect {
                leaves: from.into(),
                fills: to.into(),
                victim: capture.is_some().then_some(to),
            },
            Move::EnPassant { from, to } => Effect {
                leaves: from.into(),
                fills: to.into(),
                victim: Some(Square::from_coords(to.file(), from.rank())),
            },
            Move::Castle { king, rook } => {
                let castling = Castling::new(king, rook);
                Effect { leaves: castling.leaves(), fills: castling.fills(), victim: None }
            }
            Move::Put { to, .. } => {
                Effect { leaves: Bitboard::EMPTY, fills: to.into(), victim: None }
            }
        }
    }

    /// Every square that the move touches.
    pub(crate) fn squares(self) -> Bitboard {
        self.leaves | self.fills | self.victim.map_or(Bitboard::EMPTY, Bitboard::from)
    }
}

impl Stand {
    /// A lawful position.
    pub fn lawful(chess: Chess) -> Stand {
        let moves = chess.legal_moves();
        let (turn, occupied, white) =
            (chess.turn(), chess.board().occupied(), chess.board().white());
        Stand::with(Footing::Lawful(chess), turn, occupied, white, moves)
    }

    /// A position as a set-up describes it: lawful where the rules know it, irregular otherwise.
    pub fn of(setup: Setup) -> Stand {
        let mode = castling_mode(&setup);
        Stand::in_mode(setup, mode)
    }

    /// Another position of the same game: where one may castle as in Chess960, that stays so when the
    /// rights that are left look like those of chess.
    pub(crate) fn another(&self, setup: Setup) -> Stand {
        match self.castling_mode() {
            CastlingMode::Standard => Stand::of(setup),
            CastlingMode::Chess960 => Stand::in_mode(setup, CastlingMode::Chess960),
        }
    }

    fn in_mode(setup: Setup, mode: CastlingMode) -> Stand {
        match position(setup.clone(), mode) {
            Ok(chess) => Stand::lawful(chess),
            Err(_) => {
                let moves = ways(&setup.board, setup.turn);
                let (turn, occupied, white) =
                    (setup.turn, setup.board.occupied(), setup.board.white());
                Stand::with(Footing::Irregular(setup, mode), turn, occupied, white, moves)
            }
        }
    }

    fn with(
        footing: Footing,
        turn: Color,
        occupied: Bitboard,
        white: Bitboard,
        moves: MoveList,
    ) -> Stand {
        let captures = moves.iter().filter(|m| m.is_capture());
        let capturable = captures.filter_map(|m| Effect::of(*m).victim).collect();
        let key = match &footing {
            Footing::Lawful(chess) => chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0,
            Footing::Irregular(setup, _) => irregular_key(&setup.board, turn),
        };
        Stand { footing, turn, occupied, white, moves, capturable, key }
    }

    /// Names the position: placement, side to move, castling and en passant rights that count
    /// (9.2.3). Different positions have the same name next to never.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        match &self.footing {
            Footing::Lawful(chess) => chess.board(),
            Footing::Irregular(setup, _) => &setup.board,
        }
    }

    /// The position, where the rules know it.
    pub fn chess(&self) -> Option<&Chess> {
        match &self.footing {
            Footing::Lawful(chess) => Some(chess),
            Footing::Irregular(..) => None,
        }
    }

    /// The moves that may be played: the legal ones, or in an irregular position the pieces' ways.
    pub fn moves(&self) -> &MoveList {
        &self.moves
    }

    /// Squares of the side to move.
    pub fn own(&self) -> Bitboard {
        match self.turn {
            Color::White => self.white,
            Color::Black => self.occupied & !self.white,
        }
    }

    /// Squares of the side that is not to move.
    pub fn theirs(&self) -> Bitboard {
        self.occupied & !self.own()
    }

    /// Every square with a piece.
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// Squares of pieces that some move would capture.
    pub fn capturable(&self) -> Bitboard {
        self.capturable
    }

    /// All six fields; the en passant square only where the capture would be legal.
    pub fn fen(&self) -> String {
        match &self.footing {
            Footing::Lawful(chess) => Fen::from_position(chess, EnPassantMode::Legal).to_string(),
            Footing::Irregular(setup, _) => Fen::try_from_setup(setup.clone())
                .map_or_else(|lossy| lossy.ignore().to_string(), |fen| fen.to_string()),
        }
    }

    /// Whether one castles as in chess or as in Chess960. There UCI writes it as the king taking the
    /// rook.
    pub fn castling_mode(&self) -> CastlingMode {
        match &self.footing {
            Footing::Lawful(chess) => chess.castles().mode(),
            Footing::Irregular(_, mode) => *mode,
        }
    }

    /// A move in UCI.
    pub fn uci(&self, m: Move) -> UciMove {
        m.to_uci(self.castling_mode())
    }

    /// The position as a set-up.
    pub fn setup(&self) -> Setup {
        match &self.footing {
            Footing::Lawful(chess) => chess.to_setup(EnPassantMode::Legal),
            Footing::Irregular(setup, _) => setup.clone(),
        }
    }

    /// The position after one of [`Stand::moves`].
    pub(crate) fn play(&self, m: Move) -> Stand {
        match &self.footing {
            Footing::Lawful(chess) => {
                let mut chess = chess.clone();
                chess.play_unchecked(m);
                Stand::lawful(chess)
            }
            Footing::Irregular(..) => {
                let Move::Normal { from, to, promotion, .. } = m else {
                    return self.clone();
                };
                self.shifted(&[(from, to)], None, promotion)
            }
        }
    }

    /// The position after pieces were moved in a way that Article 3 forbids: each piece stands where
    /// it was set, a piece that stood there is gone, and it is the other side's turn.
    pub(crate) fn shifted(
        &self,
        shifts: &[(Square, Square)],
        victim: Option<Square>,
        promotion: Option<Role>,
    ) -> Stand {
        let mut setup = self.setup();
        let mut zeroing = victim.is_some();
        let mut lifted = Vec::new();
        for (from, to) in shifts {
            if let Some(piece) = setup.board.remove_piece_at(*from) {
                zeroing |= piece.role == Role::Pawn;
                lifted.push((*to, Piece { role: promotion.unwrap_or(piece.role), ..piece }));
            }
        }
        if let Some(victim) = victim {
            setup.board.discard_piece_at(victim);
        }
        for (to, piece) in lifted {
            zeroing |= setup.board.remove_piece_at(to).is_some();
            setup.board.set_piece_at(to, piece);
        }
        let homes = ByColor::new_with(|color| self.board().king_of(color));
        forfeit_castling(&mut setup, homes);
        for (from, to) in shifts {
            setup.castling_rights &= !(Bitboard::from(*from) | Bitboard::from(*to));
        }
        setup.ep_square = None;
        setup.halfmoves = if zeroing { 0 } else { setup.halfmoves + 1 };
        if setup.turn.is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.turn = !setup.turn;
        self.another(setup)
    }

    /// What sensors of that kind show of this position.
    pub(crate) fn shown_as(&self, kind: Planes) -> Planes {
        match kind {
            Planes::Occupancy(_) => Planes::Occupancy(self.occupied),
            Planes::Polarity { .. } => {
                Planes::Polarity { white: self.white, black: self.occupied & !self.white }
            }
        }
    }

    /// What differs between what stands on the board and this position.
    pub fn diff(&self, seen: Planes) -> Diff {
        self.diff_after(
            seen,
            &Effect { leaves: Bitboard::EMPTY, fills: Bitboard::EMPTY, victim: None },
        )
    }

    /// What would differ if the side to move had made a move with this effect.
    pub(crate) fn diff_after(&self, seen: Planes, effect: &Effect) -> Diff {
        let victim = effect.victim.map_or(Bitboard::EMPTY, Bitboard::from);
        let own = (self.own() & !effect.leaves) | effect.fills;
        let theirs = self.theirs() & !victim & !effect.fills;
        match seen {
            Planes::Occupancy(occupied) => {
                let expected = own | theirs;
                Diff { missing: expected & !occupied, extra: occupied & !expected }
            }
            Planes::Polarity { white, black } => {
                let (own_seen, their_seen) =
                    if self.turn.is_white() { (white, black) } else { (black, white) };
                Diff {
                    missing: (own & !own_seen) | (theirs & !their_seen),
                    extra: (own_seen & !own) | (their_seen & !theirs),
                }
            }
        }
    }
}

/// A king that is not on his square has lost the right to castle, and so has a rook that is gone.
pub(crate) fn forfeit_castling(setup: &mut Setup, homes: ByColor<Option<Square>>) {
    for color in Color::ALL {
        if setup.board.king_of(color) != *homes.get(color) {
            setup.castling_rights &= !Bitboard::from(color.backrank());
        }
    }
    setup.castling_rights &= setup.board.rooks();
}

fn irregular_key(board: &Board, turn: Color) -> u64 {
    let odd = 0x9e37_79b9_7f4a_7c15_u64;
    board.iter().fold(turn.fold_wb(1, 2), |key, (square, piece)| {
        let word =
            u64::from(square) << 8 | u64::from(piece.color.is_white()) << 4 | piece.role as u64;
        (key ^ word).wrapping_mul(odd).rotate_left(23)
    })
}

/// Where pieces can go by their way of moving alone, own kings in check or not.
fn ways(board: &Board, turn: Color) -> MoveList {
    let mut moves = MoveList::new();
    let own = board.by_color(turn);
    for from in own {
        let Some(piece) = board.piece_at(from) else { continue };
        for to in reach(board, from, piece) {
            let promotes =
                piece.role == Role::Pawn && to.rank() == turn.fold_wb(Rank::Eighth, Rank::First);
            let m = Move::Normal {
                role: piece.role,
                from,
                capture: board.role_at(to),
                to,
                promotion: promotes.then_some(Role::Queen),
            };
            if moves.try_push(m).is_err() {
                return moves;
            }
        }
    }
    moves
}

/// Squares a piece can go to by its way of moving (Articles 3.2 to 3.8 without castling and en
/// passant), kings in check or not.
pub(crate) fn reach(board: &Board, from: Square, piece: Piece) -> Bitboard {
    let occupied = board.occupied();
    let own = board.by_color(piece.color);
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, occupied) & !own;
    }
    let captures = attacks::pawn_attacks(piece.color, from) & occupied & !own;
    captures | (pawn_pushes(from, piece.color, occupied) & !occupied)
}

/// Squares a pawn can be pushed to: one ahead, or two from its first rank, if nothing stands there.
fn pawn_pushes(from: Square, color: Color, occupied: Bitboard) -> Bitboard {
    let ahead =
        |square: Square| square.offset(color.fold_wb(8, -8)).filter(|to| !occupied.contains(*to));
    let Some(one) = ahead(from) else { return Bitboard::EMPTY };
    let first = color.fold_wb(Rank::Second, Rank::Seventh);
    let two = (from.rank() == first).then(|| ahead(one)).flatten();
    Bitboard::from(one) | two.map_or(Bitboard::EMPTY, Bitboard::from)
}

/// Squares the piece could go to on an empty board; a pawn only straight ahead.
pub(crate) fn way(from: Square, piece: Piece) -> Bitboard {
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, Bitboard::EMPTY);
    }
    let step = piece.color.fold_wb(8, -8);
    let one = from.offset(step);
    let first = piece.color.fold_wb(Rank::Second, Rank::Seventh);
    let two = one.filter(|_| from.rank() == first).and_then(|one| one.offset(step));
    one.into_iter().chain(two).collect()
}
