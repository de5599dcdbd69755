use std::io::{self, Write};

use super::Verdict;
use crate::sensor;

/// Time a turn of the scanner without its bus, ns.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many turns are timed
    #[arg(long, default_value_t = 1_000_000)]
    turns: u32,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let time = sensor::scan_cost(args.turns);
    let nanos = time.as_secs_f64() * 1e9 / f64::from(args.turns.max(1));
    writeln!(io::stdout(), "{nanos:.1}")?;
    Ok(Verdict::Fine)
}
