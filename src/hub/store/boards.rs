//! The boards that have joined, the tables at which they stand, and how far the stream was read.

use rusqlite::{OptionalExtension as _, params};

use super::{Error, Store, number};
use crate::link::local::Place;

pub(super) const TABLES: &str = "
    ALTER TABLE alerts ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE alerts ADD COLUMN came TEXT NOT NULL DEFAULT 'missed';
    CREATE TABLE boards (
        code TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        name TEXT UNIQUE,
        joined_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE board_names (
        code TEXT NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (code, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE board_games (
        code TEXT NOT NULL,
        game TEXT NOT NULL,
        board TEXT NOT NULL,
        PRIMARY KEY (code, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE stream (
        n INTEGER PRIMARY KEY CHECK (n = 1),
        stream TEXT NOT NULL,
        position INTEGER NOT NULL
    ) STRICT;";

/// A board that has joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// What stands on its label.
    pub(crate) code: String,
    /// Its public key, an nkey.
    pub(crate) key: String,
    /// The table at which it stands; none: nobody has said yet.
    pub(crate) table: Option<String>,
    /// When it joined, ms since 1970.
    pub(crate) joined_ms: i64,
}

impl Member {
    /// What it is called in the hall.
    pub(crate) fn name(&self) -> &str {
        self.table.as_deref().unwrap_or(&self.code)
    }
}

/// What came of a board that asks to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It was not known.
    New,
    /// It was.
    Known,
    /// Another board came with its code.
    OtherKey,
}

/// What came of setting a board to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// It stands there.
    Done,
    /// No board of this code has joined.
    NoSuchBoard,
    /// The board of this code stands there.
    Taken(String),
}

impl Store {
    /// A board asks to be let in.
    pub(crate) fn admit(&mut self, code: &str, key: &str, now_ms: i64) -> Result<Admission, Error> {
        self.write(|connection| {
            let known: Option<String> = connection
                .prepare_cached("SELECT key FROM boards WHERE code = ?1")?
                .query_row([code], |row| row.get(0))
                .optional()?;
            Ok(match known {
                Some(known) if known == key => Admission::Known,
                Some(_) => Admission::OtherKey,
                None => {
                    connection
                        .prepare_cached("INSERT INTO boards VALUES (?1, ?2, NULL, ?3)")?
                        .execute(params![code, key, now_ms])?;
                    connection
                        .prepare_cached("INSERT OR IGNORE INTO board_names VALUES (?1, ?1)")?
                        .execute([code])?;
                    Admission::New
                }
            })
        })
    }

    /// Forgets a board, so that another may come with its code. What it told is kept.
    pub(crate) fn dismiss(&mut self, code: &str) -> Result<Binding, Error> {
        self.write(|connection| {
            let gone = connection.execute("DELETE FROM boards WHERE code = ?1", [code])?;
            Ok(if gone == 0 { Binding::NoSuchBoard } else { Binding::Done })
        })
    }

    /// Sets a board to a table, or takes it away.
    pub(crate) fn bind(&mut self, code: &str, table: Option<&str>) -> Result<Binding, Error> {
        self.write(|connection| {
            let there: Option<String> = connection
                .prepare_cached("SELECT code FROM boards WHERE name = ?1")?
                .query_row([table], |row| row.get(0))
                .optional()?;
            if let Some(other) = there.filter(|there| there != code) {
                return Ok(Binding::Taken(other));
            }
            let found = connection
                .prepare_cached("UPDATE boards SET name = ?2 WHERE code = ?1")?
                .execute(params![code, table])?;
            if found == 0 {
                return Ok(Binding::NoSuchBoard);
            }
            if let Some(table) = table {
                connection
                    .prepare_cached("INSERT OR IGNORE INTO board_names VALUES (?1, ?2)")?
                    .execute([code, table])?;
            }
            Ok(Binding::Done)
        })
    }

    /// All boards that have joined, in the order of their codes.
    pub(crate) fn members(&self) -> Result<Vec<Member>, Error> {
        let mut query =
            self.0.prepare_cached("SELECT code, key, name, joined_ms FROM boards ORDER BY code")?;
        let rows = query.query_map([], |row| {
            Ok(Member {
                code: row.get(0)?,
                key: row.get(1)?,
                table: row.get(2)?,
                joined_ms: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The name under which a game of a board is kept: the one that it announces, if it was ever its
    /// own, else its code. No board speaks for another.
    pub(in crate::hub) fn name_game(
        &mut self,
        code: &str,
        game: &str,
        says: &str,
    ) -> Result<String, Error> {
        self.write(|connection| {
            let own: bool = connection
                .prepare_cached(
                    "SELECT EXISTS (SELECT 1 FROM board_names WHERE code = ?1 AND name = ?2)",
                )?
                .query_row([code, says], |row| row.get(0))?;
            let name = if own { says } else { code };
            connection
                .prepare_cached("INSERT OR IGNORE INTO board_games VALUES (?1, ?2, ?3)")?
                .execute([code, game, name])?;
            Ok(())
        })?;
        Ok(self.board_of(code, game)?.unwrap_or_else(|| code.into()))
    }

    /// The name under which a game of a board is kept; none before it was announced.
    pub(in crate::hub) fn board_of(&self, code: &str, game: &str) -> Result<Option<String>, Error> {
        Ok(self
            .0
            .prepare_cached("SELECT board FROM board_games WHERE code = ?1 AND game = ?2")?
            .query_row([code, game], |row| row.get(0))
            .optional()?)
    }

    /// How far the stream was read into this memory.
    pub(in crate::hub) fn place(&self) -> Result<Option<Place>, Error> {
        Ok(self
            .0
            .prepare_cached("SELECT stream, position FROM stream")?
            .query_row([], |row| {
                let position: i64 = row.get(1)?;
                Ok(Place { stream: row.get(0)?, position: position.unsigned_abs() })
            })
            .optional()?)
    }

    /// It was read as far as this, and what stood there is in the same transaction.
    pub(in crate::hub) fn set_place(&mut self, stream: &str, position: u64) -> Result<(), Error> {
        self.write(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO stream VALUES (1, ?1, ?2)
                     ON CONFLICT (n) DO UPDATE SET stream = excluded.stream, position = excluded.position",
                )?
                .execute(params![stream, number(position)])?;
            Ok(())
        })
    }
}
