use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use touchmove_core::{board::Header, trace::Line};

use super::Seal;

/// Longest part of a file name that comes from the configuration.
const LONGEST: usize = 32;

/// A journal that has just been begun: its header stands on the disk.
#[derive(Debug)]
pub(crate) struct NewGame {
    /// Where.
    pub(crate) path: PathBuf,
    /// Open for appending.
    pub(crate) file: File,
    /// Over what stands there.
    pub(crate) seal: Seal,
}

impl NewGame {
    /// Begins the journal `<date>-<round>-<board>-<id>.jsonl` in `folder`, which is made if need be.
    ///
    /// # Errors
    ///
    /// When folder or file cannot be written, or the file is there already.
    pub(crate) fn begin(folder: &Path, header: &Header) -> io::Result<NewGame> {
        let named = |error: io::Error, path: &Path| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        };
        fs::create_dir_all(folder).map_err(|error| named(error, folder))?;
        let path = folder.join(file_name(header));
        let make = || {
            let mut file = File::options().append(true).create_new(true).open(&path)?;
            let mut seal = Seal::default();
            let mut text = format!("{}\n", Line::from(header.clone()));
            seal.take(text.as_bytes());
            text += &seal.line().1;
            io::Write::write_all(&mut file, text.as_bytes())?;
            file.sync_all()?;
            // The name itself must outlive a power cut too.
            File::open(folder)?.sync_all()?;
            Ok((file, seal))
        };
        let (file, seal) = make().map_err(|error| named(error, &path))?;
        Ok(NewGame { path, file, seal })
    }
}

/// An id no other game of this board has: the time in ms since 1970, in as few letters as need be.
pub(crate) fn game_id(unix_ms: i64) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut rest = unix_ms.unsigned_abs();
    let mut id = Vec::new();
    while rest > 0 || id.is_empty() {
        id.push(DIGITS[(rest % 32) as usize]);
        rest /= 32;
    }
    id.reverse();
    String::from_utf8_lossy(&id).into_owned()
}

fn file_name(header: &Header) -> String {
    let game = header.game.as_deref().unwrap_or("game");
    let parts = [header.date.as_str(), &header.round, &header.board, game].map(safe);
    format!("{}.jsonl", parts.join("-"))
}

/// A text as a part of a file name that every system takes and no shell trips over.
fn safe(text: &str) -> String {
    let safe: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '.' })
        .take(LONGEST)
        .collect();
    let safe = safe.trim_matches('.');
    if safe.is_empty() { "x".into() } else { safe.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_whatever_they_are_called() {
        let header = |board: &str, round: &str| Header {
            board: board.into(),
            round: round.into(),
            date: "2026.11.30".into(),
            game: Some(game_id(1_796_000_000_000)),
            ..Header::default()
        };
        assert_eq!(file_name(&header("7", "3.1")), "2026.11.30-3.1-7-1m8mz2a00.jsonl");
        assert_eq!(
            file_name(&header("../../etc/passwd", "?")),
            "2026.11.30-x-etc.passwd-1m8mz2a00.jsonl"
        );
        assert_eq!(file_name(&header("Стол 5", "a b")), "2026.11.30-a.b-5-1m8mz2a00.jsonl");
        let long = file_name(&header(&"x".repeat(1000), &"y".repeat(1000)));
        assert!(long.len() < 255, "{}", long.len());
    }

    #[test]
    fn a_game_is_never_begun_twice() {
        let folder = tempfile::tempdir().unwrap();
        let header = Header { game: Some("a".into()), ..Header::default() };
        NewGame::begin(&folder.path().join("games"), &header).unwrap();
        let error = NewGame::begin(&folder.path().join("games"), &header).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert!(error.to_string().contains("games/"), "{error}");
    }
}
