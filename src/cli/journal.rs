use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use touchmove_core::{
    board::{Command, Header, Record, What},
    sheet::Sheet,
    trace::{Line, Reader},
};

use super::Verdict;
use crate::journal::Chain;

/// Look at journals: the games as the boards saw them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the games, one a line: file, date, round, board, players, plies, result.
    List {
        /// Journals, or folders of them
        #[arg(value_name = "PATH", default_value = "state/games")]
        paths: Vec<PathBuf>,
    },
    /// Tell whether journals are as they were written: exit code 1 where one is not.
    ///
    /// Every batch in a journal is sealed by the hash of all that stands before it. Who has a later
    /// seal (the hall keeps one beside every event) can tell by it that nothing was changed.
    Verify {
        /// Journals, or folders of them
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// A seal that must stand in one of them, or be the hash of a whole one
        #[arg(long, value_name = "HASH")]
        seal: Option<String>,
    },
    /// Print a journal as a trace that others can replay: header and records.
    Export {
        /// The journal
        file: PathBuf,
        /// Without names: of players, event, site, and of who gave orders
        #[arg(long)]
        anonymous: bool,
    },
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let mut out = BufWriter::new(io::stdout().lock());
    let verdict = match &args.command {
        Action::List { paths } => each(paths, |path| list(path, &mut out))?,
        Action::Verify { paths, seal } => verify(paths, seal.as_deref(), &mut out)?,
        Action::Export { file, anonymous } => match export(file, *anonymous, &mut out)? {
            Ok(()) => Verdict::Fine,
            Err(reason) => {
                eprintln!("{}: {reason}", file.display());
                Verdict::Faulty
            }
        },
    };
    out.flush()?;
    Ok(verdict)
}

/// Does something with every journal. The inner error says what is wrong with one.
fn each(
    paths: &[PathBuf],
    mut work: impl FnMut(&Path) -> io::Result<Result<(), String>>,
) -> io::Result<Verdict> {
    let mut verdict = Verdict::Fine;
    for path in paths {
        let files = match journals(path) {
            Ok(files) => files,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                verdict = Verdict::Unusable;
                continue;
            }
        };
        for file in files {
            if let Err(reason) = work(&file)? {
                eprintln!("{}: {reason}", file.display());
                verdict = Verdict::Faulty;
            }
        }
    }
    Ok(verdict)
}

/// A journal, or those in a folder, by their names.
fn journals(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        File::open(path)?;
        return Ok(vec![path.into()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn open(path: &Path) -> Result<Reader<impl io::BufRead>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    Reader::new(BufReader::new(file)).map_err(|error| error.to_string())
}

fn list(path: &Path, out: &mut dyn Write) -> io::Result<Result<(), String>> {
    let reader = match open(path) {
        Ok(reader) => reader,
        Err(reason) => return Ok(Err(reason)),
    };
    let header = reader.header().clone();
    let mut sheet = Sheet::new(&header);
    let mut closed = false;
    let mut wrong = Ok(());
    for line in reader {
        match line {
            Ok(Line::Said(spoken)) => {
                if let Ok(said) = spoken.said() {
                    sheet.fold(&said);
                }
            }
            Ok(Line::Record(Record { what, .. })) => closed = what == What::End,
            Ok(_) => {}
            Err(error) => {
                wrong = Err(error.to_string());
                break;
            }
        }
    }
    let summary = sheet.summary();
    let result = summary.result.map_or("*", |outcome| outcome.result.as_str());
    writeln!(
        out,
        "{}\t{}\tround {}\tboard {}\t{} – {}\t{} plies\t{result}\t{}",
        path.display(),
        header.date,
        header.round,
        header.board,
        header.white,
        header.black,
        summary.ply,
        if closed { "closed" } else { "open" },
    )?;
    Ok(wrong)
}

fn verify(paths: &[PathBuf], seal: Option<&str>, out: &mut dyn Write) -> io::Result<Verdict> {
    let mut met = seal.is_none();
    let verdict = each(paths, |path| {
        let mut bytes = Vec::new();
        if let Err(error) = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
            return Ok(Err(error.to_string()));
        }
        let chain = Chain::read(bytes.as_slice())?;
        if let Some(seal) = seal {
            let line = Line::Sum(seal.to_owned()).to_string();
            let holds = bytes.split(|byte| *byte == b'\n').any(|text| text == line.as_bytes());
            met |= holds || chain.head.to_string() == seal;
        }
        report(path, &chain, out)
    })?;
    if !met {
        eprintln!("the seal {} stands in none of them", seal.unwrap_or_default());
    }
    Ok(if met { verdict } else { Verdict::Faulty })
}

fn report(path: &Path, chain: &Chain, out: &mut dyn Write) -> io::Result<Result<(), String>> {
    if let Some(broken) = chain.broken.first() {
        let all = &chain.broken[1..];
        let later = match all.len() {
            0 => String::new(),
            n => format!(" ({n} later seals do not fit either)"),
        };
        let (from, to) = (broken.from, broken.to);
        return Ok(Err(format!("lines {from} to {to} are not what was sealed{later}")));
    }
    let (path, head) = (path.display(), &chain.head);
    match (chain.seals, chain.unsealed) {
        (0, lines) => writeln!(out, "{path}: no seals in {lines} lines")?,
        (seals, 0) => writeln!(out, "{path}: whole, {seals} seals, {head}")?,
        (seals, lines) => {
            writeln!(out, "{path}: whole, {seals} seals, {head}; {lines} lines after the last")?;
        }
    }
    Ok(Ok(()))
}

fn export(file: &Path, anonymous: bool, out: &mut dyn Write) -> io::Result<Result<(), String>> {
    let reader = match open(file) {
        Ok(reader) => reader,
        Err(reason) => return Ok(Err(reason)),
    };
    let header = reader.header().clone();
    writeln!(out, "{}", Line::from(if anonymous { without_names(header) } else { header }))?;
    for line in reader {
        match line {
            Ok(Line::Record(record)) => {
                let record = if anonymous { unnamed(record) } else { record };
                writeln!(out, "{}", Line::from(record))?;
            }
            Ok(_) => {}
            Err(error) => return Ok(Err(error.to_string())),
        }
    }
    Ok(Ok(()))
}

/// The header without what tells who played, and where.
fn without_names(header: Header) -> Header {
    let none = Header::default();
    Header {
        white: none.white,
        black: none.black,
        event: none.event,
        site: none.site,
        tags: none.tags,
        game: none.game,
        note: none.note,
        ..header
    }
}

/// An order without who gave it, and without what was written beside it.
fn unnamed(record: Record) -> Record {
    let Record { t, what } = record;
    let what = match what {
        What::Arbiter(command) => {
            What::Arbiter(Command { who: None, order: command.order.without_texts(), ..command })
        }
        other => other,
    };
    Record { t, what }
}
