//! What stands on the board becomes the position of the game: the other way round from reinstating.

use shakmaty::{ByColor, Color, Piece, Role, Setup, Square};

use super::{Game, Placed, Saying, Stage, orders::Refusal};
use crate::{
    board::{Advice, Choice, Cleared, Event, Withdrawal},
    tracker::{Diff, Stand, Tracker, forfeit_castling, reach, way},
};

/// More pieces than this cannot be told apart by where they stand.
const MOST: usize = 5;

/// The position that fits what stands on the board.
enum Fitting {
    /// The one that is told.
    Told,
    /// One that legal moves lead to.
    Played(Box<Tracker>),
    /// The one after an earlier ply.
    Earlier(u32),
    /// One that no legal move leads to.
    Placed(Box<Stand>),
}

impl Game {
    /// The position on the board, offered beside an alert about pieces that stand wrong.
    pub(super) fn choice_of_board(&self) -> Option<Choice> {
        let fen = match self.fitting()? {
            Fitting::Told => return None,
            fitting => self.fen_of(&fitting),
        };
        Some(Choice { article: None, steps: vec![Advice::AcceptBoard { fen: Some(fen) }] })
    }

    /// Accepts the position on the board if it is still the one that was offered.
    pub(super) fn accept_offered(&mut self, fen: &str, saying: &mut Saying) -> Result<(), Refusal> {
        match self.fitting() {
            Some(fitting) if self.fen_of(&fitting) == fen => {
                self.accept(fitting, saying);
                Ok(())
            }
            _ => Err("changed"),
        }
    }

    pub(super) fn accept_board(&mut self, saying: &mut Saying) -> Result<(), Refusal> {
        self.is_on()?;
        let fitting = self.fitting().ok_or("no_possible_position")?;
        self.accept(fitting, saying);
        Ok(())
    }

    fn accept(&mut self, fitting: Fitting, saying: &mut Saying) {
        self.hold = None;
        self.clear_where(|alert| alert.names_squares(), Cleared::Restored, saying);
        match fitting {
            Fitting::Told => self.go_on(),
            Fitting::Played(tracker) => {
                self.lies_so();
                self.tracker = *tracker;
                for ply in self.untold() {
                    self.withdraw(ply.number, Withdrawal::AcceptBoard, saying);
                    self.tell(ply, saying);
                }
            }
            Fitting::Earlier(ply) => {
                self.withdraw(ply + 1, Withdrawal::AcceptBoard, saying);
                self.go_on();
            }
            Fitting::Placed(stand) => self.place(*stand, saying),
        }
        self.away.clear();
        if self.stage == Stage::SeemsOver {
            self.stage = Stage::Play;
        }
        if matches!(self.stage, Stage::Stopped(_)) {
            self.told.setup = None;
            self.reinstating(saying);
        }
    }

    /// The record goes on from a position that no legal move leads to.
    pub(super) fn place(&mut self, stand: Stand, saying: &mut Saying) {
        let ply = self.plies();
        self.leg += 1;
        self.say(saying, Event::Leg { n: self.leg, fen: stand.fen(), ply });
        self.placed = Some(Placed { ply, stand });
        self.go_on();
    }

    fn fen_of(&self, fitting: &Fitting) -> String {
        match fitting {
            Fitting::Told => self.stand().fen(),
            Fitting::Played(tracker) => tracker.best().stand.fen(),
            Fitting::Earlier(0) => self.start.fen(),
            Fitting::Earlier(ply) => self.record[*ply as usize - 1].fen.clone(),
            Fitting::Placed(stand) => stand.fen(),
        }
    }

    fn fitting(&self) -> Option<Fitting> {
        let shown = |stand: &Stand| self.tracker.diff_to(stand).is_empty();
        if shown(self.stand()) {
            return Some(Fitting::Told);
        }
        if let Some(tracker) = self.played() {
            return Some(Fitting::Played(tracker));
        }
        let earlier = self.record.iter().rposition(|entry| entry.told() && shown(&entry.ply.after));
        if let Some(place) = earlier {
            return Some(Fitting::Earlier(self.record[place].ply.number));
        }
        if shown(&self.start) {
            return Some(Fitting::Earlier(0));
        }
        self.rearranged().map(Box::new).map(Fitting::Placed)
    }

