mod boards;
mod rounds;
mod secrets;
mod users;

use std::{fmt, path::Path, sync::Arc, time::Duration};

use rusqlite::{Connection, OptionalExtension as _, params};
use touchmove_core::{
    board::{Header, Said},
    sheet::Sheet,
};

use super::{AlertEntry, Came, Moment, News};
use crate::{journal::Head, link::Batch};
pub(crate) use boards::{Admission, Binding, Member};
pub(super) use rounds::{KeptRound, Stopped};
pub(crate) use users::{Decided, Decision, Made, Role, Session, SetUp, Standing, User};

/// Version of the tables below. A file of another one is refused, never guessed at.
const VERSION: i64 = 3;

/// Places in the log of alerts that are left free when another machine goes on: far more than a hall
/// gives between two exports.
const LEFT_FREE: i64 = 1_000_000;

/// Pages of the file kept in memory: as negative numbers, in kB.
const CACHE: i64 = -512;

const TABLES: &str = "
    CREATE TABLE games (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        board TEXT NOT NULL,
        game TEXT NOT NULL,
        header TEXT NOT NULL,
        UNIQUE (board, game)
    ) STRICT;
    CREATE TABLE events (
        board TEXT NOT NULL,
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        said TEXT NOT NULL,
        seal TEXT,
        PRIMARY KEY (board, game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE alerts (
        cursor INTEGER PRIMARY KEY AUTOINCREMENT,
        board TEXT NOT NULL,
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        UNIQUE (board, game, seq)
    ) STRICT;";

/// What version 1 had not: the seal over the journal in which an event stands.
const SEALS: &str = "ALTER TABLE events ADD COLUMN seal TEXT;";

/// What version 2 had not: a hall of more than one board.
const HALL: [&str; 4] = [boards::TABLES, rounds::TABLES, secrets::TABLES, users::TABLES];

/// The hall's memory: one SQLite file. An event is named by board, game and number, and is kept
/// once, however often it is told.
#[derive(Debug)]
pub(crate) struct Store(Connection);

/// Why the hall's memory cannot be used.
#[derive(Debug)]
pub(crate) enum Error {
    /// SQLite says so.
    Sqlite(rusqlite::Error),
    /// The file is of another version of this program.
    Version(i64),
    /// What stands there is no header or event.
    Content(serde_json::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sqlite(error) => error.fmt(f),
            Error::Version(version) => {
                write!(f, "is of version {version}; this program reads version {VERSION}")
            }
            Error::Content(error) => write!(f, "holds what is no event: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Sqlite(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Content(error)
    }
}

/// What came of keeping events.
#[derive(Debug)]
pub(super) struct Kept<'e> {
    /// Those that were not there.
    pub(super) new: &'e [Said],
    /// What they say of alerts.
    pub(super) alerts: Vec<AlertEntry>,
    /// The last event that is there now.
    pub(super) last: u64,
}

impl Store {
    /// Opens the file, or makes it.
    pub(crate) fn open(file: &Path) -> Result<Store, Error> {
        let mut connection = Connection::open(file)?;
        secrets::keep_private(file);
        connection.busy_timeout(Duration::from_secs(5))?;
        // The journals are the truth, but an alert's place in the log must never be given again: a
        // page asks for what comes after the last one that it has seen.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "cache_size", CACHE)?;
        let transaction = connection.transaction()?;
        let version: i64 =
            transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match version {
            0 => transaction.execute_batch(TABLES)?,
            1 => transaction.execute_batch(SEALS)?,
            2 | VERSION => {}
            other => return Err(Error::Version(other)),
        }
        if version < VERSION {
            HALL.iter().try_for_each(|tables| transaction.execute_batch(tables))?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.commit()?;
        Ok(Store(connection))
    }

    /// The last event of a game that is there.
    pub(super) fn last(&self, board: &str, game: &str) -> Result<u64, Error> {
        last(&self.0, board, game)
    }

    /// A game is announced, perhaps again.
    pub(super) fn game(&mut self, board: &str, game: &str, header: &Header) -> Result<(), Error> {
        self.write(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO games (board, game, header) VALUES (?1, ?2, ?3)
                     ON CONFLICT (board, game) DO UPDATE SET header = excluded.header",
                )?
                .execute(params![board, game, serde_json::to_string(header)?])?;
            Ok(())
        })?;
        self.settle()
    }

    /// Keeps those events that follow on what is there. They are on the disk once they are
    /// [settled](Store::settle).
    pub(super) fn keep<'e>(
        &mut self,
        board: &str,
        game: &str,
        batch: &'e Batch,
        now_ms: i64,
    ) -> Result<Kept<'e>, Error> {
        self.write(|connection| keep(connection, board, game, batch, now_ms))
    }

    /// Brings to the disk what was kept.
    ///
    /// # Errors
    ///
    /// When the disk does not take it. It is forgotten then, and the boards send it again.
    pub(crate) fn settle(&mut self) -> Result<(), Error> {
        if self.0.is_autocommit() {
            return Ok(());
        }
        self.0.execute_batch("COMMIT").or_else(|error| self.forget(error.into()))
    }

    /// Writes into the transaction that is open.
    fn write<T>(&mut self, work: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        if self.0.is_autocommit() {
            self.0.execute_batch("BEGIN IMMEDIATE")?;
        }
        work(&self.0).or_else(|error| self.forget(error))
    }

    /// Ends a transaction that failed.
    fn forget<T>(&self, error: Error) -> Result<T, Error> {
        // SQLite may have done so already.
        if !self.0.is_autocommit() {
            self.0.execute_batch("ROLLBACK")?;
        }
        Err(error)
    }

    /// All events of a game.
    pub(super) fn events(&self, board: &str, game: &str) -> Result<Vec<Said>, Error> {
        let mut query = self.0.prepare_cached(
            "SELECT said FROM events WHERE board = ?1 AND game = ?2 ORDER BY seq",
        )?;
        let rows = query.query_map([board, game], |row| row.get::<_, String>(0))?;
        rows.map(|said| Ok(serde_json::from_str(&said?)?)).collect()
    }

    /// At most `most` alerts after a cursor, oldest first.
    pub(super) fn alerts_after(
        &self,
        cursor: u64,
        most: usize,
    ) -> Result<Vec<Arc<AlertEntry>>, Error> {
        let entries = self.alerts("cursor > ?1 ORDER BY cursor LIMIT ?2", cursor, most)?;
        Ok(entries.into_iter().map(Arc::new).collect())
    }

    /// The newest alerts, oldest first.
    pub(super) fn newest_alerts(&self, most: usize) -> Result<Vec<AlertEntry>, Error> {
        let mut entries = self.alerts("cursor > ?1 ORDER BY cursor DESC LIMIT ?2", 0, most)?;
        entries.reverse();
        Ok(entries)
    }

    fn alerts(&self, which: &str, cursor: u64, most: usize) -> Result<Vec<AlertEntry>, Error> {
        let mut query = self.0.prepare_cached(&format!(
            "SELECT cursor, board, game, said, at_ms, came FROM alerts JOIN events USING (board, game, seq)
             WHERE {which}"
        ))?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = query.query_map(params![number(cursor), most], |row| {
            let came = Came::named(&row.get::<_, String>(5)?);
            let at = Moment { at_ms: row.get(4)?, came };
            Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get::<_, String>(3)?, at))
        })?;
        let mut entries = Vec::new();
        for row in rows {
            let (cursor, board, game, said, at) = row?;
            let said: Said = serde_json::from_str(&said)?;
            if let Some(news) = News::of(&said) {
                entries.push(entry(cursor.unsigned_abs(), board, game, &said, at, news));
            }
        }
        Ok(entries)
    }

    /// Whether a file is a hall's memory of this version.
    pub(super) fn check(file: &Path) -> Result<(), Error> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(file, flags)?;
        match connection.pragma_query_value(None, "user_version", |row| row.get(0))? {
            VERSION => Ok(()),
            other => Err(Error::Version(other)),
        }
    }

    /// Copies everything into an empty file.
    pub(super) fn copy(&self, to: &Path) -> Result<(), Error> {
        let to = to.to_str().ok_or(rusqlite::Error::InvalidPath(to.into()))?;
        self.0.execute("VACUUM INTO ?1", [to])?;
        Ok(())
    }

    /// Makes a copy the memory of a hall that goes on. What the old one gave places in the log of
    /// alerts meanwhile nobody knows here: they are left free, for a page asks for what comes after
    /// the last place that it has seen.
    pub(super) fn succeed(&mut self) -> Result<(), Error> {
        self.write(|connection| {
            let newest: i64 =
                connection.query_row("SELECT coalesce(max(cursor), 0) FROM alerts", [], |row| {
                    row.get(0)
                })?;
            connection.execute("DELETE FROM sqlite_sequence WHERE name = 'alerts'", [])?;
            connection.execute(
                "INSERT INTO sqlite_sequence VALUES ('alerts', ?1)",
                [newest + LEFT_FREE],
            )?;
            Ok(())
        })?;
        self.settle()?;
        // All of it in the one file.
        self.0.pragma_update(None, "journal_mode", "DELETE")?;
        Ok(())
    }

    /// The newest game of a board with its events.
    pub(super) fn newest_game(&self, board: &str) -> Result<Option<(Header, Vec<Said>)>, Error> {
        let header: Option<String> = self
            .0
            .prepare_cached("SELECT header FROM games WHERE board = ?1 ORDER BY n DESC LIMIT 1")?
            .query_row([board], |row| row.get(0))
            .optional()?;
        let Some(header) = header else { return Ok(None) };
        let header: Header = serde_json::from_str(&header)?;
        let events = self.events(board, header.game.as_deref().unwrap_or_default())?;
        Ok(Some((header, events)))
    }

    /// The sheets of all games of these boards that belong to the event and round of a board's
    /// newest game, board by board.
    pub(super) fn round(&self, boards: &[String]) -> Result<Vec<Sheet>, Error> {
        let mut sheets = Vec::new();
        for board in boards {
            let mut query =
                self.0.prepare_cached("SELECT header FROM games WHERE board = ?1 ORDER BY n")?;
            let mut headers: Vec<Header> = query
                .query_map([board], |row| row.get::<_, String>(0))?
                .map(|header| Ok(serde_json::from_str(&header?)?))
                .collect::<Result<_, Error>>()?;
            let Some(newest) = headers.last().cloned() else { continue };
            headers.retain(|header| header.event == newest.event && header.round == newest.round);
            for header in headers {
                let mut sheet = Sheet::new(&header);
                let game = header.game.as_deref().unwrap_or_default();
                self.events(board, game)?.iter().for_each(|said| sheet.fold(said));
                sheets.push(sheet);
            }
        }
        Ok(sheets)
    }
}

