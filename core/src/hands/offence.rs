//! What hands do against the rules, with the alert that must come of it.

use std::str::FromStr;

use serde_json::{Map, Value, json};
use shakmaty::{Bitboard, CastlingSide, Color, Move, Position, Role, Square};
use strum::IntoEnumIterator;

use super::{
    aside::{capturable, movable, slip, touch},
    habit::{Habit, Occasion},
    illegal,
    plan::{Call, Plan},
    stroke::{Turn, plainly},
};
use crate::board::{IllegalReason, Ms};

/// One thing against the rules, or near it, that can be put into a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offence {
    /// A piece that could move is lifted and put back, another is moved (4.3.1).
    TouchOwn,
    /// An enemy piece that could be captured is lifted and put back (4.3.2).
    TouchEnemy,
    /// Castling with the rook first (4.4.2).
    CastlingRookFirst,
    /// Castling with both hands (4.1, 7.5.4).
    TwoHands,
    /// A piece stands for seconds where it could go, and goes elsewhere (4.7).
    MoveRetracted,
    /// A move that Article 3 forbids, pressed.
    Illegal(IllegalReason),
    /// The clock is pressed without a move (7.5.3).
    PressedWithoutMove,
    /// The clock is pressed in mid-move (6.2.4).
    PressedEarly,
    /// A player moves twice in a row (1.3).
    OutOfTurn,
    /// A piece of the side not to move is lifted and put back.
    TouchedOutOfTurn,
    /// A knocked piece is left lying.
    Displaced,
    /// The clock is forgotten for long.
    ClockForgotten,
    /// The opponent replies before the press: lawful, but told.
    MovedBeforePress,
    /// A pawn goes to the last rank quickly and is not swapped (7.5.2).
    PromotionUnverified,
    /// The time is used up (6.9).
    FlagFall,
    /// A player stops the clocks to call the arbiter (6.11.2).
    ClockStopped,
    /// The game begins with a piece on a wrong square (7.2.1).
    WrongStart,
    /// The players set up the pieces again and tell nobody the result (8.7).
    GameSeemsOver,
}

/// The offences but for the kinds of illegal moves.
const PLAIN: [Offence; 17] = [
    Offence::TouchOwn,
    Offence::TouchEnemy,
    Offence::CastlingRookFirst,
    Offence::TwoHands,
    Offence::MoveRetracted,
    Offence::PressedWithoutMove,
    Offence::PressedEarly,
    Offence::OutOfTurn,
    Offence::TouchedOutOfTurn,
    Offence::Displaced,
    Offence::ClockForgotten,
    Offence::MovedBeforePress,
    Offence::PromotionUnverified,
    Offence::FlagFall,
    Offence::ClockStopped,
    Offence::WrongStart,
    Offence::GameSeemsOver,
];

impl Offence {
    /// All that hands can do.
    pub fn all() -> impl Iterator<Item = Offence> {
        let reasons = IllegalReason::iter().filter(|&reason| illegal::can_be_shown(reason));
        PLAIN.into_iter().chain(reasons.map(Offence::Illegal))
    }

    /// Its name: the kind of alert where there is one of its own, `illegal_move:reason`.
    pub fn name(self) -> String {
        match self {
            Offence::TouchOwn => "touch_move".into(),
            Offence::TouchEnemy => "touch_opponent".into(),
            Offence::CastlingRookFirst => "castling_rook_first".into(),
            Offence::TwoHands => "two_hands".into(),
            Offence::MoveRetracted => "move_retracted".into(),
            Offence::Illegal(reason) => format!("illegal_move:{}", <&str>::from(reason)),
            Offence::PressedWithoutMove => "pressed_without_move".into(),
            Offence::PressedEarly => "pressed_early".into(),
            Offence::OutOfTurn => "out_of_turn".into(),
            Offence::TouchedOutOfTurn => "touched_out_of_turn".into(),
            Offence::Displaced => "displaced".into(),
            Offence::ClockForgotten => "clock_not_pressed".into(),
            Offence::MovedBeforePress => "moved_before_press".into(),
            Offence::PromotionUnverified => "promotion_unverified".into(),
            Offence::FlagFall => "flag_fall".into(),
            Offence::ClockStopped => "clock_stopped".into(),
            Offence::WrongStart => "wrong_start".into(),
            Offence::GameSeemsOver => "game_seems_over".into(),
        }
    }
}

impl FromStr for Offence {
    type Err = String;

