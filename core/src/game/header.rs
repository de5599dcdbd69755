use std::fmt;

use shakmaty::{ByColor, Setup, fen::Fen};

use super::{Game, Stage, Told};
use crate::{
    board::{GameResult, Header, Planes, Sensor},
    game::book::Book,
    rules::{Edition, Rules},
    timing::{Clocks, TimeControl},
    tracker::{Stand, Tracker},
};

/// Why a header does not describe a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderError {
    /// The key that is wrong.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}

impl HeaderError {
    fn new(key: &str, reason: impl fmt::Display) -> HeaderError {
        HeaderError { key: key.into(), reason: reason.to_string() }
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.reason)
    }
}

impl std::error::Error for HeaderError {}

pub(super) fn game(header: &Header) -> Result<Game, HeaderError> {
    let rules = rules(header)?;
    let control = TimeControl::parse(&header.time_control)
        .map_err(|error| HeaderError::new("time_control", error))?;
    let start = start(header.fen.as_deref())?;
    let board = start.board();
    let shown = match header.sensor {
        Sensor::Occupancy => Planes::Occupancy(board.occupied()),
        Sensor::Polarity => Planes::Polarity { white: board.white(), black: board.black() },
    };
    Ok(Game {
        clock: header.clock,
        tracker: Tracker::new(start.clone(), shown, 0),
        start,
        stage: Stage::SetUp,
        result: GameResult::Open,
        clocks: Clocks::new(&control, rules.parameters.next_period),
        record: Vec::new(),
        placed: None,
        leg: 1,
        book: Book::new(header.rules.clone()),
        illegal: ByColor::default(),
        hold: None,
        away: Vec::new(),
        told: Told::default(),
        offers: Vec::new(),
        now: 0,
        seq: 0,
        resumed: None,
        before: None,
        rules,
    })
}

fn rules(header: &Header) -> Result<Rules, HeaderError> {
    let edition = Edition::load(&header.rules).map_err(|error| HeaderError::new("rules", error))?;
    edition
        .in_force(header.play, header.supervision, &header.parameters)
        .map_err(|error| HeaderError::new("parameters", error))
}

fn start(fen: Option<&str>) -> Result<Stand, HeaderError> {
    let Some(fen) = fen else { return Ok(Stand::of(Setup::initial())) };
    let parsed: Fen = fen.parse().map_err(|error| HeaderError::new("fen", error))?;
    let stand = Stand::of(parsed.into_setup());
    if stand.chess().is_none() {
        return Err(HeaderError::new("fen", format!("{fen} is no position of chess")));
    }
    Ok(stand)
}
