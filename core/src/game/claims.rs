//! Players' claims (9.2 to 9.5) and draw offers (9.1).

use shakmaty::{Color, Position};

use super::{Game, Notice, Saying, corrections::parse, orders::Refusal};
use crate::{
    board::{
        AlertKind, Claim, ClaimAnswer, Event, GameResult, Matter, OfferState, Reason, Severity,
        Text,
    },
    rules::Concept,
};

/// A draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) by: Color,
    pub(super) ply: u32,
    pub(super) open: bool,
}

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
        self.complained(by, claim, saying);
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

    pub(super) fn offer(&mut self, by: Color, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
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

    /// Whatever was offered belongs to a game that is given up.
    pub(super) fn offers_withdrawn(&mut self, saying: &mut Saying) {
        for by in [Color::White, Color::Black] {
            self.offers_lapse(!by, saying);
        }
        self.offers.clear();
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
}
