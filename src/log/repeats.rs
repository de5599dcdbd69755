use std::{
    collections::HashMap,
    fmt::{self, Debug},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    callsite::Identifier,
    field::{Field, Visit},
};
use tracing_subscriber::layer::{Context, Filter};

/// How long a line is not told again after it was told.
const QUIET: Duration = Duration::from_secs(60);

/// The lines told within the last minute, and how often each came again since.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeats(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    told: HashMap<Line, Told>,
    /// Tells the teller that something is to be told.
    wake: Option<Sender<Wake>>,
}

/// What makes a line the same line: where it comes from, what it says, and what of. How a thing
/// went wrong (`error`, `reason`) may differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    from: Identifier,
    words: Words,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Words {
    message: String,
    board: Option<String>,
    /// The file or the task.
    about: Option<String>,
}

#[derive(Debug)]
struct Told {
    level: Level,
    until: Instant,
    more: u64,
}

#[derive(Clone, Copy, Debug)]
enum Wake {
    Count,
    End,
}

/// A line that came again.
#[derive(Debug)]
struct Again {
    words: Words,
    level: Level,
    more: u64,
}

impl Repeats {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        // Nothing in here panics half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When the first count is to be told.
    fn due(&self) -> Option<Instant> {
        let lines = self.lock();
        lines.told.values().filter(|told| told.more > 0).map(|told| told.until).min()
    }

    /// Takes the counts that are to be told: those whose minute is over, or all.
    fn take(&self, now: Option<Instant>) -> Vec<Again> {
        let over = |told: &Told| told.more > 0 && now.is_none_or(|now| told.until <= now);
        let mut lines = self.lock();
        let taken = lines.told.extract_if(|_, told| over(told));
        taken
            .map(|(line, told)| Again { words: line.words, level: told.level, more: told.more })
            .collect()
    }
}

impl Lines {
    /// Whether this line is to be told now; if not, it is counted.
    fn hear(&mut self, line: Line, level: Level, now: Instant) -> bool {
        // What is counted stays until the count is told.
        self.told.retain(|_, told| told.more > 0 || now < told.until);
        if let Some(told) = self.told.get_mut(&line) {
            told.more += 1;
            if let (1, Some(wake)) = (told.more, &self.wake) {
                // Without a teller nothing is lost but the count.
                let _ = wake.send(Wake::Count);
            }
            return false;
        }
        self.told.insert(line, Told { level, until: now + QUIET, more: 0 });
        true
    }
}

impl<S: Subscriber> Filter<S> for Repeats {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if metadata.target() == module_path!() {
            return true;
        }
        let mut words = Words::default();
        event.record(&mut words);
        let line = Line { from: metadata.callsite(), words };
        self.lock().hear(line, *metadata.level(), Instant::now())
    }
}

impl Visit for Words {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.message = format!("{value:?}"),
            "board" => self.board = Some(format!("{value:?}")),
            "path" | "task" => self.about = Some(format!("{value:?}")),
            _ => {}
        }
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = if self.more == 1 { "time" } else { "times" };
        write!(f, "{} … {} {times} more", self.words.message, self.more)
    }
}

impl Again {
    fn tell(&self) {
        let Words { board, about, .. } = &self.words;
        let (board, about) = (board.as_deref(), about.as_deref());
        match self.level {
            Level::ERROR => tracing::error!(board, about, "{self}"),
            Level::WARN => tracing::warn!(board, about, "{self}"),
            Level::INFO => tracing::info!(board, about, "{self}"),
            Level::DEBUG => tracing::debug!(board, about, "{self}"),
            Level::TRACE => tracing::trace!(board, about, "{self}"),
        }
    }
}

/// The thread that tells the counts. Dropping this tells all and ends it.
#[derive(Debug)]
pub(super) struct Teller {
    wake: Sender<Wake>,
    thread: Option<JoinHandle<()>>,
}

impl Teller {
    /// None where the system gives no thread: then counts are not told.
    pub(super) fn start(repeats: Repeats) -> Option<Teller> {
        let (wake, woken) = mpsc::channel();
        repeats.lock().wake = Some(wake.clone());
        let work = move || tell(&repeats, &woken);
        let thread = thread::Builder::new().name("log-repeats".into()).spawn(work).ok()?;
        Some(Teller { wake, thread: Some(thread) })
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        // A thread that has ended has told what it could.
        let _ = self.wake.send(Wake::End);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn tell(repeats: &Repeats, woken: &Receiver<Wake>) {
    loop {
        let wake = match repeats.due() {
            Some(due) => woken.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => woken.recv().map_err(RecvTimeoutError::from),
        };
        let end = matches!(wake, Ok(Wake::End) | Err(RecvTimeoutError::Disconnected));
        let now = (!end).then(Instant::now);
        repeats.take(now).iter().for_each(Again::tell);
        if end {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use tracing::Callsite as _;
    use tracing_subscriber::{Layer as _, layer::SubscriberExt as _};

    use super::*;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is told while this is done.
    fn told(work: impl FnOnce(&Repeats)) -> Vec<String> {
        let (paper, repeats) = (Paper::default(), Repeats::default());
        let writer = paper.clone();
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(move || writer.clone())
            .with_ansi(false)
            .with_target(false)
            .without_time()
            .with_level(false)
            .with_filter(repeats.clone());
        let subscriber = tracing_subscriber::registry().with(lines);
        tracing::subscriber::with_default(subscriber, || work(&repeats));
        let bytes = paper.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(|line| line.trim().to_string()).collect()
    }

    fn fault(board: &str, error: &str) {
        tracing::error!(board, %error, "cannot be read");
    }

    #[test]
    fn a_line_is_told_once_and_then_counted() {
        let lines = told(|repeats| {
            fault("1", "bus");
            fault("1", "stale");
            fault("2", "bus");
            fault("1", "bus");
            let now = Instant::now();
            assert!(repeats.take(Some(now)).is_empty(), "the minute is not over");
            assert!(repeats.due().unwrap() > now);
            repeats.take(Some(now + QUIET)).iter().for_each(Again::tell);
            assert_eq!(repeats.due(), None);
            fault("1", "bus");
            repeats.take(None).iter().for_each(Again::tell);
        });
        assert_eq!(
            lines,
            [
                "cannot be read board=\"1\" error=bus",
                "cannot be read board=\"2\" error=bus",
                "cannot be read … 2 times more board=\"1\"",
                "cannot be read board=\"1\" error=bus",
            ]
        );
    }

    #[test]
    fn tasks_and_files_are_told_apart() {
        let lines = told(|repeats| {
            for name in ["web", "hall", "web"] {
                tracing::warn!(task = name, "failed");
            }
            repeats.take(None).iter().for_each(Again::tell);
        });
        assert_eq!(
            lines,
            ["failed task=\"web\"", "failed task=\"hall\"", "failed … 1 time more about=\"web\""]
        );
    }

    #[test]
    fn a_line_of_long_ago_is_forgotten() {
        let callsite =
            tracing::callsite!(name: "here", kind: tracing::metadata::Kind::EVENT, fields: message);
        let line = |message: &str| Line {
            from: callsite.metadata().callsite(),
            words: Words { message: message.into(), ..Words::default() },
        };
        let (mut lines, now) = (Lines::default(), Instant::now());
        assert!(lines.hear(line("a"), Level::INFO, now));
        assert!(lines.hear(line("b"), Level::INFO, now + QUIET));
        assert_eq!(lines.told.len(), 1);
        assert!(!lines.hear(line("b"), Level::INFO, now + QUIET));
    }
}
