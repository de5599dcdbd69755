//! A running daemon, hands at its switches, and browsers that listen.

use std::{
    collections::VecDeque,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    os::unix::net::UnixStream,
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

/// Whatever takes longer is a failure. Loaded machines are slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The program under test.
pub(crate) fn touchmove() -> Command {
    Command::new(env!("CARGO_BIN_EXE_touchmove"))
}

/// A daemon of one board in a folder of its own.
pub(crate) struct Board {
    pub(crate) folder: tempfile::TempDir,
    child: Child,
    /// Where its page is.
    pub(crate) address: String,
    log: PathBuf,
}

impl Board {
    /// Starts a board with a simulated sensor, with these further lines of configuration
    /// (the first of them below `[web]`).
    pub(crate) fn start(more: &str) -> Board {
        let folder = tempfile::tempdir().unwrap();
        Board::start_in(folder, more)
    }

    /// Starts a board whose electronics of this kind are simulated, and can be broken.
    pub(crate) fn of(electronics: &str) -> Board {
        let sensor = "kind = \"faulty\"\n";
        let more = format!("[sensor.faulty]\nof = \"{electronics}\"\n");
        Board::start_as(tempfile::tempdir().unwrap(), sensor, &more)
    }

    /// The same in a folder where one may have run before.
    pub(crate) fn start_in(folder: tempfile::TempDir, more: &str) -> Board {
        Board::start_as(folder, "", more)
    }

    fn start_as(folder: tempfile::TempDir, sensor: &str, more: &str) -> Board {
        let state = folder.path().join("state");
        let socket = folder.path().join("switches.sock");
        let config = folder.path().join("board.toml");
        let text = format!(
            "[board]\nname = \"7\"\nstate = {state:?}\n[sensor]\n{sensor}socket = {socket:?}\n\
             [game]\nwhite = \"Anna\"\nblack = \"Boris\"\ntime_control = \"5400+30\"\n\
             [web]\nport = 0\n{more}\n"
        );
        fs::write(&config, text).unwrap();
        let log = folder.path().join("log");
        let (child, address) = spawn(&config, &log);
        Board { folder, child, address, log }
    }

    /// Pulls the plug, and starts the daemon again.
    pub(crate) fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
    }

    /// Pulls the plug.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts the daemon again.
    pub(crate) fn restart(&mut self) {
        (self.child, self.address) = spawn(&self.folder.path().join("board.toml"), &self.log);
    }

    /// Moves pieces while the daemon is down, and the lever: `e2-`, `e4+`, `white`.
    pub(crate) fn switch(&self, acts: &[&str]) {
        let (presses, acts): (Vec<&str>, Vec<&str>) = acts.iter().partition(|act| act.len() > 3);
        if let Some(side) = presses.last() {
            fs::write(self.folder.path().join("state/lever"), side).unwrap();
        }
        let path = self.folder.path().join("state/switches");
        let mut kept: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut squares = u64::from_str_radix(kept["scan"].as_str().unwrap(), 16).unwrap();
        for act in acts {
            let [file, rank, _] = act.as_bytes() else { panic!("{act} is no act") };
            squares ^= 1 << (u64::from(file - b'a') + 8 * u64::from(rank - b'1'));
        }
        kept["scan"] = format!("{squares:016x}").into();
        fs::write(&path, kept.to_string()).unwrap();
    }

    /// Asks the daemon to end, and waits for it.
    pub(crate) fn interrupt(&mut self) -> ExitStatus {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "does not end: {}", self.log());
            thread::yield_now();
        }
    }

    /// What it wrote to standard error.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Somebody at the switches.
    pub(crate) fn hand(&self) -> Hand {
        let stream = UnixStream::connect(self.folder.path().join("switches.sock")).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Hand { answers: BufReader::new(stream.try_clone().unwrap()), stream }
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        serde_json::from_str(&self.text(path)).unwrap()
    }

    pub(crate) fn text(&self, path: &str) -> String {
        let mut answer = ureq::get(format!("{}{path}", self.address)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    /// Status and answer of a request, whatever they are.
    pub(crate) fn status(&self, path: &str) -> u16 {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        agent.get(format!("{}{path}", self.address)).call().unwrap().status().as_u16()
    }

    /// Sends an order; status and answer.
    pub(crate) fn order(&self, order: &str) -> (u16, Value) {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut answer = agent
            .post(format!("{}/api/boards/7/command", self.address))
            .content_type("application/json")
            .send(order)
            .unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (answer.status().as_u16(), value)
    }

    /// Follows the stream, from this alert on.
    pub(crate) fn listen(&self, path: &str, last: Option<&str>) -> Listener {
        Listener::open(&self.address, path, last)
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("--- log of the board\n{}", self.log());
            for game in fs::read_dir(self.folder.path().join("state/games")).into_iter().flatten() {
                let path = game.unwrap().path();
                eprintln!("--- {}\n{}", path.display(), fs::read_to_string(&path).unwrap());
            }
        }
    }
}

