use std::io::{self, Write};

use touchmove_core::board::{Ms, Planes, Sensor, Side, Square};

use super::{MARKED, State};
use crate::{
    clock::LeverEnd,
    technician::{entry::list_or_none, selftest::rate},
    words::Words,
};

/// Draws the board in place, as it stands: only lines that differ are written again.
pub(super) struct Picture<'w> {
    words: &'w Words,
    sees: Sensor,
    board: String,
    drawn: Vec<String>,
}

impl<'w> Picture<'w> {
    /// Nothing is drawn yet.
    pub(super) fn new(words: &'w Words, sees: Sensor, board: &str) -> Picture<'w> {
        Picture { words, sees, board: board.into(), drawn: Vec::new() }
    }

    /// Draws what is known now.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub(super) fn draw(&mut self, state: &State, now: Ms, out: &mut impl Write) -> io::Result<()> {
        let lines = self.lines(state, now);
        if lines == self.drawn {
            return Ok(());
        }
        let above = self.drawn.len();
        if above > 0 {
            write!(out, "\x1b[{above}F")?;
        }
        for line in &lines {
            writeln!(out, "{line}\x1b[K")?;
        }
        // What was longer before is wiped.
        write!(out, "\x1b[J")?;
        self.drawn = lines;
        out.flush()
    }

    fn lines(&self, state: &State, now: Ms) -> Vec<String> {
        let board = self.board.as_str();
        let mut lines = vec![self.words.tell("scan-board", [("board", board.into())])];
        for rank in Square::ALL.chunks(8).rev() {
            let cells: String = rank.iter().map(|square| self.cell(state, *square, now)).collect();
            lines.push(format!("  {} {cells}", rank[0].rank()));
        }
        lines.push("     a  b  c  d  e  f  g  h".into());
        lines.push(String::new());
        lines.push(self.lever(state));
        lines.extend(state.measured.as_ref().map(|measured| rate(self.words, measured)));
        for (code, squares) in state.faults.all() {
            let squares = list_or_none(*squares);
            lines.push(
                self.words.tell(
                    "scan-fault",
                    [("code", code.as_str().into()), ("squares", squares.into())],
                ),
            );
        }
        let polarity = if self.sees == Sensor::Polarity { "yes" } else { "no" };
        lines.push(self.words.tell("scan-legend", [("polarity", polarity.into())]));
        lines.push(self.words.tell("scan-end", []));
        lines
    }

    /// A square in three columns: what is read, and a mark.
    fn cell(&self, state: &State, square: Square, now: Ms) -> String {
        let at = |planes: Option<Planes>| match planes {
            None => '?',
            Some(planes) if !planes.occupied().contains(square) => '.',
            Some(planes) => planes.color_at(square).map_or('#', |side| side.fold_wb('W', 'B')),
        };
        let changed = state.changed[usize::from(square)];
        let mark = match () {
            () if state.faults.unread().contains(square) => 'x',
            () if state.settled.is_some() && at(state.raw) != at(state.settled) => '~',
            () if changed.is_some_and(|t| now.saturating_sub(t) < MARKED) => '*',
            () => ' ',
        };
        format!(" {}{mark}", at(state.raw))
    }

    fn lever(&self, state: &State) -> String {
        let end = match state.lever {
            Some(LeverEnd::Left) => "left",
            Some(LeverEnd::Right) => "right",
            None => "none",
        };
        let side = Side::from_white(state.lever == Some(state.white_at));
        let side = self.words.tell(side.fold_wb("white-player", "black-player"), []);
        self.words.tell("scan-lever", [("end", end.into()), ("side", side.into())])
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::{
        board::{Bitboard, Header, Record, Squares, What},
        intake::Intake,
    };

    use super::*;
    use crate::words::Language;

    fn state() -> State {
        State::new(Intake::new(&Header::default()).unwrap(), None, LeverEnd::Left, Some(200))
    }

    fn raw(t: Ms, occupied: u64) -> Record {
        Record { t, what: What::Raw(Planes::Occupancy(Bitboard(occupied))) }
    }

    fn drawn(state: &State, now: Ms) -> Vec<String> {
        let words = Words::new(Language::En);
        Picture::new(&words, Sensor::Occupancy, "7").lines(state, now)
    }

    #[test]
    fn squares_stand_where_white_sees_them() {
        let mut state = state();
        state.see(raw(0, 0xffff_0000_0000_ffff));
        state.advance(1000);
        let lines = drawn(&state, 1000);
        assert_eq!(lines[1], "  8  #  #  #  #  #  #  #  # ");
        assert_eq!(lines[4], "  5  .  .  .  .  .  .  .  . ");
        state.see(raw(1000, 0xffff_0000_0000_efff));
        let lines = drawn(&state, 1001);
        assert_eq!(lines[7], "  2  #  #  #  #  .~ #  #  # ", "not settled yet");
        state.advance(1500);
        assert_eq!(drawn(&state, 1500)[7], "  2  #  #  #  #  .* #  #  # ");
        assert_eq!(drawn(&state, 2000)[7], "  2  #  #  #  #  .  #  #  # ");
    }

    #[test]
    fn what_cannot_be_read_is_marked_as_long_as_it_cannot() {
        let mut state = state();
        state.see(raw(0, 0));
        state.advance(1000);
        let squares = Squares(Square::A8.into());
        let reason = || "expander".to_string();
        state.see(Record { t: 1000, what: What::Fault { squares, reason: reason() } });
        let lines = drawn(&state, 1000);
        assert_eq!(lines[1], "  8  .x .  .  .  .  .  .  . ");
        assert!(lines.contains(&"expander: a8".to_string()), "{lines:#?}");
        state.see(Record { t: 1100, what: What::Mended { squares, reason: reason() } });
        assert_eq!(drawn(&state, 1100)[1], "  8  .  .  .  .  .  .  .  . ");
    }

    #[test]
    fn a_picture_takes_the_place_of_the_one_before() {
        let words = Words::new(Language::En);
        let mut picture = Picture::new(&words, Sensor::Occupancy, "7");
        let mut state = state();
        let (mut first, mut second, mut third) = (Vec::new(), Vec::new(), Vec::new());
        picture.draw(&state, 0, &mut first).unwrap();
        picture.draw(&state, 0, &mut second).unwrap();
        assert!(second.is_empty(), "nothing has changed");
        state.see(raw(0, 1));
        picture.draw(&state, 5, &mut third).unwrap();
        let lines = String::from_utf8(first).unwrap().matches('\n').count();
        assert!(third.starts_with(format!("\x1b[{lines}F").as_bytes()), "{third:?}");
    }
}
