use std::{
    fs::{self, File},
    future::pending,
    io::{self, IsTerminal as _, Write as _},
    os::unix::{self, fs::MetadataExt as _},
    path::Path,
    pin::Pin,
    thread,
    time::Duration,
};

use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use touchmove_core::board::{Ms, Record};

use crate::{
    clock::{self, LeverEnd},
    config::Config,
    daemon::{self, Crew, Failure, Senses, Signals},
    inlet::inlet,
    sensor::{Beat, Pulse, Scanner, SensorKind, Speed},
    tempo::Tempo,
};

/// A board on the bench: opened, and then read by the same threads as in a hall.
pub(crate) struct Bench {
    senses: Senses,
    reading: Reading,
    _lock: Option<File>,
}

/// Whose typing is listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typing {
    /// Somebody's at a terminal; what a pipe says is nobody's.
    Terminal,
    /// Nobody's.
    Nobody,
}

/// What comes from a board and from whoever sits before it.
pub(crate) struct Reading {
    records: mpsc::Receiver<Record>,
    typed: Option<mpsc::Receiver<String>>,
    stopped: Pin<Box<dyn Future<Output = ()>>>,
    pulse: Pulse,
    tempo: Tempo,
    /// The end of the lever that is down, if that could be seen at the start.
    pub(crate) lever: Option<LeverEnd>,
}

/// One thing that comes.
#[derive(Debug)]
pub(crate) enum Heard {
    /// From the board.
    Record(Record),
    /// A line from whoever sits at the terminal.
    Typed(String),
    /// Nobody will type any more.
    HungUp,
    /// The time is over.
    Due,
    /// All is to end: Ctrl-C, or the system goes down.
    Stop,
}

impl Bench {
    /// Opens what the configuration names. The board lives so many times as fast as the host's clock
    /// runs: for whoever has no patience, as tests.
    ///
    /// # Errors
    ///
    /// When a device cannot be used, or the board is being watched already.
    pub(crate) fn open(config: &Config, typing: Typing, speed: Speed) -> io::Result<Bench> {
        let signals = Signals::listen()?;
        let lock = lock(config)?;
        let tempo = Tempo::starting_now(speed.factor());
        let (inlet, records) = inlet(daemon::INLET);
        let senses = Senses::open(config, tempo, inlet)?;
        let listens = typing == Typing::Terminal && io::stdin().is_terminal();
        let reading = Reading {
            records,
            typed: listens.then(typed).transpose()?,
            stopped: Box::pin(signals.first()),
            pulse: Pulse::default(),
            tempo,
            lever: None,
        };
        Ok(Bench { senses, reading, _lock: lock })
    }

    /// What reads it.
    pub(crate) fn scanner(&mut self) -> &mut Box<dyn Scanner> {
        &mut self.senses.board.scanner
    }

    /// The same board, read by what `by` makes of its scanner.
    pub(crate) fn read_by(
        mut self,
        by: impl FnOnce(Box<dyn Scanner>) -> Box<dyn Scanner>,
    ) -> Bench {
        self.senses.board.scanner = by(self.senses.board.scanner);
        self
    }

    /// Who says when it is read.
    pub(crate) fn beat(&self) -> Beat {
        self.senses.board.scanner.beat()
    }

    /// Reads the board for as long as `course` lasts.
    ///
    /// # Errors
    ///
    /// When reading cannot begin, or a part of it ends.
    pub(crate) async fn read<T>(
        self,
        white_at: LeverEnd,
        course: impl AsyncFnOnce(&mut Reading) -> T,
    ) -> Result<T, Failure> {
        let mut crew = Crew::new();
        let mut reading = self.reading;
        let started = self.senses.start(&mut crew, reading.pulse.clone())?;
        reading.lever = started.lever_down.map(|side| clock::end(side, white_at));
        let mut result = None;
        crew.work(async { result = Some(course(&mut reading).await) }).await?;
        result.ok_or_else(|| Failure::Start(io::Error::other("the board is no longer read")))
    }
}