fn spawn(config: &PathBuf, log: &PathBuf) -> (Child, String) {
    let log = fs::File::options().create(true).append(true).open(log).unwrap();
    let mut child = touchmove()
        .args(["board", "--config"])
        .arg(config)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().to_string())
}

/// Somebody at the switches and the lever.
pub(crate) struct Hand {
    stream: UnixStream,
    answers: BufReader<UnixStream>,
}

impl Hand {
    /// Does this, and waits until the scanner has seen it.
    pub(crate) fn does(&mut self, line: &str) -> Value {
        writeln!(self.stream, "{line}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    /// Lifts, places and presses in this order: `e2- e4+ white`.
    pub(crate) fn plays(&mut self, acts: &str) {
        for act in acts.split_whitespace() {
            let line = match act.split_at_checked(2) {
                Some((square, "-")) => format!("{{\"lift\":\"{square}\"}}"),
                Some((square, "+")) => format!("{{\"place\":\"{square}\"}}"),
                _ => format!("{{\"press\":\"{act}\"}}"),
            };
            assert_eq!(self.does(&line)["ok"], true, "{act}");
        }
    }
}

/// One message of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    pub(crate) name: String,
    pub(crate) id: Option<String>,
    pub(crate) data: Value,
}

/// A browser that follows the stream.
pub(crate) struct Listener {
    messages: mpsc::Receiver<Message>,
    /// What was heard and not asked for yet.
    heard: VecDeque<Message>,
}

impl Listener {
    fn open(address: &str, path: &str, last: Option<&str>) -> Listener {
        let host = address.strip_prefix("http://").unwrap().to_string();
        let mut stream = TcpStream::connect(&host).unwrap();
        let last = last.map_or(String::new(), |id| format!("Last-Event-ID: {id}\r\n"));
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n{last}\r\n").unwrap();
        let (send, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut message = Message::default();
            let mut data = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                match line.split_once(": ") {
                    Some(("event", name)) => message.name = name.into(),
                    Some(("id", id)) => message.id = Some(id.into()),
                    Some(("data", text)) => data.push_str(text),
                    _ if line.is_empty() && !message.name.is_empty() => {
                        message.data = serde_json::from_str(&data).unwrap();
                        data.clear();
                        if send.send(std::mem::take(&mut message)).is_err() {
                            return;
                        }
                    }
                    _ => {}
                }
            }
        });
        Listener { messages, heard: VecDeque::new() }
    }

    /// The next message that is wanted; those before it are passed over.
    pub(crate) fn until(&mut self, what: &str, wanted: impl Fn(&Message) -> bool) -> Message {
        let start = Instant::now();
        loop {
            let rest = PATIENCE.saturating_sub(start.elapsed());
            let next = self.heard.pop_front().map_or_else(|| self.messages.recv_timeout(rest), Ok);
            match next {
                Ok(message) if wanted(&message) => return message,
                Ok(_) => {}
                Err(error) => panic!("{what}: {error}"),
            }
        }
    }

    /// All messages until the stream ends.
    pub(crate) fn rest(&mut self) -> Vec<Message> {
        let start = Instant::now();
        let mut rest: Vec<Message> = self.heard.drain(..).collect();
        loop {
            match self.messages.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
                Ok(message) => rest.push(message),
                Err(mpsc::RecvTimeoutError::Disconnected) => return rest,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the stream does not end"),
            }
        }
    }
}

/// Runs a command to its end: exit code, standard output, standard error.
pub(crate) fn run(args: &[&str]) -> (i32, String, String) {
    let output = touchmove().args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Reads whatever is left of a stream of bytes.
pub(crate) fn read_all(mut from: impl Read) -> String {
    let mut text = String::new();
    from.read_to_string(&mut text).unwrap();
    text
}
