use std::{
    fs,
    io::{self, BufRead as _, BufReader},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tokio::{
    net::TcpStream,
    sync::watch,
    time::{Instant, sleep, timeout},
};

use super::{Settings, program};
use crate::meet::{Code, PublicKey};

/// How long it has to begin, to read its users again, to end.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is looked whether it has.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The shortest and the longest time after which a server that died is started again.
const AGAIN: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));
/// What it says of things that are as they should be: the token is in a file that only its owner reads,
/// and whoever asks whether it listens speaks no TLS.
const EXPECTED: [&str; 2] = ["Plaintext passwords detected", "TLS handshake error"];
/// What ran for so long did not die of its configuration.
const RAN: Duration = Duration::from_secs(60);

/// How often the server read its users again, and whether it could.
#[derive(Clone, Copy, Debug, Default)]
struct Reloads {
    done: u64,
    failed: u64,
}

/// A nats-server that runs for as long as this is kept; one that dies is started again.
pub(crate) struct Server {
    settings: Settings,
    running: Arc<Mutex<Option<Pid>>>,
    reloads: watch::Receiver<Reloads>,
    stop: Option<mpsc::Sender<()>>,
    keeper: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts it, and waits until it takes connections. One that a killed hub left is ended before.
    ///
    /// # Errors
    ///
    /// When there is none, its files cannot be written, or it does not begin in time.
    pub(crate) async fn start(
        settings: Settings,
        boards: &[(Code, PublicKey)],
    ) -> io::Result<Server> {
        let program = program::find()?;
        end_left_over(&settings).await?;
        settings.write(boards)?;
        let running = Arc::new(Mutex::new(None));
        let (stop, stopped) = mpsc::channel();
        let (said, reloads) = watch::channel(Reloads::default());
        let keeper =
            Keeper { program, file: settings.file(), running: Arc::clone(&running), said, stopped };
        let keeper = thread::Builder::new().name("nats-server".into()).spawn(|| keeper.keep())?;
        let server = Server { settings, running, reloads, stop: Some(stop), keeper: Some(keeper) };
        server.wait_until_ready().await?;
        Ok(server)
    }

    /// Where it is reached from this machine.
    pub(crate) fn address(&self) -> SocketAddr {
        let ip = match self.settings.bind {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        SocketAddr::new(ip, self.settings.port)
    }

    /// From now on these boards may come in, and no others. One that is in and may no longer be is
    /// put out.
    ///
    /// # Errors
    ///
    /// When that cannot be written, or the server does not take it in time.
    pub(crate) async fn reload(&self, boards: &[(Code, PublicKey)]) -> io::Result<()> {
        let mut reloads = self.reloads.clone();
        let before = *reloads.borrow_and_update();
        self.settings.write_users(boards)?;
        let pid = *self.running.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is about to be started reads it then.
        let Some(pid) = pid else { return Ok(()) };
        if kill_process(pid, Signal::HUP).is_err() {
            return Ok(());
        }
        let heard = reloads.wait_for(|now| now.done > before.done || now.failed > before.failed);
        match timeout(PATIENCE, heard).await {
            Ok(Ok(now)) if now.done > before.done => Ok(()),
            Ok(_) => Err(io::Error::other("nats-server does not take its new users; see its log")),
            Err(_) => Err(io::Error::other("nats-server has not read its new users in time")),
        }
    }

    /// Ends it.
    pub(crate) async fn stop(mut self) {
        let ended = self.keeper.take();
        drop(self);
        if let Some(keeper) = ended
            && tokio::task::spawn_blocking(|| keeper.join()).await.is_err()
        {
            tracing::warn!("whoever kept nats-server running did not end well");
        }
    }

    async fn wait_until_ready(&self) -> io::Result<()> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            // Somebody else's server on this port is not ours.
            let ours = self.running.lock().unwrap_or_else(PoisonError::into_inner).is_some();
            if ours && TcpStream::connect(self.address()).await.is_ok() {
                return Ok(());
            }
            sleep(LOOK_EVERY).await;
        }
        let address = self.address();
        Err(io::Error::other(format!("nats-server does not listen at {address}; see its log")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The keeper hears that nobody needs it before its child ends.
        self.stop = None;
        let pid = *self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pid) = pid {
            // It may have died just now.
            let _ = kill_process(pid, Signal::TERM);
        }
    }
}

