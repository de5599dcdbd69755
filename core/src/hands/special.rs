//! Castling, promotion and en passant, in every order that is lawful.

use shakmaty::{CastlingSide, Move, Role, Square, attacks};

use super::{
    habit::{Habit, Occasion},
    plan::Plan,
    stroke::Turn,
};

pub(super) fn castle(turn: &Turn<'_>, king: Square, rook: Square, plan: &mut Plan<'_>) {
    plan.occasion(Occasion::Castlings);
    let side = turn.side();
    let wing = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let (king_to, rook_to) = (wing.king_to(side), wing.rook_to(side));
    let (k, r) = (Role::King.of(side), Role::Rook.of(side));
    let tidy = turn.habits.hover + turn.habits.slide == 0;
    let order = if tidy { Some(Habit::CastleKingFirst) } else { plan.dice.weigh(&ORDERS) };
    let order = order.unwrap_or(Habit::CastleKingFirst);
    if king == king_to || rook == rook_to {
        let (from, to, piece) =
            if rook == rook_to { (king, king_to, k) } else { (rook, rook_to, r) };
        plan.habit(order).lift(from).hand(250, 900).place(to, piece);
        return;
    }
    // A king cannot land where the rook still stands: it waits beside the board.
    let beside = king_to == rook;
    let order = if beside { Habit::CastleRookLandsFirst } else { order };
    plan.habit(order).lift(king);
    match order {
        Habit::CastleBothLifted | Habit::CastleRookLandsFirst => {
            // The rook may follow at once: king and rook together count as king first.
            plan.between(20, 500).lift(rook).hand(250, 700);
            if order == Habit::CastleBothLifted {
                plan.place(king_to, k).between(250, 900).place(rook_to, r);
            } else {
                plan.place(rook_to, r).between(250, 900).place(king_to, k);
            }
            return;
        }
        Habit::CastleKingSlides if attacks::between(king, king_to).contains(rook_to) => {
            plan.between(60, 160).place(rook_to, k).between(40, 130).lift(rook_to);
            plan.between(40, 140).place(king_to, k).hand(200, 900);
        }
        Habit::CastleSlow => {
            plan.hand(300, 1_500).place(king_to, k).between(2_000, 6_000);
        }
        _ => {
            plan.hand(250, 700).place(king_to, k).hand(200, 900);
        }
    }
    plan.lift(rook);
    // A queen's rook has a free square on its way; a king's rook is carried over the king.
    match attacks::between(rook, rook_to).without(king_to).first() {
        Some(square) if order == Habit::CastleRookSlides => {
            plan.between(50, 140).place(square, r).between(40, 130).lift(square);
        }
        _ => {}
    }
    plan.hand(250, 900).place(rook_to, r);
}

const ORDERS: [(u32, Habit); 6] = [
    (40, Habit::CastleKingFirst),
    (12, Habit::CastleSlow),
    (12, Habit::CastleKingSlides),
    (12, Habit::CastleRookSlides),
    (12, Habit::CastleBothLifted),
    (12, Habit::CastleRookLandsFirst),
];

/// The way a promotion is handled: the weights of the four.
const PROMOTIONS: [(u32, Habit); 4] = [
    (40, Habit::PromoteSwap),
    (20, Habit::PromoteSwapLate),
    (20, Habit::PromoteNewFirst),
    (20, Habit::PromoteAtOnce),
];

pub(super) fn promote(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    plan.occasion(Occasion::Promotions);
    let (from, to) = (turn.from(), turn.played.to());
    let (pawn, new) = (Role::Pawn.of(turn.side()), turn.piece());
    let takes = turn.played.is_capture();
    let tidy = turn.habits.hover + turn.habits.slide == 0;
    let order = if tidy { Some(Habit::PromoteSwap) } else { plan.dice.weigh(&PROMOTIONS) };
    let order = order.unwrap_or(Habit::PromoteSwap);
    plan.habit(order);
    let enemy_first = takes && (order == Habit::PromoteNewFirst || plan.dice.chance(400));
    if enemy_first {
        plan.lift(to).hand(200, 700);
    }
    match order {
        Habit::PromoteNewFirst => {
            plan.place(to, new).hand(200, 800).lift(from);
            return;
        }
        _ => plan.lift(from),
    };
    if takes && !enemy_first {
        plan.hand(200, 700).lift(to);
    }
    match order {
        Habit::PromoteAtOnce => {
            plan.between(1_000, 3_000).place(to, new);
        }
        _ => {
            plan.hand(250, 700).place(to, pawn);
            if order == Habit::PromoteSwapLate {
                plan.between(1_500, 5_000);
            } else {
                plan.hand(200, 700);
            }
            plan.lift(to).hand(300, 900).place(to, new);
        }
    }
}

pub(super) fn en_passant(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    plan.occasion(Occasion::Passants);
    let Move::EnPassant { from, to } = turn.played else { return };
    let taken = Square::from_coords(to.file(), from.rank());
    let piece = turn.piece();
    let (own_first, enemy_first) = (turn.habits.own_first, turn.habits.enemy_first);
    let order = plan.dice.weigh(&[
        (own_first / 2 + 1, Habit::PassantMoveFirst),
        (own_first / 2, Habit::PassantOffBetween),
        (enemy_first, Habit::PassantOffFirst),
    ]);
    match order.unwrap_or(Habit::PassantMoveFirst) {
        Habit::PassantOffBetween => {
            plan.habit(Habit::PassantOffBetween).lift(from).hand(200, 600).lift(taken);
            plan.hand(250, 700).place(to, piece);
        }
        Habit::PassantOffFirst => {
            plan.habit(Habit::PassantOffFirst).lift(taken).hand(200, 600).lift(from);
            plan.hand(250, 700).place(to, piece);
        }
        _ => {
            plan.habit(Habit::PassantMoveFirst).lift(from).hand(250, 700).place(to, piece);
            plan.hand(200, 900).lift(taken);
        }
    }
}
