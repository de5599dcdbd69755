//! A hall of real processes: a nats-server, a hub, boards.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

/// Whatever takes longer is a failure. Loaded machines are slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// How long a process has to end by itself.
const ENDING: Duration = Duration::from_secs(10);

/// The program under test.
pub(crate) fn touchmove() -> Command {
    Command::new(env!("CARGO_BIN_EXE_touchmove"))
}

/// Waits until something is so.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A process that ends with its test.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command, log: &Path) -> Running {
        let log = fs::File::options().create(true).append(true).open(log).unwrap();
        Running(command.stderr(log).spawn().expect("it can be started"))
    }

    /// Pulls its plug.
    pub(crate) fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A hub is asked to end, so that it takes its server with it.
        let pid = self.0.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &pid]).stderr(Stdio::null()).status();
        let asked = Instant::now();
        while asked.elapsed() < ENDING && matches!(self.0.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(10));
        }
        self.kill();
    }
}

/// A nats-server that lets everybody in.
pub(crate) struct Server {
    folder: PathBuf,
    running: Running,
    /// Where it is.
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(folder: &Path) -> Server {
        let (running, address) = Server::run(folder, None);
        Server { folder: folder.into(), running, address }
    }

    fn run(folder: &Path, port: Option<u16>) -> (Running, SocketAddr) {
        let ports = folder.join("ports");
        let _ = fs::remove_dir_all(&ports);
        fs::create_dir_all(&ports).unwrap();
        let mut command = Command::new("nats-server");
        command
            .args(["-a", "127.0.0.1", "-p", &port.map_or("-1".into(), |port| port.to_string())])
            .args(["-js", "-sd"])
            .arg(folder.join("jetstream"))
            .arg("--ports_file_dir")
            .arg(&ports);
        let running = Running::start(&mut command, &folder.join("nats.log"));
        let file = ports.join(format!("nats-server_{}.ports", running.0.id()));
        let address = until("nats-server (Debian package nats-server) starts", || {
            let ports: Value = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
            ports["nats"][0].as_str()?.strip_prefix("nats://")?.parse().ok()
        });
        (running, address)
    }

    /// Pulls its plug, and starts it again at the same place.
    pub(crate) fn kill_and_restart(&mut self) {
        self.running.kill();
        (self.running, self.address) = Server::run(&self.folder, Some(self.address.port()));
    }
}

/// A hub.
pub(crate) struct Hub {
    pub(crate) folder: PathBuf,
    running: Running,
    page: String,
}

impl Hub {
    /// Starts one at this server, in a folder of its own or where one was.
    pub(crate) fn start(folder: &Path, server: SocketAddr, more: &str) -> Hub {
        fs::create_dir_all(folder).unwrap();
        let config = folder.join("hub.toml");
        let state = folder.join("state");
        let text = format!(
            "[hub]\nname = \"Hall\"\nstate = {state:?}\n[nats]\nurl = \"nats://{server}\"\n\
             [web]\nport = 0\nopen = true\n{more}\n"
        );
        fs::write(&config, text).unwrap();
        let (running, page) = Hub::run(folder);
        Hub { folder: folder.into(), running, page }
    }

    /// Starts one that keeps a server of its own, and what its boards are told. Where there is a
    /// hall already it goes on.
    pub(crate) fn of_its_own(folder: &Path) -> (Hub, String) {
        fs::create_dir_all(folder).unwrap();
        let config = folder.join("hub.toml");
        let state = folder.join("state");
        // Nobody else takes it in so short a time.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let text = format!(
            "[hub]\nname = \"Hall\"\nstate = {state:?}\n[nats]\nport = {port}\n\
             [web]\nport = 0\nopen = true\n"
        );
        fs::write(&config, text).unwrap();
        let mut setup = touchmove();
        setup.args(["hub", "setup", "--address", "127.0.0.1", "--config"]).arg(&config);
        // The machine's own clock is left alone.
        setup.arg("--chrony").arg(folder);
        let output = setup.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let join = text.lines().find(|line| line.starts_with("touchmove://")).expect(&text);
        let (running, page) = Hub::run(folder);
        (Hub { folder: folder.into(), running, page }, join.into())
    }

    fn run(folder: &Path) -> (Running, String) {
        let mut command = touchmove();
        command.args(["hub", "--config"]).arg(folder.join("hub.toml")).stdout(Stdio::piped());
        let mut running = Running::start(&mut command, &folder.join("log"));
        let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
        let page = lines
            .find_map(|line| line.ok().filter(|line| line.starts_with("http")))
            .unwrap_or_else(|| panic!("{}", fs::read_to_string(folder.join("log")).unwrap()));
        (running, page)
    }

    /// Its machine is gone, with the server that it kept.
    pub(crate) fn kill_machine(mut self) {
        self.running.kill();
        let pid = fs::read_to_string(self.folder.join("state/nats/nats.pid")).unwrap();
        assert!(Command::new("kill").args(["-9", pid.trim()]).status().unwrap().success());
    }

    /// Pulls its plug, and starts it again.
    pub(crate) fn kill_and_restart(&mut self) {
        self.running.kill();
        (self.running, self.page) = Hub::run(&self.folder);
    }

    /// What it answers; none where it does not.
    pub(crate) fn get(&self, path: &str) -> Option<Value> {
        let mut answer = agent().get(format!("{}{path}", self.page)).call().ok()?;
        answer.body_mut().read_json().ok()
    }

    /// Status and answer; none where there is no answer.
    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let url = format!("{}{path}", self.page);
        let request = match method {
            "PUT" => agent().put(url),
            _ => agent().post(url),
        };
        let mut answer = request.send_json(body).ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.body_mut().read_json().unwrap_or_default()))
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(10)))
        .build()
        .into()
}

