use std::io::{self, Write as _};

use super::Verdict;

/// Print the description of the HTTP API.
pub(super) fn run() -> io::Result<Verdict> {
    io::stdout().write_all(crate::web::document().as_bytes())?;
    Ok(Verdict::Fine)
}
