//! Who may do what, who is signed in, and who decided what.

use std::time::Duration;

use rusqlite::{OptionalExtension as _, Row, params};

use super::{Error, Store, number};

pub(super) const TABLES: &str = "
    CREATE TABLE users (
        name TEXT PRIMARY KEY COLLATE NOCASE,
        role TEXT NOT NULL,
        sections TEXT NOT NULL,
        hash TEXT NOT NULL,
        disabled INTEGER NOT NULL DEFAULT 0,
        created_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sessions (
        token TEXT PRIMARY KEY,
        user TEXT NOT NULL COLLATE NOCASE,
        since_ms INTEGER NOT NULL,
        used_ms INTEGER NOT NULL,
        address TEXT NOT NULL
    ) STRICT;
    CREATE TABLE set_up (
        n INTEGER PRIMARY KEY CHECK (n = 1),
        code TEXT NOT NULL
    ) STRICT;
    CREATE TABLE decisions (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        at_ms INTEGER NOT NULL,
        user TEXT NOT NULL,
        role TEXT NOT NULL,
        address TEXT NOT NULL,
        board TEXT,
        game TEXT,
        decision TEXT NOT NULL,
        seen INTEGER,
        answer TEXT
    ) STRICT;
    CREATE INDEX decisions_of_a_board ON decisions (board, n);";

/// Longest time without a request after which a session still holds, ms: 12 hours.
const IDLE_MS: i64 = 12 * 3_600_000;
/// Longest life of a session, ms: 3 days, a weekend's tournament.
const LIFE_MS: i64 = 3 * 24 * 3_600_000;
/// Sessions of one user; one more ends that which was used least recently.
const SESSIONS: i64 = 16;

/// What somebody may do in the hall.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    clap::ValueEnum,
    strum::IntoStaticStr,
    strum::EnumString,
    serde::Serialize,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum Role {
    /// The chief arbiter: everything.
    Chief,
    /// Decides at the tables of his sections.
    Arbiter,
    /// Sees the hall and sets boards to tables, and decides nothing.
    Technician,
}

impl Role {
    /// As it is kept and written.
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }
}

/// Somebody who may sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct User {
    /// His name, by which he signs in and is recorded. Upper and lower case are the same.
    pub(crate) name: String,
    /// What he may do.
    pub(crate) role: Role,
    /// An arbiter's tables, as they were given; empty: all.
    pub(crate) sections: String,
    /// Whether he may sign in now.
    pub(crate) standing: Standing,
    /// Since when he is known, ms since 1970.
    pub(crate) created_ms: i64,
}

/// Whether a user may sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// He may.
    Active,
    /// He may not, and is signed out.
    Disabled,
}

/// What came of making a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// He may sign in.
    Done,
    /// There is one of that name.
    NameTaken,
}

/// What came of setting the hall up with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetUp {
    /// It has its chief arbiter.
    Done,
    /// The code is wrong, or was used.
    WrongCode,
    /// Somebody has that name.
    NameTaken,
}

/// A session as it begins.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The hash of its token.
    pub(crate) token: String,
    /// Whose it is.
    pub(crate) user: String,
    /// When, ms since 1970.
    pub(crate) now_ms: i64,
    /// From where.
    pub(crate) address: String,
}

/// A session that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Whose it is.
    pub(crate) user: User,
    /// When it was last known to be used, ms since 1970.
    pub(crate) used_ms: i64,
}

/// A decision before it is carried out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    /// When it was given, ms since 1970.
    pub(crate) at_ms: i64,
    /// By whom; empty where the door is open and he has not said.
    pub(crate) user: String,
    /// His role.
    pub(crate) role: Role,
    /// From which address.
    pub(crate) address: String,
    /// The table that it is about; none: the hall.
    pub(crate) board: Option<String>,
    /// The game that was on there.
    pub(crate) game: Option<String>,
    /// What was decided: the order as it came, or what was asked of the hall.
    pub(crate) decision: serde_json::Value,
    /// The alert's revision or the event's number that was decided on.
    pub(crate) seen: Option<u64>,
}

/// A decision as it is recorded.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decided {
    /// Its number in the record.
    pub(crate) n: u64,
    /// What was decided.
    pub(crate) decision: Decision,
    /// What came of it: `done: …`, `refused: …`, `failed: …`; none: that was never known.
    pub(crate) answer: Option<String>,
}

const USER: &str = "name, role, sections, disabled, created_ms";
const DECIDED: &str = "n, at_ms, user, role, address, board, game, decision, seen, answer";

