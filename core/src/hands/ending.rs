//! What hands do when the game is over, and when the arbiter asks for a position.

use shakmaty::{Bitboard, Board, Chess, Color, Piece, Position, Role, Square};

use super::{habit::Habit, plan::Plan, stroke::beside};
use crate::board::GameResult;

/// Pairs of squares on which the kings show a result: both light, both dark, one each.
fn centre(result: GameResult) -> &'static [(Square, Square)] {
    match result {
        GameResult::WhiteWins => &[(Square::D5, Square::E4), (Square::E4, Square::D5)],
        GameResult::BlackWins => &[(Square::D4, Square::E5), (Square::E5, Square::D4)],
        GameResult::Draw => &[
            (Square::D4, Square::E4),
            (Square::E4, Square::E5),
            (Square::E5, Square::D5),
            (Square::D5, Square::D4),
        ],
        _ => &[],
    }
}

/// Both kings are taken off and set on centre squares. False where the squares are not free or the
/// result has no sign.
pub(super) fn kings_in_centre(position: &Chess, result: GameResult, plan: &mut Plan<'_>) -> bool {
    let board = position.board();
    let (Some(white), Some(black)) = (board.king_of(Color::White), board.king_of(Color::Black))
    else {
        return false;
    };
    let others = board.occupied().without(white).without(black);
    let free: Vec<(Square, Square)> = centre(result)
        .iter()
        .copied()
        .filter(|&(w, b)| !others.contains(w) && !others.contains(b))
        .collect();
    let Some((white_to, black_to)) = plan.dice.pick(&free) else { return false };
    plan.habit(Habit::KingsInCentre).lift(white).hand(200, 700).lift(black);
    plan.hand(300, 900).place(white_to, Role::King.of(Color::White));
    plan.hand(200, 900).place(black_to, Role::King.of(Color::Black)).rest();
    true
}

/// Tries other moves, as players do after the game.
pub(super) fn analysis(plan: &mut Plan<'_>) {
    plan.habit(Habit::Analysis);
    for _ in 0..plan.dice.span(3, 12) {
        let standing: Vec<Square> = plan.board.occupied().into_iter().collect();
        let Some(from) = plan.dice.pick(&standing) else { return };
        let near: Vec<Square> = beside(from, plan.board.occupied());
        let (Some(to), Some(piece)) = (plan.dice.pick(&near), plan.board.piece_at(from)) else {
            continue;
        };
        plan.hand(500, 3_000).lift(from).hand(250, 700).place(to, piece).rest();
    }
}

/// Pushes pieces of both armies about and clears the board, then sets up the starting position.
pub(super) fn resetting(plan: &mut Plan<'_>) {
    plan.habit(Habit::Resetting);
    let home = Board::new();
    let mut stray: Vec<Square> =
        (plan.board.occupied() & !settled(&plan.board, &home)).into_iter().collect();
    plan.dice.shuffle(&mut stray);
    for square in stray {
        plan.between(60, 220).lift(square);
    }
    for square in home.occupied() & !plan.board.occupied() {
        let Some(piece) = home.piece_at(square) else { continue };
        plan.between(60, 260).place(square, piece);
    }
    plan.rest();
}

/// Squares on which the same piece stands on both boards.
fn settled(one: &Board, other: &Board) -> Bitboard {
    one.occupied()
        .into_iter()
        .filter(|&square| one.piece_at(square) == other.piece_at(square))
        .collect()
}

/// Puts the pieces so that they stand as on `target`, each with as little carrying as may be.
pub(super) fn restore(target: &Board, plan: &mut Plan<'_>) {
    let strays = |board: &Board| -> Vec<Square> {
        (board.occupied() & !settled(board, target)).into_iter().collect()
    };
    let needs = |board: &Board| -> Vec<(Square, Piece)> {
        let missing = target.occupied() & !settled(board, target);
        missing.into_iter().filter_map(|square| Some((square, target.piece_at(square)?))).collect()
    };
    // First what can go home at once, then what must make room, then what comes from the box.
    while !strays(&plan.board).is_empty() {
        let board = plan.board.clone();
        let home = strays(&board).into_iter().find_map(|from| {
            let piece = board.piece_at(from)?;
            let free = |(to, needed): &(Square, Piece)| {
                *needed == piece && !board.occupied().contains(*to)
            };
            Some((from, needs(&board).into_iter().find(free)?))
        });
        match home {
            Some((from, (to, piece))) => plan.lift(from).hand(300, 600).place(to, piece),
            None => match strays(&board).first() {
                Some(&square) => plan.lift(square),
                None => return,
            },
        };
        plan.hand(250, 600);
    }
    for (square, piece) in needs(&plan.board.clone()) {
        plan.hand(300, 600).place(square, piece);
    }
    plan.rest();
}

/// Both armies are pushed about in a few seconds, as when players show each other what could have
/// been.
pub(super) fn disorder(plan: &mut Plan<'_>) {
    for n in 0..plan.dice.span(10, 14) {
        let side = if n % 2 == 0 { Color::White } else { Color::Black };
        let standing: Vec<Square> = plan.board.by_color(side).into_iter().collect();
        let empty: Vec<Square> = (!plan.board.occupied()).into_iter().collect();
        let Some(from) = plan.dice.pick(&standing) else { continue };
        let (Some(to), Some(piece)) = (plan.dice.pick(&empty), plan.board.piece_at(from)) else {
            continue;
        };
        plan.between(200, 500).lift(from).between(200, 500).place(to, piece).rest();
    }
}