fn keep<'e>(
    connection: &Connection,
    board: &str,
    game: &str,
    batch: &'e Batch,
    now_ms: i64,
) -> Result<Kept<'e>, Error> {
    let events = &batch.events;
    let before = last(connection, board, game)?;
    let start = events.partition_point(|said| said.seq <= before);
    let fresh = &events[start..];
    let whole = fresh.iter().zip(before + 1..).take_while(|(said, due)| said.seq == *due);
    let new = &fresh[..whole.count()];
    let mut alerts = Vec::new();
    let seal = batch.seal.as_ref().map(Head::to_string);
    for said in new {
        let text = serde_json::to_string(said)?;
        connection
            .prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![board, game, number(said.seq), text, seal])?;
        if let Some(news) = News::of(said) {
            let age_ms = batch.age_ms(said).unwrap_or(0);
            let at =
                Moment { at_ms: now_ms.saturating_sub_unsigned(age_ms), came: Came::after(age_ms) };
            connection
                .prepare_cached(
                    "INSERT INTO alerts (board, game, seq, at_ms, came) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![board, game, number(said.seq), at.at_ms, at.came.name()])?;
            let cursor = connection.last_insert_rowid().unsigned_abs();
            alerts.push(entry(cursor, board.into(), game.into(), said, at, news));
        }
    }
    let last = new.last().map_or(before, |said| said.seq);
    Ok(Kept { new, alerts, last })
}

fn last(connection: &Connection, board: &str, game: &str) -> Result<u64, Error> {
    let last: Option<i64> = connection
        .prepare_cached("SELECT max(seq) FROM events WHERE board = ?1 AND game = ?2")?
        .query_row([board, game], |row| row.get(0))?;
    Ok(last.unwrap_or(0).unsigned_abs())
}

/// SQLite counts in signed numbers; ours never come near the end of them.
fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn entry(
    cursor: u64,
    board: String,
    game: String,
    said: &Said,
    Moment { at_ms, came }: Moment,
    news: News,
) -> AlertEntry {
    AlertEntry { cursor, board, game, seq: said.seq, t: said.t, at_ms, came, news }
}
