//! How a game ends by itself, and what nearly ends it.

use shakmaty::{Chess, Color, EnPassantMode, Position, zobrist::Zobrist64};

use super::{Game, Notice, Saying, Stage, proofs::Mating};
use crate::{
    board::{Alert, AlertKind, Cleared, Event, GameResult, Matter, Ms, Reason, Severity},
    rules::{Concept, HopelessResignation, Unclaimed},
    tracker::{ChangeKind, Hand, Stand},
};

impl Game {
    /// The reason for which the present position ends the game, whatever the arbiter has overruled.
    fn ending_reason(&self) -> Option<(Reason, GameResult)> {
        let last = self.record.last()?;
        let chess = self.chess().filter(|_| last.told())?;
        if self.stand().moves().is_empty() {
            return Some(if chess.is_check() {
                (Reason::Checkmate, GameResult::lost_by(chess.turn()))
            } else {
                (Reason::Stalemate, GameResult::Draw)
            });
        }
        if Color::ALL.into_iter().all(|side| self.mating(side) == Mating::Cannot) {
            return Some((Reason::DeadPosition, GameResult::Draw));
        }
        let parameters = &self.rules.parameters;
        if parameters.fivefold_repetition == Unclaimed::Ends && self.occurrences(chess) >= 5 {
            return Some((Reason::FivefoldRepetition, GameResult::Draw));
        }
        if parameters.seventy_five_moves == Unclaimed::Ends && chess.halfmoves() >= 150 {
            return Some((Reason::SeventyFiveMoves, GameResult::Draw));
        }
        None
    }

    /// How often the position has stood with the same side to move and the same rights (9.2.3).
    pub(super) fn occurrences(&self, chess: &Chess) -> u32 {
        let now = chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let reversible = usize::try_from(chess.halfmoves()).unwrap_or(usize::MAX);
        let recent = self.positions().rev().take(reversible.saturating_add(1));
        u32::try_from(recent.filter(|(_, stand)| stand.key() == now).count()).unwrap_or(u32::MAX)
    }

    /// The positions that have stood, and after how many moves; one that the arbiter set is among them.
    pub(super) fn positions(&self) -> impl DoubleEndedIterator<Item = (u32, &Stand)> {
        let set = |ply: u32, there: &Stand| {
            let placed = self.placed.as_ref().filter(|placed| placed.ply == ply);
            placed.map(|placed| &placed.stand).filter(|stand| stand.key() != there.key())
        };
        let moves = self.record.iter().map(|entry| (entry.ply.number, &*entry.ply.after));
        let all = std::iter::once((0, &self.start)).chain(moves);
        all.flat_map(move |(ply, stand)| {
            std::iter::once((ply, stand)).chain(set(ply, stand).map(|set| (ply, set)))
        })
    }

    pub(super) fn ending_due(&self) -> Option<Ms> {
        let last = self.record.last().filter(|_| self.stage == Stage::Play && self.quiet())?;
        let now = (self.plies(), self.stand().key());
        let ends = self.ending.is_some() && self.looked_at == Some(now);
        (self.tracker.plies() == self.plies() && ends)
            .then_some(last.ply.made + self.rules.times.ending_ms)
    }

    /// Notes whether the newest position ends the game: it is asked far more often than it changes.
    pub(super) fn note_ending(&mut self) {
        let now = (self.plies(), self.stand().key());
        if self.looked_at != Some(now) {
            self.looked_at = Some(now);
            let overruled = |(reason, _): &_| self.overruled == Some(*reason);
            self.ending = self.ending_reason().filter(|ending| !overruled(ending));
        }
    }

    /// Ends the game if its position does.
    pub(super) fn end_by_position(&mut self, saying: &mut Saying) {
        self.end_keeping(self.book.newest(), saying);
    }

