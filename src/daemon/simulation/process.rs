use std::{env, fs, io, path::Path, process::Stdio, time::Duration};

use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    time::{Instant, sleep, timeout},
};

use super::Part;

/// How long a process has to be ready.
const PATIENCE: Duration = Duration::from_secs(30);
/// The kernel counts processor time in hundredths of a second (`sysconf(_SC_CLK_TCK)` on Linux).
const TICKS_PER_SECOND: f64 = 100.0;

/// A process of the simulation; it ends with it.
#[derive(Debug)]
pub(super) struct Process {
    _child: Child,
    pid: u32,
}

impl Process {
    fn of(child: Child) -> io::Result<Process> {
        let pid = child.id().ok_or_else(|| io::Error::other("a process has ended at once"))?;
        Ok(Process { _child: child, pid })
    }

    /// Starts a part of the simulation in this program; answers what it says when it is ready.
    pub(super) async fn part(
        part: Part,
        address: &str,
        folder: &Path,
        boards: usize,
    ) -> io::Result<(Process, String)> {
        let mut child = Command::new(env::current_exe()?)
            .args(["simulate", "hall", "--boards", &boards.to_string()])
            .args(["--part", part.into(), "--server", address, "--dir"])
            .arg(folder.join(<&str>::from(part)))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("no standard output"))?;
        let mut lines = BufReader::new(stdout).lines();
        let ready = timeout(PATIENCE, lines.next_line()).await??;
        let ready = ready.ok_or_else(|| io::Error::other("a part of the hall did not start"))?;
        Ok((Process::of(child)?, ready))
    }

    /// Processor time so far, s.
    pub(super) fn cpu(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid)).unwrap_or_default();
        // The second field is a name in brackets; the 14th and 15th are user and system time (proc(5)).
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>()
            / TICKS_PER_SECOND
    }

    /// What of it is resident, bytes.
    pub(super) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
        kilobytes.unwrap_or(0) * 1024
    }
}

/// Starts a server without doors on loopback; answers where it is.
pub(super) async fn server(folder: &Path) -> io::Result<(Process, String)> {
    let ports = folder.join("ports");
    fs::create_dir_all(&ports)?;
    let child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", "-1", "-js", "-sd"])
        .arg(folder.join("jetstream"))
        .arg("--ports_file_dir")
        .arg(&ports)
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("nats-server (Debian package nats-server): {error}"),
            )
        })?;
    let process = Process::of(child)?;
    let file = ports.join(format!("nats-server_{}.ports", process.pid));
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Ok(text) = fs::read_to_string(&file)
            && let Ok(ports) = serde_json::from_str::<serde_json::Value>(&text)
            && let Some(url) = ports["nats"][0].as_str()
        {
            return Ok((process, url.to_string()));
        }
        sleep(Duration::from_millis(20)).await;
    }
    Err(io::Error::other("nats-server does not start"))
}