impl Reading {
    /// Waits for what comes next, until `until` at most.
    pub(crate) async fn hear(&mut self, until: Option<Instant>) -> Heard {
        let due = async {
            match until {
                Some(until) => sleep_until(until).await,
                None => pending().await,
            }
        };
        // The time first: a board that rattles without end must not keep it from passing.
        tokio::select! {
            biased;
            () = &mut self.stopped => {
                self.stopped = Box::pin(pending());
                Heard::Stop
            }
            () = due => Heard::Due,
            line = line(&mut self.typed) => line.map_or(Heard::HungUp, Heard::Typed),
            Some(record) = self.records.recv() => Heard::Record(record),
        }
    }

    /// A record that has come already.
    pub(crate) fn at_once(&mut self) -> Option<Record> {
        self.records.try_recv().ok()
    }

    /// Leaves out what has come until now.
    pub(crate) fn forget(&mut self) -> Vec<Record> {
        std::iter::from_fn(|| self.at_once()).collect()
    }

    /// How the readings go.
    pub(crate) fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// The board's time.
    pub(crate) fn now(&self) -> Ms {
        self.tempo.now()
    }

    /// Whether somebody sits at a terminal.
    pub(crate) fn is_attended(&self) -> bool {
        self.typed.is_some()
    }
}

/// The next line that is typed; none once the terminal is gone.
async fn line(typed: &mut Option<mpsc::Receiver<String>>) -> Option<String> {
    let Some(lines) = typed else { return pending().await };
    let line = lines.recv().await;
    if line.is_none() {
        *typed = None;
    }
    line
}

/// Lines from standard input, on a thread that ends with the process.
fn typed() -> io::Result<mpsc::Receiver<String>> {
    let (say, lines) = mpsc::channel(8);
    thread::Builder::new().name("typed".into()).spawn(move || {
        for line in io::stdin().lines() {
            let Ok(line) = line else { return };
            if say.blocking_send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}

/// Keeps a daemon of this board from starting meanwhile, where it has a folder to do so in.
fn lock(config: &Config) -> io::Result<Option<File>> {
    let state = &config.board.state;
    if matches!(config.sensor.kind, SensorKind::Simulated | SensorKind::Faulty) {
        daemon::make_state(state)?;
    }
    if !state.is_dir() {
        return Ok(None);
    }
    let file = state.join("lock");
    match daemon::lock(&file) {
        // It is the service's; a board that is read by two shows that by its lines being in use.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(None),
        lock => {
            let lock = lock?;
            hand_over(&file);
            Ok(Some(lock))
        }
    }
}

/// Gives a file to whoever has its folder: what a technician made as root must not be in the way of
/// the service.
fn hand_over(file: &Path) {
    let owner = file.parent().map(fs::metadata);
    if let Some(Ok(owner)) = owner {
        // Whoever is not root has made it for himself.
        let _ = unix::fs::chown(file, Some(owner.uid()), Some(owner.gid()));
    }
}

/// Seconds on the command line.
///
/// # Errors
///
/// When it is no time that anybody would wait.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "must be a number of seconds".to_string())?;
    if !(0.1..=86_400.0).contains(&seconds) {
        return Err("must be 0.1 to 86400 seconds".into());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Writes a file so that whoever reads it finds all of it, or what was there before.
///
/// # Errors
///
/// When it cannot be written; says which.
pub(crate) fn keep(path: &Path, text: &str) -> io::Result<()> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        hand_over(&new);
        fs::rename(&new, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The name is on the disk once its folder is.
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    write().map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_root_keeps_belongs_to_whoever_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        if unix::fs::chown(folder.path(), Some(12345), Some(12345)).is_err() {
            println!("only root can give a folder away: not tried");
            return;
        }
        let file = folder.path().join("calibration.json");
        keep(&file, "{}").unwrap();
        let owner = fs::metadata(&file).unwrap();
        assert_eq!((owner.uid(), owner.gid()), (12345, 12345));
    }

    #[test]
    fn seconds_that_nobody_means_are_refused() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "soon", "NaN", "1e9"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