impl Store {
    /// Waits for whoever else writes. A hub that runs brings moves to its disk each half minute, and
    /// nobody else can write meanwhile.
    pub(crate) fn wait_for_others(&self) -> Result<(), Error> {
        Ok(self.0.busy_timeout(Duration::from_secs(60))?)
    }

    /// Makes a user with the hash of his password.
    pub(crate) fn add_user(&mut self, user: &User, hash: &str) -> Result<Made, Error> {
        self.write(|connection| {
            let made = connection.execute(
                "INSERT OR IGNORE INTO users (name, role, sections, hash, created_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![user.name, user.role.code(), user.sections, hash, user.created_ms],
            )?;
            if user.role == Role::Chief {
                connection.execute("DELETE FROM set_up", [])?;
            }
            Ok(if made == 0 { Made::NameTaken } else { Made::Done })
        })
    }

    /// All users, by name.
    pub(crate) fn users(&self) -> Result<Vec<User>, Error> {
        let mut query =
            self.0.prepare_cached(&format!("SELECT {USER} FROM users ORDER BY name"))?;
        Ok(query.query_map([], user)?.collect::<Result<_, _>>()?)
    }

    /// A user and the hash of his password; none: nobody of this name may sign in.
    pub(crate) fn user(&self, name: &str) -> Result<Option<(User, String)>, Error> {
        let sql = format!("SELECT {USER}, hash FROM users WHERE name = ?1 AND NOT disabled");
        Ok(self
            .0
            .prepare_cached(&sql)?
            .query_row([name], |row| Ok((user(row)?, row.get(5)?)))
            .optional()?)
    }

    /// Lets a user sign in, or ends all his sessions; answers whether there is one of that name.
    pub(crate) fn set_standing(&mut self, name: &str, standing: Standing) -> Result<bool, Error> {
        let disabled = standing == Standing::Disabled;
        self.write(|connection| {
            let found = connection.execute(
                "UPDATE users SET disabled = ?2 WHERE name = ?1",
                params![name, disabled],
            )?;
            if disabled {
                connection.execute("DELETE FROM sessions WHERE user = ?1", [name])?;
            }
            Ok(found > 0)
        })
    }

