//! What the daemon does, told on standard error.

use std::{env, io};

use tracing::Level;
use tracing_subscriber::{
    Layer as _, filter::Targets, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

/// Which lines are told: `info`, `debug`, or `warn,touchmove::hub=debug`.
const VARIABLE: &str = "TOUCHMOVE_LOG";

/// Starts the log; `usual` is told where nothing else is asked for.
pub(crate) fn to_stderr(usual: Level) {
    let asked = env::var(VARIABLE).unwrap_or_default();
    let (targets, wrong) = match asked.parse::<Targets>() {
        Ok(targets) if !asked.is_empty() => (targets, None),
        Ok(_) => (Targets::new().with_default(usual), None),
        Err(error) => (Targets::new().with_default(usual), Some(error)),
    };
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    // A second start in one process is a test's; the first log stays.
    let _ = tracing_subscriber::registry().with(lines.with_filter(targets)).try_init();
    if let Some(error) = wrong {
        tracing::warn!(%error, "{VARIABLE} is not understood");
    }
}
