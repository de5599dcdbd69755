//! Hands, a table and an arbiter who takes the advice of every alert: they get along without
//! anybody knowing what is in the other's head.

#![allow(clippy::expect_used)] // a test may end so anywhere, not only in its functions

use std::collections::VecDeque;

use touchmove_core::{
    board::{
        Alert, AlertKind, Command, Event, GameResult, Header, IllegalReason, Ms, Order, Reason,
        Record, Said, Severity, Side, Target, Text, Verdict, What,
    },
    hands::{
        Action, Call, Ending, Habits, Hands, Manner, Offence, REPERTOIRE, Temperament, header,
    },
    pgn::{self, Score},
    table::Table,
    trace::Outcome,
};

/// What one evening at a board came to.
struct Evening {
    played: Vec<String>,
    said: Vec<Said>,
    outcome: Outcome,
}

/// An arbiter who stops the clocks, takes the advice, has the board set right and lets play go on.
#[derive(Default)]
struct Arbiter {
    /// What he does next, and when.
    orders: VecDeque<(Ms, Order)>,
    /// He lets play go on once the board is ready; whose clock then runs.
    resuming: Option<Side>,
}

impl Arbiter {
    fn hear(&mut self, said: &Said, game: &Score) {
        match &said.event {
            Event::Alert(alert) if alert.severity == Severity::Decision && alert.rev == 1 => {
                self.attend(said.t, alert);
            }
            Event::Alert(alert) if alert.kind() == AlertKind::PressedWithoutMove => {
                self.attend(said.t, alert);
            }
            Event::ResultSignalled { result } => assert_eq!(*result, game.result),
            _ => {}
        }
    }

    /// The players tell him how it ended.
    fn enter(&mut self, t: Ms, result: GameResult) {
        let reason =
            if result == GameResult::Draw { Reason::Agreement } else { Reason::Resignation };
        self.orders.push_back((t + 8_000, Order::Result { result, reason, consent: false }));
    }

    /// Nobody moves any more: the board is as he wants it.
    fn all_still(&mut self, t: Ms) {
        if let Some(side) = self.resuming.take_if(|_| self.orders.is_empty()) {
            self.orders.push_back((t + 3_000, Order::Resume { running: Some(Text(side)) }));
        }
    }

    fn attend(&mut self, t: Ms, alert: &Alert) {
        let target = Target::Alert(alert.id);
        self.orders.push_back((t + 2_000, Order::Pause));
        self.orders.push_back((
            t + 5_000,
            Order::Decide { target, verdict: Verdict::Apply, choice: None },
        ));
        self.resuming = alert.side.map(|side| side.0);
    }
}

fn evening(game: &Score, offence: Option<Offence>, seed: u64) -> Evening {
    let header = header(game, &Header { time_control: "5400+30".into(), ..Header::default() });
    let tidy = Temperament { habits: Habits::tidy(), ..Temperament::default() };
    let manner = Manner {
        white: tidy.clone(),
        black: tidy,
        offences: offence.map(|offence| (offence, None)).into_iter().collect(),
        ending: Ending::Handshake,
        ..Manner::default()
    };
    let mut hands = Hands::new(game, &header, &manner, seed).expect("plays");
    let mut table = Table::new(&header).expect("a game");
    let mut wire = hands.wire();
    let (mut said, mut heard) = (Vec::new(), 0);
    let mut arbiter = Arbiter::default();
    let mut outcome = Outcome::new(&header);
    table.apply(&Record { t: 0, what: What::Scan(wire.planes()) }, &mut said);
    loop {
        while let Some(one) = said.get(heard) {
            outcome.fold(one);
            hands.hear(one);
            arbiter.hear(one, game);
            heard += 1;
        }
        let act = hands.next_action().map(|(t, _)| t);
        while let Some((t, call)) = hands.call() {
            match call {
                Call::Result(result) if result != GameResult::Open => arbiter.enter(t, result),
                _ => {}
            }
        }
        if act.is_none() {
            arbiter.all_still(said.last().map_or(0, |one| one.t));
        }
        let order = arbiter.orders.front().map(|&(t, _)| t);
        let silence = table.next_deadline();
        let people = [order, act].into_iter().flatten().min();
        match (people, silence) {
            (None, _) => break,
            (Some(t), Some(news)) if news <= t => table.advance(news, &mut said),
            (Some(t), _) if order == Some(t) => {
                let (_, order) = arbiter.orders.pop_front().expect("looked at");
                let what = What::Arbiter(Command::from(order));
                table.apply(&Record { t, what }, &mut said);
            }
            _ => {
                let (t, action) = hands.take().expect("looked at");
                assert!(!matches!(action, Action::Tell(_)));
                if let Some(what) = wire.report(&action) {
                    table.apply(&Record { t, what }, &mut said);
                }
            }
        }
        if hands.left() && arbiter.orders.is_empty() {
            break;
        }
    }
    let t = said.last().map_or(0, |one| one.t) + 10_000;
    table.apply(&Record { t, what: What::End }, &mut said);
    said[heard..].iter().for_each(|one| outcome.fold(one));
    Evening { played: hands.moves(), said, outcome }
}

fn games() -> Vec<Score> {
    // Pieces that only the arbiter can tell are another matter.
    let queens = |game: &Score| !game.moves.iter().any(|ply| ply.san.contains('='));
    pgn::read(REPERTOIRE.as_bytes()).map(|game| game.expect("readable")).filter(queens).collect()
}

fn kinds(evening: &Evening) -> Vec<AlertKind> {
    let severe = |said: &Said| match &said.event {
        Event::Alert(alert) if alert.severity > Severity::Info && alert.rev == 1 => {
            Some(alert.kind())
        }
        _ => None,
    };
    evening.said.iter().filter_map(severe).collect()
}

/// The record is what was played, and has the result that was told.
fn agrees(evening: &Evening, game: &Score, seed: u64) {
    let recorded: Vec<&str> = evening.outcome.moves().collect();
    assert_eq!(recorded, evening.played, "seed {seed}");
    assert_eq!(evening.outcome.result(), game.result, "seed {seed}");
}

#[test]
fn quiet_games_are_recorded_and_end_with_their_result() {
    for (seed, game) in (1..).zip(games().iter().take(12)) {
        let evening = evening(game, None, seed);
        agrees(&evening, game, seed);
        assert_eq!(kinds(&evening), [], "seed {seed}");
    }
}

#[test]
fn irregular_moves_are_taken_back_replaced_and_the_game_goes_on() {
    let offences = [
        (Offence::Illegal(IllegalReason::PieceMovement), AlertKind::IllegalMove),
        (Offence::Illegal(IllegalReason::PathBlocked), AlertKind::IllegalMove),
        (Offence::Illegal(IllegalReason::KingLeftInCheck), AlertKind::IllegalMove),
        (Offence::PressedWithoutMove, AlertKind::PressedWithoutMove),
    ];
    for (n, (offence, kind)) in offences.into_iter().enumerate() {
        for (seed, game) in (1..).zip(games().iter().skip(n * 5).take(5)) {
            let evening = evening(game, Some(offence), seed);
            if kinds(&evening).is_empty() {
                continue; // it did not fit
            }
            assert_eq!(kinds(&evening), [kind], "seed {seed}");
            agrees(&evening, game, seed);
        }
    }
}
