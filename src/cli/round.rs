use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use touchmove_core::tournament::{self, Player, Reading, Round};

use super::Verdict;

/// Look at rounds before they are prepared.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Tell what is understood of a file of pairs, or everything that is wrong with it: exit code 0
    /// nothing, 1 something, 2 unreadable.
    ///
    /// The file is a table (CSV with comma, semicolon or tab; headings in English or Russian, in any
    /// order: Table, White, Black, WhiteTitle, WhiteElo, WhiteFideId, …, Section, Event, Site, Date,
    /// Round, TimeControl, FEN) or PGN, of which the tags count and the moves do not. UTF-8, UTF-16 or
    /// Windows-1251.
    Check {
        /// The file.
        file: PathBuf,
        /// Print the round as CSV instead.
        #[arg(long)]
        csv: bool,
    },
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let Command::Check { file, csv } = &args.command;
    let name = file.display();
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{name}: {error}");
            return Ok(Verdict::Unusable);
        }
    };
    let reading = tournament::read(&bytes).and_then(|reading| {
        // Rules and time control may still be chosen; positions come with the file.
        let usual = Round { terms: tournament::Terms::default(), ..reading.round.clone() };
        let mistakes = usual.mistakes();
        if mistakes.is_empty() { Ok(reading) } else { Err(mistakes) }
    });
    match reading {
        Ok(reading) => {
            let mut out = io::stdout().lock();
            match csv {
                true => out.write_all(reading.round.to_csv().as_bytes())?,
                false => tell(&mut out, &reading)?,
            }
            Ok(Verdict::Fine)
        }
        Err(mistakes) => {
            for mistake in mistakes {
                eprintln!("{name}: {mistake}");
            }
            Ok(Verdict::Faulty)
        }
    }
}

fn tell(out: &mut impl Write, reading: &Reading) -> io::Result<()> {
    let Reading { round, ignored } = reading;
    let Round { event, site, date, round: name, terms, tables, byes } = round;
    writeln!(out, "event {event}, round {name}, site {site}, date {date}")?;
    writeln!(out, "time control {}", terms.time_control)?;
    for pairing in tables {
        let (white, black) = (said(&pairing.white), said(&pairing.black));
        write!(out, "table {}: {white} - {black}", pairing.table)?;
        match &pairing.section {
            Some(section) => writeln!(out, ", section {section}")?,
            None => writeln!(out)?,
        }
    }
    for player in byes {
        writeln!(out, "no opponent: {}", said(player))?;
    }
    if !ignored.is_empty() {
        writeln!(out, "left aside: {}", ignored.join(", "))?;
    }
    writeln!(out, "{} tables", tables.len())
}

fn said(player: &Player) -> String {
    let Player { name, title, rating, fide_id } = player;
    let title = title.as_ref().map(|title| format!("{title} "));
    let further: Vec<String> =
        [rating.map(|rating| rating.to_string()), fide_id.map(|id| format!("FIDE {id}"))]
            .into_iter()
            .flatten()
            .collect();
    let further = match further.is_empty() {
        true => String::new(),
        false => format!(" ({})", further.join(", ")),
    };
    format!("{}{name}{further}", title.unwrap_or_default())
}