/// A board of the hall.
pub(crate) struct Board {
    pub(crate) folder: PathBuf,
    _running: Running,
}

impl Board {
    /// Starts one that finds its server at this address, with these sensors.
    pub(crate) fn start(folder: &Path, server: SocketAddr, sensor: &str) -> Board {
        Board::told(folder, &format!("url = \"nats://{server}\""), sensor)
    }

    /// Starts one that was told of its hub so.
    pub(crate) fn told(folder: &Path, hub: &str, sensor: &str) -> Board {
        Board::by(touchmove(), folder, hub, sensor)
    }

    /// The same by this command.
    pub(crate) fn by(mut command: Command, folder: &Path, hub: &str, sensor: &str) -> Board {
        fs::create_dir_all(folder).unwrap();
        let config = folder.join("board.toml");
        let state = folder.join("state");
        let text = format!("[board]\nstate = {state:?}\n[hub]\n{hub}\n[sensor]\n{sensor}\n");
        fs::write(&config, text).unwrap();
        command.args(["board", "--config"]).arg(&config).stdout(Stdio::null());
        let running = Running::start(&mut command, &folder.join("log"));
        Board { folder: folder.into(), _running: running }
    }

    /// What stands on its label.
    pub(crate) fn code(&self) -> String {
        let file = self.folder.join("state/code");
        until("a board has a code", || {
            fs::read_to_string(&file).ok().map(|code| code.trim().to_string())
        })
    }

    /// The events of its games, as they stand in the journals: game, number, text.
    pub(crate) fn journal(&self) -> Vec<(String, u64, String)> {
        let mut events = Vec::new();
        let games = fs::read_dir(self.folder.join("state/games"));
        for entry in games.into_iter().flatten().map(Result::unwrap) {
            if entry.path().extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let mut lines = text.lines();
            let header: Value = serde_json::from_str(lines.next().unwrap_or("{}")).unwrap();
            let game = header["game"].as_str().unwrap_or_default();
            events.extend(lines.filter(|line| line.starts_with("{\"seq\"")).map(|line| {
                let seq = serde_json::from_str::<Value>(line).unwrap()["seq"].as_u64().unwrap();
                (game.to_string(), seq, line.to_string())
            }));
        }
        events.sort();
        events
    }
}

/// The events that a hall keeps of a board.
pub(crate) fn kept(hub: &Path, board: &str) -> Vec<(String, u64, String)> {
    let file = rusqlite::Connection::open(hub.join("state/hall.sqlite")).unwrap();
    file.busy_timeout(PATIENCE).unwrap();
    let mut query = file
        .prepare("SELECT game, seq, said FROM events WHERE board = ?1 ORDER BY game, seq")
        .unwrap();
    let rows = query.query_map([board], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs(), row.get(2)?))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

/// Recorded games to be played at boards, one file each.
pub(crate) fn traces(folder: &Path, games: usize, seed: u64) -> Vec<PathBuf> {
    let status = touchmove()
        .args(["simulate", "--games", &games.to_string(), "--seed", &seed.to_string()])
        .args(["--offence", "mix", "--out"])
        .arg(folder)
        .status()
        .unwrap();
    assert!(status.success());
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), games);
    files
}

/// Hall and boards agree to the byte, once all is quiet.
pub(crate) fn agree(hub: &Hub, boards: &[Board]) {
    for board in boards {
        let code = board.code();
        until(&format!("the hall has all of board {code}"), || {
            // Whoever reads makes the hall bring everything to its disk.
            hub.get("/api/rounds")?;
            let (told, kept) = (board.journal(), kept(&hub.folder, &code));
            (!told.is_empty() && told == kept).then_some(())
        });
    }
}
