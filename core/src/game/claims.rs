//! Players' claims (9.2 to 9.5, 6.8, 7.5, 4.8): checked against the record, looked at or carried out.

use serde_json::{Value, json};
use shakmaty::{Chess, Color, Move, Position};

use super::{Game, Saying, corrections::parse, orders::Refusal, touches::Away};
use crate::{
    board::{AlertKind, Claim, ClaimAnswer, Cleared, ClockKind, Event, GameResult, Reason, Text},
    rules::{Concept, Obligation, touch::Handled},
};

/// What a claim comes to.
pub(super) struct Checked {
    pub(super) answer: ClaimAnswer,
    pub(super) concept: Concept,
    pub(super) evidence: Value,
}

impl Checked {
    /// He may not claim now.
    pub(super) fn not_entitled(concept: Concept, evidence: Value) -> Checked {
        Checked { answer: ClaimAnswer::NotEntitled, concept, evidence }
    }
}

/// The kinds of alerts that say what a claim of touch-move is about.
const HANDLING: [AlertKind; 3] =
    [AlertKind::TouchMove, AlertKind::CastlingRookFirst, AlertKind::MoveRetracted];

impl Game {
    pub(super) fn claim(
        &mut self,
        by: Color,
        claim: Claim,
        intended: Option<&str>,
        check_only: bool,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.not_over()?;
        let intended = match (intended, self.chess()) {
            (None, _) => None,
            (Some(_), None) => return Err("position_unknown"),
            // Who is not to move intends none.
            (Some(_), Some(chess)) if chess.turn() != by => None,
            (Some(san), Some(chess)) => Some(parse(san, chess)?),
        };
        let Checked { answer, concept, evidence } = match claim {
            Claim::Threefold => self.check_threefold(by, intended)?,
            Claim::FiftyMoves => self.check_fifty_moves(by, intended)?,
            Claim::QuickplayFinish => self.check_quickplay(by),
            Claim::IllegalMove => self.check_illegal_move(by),
            Claim::TouchMove => self.check_touch_move(by),
            Claim::Flag => self.check_flag(by),
        };
        let article = self.article(concept);
        let cited = article.clone();
        self.say(saying, Event::Claim { by: Text(by), claim, answer, article: cited, evidence });
        if check_only {
            return Ok(());
        }
        match (claim, answer) {
            (Claim::Threefold, ClaimAnswer::Right) => {
                self.drawn_by_claim(Reason::ThreefoldRepetition, article, saying);
            }
            (Claim::FiftyMoves, ClaimAnswer::Right) => {
                self.drawn_by_claim(Reason::FiftyMoves, article, saying);
            }
            (Claim::Threefold | Claim::FiftyMoves, ClaimAnswer::Wrong) => {
                self.claimed_wrongly(by, intended, saying)?;
            }
            (Claim::QuickplayFinish, ClaimAnswer::Unknown) => self.claim_quickplay(by, saying)?,
            (Claim::Flag, ClaimAnswer::Right) => self.flag_claimed(!by, saying)?,
            (Claim::IllegalMove, _) => self.complained(by, claim, saying),
            _ => {}
        }
        Ok(())
    }

    fn drawn_by_claim(&mut self, reason: Reason, article: Option<String>, saying: &mut Saying) {
        self.end_with(GameResult::Draw, reason, article, u32::MAX, saying);
    }

    /// Articles 9.5.2 / 9.5.3: the clocks stop, the opponent gets time, the intended move must be made.
    /// A claim is also an offer (9.1.2.3).
    fn claimed_wrongly(
        &mut self,
        by: Color,
        intended: Option<Move>,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.offer(by, saying)?;
        if self.has_clock() {
            let ms = i64::try_from(self.rules.parameters.wrong_claim_ms).unwrap_or(0);
            self.add_time(!by, ms, saying)?;
        }
        self.stop_for_claim(saying)?;
        if let Some(m) = intended {
            let concept = Concept::ClaimedMoveNotPlayed;
            self.bind(Obligation { concept, moves: vec![m] }, shakmaty::Bitboard::EMPTY, saying);
        }
        Ok(())
    }

    /// Article 9.5: a claim stops the clocks.
    pub(super) fn stop_for_claim(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        if self.has_clock() && self.is_on().is_ok() { self.order_pause(saying) } else { Ok(()) }
    }

    /// Articles 9.2 and 9.3 are for the player who has the move, 9.4: and has touched nothing.
    fn may_claim_draw(&self, by: Color, chess: &Chess) -> Result<(), Checked> {
        let not_entitled =
            |why| Err(Checked::not_entitled(Concept::ClaimNotEntitled, json!({ "why": why })));
        if chess.turn() != by {
            return not_entitled("not_his_move");
        }
        if self.has_touched() { not_entitled("has_touched") } else { Ok(()) }
    }

    /// Article 9.4: what he holds, and what he has put back; but an enemy piece that he cannot take he
    /// has not touched to take it (4.3).
    fn has_touched(&self) -> bool {
        let put_back = || {
            let (stand, touched) = self.touched_this_turn(self.now)?;
            let capturable = stand.capturable();
            let to_play =
                |h: &Handled| h.piece.color == stand.turn() || capturable.contains(h.square);
            Some(touched.iter().any(to_play))
        };
        self.away.iter().any(Away::counts) || put_back().unwrap_or(false)
    }

