//! A round as a table again.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Pairing, Player, Round,
    columns::{Column, Field},
    list::{Cell, List, Row},
};
use crate::board::Side;

const FIELDS: [Field; 4] = [Field::Name, Field::Title, Field::Rating, Field::FideId];

impl Round {
    /// The round as rows, numbered from 1.
    pub(super) fn list(&self) -> List {
        let mut rows: Vec<Row> = self.tables.iter().map(|pairing| self.row(pairing)).collect();
        rows.extend(self.byes.iter().map(|player| {
            let mut row = Row::default();
            put(&mut row, Side::White, player);
            row
        }));
        for (row, line) in rows.iter_mut().zip(1..) {
            row.line = line;
        }
        List { rows, ..List::default() }
    }

    fn row(&self, pairing: &Pairing) -> Row {
        let mut row = Row::default();
        put(&mut row, Side::White, &pairing.white);
        put(&mut row, Side::Black, &pairing.black);
        let cell = |text: &str| Cell { text: text.into(), column: None };
        let mut tags = pairing.tags.clone();
        let mut own = |name: &str, shared: &String| tags.remove(name).unwrap_or(shared.clone());
        for (column, text) in [
            (Column::Table, pairing.table.clone()),
            (Column::Section, pairing.section.clone().unwrap_or_default()),
            (Column::Fen, pairing.fen.clone().unwrap_or_default()),
            (Column::Event, own("Event", &self.event)),
            (Column::Site, own("Site", &self.site)),
            (Column::Date, own("Date", &self.date)),
            (Column::Round, own("Round", &self.round)),
            (Column::TimeControl, self.terms.time_control.clone()),
        ] {
            row.cells.insert(column, cell(&text));
        }
        row.tags = tags.iter().map(|(name, text)| (name.clone(), cell(text))).collect();
        row
    }

    /// The round as CSV, with a comma between the values. Read again it is the same, but for rules
    /// beyond the time control, which have no place in a table of pairs.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let list = self.list();
        let filled = |cells: &BTreeMap<Column, Cell>| -> BTreeSet<Column> {
            cells
                .iter()
                .filter(|(_, cell)| !cell.text.is_empty())
                .map(|(column, _)| *column)
                .collect()
        };
        let mut columns: BTreeSet<Column> =
            list.rows.iter().flat_map(|row| filled(&row.cells)).collect();
        columns.extend([Side::White, Side::Black].map(|side| Column::of(side, Field::Name)));
        let tags: BTreeSet<&String> = list.rows.iter().flat_map(|row| row.tags.keys()).collect();
        let headings =
            columns.iter().map(Column::to_string).chain(tags.iter().map(|tag| (*tag).clone()));
        let mut text = line(headings);
        for row in &list.rows {
            let said = |cell: Option<&Cell>| cell.map(|cell| cell.text.clone()).unwrap_or_default();
            let cells = columns.iter().map(|column| said(row.cells.get(column)));
            text += &line(cells.chain(tags.iter().map(|tag| said(row.tags.get(*tag)))));
        }
        text
    }
}

fn put(row: &mut Row, side: Side, player: &Player) {
    for field in FIELDS {
        let text = match field {
            Field::Name => player.name.clone(),
            Field::Title => player.title.clone().unwrap_or_default(),
            Field::Rating => player.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            Field::FideId => player.fide_id.map(|id| id.to_string()).unwrap_or_default(),
        };
        row.cells.insert(Column::of(side, field), Cell { text, column: None });
    }
}

fn line(values: impl Iterator<Item = String>) -> String {
    let quoted = values.map(|value| match value.contains([',', ';', '\t', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value,
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
