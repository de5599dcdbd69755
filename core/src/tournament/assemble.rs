//! From rows to a round.

use std::collections::BTreeMap;

use super::{
    MOST_TABLES, Mistake, Pairing, Player, Reading, Round, Wrong,
    columns::{Column, Field, Heading},
    list::{Cell, List, Row},
    round::SHARED,
};
use crate::board::Side;

/// Most characters of a value.
const LONGEST: usize = 200;

/// Highest rating that is believed.
const BEST: u32 = 4_000;

/// Instead of a player who is not there.
const NOBODY: [&str; 10] =
    ["", "?", "-", "–", "—", "bye", "free", "выходной", "свободен", "пропуск"];

/// Makes a round of rows.
pub(super) fn assemble(list: List) -> Result<Reading, Vec<Mistake>> {
    let List { rows, ignored, mistakes } = list;
    let mut maker = Maker { mistakes, ..Maker::default() };
    for row in &rows {
        maker.row(row);
    }
    maker.finish(ignored)
}

#[derive(Default)]
struct Maker {
    round: Round,
    mistakes: Vec<Mistake>,
    /// Which tables and players were met, in which lines.
    tables: BTreeMap<String, usize>,
    players: BTreeMap<(String, Player), usize>,
    /// The number after the last one.
    next: usize,
    /// The values that the round gives its tables, as the first that names them has them.
    shared: BTreeMap<Column, String>,
    time_control: Option<(String, usize)>,
}

impl Maker {
    fn row(&mut self, row: &Row) {
        let told = self.mistakes.len();
        for (name, cell) in &row.tags {
            self.readable(row.line, name, cell);
            let overrides = SHARED.contains(&name.as_str());
            if !overrides && Heading::of(name) != Heading::Tag(name.clone()) {
                self.mistakes.push(Wrong::NotATag { name: name.clone() }.at(row.line, cell.column));
            }
        }
        for (column, cell) in &row.cells {
            self.readable(row.line, &column.to_string(), cell);
        }
        let own = self.share(row);
        let white = self.player(row, Side::White);
        let black = self.player(row, Side::Black);
        for player in [&white, &black].into_iter().flatten() {
            let key =
                (player.name.to_lowercase(), Player { name: String::new(), ..player.clone() });
            // A number names a person, whatever else stands there.
            let key = match player.fide_id {
                Some(_) => (String::new(), Player { fide_id: player.fide_id, ..Player::default() }),
                None => key,
            };
            if let Some(&first) = self.players.get(&key) {
                let same_row = first == row.line;
                let player = player.name.clone();
                let wrong = match same_row {
                    true => Wrong::OwnOpponent { player },
                    false => Wrong::PlayerTwice { player, first },
                };
                self.mistakes.push(wrong.at(row.line, None));
            } else {
                self.players.insert(key, row.line);
            }
        }
        let (white, black) = match (white, black) {
            (Some(white), Some(black)) => (white, black),
            (Some(player), None) | (None, Some(player)) => return self.round.byes.push(player),
            (None, None) => {
                // What cannot be read may be the name that is missing.
                if self.mistakes.len() == told {
                    self.mistakes.push(Wrong::NoPlayers.at(row.line, None));
                }
                return;
            }
        };
        let tags = row.tags.iter().map(|(name, cell)| (name.clone(), cell.text.clone()));
        let tags = tags.filter(|(_, text)| !text.is_empty()).chain(own).collect();
        let given = |column| row.cells.get(&column).and_then(value);
        let table = self.table(row);
        let (section, fen) = (given(Column::Section), given(Column::Fen));
        self.round.tables.push(Pairing { table, white, black, section, fen, tags });
    }

    fn readable(&mut self, line: usize, heading: &str, cell: &Cell) {
        let heading = heading.to_owned();
        let wrong = if cell.text.chars().any(char::is_control) {
            Wrong::LineBreak { heading }
        } else if cell.text.chars().count() > LONGEST {
            Wrong::TooLong { heading, most: LONGEST }
        } else {
            return;
        };
        self.mistakes.push(wrong.at(line, cell.column));
    }

