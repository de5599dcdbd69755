//! What the daemon does, told to the journal of the system if that is where standard error leads,
//! and on standard error if not. What repeats itself is told once and then counted.

mod repeats;

use std::{env, fs::File, io, os::fd::AsFd as _, os::unix::fs::MetadataExt as _};

use tracing::Level;
use tracing_subscriber::{
    Layer as _,
    filter::{FilterExt as _, Targets},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use repeats::{Repeats, Teller};

/// Which lines are told: `info`, `debug`, or `warn,touchmove::hub=debug`.
const VARIABLE: &str = "TOUCHMOVE_LOG";

/// The log. Dropping it tells what is still counted.
#[derive(Debug)]
#[must_use]
pub(crate) struct Log(#[expect(dead_code, reason = "dropped with the log")] Option<Teller>);

/// Starts the log; `usual` is told where nothing else is asked for.
pub(crate) fn start(usual: Level) -> Log {
    let asked = env::var(VARIABLE).unwrap_or_default();
    let (targets, wrong) = match asked.parse::<Targets>() {
        Ok(targets) if !asked.is_empty() => (targets, None),
        Ok(_) => (Targets::new().with_default(usual), None),
        Err(error) => (Targets::new().with_default(usual), Some(error)),
    };
    let repeats = Repeats::default();
    let filter = targets.and(repeats.clone());
    let journal = stderr_is_the_journal().then(tracing_journald::layer).and_then(Result::ok);
    let lines = match journal {
        Some(journal) => journal.with_field_prefix(Some("TOUCHMOVE".into())).boxed(),
        None => tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false).boxed(),
    };
    // A second start in one process is a test's; the first log stays.
    let started = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
    if let Some(error) = wrong {
        tracing::warn!(%error, "{VARIABLE} is not understood");
    }
    Log(started.ok().and_then(|()| Teller::start(repeats)))
}

/// Starts the log only where somebody asks for it: what is wrong is told otherwise.
pub(crate) fn start_if_asked() -> Option<Log> {
    env::var_os(VARIABLE).map(|_| start(Level::INFO))
}

/// Whether standard error is the stream that the service manager has connected to the journal.
/// The variable alone does not say so: whoever we are started by may have led it elsewhere.
fn stderr_is_the_journal() -> bool {
    let Ok(stream) = env::var("JOURNAL_STREAM") else { return false };
    let stderr = io::stderr().as_fd().try_clone_to_owned().map(File::from);
    stderr
        .and_then(|stderr| stderr.metadata())
        .is_ok_and(|of| stream == format!("{}:{}", of.dev(), of.ino()))
}
