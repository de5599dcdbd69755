//! The boards that have joined, the tables at which they stand, and how far the stream was read.

pub(super) const TABLES: &str = "
    CREATE TABLE boards (
        code TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        name TEXT UNIQUE,
        joined_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE stream (
        n INTEGER PRIMARY KEY CHECK (n = 1),
        created TEXT NOT NULL,
        position INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) STRICT;";
