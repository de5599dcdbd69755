//! Sheets of whole games, from the shared traces.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::fs;

use touchmove_core::{
    board::{AlertKind, Event, Header, Said},
    sheet::Sheet,
    table::Table,
    trace::{Line, Outcome, Reader},
};

/// All that the table says to a trace.
fn replay(text: &str) -> (Header, Vec<Said>) {
    let reader = Reader::new(text.as_bytes()).unwrap();
    let header = reader.header().clone();
    let mut table = Table::new(&header).unwrap();
    let mut said = Vec::new();
    for line in reader {
        if let Line::Record(record) = line.unwrap() {
            table.apply(&record, &mut said);
        }
    }
    (header, said)
}

/// The sheet and what a check looks at are two folds of the same events.
#[test]
fn a_sheet_shows_what_a_check_finds() {
    for folder in ["scenarios", "reports"] {
        for path in common::shared_traces(folder) {
            let (header, said) = replay(&fs::read_to_string(&path).unwrap());
            let mut sheet = Sheet::new(&header);
            let mut outcome = Outcome::new(&header);
            for said in &said {
                sheet.fold(said);
                outcome.fold(said);
                let name = format!("{} at event {}", path.display(), said.seq);
                let moves: Vec<&str> = sheet.moves.iter().map(|line| line.san.as_str()).collect();
                assert_eq!(moves, outcome.moves().collect::<Vec<_>>(), "{name}");
                assert_eq!(sheet.fen, outcome.fen(), "{name}");
                let result = sheet.result.as_ref().map(|outcome| outcome.result);
                assert_eq!(result.unwrap_or_default(), outcome.result(), "{name}");
            }
            assert_eq!(sheet.seq, said.len() as u64, "{}", path.display());
            let stored = serde_json::to_string(&sheet).unwrap();
            assert_eq!(serde_json::from_str::<Sheet>(&stored).unwrap(), sheet);
        }
    }
}

/// What a sheet counts of the side that stands is what its clock tells once it runs. Only an illegal
/// move, which has no line, is not counted before that.
#[test]
fn moves_are_counted_as_the_clocks_count_them() {
    for folder in ["scenarios", "reports"] {
        for path in common::shared_traces(folder) {
            let (header, said) = replay(&fs::read_to_string(&path).unwrap());
            let mut sheet = Sheet::new(&header);
            let mut illegal = false;
            for said in &said {
                let told = match &said.event {
                    Event::Clock { moves, running: Some(side), .. } => Some((**side, *moves)),
                    _ => None,
                };
                if let (Some((side, moves)), Some(clocks)) = (told, &sheet.clocks) {
                    let counted = clocks.counted(side).moves;
                    let name = format!("{} at event {}: {side}", path.display(), said.seq);
                    assert!(counted == moves || illegal, "{name}: {counted}, told {moves}");
                }
                illegal |= matches!(&said.event, Event::Alert(alert) if alert.kind() == AlertKind::IllegalMove);
                sheet.fold(said);
            }
        }
    }
}