    fn check_threefold(&self, by: Color, intended: Option<Move>) -> Result<Checked, Refusal> {
        let chess = self.chess().ok_or("position_unknown")?;
        if let Err(checked) = self.may_claim_draw(by, chess) {
            return Ok(checked);
        }
        let after = played(chess, intended);
        let count = self.occurrences(&after) + u32::from(intended.is_some());
        let (right, concept) = (
            count >= 3,
            match intended {
                Some(_) => Concept::EndedByThreefoldRepetitionIntended,
                None => Concept::EndedByThreefoldRepetition,
            },
        );
        let evidence = json!({
            "count": count,
            "plies": self.same_plies(&after),
            "alike": self.alike(&after),
        });
        Ok(Checked {
            answer: if right { ClaimAnswer::Right } else { ClaimAnswer::Wrong },
            concept,
            evidence,
        })
    }

    fn check_fifty_moves(&self, by: Color, intended: Option<Move>) -> Result<Checked, Refusal> {
        let chess = self.chess().ok_or("position_unknown")?;
        if let Err(checked) = self.may_claim_draw(by, chess) {
            return Ok(checked);
        }
        let halfmoves = played(chess, intended).halfmoves();
        let concept = match intended {
            Some(_) => Concept::EndedByFiftyMovesIntended,
            None => Concept::EndedByFiftyMoves,
        };
        let plies = self.plies() + u32::from(intended.is_some());
        let evidence = json!({
            "count": halfmoves / 2,
            "halfmoves": halfmoves,
            "since": plies.checked_sub(halfmoves),
        });
        let answer = if halfmoves >= 100 { ClaimAnswer::Right } else { ClaimAnswer::Wrong };
        Ok(Checked { answer, concept, evidence })
    }

    /// Article 6.8: a flag has fallen when a player claims it. Our count of another clock proves nothing.
    fn check_flag(&self, by: Color) -> Checked {
        let side = !by;
        let left = self.clocks.left(self.now, side);
        let answer = match self.clock {
            ClockKind::None | ClockKind::Tapped => ClaimAnswer::Unknown,
            _ if left.is_none() => ClaimAnswer::Unknown,
            ClockKind::External if self.is_down(side) && !self.reads_zero(side) => {
                ClaimAnswer::Unknown
            }
            // His own had fallen before.
            _ if self.fell_before(by, side) => ClaimAnswer::Wrong,
            _ if self.is_down(side) => ClaimAnswer::Right,
            _ => ClaimAnswer::Wrong,
        };
        let concept = Concept::FlagFall;
        Checked { answer, concept, evidence: json!({ "left_ms": left }) }
    }

    /// A known illegal move of the opponent's; that there was none no sensor can prove.
    fn check_illegal_move(&self, by: Color) -> Checked {
        let told = |alert: &&crate::board::Alert| {
            alert.kind() == AlertKind::IllegalMove && alert.side.map(|side| side.0) == Some(!by)
        };
        let concept = Concept::IllegalMove;
        match self.book.open().rev().find(told) {
            Some(alert) => {
                let evidence = json!({ "alert": alert.id, "ply": alert.ply + 1 });
                Checked { answer: ClaimAnswer::Right, concept, evidence }
            }
            None => Checked { answer: ClaimAnswer::Unknown, concept, evidence: json!({}) },
        }
    }

    /// Answered from the record of touches; who has touched a piece since complains too late (4.8).
    fn check_touch_move(&self, by: Color) -> Checked {
        let newest = self.plies().saturating_sub(1);
        let known = self.book.newest_of(&HANDLING, !by, newest);
        let concept = Concept::TouchMoveOwn;
        match known {
            Some((alert, None)) => {
                let evidence = json!({ "alert": alert.id, "ply": alert.ply });
                Checked { answer: ClaimAnswer::Right, concept, evidence }
            }
            Some((alert, Some(Cleared::Moot))) => {
                let (id, ply) = (alert.id, alert.ply);
                let evidence = json!({ "alert": id, "ply": ply, "why": "has_touched" });
                Checked::not_entitled(Concept::ComplaintLapsed, evidence)
            }
            _ => Checked { answer: ClaimAnswer::Unknown, concept, evidence: json!({}) },
        }
    }

    /// After which plies the position stood; 0 is the start.
    fn same_plies(&self, chess: &Chess) -> Vec<u32> {
        self.known().filter(|(_, stood)| *stood == chess).map(|(ply, _)| ply).collect()
    }

    /// Positions that look the same and are others, by castling or en passant (9.2.3), and whose move
    /// it was.
    fn alike(&self, chess: &Chess) -> Vec<Value> {
        let others =
            self.known().filter(|(_, stood)| stood.board() == chess.board() && *stood != chess);
        let differs = |stood: &Chess| {
            if stood.turn() != chess.turn() {
                "turn"
            } else if stood.castles().castling_rights() == chess.castles().castling_rights() {
                "en_passant"
            } else {
                "castling"
            }
        };
        others.map(|(ply, stood)| json!({ "ply": ply, "differs": differs(stood) })).collect()
    }

    fn known(&self) -> impl Iterator<Item = (u32, &Chess)> {
        self.positions().filter_map(|(ply, stand)| Some((ply, stand.chess()?)))
    }
}

fn played(chess: &Chess, intended: Option<Move>) -> Chess {
    let mut after = chess.clone();
    if let Some(m) = intended {
        after.play_unchecked(m);
    }
    after
}
