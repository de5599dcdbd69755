//! Thinking of what to do next.

use serde_json::json;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Role, Square};

use super::{Asked, Ending, Hands, Phase};
use crate::{
    board::{Command, GameResult, Ms, Order},
    hands::{
        Call, Habit, Offence, aside,
        dice::Dice,
        ending, offence,
        plan::Plan,
        stroke::{Turn, stroke},
    },
};

/// Moves that are played on after the record of the game has been left.
pub(super) const FREE_MOVES: u32 = 6;

impl Hands {
    /// Thinks of something to do; false: nothing.
    pub(super) fn plan(&mut self) -> bool {
        if let Some(asked) = self.asked.take() {
            self.plan_restoring(asked);
            return true;
        }
        match self.phase {
            Phase::SetUp => self.plan_start(),
            Phase::Playing if self.ply < self.course.len() => self.plan_turn(),
            Phase::Playing => self.plan_end(),
            Phase::Over => self.plan_after(),
            Phase::Stopped | Phase::Ending | Phase::Done => return false,
        }
        true
    }

    /// Makes a plan with dice that remember it.
    fn planned<T>(&mut self, side: Color, make: impl FnOnce(&Hands, &mut Plan<'_>) -> T) -> T {
        let mut dice: Dice = self.dice.clone();
        let tempo = self.players[side as usize].tempo;
        let mut plan = Plan::new(&mut dice, self.board.clone(), tempo);
        let made = make(self, &mut plan);
        self.queue.append(&mut plan.steps);
        self.dice = dice;
        made
    }

    fn plan_start(&mut self) {
        self.phase = Phase::Playing;
        let wrong = self.due.first() == Some(&(0, Offence::WrongStart));
        self.due.retain(|&(_, offence)| offence != Offence::WrongStart);
        if !self.here.lever {
            return;
        }
        let starter = !self.course.position(0).turn();
        self.planned(starter, |hands, plan| {
            let start = hands.course.position(0);
            match misplaced(start, plan).filter(|_| wrong) {
                Some((from, to, piece)) => {
                    plan.wait(250).lift(from).wait(350).place(to, piece).rest();
                    plan.between(3_500, 5_000).press(starter);
                    let alert = json!({
                        "kind": "wrong_start",
                        "missing": [from.to_string()],
                        "extra": [to.to_string()],
                    });
                    plan.expect(alert, 0).call(Call::WrongStart);
                    plan.between(8_000, 12_000).lift(to).hand(300, 600).place(from, piece).rest();
                }
                None => {
                    plan.between(1_000, 3_000).press(starter);
                }
            }
        });
    }

    fn plan_turn(&mut self) {
        let ply = self.ply;
        self.keep_to_obligation();
        let side = self.course.position(ply).turn();
        let offence = self.due.iter().position(|&(at, _)| at == ply);
        let offence = offence.map(|at| self.due.remove(at).1);
        // Whoever replies before the press, or after a forgotten one, is in the middle of things.
        let unpressed = self.unpressed.take();
        if let (Some(offence), None) = (offence, unpressed) {
            let committed = self.planned(side, |hands, plan| {
                let Some(turn) = hands.turn(ply) else { return false };
                think(hands, side, plan);
                let committed = offence::commit(offence, &turn, &hands.setting(), plan);
                if !committed {
                    plan.steps.clear();
                }
                committed
            });
            if committed {
                return;
            }
        }
        let calm = self.due.iter().all(|&(at, _)| at < ply || at > ply + 2);
        let left = self.course.len() - ply - 1;
        let after_riddle = std::mem::take(&mut self.riddle);
        (self.unpressed, self.riddle) = self.planned(side, |hands, plan| {
            let Some(turn) = hands.turn(ply) else { return (None, false) };
            match unpressed {
                Some((_, false)) => plan.hand(900, 2_500),
                _ => think(hands, side, plan),
            };
            // An offence shall be the only thing that is out of the ordinary.
            let plain = (after_riddle || !calm || unpressed.is_some()).then(|| turn.habits.plain());
            let turn = Turn { habits: plain.as_ref().unwrap_or(turn.habits), ..turn };
            (ordinary(&turn, unpressed, left, plan), plan.riddle)
        });
        self.tell_promotion(ply, side);
    }

    /// Where the arbiter allows only other moves than the game's, the players leave the record.
    fn keep_to_obligation(&mut self) {
        let position = self.course.position(self.ply);
        let allowed = |m: &Move| self.obliged.contains(&self.course.uci(*m));
        if self.course.played(self.ply).is_some_and(|m| self.obliged.is_empty() || allowed(&m)) {
            return;
        }
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(allowed).collect();
        if let Some(other) = self.dice.pick(&moves) {
            self.course.divert(self.ply, other);
            self.free.get_or_insert(FREE_MOVES);
        }
    }

    /// The sensors cannot see what a pawn became: where the game itself never tells, the arbiter
    /// looks and corrects the record.
    fn tell_promotion(&mut self, ply: usize, side: Color) {
        let Some(played) = self.course.played(ply).filter(|m| m.is_promotion()) else { return };
        if played.promotion() == Some(Role::Queen) || self.told_later(ply, played) {
            return;
        }
        let san = self.course.sans(ply + 1).pop().unwrap_or_default();
        let order = Order::Correct { ply: u32::try_from(ply + 1).unwrap_or(u32::MAX), san };
        self.planned(side, |_, plan| {
            plan.between(1_500, 2_500).tell(Command::from(order));
        });
    }

    /// Whether the rest of the game is possible with this promotion piece only.
    fn told_later(&self, ply: usize, played: Move) -> bool {
        let others = self.course.position(ply).legal_moves();
        let mut others = others.into_iter().filter(|m| {
            (m.from(), m.to()) == (played.from(), played.to())
                && m.promotion() != played.promotion()
        });
        others.all(|other| {
            let mut position = self.course.position(ply).clone();
            position.play_unchecked(other);
            (ply + 1..self.course.len()).any(|ply| {
                let same = |m: &Move| {
                    self.course.played(ply).is_some_and(|played| {
                        (m.from(), m.to(), m.is_promotion())
                            == (played.from(), played.to(), played.is_promotion())
                    })
                };
                match position.legal_moves().into_iter().find(same) {
                    Some(m) => position.play_unchecked(m),
                    None => return true,
                }
                false
            })
        })
    }

    fn plan_end(&mut self) {
        let position = self.course.position(self.ply).clone();
        if let (Some(left), None) = (self.free, self.course.ended) {
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            match self.dice.pick(&moves).filter(|_| left > 0) {
                Some(m) => {
                    self.free = Some(left - 1);
                    self.course.divert(self.ply, m);
                    return;
                }
                None => self.course.result = GameResult::Draw,
            }
        }
        let (result, ended) = (self.course.result, self.course.ended.is_some());
        let side = position.turn();
        self.phase = match self.ending {
            _ if ended => Phase::Over,
            Ending::Quiet => Phase::Done,
            Ending::Handshake => Phase::Ending,
            Ending::Resetting => Phase::Done,
        };
        if let Some((other, _)) = self.unpressed.take() {
            self.planned(other, |_, plan| {
                plan.hand(900, 2_500).press(other);
            });
        }
        match self.ending {
            _ if ended => {}
            Ending::Quiet => {}
            Ending::Handshake => self.planned(side, |hands, plan| {
                plan.between(3_000, 8_000);
                if hands.here.lever && plan.dice.chance(hands.habits(side).stop_at_end) {
                    plan.habit(Habit::StopAtEnd).stop();
                    plan.expect(json!({"kind": "clock_stopped"}), 0).between(1_000, 3_000);
                }
                ending::kings_in_centre(&position, result, plan);
                plan.call(Call::Result(result));
            }),
            Ending::Resetting => self.planned(side, |_, plan| {
                plan.between(3_500, 6_000);
                ending::disorder(plan);
                plan.expect(json!({"kind": "game_seems_over"}), 0);
                plan.between(1_000, 4_000);
                ending::resetting(plan);
            }),
        }
    }

    fn plan_after(&mut self) {
        self.phase = Phase::Done;
        self.planned(Color::White, |_, plan| {
            plan.between(3_000, 8_000);
            if plan.dice.chance(400) {
                ending::analysis(plan);
                plan.between(1_000, 4_000);
            }
            if plan.dice.chance(500) {
                ending::resetting(plan);
            }
        });
    }

    fn plan_restoring(&mut self, asked: Asked) {
        let target = match asked {
            Asked::Position => self.course.position(self.ply).board().clone(),
            Asked::Squares(missing, extra) => {
                let occupied = (self.board.occupied() & !extra) | missing;
                let like = |ply: &usize| self.course.position(*ply).board().occupied() == occupied;
                match (0..=self.ply).rev().find(like) {
                    Some(ply) => {
                        self.ply = ply;
                        self.course.position(ply).board().clone()
                    }
                    None => rearranged(&self.board, missing, extra),
                }
            }
        };
        let side = self.course.position(self.ply).turn();
        self.planned(side, |_, plan| {
            plan.wait(250);
            ending::restore(&target, plan);
        });
    }
}

fn think<'p, 'd>(hands: &Hands, side: Color, plan: &'p mut Plan<'d>) -> &'p mut Plan<'d> {
    let (least, most): (Ms, Ms) = hands.players[side as usize].think;
    plan.between(least, most)
}

/// A lawful move with this player's habits. Returns who is left with a clock to press, and whether
/// he has forgotten it.
fn ordinary(
    turn: &Turn<'_>,
    unpressed: Option<(Color, bool)>,
    left: usize,
    plan: &mut Plan<'_>,
) -> Option<(Color, bool)> {
    let (side, habits) = (turn.side(), turn.habits);
    if plan.dice.chance(habits.adjust) {
        aside::adjust(turn, plan);
    }
    let simple = matches!(turn.played, Move::Normal { promotion: None, .. });
    if turn.lever && simple && plan.dice.chance(habits.late_landing) {
        stroke(&Turn { habits: &habits.plain(), ..*turn }, plan);
        plan.habit(Habit::LateLanding).land_after_press(side);
        plan.made();
        return None;
    }
    stroke(turn, plan);
    if !plan.riddle && plan.dice.chance(habits.brush) {
        aside::brush(turn, plan);
    }
    if !plan.riddle && turn.lever && plan.dice.chance(habits.knock) {
        aside::knock(turn, plan);
    }
    plan.made();
    if !turn.lever {
        return None;
    }
    match unpressed {
        Some((other, false)) => {
            plan.habit(Habit::ReplyBeforePress).hand(900, 2_500).press(other);
            plan.hand(500, 1_500).press(side);
            return None;
        }
        Some((other, true)) if other != side => return unpressed,
        Some(_) => {
            plan.habit(Habit::ForgottenPress);
        }
        None if plan.riddle => {}
        None if left >= 1 && plan.dice.chance(habits.reply_before_press) => {
            return Some((side, false));
        }
        None if left >= 2 && plan.dice.chance(habits.forgotten_press) => {
            return Some((side, true));
        }
        None => {}
    }
    let over = left == 0 && turn.course.ended.is_some() && !plan.riddle;
    if !(over && plan.dice.chance(300)) {
        plan.hand(200, 900).press(side);
    }
    None
}

/// A piece and an empty square to which it could not have moved: that would be a first move.
fn misplaced(position: &Chess, plan: &mut Plan<'_>) -> Option<(Square, Square, Piece)> {
    let other = position.clone().swap_turn();
    let moves = position.legal_moves().into_iter();
    let moves: Vec<Move> =
        moves.chain(other.into_iter().flat_map(|other| other.legal_moves())).collect();
    let pieces: Vec<Square> = (plan.board.occupied() & !plan.board.kings()).into_iter().collect();
    let from = plan.dice.pick(&pieces)?;
    let reach: Bitboard = moves.iter().filter(|m| m.from() == Some(from)).map(|m| m.to()).collect();
    let empty: Vec<Square> = (!plan.board.occupied() & !reach).into_iter().collect();
    Some((from, plan.dice.pick(&empty)?, plan.board.piece_at(from)?))
}

/// The board with the strays on the missing squares, whatever they are: the arbiter knows why.
fn rearranged(board: &Board, missing: Bitboard, extra: Bitboard) -> Board {
    let mut board = board.clone();
    let mut strays: Vec<Piece> =
        extra.into_iter().filter_map(|square| board.remove_piece_at(square)).collect();
    for square in missing {
        board.set_piece_at(square, strays.pop().unwrap_or(Role::Pawn.of(Color::White)));
    }
    board
}
