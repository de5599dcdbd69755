use std::{collections::BTreeSet, convert::Infallible, sync::Arc, time::Duration};

use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use touchmove_core::{
    board::{
        Alert, AlertKind, Command, GameResult, Order, Reason, Severity, Target, Verdict, Watch,
    },
    hands::Call,
    sheet::{Phase, Sheet},
};

use crate::{
    hub::{Hub, Seat},
    link::Answer,
};

/// From an alert to the arbiter at the board.
const WALK: Duration = Duration::from_secs(4);
/// From one thing he does to the next.
const STEP: Duration = Duration::from_millis(1_500);
/// How long he waits for the pieces to be put back.
const LONGEST_WAIT: Duration = Duration::from_secs(90);
/// Who gives the orders.
const NAME: &str = "Demo arbiter";

/// An arbiter who attends to one board.
pub(super) struct Attendant {
    hub: Arc<Hub>,
    board: String,
    calls: mpsc::Receiver<Call>,
    /// Alerts he has looked at.
    seen: BTreeSet<u32>,
    /// The result that the players have told him.
    result: Option<GameResult>,
}

/// What he does about an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// It is none of his business, or time will tell.
    LetBe,
    /// He takes no action.
    Dismiss,
    /// He does what it advises, with the clocks stopped.
    Apply,
    /// He sees that the board is in order, and the game goes on.
    PutRight,
}

impl Attendant {
    pub(super) fn new(hub: Arc<Hub>, board: String, calls: mpsc::Receiver<Call>) -> Attendant {
        Attendant { hub, board, calls, seen: BTreeSet::new(), result: None }
    }

    /// Attends for as long as the hall is open.
    pub(super) async fn attend(mut self) -> Result<(), Infallible> {
        let Some(seat) = self.hub.find(&self.board) else { return std::future::pending().await };
        let mut changes = seat.changes();
        loop {
            if let Some(result) = self.result.take() {
                sleep(WALK).await;
                self.enter(&seat, result).await;
                continue;
            }
            if let Some(alert) = self.next(&seat) {
                sleep(WALK).await;
                self.see_to(&seat, &alert).await;
                continue;
            }
            tokio::select! {
                // A seat outlives those who attend to it.
                _ = changes.changed() => {}
                () = self.told() => {}
            }
        }
    }

    /// Waits until the players have told him the result.
    async fn told(&mut self) {
        while self.result.is_none() {
            match self.calls.recv().await {
                Some(Call::Result(result)) if result != GameResult::Open => {
                    self.result = Some(result);
                }
                // What else they call him for he sees.
                Some(_) => {}
                None => return std::future::pending().await,
            }
        }
    }

    /// The next alert that he has not looked at.
    fn next(&mut self, seat: &Seat) -> Option<Alert> {
        let open = seat.look(|sheet| {
            let new = sheet.alerts.iter().find(|open| !self.seen.contains(&open.alert.id));
            new.map(|open| open.alert.clone())
        });
        let alert = open.flatten()?;
        self.seen.insert(alert.id);
        Some(alert)
    }

    async fn see_to(&mut self, seat: &Seat, alert: &Alert) {
        let is_open =
            || seat.look(|sheet| sheet.alerts.iter().any(|open| open.alert.id == alert.id));
        if is_open() != Some(true) {
            return;
        }
        match plan(alert) {
            Plan::LetBe => {}
            Plan::Dismiss => {
                self.decide(alert, Verdict::Dismiss).await;
            }
            Plan::Apply => {
                self.order(Order::Pause).await;
                sleep(STEP).await;
                if !self.decide(alert, Verdict::Apply).await {
                    self.decide(alert, Verdict::Dismiss).await;
                }
                self.go_on(seat).await;
            }
            Plan::PutRight => {
                self.order(Order::Pause).await;
                self.go_on(seat).await;
                if self.result.is_none() && is_open() == Some(true) {
                    self.decide(alert, Verdict::Dismiss).await;
                }
            }
        }
    }

    /// Waits until the board shows the position, then starts the clock of the side to move.
    async fn go_on(&mut self, seat: &Seat) {
        sleep(STEP).await;
        let mut changes = seat.changes();
        let in_order = async {
            while seat.look(|sheet: &Sheet| sheet.setup.is_some()) == Some(true) {
                if changes.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            // They had not called him to go on.
            () = self.told() => return,
            in_time = timeout(LONGEST_WAIT, in_order) => if in_time.is_err() {
                tracing::warn!(board = self.board, "the pieces are not put back");
            },
        }
        sleep(STEP).await;
        if let Some((turn, Phase::Playing)) = seat.look(|sheet| (sheet.turn, sheet.phase)) {
            self.order(Order::Resume { running: Some(turn) }).await;
        }
    }

    async fn enter(&self, seat: &Seat, result: GameResult) {
        if !is_on(seat) {
            return;
        }
        let reason = match result {
            GameResult::WhiteWins | GameResult::BlackWins => Reason::Resignation,
            _ => Reason::Agreement,
        };
        let entered = self.order(Order::Result { result, reason, consent: true }).await;
        if !entered && is_on(seat) {
            self.order(Order::Result { result, reason: Reason::Arbiter, consent: true }).await;
        }
    }

    async fn decide(&self, alert: &Alert, verdict: Verdict) -> bool {
        self.order(Order::Decide { target: Target::Alert(alert.id), verdict, choice: None }).await
    }

    /// Whether it took effect.
    async fn order(&self, order: Order) -> bool {
        let what = <&str>::from(&order);
        let command = Command { who: Some(NAME.into()), ..Command::from(order) };
        match self.hub.order(&self.board, command).await {
            Ok(Answer::Done(_)) => true,
            Ok(Answer::Refused(reason)) => {
                tracing::debug!(board = self.board, what, reason, "refused");
                false
            }
            Err(error) => {
                tracing::warn!(board = self.board, what, %error, "no answer");
                false
            }
        }
    }
}

fn is_on(seat: &Seat) -> bool {
    seat.look(|sheet| sheet.phase != Phase::Over) == Some(true)
}

/// What an arbiter does about an alert.
fn plan(alert: &Alert) -> Plan {
    if alert.watch == Watch::Technician || alert.severity == Severity::Info || alert.hands_off {
        return Plan::LetBe;
    }
    match alert.kind() {
        // The players will tell him the result.
        AlertKind::GameSeemsOver | AlertKind::PlaysOn | AlertKind::Late => Plan::LetBe,
        AlertKind::ClockStopped | AlertKind::Displaced | AlertKind::WrongStart => Plan::PutRight,
        // He asks; the player had said that he adjusts.
        AlertKind::TouchMove | AlertKind::CastlingRookFirst | AlertKind::MoveRetracted
            if alert.severity == Severity::Attention =>
        {
            Plan::Dismiss
        }
        _ if alert.advice.is_empty() => Plan::Dismiss,
        _ => Plan::Apply,
    }
}
