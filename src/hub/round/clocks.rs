//! The hall's clocks: started when all are ready, and all stopped at once when the alarm rings.

use std::{io, sync::Arc};

use serde::Serialize;
use tokio::task::JoinSet;
use touchmove_core::{
    board::{Command, Order, Text},
    sheet::{Phase, Sheet},
};

use super::{Stopped, lock, view::State, why_not};
use crate::{
    hub::{Hub, Unanswered},
    link::Answer,
};

/// What became of an order to many boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct Carried {
    /// The boards that have carried it out.
    pub(crate) done: Vec<String>,
    /// Those that have not, and must be looked after.
    pub(crate) not: Vec<NotDone>,
}

/// A board that has not carried an order out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "web", derive(schemars::JsonSchema))]
pub(crate) struct NotDone {
    /// The board.
    pub(crate) table: String,
    /// Why, a code as of a refused order.
    pub(crate) refused: String,
}

type Answered = Vec<(String, Result<Answer, Unanswered>)>;

impl Hub {
    /// Starts White's clock at every table of the round that is ready.
    pub(crate) async fn start_clocks(self: &Arc<Self>, who: Option<&str>) -> Carried {
        let Some(current) = self.rounds.current() else { return Carried::default() };
        let round = &current.kept.round;
        let ready = round.tables.iter().filter(|one| self.state(round, one) == State::Ready);
        let orders = ready.map(|one| (one.table.clone(), Order::Start)).collect();
        carried(self.all(orders, who).await, |_, why| why != "already_started")
    }

    /// Stops the clocks of the whole hall, of the round or not. Those that ran wait for
    /// [`Hub::resume_clocks`], also after a restart.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written: all clocks were told to stop.
    pub(crate) async fn stop_clocks(self: &Arc<Self>, who: Option<&str>) -> io::Result<Carried> {
        let seats = self.seats();
        // A press that comes at this very moment is the arbiter's to see; nothing can be surer.
        let running: Vec<Stopped> = seats.iter().filter_map(|seat| seat.look(runs)?).collect();
        let orders = seats.iter().map(|seat| (seat.board().to_owned(), Order::Pause)).collect();
        let answers = self.all(orders, who).await;
        let matters = |table: &str, why: &str| {
            let plays = |sheet: &Sheet| sheet.phase == Phase::Playing;
            // Where no game was ever told of, nobody knows.
            let may_run = self.find(table).and_then(|seat| seat.look(plays)).unwrap_or(true);
            !matches!(why, "not_started" | "game_over") && may_run
        };
        let carried = carried(answers, matters);
        let stopped: Vec<Stopped> =
            running.into_iter().filter(|one| carried.done.contains(&one.board)).collect();
        {
            let mut all = lock(&self.rounds.stopped);
            all.retain(|old| stopped.iter().all(|new| new.board != old.board));
            all.extend(stopped.iter().cloned());
        }
        self.write(move |store| store.stop(&stopped)).await?;
        Ok(carried)
    }

    /// Lets the clocks run again that [`Hub::stop_clocks`] has stopped, and no others.
    ///
    /// # Errors
    ///
    /// When the hall's memory cannot be written: what could run again does.
    pub(crate) async fn resume_clocks(self: &Arc<Self>, who: Option<&str>) -> io::Result<Carried> {
        let stopped = lock(&self.rounds.stopped).clone();
        let order = |one: &Stopped| {
            let same = |sheet: &Sheet| {
                let game = sheet.game.as_deref().unwrap_or_default() == one.game;
                game.then_some(sheet.ply == one.ply)
            };
            // A board that is away is asked all the same, and says so.
            let same_ply = self.find(&one.board)?.look(same).unwrap_or(Some(true))?;
            // Where the arbiter has set another position meanwhile, it is that one's side.
            let running = one.running.filter(|_| same_ply).map(Text);
            Some((one.board.clone(), Order::Resume { running }))
        };
        let orders = stopped.iter().filter_map(order).collect();
        let carried = carried(self.all(orders, who).await, |_, why| {
            !matches!(why, "already_running" | "not_started" | "game_over")
        });
        let waits = |board: &String| carried.not.iter().any(|not| not.table == *board);
        let gone: Vec<String> =
            stopped.into_iter().map(|one| one.board).filter(|board| !waits(board)).collect();
        lock(&self.rounds.stopped).retain(|one| !gone.contains(&one.board));
        self.write(move |store| store.resumed(&gone)).await?;
        Ok(carried)
    }

    /// Gives orders to many boards at once, and waits for all answers: no longer than for one.
    async fn all(self: &Arc<Self>, orders: Vec<(String, Order)>, who: Option<&str>) -> Answered {
        let mut asked = JoinSet::new();
        for (n, (table, order)) in orders.into_iter().enumerate() {
            let command = Command { who: who.map(str::to_owned), ..Command::from(order) };
            let hub = Arc::clone(self);
            asked.spawn(async move {
                let answer = hub.order(&table, command).await;
                (n, table, answer)
            });
        }
        let mut answers: Vec<_> = asked.join_all().await;
        answers.sort_by_key(|(n, ..)| *n);
        answers.into_iter().map(|(_, table, answer)| (table, answer)).collect()
    }
}

/// The game of a sheet, if its clocks run.
fn runs(sheet: &Sheet) -> Option<Stopped> {
    let running = sheet.clocks.as_ref().map(|clocks| clocks.running);
    let runs = sheet.phase == Phase::Playing && running != Some(None);
    runs.then(|| Stopped {
        board: sheet.board.clone(),
        game: sheet.game.clone().unwrap_or_default(),
        ply: sheet.ply,
        running: running.flatten().map(|side| side.0),
    })
}

/// Sorts answers; a refusal that does not matter counts as nothing to do.
fn carried(answers: Answered, matters: impl Fn(&str, &str) -> bool) -> Carried {
    let mut carried = Carried::default();
    for (table, answer) in answers {
        match why_not(answer) {
            None => carried.done.push(table),
            Some(refused) if matters(&table, &refused) => {
                carried.not.push(NotDone { table, refused });
            }
            Some(_) => {}
        }
    }
    carried
}