    /// The same, when alerts newer than `kept` were raised by the move that ends it.
    pub(super) fn end_keeping(&mut self, kept: u32, saying: &mut Saying) {
        if self.stage != Stage::Play {
            return;
        }
        self.note_ending();
        let Some((reason, result)) = self.ending else { return };
        let place = self.record.len() - 1;
        if !self.record[place].completed() {
            self.complete(place, saying);
        }
        if self.stage == Stage::Play {
            self.end(result, reason, kept, saying);
        }
    }

    /// The game is over. Alerts newer than `kept` were raised by the ending move and stay decidable.
    pub(super) fn end(
        &mut self,
        result: GameResult,
        reason: Reason,
        kept: u32,
        saying: &mut Saying,
    ) {
        let article = self.article(Concept::ending(reason, false));
        self.end_with(result, reason, article, kept, saying);
    }

    /// The same by an article that is known already.
    pub(super) fn end_with(
        &mut self,
        result: GameResult,
        reason: Reason,
        article: Option<String>,
        kept: u32,
        saying: &mut Saying,
    ) {
        self.clocks.pause(saying.t);
        // No move will settle any more what is ambiguous now.
        self.tell_ambiguous(0, saying);
        self.clear_where(|alert| alert.id <= kept, Cleared::Moot, saying);
        self.say_clock(saying);
        let over = Event::GameOver { result, reason, article };
        self.outcome = Some(over.clone());
        self.say(saying, over);
        self.stage = Stage::Over;
        self.unnoticed = Some(reason).filter(|reason| self.may_be_unnoticed(*reason));
        self.hold = None;
        self.away.clear();
    }

    /// What the side to move could claim (9.2, 9.3): never on a screen that others can see.
    pub(super) fn claimable(&mut self, saying: &mut Saying) {
        let chess = self.chess().filter(|_| self.stage == Stage::Play);
        let threefold = chess.map(|chess| self.occurrences(chess)).filter(|times| *times >= 3);
        let fifty = chess.map(Position::halfmoves).filter(|halfmoves| *halfmoves >= 100);
        let threefold = threefold.map(|count| Matter::ThreefoldClaimable { count });
        let fifty = fifty.map(|halfmoves| Matter::FiftyMovesClaimable { count: halfmoves / 2 });
        self.tell_claimable(AlertKind::ThreefoldClaimable, threefold, saying);
        self.tell_claimable(AlertKind::FiftyMovesClaimable, fifty, saying);
    }

    fn tell_claimable(&mut self, kind: AlertKind, matter: Option<Matter>, saying: &mut Saying) {
        let (side, ply) = (self.stand().turn(), self.plies());
        let said = |alert: &Alert| matter.as_ref() == Some(&alert.matter) && alert.ply == ply;
        if self.book.open().any(said) {
            return;
        }
        self.clear_kind(kind, Cleared::Moot, saying);
        let Some(matter) = matter else { return };
        let concept = match kind {
            AlertKind::FiftyMovesClaimable => Concept::FiftyMovesClaimable,
            _ => Concept::ThreefoldClaimable,
        };
        let notice = Notice::new(matter, Severity::Info).by(side);
        self.raise(saying, notice.citing(&self.rules, concept));
    }

