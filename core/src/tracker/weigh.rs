//! How unlikely an explanation is, in points. Only differences matter: ten points are a small
//! oddity, fifty something that happens once in a few games, a hundred next to never.

use shakmaty::{Bitboard, Move, Piece, Role, Square, attacks};

use super::{
    Also, Castling, Diff, Hand, Shape, Stand, castling,
    hypothesis::Hypothesis,
    log::{Change, first_lift, last_lift, last_place},
    stand::{Effect, reach},
};
use crate::board::{Ms, Planes};

/// A capture whose square was never seen empty while the capturer was in the air.
pub(super) const UNSEEN_CAPTURE: u32 = 60;
/// A move that a square which cannot be read keeps from being seen as a whole.
pub(super) const OVER_BROKEN: u32 = 20;
/// A reply that is complete with the very change that completes the move before it.
pub(super) const REPLIED_AT_ONCE: u32 = 40;
/// An illegal move that stands, and play goes on.
pub(super) const ILLEGAL_STANDS: u32 = 70;
/// A press with nothing done.
pub(super) const PRESSED_NOTHING: u32 = 50;
/// A press in mid-move.
pub(super) const PRESSED_MIDWAY: u32 = 10;
/// A press for a move that stood, which the hand then went on with.
pub(super) const PRESSED_AND_WENT_ON: u32 = 60;
/// A press for a move whose piece has meanwhile gone on to another square.
pub(super) const PRESSED_FOR_ANOTHER: u32 = 50;
/// A piece that is still in the air when its sensor can no longer be late after the press.
pub(super) const STILL_IN_THE_AIR: u32 = 20;
/// The same while his opponent's move is not done in this explanation.
pub(super) const PRESSED_MEANWHILE: u32 = 40;
/// The same while pieces stand where no move explains them: play goes on regardless.
pub(super) const PRESSED_IN_DISORDER: u32 = 15;
/// A move on a board on which no move explains where pieces stand.
pub(super) const PLAYED_IN_DISORDER: u32 = 6;
/// A press of a player whose move has its press already.
pub(super) const PRESSED_AGAIN: u32 = 5;

/// A reply to an illegal move for which nobody has pressed, where there is a clock.
pub(super) const UNPRESSED: u32 = 60;

/// Pieces all over the board: the players have finished, whatever it looks like.
const DISORDER: u32 = 120;
const ROOK_FIRST: u32 = 10;
/// A move of king or rook alone where both were in the hand and may have castled.
const DISGUISED: u32 = 55;
/// Another piece that could be captured was exchanged for something while the capturer was in the
/// hand: that was the capture, and what came later was straightened.
const ANOTHER_FIRST: u32 = 42;
/// An enemy piece was exchanged for the new one while the pawn stood, or it was straightened.
const PIECE_FIRST: u32 = 12;
const QUICK_EXCHANGE: u32 = 10;
/// A square that is empty for less is a sleeve or a weak magnet, as the contract's default has it.
pub(super) const BRUSH_MS: Ms = 150;
/// How late a sensor may tell what was done before a press, ms.
const LATE_MS: Ms = 250;
const OTHER_SQUARE: u32 = 2;
const OTHER_SQUARES_MOST: u32 = 20;
const ALREADY_LIFTED: u32 = 12;
const STRAY: u32 = 40;
const LEFT_LYING: u32 = 10;
const STANDING_WRONG: u32 = 15;
const STANDING_WRONG_MOST: u32 = 60;

/// d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// What the hand seems to be doing in this explanation, and how unlikely that is.
pub(super) fn read(h: &Hypothesis, seen: Planes, changes: &[Change]) -> (Hand, u32) {
    let diff = h.stand.diff(seen).without(h.residual);
    // What happens when a sensor can no longer be late after the press is the opponent's.
    let own = h.pressed.map_or(changes.len(), |pressed| {
        changes.partition_point(|change| change.t <= pressed + LATE_MS)
    });
    let (hand, points) = classify(&h.stand, &diff, seen, changes, &changes[..own]);
    let waiting = match hand {
        // He has pressed and his piece has not landed; all the odder if the opponent plays on.
        Hand::Moving | Hand::Done if h.pressed.is_some() => {
            45 + if (diff.missing & h.stand.theirs()).any() { 30 } else { 0 }
        }
        Hand::Half if h.pressed.is_some() => 25,
        Hand::Kings(_) if h.pressed.is_some() => 60,
        _ => 0,
    };
    (hand, points + waiting)
}

