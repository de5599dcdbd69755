//! What the hall keeps to itself: its key, its token.

use rusqlite::{OptionalExtension as _, params};

use super::{Error, Store};

pub(super) const TABLES: &str = "
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT;";

#[allow(dead_code, reason = "the hall's wiring takes it from here")]
impl Store {
    /// The secret of this name.
    pub(crate) fn secret(&self, name: &str) -> Result<Option<String>, Error> {
        Ok(self
            .0
            .prepare_cached("SELECT value FROM secrets WHERE name = ?1")?
            .query_row([name], |row| row.get(0))
            .optional()?)
    }

    /// Keeps a secret, in place of the one that was there.
    pub(crate) fn set_secret(&mut self, name: &str, value: &str) -> Result<(), Error> {
        self.write(|connection| {
            connection
                .prepare_cached(
                    "INSERT INTO secrets VALUES (?1, ?2)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                )?
                .execute(params![name, value])?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.sqlite");
        let mut store = Store::open(&file).unwrap();
        assert_eq!(store.secret("key").unwrap(), None);
        store.set_secret("key", "a").unwrap();
        store.set_secret("key", "b").unwrap();
        store.set_secret("token", "c").unwrap();
        store.settle().unwrap();
        let again = Store::open(&file).unwrap();
        assert_eq!(again.secret("key").unwrap().as_deref(), Some("b"));
        assert_eq!(again.secret("token").unwrap().as_deref(), Some("c"));
    }
}
