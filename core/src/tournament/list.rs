//! A file as rows of cells, each with its place: what a table and the tags of games have in common.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::{
    Mistake, Wrong,
    columns::{Column, Field, Heading},
};
use crate::{board::Side, pgn};

/// What stands in a row under a heading.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// From 1; none where the file is no table.
    pub(super) column: Option<usize>,
}

/// One pair as it stands in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) cells: BTreeMap<Column, Cell>,
    pub(super) tags: BTreeMap<String, Cell>,
}

/// A file as rows.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) rows: Vec<Row>,
    pub(super) ignored: Vec<String>,
    pub(super) mistakes: Vec<Mistake>,
}

/// How many lines may come before the one with the headings: pairing programs write titles there.
const TITLES: usize = 20;

const NAMES: [Column; 2] = [Column::White(Field::Name), Column::Black(Field::Name)];

/// The rows of a table.
pub(super) fn table(text: &str) -> Result<List, Vec<Mistake>> {
    let delimiter = delimiter(text);
    let mut records = records(text, delimiter);
    let both = |record: &StringRecord| {
        let known: Vec<_> = record.iter().map(Heading::of).collect();
        NAMES.iter().all(|name| known.contains(&Heading::Known(*name)))
    };
    let titles = records.iter().take(TITLES).position(|(_, record)| both(record));
    let mut body = records.split_off(titles.unwrap_or(0).min(records.len()));
    if body.is_empty() {
        return Err(vec![Wrong::NoPairs.anywhere()]);
    }
    let rows = body.split_off(1);
    let (line, headings) = &body[0];
    let (headings, mut list) = under(*line, headings)?;
    for (line, record) in rows {
        if record.iter().all(str::is_empty) {
            continue;
        }
        let mut row = Row { line, ..Row::default() };
        for (index, text) in record.iter().enumerate() {
            let cell = Cell { text: text.into(), column: Some(index + 1) };
            match headings.get(index) {
                Some(Heading::Known(column)) => drop(row.cells.insert(*column, cell)),
                Some(Heading::Tag(name)) => drop(row.tags.insert(name.clone(), cell)),
                Some(Heading::Either(_) | Heading::Aside) => {}
                None if text.is_empty() => {}
                None => {
                    let headings = headings.len();
                    list.mistakes.push(Wrong::MoreValues { headings }.at(line, index + 1));
                    break;
                }
            }
        }
        list.rows.push(row);
    }
    Ok(list)
}

/// The separator by which the first lines have most headings that are known.
fn delimiter(text: &str) -> u8 {
    let known = |delimiter: &u8| {
        let known = |record: &StringRecord| {
            record.iter().filter(|text| matches!(Heading::of(text), Heading::Known(_))).count()
        };
        let counted = records(&first_lines(text), *delimiter);
        counted.iter().map(|(_, record)| known(record)).max()
    };
    // Of equals the first.
    b",;\t".iter().rev().max_by_key(|delimiter| known(delimiter)).copied().unwrap_or(b',')
}

fn first_lines(text: &str) -> String {
    text.lines().take(TITLES).collect::<Vec<_>>().join("\n")
}

fn records(text: &str, delimiter: u8) -> Vec<(usize, StringRecord)> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    // It is text, and rows may differ in length: nothing is left that could fail.
    let records = reader.records().filter_map(Result::ok);
    let line = |record: &StringRecord| {
        let line = record.position().map_or(0, csv::Position::line);
        usize::try_from(line).unwrap_or(usize::MAX)
    };
    records.map(|record| (line(&record), record)).collect()
}

/// What the headings mean.
fn under(line: usize, record: &StringRecord) -> Result<(Vec<Heading>, List), Vec<Mistake>> {
    let mut first: BTreeMap<Column, usize> = BTreeMap::new();
    let mut mistakes = Vec::new();
    let mut headings = Vec::new();
    let mut ignored = Vec::new();
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    for (text, column) in record.iter().zip(1..) {
        let heading = match Heading::of(text) {
            Heading::Either(field) => {
                let of = |side| Column::of(side, field);
                let free = |side: &Side| !first.contains_key(&of(*side));
                match [Side::White, Side::Black].into_iter().find(free) {
                    Some(side) => Heading::Known(of(side)),
                    None => Heading::Aside,
                }
            }
            heading => heading,
        };
        let before = match &heading {
            Heading::Known(known) => first.insert(*known, column),
            Heading::Tag(name) => tags.insert(name.clone(), column),
            Heading::Either(_) | Heading::Aside => {
                if !text.is_empty() {
                    ignored.push(text.into());
                }
                None
            }
        };
        if let Some(first) = before {
            mistakes.push(Wrong::ColumnTwice { heading: text.into(), first }.at(line, column));
        }
        headings.push(heading);
    }
    for name in NAMES {
        if !first.contains_key(&name) {
            mistakes.push(Wrong::NoColumn { heading: name.to_string() }.at(line, None));
        }
    }
    match mistakes.is_empty() {
        true => Ok((headings, List { ignored, ..List::default() })),
        false => Err(mistakes),
    }
}

/// The rows that the tags of games make.
pub(super) fn games(text: &str) -> Result<List, Vec<Mistake>> {
    let mut list = List::default();
    for head in pgn::heads(text.as_bytes()) {
        let (line, score) = match head {
            Ok(head) => head,
            Err(error) => {
                list.mistakes.push(Wrong::Tags { reason: error.reason }.at(error.line, None));
                continue;
            }
        };
        let mut row = Row { line, ..Row::default() };
        let fen = score.start_fen.map(|fen| ("FEN".to_owned(), fen));
        for (name, text) in score.tags.into_iter().chain(fen) {
            let cell = Cell { text: text.trim().into(), column: None };
            match Heading::of(&name) {
                Heading::Known(column) => drop(row.cells.insert(column, cell)),
                Heading::Tag(name) => drop(row.tags.insert(name, cell)),
                Heading::Either(_) | Heading::Aside => {
                    if !list.ignored.contains(&name) {
                        list.ignored.push(name);
                    }
                }
            }
        }
        list.rows.push(row);
    }
    Ok(list)
}
