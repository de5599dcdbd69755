//! Disks that are full, read-only or lie, and journals that were cut or changed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::scene::{Board, run};

fn journal(folder: &Path) -> PathBuf {
    let games = fs::read_dir(folder.join("state/games")).unwrap();
    let mut paths: Vec<PathBuf> = games.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    assert_eq!(paths.len(), 1, "{paths:?}");
    paths[0].clone()
}

fn is_shown(board: &Board, san: &str) {
    let mut stream = board.listen("/api/stream?board=7", None);
    stream.until(san, |message| message.name == "view" && message.data["last"]["san"] == san);
}

/// A board on which 1. e4 e5 was played, and whose plug was pulled then.
fn played_and_killed() -> Board {
    let mut board = Board::start("");
    board.hand().plays("black e2- e4+ white");
    is_shown(&board, "e4");
    board.hand().plays("e7- e5+ black");
    is_shown(&board, "e5");
    board.kill();
    board
}

#[test]
fn a_truncated_journal_loses_what_was_cut_and_no_more() {
    let mut board = played_and_killed();
    let path = journal(board.folder.path());
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 40]).unwrap();
    board.restart();
    is_shown(&board, "e5");
    let log = board.log();
    assert!(log.contains("the end of the journal was torn"), "{log}");
    let kept = fs::read(path.with_extension("torn-1")).unwrap();
    assert!(whole[..whole.len() - 40].ends_with(&kept), "what was torn off is kept beside it");
    let (code, out, errors) = run(&["journal", "verify", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{out}{errors}");
}

#[test]
fn a_flipped_bit_is_said_and_the_game_goes_on() {
    let mut board = played_and_killed();
    let path = journal(board.folder.path());
    let mut text = fs::read(&path).unwrap();
    let place = text.windows(12).position(|part| part == br#""lift":"e2"}"#).unwrap();
    let line = 1 + text[..place].iter().filter(|byte| **byte == b'\n').count();
    text[place + 1] ^= 1; // "lift" reads "mift": the line is no record any more
    fs::write(&path, &text).unwrap();
    board.restart();
    // What was told stands, though the lift cannot be read any more.
    is_shown(&board, "e5");
    let log = board.log();
    assert!(log.contains("lines of the journal are not what was sealed"), "{log}");
    assert!(log.contains("a line of the journal cannot be read any more"), "{log}");
    board.hand().plays("g1- f3+");
    let (code, _, errors) = run(&["journal", "verify", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    let named = errors.split_whitespace().filter_map(|word| word.parse::<usize>().ok());
    let [from, to] = named.take(2).collect::<Vec<_>>()[..] else { panic!("{errors}") };
    assert!((from..=to).contains(&line), "line {line} was changed: {errors}");
}

/// A small disk of its own; none where this process may not mount one.
struct Disk(tempfile::TempDir);

impl Disk {
    fn mount() -> Option<Disk> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
            .arg(folder.path())
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Disk(folder));
        }
        eprintln!("skipped: a disk of its own cannot be mounted here");
        None
    }

    fn remount(&self, mode: &str) {
        let mounted = Command::new("mount")
            .args(["-o", &format!("remount,{mode}")])
            .arg(self.0.path())
            .status();
        assert!(mounted.unwrap().success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[test]
fn with_a_full_disk_the_board_plays_on_and_says_so() {
    let Some(disk) = Disk::mount() else { return };
    let folder = tempfile::tempdir_in(disk.0.path()).unwrap();
    let board = Board::start_in(folder, "");
    board.hand().plays("black e2- e4+ white");
    is_shown(&board, "e4");
    let filler = disk.0.path().join("filler");
    // As much as there is room for.
    let _ = fs::write(&filler, vec![0_u8; 2 << 20]);
    let mut stream = board.listen("/api/stream?board=7", None);
    // The last page of the file has room for some lines more.
    board.hand().plays("e7- e5+ black g1- f3+ white b8- c6+ black f1- b5+ white a7- a6+ black");
    board.hand().plays("b5- a4+ white g8- f6+ black d2- d3+ white f8- e7+ black h2- h3+ white");
    stream.until("what is not saved", |message| {
        message.name == "view"
            && message.data["saved"] == false
            && message.data["unsaved"] == "full"
    });
    is_shown(&board, "h3");
    fs::remove_file(filler).unwrap();
    stream.until("that it is saved after all", |message| {
        message.name == "view" && message.data["saved"] == true
    });
    let path = journal(board.folder.path());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(r#""san":"h3""#), "{text}");
    assert_eq!(run(&["journal", "verify", path.to_str().unwrap()]).0, 0);
}

#[test]
fn a_disk_that_takes_no_writing_is_said_and_the_game_goes_on_once_it_does() {
    let Some(disk) = Disk::mount() else { return };
    let folder = tempfile::tempdir_in(disk.0.path()).unwrap();
    let mut board = Board::start_in(folder, "");
    board.hand().plays("black e2- e4+ white");
    is_shown(&board, "e4");
    let path = journal(board.folder.path());
    board.kill();
    let before = fs::read_to_string(&path).unwrap();
    disk.remount("ro");
    let config = board.folder.path().join("board.toml");
    let (code, _, errors) = run(&["board", "--config", config.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(errors.contains("Read-only file system"), "{errors}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    disk.remount("rw");
    board.restart();
    is_shown(&board, "e4");
    assert!(fs::read_to_string(&path).unwrap().starts_with(&before));
}

/// Journals of every version that was released, each of a game that was going on, are resumed by
/// this one: what was said stands, and the numbers go on.
#[test]
fn games_of_earlier_versions_go_on() {
    let journals = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals");
    let mut met = 0;
    for entry in fs::read_dir(journals).unwrap() {
        let stored = entry.unwrap().path();
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("state/games");
        fs::create_dir_all(&games).unwrap();
        fs::copy(&stored, games.join(stored.file_name().unwrap())).unwrap();
        let before = fs::read_to_string(&stored).unwrap();
        let told = |text: &str, what: &str| {
            let mut values = text.lines().rev().filter_map(|line| {
                let value: serde_json::Value = serde_json::from_str(line).ok()?;
                value.get(what).cloned()
            });
            values.next().unwrap()
        };

        let board = Board::start_in(folder, "");
        let san = told(&before, "san");
        is_shown(&board, san.as_str().unwrap());
        let after = fs::read_to_string(journal(board.folder.path())).unwrap();
        assert!(after.starts_with(&before), "{}: what was said stands", stored.display());
        let resumed = after.lines().find(|line| line.contains(r#""event":"resumed""#));
        let resumed: serde_json::Value = serde_json::from_str(resumed.unwrap()).unwrap();
        assert!(resumed["seq"].as_u64() > told(&before, "seq").as_u64(), "{resumed}");
        let path = journal(board.folder.path());
        let (code, _, errors) = run(&["journal", "verify", path.to_str().unwrap()]);
        assert_eq!((code, errors.as_str()), (0, ""), "{}", stored.display());
        met += 1;
    }
    assert!(met > 0, "no journal of an earlier version");
}