    /// Takes what the round gives all its tables; answers what this one has otherwise.
    fn share(&mut self, row: &Row) -> Vec<(String, String)> {
        let mut own = Vec::new();
        for column in [Column::Event, Column::Site, Column::Date, Column::Round] {
            let Some(text) = row.cells.get(&column).and_then(value) else { continue };
            let shared = self.shared.entry(column).or_insert_with(|| match column {
                Column::Round => whole_round(&text).into(),
                _ => text.clone(),
            });
            if *shared != text {
                own.push((column.to_string(), text));
            }
        }
        if let Some(cell) = row.cells.get(&Column::TimeControl)
            && let Some(text) = value(cell)
        {
            let (known, first) = self.time_control.get_or_insert((text.clone(), row.line));
            if *known != text {
                let wrong = Wrong::TimeControls { text, first: *first };
                self.mistakes.push(wrong.at(row.line, cell.column));
            }
        }
        own
    }

    /// Who has this side; none where nobody is named.
    fn player(&mut self, row: &Row, side: Side) -> Option<Player> {
        let cell = |field| row.cells.get(&Column::of(side, field));
        let name = cell(Field::Name).map(|cell| cell.text.clone()).unwrap_or_default();
        if NOBODY.contains(&name.to_lowercase().as_str()) {
            return None;
        }
        let mut number = |field, most| {
            let cell = cell(field)?;
            let text = value(cell).filter(|text| text != "0")?;
            let number = text.parse().ok().filter(|number: &u32| *number <= most);
            if number.is_none() {
                let heading = Column::of(side, field).to_string();
                let wrong = Wrong::NotANumber { heading, text };
                self.mistakes.push(wrong.at(row.line, cell.column));
            }
            number
        };
        let (rating, fide_id) = (number(Field::Rating, BEST), number(Field::FideId, u32::MAX));
        Some(Player { name, title: cell(Field::Title).and_then(value), rating, fide_id })
    }

    /// The table of a pair: the one that is named, or the next.
    fn table(&mut self, row: &Row) -> String {
        let cell = row.cells.get(&Column::Table);
        let table = cell.and_then(value).unwrap_or_else(|| (self.next + 1).to_string());
        self.next = table.parse().unwrap_or(self.next + 1);
        if let Some(&first) = self.tables.get(&table) {
            let wrong = Wrong::TableTwice { table: table.clone(), first };
            self.mistakes.push(wrong.at(row.line, cell.and_then(|cell| cell.column)));
        } else {
            self.tables.insert(table.clone(), row.line);
        }
        table
    }

    fn finish(self, ignored: Vec<String>) -> Result<Reading, Vec<Mistake>> {
        let Maker { mut round, mut mistakes, mut shared, time_control, .. } = self;
        if round.tables.is_empty() && mistakes.is_empty() {
            mistakes.push(Wrong::NoPairs.anywhere());
        }
        if round.tables.len() > MOST_TABLES {
            mistakes.push(Wrong::TooMany { most: MOST_TABLES }.anywhere());
        }
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        for (column, place) in [
            (Column::Event, &mut round.event),
            (Column::Site, &mut round.site),
            (Column::Date, &mut round.date),
            (Column::Round, &mut round.round),
        ] {
            if let Some(text) = shared.remove(&column) {
                *place = text;
            }
        }
        if let Some((text, _)) = time_control {
            round.terms.time_control = text;
        }
        Ok(Reading { round, ignored })
    }
}

/// What stands in a cell, if it says anything.
fn value(cell: &Cell) -> Option<String> {
    let text = cell.text.as_str();
    (!matches!(text, "" | "?" | "-" | "????.??.??")).then(|| text.to_owned())
}

/// `3` of `3.12`, as each table's round is called in a broadcast.
fn whole_round(text: &str) -> &str {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((round, table)) if digits(round) && digits(table) => round,
        _ => text,
    }
}
