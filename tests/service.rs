//! The real binary as a service: what it tells whoever started it, the unit that starts it, and
//! what its package carries.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{
    fs,
    os::unix::net::UnixDatagram,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Whatever takes longer is a failure. Loaded machines are slow.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long the watchdog waits; it is fed twice in that time.
const WATCHDOG: Duration = Duration::from_millis(400);

fn touchmove() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    command.stdin(Stdio::null()).env_remove("JOURNAL_STREAM").env_remove("WATCHDOG_PID");
    command
}

/// A board, and the socket where it tells how it is.
struct Service {
    board: Child,
    socket: UnixDatagram,
    folder: tempfile::TempDir,
}

impl Service {
    /// Starts a board with these lines of configuration after those of `[sensor]`.
    fn start(sensor: &str) -> Service {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let config = folder.path().join("board.toml");
        let state = folder.path().join("state");
        let text = format!(
            "[board]\nname = \"7\"\nstate = {state:?}\n[sensor]\n{sensor}\n[web]\nport = 0\n"
        );
        fs::write(&config, text).unwrap();
        let board = touchmove()
            .args(["board", "--config"])
            .arg(&config)
            .env("NOTIFY_SOCKET", &path)
            .env("WATCHDOG_USEC", WATCHDOG.as_micros().to_string())
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.path().join("log")).unwrap())
            .spawn()
            .unwrap();
        Service { board, socket, folder }
    }

    /// The next message.
    fn hears(&self) -> String {
        let mut message = [0; 4096];
        match self.socket.recv(&mut message) {
            Ok(length) => String::from_utf8(message[..length].to_vec()).unwrap(),
            Err(error) => panic!("nothing is told: {error}\n{}", self.log()),
        }
    }

    /// Hears messages until one has this line.
    fn hears_at_last(&self, line: &str) -> String {
        let start = Instant::now();
        loop {
            let message = self.hears();
            if message.lines().any(|one| one == line) {
                return message;
            }
            assert!(start.elapsed() < PATIENCE, "{line} is not told\n{}", self.log());
        }
    }

    fn signal(&self, signal: &str) {
        let pid = self.board.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    fn ends(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.board.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end\n{}", self.log());
            thread::yield_now();
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.board.kill();
        let _ = self.board.wait();
    }
}

#[test]
fn a_board_tells_that_it_is_ready_alive_and_stopping() {
    let mut service = Service::start("");
    let ready = service.hears();
    assert!(ready.starts_with("READY=1\nSTATUS=board 7 "), "{ready}");
    for _ in 0..3 {
        assert_eq!(service.hears(), "WATCHDOG=1\n", "{}", service.log());
    }
    service.signal("-TERM");
    service.hears_at_last("STOPPING=1");
    assert_eq!(service.ends().code(), Some(0), "{}", service.log());
}

#[test]
fn a_trace_that_has_ended_is_alive() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("game.jsonl");
    fs::write(&trace, "{\"touchmove\":1}\n{\"t\":0,\"scan\":\"ffff00000000ffff\"}\n").unwrap();
    let service = Service::start(&format!("kind = \"trace\"\nfile = {trace:?}"));
    service.hears_at_last("READY=1");
    for _ in 0..4 {
        assert_eq!(service.hears(), "WATCHDOG=1\n", "{}", service.log());
    }
}

/// A scanner that reads once a second moves too seldom for this watchdog, as one that hangs.
#[test]
fn a_scanner_that_stands_still_starves_the_watchdog() {
    let mut service = Service::start("rate_hz = 1");
    service.hears_at_last("READY=1");
    service.hears_at_last("STATUS=the scanner stands still");
    let again = service.hears_at_last("WATCHDOG=1");
    assert!(again.starts_with("WATCHDOG=1\nSTATUS=board 7 "), "{again}");
    // It is told once, and how often it came again.
    for _ in 0..2 {
        service.hears_at_last("STATUS=the scanner stands still");
    }
    service.signal("-TERM");
    service.ends();
    let log = service.log();
    let told: Vec<&str> = log.lines().filter(|line| line.contains("is not fed")).collect();
    assert!(matches!(told[..], [_, again] if again.contains("is not fed … ")), "{log}");
}

#[test]
fn the_unit_is_printed_for_its_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.toml");
    fs::write(&file, "[web]\nport = 80\n").unwrap();
    let output = touchmove()
        .args(["systemd", "--binary", "/usr/bin/touchmove", "--config"])
        .arg(&file)
        .output()
        .unwrap();
    let (unit, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let start = format!("ExecStart=/usr/bin/touchmove board --config {}", file.display());
    for line in [start.as_str(), "Type=notify", "AmbientCapabilities=CAP_NET_BIND_SERVICE"] {
        assert!(unit.lines().any(|one| one == line), "{line}\n{unit}");
    }
    if folder.path().starts_with("/tmp") {
        let said = format!("{}: the service does not see this folder\n", file.display());
        assert_eq!(errors, said);
    }
}

#[test]
fn a_wrong_configuration_gets_no_unit() {
    let output = touchmove().args(["systemd", "--config", "/no/such/file"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert!(text(&output.stderr).starts_with("/no/such/file: "), "{}", text(&output.stderr));
}

/// What is installed is what is printed: see the tests beside the unit for the text itself.
#[test]
fn the_installed_unit_is_printed_for_the_example() {
    let house = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = touchmove()
        .args(["systemd", "--binary", "/usr/bin/touchmove", "--config"])
        .arg(house.join("config/board.toml"))
        .output()
        .unwrap();
    let installed = fs::read_to_string(house.join("systemd/touchmove.service")).unwrap();
    let but_for_the_start = |unit: &str| -> Vec<String> {
        unit.lines().filter(|line| !line.starts_with("ExecStart=")).map(str::to_owned).collect()
    };
    let printed = text(&output.stdout);
    assert_eq!(but_for_the_start(&printed), but_for_the_start(&installed));
    assert_eq!(printed.lines().count(), installed.lines().count());
}

#[test]
fn packages_carry_a_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made");
    assert!(touchmove().arg("generate").arg(&made).status().unwrap().success());
    let help = text(&touchmove().arg("--help").output().unwrap().stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .map_while(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"board"), "{help}");
    for command in commands {
        let page = fs::read_to_string(made.join(format!("touchmove-{command}.1"))).unwrap();
        assert!(page.contains("SYNOPSIS"), "{page}");
    }
    for shell in ["touchmove.bash", "touchmove.fish", "_touchmove"] {
        assert!(fs::read_to_string(made.join(shell)).unwrap().contains("simulate"), "{shell}");
    }
    assert!(!made.join("touchmove-help.1").exists());
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
