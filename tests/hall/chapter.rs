//! The chapter "Set up a hall", followed word by word at a desk.

use std::{
    env, fs,
    io::{BufRead, BufReader, Lines, Write},
    net::TcpListener,
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::scene::until;

const CHAPTER: &str = include_str!("../../docs/hall.md");
const PASSWORD: &str = "Rook takes e8";
const END: &str = "-- that was all --";

/// What is to be typed, in its order.
fn blocks() -> Vec<String> {
    let desk = CHAPTER.split("\n## At a desk\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let typed = desk.split("\n```sh\n").skip(1);
    typed.map(|rest| rest.split("\n```").next().unwrap().to_string()).collect()
}

/// The shell of whoever follows the chapter, and all that he starts.
struct Shell {
    child: Child,
    said: Lines<BufReader<ChildStdout>>,
}

impl Shell {
    fn open(folder: &Path) -> Shell {
        let program = Path::new(env!("CARGO_BIN_EXE_touchmove")).parent().unwrap();
        let path = env::var("PATH").unwrap();
        let mut child = Command::new("sh")
            .arg("-es")
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", program.display()))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap()).lines();
        Shell { child, said }
    }

    /// Types that; what is printed.
    fn types(&mut self, block: &str) -> Vec<String> {
        let keys = self.child.stdin.as_mut().unwrap();
        writeln!(keys, "{block}\necho '{END}'").unwrap();
        let mut printed = Vec::new();
        loop {
            match self.said.next() {
                Some(Ok(line)) if line == END => return printed,
                Some(Ok(line)) => printed.push(line),
                _ => panic!("the shell has ended at\n{block}\n{}", printed.join("\n")),
            }
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args(["-9", "--", &group]).status();
        let _ = self.child.wait();
    }
}

/// The page as the chief arbiter has it.
struct Page {
    base: String,
    agent: ureq::Agent,
    cookie: String,
}

impl Page {
    /// Signs in at this path.
    fn enter(base: &str, path: &str, who: &Value) -> Page {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let agent: ureq::Agent = config.into();
        let cookie = until("the page lets the chief arbiter in", || {
            let answer = agent.post(format!("{base}{path}")).send_json(who).ok()?;
            let cookie = answer.headers().get("set-cookie")?.to_str().unwrap();
            Some(cookie.split(';').next().unwrap().to_string())
        });
        Page { base: base.into(), agent, cookie }
    }

    fn get(&self, path: &str) -> Option<Value> {
        let request = self.agent.get(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        request.call().ok()?.body_mut().read_json().ok()
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> Value {
        let request =
            self.agent.post(format!("{}{path}", self.base)).header("cookie", &self.cookie);
        let mut answer = request.header("content-type", kind).send(body).unwrap();
        let said = answer.body_mut().read_json().unwrap_or_default();
        assert_eq!(answer.status(), 200, "{path}: {said}");
        said
    }

    fn set_to_table(&self, code: &str, table: &str) {
        let url = format!("{}/api/members/{code}", self.base);
        let request = self.agent.put(url).header("cookie", &self.cookie);
        assert_eq!(request.send_json(json!({"table": table})).unwrap().status(), 204);
    }

    fn boards_here(&self) -> Option<usize> {
        let members = self.get("/api/members")?;
        Some(members.as_array()?.iter().filter(|board| board["presence"] == "here").count())
    }

    fn tables(&self, state: &str) -> Option<()> {
        let round = self.get("/api/round")?;
        let tables = round["tables"].as_array()?;
        (tables.len() == 2 && tables.iter().all(|table| table["state"] == state)).then_some(())
    }
}

/// What follows this in a line.
fn after<'l>(lines: &'l [String], start: &str) -> Vec<&'l str> {
    lines.iter().filter_map(|line| line.strip_prefix(start)).collect()
}

#[test]
fn the_chapter_can_be_followed_word_by_word() {
    let folder = tempfile::tempdir().unwrap();
    // Only the ports are others: those of the chapter may be somebody's.
    let free = || TcpListener::bind("127.0.0.1:0").unwrap();
    let ports = [free(), free()].map(|port| port.local_addr().unwrap().port().to_string());
    let blocks = blocks();
    let mut blocks =
        blocks.iter().map(|block| block.replace("4222", &ports[0]).replace("8080", &ports[1]));
    let mut next = || blocks.next().unwrap();
    let mut shell = Shell::open(folder.path());

    let told = shell.types(&next());
    let base = format!("http://127.0.0.1:{}", ports[1]);
    assert!(told.contains(&format!("{base}/")), "{told:?}");
    let code = after(&told, "Set-up code, by which the page makes the chief arbiter, once: ")[0];
    let chief = json!({"code": code, "name": "Chief", "password": PASSWORD});
    let page = Page::enter(&base, "/api/setup", &chief);
    shell.types(&next());
    Page::enter(&base, "/api/session", &json!({"name": "Anna", "password": PASSWORD}));

    let told = shell.types(&next());
    let codes = after(&told, "Code for the board's label: ");
    assert_eq!(codes.len(), 2, "{told:?}");
    until("both boards are in", || (page.boards_here()? == 2).then_some(()));
    page.set_to_table(codes[0], "1");
    page.set_to_table(codes[1], "2");
    shell.types(&next());
    let pairs = fs::read_to_string(folder.path().join("pairs.csv")).unwrap();
    let import = "/api/round/import?round=1&time_control=5400%2B30";
    page.post(import, "text/csv", &pairs);
    until("both tables are ready", || page.tables("ready"));
    let carried = page.post("/api/round/start", "application/json", "{}");
    assert_eq!(carried["done"], json!(["1", "2"]), "{carried}");
    until("both clocks run", || page.tables("playing"));

    shell.types(&next());
    let who = json!({"name": "Chief", "password": PASSWORD});
    let page = Page::enter(&base, "/api/session", &who);
    until("both boards are back", || (page.boards_here()? == 2).then_some(()));
    until("both clocks run on", || page.tables("playing"));
    shell.types(&next());
    assert!(blocks.next().is_none(), "a block that nobody tried");
}
