//! What a completed move shows: touch-move, castling, promotion, the clock.

use shakmaty::{Bitboard, Move, Square};

use super::{Game, Notice, Saying, entry::Touches, touches::Away};
use crate::{
    board::{Advice, Alert, AlertKind, Cleared, Matter, Ms, Severity, Text, Touched},
    rules::{
        ComplaintLapses, Concept, Obligation, Treatment, TurnPasses, UnpromotedPawn, illegal,
        obligation,
        touch::{self, Handled},
    },
    tracker::{
        Also, Castling, Change, ChangeKind, Effect, Hand, Ply, Shape, Step, last_lift, last_place,
        piece_first,
    },
};

impl Game {
    /// Weighs a completed move.
    pub(super) fn judge(&mut self, ply: &Ply, saying: &mut Saying) {
        let Step::Lawful(m) = ply.step else { return };
        let changes = self.tracker.log().range(ply.changes.0, ply.changes.1).to_vec();
        if !self.went_unseen(ply) {
            self.judge_castling(ply, m, &changes, saying);
            self.judge_retraction(ply, m, &changes, saying);
            self.judge_taken_back(ply, &changes, saying);
            self.judge_hands(ply, m, &changes, saying);
            self.judge_promotion(ply, m, &changes, saying);
        }
        self.judge_early_press(ply, saying);
        // Before the move may end the game: then nothing more is raised.
        self.judge_sure_moves(saying);
    }

    /// Weighs what was touched before the completed moves that have become sure: which piece was moved
    /// is what it turns on.
    pub(super) fn judge_sure_moves(&mut self, saying: &mut Saying) {
        for place in self.settled..self.record.len() {
            let entry = &mut self.record[place];
            if entry.completed() && entry.sure && entry.touches == Touches::Open {
                entry.touches = Touches::Weighed;
                let ply = entry.ply.clone();
                let Step::Lawful(m) = ply.step else { continue };
                if self.went_unseen(&ply) {
                    continue;
                }
                let changes = self.tracker.log().range(ply.changes.0, ply.changes.1).to_vec();
                self.judge_touches(&ply, m, &changes, saying);
            }
        }
    }

    pub(super) fn before(ply: &Ply) -> u32 {
        ply.number - 1
    }

    /// Articles 4.3 and 4.4.1: the move does not honour what was touched first.
    fn judge_touches(&mut self, ply: &Ply, m: Move, changes: &[Change], saying: &mut Saying) {
        let counted = &changes[..begins(m, changes)];
        let handled = self.touched_before(ply, counted, TurnPasses::Completed);
        let ordered = self.ordered_before(ply);
        let by_order = ordered.is_some();
        let bound = ordered.or_else(|| obligation(&self.rules, &ply.before, &handled));
        if let Some(broken) = broken(bound, m) {
            let severity =
                if by_order { Severity::Decision } else { self.touch_severity(ply, &handled) };
            self.touch_move(ply, broken, &handled, severity, saying);
        } else if !by_order && self.rules.parameters.turn_passes == TurnPasses::Made {
            // His turn had come, but while the opponent's clock runs hands meet over the board.
            let handled = self.touched_before(ply, counted, TurnPasses::Made);
            if let Some(broken) = broken(obligation(&self.rules, &ply.before, &handled), m) {
                self.touch_move(ply, broken, &handled, Severity::Info, saying);
            }
        }
    }

    fn touch_move(
        &mut self,
        ply: &Ply,
        obligation: Obligation,
        handled: &[Handled],
        severity: Severity,
        saying: &mut Saying,
    ) {
        let (side, concept) = (ply.by(), obligation.concept);
        let required: Vec<_> = obligation.moves.iter().map(|m| Text(ply.before.uci(*m))).collect();
        let moves = required.clone();
        let matter = match concept {
            Concept::ClaimedMoveNotPlayed => Matter::ClaimedMoveNotPlayed { required },
            _ => Matter::TouchMove {
                touched: handled.iter().map(evidence).collect(),
                uci: Text(ply.uci()),
                required,
                presumption: Some(self.rules.parameters.touch),
            },
        };
        let notice = Notice::new(matter, severity)
            .by(side)
            .at(handled.iter().map(|h| h.square).collect())
            .advise(vec![
                Advice::Reinstate { ply: Game::before(ply) },
                Advice::Oblige { side: Text(side), moves },
            ]);
        let notice = notice.citing(&self.rules, concept);
        self.raise(saying, notice);
    }

