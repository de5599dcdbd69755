use std::{
    fmt,
    io::{self, BufRead, BufWriter, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use shakmaty::{Chess, Color, FromSetup, Move, Position, PositionError, fen::Fen, san::SanPlus};
use touchmove_core::{
    board::castling_mode,
    mate::{Nodes, Why, prove},
};

use super::{Verdict, input::Source};

/// Tell whether each side can still mate by any series of legal moves.
///
/// For each FEN, both sides: a line that ends in mate, or the kind of reason why there is none.
/// With --csv, lines that begin with a FEN are read, and `fen,white_can_mate,black_can_mate` is
/// written, each `yes`, `no` or `unknown`; times go to standard error.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Positions; each FEN is one argument, so it stands in quotes
    #[arg(required_unless_present = "csv", value_name = "FEN")]
    fens: Vec<String>,
    /// A file whose lines begin with a FEN; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fens")]
    csv: Option<PathBuf>,
    /// How many positions a proof may keep before it says "unknown"
    #[arg(long, value_name = "NUMBER", default_value_t = Nodes::DEFAULT.0)]
    nodes: u32,
}

pub(super) fn run(args: &Args) -> io::Result<Verdict> {
    let budget = Nodes(args.nodes);
    let mut out = BufWriter::new(io::stdout().lock());
    let verdict = match &args.csv {
        Some(file) => table(&mut out, file, budget)?,
        None => tell(&mut out, &args.fens, budget)?,
    };
    out.flush()?;
    Ok(verdict)
}

/// A position to ask about. Boards that no game leads to have an answer all the same, as long as
/// they can be played on: too many men and checks that no move gives are let pass.
fn position(fen: &str) -> Result<Chess, String> {
    let setup = fen.parse::<Fen>().map_err(|error| error.to_string())?.into_setup();
    let mode = castling_mode(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

fn tell(out: &mut dyn Write, fens: &[String], budget: Nodes) -> io::Result<Verdict> {
    let mut verdict = Verdict::Fine;
    for fen in fens {
        let pos = match position(fen) {
            Ok(pos) => pos,
            Err(reason) => {
                out.flush()?;
                eprintln!("{fen}: {reason}");
                verdict = Verdict::Faulty;
                continue;
            }
        };
        writeln!(out, "{fen}")?;
        for side in Color::ALL {
            let start = Instant::now();
            let answer = prove(&pos, side, budget, &|| false);
            let answer = Answer { pos: &pos, answer: &answer };
            writeln!(out, "  {side} {answer} ({})", Span(start.elapsed()))?;
        }
    }
    Ok(verdict)
}

/// A verdict for people.
struct Answer<'a> {
    pos: &'a Chess,
    answer: &'a touchmove_core::mate::Verdict,
}

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use touchmove_core::mate::Verdict;
        match self.answer {
            Verdict::Can(line) if line.is_empty() => f.write_str("has mated"),
            Verdict::Can(line) => {
                write!(f, "can mate: ")?;
                moves(f, self.pos, line)
            }
            Verdict::Cannot(why) => f.write_str(match why {
                Why::Over => "cannot mate: the game is over on the board",
                Why::Material => "cannot mate: not with these pieces",
                Why::Locked => "cannot mate: the position is locked",
                Why::ForcedLine => "cannot mate: the few moves there are lead to no mate",
                Why::Exhausted => "cannot mate: no mate in any position that can arise",
            }),
            Verdict::Unknown { nodes } => {
                write!(f, "may or may not be able to mate: unknown after {} positions", nodes.0)
            }
        }
    }
}

/// `57. Bh2 Ke8 58. Bg3`
fn moves(f: &mut fmt::Formatter<'_>, start: &Chess, line: &[Move]) -> fmt::Result {
    let mut pos = start.clone();
    for (i, &m) in line.iter().enumerate() {
        let space = if i == 0 { "" } else { " " };
        match pos.turn() {
            Color::White => write!(f, "{space}{}. ", pos.fullmoves())?,
            Color::Black if i == 0 => write!(f, "{}… ", pos.fullmoves())?,
            Color::Black => f.write_str(space)?,
        }
        write!(f, "{}", SanPlus::from_move_and_play_unchecked(&mut pos, m))?;
    }
    Ok(())
}

/// A time in the unit that suits it.
struct Span(Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let us = self.0.as_micros();
        if us < 10_000 { write!(f, "{us} µs") } else { write!(f, "{} ms", us / 1000) }
    }
}

/// What many questions took.
#[derive(Default)]
struct Times {
    questions: u32,
    sum: Duration,
    worst: Option<(Duration, usize)>,
    undecided: u32,
}

fn table(out: &mut dyn Write, file: &Path, budget: Nodes) -> io::Result<Verdict> {
    let source = Source::from(file);
    let input = match source.open() {
        Ok(input) => input,
        Err(error) => {
            eprintln!("{source}: cannot be opened: {error}");
            return Ok(Verdict::Faulty);
        }
    };
    writeln!(out, "fen,white_can_mate,black_can_mate")?;
    let mut verdict = Verdict::Fine;
    let mut times = Times::default();
    for (number, line) in (1..).zip(input.split(b'\n')) {
        let line = match line {
            Ok(line) => String::from_utf8_lossy(&line).into_owned(),
            Err(error) => {
                eprintln!("{source}:{number}: cannot be read: {error}");
                verdict = Verdict::Faulty;
                break;
            }
        };
        let fen = line.split(',').next().unwrap_or_default().trim();
        // The line that names the columns, and empty ones, ask nothing.
        if fen.is_empty() || number == 1 && fen == "fen" {
            continue;
        }
        match position(fen) {
            Ok(pos) => {
                let [white, black] = Color::ALL.map(|side| times.ask(&pos, side, budget, number));
                writeln!(out, "{fen},{white},{black}")?;
            }
            Err(reason) => {
                eprintln!("{source}:{number}: {fen}: {reason}");
                verdict = Verdict::Faulty;
            }
        }
    }
    out.flush()?;
    if let Some((worst, line)) = times.worst {
        eprintln!(
            "{} questions: mean {}, worst {} (line {line}), {} undecided",
            times.questions,
            Span(times.sum / times.questions),
            Span(worst),
            times.undecided
        );
    }
    Ok(verdict)
}

impl Times {
    fn ask(&mut self, pos: &Chess, side: Color, budget: Nodes, line: usize) -> &'static str {
        use touchmove_core::mate::Verdict;
        let start = Instant::now();
        let answer = prove(pos, side, budget, &|| false);
        let time = start.elapsed();
        self.questions += 1;
        self.sum += time;
        if self.worst.is_none_or(|(worst, _)| time > worst) {
            self.worst = Some((time, line));
        }
        match answer {
            Verdict::Can(_) => "yes",
            Verdict::Cannot(_) => "no",
            Verdict::Unknown { .. } => {
                self.undecided += 1;
                "unknown"
            }
        }
    }
}
