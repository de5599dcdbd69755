use std::fmt;

use std::collections::VecDeque;

use shakmaty::{ByColor, Setup, fen::Fen};

use super::{Answers, Game, Stage, Told};
use crate::{
    board::{Colours, Header, HeaderError, Planes, Sensor},
    game::{book::Book, orientation::Orientation},
    intake,
    rules::{Edition, Rules},
    timing::{Clocks, TimeControl},
    tracker::{Stand, Tracker},
};

fn error(key: &'static str, reason: impl fmt::Display) -> HeaderError {
    HeaderError { key, reason: reason.to_string() }
}

pub(super) fn game(header: &Header) -> Result<Game, HeaderError> {
    let rules = rules(header)?;
    let control =
        TimeControl::parse(&header.time_control).map_err(|cause| error("time_control", cause))?;
    let start = start(header.fen.as_deref())?;
    let board = start.board();
    let shown = match header.sensor {
        Sensor::Occupancy => Planes::Occupancy(board.occupied()),
        Sensor::Polarity => Planes::Polarity { white: board.white(), black: board.black() },
    };
    Ok(Game {
        clock: header.clock,
        tracker: Tracker::new(start.clone(), shown, 0),
        orientation: Orientation::open(&start, shown, 0),
        start,
        stage: Stage::SetUp,
        clocks: Clocks::new(&control, rules.parameters.next_period),
        record: Vec::new(),
        settled: 0,
        once_told: VecDeque::new(),
        placed: None,
        leg: 1,
        colours: Colours::AsPaired,
        book: Book::new(header.rules.clone()),
        excuses: Vec::new(),
        troubles: Vec::new(),
        unseen: Vec::new(),
        illegal: ByColor::default(),
        hold: None,
        away: Vec::new(),
        carried: None,
        ordered: None,
        told: Told::default(),
        offers: Vec::new(),
        presence: ByColor::default(),
        assisted: ByColor::default(),
        touched: 0,
        started: None,
        now: 0,
        nothing_before: 0,
        seq: 0,
        changed: 0,
        looked_at: None,
        ending: None,
        readings: super::external::Readings::default(),
        answers: Answers::default(),
        proofs: Vec::new(),
        resigned_to: None,
        running_since: None,
        resumed: None,
        restarted: None,
        meanwhile: 0..0,
        before: None,
        last_press: ByColor::default(),
        presses: 0,
        outcome: None,
        unnoticed: None,
        unreachable_since: 0,
        overruled: None,
        rules,
    })
}

pub(super) fn rules(header: &Header) -> Result<Rules, HeaderError> {
    let edition = Edition::load(&header.rules).map_err(|cause| error("rules", cause))?;
    let mut parameters = header.parameters.clone();
    parameters.retain(|key, _| !intake::Settings::KEYS.contains(&key.as_str()));
    edition
        .in_force(header.play, header.supervision, &parameters)
        .map_err(|cause| error("parameters", cause))
}

fn start(fen: Option<&str>) -> Result<Stand, HeaderError> {
    let Some(fen) = fen else { return Ok(Stand::of(Setup::initial())) };
    let parsed: Fen = fen.parse().map_err(|cause| error("fen", cause))?;
    let stand = Stand::of(parsed.into_setup());
    if stand.chess().is_none() {
        return Err(error("fen", format!("{fen} is no position of chess")));
    }
    Ok(stand)
}
