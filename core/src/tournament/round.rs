use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::{Mistake, Terms, Wrong, assemble::assemble};
use crate::{
    board::{Header, Side},
    table::Table,
};

/// A round: who plays whom at which table, and by which rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Round {
    /// PGN tag Event.
    pub event: String,
    /// PGN tag Site.
    pub site: String,
    /// PGN tag Date, `YYYY.MM.DD`.
    pub date: String,
    /// PGN tag Round: its number, or its name.
    pub round: String,
    /// By which rules it is played.
    pub terms: Terms,
    /// Who plays where.
    pub tables: Vec<Pairing>,
    /// Who has no opponent.
    pub byes: Vec<Player>,
}

impl Default for Round {
    fn default() -> Round {
        let Header { event, site, date, round, .. } = Header::default();
        Round {
            event,
            site,
            date,
            round,
            terms: Terms::default(),
            tables: Vec::new(),
            byes: Vec::new(),
        }
    }
}

/// One table of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// The table's name or number.
    pub table: String,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// Of which section of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// From which position, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Further PGN tags; Event, Site, Date or Round where this table's differs from the round's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

/// A player of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// His name.
    pub name: String,
    /// His title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// His rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// His FIDE ID number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
}

/// Tags that a round gives all its tables, and a table may have otherwise.
pub(super) const SHARED: [&str; 4] = ["Event", "Site", "Date", "Round"];

impl Round {
    /// Everything that is wrong with it.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        let read = assemble(self.list()).map(drop);
        let mut mistakes = read.err().unwrap_or_default();
        mistakes.extend(self.terms.mistakes());
        if mistakes.is_empty() {
            for (pairing, line) in self.tables.iter().zip(1..) {
                if let Err(error) = Table::new(&self.header(pairing)) {
                    mistakes.push(Wrong::Position { reason: error.reason }.at(line, None));
                }
            }
        }
        mistakes
    }

    /// The pairing at a table.
    #[must_use]
    pub fn at(&self, table: &str) -> Option<&Pairing> {
        self.tables.iter().find(|pairing| pairing.table == table)
    }

    /// What a table's board is told. Sensor and clock are the board's own.
    #[must_use]
    pub fn header(&self, pairing: &Pairing) -> Header {
        let mut tags: Map<String, serde_json::Value> = Map::new();
        for (side, player) in [(Side::White, &pairing.white), (Side::Black, &pairing.black)] {
            let mut put = |name: &str, value: Option<String>| {
                if let Some(value) = value {
                    tags.insert(format!("{}{name}", side.fold_wb("White", "Black")), value.into());
                }
            };
            put("Title", player.title.clone());
            put("Elo", player.rating.map(|rating| rating.to_string()));
            put("FideId", player.fide_id.map(|id| id.to_string()));
        }
        tags.insert("Board".into(), pairing.table.clone().into());
        if let Some(section) = &pairing.section {
            tags.insert("Section".into(), section.clone().into());
        }
        let further = pairing.tags.iter().filter(|(name, _)| !SHARED.contains(&name.as_str()));
        tags.extend(further.map(|(name, value)| (name.clone(), value.clone().into())));
        let own = |name: &str, shared: &String| pairing.tags.get(name).unwrap_or(shared).clone();
        let terms = self.terms.clone();
        Header {
            board: pairing.table.clone(),
            rules: terms.rules,
            play: terms.play,
            supervision: terms.supervision,
            time_control: terms.time_control,
            parameters: terms.parameters,
            fen: pairing.fen.clone(),
            white: pairing.white.name.clone(),
            black: pairing.black.name.clone(),
            event: own("Event", &self.event),
            site: own("Site", &self.site),
            date: own("Date", &self.date),
            round: own("Round", &self.round),
            tags,
            ..Header::default()
        }
    }
}
