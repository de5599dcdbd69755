//! Which finished games are kept: those of the last 30 days, at least those of the last two rounds,
//! and as many as leave a fifth of the disk free.

use std::{
    collections::BTreeSet,
    fs,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use touchmove_core::trace::Reader;

/// Games that finished longer ago may go.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);
/// Rounds whose games stay, however long ago they were played.
const ROUNDS: usize = 2;
/// Per cent of the disk that is to be free.
const FREE: u64 = 20;

/// A finished game.
#[derive(Debug)]
struct Finished {
    path: PathBuf,
    /// Event, date and round.
    round: (String, String, String),
    at: SystemTime,
}

/// Removes the journals of finished games that need not be kept, oldest first, and answers them.
/// What belongs to a journal (torn ends, marks) goes with it. The game in play is never touched.
///
/// # Errors
///
/// When the folder cannot be read. A file that cannot be removed is told and stays.
pub(crate) fn tidy(folder: &Path, now: SystemTime) -> io::Result<Vec<PathBuf>> {
    tidy_with(folder, now, || free(folder))
}

fn tidy_with(
    folder: &Path,
    now: SystemTime,
    free: impl Fn() -> io::Result<u64>,
) -> io::Result<Vec<PathBuf>> {
    let mut finished = finished(folder)?;
    finished.sort_by(|a, b| (a.at, &a.path).cmp(&(b.at, &b.path)));
    let mut rounds = BTreeSet::new();
    for game in finished.iter().rev() {
        if rounds.len() < ROUNDS {
            rounds.insert(game.round.clone());
        }
    }
    let mut removed = Vec::new();
    for game in finished.iter().filter(|game| !rounds.contains(&game.round)) {
        let old = now.duration_since(game.at).is_ok_and(|age| age > KEPT);
        if (old || free()? < FREE) && remove(&game.path) {
            removed.push(game.path.clone());
        }
    }
    Ok(removed)
}

fn finished(folder: &Path) -> io::Result<Vec<Finished>> {
    let mut finished = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "jsonl") || !is_closed(&path)? {
            continue;
        }
        let Ok(reader) = Reader::new(BufReader::new(fs::File::open(&path)?)) else { continue };
        let header = reader.header();
        let round = (header.event.clone(), header.date.clone(), header.round.clone());
        let at = fs::metadata(&path)?.modified()?;
        finished.push(Finished { path, round, at });
    }
    Ok(finished)
}

/// Whether the last record closes the game: it stands before the last seal.
fn is_closed(path: &Path) -> io::Result<bool> {
    const TAIL: u64 = 512;
    let mut file = fs::File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    // The cut may lie in the middle of a letter.
    let tail = String::from_utf8_lossy(&bytes);
    let mut records = tail.lines().rev().filter(|line| line.starts_with(r#"{"t":"#));
    Ok(records.next().is_some_and(|line| line.ends_with(r#""end":true}"#)))
}

/// Per cent of the disk that a user may still fill.
fn free(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(100) / disk.f_blocks.max(1))
}

/// Removes a journal with what belongs to it.
fn remove(path: &Path) -> bool {
    let stem = path.with_extension("");
    let beside = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let belonging = beside.into_iter().flatten().flatten().map(|entry| entry.path());
    let belonging: Vec<PathBuf> = belonging
        .filter(|other| other.as_path() != path && other.with_extension("") == stem)
        .collect();
    for file in belonging.iter().map(PathBuf::as_path).chain([path]) {
        if let Err(error) = fs::remove_file(file) {
            tracing::warn!(path = %file.display(), %error, "an old journal cannot be removed");
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use touchmove_core::board::Header;

    use super::{super::NewGame, *};

    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn game(folder: &Path, round: &str, id: &str, age: Duration, rest: &str) -> PathBuf {
        let header = Header {
            round: round.into(),
            game: Some(id.into()),
            event: "Open".into(),
            ..Header::default()
        };
        let mut new = NewGame::begin(folder, &header).unwrap();
        new.file.write_all(rest.as_bytes()).unwrap();
        new.file.set_modified(SystemTime::now() - age).unwrap();
        new.path
    }

    const END: &str = "{\"t\":9,\"end\":true}\n{\"sum\":\"0\"}\n";

    #[test]
    fn old_games_go_but_for_the_last_two_rounds_and_those_in_play() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let old = game(path, "1", "a", DAY * 90, END);
        fs::write(old.with_extension("torn-1"), "x").unwrap();
        let open = game(path, "1", "b", DAY * 89, "{\"t\":9,\"lift\":\"e2\"}\n");
        let second = game(path, "2", "c", DAY * 60, END);
        let third = game(path, "3", "d", DAY * 50, END);
        let other = game(path, "3", "e", DAY * 50, END);
        let removed = tidy_with(path, SystemTime::now(), || Ok(90)).unwrap();
        assert_eq!(removed, std::slice::from_ref(&old));
        assert!([&open, &second, &third, &other].iter().all(|path| path.exists()));
        assert!(!old.exists() && !old.with_extension("torn-1").exists());
    }

    #[test]
    fn a_full_disk_costs_the_oldest_games_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let first = game(path, "1", "a", DAY * 4, END);
        let second = game(path, "2", "b", DAY * 3, END);
        for (round, id) in [("3", "c"), ("4", "d")] {
            game(path, round, id, DAY, END);
        }
        // Room again once one has gone.
        let removed =
            tidy_with(path, SystemTime::now(), || Ok(if first.exists() { 10 } else { 30 }))
                .unwrap();
        assert_eq!(removed, std::slice::from_ref(&first));
        assert!(second.exists());
        let removed = tidy_with(path, SystemTime::now(), || Ok(10)).unwrap();
        assert_eq!(removed, [second], "the last two rounds stay whatever happens");
    }
}
