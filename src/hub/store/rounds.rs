//! The rounds: who plays whom at which table, and by which rules.

pub(super) const TABLES: &str = "
    CREATE TABLE rounds (
        n INTEGER PRIMARY KEY AUTOINCREMENT
    ) STRICT;";
