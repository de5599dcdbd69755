//! The rounds: who plays whom at which table, and by which rules; and which clocks the hall stopped.

use rusqlite::params;
use touchmove_core::{
    board::{Header, Side},
    sheet::Sheet,
    tournament::Round,
};

use super::{Error, Store};

pub(super) const TABLES: &str = "
    CREATE TABLE rounds (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        round TEXT NOT NULL,
        prepared_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE stopped (
        board TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        ply INTEGER NOT NULL,
        running TEXT
    ) STRICT;";

/// A round as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeptRound {
    /// Which of the hall's rounds, from 1.
    pub(crate) n: u64,
    /// When it was last prepared, ms since 1970.
    pub(crate) prepared_ms: i64,
    /// The round.
    pub(crate) round: Round,
}

/// A game whose clocks were stopped with the hall's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    pub(crate) board: String,
    pub(crate) game: String,
    /// After this ply.
    pub(crate) ply: u32,
    /// Whose time ran.
    pub(crate) running: Option<Side>,
}

impl Store {
    /// Keeps a round as the one that is on. One of the same event and name as that replaces it; one
    /// without a name is called by its number.
    pub(crate) fn prepare(&mut self, mut round: Round, now_ms: i64) -> Result<KeptRound, Error> {
        let newest = self.newest_round()?;
        let unnamed = round.round == Round::default().round;
        let same = |old: &KeptRound| {
            !unnamed && old.round.event == round.event && old.round.round == round.round
        };
        let again = newest.as_ref().filter(|old| same(old)).map(|old| old.n);
        let n = again.unwrap_or_else(|| newest.map_or(1, |old| old.n + 1));
        if unnamed {
            round.round = n.to_string();
        }
        self.write(|connection| {
            connection.execute(
                "INSERT INTO rounds VALUES (?1, ?2, ?3) ON CONFLICT (n) DO UPDATE
                 SET round = excluded.round, prepared_ms = excluded.prepared_ms",
                params![super::number(n), serde_json::to_string(&round)?, now_ms],
            )?;
            Ok(())
        })?;
        Ok(KeptRound { n, prepared_ms: now_ms, round })
    }

    /// The round that was prepared last.
    pub(crate) fn newest_round(&self) -> Result<Option<KeptRound>, Error> {
        Ok(self.rounds_where("n = (SELECT max(n) FROM rounds)")?.pop())
    }

    /// A round by its number.
    pub(crate) fn round_of(&self, n: u64) -> Result<Option<KeptRound>, Error> {
        Ok(self.rounds_where(&format!("n = {n}"))?.pop())
    }

    /// All rounds, the first one first.
    pub(crate) fn rounds(&self) -> Result<Vec<KeptRound>, Error> {
        self.rounds_where("true")
    }

    fn rounds_where(&self, which: &str) -> Result<Vec<KeptRound>, Error> {
        let mut query = self.0.prepare(&format!(
            "SELECT n, prepared_ms, round FROM rounds WHERE {which} ORDER BY n"
        ))?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get::<_, String>(2)?))
        })?;
        rows.map(|row| {
            let (n, prepared_ms, round) = row?;
            let round = serde_json::from_str(&round)?;
            Ok(KeptRound { n: n.unsigned_abs(), prepared_ms, round })
        })
        .collect()
    }

    /// The sheets of a round's games, table by table. A game of which nothing was played is left out
    /// where there is another at its table.
    pub(crate) fn games_of(&self, round: &Round) -> Result<Vec<Sheet>, Error> {
        let mut query = self.0.prepare_cached(
            "SELECT header FROM games WHERE board = ?1 AND header ->> 'white' = ?2
             AND header ->> 'black' = ?3 AND header ->> 'event' = ?4 AND header ->> 'round' = ?5
             ORDER BY n",
        )?;
        let mut all = Vec::new();
        for pairing in &round.tables {
            let Header { board, white, black, event, round: name, .. } = round.header(pairing);
            let rows = query.query_map([&board, &white, &black, &event, &name], |row| {
                row.get::<_, String>(0)
            })?;
            let mut sheets = Vec::new();
            for header in rows {
                let header: Header = serde_json::from_str(&header?)?;
                let mut sheet = Sheet::new(&header);
                let game = header.game.as_deref().unwrap_or_default();
                self.events(&board, game)?.iter().for_each(|said| sheet.fold(said));
                sheets.push(sheet);
            }
            let newest = sheets.len().saturating_sub(1);
            let counts = |index: usize, sheet: &Sheet| {
                index == newest || !sheet.moves.is_empty() || sheet.result.is_some()
            };
            let sheets = sheets.into_iter().enumerate();
            all.extend(
                sheets.filter(|(index, sheet)| counts(*index, sheet)).map(|(_, sheet)| sheet),
            );
        }
        Ok(all)
    }

    /// Remembers games whose clocks the hall has stopped.
    pub(crate) fn stop(&mut self, games: &[Stopped]) -> Result<(), Error> {
        self.write(|connection| {
            let mut insert = connection
                .prepare_cached("INSERT OR REPLACE INTO stopped VALUES (?1, ?2, ?3, ?4)")?;
            for Stopped { board, game, ply, running } in games {
                let running = running.map(|side| side.to_string());
                insert.execute(params![board, game, ply, running])?;
            }
            Ok(())
        })
    }

    /// Forgets those of these boards.
    pub(crate) fn resumed(&mut self, boards: &[String]) -> Result<(), Error> {
        self.write(|connection| {
            let mut delete = connection.prepare_cached("DELETE FROM stopped WHERE board = ?1")?;
            boards.iter().try_for_each(|board| delete.execute([board]).map(drop))?;
            Ok(())
        })
    }

    /// The games whose clocks the hall has stopped.
    pub(crate) fn stopped(&self) -> Result<Vec<Stopped>, Error> {
        let mut query = self
            .0
            .prepare_cached("SELECT board, game, ply, running FROM stopped ORDER BY board")?;
        let rows = query.query_map([], |row| {
            let running: Option<String> = row.get(3)?;
            let running = match running.as_deref() {
                Some("white") => Some(Side::White),
                Some("black") => Some(Side::Black),
                _ => None,
            };
            Ok(Stopped { board: row.get(0)?, game: row.get(1)?, ply: row.get(2)?, running })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
