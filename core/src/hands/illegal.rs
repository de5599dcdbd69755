//! Illegal moves of every kind that a single hand can make in a legal game.

use serde_json::json;
use shakmaty::{CastlingSide, Chess, Color, Move, Piece, Position, Role, Square, attacks};

use super::{
    aside::{capturable, movable},
    habit::Habit,
    offence::{Setting, name_of},
    plan::{Call, Plan},
    stroke::Turn,
};
use crate::board::IllegalReason;

/// What is done on the board, and what it is called.
#[derive(Clone, Copy, Debug)]
struct Deed {
    from: Square,
    to: Square,
    also: Also,
}

impl Deed {
    /// Whether a legal move may replace it: it is made with the first piece touched that can move,
    /// takes what was taken off, or castles as was meant.
    fn honoured_by(&self, played: Move, position: &Chess) -> bool {
        let moves = movable(position);
        let by = |square| played.from() == Some(square);
        match self.also {
            Also::Rook(rook, _) => {
                let meant = Move::Castle { king: self.from, rook };
                let lawful = position.is_legal(meant);
                if lawful { played == meant } else { !moves.contains(self.from) || by(self.from) }
            }
            Also::Passed(taken) if capturable(position).contains(taken) => {
                by(self.from) && played.to() == taken
            }
            Also::OwnTaken if !moves.contains(self.from) => !moves.contains(self.to) || by(self.to),
            Also::Nothing | Also::OwnTaken | Also::Passed(_) => {
                !moves.contains(self.from) || by(self.from)
            }
        }
    }
}

/// What happens beside the one piece.
#[derive(Clone, Copy, Debug)]
enum Also {
    Nothing,
    /// An own piece is taken off there.
    OwnTaken,
    /// A pawn beside is taken off.
    Passed(Square),
    /// A rook goes along.
    Rook(Square, Square),
}

/// Not all reasons can be made by one hand: a king is captured only after another irregularity, and
/// a pawn left on the last rank looks like a queen.
pub(super) fn can_be_shown(reason: IllegalReason) -> bool {
    !matches!(reason, IllegalReason::KingCaptured | IllegalReason::PawnNotPromoted)
}

/// Plays an illegal move whose touches the game's own move honours, so that it may replace it (4.3,
/// 4.4, 4.7).
pub(super) fn commit(
    reason: IllegalReason,
    turn: &Turn<'_>,
    setting: &Setting,
    plan: &mut Plan<'_>,
) -> Option<()> {
    let position = turn.position();
    let deeds: Vec<Deed> = deeds(reason, position)
        .into_iter()
        .filter(|deed| deed.honoured_by(turn.played, position))
        .collect();
    let deed = plan.dice.pick(&deeds)?;
    let before = plan.board.clone();
    make(&deed, plan)?;
    plan.rest();
    let side = turn.side();
    if turn.lever {
        plan.hand(200, 900).press(side);
    }
    let mut alert = json!({
        "kind": "illegal_move",
        "side": name_of(side),
        "severity": if turn.lever { "decision" } else { "attention" },
        "reason": <&str>::from(reason),
        "uci": format!("{}{}", deed.from, deed.to),
    });
    if setting.articles {
        alert["article"] = "7.5.1".into();
    }
    plan.expect(alert, if turn.lever { 0 } else { 3_000 });
    if turn.lever {
        plan.call(Call::Irregularity);
        if plan.dice.chance(turn.habits.press_back) {
            plan.habit(Habit::PressBack).between(1_200, 2_200).press(!side);
            plan.wait(setting.patience);
        } else {
            plan.wait(setting.patience).press(!side);
        }
    }
    // Nobody comes: he sees it himself.
    plan.between(5_000, 8_000);
    restore(&deed, &before, plan);
    plan.rest();
    Some(())
}

fn make(deed: &Deed, plan: &mut Plan<'_>) -> Option<()> {
    let piece = plan.board.piece_at(deed.from)?;
    plan.lift(deed.from);
    if let Also::OwnTaken = deed.also {
        plan.hand(200, 700).lift(deed.to);
    }
    plan.hand(250, 800).place(deed.to, piece);
    match deed.also {
        Also::Passed(square) => {
            plan.hand(200, 700).lift(square);
        }
        Also::Rook(from, to) => {
            let rook = plan.board.piece_at(from)?;
            plan.hand(200, 700).lift(from).hand(250, 700).place(to, rook);
        }
        Also::Nothing | Also::OwnTaken => {}
    }
    Some(())
}

