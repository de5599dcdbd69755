use std::{fmt, num::NonZeroU32, str::FromStr};

use shakmaty::ByColor;

use super::TimeControlError;
use crate::board::{Ms, Play, Side};

/// How much time the players have, as the PGN tag TimeControl says it (PGN standard 9.6.1).
///
/// Read with [`TimeControl::parse`] and written with [`fmt::Display`]; what is written reads back as
/// the same control.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No time is counted: `-`, and `?` where nobody knows.
    #[default]
    Untimed,
    /// Each player has his periods; they differ in an Armageddon game.
    Timed(ByColor<Schedule>),
}

impl TimeControl {
    /// The periods of one player; none in an untimed game.
    pub fn schedule(&self, side: Side) -> Option<&Schedule> {
        match self {
            TimeControl::Untimed => None,
            TimeControl::Timed(schedules) => Some(&schedules[side]),
        }
    }

    /// The time of a game of sixty moves, ms, by which the Laws tell blitz, rapid and standard
    /// apart (fide-2023 A.1, B.1; ru-2018 13.1). The longer one where the players' times differ.
    pub fn sixty_moves(&self) -> Option<Ms> {
        match self {
            TimeControl::Untimed => None,
            TimeControl::Timed(schedules) => {
                Some(schedules.white.sixty_moves().max(schedules.black.sixty_moves()))
            }
        }
    }
}

/// From this time of a game of sixty moves on it is no longer blitz but rapid, ms; and from
/// [`STANDARD`] on standard (fide-2023 A.1, B.1; ru-2018 13.1).
const MORE_THAN_BLITZ: Ms = 600_001;
const STANDARD: Ms = 3_600_000;

impl TimeControl {
    /// The kind of play that it is for; none where no time is counted, for that may be any.
    pub fn play(&self) -> Option<Play> {
        Some(match self.sixty_moves()? {
            STANDARD.. => Play::Standard,
            MORE_THAN_BLITZ.. => Play::Rapid,
            _ => Play::Blitz,
        })
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        TimeControl::parse(text)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Untimed => f.write_str("-"),
            TimeControl::Timed(times) if times.white == times.black => times.white.fmt(f),
            TimeControl::Timed(times) => write!(f, "W{}:B{}", times.white, times.black),
        }
    }
}

/// One player's periods in order.
///
/// All but the last end at a number of moves; the last either holds all the remaining moves or is
/// repeated for as long as the game lasts (PGN standard 9.6.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub(super) before: Vec<Period>,
    pub(super) last: Period,
}

impl Schedule {
    /// The period of a number, from 1.
    pub fn period(&self, number: u32) -> &Period {
        let index = (number as usize).saturating_sub(1);
        self.before.get(index).unwrap_or(&self.last)
    }

    /// The periods in order. Where the last one is for a number of moves it is repeated.
    pub fn periods(&self) -> impl Iterator<Item = &Period> {
        self.before.iter().chain([&self.last])
    }

    /// The number, from 1, of the period in which the next move is made after `moves` moves.
    pub fn period_after(&self, moves: u32) -> u32 {
        let mut number = 1;
        let mut left = moves;
        for period in &self.before {
            match period.moves.and_then(|due| left.checked_sub(due.get())) {
                Some(rest) => left = rest,
                None => return number,
            }
            number += 1;
        }
        number + self.last.moves.map_or(0, |due| left / due.get())
    }

    /// How many moves must have been made, from the start of the game, when this period ends.
    /// `None` where it lasts to the end of the game.
    pub fn due_by(&self, number: u32) -> Option<u32> {
        let mut due: u32 = 0;
        for number in 1..=number.min(self.before.len() as u32 + 1) {
            due = due.saturating_add(self.period(number).moves?.get());
        }
        let repeats = number.saturating_sub(self.before.len() as u32 + 1);
        let repeated = self.last.moves.map_or(0, |moves| moves.get().saturating_mul(repeats));
        Some(due.saturating_add(repeated))
    }

    fn sixty_moves(&self) -> Ms {
        let mut total = 0;
        let mut number = 0;
        for moves in 0..60 {
            let now = self.period_after(moves);
            let period = self.period(now);
            if now != number {
                total += period.time;
                number = now;
            }
            total += match period.bonus {
                Bonus::None => 0,
                Bonus::Increment(ms) | Bonus::Delay(ms) => ms,
            };
        }
        total
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for period in &self.before {
            write!(f, "{period}:")?;
        }
        self.last.fmt(f)
    }
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How many moves must be made in it; `None`: all that remain.
    pub moves: Option<NonZeroU32>,
    /// The time that it brings, ms.
    pub time: Ms,
    /// What each move brings.
    pub bonus: Bonus,
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time / 1000)?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(ms) => write!(f, "+{}", ms / 1000),
            Bonus::Delay(ms) => write!(f, "d{}", ms / 1000),
        }
    }
}

/// What a move brings. It is there when the move begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// Time that is kept where it is not used, ms.
    Increment(Ms),
    /// Time that is used before the main time and not kept, ms.
    Delay(Ms),
}

impl Bonus {
    /// The increment, ms; 0 where there is none. A delay is none: it cannot be saved up.
    pub fn increment(self) -> Ms {
        match self {
            Bonus::Increment(ms) => ms,
            Bonus::None | Bonus::Delay(_) => 0,
        }
    }
}
