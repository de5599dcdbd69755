//! Which pairing the hall has given a board, and where that is kept: before it the `[game]` of the
//! configuration counts nothing.

use std::{fs, io, path::Path, time::Duration};

use touchmove_core::{board::Header, intake, table::Table};

use crate::durable;

/// Longest that a board waits for its disk before it refuses a pairing.
const PATIENCE: Duration = Duration::from_secs(2);

/// The header of a board's games: as the hall has paired it, or as it was configured.
pub(crate) fn kept(file: &Path, configured: Header) -> Header {
    let read = || -> io::Result<Option<Header>> {
        match fs::read(file) {
            Ok(text) => Ok(Some(serde_json::from_slice(&text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    };
    let told = match read() {
        Ok(None) => return configured,
        Ok(Some(told)) => taken(&configured, told).ok_or_else(|| io::Error::other("not playable")),
        Err(error) => Err(error),
    };
    told.unwrap_or_else(|error| {
        let path = file.display();
        tracing::error!(%path, %error, "the pairing cannot be used; the configured one counts");
        configured
    })
}

/// The header by which a board plays that is told this one. What it senses with, its clock and how it
/// takes samples are its own. None where nobody can play so.
pub(super) fn taken(own: &Header, told: Header) -> Option<Header> {
    let mut parameters = told.parameters;
    for key in intake::Settings::KEYS {
        parameters.remove(key);
        if let Some(value) = own.parameters.get(key) {
            parameters.insert(key.into(), value.clone());
        }
    }
    let Header { sensor, clock, hold_ms, .. } = *own;
    let header = Header { sensor, clock, hold_ms, parameters, game: None, core: None, ..told };
    Table::new(&header).is_ok().then_some(header)
}

/// Whether a game is the one that this pairing asks for.
pub(super) fn is_of(game: &Header, pairing: &Header) -> bool {
    let dated = pairing.date != Header::default().date;
    let date = if dated { &pairing.date } else { &game.date };
    let same = Header { game: None, core: None, ..game.clone() };
    same == Header { date: date.clone(), game: None, core: None, ..pairing.clone() }
}

/// Keeps a pairing; once this is done it outlives a power cut.
///
/// # Errors
///
/// When the disk does not take it, or not in time.
pub(super) async fn keep(file: &Path, header: &Header) -> io::Result<()> {
    let (file, text) = (file.to_owned(), serde_json::to_vec(header)?);
    let kept = tokio::task::spawn_blocking(move || durable::replace(&file, &text));
    match tokio::time::timeout(PATIENCE, kept).await {
        Ok(done) => done.map_err(io::Error::other)?,
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the disk does not answer")),
    }
}
