use std::{
    fs::File,
    io::{self, BufWriter, Write as _},
    path::PathBuf,
    time::Duration,
};

use tokio::time::Instant;
use touchmove_core::board::{Record, What};

use super::{
    Bench, Typing,
    bench::{Heard, Reading},
};
use crate::{config::Config, daemon::Failure, sensor::Speed};

/// What is recorded, and where.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    /// The trace.
    pub(crate) out: PathBuf,
    /// Whether a file that is there may be lost.
    pub(crate) over: Over,
    /// How long; none: until Ctrl-C.
    pub(crate) time: Option<Duration>,
}

/// What becomes of a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// It stays, and nothing is recorded.
    Refused,
    /// It is written over.
    Written,
}

/// Writes what a board says as a trace: all that the drivers tell, as they tell it. Gives the number
/// of records.
///
/// # Errors
///
/// When a device cannot be used, the file cannot be written, or a part of the reading ends.
pub(crate) async fn record(
    config: &Config,
    recording: &Recording,
    begun: impl FnOnce(),
) -> Result<u64, Failure> {
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("{}: {error}", recording.out.display()))
    };
    let bench = Bench::open(config, Typing::Nobody, Speed::default())?;
    let file = match recording.over {
        Over::Refused => File::create_new(&recording.out),
        Over::Written => File::create(&recording.out),
    };
    let file = file.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            named(io::Error::new(error.kind(), "there is such a file; --force writes over it"))
        }
        _ => named(error),
    })?;
    let mut trace = BufWriter::new(file);
    let header = serde_json::to_string(&config.header()).map_err(io::Error::other)?;
    writeln!(trace, "{header}").map_err(named)?;
    let until = recording.time.map(|time| Instant::now() + time);
    begun();
    let white_at = config.clock.white_at;
    let written = bench
        .read(white_at, async |reading| {
            let written = write(reading, &mut trace, until).await?;
            trace.flush()?;
            trace.get_ref().sync_all()?;
            Ok::<u64, io::Error>(written)
        })
        .await?;
    Ok(written.map_err(named)?)
}

async fn write(
    reading: &mut Reading,
    trace: &mut BufWriter<File>,
    until: Option<Instant>,
) -> io::Result<u64> {
    let mut written = 0;
    loop {
        match reading.hear(until).await {
            Heard::Record(first) => {
                let mut next = Some(first);
                while let Some(record) = next {
                    line(trace, &record)?;
                    written += 1;
                    next = reading.at_once();
                }
                // What was seen is with the system at once: a crash loses nothing of it.
                trace.flush()?;
            }
            Heard::Typed(_) | Heard::HungUp => {}
            Heard::Due | Heard::Stop => break,
        }
    }
    for record in reading.forget() {
        line(trace, &record)?;
        written += 1;
    }
    line(trace, &Record { t: reading.now(), what: What::End })?;
    Ok(written)
}

fn line(trace: &mut BufWriter<File>, record: &Record) -> io::Result<()> {
    serde_json::to_writer(&mut *trace, record).map_err(io::Error::other)?;
    trace.write_all(b"\n")
}