    fn from_str(name: &str) -> Result<Offence, String> {
        Offence::all().find(|offence| offence.name() == name).ok_or_else(|| {
            let names: Vec<String> = Offence::all().map(Offence::name).collect();
            format!("no offence is called {name}; there are {}", names.join(", "))
        })
    }
}

/// What an offence has to know beside the turn.
pub(super) struct Setting {
    /// Articles are numbered as in the Laws of 2018 and 2023, standard play.
    pub(super) articles: bool,
    /// How long players wait for an arbiter before they help themselves, ms.
    pub(super) patience: Ms,
    /// How long the player to move has thought so far, ms, and how long he has at most now.
    pub(super) used: Ms,
}

pub(super) fn name_of(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// An expected alert; the article only where the edition has these numbers.
fn alert(setting: &Setting, kind: &str, side: Color, article: Option<&str>, more: Value) -> Value {
    let mut fields = Map::new();
    fields.insert("kind".into(), kind.into());
    fields.insert("side".into(), name_of(side).into());
    if let Some(article) = article.filter(|_| setting.articles) {
        fields.insert("article".into(), article.into());
    }
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    Value::Object(fields)
}

/// The move stands; the clock is pressed.
pub(super) fn finish(turn: &Turn<'_>, plan: &mut Plan<'_>) {
    plan.made();
    if turn.lever {
        plan.hand(200, 900).press(turn.side());
    }
}

/// Plans the turn with the offence in it, thinking aside. False where it does not fit.
pub(super) fn commit(
    offence: Offence,
    turn: &Turn<'_>,
    setting: &Setting,
    plan: &mut Plan<'_>,
) -> bool {
    let done = match offence {
        Offence::TouchOwn => touch_own(turn, setting, plan),
        Offence::TouchEnemy => touch_enemy(turn, setting, plan),
        Offence::CastlingRookFirst => rook_first(turn, setting, plan),
        Offence::TwoHands => two_hands(turn, setting, plan),
        Offence::MoveRetracted => retracted(turn, setting, plan),
        Offence::Illegal(reason) => illegal::commit(reason, turn, setting, plan),
        Offence::PressedWithoutMove => pressed_without_move(turn, setting, plan),
        Offence::PressedEarly => pressed_early(turn, setting, plan),
        Offence::OutOfTurn => out_of_turn(turn, setting, plan),
        Offence::TouchedOutOfTurn => touched_out_of_turn(turn, setting, plan),
        Offence::Displaced => displaced(turn, setting, plan),
        Offence::ClockForgotten => clock_forgotten(turn, setting, plan),
        Offence::MovedBeforePress => moved_before_press(turn, setting, plan),
        Offence::PromotionUnverified => promotion_unverified(turn, setting, plan),
        Offence::ClockStopped => clock_stopped(turn, setting, plan),
        Offence::FlagFall => flag_fall(turn, setting, plan),
        Offence::WrongStart | Offence::GameSeemsOver => None,
    };
    done.is_some()
}

fn touch_own(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.ply == 0 || turn.played.is_castle() {
        return None;
    }
    let could: Vec<Square> =
        movable(turn.position()).into_iter().filter(|&square| square != turn.from()).collect();
    let square = plan.dice.pick(&could)?;
    touch(square, 400, 1_500, plan).then_some(())?;
    plan.hand(1_000, 3_000);
    plainly(turn, plan);
    finish(turn, plan);
    let more = json!({"severity": "attention", "uci": turn.uci(turn.played)});
    plan.expect(alert(setting, "touch_move", turn.side(), Some("4.3.1"), more), settle(turn));
    Some(())
}

fn touch_enemy(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.ply == 0 || turn.played.is_capture() {
        return None;
    }
    let could: Vec<Square> = capturable(turn.position()).into_iter().collect();
    let square = plan.dice.pick(&could)?;
    touch(square, 400, 1_500, plan).then_some(())?;
    plan.hand(1_000, 3_000);
    plainly(turn, plan);
    finish(turn, plan);
    let more = json!({"severity": "attention", "uci": turn.uci(turn.played)});
    plan.expect(alert(setting, "touch_move", turn.side(), Some("4.3.2"), more), settle(turn));
    Some(())
}

/// Without a clock a move counts once it has stood, and is completed by the opponent's touch.
fn settle(turn: &Turn<'_>) -> Ms {
    if turn.lever { 0 } else { 8_000 }
}

/// King, rook, and where they go.
fn castling(turn: &Turn<'_>) -> Option<[Square; 4]> {
    let Move::Castle { king, rook } = turn.played else { return None };
    let wing = if king < rook { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    Some([king, rook, wing.king_to(turn.side()), wing.rook_to(turn.side())])
}

/// Whether neither stands still, as it may in Chess960.
fn both_move([king, rook, king_to, rook_to]: &[Square; 4]) -> bool {
    king != king_to && rook != rook_to
}

fn rook_first(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let [king, rook, king_to, rook_to] = castling(turn).filter(both_move)?;
    let (k, r) = (Role::King.of(turn.side()), Role::Rook.of(turn.side()));
    plan.occasion(Occasion::Moves).lift(rook).hand(250, 500);
    if rook_to == king {
        plan.lift(king).hand(250, 500).place(rook_to, r);
    } else {
        plan.place(rook_to, r).hand(250, 700).lift(king);
    }
    plan.hand(250, 500).place(king_to, k);
    finish(turn, plan);
    let more = json!({"severity": "decision", "uci": turn.uci(turn.played)});
    let alert = alert(setting, "castling_rook_first", turn.side(), Some("4.4.2"), more);
    plan.expect(alert, settle(turn));
    Some(())
}

fn two_hands(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let [king, rook, king_to, rook_to] =
        castling(turn).filter(|squares| turn.lever && both_move(squares))?;
    let (k, r) = (Role::King.of(turn.side()), Role::Rook.of(turn.side()));
    plan.occasion(Occasion::Moves).lift(king).between(20, 80).lift(rook);
    plan.between(300, 700).place(king_to, k).between(20, 120).place(rook_to, r);
    finish(turn, plan);
    let more = json!({"severity": "attention"});
    plan.expect(alert(setting, "two_hands", turn.side(), Some("7.5.4"), more), 0);
    Some(())
}

fn retracted(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let Move::Normal { from, to, capture: None, promotion: None, .. } = turn.played else {
        return None;
    };
    let stood: Vec<Move> = turn
        .position()
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == Some(from) && m.to() != to && !m.is_capture() && !m.is_castle())
        .collect();
    let stood = plan.dice.pick(&stood).filter(|_| turn.lever)?;
    plan.occasion(Occasion::Moves).lift(from).hand(250, 700).place(stood.to(), turn.piece());
    plan.between(3_300, 5_000).lift(stood.to()).hand(250, 700).place(to, turn.piece());
    finish(turn, plan);
    let more =
        json!({"severity": "attention", "uci": turn.uci(turn.played), "stood": turn.uci(stood)});
    plan.expect(alert(setting, "move_retracted", turn.side(), Some("4.7"), more), 0);
    Some(())
}

fn pressed_without_move(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.ply == 0 || !turn.lever {
        return None;
    }
    plan.press(turn.side());
    let alert = alert(setting, "pressed_without_move", turn.side(), Some("7.5.3"), Value::Null);
    plan.expect(alert, 0).call(Call::Irregularity);
    plan.wait(setting.patience).press(!turn.side());
    Some(())
}

fn pressed_early(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let Move::Normal { from, to, capture: None, promotion: None, .. } = turn.played else {
        return None;
    };
    if !turn.lever {
        return None;
    }
    plan.occasion(Occasion::Moves).lift(from).hand(250, 700);
    // Not a rest: the piece is in the air.
    plan.press_in_midair(turn.side()).between(350, 900).place(to, turn.piece()).made();
    let more = json!({"severity": "attention", "uci": turn.uci(turn.played)});
    plan.expect(alert(setting, "pressed_early", turn.side(), Some("6.2.4"), more), 0);
    Some(())
}

/// After the player's move and press, so that the game must go on.
fn on_his_time(turn: &Turn<'_>, plan: &mut Plan<'_>) -> Option<()> {
    turn.course.played(turn.ply + 1).filter(|_| turn.lever)?;
    plainly(turn, plan);
    finish(turn, plan);
    plan.between(250, 1_500);
    Some(())
}

/// The player's pieces but for the one that he has just moved: that would be taking back.
fn others(turn: &Turn<'_>) -> Bitboard {
    let king_to = castling(turn).map(|squares| squares[2]);
    turn.next().them().without(king_to.unwrap_or(turn.played.to()))
}

fn out_of_turn(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    on_his_time(turn, plan)?;
    let his = turn.next();
    let again = his.clone().swap_turn().ok()?;
    let safe = others(turn) & !capturable(his) & !again.board().kings();
    let moves: Vec<Move> = again
        .legal_moves()
        .into_iter()
        .filter(|m| m.from().is_some_and(|from| safe.contains(from)))
        .filter(|m| !m.is_capture() && !m.is_castle() && !m.is_promotion())
        .collect();
    let again = plan.dice.pick(&moves)?;
    let from = again.from()?;
    let piece = plan.board.piece_at(from)?;
    plan.lift(from).hand(300, 700).place(again.to(), piece).rest();
    let more = json!({"severity": "decision", "uci": turn.uci(again)});
    plan.expect(alert(setting, "out_of_turn", turn.side(), None, more), 3_000);
    plan.between(8_000, 11_000).lift(again.to()).hand(400, 700).place(from, piece).rest();
    plan.between(1_000, 3_000);
    Some(())
}

fn touched_out_of_turn(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    on_his_time(turn, plan)?;
    let his = turn.next();
    let safe: Vec<Square> = (his.them() & !capturable(his)).into_iter().collect();
    let square = plan.dice.pick(&safe)?;
    touch(square, 300, 1_200, plan).then_some(())?;
    let more = json!({"severity": "info", "squares": [square.to_string()]});
    plan.expect(alert(setting, "touched_out_of_turn", turn.side(), None, more), 0);
    Some(())
}

fn displaced(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    on_his_time(turn, plan)?;
    let his = turn.next();
    let (from, to) = slip(his, turn.side(), others(turn), plan)?;
    let piece = plan.board.piece_at(from)?;
    plan.lift(from).between(80, 250).place(to, piece).rest();
    // Whose piece it is says nothing about whose elbow it was.
    let mut alert = alert(setting, "displaced", turn.side(), None, Value::Null);
    if let Value::Object(fields) = &mut alert {
        fields.remove("side");
        fields.insert("missing".into(), json!([from.to_string()]));
        fields.insert("extra".into(), json!([to.to_string()]));
    }
    plan.expect(alert, 3_000);
    plan.between(6_000, 12_000).lift(to).hand(350, 700).place(from, piece).rest();
    plan.between(1_000, 3_000);
    Some(())
}

fn clock_forgotten(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.ply == 0 || !turn.lever {
        return None;
    }
    plainly(turn, plan);
    let more = json!({"severity": "attention"});
    plan.made().expect(alert(setting, "clock_not_pressed", turn.side(), None, more), 15_000);
    plan.between(16_500, 26_000).press(turn.side());
    Some(())
}

fn moved_before_press(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let reply = turn.course.played(turn.ply + 1).filter(|_| turn.lever)?;
    let reply = Turn { ply: turn.ply + 1, played: reply, ..*turn };
    plainly(turn, plan);
    plan.made().hand(900, 2_500);
    plainly(&reply, plan);
    plan.made();
    let more = json!({"severity": "info"});
    plan.expect(alert(setting, "moved_before_press", turn.side(), None, more), 1_000);
    plan.habit(Habit::ReplyBeforePress).hand(900, 2_500).press(turn.side());
    plan.hand(500, 1_500).press(reply.side());
    Some(())
}

fn promotion_unverified(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.played.promotion() != Some(Role::Queen) || !turn.lever {
        return None;
    }
    plan.occasion(Occasion::Moves);
    if turn.played.is_capture() {
        plan.lift(turn.played.to()).hand(200, 500);
    }
    plan.lift(turn.from()).between(250, 600).place(turn.played.to(), turn.piece());
    finish(turn, plan);
    let more = json!({"severity": "attention"});
    let alert = alert(setting, "promotion_unverified", turn.side(), Some("7.5.2"), more);
    plan.expect(alert, 0);
    Some(())
}

fn clock_stopped(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    if turn.ply == 0 || !turn.lever {
        return None;
    }
    let mut alert = alert(setting, "clock_stopped", turn.side(), Some("6.11.2"), Value::Null);
    if let Value::Object(fields) = &mut alert {
        fields.remove("side");
    }
    plan.stop().expect(alert, 0).call(Call::Stopped);
    Some(())
}

fn flag_fall(turn: &Turn<'_>, setting: &Setting, plan: &mut Plan<'_>) -> Option<()> {
    let his = turn.position();
    let mighty = his.board().pawns() | his.board().rooks_and_queens();
    // Somebody who has a pawn, a rook or a queen can mate by some series of legal moves.
    if turn.ply < 2 || !turn.lever || (his.them() & mighty).is_empty() {
        return None;
    }
    let result = turn.side().fold_wb("0-1", "1-0");
    let more = json!({"severity": "decision", "result": result});
    // He thinks at least 5 s more, until a whole second: then all his time is used up.
    let left = 5_000 + (1_000 - setting.used % 1_000) % 1_000;
    plan.expect(alert(setting, "flag_fall", turn.side(), Some("6.9"), more), left);
    plan.call(Call::Flag);
    Some(())
}
