//! The record put right: back to an earlier position, on from another, or with another move.

use shakmaty::{fen::Fen, san::San};

use super::{Entry, Game, Saying, Stage, StoppedBy, orders::Refusal};
use crate::{board::Withdrawal, tracker::Stand};

impl Game {
    pub(super) fn reinstate(&mut self, ply: u32, saying: &mut Saying) -> Result<(), Refusal> {
        if ply > self.plies() {
            return Err("no_such_ply");
        }
        self.not_over()?;
        self.withdraw(ply + 1, Withdrawal::Reinstate, saying);
        self.back_at_the_board(saying);
        Ok(())
    }

    pub(super) fn set_position(&mut self, fen: &str, saying: &mut Saying) -> Result<(), Refusal> {
        self.not_over()?;
        let fen: Fen = fen.parse().map_err(|_| "not_a_fen")?;
        let stand = self.start.another(fen.into_setup());
        if stand.chess().is_none() {
            return Err("not_a_position");
        }
        self.place(stand, saying);
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
        self.claimable(saying);
        self.tell_carried(saying);
        self.illegal_position(saying);
    }

    pub(super) fn correct(
        &mut self,
        ply: u32,
        san: &str,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
        self.not_over()?;
        let place = (ply as usize).checked_sub(1).ok_or("no_such_ply")?;
        let entry = self.record.get(place).ok_or("no_such_ply")?;
        let m = parse(san, entry.ply.before.chess().ok_or("position_unknown")?)?;
        self.rewrite(ply, m, saying)
    }

    /// Replaces a move; the later ones must still be legal.
    pub(super) fn rewrite(
        &mut self,
        ply: u32,
        m: shakmaty::Move,
        saying: &mut Saying,
    ) -> Result<(), Refusal> {
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
            self.say_changed(place, was, saying);
        }
        self.position_again(saying);
        Ok(())
    }

    /// The position has become another without a move: what it ends, or what may be claimed in it.
    fn position_again(&mut self, saying: &mut Saying) {
        self.note_ending();
        if self.record.last().is_some_and(Entry::completed) {
            self.end_by_position(saying);
            self.claimable(saying);
        }
    }
}

pub(super) fn parse(san: &str, chess: &shakmaty::Chess) -> Result<shakmaty::Move, Refusal> {
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
