//! What the hall must know and nobody else: keys, by name.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use rusqlite::{OptionalExtension as _, params};

use super::{Error, Store};

pub(super) const TABLES: &str = "
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT;";

/// What SQLite keeps beside the file.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

/// Lets none but the owner read the hall's memory, for it holds keys. What SQLite makes beside the
/// file later it makes with the same rights.
pub(super) fn keep_private(file: &Path) {
    for beside in BESIDE {
        let mut name = file.as_os_str().to_owned();
        name.push(beside);
        if let Ok(data) = fs::metadata(&name)
            && data.permissions().mode() & 0o077 != 0
            && let Err(error) = fs::set_permissions(&name, fs::Permissions::from_mode(0o600))
        {
            let file = Path::new(&name).display();
            tracing::warn!(%error, "{file}: others can read the hall's keys");
        }
    }
}

impl Store {
    /// A secret; none: nobody has put one there.
    pub(crate) fn secret(&self, name: &str) -> Result<Option<String>, Error> {
        let mut query = self.0.prepare_cached("SELECT value FROM secrets WHERE name = ?1")?;
        Ok(query.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Keeps a secret instead of the one of that name.
    pub(crate) fn put_secret(&mut self, name: &str, value: &str) -> Result<(), Error> {
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
    fn secrets_outlive_a_restart_and_none_but_the_owner_reads_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hall.sqlite");
        fs::write(&file, []).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let mut store = Store::open(&file).unwrap();
        assert_eq!(store.secret("a").unwrap(), None);
        store.put_secret("a", "1").unwrap();
        store.put_secret("a", "2").unwrap();
        store.put_secret("b", "3").unwrap();
        store.settle().unwrap();
        let others = Store::open(&file).unwrap();
        assert_eq!(others.secret("a").unwrap().as_deref(), Some("2"));
        for entry in fs::read_dir(folder.path()).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?}", entry.path());
        }
    }
}