/// Ends a server that runs with our configuration.
async fn end_left_over(settings: &Settings) -> io::Result<()> {
    let Some(pid) = left_over(&settings.pid_file(), &settings.file()) else { return Ok(()) };
    tracing::warn!(pid = pid.as_raw_nonzero().get(), "a nats-server was left over; it is ended");
    for (signal, patience) in [(Signal::TERM, PATIENCE), (Signal::KILL, PATIENCE)] {
        let until = Instant::now() + patience;
        // It may have ended just now.
        let _ = kill_process(pid, signal);
        while Instant::now() < until {
            if test_kill_process(pid).is_err() {
                return Ok(());
            }
            sleep(LOOK_EVERY).await;
        }
    }
    Err(io::Error::other("a nats-server that was left over does not end"))
}

/// Whoever the file names, if it is our server: numbers of processes are given again.
fn left_over(pid_file: &Path, config: &Path) -> Option<Pid> {
    let pid = Pid::from_raw(fs::read_to_string(pid_file).ok()?.trim().parse().ok()?)?;
    let command = fs::read(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).ok()?;
    let mut words = command.split(|byte| *byte == 0);
    let nats = words.next()?.ends_with(b"nats-server");
    let ours = words.any(|word| word == config.as_os_str().as_encoded_bytes());
    (nats && ours).then_some(pid)
}

/// Keeps the server running, on a thread of its own.
struct Keeper {
    program: PathBuf,
    file: PathBuf,
    running: Arc<Mutex<Option<Pid>>>,
    said: watch::Sender<Reloads>,
    stopped: mpsc::Receiver<()>,
}

impl Keeper {
    fn keep(self) {
        let mut pause = AGAIN.0;
        loop {
            let began = std::time::Instant::now();
            match self.run() {
                Ok(()) => {}
                Err(error) => tracing::error!(%error, "nats-server cannot be run"),
            }
            if began.elapsed() > RAN {
                pause = AGAIN.0;
            }
            match self.stopped.recv_timeout(pause) {
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                _ => return,
            }
            tracing::warn!("nats-server has ended; it is started again");
            pause = (pause * 2).min(AGAIN.1);
        }
    }

    /// Runs it once.
    fn run(&self) -> io::Result<()> {
        let mut child = Command::new(&self.program)
            .arg("-c")
            .arg(&self.file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        self.set_running(i32::try_from(child.id()).ok().and_then(Pid::from_raw));
        // Whoever stopped us before may have seen no child yet.
        if matches!(self.stopped.try_recv(), Err(mpsc::TryRecvError::Disconnected)) {
            child.kill()?;
        }
        let heard = self.hear(&mut child);
        // Nobody signals a number that may be another's by now.
        self.set_running(None);
        let status = child.wait()?;
        tracing::info!(%status, "nats-server ended");
        heard
    }

    fn set_running(&self, pid: Option<Pid>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = pid;
    }

    /// Tells what it says, until it ends: `[pid] date time [LEVEL] text`.
    fn hear(&self, child: &mut Child) -> io::Result<()> {
        let Some(stderr) = child.stderr.take() else { return Ok(()) };
        for line in BufReader::new(stderr).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let (level, text) = level(&line);
            if text.starts_with("Reloaded server configuration") {
                self.said.send_modify(|reloads| reloads.done += 1);
            } else if text.starts_with("Failed to reload") {
                self.said.send_modify(|reloads| reloads.failed += 1);
            }
            match level {
                _ if EXPECTED.iter().any(|part| text.contains(part)) => {
                    tracing::debug!(target: "nats", "{text}");
                }
                "ERR" | "FTL" => tracing::error!(target: "nats", "{text}"),
                "WRN" => tracing::warn!(target: "nats", "{text}"),
                _ => tracing::debug!(target: "nats", "{text}"),
            }
        }
        Ok(())
    }
}

fn level(line: &str) -> (&str, &str) {
    line.split_once("] ")
        .and_then(|(_, rest)| rest.split_once('[')?.1.split_once("] "))
        .unwrap_or(("FTL", line))
}

#[cfg(test)]
mod tests;
