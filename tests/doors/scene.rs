//! A board without a hub, at which one must sign in, and people who do.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// Whatever takes longer is a failure. Loaded machines are slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everybody's password.
pub(crate) const PASSWORD: &str = "Rook takes e8";

/// The program, its page, and its set-up code.
pub(crate) struct Hall {
    folder: tempfile::TempDir,
    child: Child,
    pub(crate) page: String,
    pub(crate) code: String,
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    /// The session's cookie, where one comes with it.
    pub(crate) cookie: Option<String>,
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) body: String,
}

impl Hall {
    pub(crate) fn start() -> Hall {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state");
        let text = format!(
            "[board]\nname = \"7\"\nstate = {state:?}\n[game]\ntime_control = \"5400+30\"\n\
             [web]\nport = 0\nopen = false\n"
        );
        fs::write(folder.path().join("board.toml"), text).unwrap();
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let mut child = touchmove()
            .args(["board", "--config"])
            .arg(folder.path().join("board.toml"))
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let (mut page, mut code) = (String::new(), String::new());
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some(shown) = line.strip_prefix("set-up code: ") {
                code = shown.into();
            }
            if line.starts_with("http") {
                page = line;
                break;
            }
        }
        assert!(!page.is_empty(), "{}", fs::read_to_string(folder.path().join("log")).unwrap());
        Hall { folder, child, page, code }
    }

    /// Where everything of it is.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// `touchmove user …`; whether it worked, and what it wrote.
    pub(crate) fn user(&self, args: &[&str]) -> (bool, String) {
        let mut child = touchmove()
            .arg("user")
            .args(args)
            .arg("--config")
            .arg(self.folder.path().join("board.toml"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // One that asks for no password is gone by now.
        let _ = writeln!(child.stdin.take().unwrap(), "{PASSWORD}");
        let output = child.wait_with_output().unwrap();
        let said =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    }

    pub(crate) fn ask(&self, request: &Request<'_>, cookie: Option<&str>) -> Answer {
        let uri = format!("{}{}", self.page, request.path);
        let mut built = ureq::http::Request::builder().method(request.method).uri(uri);
        if !request.kind.is_empty() {
            built = built.header("content-type", request.kind);
        }
        if let Some(cookie) = cookie {
            built = built.header("cookie", cookie);
        }
        // Streams have no end.
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .timeout_global(Some(PATIENCE))
            .build();
        let agent: ureq::Agent = config.into();
        let mut answer = agent.run(built.body(request.body.clone()).unwrap()).unwrap();
        let status = answer.status().as_u16();
        let header = |name: &str| {
            let value = answer.headers().get(name)?;
            Some(value.to_str().unwrap().to_string())
        };
        let cookie = header("set-cookie").map(|line| line.split(';').next().unwrap().to_string());
        let streams = header("content-type").is_some_and(|kind| kind.starts_with("text/event"));
        let body = match streams {
            true => Value::Null,
            false => answer.body_mut().read_json().unwrap_or_default(),
        };
        Answer { status, body, cookie }
    }

    pub(crate) fn json(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        cookie: Option<&str>,
    ) -> Answer {
        let body = body.to_string();
        self.ask(&Request { method, path, kind: "application/json", body }, cookie)
    }

    pub(crate) fn get(&self, path: &str, cookie: &str) -> Value {
        let answer = self.json("GET", path, &json!(null), Some(cookie));
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    /// The chief arbiter's cookie: made by the set-up code.
    pub(crate) fn set_up(&self) -> String {
        let chief = json!({"code": self.code, "name": "Chief", "password": PASSWORD});
        let answer = self.json("POST", "/api/setup", &chief, None);
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.body["user"]["role"], "chief");
        answer.cookie.unwrap()
    }

    /// Makes a user by the command, and signs him in.
    pub(crate) fn add(&self, name: &str, role: &str, tables: Option<&str>) -> String {
        let mut args = vec!["add", name, "--role", role];
        args.extend(tables.iter().flat_map(|tables| ["--tables", *tables]));
        let (worked, said) = self.user(&args);
        assert!(worked, "{said}");
        self.sign_in(name).cookie.unwrap()
    }

    pub(crate) fn sign_in(&self, name: &str) -> Answer {
        let credentials = json!({"name": name, "password": PASSWORD});
        self.json("POST", "/api/session", &credentials, None)
    }
}

/// Asks until it is so.
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: not in time");
        std::thread::yield_now();
    }
}

fn touchmove() -> Command {
    Command::new(env!("CARGO_BIN_EXE_touchmove"))
}