/// `own_changes` are those that may be the mover's.
fn classify(
    stand: &Stand,
    diff: &Diff,
    seen: Planes,
    changes: &[Change],
    own_changes: &[Change],
) -> (Hand, u32) {
    if diff.is_empty() {
        return castling::exchanged(stand, own_changes).unwrap_or((Hand::Rest, 0));
    }
    let own = diff.missing & stand.own();
    let theirs = diff.missing & stand.theirs();
    if let Some(centre) = kings_in_the_centre(stand, diff, changes) {
        // A king that stood elsewhere on its way was rather moved there first.
        let elsewhere = changes.iter().any(|c| !c.kind.is_lift() && !centre.contains(c.square));
        return (Hand::Kings(centre), if elsewhere { 25 } else { 15 });
    }
    if diff.extra.is_empty() {
        return in_the_air(stand, own, theirs, seen, own_changes);
    }
    if theirs.is_empty()
        && let Some(found) = castling::on_the_way(stand, own, diff.extra, own_changes)
    {
        return found;
    }
    match (own.single_square(), theirs.single_square(), diff.extra.single_square()) {
        (Some(from), None, Some(to)) if theirs.is_empty() => shifted(stand, from, to),
        (Some(from), Some(victim), Some(to)) => taken(stand, from, victim, to),
        (None, Some(from), Some(to)) if own.is_empty() => out_of_turn(stand, from, to),
        (None, None, Some(to)) if own.is_empty() && theirs.is_empty() => {
            let expected = stand.moves().iter().any(|m| !m.is_castle() && m.to() == to);
            if expected { (Hand::Moving, 20) } else { (Hand::Displaced, 45) }
        }
        _ => (Hand::Displaced, scattered(stand, own, theirs, diff.extra)),
    }
}

fn scattered(stand: &Stand, own: Bitboard, theirs: Bitboard, extra: Bitboard) -> u32 {
    let count = |set: Bitboard| u32::try_from(set.count()).unwrap_or(64);
    let own = match count(own) {
        0 | 1 => 0,
        2 => 15,
        more => 15 + 30 * (more - 2),
    };
    let capturable = u32::from((theirs & stand.capturable()).any());
    let points = 45 * count(extra) + own + 25 * count(theirs) - 23 * capturable;
    points.min(DISORDER)
}

/// Pieces are lifted and nothing stands where it should not.
fn in_the_air(
    stand: &Stand,
    own: Bitboard,
    theirs: Bitboard,
    seen: Planes,
    changes: &[Change],
) -> (Hand, u32) {
    match (own.single_square(), theirs.single_square()) {
        (Some(_), None) if castling::half_in_the_air(stand, own, changes) => (Hand::Moving, 6),
        (Some(from), None) if theirs.is_empty() => {
            if let Some(to) = illegal_capture(stand, from, seen, changes) {
                return (Hand::Illegal(Shape { from, to, also: Also::Capture }), 30);
            }
            let taken =
                |m: &&Move| m.from() == Some(from) && m.is_capture() && seen_capture(**m, changes);
            match stand.moves().iter().find(taken) {
                Some(m) if !brushed(changes, m.to()) => (Hand::Done, 30),
                _ => (Hand::Moving, 0),
            }
        }
        (None, Some(victim)) if own.is_empty() => {
            (Hand::Moving, if stand.capturable().contains(victim) { 0 } else { 25 })
        }
        (Some(from), Some(victim)) => {
            let takes = |m: &Move| m.from() == Some(from) && Effect::of(*m).victim == Some(victim);
            let points = if stand.moves().iter().any(takes) {
                0
            } else if stand.capturable().contains(victim) {
                5
            } else {
                20
            };
            (Hand::Moving, points)
        }
        _ => {
            let count = u32::try_from((own | theirs).count()).unwrap_or(64);
            let castling = theirs.is_empty()
                && stand.moves().iter().any(|m| m.is_castle() && Effect::of(*m).leaves == own);
            (Hand::Moving, if castling { 6 } else { 15 * (count - 1) })
        }
    }
}

