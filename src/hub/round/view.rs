use serde::Serialize;
use touchmove_core::{
    board::{GameResult, Reason, Side, Squares, Text},
    sheet::{Phase, Sheet},
    tournament::{Pairing, Round, Terms},
};

use super::{KeptRound, Stopped, Told, lock, plays};
use crate::{
    hub::{Hub, Seat},
    link::Presence,
};

/// The round that is on, table by table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct RoundView {
    /// What it is.
    #[serde(flatten)]
    summary: RoundSummary,
    /// By which rules it is played.
    terms: Terms,
    /// Its tables.
    tables: Vec<TableView>,
    /// Boards of the hall that have no pairing.
    unpaired: Vec<String>,
    /// Tables whose clocks were stopped with the hall's and wait for it.
    stopped: Vec<String>,
}

/// A round in a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct RoundSummary {
    /// Which of the hall's rounds, from 1.
    n: u64,
    /// When it was prepared, ms since 1970.
    prepared_ms: i64,
    /// PGN tag Event.
    event: String,
    /// PGN tag Round.
    round: String,
    /// PGN tag Date.
    date: String,
    /// How many tables it has.
    pairs: usize,
}

/// One table of the round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct TableView {
    /// The table.
    table: String,
    /// Who has White.
    white: String,
    /// Who has Black.
    black: String,
    /// Of which section.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<String>,
    /// How far it is.
    #[serde(flatten)]
    state: State,
    /// Why its board has not taken the pairing, a code as of a refused order.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// How far a table is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) enum State {
    /// No board stands there.
    NoBoard,
    /// Its board is not there, or has not been read.
    Away,
    /// Its board has other players, or plays by other rules.
    OtherGame {
        /// Who has White there.
        has_white: String,
        /// Who has Black there.
        has_black: String,
    },
    /// Pieces are being set up.
    SettingUp {
        /// Squares that should not be empty.
        missing: Squares,
        /// Squares that should be.
        extra: Squares,
        /// Squares with the other side's piece.
        wrong_color: Squares,
    },
    /// It can start.
    Ready,
    /// The game is on.
    Playing {
        /// Whose time runs; none: the clocks stand, or there are none.
        running: Option<Text<Side>>,
    },
    /// It is over.
    Over {
        /// The result.
        result: GameResult,
        /// Why.
        reason: Reason,
    },
}

impl RoundSummary {
    pub(super) fn of(kept: &KeptRound) -> RoundSummary {
        let KeptRound { n, prepared_ms, round } = kept;
        let Round { event, round: name, date, .. } = round.clone();
        RoundSummary {
            n: *n,
            prepared_ms: *prepared_ms,
            event,
            round: name,
            date,
            pairs: round.tables.len(),
        }
    }
}

impl Hub {
    /// The round that is on; none before one was prepared.
    pub(crate) fn round_view(&self) -> Option<RoundView> {
        let current = self.rounds.current()?;
        let round = &current.kept.round;
        let told = lock(&current.told).clone();
        let table = |pairing: &Pairing| {
            let refused = match told.get(&pairing.table) {
                Some(Told::Not(why, _)) => Some(why.clone()),
                Some(Told::Taken(_)) | None => None,
            };
            TableView {
                table: pairing.table.clone(),
                white: pairing.white.name.clone(),
                black: pairing.black.name.clone(),
                section: pairing.section.clone(),
                state: self.state(round, pairing),
                refused,
            }
        };
        let seats = self.seats();
        let names = seats.iter().map(|seat| seat.board().to_owned());
        let stopped = lock(&self.rounds.stopped);
        Some(RoundView {
            summary: RoundSummary::of(&current.kept),
            terms: round.terms.clone(),
            tables: round.tables.iter().map(table).collect(),
            unpaired: names.filter(|name| round.at(name).is_none()).collect(),
            stopped: stopped
                .iter()
                .filter(|stopped| self.may_resume(stopped))
                .map(|stopped| stopped.board.clone())
                .collect(),
        })
    }

    /// Whether that game is still on, as far as is known.
    fn may_resume(&self, stopped: &Stopped) -> bool {
        let same = |sheet: &Sheet| {
            sheet.game.as_deref() == Some(&stopped.game) && sheet.phase == Phase::Playing
        };
        self.find(&stopped.board).and_then(|seat| seat.look(same)).unwrap_or(true)
    }

    pub(super) fn state(&self, round: &Round, pairing: &Pairing) -> State {
        let Some(seat) = self.find(&pairing.table) else { return State::NoBoard };
        if !is_there(&seat) {
            return State::Away;
        }
        let header = round.header(pairing);
        let look = |sheet: &Sheet| match plays(sheet, &header) {
            true => state_of(sheet),
            false => {
                State::OtherGame { has_white: sheet.white.clone(), has_black: sheet.black.clone() }
            }
        };
        seat.look(look).unwrap_or(State::Away)
    }
}

fn is_there(seat: &Seat) -> bool {
    let presence = seat.glance().borrow().as_ref().map(|glance| glance.presence);
    !seat.orders().is_closed() && presence == Some(Presence::Here)
}

fn state_of(sheet: &Sheet) -> State {
    if let Some(outcome) = &sheet.result {
        return State::Over { result: outcome.result, reason: outcome.reason };
    }
    match sheet.phase {
        Phase::Ready => State::Ready,
        Phase::Setup => {
            let (missing, extra, wrong_color) = match &sheet.setup {
                Some(setup) => (setup.missing, setup.extra, setup.wrong_color),
                None => Default::default(),
            };
            State::SettingUp { missing, extra, wrong_color }
        }
        Phase::Playing | Phase::Over => {
            State::Playing { running: sheet.clocks.as_ref().and_then(|clocks| clocks.running) }
        }
    }
}
