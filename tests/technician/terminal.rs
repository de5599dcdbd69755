//! A real terminal, as the system makes them, and the program at it.

use std::{
    io::{Read, Write},
    process::Child,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use pty_process::{
    Size,
    blocking::{Command, Pty, open},
};

use crate::board::Board;

/// Whatever takes longer is a failure. Loaded machines are slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal at which the program runs.
pub(crate) struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    lines: mpsc::Receiver<String>,
    /// All lines that were read so far.
    seen: Vec<String>,
}

impl Terminal {
    /// Starts a command for a board.
    pub(crate) fn run(board: &Board, command: &str, more: &[&str]) -> Terminal {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(30, 100)).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_touchmove"))
            .arg(command)
            .args([std::ffi::OsStr::new("--config"), board.path("board.toml").as_os_str()])
            .args(more)
            .spawn(pts)
            .unwrap();
        let pty = Arc::new(pty);
        let (say, lines) = mpsc::channel();
        let read = Arc::clone(&pty);
        thread::spawn(move || {
            let (mut text, mut bytes) = (Vec::new(), [0; 4096]);
            // The end of the program is an error here.
            while let Ok(count @ 1..) = (&*read).read(&mut bytes) {
                text.extend_from_slice(&bytes[..count]);
                while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = text.drain(..=end).collect();
                    let _ = say.send(plain(&String::from_utf8_lossy(&line)));
                }
            }
        });
        Terminal { pty, child, lines, seen: Vec::new() }
    }

    /// The next line; none once the program has ended.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.seen.push(line.clone());
                Some(line)
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                panic!("nothing more comes after:\n{}", self.seen.join("\n"))
            }
        }
    }

    /// Waits for a line in which this stands.
    pub(crate) fn awaits(&mut self, text: &str) -> String {
        loop {
            match self.line() {
                Some(line) if line.contains(text) => return line,
                Some(_) => {}
                None => panic!("{text:?} does not come:\n{}", self.seen.join("\n")),
            }
        }
    }

    /// Types a line.
    pub(crate) fn types(&self, line: &str) {
        (&*self.pty).write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Presses Ctrl-C.
    pub(crate) fn interrupts(&self) {
        (&*self.pty).write_all(b"\x03").unwrap();
    }

    /// Waits for the end: the exit code, and all that was written.
    pub(crate) fn ends(mut self) -> (i32, Vec<String>) {
        while self.line().is_some() {}
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                let code = status.code().unwrap_or_else(|| panic!("{status}"));
                return (code, std::mem::take(&mut self.seen));
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::yield_now();
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line without what moves the cursor.
fn plain(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line.trim_end_matches(['\r', '\n']).chars();
    while let Some(char) = rest.next() {
        if char == '\x1b' {
            rest.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(char);
        }
    }
    plain
}