    fn touch_severity(&self, ply: &Ply, handled: &[Handled]) -> Severity {
        let set_elsewhere = handled.iter().any(|h| h.set_on.is_some());
        let both_in_the_air = handled.iter().any(|own| {
            own.piece.color == ply.by()
                && handled
                    .iter()
                    .any(|theirs| theirs.piece.color != ply.by() && overlap(own, theirs))
        });
        let replaces_illegal = self.illegal_at(Game::before(ply), ply.by());
        if set_elsewhere || both_in_the_air || replaces_illegal {
            Severity::Decision
        } else if ply.number == 1 || handled.len() >= 3 {
            Severity::Info
        } else {
            Severity::Attention
        }
    }

    /// Articles 4.6 / 4.7: the piece stood at least 3 s where it could go, and went on.
    fn judge_retraction(&mut self, ply: &Ply, m: Move, changes: &[Change], saying: &mut Saying) {
        let Some(from) = m.from() else { return };
        let stood = self.stood(ply, from, m, changes);
        let Some(stood) = stood else { return };
        let side = ply.by();
        let uci = Text(ply.before.uci(stood));
        let notice = Notice::new(
            Matter::MoveRetracted { uci: Text(ply.uci()), stood: uci },
            Severity::Attention,
        )
        .by(side)
        .at(stood.to().into())
        .advise(vec![
            Advice::Reinstate { ply: Game::before(ply) },
            Advice::Oblige { side: Text(side), moves: vec![uci] },
        ]);
        let notice = notice.citing(&self.rules, Concept::MoveRetracted);
        self.raise(saying, notice);
    }

    fn stood(&self, ply: &Ply, from: Square, made: Move, changes: &[Change]) -> Option<Move> {
        let wait = self.rules.times.retracted_ms;
        let rook_to = Castling::of(made).map(|castling| castling.rook_to);
        changes.iter().enumerate().find_map(|(i, place)| {
            let next = changes.get(i + 1)?;
            let in_hand = changes[..i].iter().any(|c| c.square == from && c.kind.is_lift());
            let lifted_again = next.kind == ChangeKind::Lift && next.square == place.square;
            // The rook that was set down in castling is straightened.
            let straightened = rook_to == Some(place.square);
            let stood = next.t >= place.t + wait && !place.kind.is_lift();
            if !stood || !in_hand || !lifted_again || straightened {
                return None;
            }
            ply.before.moves().iter().copied().find(|m| {
                m.from() == Some(from)
                    && reaches(*m) == place.square
                    && reaches(made) != reaches(*m)
            })
        })
    }

    /// Article 4.6, last paragraph: a piece was released where it cannot go, and the move was put right
    /// before the press.
    fn judge_taken_back(&mut self, ply: &Ply, changes: &[Change], saying: &mut Saying) {
        let treatment = self.rules.parameters.illegal_move_taken_back;
        let told = self.illegal_at(Game::before(ply), ply.by());
        if treatment == Treatment::Nothing || told {
            return;
        }
        let stand = &ply.before;
        let brush = self.rules.times.brush_ms;
        let illegal = touch::handled(stand, changes, ply.made, brush).into_iter().find_map(|h| {
            let on = h.set_on.filter(|on| on.stood_ms >= self.rules.times.retracted_ms)?;
            let lawful = |m: &&Move| m.from() == Some(h.square) && reaches(**m) == on.square;
            let own = h.piece.color == ply.by();
            let (from, to) = (h.square, on.square);
            (own && !stand.moves().iter().any(|m| lawful(&m))).then_some(Shape {
                from,
                to,
                also: Also::Nothing,
            })
        });
        let Some(shape) = illegal else { return };
        let side = ply.by();
        let (count, advice) = match treatment {
            Treatment::AsIllegalMove => {
                let count = self.next_count(side);
                (count, self.penalty_advice(side, count))
            }
            Treatment::Nothing | Treatment::Warning => {
                (*self.illegal.get(side), vec![Advice::Warn { side: Text(side) }])
            }
        };
        let reason = illegal::reason(stand, shape);
        let matter = Matter::IllegalMove { uci: Text(shape.uci()), reason, count, hint: None };
        // No squares: whatever stands wrong on them later is another matter.
        let notice = Notice::new(matter, Severity::Info).by(side).advise(advice);
        let notice = notice.citing(&self.rules, Concept::TakenBackBeforePress);
        self.raise(saying, notice);
    }