/// An enemy piece left its square and something was set there after the own piece had been lifted,
/// which never landed elsewhere: the piece went there, and may not.
fn illegal_capture(
    stand: &Stand,
    from: Square,
    seen: Planes,
    changes: &[Change],
) -> Option<Square> {
    // Where colours are seen an enemy piece cannot be taken unseen.
    let polar = matches!(seen, Planes::Polarity { .. });
    let lifted = first_lift(changes, from.into())?;
    let placed = changes.iter().rev().find(|change| !change.kind.is_lift())?.square;
    if brushed(changes, placed) {
        return None;
    }
    let lawful = |to: Square| {
        stand.moves().iter().any(|m| m.from() == Some(from) && Effect::of(*m).victim == Some(to))
    };
    // An own piece may have been straightened while a capture went unseen.
    let captures = stand.moves().iter().any(|m| m.from() == Some(from) && m.is_capture());
    let own = stand.own().contains(placed) && placed != from && (polar || !captures);
    ((own || !polar && stand.theirs().contains(placed))
        && last_place(changes, placed)? > lifted
        && !lawful(placed))
    .then_some(placed)
}

/// Whether the square was empty too shortly for a piece to be exchanged by intent.
fn brushed(changes: &[Change], square: Square) -> bool {
    let placed = last_place(changes, square);
    let lifted = last_lift(changes, square);
    match (lifted, placed) {
        (Some(lifted), Some(placed)) if lifted < placed => {
            changes[placed].t - changes[lifted].t < BRUSH_MS
        }
        _ => false,
    }
}

/// One own piece stands elsewhere, and that is all.
fn shifted(stand: &Stand, from: Square, to: Square) -> (Hand, u32) {
    for m in stand.moves() {
        match *m {
            Move::EnPassant { from: pawn, to: target } if pawn == from && target == to => {
                return (Hand::Half, 6);
            }
            Move::Normal { from: piece, to: target, .. } if piece == from && target == to => {
                return (Hand::Done, 40);
            }
            _ => {}
        }
    }
    (Hand::Illegal(Shape { from, to, also: Also::Nothing }), 45)
}

/// An own piece stands elsewhere and an enemy piece is gone, from there or from a third square.
fn taken(stand: &Stand, from: Square, victim: Square, to: Square) -> (Hand, u32) {
    if victim == to {
        let lawful = stand.moves().iter().any(|m| m.from() == Some(from) && m.to() == to);
        let shape = Shape { from, to, also: Also::Capture };
        return if lawful { (Hand::Done, 40) } else { (Hand::Illegal(shape), 45) };
    }
    let pawn = stand.board().role_at(from) == Some(Role::Pawn);
    let beside = victim.file() == to.file() && victim.rank() == from.rank();
    let turn = stand.turn();
    if pawn && beside && attacks::pawn_attacks(turn, from).contains(to) {
        return (Hand::Illegal(Shape { from, to, also: Also::EnPassant(victim) }), 45);
    }
    (Hand::Displaced, 70)
}

/// A piece of the side that is not to move stands elsewhere.
fn out_of_turn(stand: &Stand, from: Square, to: Square) -> (Hand, u32) {
    let moves = stand.board().piece_at(from).is_some_and(|piece| {
        reach(stand.board(), from, piece).contains(to)
            && !leaves_king_en_prise(stand, from, to, piece)
    });
    if moves { (Hand::OutOfTurn { from, to }, 65) } else { (Hand::Displaced, 85) }
}

fn leaves_king_en_prise(stand: &Stand, from: Square, to: Square, piece: Piece) -> bool {
    let mut board = stand.board().clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, piece);
    board
        .king_of(piece.color)
        .is_some_and(|king| board.attacks_to(king, !piece.color, board.occupied()).any())
}

/// Both kings were taken up and stand on two of the four centre squares, one of them perhaps where
/// it stood before, and nothing else changed.
fn kings_in_the_centre(stand: &Stand, diff: &Diff, changes: &[Change]) -> Option<Bitboard> {
    let kings = stand.board().kings();
    let returned = kings & CENTRE & !diff.missing;
    let there = (diff.extra & CENTRE) | returned;
    let moved = diff.missing.any() && kings.is_superset(diff.missing);
    let taken_up = returned.into_iter().all(|king| first_lift(changes, king.into()).is_some());
    (moved && taken_up && there.count() == 2 && CENTRE.is_superset(diff.extra)).then_some(there)
}

