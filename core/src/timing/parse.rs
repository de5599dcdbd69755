use std::{fmt, num::NonZeroU32};

use shakmaty::ByColor;

use super::{Bonus, Period, Schedule, TimeControl};
use crate::board::Ms;

/// Why a text is no time control that can be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControlError {
    /// The whole text.
    pub text: String,
    /// The part of it that is wrong.
    pub part: String,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What can be wrong with a part of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A period is missing between, before or after colons.
    Empty,
    /// Not a whole number, or one past four thousand million.
    Number,
    /// A period of no moves.
    NoMoves,
    /// A period that brings no time at all.
    NoTime,
    /// A number of moves is missing: only the last period can hold all remaining moves.
    NotLast,
    /// An hourglass, `*180`: no tournament plays by one, so it is not counted.
    Hourglass,
    /// `-` or `?` beside periods.
    UntimedPart,
    /// White's or Black's time is given and the other's is not.
    OneSided,
    /// The same player's time is given twice.
    Twice,
}

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimeControlError { text, part, flaw } = self;
        let what = match flaw {
            Flaw::Empty => "a period is missing",
            Flaw::Number => "is not a whole number (examples: \"5400+30\", \"40/5400+30:1800+30\")",
            Flaw::NoMoves => "a period has at least one move",
            Flaw::NoTime => "brings no time",
            Flaw::NotLast => "only the last period can do without a number of moves",
            Flaw::Hourglass => "an hourglass clock is not supported",
            Flaw::UntimedPart => "an untimed period cannot stand beside others",
            Flaw::OneSided => "needs the other player's time too, as in \"W300:B240\"",
            Flaw::Twice => "gives the same player's time twice",
        };
        write!(f, "time control {text:?}: {part:?}: {what}")
    }
}

impl std::error::Error for TimeControlError {}

/// A flaw and the part it is in.
type Flawed<'a> = (&'a str, Flaw);

impl TimeControl {
    /// Reads the value of a PGN TimeControl tag.
    ///
    /// Beyond the standard it reads what live boards and TRF26 write: moves and increment together
    /// (`40/6000+30:900+30`), a delay (`5400d5`), and unequal times (`W300:B240`, `W300-B240`). Times
    /// are whole seconds.
    ///
    /// # Errors
    ///
    /// Names the part that cannot be read and what is wrong with it; an hourglass (`*180`) is refused.
    pub fn parse(text: &str) -> Result<TimeControl, TimeControlError> {
        read(text.trim()).map_err(|(part, flaw)| TimeControlError {
            text: text.into(),
            part: part.into(),
            flaw,
        })
    }
}

fn read(text: &str) -> Result<TimeControl, Flawed<'_>> {
    match text {
        "-" | "?" => return Ok(TimeControl::Untimed),
        _ if !text.starts_with(['W', 'B']) => {
            let same = schedule(text)?;
            return Ok(TimeControl::Timed(ByColor { white: same.clone(), black: same }));
        }
        _ => {}
    }
    let (first, second) = two_sides(text)?;
    let (white, black) = match (first.strip_prefix('W'), second.strip_prefix('B')) {
        (Some(white), Some(black)) => (white, black),
        _ => match (first.strip_prefix('B'), second.strip_prefix('W')) {
            (Some(black), Some(white)) => (white, black),
            _ => return Err((second, Flaw::Twice)),
        },
    };
    Ok(TimeControl::Timed(ByColor { white: schedule(white)?, black: schedule(black)? }))
}

/// Splits `W…:B…` or `W…-B…` before the second letter.
fn two_sides(text: &str) -> Result<(&str, &str), Flawed<'_>> {
    let second = text.get(1..).and_then(|rest| rest.find(['W', 'B'])).map(|at| at + 1);
    let (first, second) = second.map(|at| text.split_at(at)).ok_or((text, Flaw::OneSided))?;
    let first = first.strip_suffix([':', '-']).ok_or((text, Flaw::Number))?;
    Ok((first, second))
}

fn schedule(text: &str) -> Result<Schedule, Flawed<'_>> {
    let (before, last) = match text.rsplit_once(':') {
        Some((before, last)) => (Some(before), last),
        None => (None, text),
    };
    let mut schedule = Schedule { before: Vec::new(), last: period(last)? };
    for part in before.into_iter().flat_map(|before| before.split(':')) {
        let period = period(part)?;
        if period.moves.is_none() {
            return Err((part, Flaw::NotLast));
        }
        schedule.before.push(period);
    }
    Ok(schedule)
}

fn period(part: &str) -> Result<Period, Flawed<'_>> {
    match part {
        "" => return Err((part, Flaw::Empty)),
        "-" | "?" => return Err((part, Flaw::UntimedPart)),
        _ if part.starts_with('*') => return Err((part, Flaw::Hourglass)),
        _ => {}
    }
    let (moves, rest) = match part.split_once('/') {
        Some((moves, rest)) => (Some(number(moves, part)?), rest),
        None => (None, part),
    };
    let moves = match moves {
        Some(moves) => Some(NonZeroU32::new(moves).ok_or((part, Flaw::NoMoves))?),
        None => None,
    };
    let (time, bonus) = match rest.find(['+', 'd']) {
        None => (seconds(rest, part)?, Bonus::None),
        Some(at) => {
            let ms = seconds(&rest[at + 1..], part)?;
            let bonus = match &rest[at..=at] {
                _ if ms == 0 => Bonus::None,
                "+" => Bonus::Increment(ms),
                _ => Bonus::Delay(ms),
            };
            (seconds(&rest[..at], part)?, bonus)
        }
    };
    if time == 0 && bonus == Bonus::None {
        return Err((part, Flaw::NoTime));
    }
    Ok(Period { moves, time, bonus })
}

fn seconds<'a>(digits: &str, part: &'a str) -> Result<Ms, Flawed<'a>> {
    Ok(Ms::from(number(digits, part)?) * 1000)
}

/// Digits alone: no sign, no blank, no fraction.
fn number<'a>(digits: &str, part: &'a str) -> Result<u32, Flawed<'a>> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).ok_or((part, Flaw::Number))
}