    /// Whether something was exchanged on the promotion square.
    pub(super) fn swapped(&self, ply: &Ply) -> bool {
        let Step::Lawful(m) = ply.step else { return false };
        let changes = self.tracker.log().range(ply.changes.0, ply.changes.1);
        if piece_first(m, changes) {
            return true;
        }
        let pawn = m.from().and_then(|from| last_lift(changes, from)).unwrap_or(0);
        let on_it = |change: &&Change| change.square == m.to();
        let mut there = changes[pawn..].iter().filter(on_it);
        there.any(|change| !change.kind.is_lift()) && there.any(|change| change.kind.is_lift())
    }

    /// Articles 4.6.3 / 7.5.2: no exchange was seen on the promotion square.
    fn judge_promotion(&mut self, ply: &Ply, m: Move, changes: &[Change], saying: &mut Saying) {
        if m.promotion().is_none() || ply.pressed.is_none() || self.swapped(ply) {
            return;
        }
        let lifted = m.from().and_then(|from| last_lift(changes, from));
        let quick = match (lifted, last_place(changes, m.to())) {
            (Some(lifted), Some(placed)) => {
                let took = changes[placed].t.saturating_sub(changes[lifted].t);
                took < self.rules.times.promotion_ms
            }
            _ => true,
        };
        let severity = if quick { Severity::Attention } else { Severity::Info };
        let side = ply.by();
        let count = self.next_count(side);
        let mut advice = match self.rules.parameters.unpromoted_pawn {
            UnpromotedPawn::Queen => vec![Advice::Promote { piece: 'q' }],
            // The player chooses, and the arbiter corrects the record.
            UnpromotedPawn::AnyPiece => Vec::new(),
        };
        advice.extend(self.penalty_advice(side, count));
        let notice = Notice::new(Matter::PromotionUnverified {}, severity)
            .by(side)
            .at(m.to().into())
            .advise(advice);
        let notice = notice.citing(&self.rules, Concept::PromotionUnverified);
        self.raise(saying, notice);
    }

    /// Articles 6.7.1 / 6.2.4: pressed in mid-move and finished later.
    pub(super) fn judge_early_press(&mut self, ply: &Ply, saying: &mut Saying) {
        let early = ply.pressed.is_some_and(|t| t + self.rules.times.early_press_ms < ply.made);
        if !early || self.went_unseen(ply) {
            return;
        }
        let side = ply.by();
        let notice =
            Notice::new(Matter::PressedEarly { uci: Text(ply.uci()) }, Severity::Attention)
                .by(side)
                .advise(vec![Advice::Warn { side: Text(side) }]);
        let half = self.was_half_done(ply).then(|| self.choice_of_illegal(side, Game::before(ply)));
        let notice = Notice { choices: Vec::from_iter(half), ..notice };
        let notice = notice.citing(&self.rules, Concept::PressedEarly);
        self.raise(saying, notice);
    }

    /// Whether castling or en passant was half done, with nothing in the air, when its player pressed.
    fn was_half_done(&self, ply: &Ply) -> bool {
        let two = ply.lawful().is_some_and(|m| m.is_castle() || m.is_en_passant());
        let changes = self.tracker.log().range(ply.changes.0, ply.changes.1);
        let before = changes.iter().take_while(|c| ply.pressed.is_some_and(|t| c.t <= t));
        let (lifts, places): (Vec<&Change>, Vec<&Change>) = before.partition(|c| c.kind.is_lift());
        two && !lifts.is_empty() && lifts.len() == places.len()
    }

    /// A move was told: what does that settle?
    pub(super) fn after_reply(&mut self, saying: &mut Saying) {
        self.moved_on();
        let Some(last) = self.record.last().map(|entry| entry.ply.clone()) else { return };
        if let Some(before) = self.record.len().checked_sub(2).map(|place| &self.record[place]) {
            let (side, told) = (before.ply.by(), before.told());
            if self.has_clock() && before.ply.pressed.is_none() && told {
                let notice = Notice::new(Matter::MovedBeforePress {}, Severity::Info).by(side);
                let notice = notice.citing(&self.rules, Concept::MovedBeforePress);
                self.raise(saying, notice);
            }
        }
        self.offers_lapse(last.by(), saying);
    }