/// How unlikely it is that a lawful move was made in the way the changes show.
///
/// `left` is what stands wrong after it. None: it was not made.
pub(super) fn manner(
    stand: &Stand,
    m: Move,
    left: &Diff,
    seen: Planes,
    changes: &[Change],
) -> Option<u32> {
    let effect = Effect::of(m);
    let mut points = promotion(m) + leftover(stand, left)?;
    if matches!(seen, Planes::Occupancy(_)) && !seen_capture(m, changes) {
        points += UNSEEN_CAPTURE;
    } else if effect.victim.is_some_and(|victim| brushed(changes, victim)) {
        points += QUICK_EXCHANGE;
    }
    if another_exchanged_first(stand, m, changes) {
        points += ANOTHER_FIRST;
    }
    if m.is_promotion() && m.is_capture() && piece_first(m, changes) {
        points += PIECE_FIRST;
    }
    if let Some(castling) = Castling::of(m).filter(|castling| castling.moves_both()) {
        let at = |square: Square| first_lift(changes, square.into());
        let (king, rook) = (at(castling.king), at(castling.rook));
        points += if rook < king && rook.is_some() { ROOK_FIRST } else { 0 };
    }
    if castling::disguised(stand, m, left.missing, changes) {
        points += DISGUISED;
    }
    let others: Bitboard = changes.iter().map(|change| change.square).collect();
    let others = (others & !effect.squares()).count();
    Some(points + OTHER_SQUARES_MOST.min(OTHER_SQUARE * u32::try_from(others).unwrap_or(64)))
}

/// Whether something was set on the victim's square after the capturer had been lifted, or, where
/// a pawn is promoted, before. Every capture ends with the same squares occupied as one whose
/// capturer is still in the air.
pub(crate) fn seen_capture(m: Move, changes: &[Change]) -> bool {
    let effect = Effect::of(m);
    let Some(victim) = effect.victim.filter(|victim| effect.fills.contains(*victim)) else {
        return true;
    };
    let lifted = first_lift(changes, effect.leaves);
    last_place(changes, victim)
        .is_some_and(|placed| m.is_promotion() || lifted.is_none_or(|lifted| placed > lifted))
}

/// Whether, before its own victim, another one that the same piece could have captured was lifted
/// and something set in its place.
fn another_exchanged_first(stand: &Stand, m: Move, changes: &[Change]) -> bool {
    let (Some(from), true) = (m.from(), m.is_capture()) else { return false };
    let (Some(held), Some(taken)) = (first_lift(changes, from.into()), last_place(changes, m.to()))
    else {
        return false;
    };
    let between = changes.get(held..taken).unwrap_or_default();
    // It may have been lifted before the capturer.
    let exchanged = |square: Square| last_place(between, square).is_some();
    let other = |o: &&Move| o.from() == Some(from) && o.is_capture() && o.to() != m.to();
    stand.moves().iter().filter(other).any(|o| exchanged(o.to()))
}

/// Whether the promoted piece stood on its square before the pawn was taken off.
pub(crate) fn piece_first(m: Move, changes: &[Change]) -> bool {
    let pawn = m.from().and_then(|from| last_lift(changes, from));
    pawn.is_some_and(|pawn| last_place(changes, m.to()).is_some_and(|placed| placed < pawn))
}

/// How unlikely it is that a piece lands so long after its player has pressed.
pub(super) fn landed_late(pressed: Ms, landed: Ms) -> u32 {
    match landed.saturating_sub(pressed) {
        late if late <= LATE_MS => 0,
        0..=1_000 => 5,
        1_001..=2_000 => 15,
        _ => 40,
    }
}

/// How unlikely it is that so much stands wrong, as long as it does: a board that is in order needs
/// no excuse.
pub(super) fn standing_wrong(residual: Bitboard) -> u32 {
    STANDING_WRONG_MOST.min(STANDING_WRONG * u32::try_from(residual.count()).unwrap_or(64))
}

/// How unlikely it is that one more move is played while these squares stand wrong.
pub(super) fn left_lying(residual: Bitboard) -> u32 {
    if residual.is_empty() { 0 } else { LEFT_LYING }
}

fn promotion(m: Move) -> u32 {
    match m.promotion() {
        None | Some(Role::Queen) => 0,
        Some(Role::Knight) => 4,
        Some(Role::Rook) => 6,
        Some(_) => 8,
    }
}

fn leftover(stand: &Stand, left: &Diff) -> Option<u32> {
    let count = |set: Bitboard| u32::try_from(set.count()).unwrap_or(64);
    let (theirs, own) =
        (count(left.missing & stand.theirs()), count(left.missing & !stand.theirs()));
    let extra = count(left.extra);
    if theirs + own + extra > 4 {
        return None;
    }
    let lifted = if theirs == 0 { 0 } else { ALREADY_LIFTED + 30 * (theirs - 1) };
    Some(lifted + STRAY * (own + extra))
}
