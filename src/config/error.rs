use std::{fmt, io, path::PathBuf};

/// Why a configuration cannot be used.
#[derive(Debug)]
pub(crate) enum ConfigError {
    /// The file cannot be read.
    Unreadable {
        /// Which.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It can be read, but not followed.
    Wrong {
        /// Which.
        file: PathBuf,
        /// Everything that is wrong with it.
        wrong: Vec<Wrong>,
    },
}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Line, from 1; none where a key is missing altogether.
    pub(crate) line: Option<usize>,
    /// The key with its tables, `web.port`; none where the file is no TOML there.
    pub(crate) key: Option<String>,
    /// What is wrong.
    pub(crate) reason: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unreadable { file, error } => write!(f, "{}: {error}", file.display()),
            ConfigError::Wrong { file, wrong } => {
                for (n, wrong) in wrong.iter().enumerate() {
                    let between = if n == 0 { "" } else { "\n" };
                    let space = if wrong.line.is_some() { "" } else { " " };
                    write!(f, "{between}{}:{space}{wrong}", file.display())?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ConfigError {}
