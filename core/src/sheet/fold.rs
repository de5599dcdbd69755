use shakmaty::uci::UciMove;

use super::{
    Claimed, Clocks, Counted, LastMove, Leg, Move, MoveState, Obligation, Offer, OpenAlert,
    Ordered, Outcome, PastAlert, Phase, Setup, Sheet, Touch, turn,
};
use crate::board::{Alert, Cleared, Colours, Event, Ms, OfferState, Said, Side, Text};

/// How many touches a sheet keeps.
const TOUCHES: usize = 50;

impl Sheet {
    /// Takes the next event in. One that was taken in before changes nothing; the events of the next
    /// game, which are numbered from 1 again, belong on a new sheet.
    pub fn fold(&mut self, said: &Said) {
        if said.seq <= self.seq {
            return;
        }
        self.summary.seq = said.seq;
        self.summary.t = said.t;
        let t = said.t;
        if goes_on(&said.event) {
            self.ordered = None;
        }
        match &said.event {
            Event::Setup { missing, extra, wrong_color } => {
                let (missing, extra, wrong_color) = (*missing, *extra, *wrong_color);
                let wrong = missing.0 | extra.0 | wrong_color.0;
                self.setup = wrong.any().then_some(Setup { missing, extra, wrong_color });
                if self.phase == Phase::Ready || self.begins_anew() {
                    self.summary.phase = Phase::Setup;
                }
            }
            Event::Ready { fen } => self.ready(fen),
            Event::Started {} => self.started(),
            Event::Touch { square, piece, by, returned_to, lifted_ms } => {
                let (square, piece, by, returned_to, lifted_ms) =
                    (*square, *piece, *by, *returned_to, *lifted_ms);
                self.touched(Touch { t, square, piece, by, returned_to, lifted_ms });
            }
            Event::Obligation { side, moves, touched, .. } => {
                let (side, moves, touched) = (*side, moves.clone(), *touched);
                self.obligation =
                    (!moves.is_empty()).then_some(Obligation { side, moves, touched });
            }
            Event::MoveMade { ply, uci, san, fen, sure, inferred } => {
                // A leg counts on from its ply, so one at this ply or later has been given up.
                self.legs.retain(|leg| leg.ply < *ply);
                self.moves.retain(|line| line.ply != *ply);
                let line = self.line(*ply, t, *uci, san, fen);
                (line.sure, line.inferred) = (*sure, *inferred);
                self.started();
                self.changed(*ply, fen);
            }
            Event::MoveChanged { ply, uci, san, fen, sure, inferred, .. } => {
                let line = self.line(*ply, t, *uci, san, fen);
                (line.sure, line.inferred) = (*sure, *inferred);
                self.changed(*ply, fen);
            }
            Event::MoveCompleted { ply, uci, san, fen, white_ms, black_ms } => {
                let line = self.line(*ply, t, *uci, san, fen);
                let before = std::mem::replace(&mut line.state, MoveState::Completed);
                (line.white_ms, line.black_ms) = (*white_ms, *black_ms);
                if before == MoveState::Made {
                    self.count(fen, |moves| moves + 1);
                }
                self.obligation = None;
                self.changed(*ply, fen);
            }
            Event::MovesWithdrawn { from_ply, fen, .. } => self.withdrawn(*from_ply, fen),
            Event::Leg { n, fen, ply } => {
                // Of two that begin at one place only the newer has moves.
                self.legs.retain(|leg| leg.ply < *ply);
                self.legs.push(Leg { n: *n, fen: fen.clone(), ply: *ply });
                self.obligation = None;
                self.stands_after(*ply, fen);
            }
            Event::Promotion { ply, seen, .. } => {
                if let Some(line) = self.moves.iter_mut().find(|line| line.ply == *ply) {
                    line.promoted = Some(*seen);
                }
            }
            Event::DrawOffer { by, ply, state } => {
                self.offered(Offer { t, by: *by, ply: *ply, state: *state });
            }
            Event::Clock { running, .. } => {
                self.clocked(t, &said.event);
                // Play goes on, whatever was to be set up.
                if running.is_some() {
                    self.setup = None;
                    self.started();
                }
            }
            Event::Alert(alert) => self.raised(t, alert),
            Event::AlertCleared { id, why, .. } => self.cleared(t, *id, *why),
            Event::Claim { by, claim, answer, article, evidence } => self.claims.push(Claimed {
                t,
                ply: self.ply,
                by: *by,
                claim: *claim,
                answer: *answer,
                article: article.clone(),
                evidence: evidence.clone(),
            }),
            Event::ResultSignalled { result } => self.signalled = Some(*result),
            Event::GameOver { result, reason, article } => {
                let (result, reason, article) = (*result, *reason, article.clone());
                self.summary.result = Some(Outcome { result, reason, article, t });
                self.summary.phase = Phase::Over;
                self.setup = None;
                self.obligation = None;
                self.signalled = None;
            }
            Event::Reopened { .. } => {
                self.summary.result = None;
                self.summary.phase = Phase::Playing;
            }
            Event::Done { by, r#do, colours, .. } => {
                self.sit(*colours);
                self.done(t, r#do, by.as_ref());
            }
            Event::Resumed { .. } | Event::Refused { .. } => {}
        }
    }

    /// The clocks are told. Of the side that stands the moves are not: they are counted on from what
    /// was told when it ran.
    fn clocked(&mut self, t: Ms, event: &Event) {
        let &Event::Clock { white_ms, black_ms, running, period, moves, other_period, delay_ms } =
            event
        else {
            return;
        };
        let side = running.map_or(Side::White, |side| side.0);
        let before = self.summary.clocks.as_ref().map(|clocks| clocks.counted(!side));
        let other =
            Counted { period: other_period.unwrap_or(period), ..before.unwrap_or_default() };
        let own = Counted { moves, period };
        let (white, black) = side.fold_wb((own, other), (other, own));
        let delay_ms = delay_ms.unwrap_or(0);
        self.summary.clocks =
            Some(Clocks { white_ms, black_ms, running, period, moves, delay_ms, white, black, t });
    }

    /// Counts for the player who reached the position.
    fn count(&mut self, fen: &str, next: impl FnOnce(u32) -> u32) {
        if let Some(clocks) = &mut self.summary.clocks {
            let counted = clocks.counted_mut(!turn(fen));
            counted.moves = next(counted.moves);
        }
    }

    /// An order was carried out; what it cleared was told before, at the same time.
    fn done(&mut self, t: Ms, order: &str, by: Option<&String>) {
        if order == "decide" {
            let decided = |past: &&mut PastAlert| {
                past.cleared_t == t && matches!(past.why, Cleared::Applied | Cleared::Dismissed)
            };
            for past in self.past_alerts.iter_mut().filter(decided) {
                past.decided_by = by.cloned();
            }
        }
        let stays = ["undo", "start", "next_game", "abandon"].contains(&order);
        self.ordered = (!stays).then(|| Ordered { t, r#do: order.into(), by: by.cloned() });
    }

    fn sit(&mut self, colours: Colours) {
        let summary = &mut self.summary;
        if summary.colours != colours {
            summary.colours = colours;
            std::mem::swap(&mut summary.white, &mut summary.black);
            let tags = std::mem::take(&mut self.tags);
            self.tags =
                tags.into_iter().map(|(name, value)| (of_the_other(&name), value)).collect();
        }
    }

    /// Whether no move is left and no clock runs: the game may be about to be played anew.
    fn begins_anew(&self) -> bool {
        let stands = self.clocks.as_ref().is_some_and(|clocks| clocks.running.is_none());
        self.phase == Phase::Playing && self.moves.is_empty() && self.legs.is_empty() && stands
    }

    fn ready(&mut self, fen: &str) {
        self.setup = None;
        if matches!(self.phase, Phase::Setup | Phase::Ready) || self.begins_anew() {
            self.summary.phase = Phase::Ready;
            self.start_fen = fen.into();
            self.stands_after(0, fen);
        }
    }

    fn started(&mut self) {
        if matches!(self.phase, Phase::Setup | Phase::Ready) {
            self.summary.phase = Phase::Playing;
            self.setup = None;
        }
    }

    /// A second event about a touch says that the piece came back.
    fn touched(&mut self, touch: Touch) {
        let lifted = |known: &&mut Touch| {
            known.square == touch.square
                && known.piece == touch.piece
                && known.returned_to.is_none()
        };
        let known = self.touches.iter_mut().rev().find(lifted);
        match known.filter(|_| touch.returned_to.is_some()) {
            Some(known) => *known = Touch { t: known.t, ..touch },
            None => self.touches.push(touch),
        }
        let surplus = self.touches.len().saturating_sub(TOUCHES);
        self.touches.drain(..surplus);
    }

    /// The line of a ply with its new text; a new line if the ply has none yet.
    fn line(&mut self, ply: u32, t: Ms, uci: Text<UciMove>, san: &str, fen: &str) -> &mut Move {
        let (san, fen) = (san.to_owned(), fen.to_owned());
        let place = self.moves.partition_point(|line| line.ply < ply);
        if self.moves.get(place).is_some_and(|line| line.ply == ply) {
            let line = &mut self.moves[place];
            (line.uci, line.san, line.fen) = (uci, san, fen);
            return line;
        }
        let leg = self.legs.iter().rev().find(|leg| leg.ply < ply).map_or(1, |leg| leg.n);
        let line = Move {
            ply,
            uci,
            san,
            fen,
            sure: true,
            inferred: None,
            state: MoveState::Made,
            t,
            white_ms: None,
            black_ms: None,
            leg,
            promoted: None,
        };
        self.moves.insert(place, line);
        &mut self.moves[place]
    }

    /// A move of the record has another text; if it is the last one the position is another too.
    fn changed(&mut self, ply: u32, fen: &str) {
        let set_since = self.legs.last().is_some_and(|leg| leg.ply >= ply);
        if ply >= self.ply && !set_since {
            self.stands_after(ply, fen);
        } else {
            self.show_last();
        }
    }

    fn withdrawn(&mut self, from_ply: u32, fen: &str) {
        let gone = self.moves.split_off(self.moves.partition_point(|line| line.ply < from_ply));
        for line in gone.iter().filter(|line| line.state == MoveState::Completed) {
            self.count(&line.fen, |moves| moves.saturating_sub(1));
        }
        let last = from_ply.saturating_sub(1);
        // One that begins right there stays only if it is where the game stands now.
        self.legs.retain(|leg| leg.ply < last || leg.ply == last && leg.fen == fen);
        self.obligation = None;
        self.stands_after(last, fen);
    }

    fn stands_after(&mut self, ply: u32, fen: &str) {
        self.summary.ply = ply;
        self.summary.fen = fen.into();
        self.summary.turn = Text(turn(fen));
        self.show_last();
    }

    fn show_last(&mut self) {
        let at_a_glance =
            |line: &Move| LastMove { ply: line.ply, uci: line.uci, san: line.san.clone() };
        self.summary.last = self.moves.last().map(at_a_glance);
    }

    fn offered(&mut self, offer: Offer) {
        let open = |known: &&mut Offer| known.by == offer.by && known.state == OfferState::Made;
        let lapsed = offer.state == OfferState::Lapsed;
        match self.offers.iter_mut().rev().find(open).filter(|_| lapsed) {
            Some(known) => known.state = OfferState::Lapsed,
            None => self.offers.push(offer),
        }
    }

    /// A new alert, the next revision of an open one, or one that an undone decision brings back.
    fn raised(&mut self, t: Ms, alert: &Alert) {
        let alerts = &mut self.summary.alerts;
        if let Some(open) = alerts.iter_mut().find(|open| open.alert.id == alert.id) {
            open.alert = alert.clone();
            return;
        }
        let gone = self.past_alerts.iter().position(|past| past.was.alert.id == alert.id);
        let t = gone.map_or(t, |place| self.past_alerts.remove(place).was.t);
        let place = alerts.partition_point(|open| open.alert.id < alert.id);
        alerts.insert(place, OpenAlert { t, alert: alert.clone() });
    }

    fn cleared(&mut self, cleared_t: Ms, id: u32, why: Cleared) {
        let alerts = &mut self.summary.alerts;
        if let Some(place) = alerts.iter().position(|open| open.alert.id == id) {
            let was = alerts.remove(place);
            self.past_alerts.push(PastAlert { was, why, cleared_t, decided_by: None });
        }
    }
}

/// Whether a piece was touched or a clock pressed.
fn goes_on(event: &Event) -> bool {
    matches!(
        event,
        Event::Touch { .. }
            | Event::Setup { .. }
            | Event::Ready { .. }
            | Event::MoveMade { .. }
            | Event::MoveCompleted { .. }
            | Event::Clock { .. }
    )
}

/// `WhiteElo` for `BlackElo`, and the other way round.
fn of_the_other(tag: &str) -> String {
    match (tag.strip_prefix("White"), tag.strip_prefix("Black")) {
        (Some(what), _) => format!("Black{what}"),
        (_, Some(what)) => format!("White{what}"),
        _ => tag.to_owned(),
    }
}
