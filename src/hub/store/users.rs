//! Who may do what, who is signed in, and who decided what.

pub(super) const TABLES: &str = "
    CREATE TABLE users (
        name TEXT PRIMARY KEY
    ) STRICT;";