fn restore(deed: &Deed, before: &shakmaty::Board, plan: &mut Plan<'_>) {
    let mut back = |from: Option<Square>, to: Square| {
        if let Some(from) = from {
            plan.lift(from);
        }
        if let Some(piece) = before.piece_at(to) {
            plan.hand(300, 600).place(to, piece).hand(250, 500);
        }
    };
    back(Some(deed.to), deed.from);
    match deed.also {
        Also::OwnTaken => back(None, deed.to),
        Also::Passed(square) => back(None, square),
        Also::Rook(from, to) => back(Some(to), from),
        Also::Nothing => {}
    }
}

fn deeds(reason: IllegalReason, position: &Chess) -> Vec<Deed> {
    match reason {
        IllegalReason::PieceMovement => single(position, |p, from, to| {
            !geometry(p, from).contains(to) && !beside_pawn(p, from, to)
        }),
        IllegalReason::PathBlocked => single(position, |p, from, to| {
            geometry(p, from).contains(to)
                && (attacks::between(from, to) & position.board().occupied()).any()
        }),
        IllegalReason::KingLeftInCheck => single(position, |p, from, to| {
            geometry(p, from).contains(to)
                && (attacks::between(from, to) & position.board().occupied()).is_empty()
                && !position.legal_moves().iter().any(|m| m.from() == Some(from) && m.to() == to)
        }),
        IllegalReason::OwnPieceCaptured => own_captured(position),
        IllegalReason::NoEnPassant => no_en_passant(position),
        IllegalReason::CastlingRightLost
        | IllegalReason::CastlingBlocked
        | IllegalReason::CastlingThroughCheck
        | IllegalReason::CastlingInCheck
        | IllegalReason::CastlingWrongSquare => castlings(reason, position),
        IllegalReason::KingCaptured | IllegalReason::PawnNotPromoted => Vec::new(),
    }
}

/// One piece to an empty square, where `wrong` holds and it looks like nothing else.
fn single(position: &Chess, wrong: impl Fn(Piece, Square, Square) -> bool) -> Vec<Deed> {
    let board = position.board();
    let mut deeds = Vec::new();
    for from in position.us() {
        let Some(piece) = board.piece_at(from) else { continue };
        for to in !board.occupied() {
            let castling = piece.role == Role::King && from.distance(to) > 1;
            let last = piece.role == Role::Pawn && (to.rank() as u32).is_multiple_of(7);
            if !castling && !last && from.distance(to) <= 4 && wrong(piece, from, to) {
                deeds.push(Deed { from, to, also: Also::Nothing });
            }
        }
    }
    deeds
}

/// Where a piece could go on a board without others.
fn geometry(piece: Piece, from: Square) -> shakmaty::Bitboard {
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, shakmaty::Bitboard::EMPTY);
    }
    let ahead = piece.color.fold_wb(8, -8);
    let home = piece.color.fold_wb(1, 6);
    let steps = if from.rank() as u32 == home { 2 } else { 1 };
    (1..=steps).filter_map(|n| from.offset(ahead * n)).collect()
}

/// A pawn that steps aside might be taking in passing.
fn beside_pawn(piece: Piece, from: Square, to: Square) -> bool {
    piece.role == Role::Pawn && attacks::pawn_attacks(piece.color, from).contains(to)
}

fn own_captured(position: &Chess) -> Vec<Deed> {
    let board = position.board();
    let mut deeds = Vec::new();
    // With a piece that could capture something it might be an unseen capture and an adjusting.
    let takers: shakmaty::Bitboard =
        position.capture_moves().into_iter().filter_map(|m| m.from()).collect();
    for from in position.us() & !board.pawns() & !board.kings() & !takers {
        let targets = board.attacks_from(from) & position.us() & !board.kings();
        deeds.extend(targets.into_iter().map(|to| Deed { from, to, also: Also::OwnTaken }));
    }
    deeds
}

fn no_en_passant(position: &Chess) -> Vec<Deed> {
    let (board, side) = (position.board(), position.turn());
    let mut deeds = Vec::new();
    for from in position.our(Role::Pawn) {
        for to in attacks::pawn_attacks(side, from) & !board.occupied() {
            let passed = Square::from_coords(to.file(), from.rank());
            let legal = position.legal_ep_square() == Some(to);
            let last = (to.rank() as u32).is_multiple_of(7);
            if !legal && !last && position.their(Role::Pawn).contains(passed) {
                deeds.push(Deed { from, to, also: Also::Passed(passed) });
            }
        }
    }
    deeds
}