    /// Whether nobody is the chief arbiter who may sign in.
    pub(crate) fn lacks_chief(&self) -> Result<bool, Error> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM users WHERE role = 'chief' AND NOT disabled)";
        Ok(self.0.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// Whether a chief arbiter may be made by a code.
    pub(crate) fn awaits_set_up(&self) -> Result<bool, Error> {
        let sql = "SELECT EXISTS (SELECT 1 FROM set_up)";
        let code: bool = self.0.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
        Ok(code && self.lacks_chief()?)
    }

    /// From now on this is the code, by its hash; earlier ones are worth nothing.
    pub(crate) fn await_set_up(&mut self, code: &str) -> Result<(), Error> {
        self.write(|connection| {
            connection.execute("INSERT OR REPLACE INTO set_up VALUES (1, ?1)", [code])?;
            Ok(())
        })
    }

    /// Makes the chief arbiter, if that is the code; then it is gone.
    pub(crate) fn set_up(&mut self, code: &str, chief: &User, hash: &str) -> Result<SetUp, Error> {
        if !self.awaits_set_up()? {
            return Ok(SetUp::WrongCode);
        }
        let kept: String = self.0.query_row("SELECT code FROM set_up", [], |row| row.get(0))?;
        // Both are hashes, so that how long this takes tells nothing.
        if kept != code {
            return Ok(SetUp::WrongCode);
        }
        Ok(match self.add_user(chief, hash)? {
            Made::Done => SetUp::Done,
            // A name that is taken used no code up.
            Made::NameTaken => {
                self.await_set_up(code)?;
                SetUp::NameTaken
            }
        })
    }

    /// Begins a session, of a user who may still sign in.
    pub(crate) fn begin_session(&mut self, session: &Session) -> Result<bool, Error> {
        let Session { token, user, now_ms, address } = session;
        self.write(|connection| {
            connection.execute(
                "DELETE FROM sessions WHERE used_ms < ?1 OR since_ms < ?2",
                [now_ms - IDLE_MS, now_ms - LIFE_MS],
            )?;
            let begun = connection.execute(
                "INSERT INTO sessions
                 SELECT ?1, name, ?3, ?3, ?4 FROM users WHERE name = ?2 AND NOT disabled",
                params![token, user, now_ms, address],
            )?;
            connection.execute(
                "DELETE FROM sessions WHERE user = ?1 AND token NOT IN (
                     SELECT token FROM sessions WHERE user = ?1
                     ORDER BY token = ?2 DESC, used_ms DESC LIMIT ?3)",
                params![user, token, SESSIONS],
            )?;
            Ok(begun > 0)
        })
    }

    /// A session, by its token's hash, if it still holds.
    pub(crate) fn session(&self, token: &str, now_ms: i64) -> Result<Option<Held>, Error> {
        let sql = "SELECT name, role, sections, disabled, created_ms, used_ms
             FROM sessions JOIN users ON users.name = sessions.user
             WHERE token = ?1 AND NOT disabled AND used_ms >= ?2 AND since_ms >= ?3";
        Ok(self
            .0
            .prepare_cached(sql)?
            .query_row(params![token, now_ms - IDLE_MS, now_ms - LIFE_MS], |row| {
                Ok(Held { user: user(row)?, used_ms: row.get(5)? })
            })
            .optional()?)
    }

    /// A session was used.
    pub(crate) fn use_session(&mut self, token: &str, now_ms: i64) -> Result<(), Error> {
        self.write(|connection| {
            connection.execute(
                "UPDATE sessions SET used_ms = ?2 WHERE token = ?1",
                params![token, now_ms],
            )?;
            Ok(())
        })
    }

    /// Ends a session.
    pub(crate) fn end_session(&mut self, token: &str) -> Result<(), Error> {
        self.write(|connection| {
            connection.execute("DELETE FROM sessions WHERE token = ?1", [token])?;
            Ok(())
        })
    }

    /// Records a decision before it is carried out; answers its number.
    pub(crate) fn note_decision(&mut self, decision: &Decision) -> Result<u64, Error> {
        let Decision { at_ms, user, role, address, board, game, decision, seen } = decision;
        let decision = serde_json::to_string(decision)?;
        self.write(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO decisions
                     (at_ms, user, role, address, board, game, decision, seen)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    at_ms,
                    user,
                    role.code(),
                    address,
                    board,
                    game,
                    decision,
                    seen.map(number)
                ])?;
            Ok(connection.last_insert_rowid().unsigned_abs())
        })
    }

    /// Records what came of a decision.
    pub(crate) fn note_answer(&mut self, n: u64, answer: &str) -> Result<(), Error> {
        self.write(|connection| {
            connection
                .prepare_cached("UPDATE decisions SET answer = ?2 WHERE n = ?1")?
                .execute(params![number(n), answer])?;
            Ok(())
        })
    }

    /// At most `most` decisions before the one of this number, newest first.
    pub(crate) fn decisions(&self, before: u64, most: usize) -> Result<Vec<Decided>, Error> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.select("n < ?1 ORDER BY n DESC LIMIT ?2", params![number(before), most])
    }

    /// The newest decisions in a game that were not refused, as far as is known, newest first.
    pub(crate) fn earlier(&self, board: &str, game: Option<&str>) -> Result<Vec<Decided>, Error> {
        self.select(
            "board = ?1 AND game IS ?2 AND (answer IS NULL OR answer LIKE 'done%')
             ORDER BY n DESC LIMIT 200",
            params![board, game],
        )
    }

    fn select(&self, which: &str, with: &[&dyn rusqlite::ToSql]) -> Result<Vec<Decided>, Error> {
        let sql = format!("SELECT {DECIDED} FROM decisions WHERE {which}");
        let mut query = self.0.prepare_cached(&sql)?;
        let rows = query.query_map(with, |row| Ok((decided(row)?, row.get::<_, String>(7)?)))?;
        let mut all = Vec::new();
        for row in rows {
            let (mut one, decision) = row?;
            one.decision.decision = serde_json::from_str(&decision)?;
            all.push(one);
        }
        Ok(all)
    }
}

fn user(row: &Row<'_>) -> rusqlite::Result<User> {
    let standing = if row.get(3)? { Standing::Disabled } else { Standing::Active };
    Ok(User {
        name: row.get(0)?,
        role: role(&row.get::<_, String>(1)?),
        sections: row.get(2)?,
        standing,
        created_ms: row.get(4)?,
    })
}

fn decided(row: &Row<'_>) -> rusqlite::Result<Decided> {
    let decision = Decision {
        at_ms: row.get(1)?,
        user: row.get(2)?,
        role: role(&row.get::<_, String>(3)?),
        address: row.get(4)?,
        board: row.get(5)?,
        game: row.get(6)?,
        decision: serde_json::Value::Null,
        seen: row.get::<_, Option<i64>>(8)?.map(i64::unsigned_abs),
    };
    Ok(Decided { n: row.get::<_, i64>(0)?.unsigned_abs(), decision, answer: row.get(9)? })
}

/// Whoever has a role that this program does not know may do as little as can be.
fn role(code: &str) -> Role {
    code.parse().unwrap_or(Role::Technician)
}