    /// Legal moves that lead from the told position to what stands on the board.
    fn played(&self) -> Option<Box<Tracker>> {
        self.chess()?;
        let mut tracker = self.tracker.clone();
        tracker.go_on(self.stand().clone(), self.plies(), self.newest());
        tracker.catch_up(self.now);
        let fits = tracker.plies() > self.plies()
            && tracker.diff().is_empty()
            && tracker.best().line.as_ref().is_some_and(|ply| ply.lawful().is_some());
        fits.then(|| Box::new(tracker))
    }

    /// The told position with the pieces that are gone on the squares that are full instead, each
    /// where it may most likely have come from; what finds no square was taken off.
    fn rearranged(&self) -> Option<Stand> {
        let stand = self.stand();
        let Diff { missing, extra } = self.tracker.diff_to(stand);
        if missing.is_empty() || extra.count() > missing.count() || missing.count() > MOST {
            return None;
        }
        let gone: Vec<(Square, Piece)> =
            missing.into_iter().filter_map(|s| Some((s, stand.board().piece_at(s)?))).collect();
        let full: Vec<Square> = extra.into_iter().collect();
        let turn = self.turn_now(&gone);
        let ways = arrangements(&gone, full.len());
        let possible = ways.into_iter().filter_map(|order| {
            let moved: Vec<_> = order.iter().map(|n| gone[*n]).zip(full.iter().copied()).collect();
            let colours = self.tracker.seen();
            let seen = moved.iter().all(|((_, piece), to)| {
                colours.color_at(*to).is_none_or(|color| color == piece.color)
            });
            let cost =
                moved.iter().map(|((from, piece), to)| far(stand, *from, *piece, *to)).sum::<u32>();
            seen.then(|| (cost, set_up(stand, &gone, &moved, turn)))
        });
        let mut possible: Vec<(u32, Setup)> = possible.collect();
        possible.sort_by_key(|(cost, _)| *cost);
        let mut stands = possible.into_iter().map(|(_, setup)| stand.another(setup));
        stands.find(|stand| stand.chess().is_some())
    }

    /// Whose move it is on the board as it stands: his whose clock runs or would run; without a clock
    /// the other's, if the player to move has moved one piece.
    fn turn_now(&self, gone: &[(Square, Piece)]) -> Color {
        let pressed =
            [Color::Black, Color::White].into_iter().max_by_key(|side| *self.last_press.get(*side));
        let pressed = pressed.filter(|side| self.last_press.get(*side).is_some());
        self.clocks.running().or(pressed.map(|side| !side)).unwrap_or_else(|| {
            let turn = self.stand().turn();
            let his = gone.iter().filter(|(_, piece)| piece.color == turn).count();
            if his == 1 { !turn } else { turn }
        })
    }
}

/// Every way to choose and order `k` of the pieces that are gone; both kings stay on the board.
fn arrangements(gone: &[(Square, Piece)], k: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..k {
        let longer = |order: Vec<usize>| {
            let rest = (0..gone.len()).filter(|n| !order.contains(n)).collect::<Vec<_>>();
            rest.into_iter().map(move |n| [order.as_slice(), &[n]].concat())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    let kings = |order: &Vec<usize>| {
        (0..gone.len()).all(|n| gone[n].1.role != Role::King || order.contains(&n))
    };
    found.retain(kings);
    found
}

/// How unlikely it is that the piece went there.
fn far(stand: &Stand, from: Square, piece: Piece, to: Square) -> u32 {
    if reach(stand.board(), from, piece).contains(to) {
        0
    } else if way(from, piece).contains(to) {
        2
    } else {
        4 + from.distance(to)
    }
}

fn set_up(
    stand: &Stand,
    gone: &[(Square, Piece)],
    moved: &[((Square, Piece), Square)],
    turn: Color,
) -> Setup {
    let mut setup = stand.setup();
    for (square, _) in gone {
        setup.board.discard_piece_at(*square);
    }
    for ((_, piece), to) in moved {
        setup.board.set_piece_at(*to, *piece);
    }
    let homes = ByColor::new_with(|color| stand.board().king_of(color));
    forfeit_castling(&mut setup, homes);
    setup.ep_square = None;
    setup.turn = turn;
    setup
}
