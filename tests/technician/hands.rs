//! Hands that do what a commissioning asks for.

use crate::{
    board::{Board, Hand},
    terminal::Terminal,
};

/// What the hands have on the board.
struct Hands<'b> {
    hand: Hand<'b>,
    /// The piece that is led over the board.
    piece: Option<String>,
}

/// Does whatever is asked for until the program ends; what cannot be done is skipped once the
/// program says how. Gives the exit code and what was written.
pub(crate) fn follow(board: &Board, mut terminal: Terminal) -> (i32, Vec<String>) {
    let mut hands: Option<Hands<'_>> = None;
    let mut number = String::new();
    while let Some(line) = terminal.line() {
        if line.contains("Nothing more is read") {
            // It may have been said before slow hands had done it.
            terminal.types(&format!("s {number}"));
        } else if let Some((done, task)) = task(&line) {
            number = done.into();
            let hands = hands.get_or_insert_with(|| Hands { hand: board.hand(), piece: None });
            hands.carry_out(task);
        }
    }
    terminal.ends()
}

/// Number and task of a line like ` 3/68 Put one piece on a1, and nothing anywhere else.`
fn task(line: &str) -> Option<(&str, &str)> {
    let (number, task) = line.trim_start().split_once(' ')?;
    let (done, of) = number.split_once('/')?;
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    (is_number(done) && is_number(of)).then_some((done, task))
}

impl Hands<'_> {
    fn carry_out(&mut self, task: &str) {
        let words: Vec<&str> =
            task.split([' ', ',', '.', ';']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["Take", "everything", ..] => {
                self.piece = None;
                self.hand.sets(0, 0);
            }
            ["Put", "one", "piece", "more", "on", square, ..]
            | ["Put", "one", "piece", "on", square, ..] => {
                self.leads(square, 0);
            }
            ["Put", "a", colour, "piece", "on", square, ..] => {
                self.leads(square, usize::from(*colour == "black"));
            }
            ["Put", "a", "piece", "on", "each", "of", squares @ ..] => {
                self.piece = None;
                let ranks = squares.iter().take_while(|word| word.contains('–'));
                self.hand.sets(ranks.map(|range| ranks_of(range)).sum(), 0);
            }
            ["Press", "the", end, ..] => {
                self.hand.presses(if *end == "left" { "white" } else { "black" });
            }
            _ => panic!("no hand can do this: {task}"),
        }
    }

    /// Takes the piece from where it is to this square.
    fn leads(&mut self, square: &str, plane: usize) {
        if let Some(from) = self.piece.take() {
            self.hand.lifts(&from);
        }
        self.hand.places(square, plane);
        self.piece = Some(square.into());
    }
}

/// The squares of `a1–h2`.
fn ranks_of(range: &str) -> u64 {
    let rank = |square: &str| square[1..].parse::<u32>().unwrap();
    let (from, to) = range.split_once('–').unwrap();
    (rank(from)..=rank(to)).map(|rank| 0xff << (8 * (rank - 1))).sum()
}
