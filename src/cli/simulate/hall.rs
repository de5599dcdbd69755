use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use crate::{
    cli::Verdict,
    daemon::{self, Part, SimulatedHall},
    log,
};

/// Let a hall of many boards play at a real nats-server, and print what it costs.
///
/// Boards say one event each a second; how soon a browser sees it, and what hub and server take of
/// processor and memory, is measured beside a subscriber that only reads and keeps the same events.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=2000))]
    boards: u64,
    /// How long it is measured
    #[arg(long, value_name = "S", default_value_t = 30)]
    seconds: u64,
    /// The same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A part that is a process of its own
    #[arg(long, hide = true, requires_all = ["server", "dir"])]
    part: Option<Part>,
    /// Where its server is
    #[arg(long, hide = true)]
    server: Option<String>,
    /// Its folder
    #[arg(long, hide = true)]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let _log = log::start(tracing::Level::WARN);
    let boards = usize::try_from(args.boards).unwrap_or(usize::MAX);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = match (args.part, &args.server, &args.dir) {
        (Some(part), Some(server), Some(dir)) => {
            runtime.block_on(daemon::run_part(part, server, dir, boards)).map(|()| None)
        }
        _ => {
            let plan = SimulatedHall { boards, seconds: args.seconds, seed: args.seed };
            runtime.block_on(daemon::simulate_hall(plan)).map(Some)
        }
    };
    match result {
        Ok(None) => Ok(Verdict::Fine),
        Ok(Some(report)) => {
            write!(io::stdout().lock(), "{report}")?;
            Ok(if report.is_whole() { Verdict::Fine } else { Verdict::Faulty })
        }
        Err(failure) => {
            eprintln!("touchmove simulate hall: {failure}");
            Ok(Verdict::Unusable)
        }
    }
}