    /// Articles 4.7 / 4.8: at the opponent's touch the right to complain ends.
    pub(super) fn lapses(&mut self, away: &Away, saying: &mut Saying) {
        let turn = self.tracker.best().stand.turn();
        if away.piece.color != turn {
            return;
        }
        let about: &[AlertKind] = match self.rules.parameters.complaint_lapses {
            ComplaintLapses::TouchedPieces => &[AlertKind::TouchMove, AlertKind::CastlingRookFirst],
            ComplaintLapses::AllHandling => &[
                AlertKind::TouchMove,
                AlertKind::CastlingRookFirst,
                AlertKind::MoveRetracted,
                AlertKind::TwoHands,
            ],
        };
        let lapses = |alert: &Alert| {
            about.contains(&alert.kind()) && alert.side.map(|side| side.0) == Some(!turn)
        };
        self.clear_where(lapses, Cleared::Moot, saying);
        self.offers_lapse(turn, saying);
    }

    /// A move that stayed ambiguous although its player has moved twice since.
    pub(super) fn still_ambiguous(&mut self, saying: &mut Saying) {
        self.tell_ambiguous(4, saying);
    }

    /// Tells the moves that are ambiguous and after which so many plies have been played.
    pub(super) fn tell_ambiguous(&mut self, plies: u32, saying: &mut Saying) {
        let last = self.plies();
        for place in self.settled..self.record.len() {
            let entry = &self.record[place];
            let promotes = entry.ply.lawful().is_some_and(|m| m.promotion().is_some());
            let old = last >= entry.ply.number + plies;
            if entry.sure || entry.ambiguous || promotes || !old {
                continue;
            }
            let ply = entry.ply.clone();
            let mut candidates = vec![Text(ply.uci())];
            let rivals = self.tracker.rivals(&ply).filter(|rival| rival.lawful().is_some());
            for rival in rivals.map(|rival| Text(rival.uci())) {
                if !candidates.contains(&rival) {
                    candidates.push(rival);
                }
            }
            if candidates.len() < 2 {
                continue;
            }
            self.record[place].ambiguous = true;
            let notice = Notice::new(Matter::AmbiguousMove { candidates }, Severity::Attention)
                .by(ply.by())
                .for_technician();
            self.raise(saying, notice);
        }
    }

    /// Whether the tracker holds the players' last moves for done.
    pub(super) fn quiet(&self) -> bool {
        self.tracker.best().hand == Hand::Rest
    }
}

/// Where in the changes the lift stands with which the move begins: the last time that one of its
/// pieces left for good.
fn begins(m: Move, changes: &[Change]) -> usize {
    let effect = Effect::of(m);
    let leaves = effect.leaves | effect.victim.map_or(Bitboard::EMPTY, Bitboard::from);
    let first = leaves.into_iter().filter_map(|square| last_lift(changes, square)).min();
    first.unwrap_or(changes.len())
}

/// Where the piece that begins the move stands after it; in castling the king.
fn reaches(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => crate::tracker::castled(king, rook).0,
        _ => m.to(),
    }
}

/// When something was first set on a square.
pub(super) fn back(changes: &[Change], square: Square) -> Option<Ms> {
    changes.iter().find(|c| c.square == square && !c.kind.is_lift()).map(|c| c.t)
}

fn overlap(a: &Handled, b: &Handled) -> bool {
    let end = |h: &Handled| h.returned.unwrap_or(Ms::MAX);
    a.lifted < end(b) && b.lifted < end(a)
}

fn evidence(h: &Handled) -> Touched {
    Touched {
        square: Text(h.square),
        piece: h.piece.char(),
        from: h.lifted,
        to: h.returned,
        lifted_ms: h.lifted_ms(),
        set_on: h.set_on.map(|on| Text(on.square)),
    }
}

/// An obligation that the move does not honour.
fn broken(bound: Option<Obligation>, m: Move) -> Option<Obligation> {
    bound.filter(|bound| !bound.allows(m) && !told_otherwise(bound, m))
}

/// Whether another alert says what is wrong with a move that does not honour an obligation: a king
/// released for castling and moved on was retracted (4.6 / 4.7); who touched the rook and castled
/// touched it before the king (4.4.2).
fn told_otherwise(obligation: &Obligation, m: Move) -> bool {
    let mut bound = obligation.moves.iter().filter_map(|bound| bound.from());
    match (obligation.concept, m) {
        (Concept::KingReleased, _) => bound.all(|from| m.from() == Some(from)),
        (Concept::TouchMoveOwn, Move::Castle { rook, .. }) => bound.all(|from| from == rook),
        _ => false,
    }
}