    /// Article 5.1.2: resigning is a draw where the opponent cannot mate, if the edition has it so. Where
    /// that is not known yet the result is told again once it is.
    pub(super) fn resign(&mut self, result: GameResult, saying: &mut Saying) {
        let winner = match result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            _ => None,
        };
        let drawable = self.rules.parameters.hopeless_resignation == HopelessResignation::Drawn;
        let mating = winner.filter(|_| drawable).map(|winner| self.mating(winner));
        self.resigned_to = winner.filter(|_| mating == Some(Mating::Asked));
        let drawn = mating == Some(Mating::Cannot);
        let result = if drawn { GameResult::Draw } else { result };
        self.end(result, Reason::Resignation, u32::MAX, saying);
    }

    /// It is known by now whether the winner by a resignation could mate.
    pub(super) fn resignation_again(&mut self, saying: &mut Saying) {
        let Some(winner) = self.resigned_to.filter(|_| self.stage == Stage::Over) else { return };
        let mating = self.mating(winner);
        if mating == Mating::Asked {
            return;
        }
        self.resigned_to = None;
        if mating == Mating::Cannot {
            self.say(saying, Event::Reopened { why: Some("proof".into()) });
            self.end(GameResult::Draw, Reason::Resignation, u32::MAX, saying);
        }
    }

    /// Article 8.7: the players have finished and no result is entered.
    pub(super) fn seems_over(&mut self, saying: &mut Saying) {
        let Some(disorder) = self.disorder() else { return };
        self.settle(saying);
        // What was never pressed for and had not stood when the disorder began was no move.
        let fresh = self.record.iter().rposition(|entry| {
            entry.ply.pressed.is_some()
                || entry.ply.made + self.rules.times.displaced_ms <= disorder
        });
        let keep = fresh.map_or(0, |place| place + 1);
        self.withdraw(u32::try_from(keep).unwrap_or(0) + 1, crate::board::Withdrawal::Hand, saying);
        self.note_that_it_seems_over(saying);
    }

    /// The clocks were stopped, and pieces of both players have been moved since.
    pub(super) fn put_away(&mut self, saying: &mut Saying) {
        let missing = self.tracker.diff_to(self.stand()).missing;
        let board = self.stand().board();
        let of = |color: Color| (missing & board.by_color(color) & !board.kings()).any();
        if of(Color::White) && of(Color::Black) {
            self.note_that_it_seems_over(saying);
        }
    }

    fn note_that_it_seems_over(&mut self, saying: &mut Saying) {
        self.clear_kind(AlertKind::Displaced, Cleared::Moot, saying);
        let notice = Notice::new(Matter::GameSeemsOver {}, Severity::Attention);
        let notice = notice.citing(&self.rules, Concept::GameSeemsOver);
        self.raise(saying, notice);
        self.stage = Stage::SeemsOver;
    }

    /// When the pieces began to return to their starting squares otherwise than by moves.
    fn set_up_again(&self) -> Option<Ms> {
        let board = self.start.board();
        let home = |color: Color| {
            let still = self.stand().board().by_color(color) & board.by_color(color);
            still.count() < board.by_color(color).count()
        };
        let again = self.tracker.diff_to(&self.start).is_empty()
            && home(Color::White)
            && home(Color::Black);
        let unexplained = self.tracker.log().since(self.tracker.best().began);
        again.then(|| unexplained.first().map_or(self.now, |change| change.t))
    }

    /// When the present disorder began, if it looks as if the players had finished: four or more
    /// squares wrong, and pieces of both armies handled within ten seconds without a press; or the
    /// starting position.
    fn disorder(&self) -> Option<Ms> {
        if self.tracker.best().hand != Hand::Displaced {
            return None;
        }
        if let Some(began) = self.set_up_again() {
            return Some(began);
        }
        let wrong = self.tracker.diff().squares();
        if wrong.count() < 4 {
            return None;
        }
        let since = self.now.saturating_sub(self.rules.times.seems_over_ms);
        let board = self.tracker.best().stand.board();
        let pressed = self.record.last().and_then(|entry| entry.ply.pressed).unwrap_or(0);
        let recent = self.tracker.log().recent(since.max(pressed));
        let lifted = |color: Color| {
            recent
                .iter()
                .filter(|c| c.kind == ChangeKind::Lift && board.color_at(c.square) == Some(color))
                .filter(|c| wrong.contains(c.square))
                .count()
        };
        let both = lifted(Color::White) >= 2 && lifted(Color::Black) >= 2;
        // What belongs to the last move that is explained is no part of it.
        let unexplained = self.tracker.log().since(self.tracker.best().began);
        let began = unexplained.iter().find(|c| c.t >= since && wrong.contains(c.square));
        both.then(|| began.map_or(self.now, |c| c.t))
    }
}