/// Castlings that are wrong for this one reason; none in Chess960, where one may look like another
/// move.
fn castlings(reason: IllegalReason, position: &Chess) -> Vec<Deed> {
    if position.castles().mode().is_chess960() {
        return Vec::new();
    }
    let side = position.turn();
    let wings = [CastlingSide::KingSide, CastlingSide::QueenSide];
    wings.into_iter().filter_map(|wing| castling(reason, position, side, wing)).collect()
}

fn castling(
    reason: IllegalReason,
    position: &Chess,
    side: Color,
    wing: CastlingSide,
) -> Option<Deed> {
    let board = position.board();
    let home = side.fold_wb(Square::E1, Square::E8);
    let corner = |square: Square| Square::from_coords(square.file(), home.rank());
    let rook = corner(if wing.is_king_side() { Square::H1 } else { Square::A1 });
    let stands = |square, role: Role| board.piece_at(square) == Some(role.of(side));
    if !stands(home, Role::King) || !stands(rook, Role::Rook) {
        return None;
    }
    let (to, rook_to) = (wing.king_to(side), wing.rook_to(side));
    let attacked = |square| board.attacks_to(square, !side, board.occupied()).any();
    let right = position.castles().has(side, wing);
    let between = attacks::between(home, rook) & board.occupied();
    let beyond = between.without(to).without(rook_to);
    if between != beyond || attacked(to) {
        return None;
    }
    let wrong = [
        (IllegalReason::CastlingRightLost, !right),
        (IllegalReason::CastlingBlocked, beyond.any()),
        (IllegalReason::CastlingThroughCheck, attacked(rook_to)),
        (IllegalReason::CastlingInCheck, position.is_check()),
    ];
    let reasons: Vec<IllegalReason> =
        wrong.into_iter().filter_map(|(reason, holds)| holds.then_some(reason)).collect();
    match reason {
        // A lawful castling, a square too far.
        IllegalReason::CastlingWrongSquare if reasons.is_empty() && wing.is_queen_side() => {
            let (to, rook_to) = (corner(Square::B1), corner(Square::C1));
            Some(Deed { from: home, to, also: Also::Rook(rook, rook_to) })
        }
        _ if reasons == [reason] => Some(Deed { from: home, to, also: Also::Rook(rook, rook_to) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};
    use strum::IntoEnumIterator;

    use super::*;

    fn deeds_at(reason: IllegalReason, fen: &str) -> Vec<String> {
        let fen: Fen = fen.parse().expect("FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        deeds(reason, &position).iter().map(|deed| format!("{}{}", deed.from, deed.to)).collect()
    }

    #[test]
    fn every_reason_has_its_deeds() {
        use IllegalReason as R;
        let cases = [
            (R::PieceMovement, "4k3/8/8/8/8/8/8/4K1B1 w - - 0 1", "g1g4"),
            (R::PathBlocked, "4k3/8/8/8/8/4P3/8/4K1B1 w - - 0 1", "g1c5"),
            (R::KingLeftInCheck, "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3"),
            (R::OwnPieceCaptured, "4k3/8/8/8/3P4/8/8/4K1B1 w - - 0 1", "g1d4"),
            (R::NoEnPassant, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"),
            (R::CastlingRightLost, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"),
            (R::CastlingBlocked, "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1"),
            (R::CastlingThroughCheck, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            (R::CastlingInCheck, "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1"),
            (R::CastlingWrongSquare, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1b1"),
        ];
        for (reason, fen, wanted) in cases {
            let deeds = deeds_at(reason, fen);
            assert!(deeds.iter().any(|deed| deed == wanted), "{reason:?}: {deeds:?}");
        }
        let shown = IllegalReason::iter().filter(|&reason| can_be_shown(reason)).count();
        assert_eq!(shown, cases.len());
    }

    #[test]
    fn what_is_lawful_is_no_deed() {
        use IllegalReason as R;
        assert!(deeds_at(R::NoEnPassant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").is_empty());
        assert!(deeds_at(R::CastlingRightLost, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").is_empty());
        assert!(deeds_at(R::PathBlocked, "4k3/8/8/8/8/8/8/4K1B1 w - - 0 1").is_empty());
        assert!(deeds_at(R::OwnPieceCaptured, "4k3/8/5p2/8/3P4/8/8/4K1B1 w - - 0 1").len() == 1);
    }
}
