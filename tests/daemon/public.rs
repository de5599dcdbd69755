use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use serde_json::Value;

use crate::scene::{PATIENCE, touchmove};

/// A board's program with these tables of its configuration.
fn program(folder: &Path, tables: &str) -> Command {
    let file = folder.join("board.toml");
    let state = folder.join("state");
    fs::write(&file, format!("[board]\nname = \"7\"\nstate = {state:?}\n{tables}")).unwrap();
    let mut command = touchmove();
    command.args(["board", "--config"]).arg(file).stdin(Stdio::null());
    command
}

/// Ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_hall_is_served_by_https_and_the_public_sees_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let tables = "[web]\nbind = \"0.0.0.0\"\nport = 0\n\
                  [public]\nbind = \"127.0.0.1\"\nport = 0\ndelay_s = 0\n";
    let mut command = program(folder.path(), tables);
    let mut running = Running(command.stdout(Stdio::piped()).spawn().unwrap());
    let lines = BufReader::new(running.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    // Whoever can be reached by others has a door, and first a code for it.
    let mut lines = lines.skip_while(|line| line.starts_with("set-up code: "));
    let (page, public) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(page.starts_with("https://0.0.0.0:"), "{page}");
    assert!(public.starts_with("http://127.0.0.1:"), "{public}");
    let port = page.rsplit(':').next().unwrap();
    let plain = ureq::get(format!("http://127.0.0.1:{port}/api/hall")).call();
    assert!(plain.is_err(), "nothing is told in the clear");
    let start = Instant::now();
    loop {
        let mut answer = ureq::get(format!("{public}/api/public/hall")).call().unwrap();
        let hall: Value = answer.body_mut().read_json().unwrap();
        if hall["tables"][0]["table"] == "7" {
            assert_eq!(hall["delay_s"], 0);
            break;
        }
        assert!(start.elapsed() < PATIENCE, "{hall}");
        std::thread::yield_now();
    }
}

#[test]
fn a_certificate_that_cannot_be_used_ends_the_start_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (certificate, key) = (folder.path().join("hall.crt"), folder.path().join("hall.key"));
    fs::write(&certificate, "no certificate").unwrap();
    fs::write(&key, "no key").unwrap();
    let tables = format!("[web]\nport = 0\ncertificate = {certificate:?}\nkey = {key:?}\n");
    let ended = program(folder.path(), &tables).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success());
    assert!(said.contains("hall.crt: holds no certificate"), "{said}");
}
