//! The arbiter's orders: each is answered exactly once, and a refused one changes nothing.

use shakmaty::{ByColor, Color, Position, Role, fen::Fen, san::San};

use super::{Game, Notice, Placed, Saying, Stage, StoppedBy};
use crate::{
    board::{
        Advice, Alert, AlertKind, Claim, ClaimAnswer, Cleared, Command, Event, GameResult, Matter,
        Ms, OfferState, Order, Penalty, Reason, Severity, Target, Text, Verdict, Withdrawal,
    },
    rules::{Concept, HopelessResignation, Treatment},
    timing::Setting,
    tracker::{Stand, Step},
};

/// A draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    by: Color,
    ply: u32,
    open: bool,
}

/// Why an order cannot be carried out.
type Refusal = &'static str;

impl Game {
    pub(super) fn ordered(&mut self, command: &Command, saying: &mut Saying) {
        let before = self.clone();
        let said = saying.said.len();
        let done = self.carry_out(command, saying);
        let name = <&str>::from(&command.order).to_owned();
        match done {
            Ok(()) => {
                if !matches!(command.order, Order::Undo) {
                    self.before = Some(Box::new(Game { before: None, ..before }));
                }
                let (id, by) = (command.id.clone(), command.who.clone());
                self.say(saying, Event::Done { command: id, by, r#do: name });
            }
            Err(reason) => {
                *self = before;
                saying.said.truncate(said);
                let event = Event::Refused { command: command.id.clone(), reason: reason.into() };
                self.say(saying, event);
            }
        }
    }

    fn carry_out(&mut self, command: &Command, saying: &mut Saying) -> Result<(), Refusal> {
        self.settle(saying);
        match &command.order {
            Order::Start => self.order_start(saying),
            Order::Pause => self.order_pause(saying),
            Order::Resume { running } => self.order_resume(running.0, saying),
            Order::Decide { target, verdict, choice } => {
                self.decide(target, *verdict, *choice, command.seen, saying)
            }
            Order::Claim { by, claim, intended, check_only } => {
                self.claim(by.0, *claim, intended.as_deref(), *check_only, saying)
            }
            Order::DrawOffer { by } => self.offer(by.0, saying),
            Order::Result { result, reason, consent } => {
                self.order_result(*result, *reason, *consent, saying)
            }
            Order::Reopen { why } => self.reopen(why.clone(), saying),
            Order::Reinstate { ply } => self.reinstate(*ply, saying),
            Order::SetPosition { fen } => self.set_position(fen, saying),
            Order::Correct { ply, san } => self.correct(*ply, san, saying),
            Order::Penalty { side, kind, ms, .. } => self.penalty(side.0, *kind, *ms, saying),
            Order::AddTime { side, ms, .. } => self.add_time(side.0, *ms, saying),
            Order::SetClock { white, black, running, moves, increment } => {
                let setting = Setting {
                    left: ByColor { white: *white, black: *black },
                    running: running.map(|side| side.0),
                    moves: moves.map(|moves| ByColor { white: moves, black: moves }),
                    bonus: *increment,
                };
                self.set_clock(setting, saying)
            }
            Order::Present { .. } | Order::Note { .. } | Order::RecordShown { .. } => Ok(()),
            Order::Undo => self.undo(),
            Order::AcceptBoard | Order::Flip | Order::SwapColours | Order::Oblige { .. } => {
                Err("not_available")
            }
            Order::NextGame | Order::Abandon => {
                if self.stage == Stage::Over {
                    Ok(())
                } else {
                    Err("game_not_over")
                }
            }
        }
    }

    fn order_start(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        if self.stage != Stage::SetUp {
            return Err("already_started");
        }
        self.start(self.start.turn(), saying);
        Ok(())
    }

    fn order_pause(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        match self.stage {
            Stage::Play | Stage::SeemsOver => {}
            Stage::Stopped(_) => {
                self.stage = Stage::Stopped(StoppedBy::Arbiter);
                return Ok(());
            }
            Stage::SetUp => return Err("not_started"),
            Stage::Over => return Err("game_over"),
        }
        if let Some(hold) = self.hold {
            self.end_hold(hold, saying);
        }
        self.clocks.pause(saying.t);
        self.stage = Stage::Stopped(StoppedBy::Arbiter);
        self.told.setup = None;
        self.say_clock(saying);
        Ok(())
    }

    fn order_resume(&mut self, side: Color, saying: &mut Saying) -> Result<(), Refusal> {
        let resumes = match self.stage {
            Stage::Stopped(_) => true,
            Stage::Play | Stage::SeemsOver => self.clocks.running().is_none(),
            Stage::SetUp => return Err("not_started"),
            Stage::Over => return Err("game_over"),
        };
        if !resumes {
            return Err("already_running");
        }
        if matches!(self.stage, Stage::Stopped(_)) {
            self.go_on();
            self.away.clear();
        }
        self.stage = Stage::Play;
        self.resumed = Some(saying.t);
        self.clear_kind(AlertKind::ClockStopped, Cleared::Dismissed, saying);
        if self.has_clock() {
            self.clocks.run(saying.t, side);
            self.say_clock(saying);
        }
        Ok(())
    }

    fn decide(
        &mut self,
        target: &Target,
        verdict: Verdict,
        choice: Option<usize>,
        seen: Option<u64>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let alert = self.targeted(target)?;
        if seen.is_some_and(|rev| rev != u64::from(alert.rev)) {
            return Err("changed");
        }
        match verdict {
            Verdict::Postpone => Ok(()),
            Verdict::Dismiss => {
                self.dismiss(&alert, saying);
                Ok(())
            }
            Verdict::Apply => {
                let steps = match choice {
                    None => alert.advice.clone(),
                    Some(choice) => choice
                        .checked_sub(1)
                        .and_then(|place| alert.choices.get(place))
                        .map(|choice| choice.steps.clone())
                        .ok_or("no_such_choice")?,
                };
                self.apply_alert(&alert, &steps, choice.is_none(), saying)
            }
        }
    }

    fn targeted(&self, target: &Target) -> Result<Alert, Refusal> {
        let found = match target {
            Target::Alert(id) => self.book.open().find(|a| a.id == *id),
            Target::Kind(kind) => self.book.open().rev().find(|a| a.kind() == *kind),
        };
        match (found, target) {
            (Some(alert), _) => Ok(alert.clone()),
            (None, Target::Alert(id)) if self.book.fate(*id).is_some() => Err("already_decided"),
            (None, _) => Err("no_such_alert"),
        }
    }

    fn dismiss(&mut self, alert: &Alert, saying: &mut Saying) {
        self.clear(alert.id, Cleared::Dismissed, saying);
        if alert.kind() == AlertKind::GameSeemsOver && self.stage == Stage::SeemsOver {
            self.go_on();
            self.stage = Stage::Play;
        }
    }

    fn apply_alert(
        &mut self,
        alert: &Alert,
        steps: &[Advice],
        counts: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let side = alert.side.map(|side| side.0);
        if self.stage == Stage::Over {
            self.reopen(Some("decision".into()), saying)?;
        }
        if self.stage == Stage::Play && !steps.is_empty() {
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Arbiter);
            self.say_clock(saying);
        }
        if counts
            && self.counts_as_illegal(alert.kind())
            && let Some(side) = side
        {
            *self.illegal.get_mut(side) += 1;
        }
        self.clear(alert.id, Cleared::Applied, saying);
        for step in steps {
            self.take_step(step, alert, saying)?;
        }
        Ok(())
    }

    fn counts_as_illegal(&self, kind: AlertKind) -> bool {
        match kind {
            AlertKind::IllegalMove | AlertKind::PromotionUnverified => true,
            AlertKind::PressedWithoutMove => {
                self.rules.parameters.pressed_without_move == Treatment::AsIllegalMove
            }
            AlertKind::TwoHands => self.rules.parameters.two_hands == Treatment::AsIllegalMove,
            _ => false,
        }
    }

    fn take_step(
        &mut self,
        step: &Advice,
        alert: &Alert,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        match step {
            Advice::AddTime { side, ms } => self.add_time(side.0, *ms, saying),
            Advice::Reinstate { ply } => self.reinstate(*ply, saying),
            Advice::Lose { side } => {
                self.end(GameResult::lost_by(side.0), ending_of(alert.kind()), u32::MAX, saying);
                Ok(())
            }
            Advice::Draw {} => {
                self.end(GameResult::Draw, ending_of(alert.kind()), u32::MAX, saying);
                Ok(())
            }
            Advice::Promote { piece } => self.promote(alert, *piece, saying),
            Advice::Warn { .. } | Advice::Oblige { .. } | Advice::Pause {} => Ok(()),
            Advice::NewGame {} => self.reinstate(0, saying),
        }
    }

    /// Gives the newest promotion of the player concerned another piece.
    fn promote(&mut self, alert: &Alert, piece: char, saying: &mut Saying) -> Result<(), Refusal> {
        let role = Role::from_char(piece).ok_or("no_such_piece")?;
        let entry = self.record.iter().rev().find(|entry| {
            Some(entry.ply.by()) == alert.side.map(|side| side.0)
                && entry.ply.lawful().is_some_and(|m| m.promotion().is_some())
        });
        let ply = entry.ok_or("no_promotion")?.ply.clone();
        let Step::Lawful(shakmaty::Move::Normal { role: pawn, from, capture, to, promotion }) =
            ply.step
        else {
            return Err("no_promotion");
        };
        if promotion == Some(role) {
            return Ok(());
        }
        let m = shakmaty::Move::Normal { role: pawn, from, capture, to, promotion: Some(role) };
        self.rewrite(ply.number, m, saying)
    }

    fn claim(
        &mut self,
        by: Color,
        claim: Claim,
        intended: Option<&str>,
        check_only: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        if self.stage == Stage::Over {
            return Err("game_over");
        }
        let answer = self.answer(by, claim, intended)?;
        let concept = match (claim, intended) {
            (Claim::Threefold, Some(_)) => Concept::EndedByThreefoldRepetitionIntended,
            (Claim::Threefold, None) => Concept::EndedByThreefoldRepetition,
            (Claim::FiftyMoves, Some(_)) => Concept::EndedByFiftyMovesIntended,
            (Claim::FiftyMoves, None) => Concept::EndedByFiftyMoves,
            (Claim::QuickplayFinish, _) => Concept::QuickplayFinish,
            (Claim::IllegalMove, _) => Concept::IllegalMove,
            (Claim::TouchMove, _) => Concept::TouchMoveOwn,
            (Claim::Flag, _) => Concept::FlagFall,
        };
        let article = self.rules.article(concept).map(ToString::to_string);
        let event = Event::Claim {
            by: Text(by),
            claim,
            answer: answer.0,
            article: article.clone(),
            evidence: answer.1,
        };
        self.say(saying, event);
        if check_only {
            return Ok(());
        }
        match (answer.0, claim) {
            (ClaimAnswer::Right, Claim::Threefold | Claim::FiftyMoves) => {
                let reason = if claim == Claim::Threefold {
                    Reason::ThreefoldRepetition
                } else {
                    Reason::FiftyMoves
                };
                self.end_with(GameResult::Draw, reason, article, u32::MAX, saying);
            }
            (ClaimAnswer::Wrong, Claim::Threefold | Claim::FiftyMoves) => {
                let ms = i64::try_from(self.rules.parameters.wrong_claim_ms).unwrap_or(0);
                if self.has_clock() {
                    self.add_time(!by, ms, saying)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn answer(
        &self,
        by: Color,
        claim: Claim,
        intended: Option<&str>,
    ) -> Result<(ClaimAnswer, serde_json::Value), Refusal> {
        let nothing = serde_json::json!({});
        let needed = match claim {
            Claim::Threefold | Claim::FiftyMoves => claim,
            Claim::Flag => {
                let fallen = self.clocks.left(self.now, !by) == Some(0);
                let answer = if fallen { ClaimAnswer::Right } else { ClaimAnswer::Wrong };
                return Ok((answer, nothing));
            }
            Claim::IllegalMove | Claim::TouchMove => {
                let kind = if claim == Claim::IllegalMove {
                    AlertKind::IllegalMove
                } else {
                    AlertKind::TouchMove
                };
                let known =
                    self.book.open().any(|a| a.kind() == kind && a.side.map(|s| s.0) == Some(!by));
                let answer = if known { ClaimAnswer::Right } else { ClaimAnswer::Unknown };
                return Ok((answer, nothing));
            }
            Claim::QuickplayFinish => return Ok((ClaimAnswer::Unknown, nothing)),
        };
        let chess = self.chess().ok_or("position_unknown")?;
        let touched = self.away.iter().any(super::touches::Away::counts);
        if chess.turn() != by || (touched && intended.is_none()) {
            return Ok((ClaimAnswer::NotEntitled, nothing));
        }
        let mut chess = chess.clone();
        if let Some(san) = intended {
            let m = parse(san, &chess)?;
            chess.play_unchecked(m);
        }
        let (right, evidence) = if needed == Claim::Threefold {
            let times = self.occurrences(&chess) + u32::from(intended.is_some());
            (times >= 3, serde_json::json!({ "count": times, "plies": self.same_plies(&chess) }))
        } else {
            let halfmoves = chess.halfmoves();
            (halfmoves >= 100, serde_json::json!({ "count": halfmoves / 2 }))
        };
        let answer = if right { ClaimAnswer::Right } else { ClaimAnswer::Wrong };
        Ok((answer, evidence))
    }

    /// After which plies the position stood; 0 is the start.
    fn same_plies(&self, chess: &shakmaty::Chess) -> Vec<u32> {
        let start = self.start.chess().filter(|start| *start == chess).map(|_| 0);
        let same = self.record.iter().filter(|e| e.ply.after.chess() == Some(chess));
        start.into_iter().chain(same.map(|entry| entry.ply.number)).collect()
    }

    fn offer(&mut self, by: Color, saying: &mut Saying) -> Result<(), Refusal> {
        if self.stage == Stage::Over {
            return Err("game_over");
        }
        let ply = self.plies();
        self.offers.push(Offer { by, ply, open: true });
        self.say(saying, Event::DrawOffer { by: Text(by), ply, state: OfferState::Made });
        let in_a_row = self.offers.iter().rev().take_while(|offer| offer.by == by).count();
        if in_a_row >= 3 {
            let notice = Notice::new(Matter::RepeatedOffers {}, Severity::Info).by(by);
            let notice = notice.citing(&self.rules, Concept::RepeatedOffers);
            self.raise(saying, notice);
        }
        Ok(())
    }

    /// Article 9.1: an offer lapses when the opponent touches a piece.
    pub(super) fn offers_lapse(&mut self, toucher: Color, saying: &mut Saying) {
        let lapsed: Vec<Offer> =
            self.offers.iter().copied().filter(|offer| offer.open && offer.by != toucher).collect();
        for offer in &mut self.offers {
            offer.open &= offer.by == toucher;
        }
        for Offer { by, ply, .. } in lapsed {
            self.say(saying, Event::DrawOffer { by: Text(by), ply, state: OfferState::Lapsed });
        }
    }

    fn order_result(
        &mut self,
        result: GameResult,
        reason: Reason,
        consent: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        if self.stage == Stage::Over {
            return Err("game_over");
        }
        if result == GameResult::Open {
            return Err("no_result");
        }
        let moves = self.plies() / 2;
        let minimum = self.rules.parameters.agreement_moves;
        if reason == Reason::Agreement && moves < minimum && !consent {
            return Err("agreement_too_early");
        }
        let result = self.resigned(result, reason);
        self.end(result, reason, u32::MAX, saying);
        Ok(())
    }

    /// Article 5.1.2: resigning is a draw where the opponent cannot mate, if the edition has it so.
    fn resigned(&self, result: GameResult, reason: Reason) -> GameResult {
        let winner = match result {
            GameResult::WhiteWins => Color::White,
            GameResult::BlackWins => Color::Black,
            other => return other,
        };
        let drawn = reason == Reason::Resignation
            && self.rules.parameters.hopeless_resignation == HopelessResignation::Drawn
            && self.cannot_mate(winner);
        if drawn { GameResult::Draw } else { result }
    }

    fn reopen(&mut self, why: Option<String>, saying: &mut Saying) -> Result<(), Refusal> {
        if self.stage != Stage::Over {
            return Err("game_not_over");
        }
        self.result = GameResult::Open;
        self.stage = Stage::Stopped(StoppedBy::Arbiter);
        self.told.setup = None;
        self.say(saying, Event::Reopened { why });
        Ok(())
    }

    pub(super) fn reinstate(&mut self, ply: u32, saying: &mut Saying) -> Result<(), Refusal> {
        if ply > self.plies() {
            return Err("no_such_ply");
        }
        if self.stage == Stage::Over {
            return Err("game_over");
        }
        self.withdraw(ply + 1, Withdrawal::Reinstate, saying);
        self.back_at_the_board(saying);
        Ok(())
    }

    fn set_position(&mut self, fen: &str, saying: &mut Saying) -> Result<(), Refusal> {
        if self.stage == Stage::Over {
            return Err("game_over");
        }
        let fen: Fen = fen.parse().map_err(|_| "not_a_fen")?;
        let stand = Stand::of(fen.into_setup());
        if stand.chess().is_none() {
            return Err("not_a_position");
        }
        let ply = self.plies();
        self.leg += 1;
        let event = Event::Leg { n: self.leg, fen: stand.fen(), ply };
        self.say(saying, event);
        self.placed = Some(Placed { ply, stand });
        self.back_at_the_board(saying);
        Ok(())
    }

    /// The game goes on from the last position of the record; the board is to show it.
    fn back_at_the_board(&mut self, saying: &mut Saying) {
        self.go_on();
        self.hold = None;
        self.away.clear();
        self.told.setup = None;
        if self.stage == Stage::Play {
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Arbiter);
            self.say_clock(saying);
        }
        self.reinstating(saying);
    }

    fn correct(&mut self, ply: u32, san: &str, saying: &mut Saying) -> Result<(), Refusal> {
        let place = (ply as usize).checked_sub(1).ok_or("no_such_ply")?;
        let entry = self.record.get(place).ok_or("no_such_ply")?;
        let m = parse(san, entry.ply.before.chess().ok_or("position_unknown")?)?;
        self.rewrite(ply, m, saying)
    }

    /// Replaces a move; the later ones must still be legal.
    fn rewrite(&mut self, ply: u32, m: shakmaty::Move, saying: &mut Saying) -> Result<(), Refusal> {
        let from = ply as usize - 1;
        let mut moves = vec![m];
        let mut stand = self.record[from].ply.before.play(m);
        for entry in &self.record[from + 1..] {
            let same = entry
                .ply
                .lawful()
                .and_then(|m| same_way(&stand, m))
                .ok_or("later_moves_illegal")?;
            stand = stand.play(same);
            moves.push(same);
        }
        let from = self.rewritten(from, &moves);
        for (place, was) in from {
            self.say_rewritten(place, was, saying);
        }
        Ok(())
    }

    fn penalty(
        &mut self,
        side: Color,
        kind: Penalty,
        ms: Option<Ms>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        let time = |ms: Option<Ms>| ms.and_then(|ms| i64::try_from(ms).ok()).ok_or("time_missing");
        match kind {
            Penalty::Warning => Ok(()),
            Penalty::TimeToOpponent => self.add_time(!side, time(ms)?, saying),
            Penalty::TimeOff => self.add_time(side, -time(ms)?, saying),
            Penalty::Loss if self.stage == Stage::Over => Err("game_over"),
            Penalty::Loss => {
                self.end(GameResult::lost_by(side), Reason::Conduct, u32::MAX, saying);
                Ok(())
            }
        }
    }

    fn add_time(&mut self, side: Color, ms: i64, saying: &mut Saying) -> Result<(), Refusal> {
        if !self.has_clock() || self.clocks.left(saying.t, side).is_none() {
            return Err("no_clock");
        }
        self.clocks.add(saying.t, side, ms);
        *self.told.flag.get_mut(side) = false;
        self.say_clock(saying);
        Ok(())
    }

    fn set_clock(&mut self, setting: Setting, saying: &mut Saying) -> Result<(), Refusal> {
        if !self.has_clock() {
            return Err("no_clock");
        }
        self.clocks.set(saying.t, setting);
        self.told.flag = ByColor::default();
        self.say_clock(saying);
        Ok(())
    }

    /// Takes back the last command, as long as no piece was touched and no clock pressed since.
    fn undo(&mut self) -> Result<(), Refusal> {
        let before = self.before.take().ok_or("nothing_to_undo")?;
        if before.tracker.log().next() != self.tracker.log().next() {
            return Err("play_went_on");
        }
        let (seq, now) = (self.seq, self.now);
        *self = Game { seq, now, ..*before };
        Ok(())
    }

    /// The daemon came back: both clocks stand until the arbiter resumes.
    pub(super) fn restarted(&mut self, gap_ms: Option<Ms>, saying: &mut Saying) {
        let event = Event::Resumed { gap_ms, core: crate::CORE, differs_from_seq: None };
        self.say(saying, event);
        if matches!(self.stage, Stage::Play | Stage::SeemsOver) && self.has_clock() {
            self.clocks.pause(saying.t);
            self.stage = Stage::Stopped(StoppedBy::Arbiter);
            self.say_clock(saying);
            let notice =
                Notice::new(Matter::ClockFault { reason: "restarted".into() }, Severity::Attention)
                    .for_technician();
            let notice = notice.citing(&self.rules, Concept::ClockFault);
            self.raise(saying, notice);
        }
    }
}

fn parse(san: &str, chess: &shakmaty::Chess) -> Result<shakmaty::Move, Refusal> {
    let san: San = san.trim_end_matches(['+', '#']).parse().map_err(|_| "not_a_move")?;
    san.to_move(chess).map_err(|_| "illegal_move")
}

/// The move of `stand` that goes the same way.
fn same_way(stand: &Stand, m: shakmaty::Move) -> Option<shakmaty::Move> {
    let same = |other: &&shakmaty::Move| {
        other.from() == m.from() && other.to() == m.to() && other.promotion() == m.promotion()
    };
    stand.moves().iter().find(same).copied()
}

fn ending_of(kind: AlertKind) -> Reason {
    match kind {
        AlertKind::FlagFall | AlertKind::BothFlags => Reason::FlagFall,
        AlertKind::IllegalMove
        | AlertKind::PressedWithoutMove
        | AlertKind::TwoHands
        | AlertKind::PromotionUnverified => Reason::IllegalMoves,
        _ => Reason::Arbiter,
    }
}
