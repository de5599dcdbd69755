//! Whether a side can still mate is asked: without an answer every alert comes all the same, and a late
//! answer makes nothing late but results.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::{collections::VecDeque, path::Path};

use common::{
    input::{header, records},
    shared_traces,
    table::Scene,
};
use serde_json::json;
use touchmove_core::{
    board::{
        Advice, Alert, AlertKind, Event, GameResult, Header, Matter, Ms, Reason, Record, Said,
        Side, Text, What,
    },
    game::{About, Question, answer},
    table::{Replay, Table},
    trace::{Expectations, Line, Outcome, Reader},
};

/// When answers come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prover {
    Stopped,
    LateBy(Ms),
}

/// A table whose host has such a prover.
struct Host {
    table: Table,
    prover: Prover,
    now: Ms,
    asked: Vec<Question>,
    coming: VecDeque<Record>,
    said: Vec<Said>,
}

impl Host {
    fn of(header: &Header, prover: Prover) -> Host {
        let table = Table::new(header).unwrap();
        let (asked, coming, said) = (Vec::new(), VecDeque::new(), Vec::new());
        Host { table, prover, now: 0, asked, coming, said }
    }

    fn take(&mut self, record: &Record) {
        self.pass(record.t);
        self.table.apply(record, &mut self.said);
        self.now = record.t;
        self.listen();
    }

    /// Time passes, deadline by deadline, and answers come.
    fn pass(&mut self, until: Ms) {
        loop {
            let answer = self.coming.front().map_or(Ms::MAX, |answer| answer.t);
            let due = self.table.next_deadline().unwrap_or(Ms::MAX);
            if answer.min(due) > until {
                break;
            }
            if answer <= due {
                let answer = self.coming.pop_front().unwrap();
                self.now = answer.t;
                self.table.apply(&answer, &mut self.said);
            } else {
                self.now = due;
                self.table.advance(due, &mut self.said);
            }
            self.listen();
        }
    }

    fn listen(&mut self) {
        let open = self.table.game().questions();
        self.asked.retain(|asked| open.contains(asked));
        for question in open {
            let Prover::LateBy(late) = self.prover else { continue };
            if self.asked.contains(&question) {
                continue;
            }
            let can_mate = answer(&question.position, question.side, &|| false);
            self.asked.push(question.clone());
            let Question { fen, side, about, .. } = question;
            if about == About::Result || can_mate != Some(true) {
                let what = What::Proof { fen, side, can_mate };
                self.coming.push_back(Record { t: self.now + late, what });
            }
        }
    }
}

fn host(header: &Header, records: &[Record], prover: Prover) -> Vec<Said> {
    let mut host = Host::of(header, prover);
    records.iter().for_each(|record| host.take(record));
    while let Some(t) = host.coming.back().map(|answer| answer.t) {
        host.pass(t);
    }
    host.table.finish(&mut host.said);
    host.said
}

fn read(path: &Path) -> (Header, Vec<Record>, Expectations) {
    let text = std::fs::read(path).unwrap();
    let mut reader = Reader::new(text.as_slice()).unwrap();
    let header = reader.header().clone();
    let (mut records, mut expected) = (Vec::new(), Expectations::default());
    for line in &mut reader {
        match line.unwrap() {
            Line::Record(record) => records.push(record),
            Line::Expect(expect) => expected.add(expect).unwrap(),
            _ => {}
        }
    }
    (header, records, expected)
}

/// An alert without what hangs on an answer.
fn bare(alert: &Alert) -> Alert {
    let mut alert = Alert { rev: 1, advice: Vec::new(), choices: Vec::new(), ..alert.clone() };
    if let Matter::FlagFall { result, .. } = &mut alert.matter {
        *result = None;
    }
    alert
}

/// Alerts as they were first raised, with their times.
fn raised(said: &[Said]) -> Vec<(Ms, Alert)> {
    let first = said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) if alert.rev == 1 => Some((said.t, bare(alert))),
        _ => None,
    });
    first.collect()
}

fn over(said: &[Said]) -> Option<(Ms, GameResult, Reason)> {
    said.iter().rev().find_map(|said| match said.event {
        Event::GameOver { result, reason, .. } => Some((said.t, result, reason)),
        _ => None,
    })
}

/// Events but for alerts, what ends by an answer, and what clears alerts then.
fn others(said: &[Said]) -> Vec<(Ms, Event)> {
    let end = over(said).map_or(Ms::MAX, |(t, ..)| t);
    let kept = said.iter().filter(|said| {
        !matches!(said.event, Event::Alert(_) | Event::AlertCleared { .. }) && said.t < end
    });
    kept.map(|said| (said.t, said.event.clone())).collect()
}

#[test]
fn with_the_prover_stopped_every_alert_of_the_shared_cases_comes() {
    for path in ["scenarios", "reports"].into_iter().flat_map(shared_traces) {
        let (header, records, _) = read(&path);
        let known: Vec<Said> =
            Replay::new(std::fs::read(&path).unwrap().as_slice()).unwrap().flatten().collect();
        let stopped = host(&header, &records, Prover::Stopped);
        assert_eq!(raised(&stopped), raised(&known), "{}", path.display());
    }
}

#[test]
fn with_the_prover_late_only_results_are_later() {
    let mut dead = 0;
    for path in ["scenarios", "reports", "traces/faults"].into_iter().flat_map(shared_traces) {
        let (header, records, expected) = read(&path);
        let known: Vec<Said> =
            Replay::new(std::fs::read(&path).unwrap().as_slice()).unwrap().flatten().collect();
        let late = host(&header, &records, Prover::LateBy(5_000));
        let path = path.display();
        assert_eq!(expected.check(&header, &late), [], "{path}");
        let (before, after) = (others(&known), others(&late));
        assert_eq!(before[..], after[..before.len()], "{path}");
        let outcome = |said: &[Said]| {
            let mut outcome = Outcome::new(&header);
            said.iter().for_each(|said| outcome.fold(said));
            outcome
        };
        assert_eq!(outcome(&known), outcome(&late), "{path}");
        match (over(&known), over(&late)) {
            (
                Some((t, result, Reason::DeadPosition)),
                Some((later, same, Reason::DeadPosition)),
            ) => {
                // Two answers make a position dead.
                assert!(later >= t && later <= t + 10_000 && result == same, "{path}");
                dead += 1;
            }
            (known, late) => assert_eq!(known, late, "{path}"),
        }
    }
    eprintln!("{dead} games ended by a dead position");
}

/// Dead positions that counting the pieces does not show, and a move that leads to each.
const DEAD: [(&str, &str, &str); 3] = [
    // A king that his own pawns shut in, and a wall.
    ("8/2p5/1pP5/1P2k3/1P6/KP6/PP6/8 b - - 0 40", "-e5 +d5 !", "Kd5"),
    ("8/8/6p1/6P1/6P1/6PK/k5PP/8 b - - 0 40", "-a2 +a1 !", "Ka1"),
    ("k1K5/p1p5/PbP5/pBp5/P1P5/8/8/8 w - - 0 40", "-c8 +d8 !", "Kd8"),
];

#[test]
fn a_dead_position_ends_the_game_whenever_it_is_known() {
    for (fen, hands, san) in DEAD {
        let header = header(fen);
        let records = records(&header, &format!("{hands} | |"));
        let press = 1_600;
        for (prover, end) in [
            (Prover::Stopped, None),
            (Prover::LateBy(0), Some(press)),
            // White is asked about first, then Black.
            (Prover::LateBy(3_000), Some(press + 6_000)),
        ] {
            let said = host(&header, &records, prover);
            let made = said.iter().any(
                |said| matches!(&said.event, Event::MoveMade { san: told, .. } if told == san),
            );
            assert!(made, "{fen}");
            let ended = over(&said).map(|(t, ..)| t);
            assert!(
                end.map_or(ended.is_none(), |end| ended.is_some_and(|t| t.abs_diff(end) <= 400)),
                "{fen}: ended at {ended:?}"
            );
        }
    }
}

#[test]
fn a_position_that_has_come_from_a_dead_one_is_dead() {
    // The answer to the first position comes when two more moves have been played.
    let header = header("8/2p5/1pP5/1P2k3/1P6/KP6/PP6/8 b - - 0 40");
    let records = records(&header, "-e5 +d5 ! | -a3 +a4 ! | -d5 +d4 ! | | |");
    let said = host(&header, &records, Prover::LateBy(3_000));
    let (t, result, reason) = over(&said).unwrap();
    assert_eq!((result, reason), (GameResult::Draw, Reason::DeadPosition));
    let plies = said.iter().filter(|said| matches!(said.event, Event::MoveMade { .. })).count();
    assert_eq!(plies, 3, "what was played until then is recorded");
    let first = said.iter().find(|said| matches!(said.event, Event::MoveMade { .. })).unwrap().t;
    assert!(t - first <= 6_400, "{t}");
}

#[test]
fn an_answer_about_a_position_that_is_gone_says_nothing() {
    let mut scene = Scene::start(&header("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    scene.hands("-e2 +e4 ! |").orders(json!({"do":"reinstate","ply":0}));
    let gone = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1";
    let (header, mut records) = (header("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), scene.records.clone());
    let end = records.last().unwrap().t;
    let before = host(&header, &records, Prover::Stopped);
    for side in Side::ALL {
        let what = What::Proof { fen: gone.into(), side, can_mate: Some(false) };
        records.push(Record { t: end, what });
    }
    assert_eq!(host(&header, &records, Prover::Stopped), before);
}

/// White's time is used up; Black has what the position gives him.
fn flag(fen: &str) -> (Header, Vec<Record>) {
    let header = Header { time_control: "20".into(), ..header(fen) };
    let mut records = records(&header, "");
    records.push(Record { t: 40_000, what: What::End });
    (header, records)
}

#[test]
fn a_flag_is_told_at_once_and_its_result_when_it_is_known() {
    for (fen, result, advice) in [
        (
            "4k3/8/8/8/8/8/4P3/r3K3 w - - 0 1",
            GameResult::BlackWins,
            Advice::Lose { side: Text(Side::White) },
        ),
        ("8/2p5/1pP5/1P1k4/1P6/KP6/PP6/8 w - - 0 40", GameResult::Draw, Advice::Draw {}),
    ] {
        let (header, records) = flag(fen);
        let told = |said: &[Said]| {
            let flags = said.iter().filter_map(|said| match &said.event {
                Event::Alert(alert) if alert.kind() == AlertKind::FlagFall => {
                    Some((said.t, alert.clone()))
                }
                _ => None,
            });
            flags.collect::<Vec<_>>()
        };
        let stopped = told(&host(&header, &records, Prover::Stopped));
        let [(t, alert)] = &stopped[..] else { panic!("{stopped:?}") };
        assert_eq!(*t, 21_000, "at its deadline");
        assert_eq!(alert.matter, Matter::FlagFall { result: None, after: None });
        assert!(alert.advice.is_empty());
        let steps: Vec<_> = alert.choices.iter().map(|choice| choice.steps.clone()).collect();
        let lose = vec![Advice::Lose { side: Text(Side::White) }];
        assert_eq!(steps, [lose, vec![Advice::Draw {}]], "the arbiter may decide all the same");
        let late = told(&host(&header, &records, Prover::LateBy(5_000)));
        let [first, (t, alert)] = &late[..] else { panic!("{late:?}") };
        assert_eq!(*first, stopped[0]);
        assert_eq!((*t, alert.rev, alert.id), (26_000, 2, first.1.id));
        assert_eq!(alert.matter, Matter::FlagFall { result: Some(result), after: None });
        assert_eq!(alert.advice, [advice]);
        assert!(alert.choices.is_empty());
    }
}

#[test]
fn a_flag_of_which_nothing_is_known_is_decided_by_a_choice() {
    let (header, mut records) = flag("4k3/8/8/8/8/8/4P3/r3K3 w - - 0 1");
    let mut order = |t: Ms, order: &str| {
        records.push(serde_json::from_str(&format!(r#"{{"t":{t},"arbiter":{order}}}"#)).unwrap());
    };
    order(41_000, r#"{"do":"decide","kind":"flag_fall","verdict":"apply"}"#);
    order(42_000, r#"{"do":"decide","kind":"flag_fall","verdict":"apply","choice":1}"#);
    let said = host(&header, &records, Prover::Stopped);
    let refused = said.iter().any(
        |said| matches!(&said.event, Event::Refused { reason, .. } if reason == "result_unknown"),
    );
    assert!(refused);
    assert_eq!(over(&said), Some((42_000, GameResult::BlackWins, Reason::FlagFall)));
}

#[test]
fn a_resignation_is_corrected_where_the_opponent_could_never_mate() {
    for (fen, result) in [
        ("8/2p5/1pP5/1P1k4/1P6/KP6/PP6/8 w - - 0 40", GameResult::Draw),
        ("4k3/8/8/8/8/8/4P3/r3K3 w - - 0 1", GameResult::BlackWins),
    ] {
        let header = header(fen);
        let mut records = records(&header, "");
        records.pop();
        let order = r#"{"t":2000,"arbiter":{"do":"result","result":"0-1","reason":"resignation"}}"#;
        records.push(serde_json::from_str(order).unwrap());
        let stopped = over(&host(&header, &records, Prover::Stopped));
        assert_eq!(stopped, Some((2_000, GameResult::BlackWins, Reason::Resignation)));
        let (t, told, reason) = over(&host(&header, &records, Prover::LateBy(5_000))).unwrap();
        assert_eq!((told, reason), (result, Reason::Resignation), "{fen}");
        assert_eq!(t, if result == GameResult::Draw { 7_000 } else { 2_000 });
    }
}

#[test]
fn a_losing_illegal_move_is_a_draw_once_it_is_known() {
    let header = Header {
        parameters: json!({"illegal_moves_lose": 1}).as_object().cloned().unwrap(),
        ..header("8/2p5/1pP5/1P1k4/1P6/KP6/PP6/8 w - - 0 40")
    };
    let records = records(&header, "-a3 +c3 ! |");
    let advice = |prover| {
        let said = host(&header, &records, prover);
        let told = said.iter().rev().find_map(|said| match &said.event {
            Event::Alert(alert) if alert.kind() == AlertKind::IllegalMove => Some(alert.clone()),
            _ => None,
        });
        told.map(|alert| (alert.advice, alert.choices.len())).unwrap()
    };
    let lose = Advice::Lose { side: Text(Side::White) };
    assert_eq!(advice(Prover::Stopped), (vec![lose], 1), "he draws if the other could never mate");
    assert_eq!(advice(Prover::LateBy(1_000)), (vec![Advice::Draw {}], 0));
}

#[test]
fn a_trace_that_answers_is_answered_then_and_any_other_at_once() {
    let (header, records) = flag("8/2p5/1pP5/1P1k4/1P6/KP6/PP6/8 w - - 0 40");
    let fen = "8/2p5/1pP5/1P1k4/1P6/KP6/PP6/8 w - - 0 40";
    let mut trace: Vec<String> = vec![serde_json::to_string(&header).unwrap()];
    trace.extend(records.iter().map(|record| serde_json::to_string(record).unwrap()));
    let known = |trace: &[String]| {
        let text = trace.join("\n");
        let said: Vec<Said> = Replay::new(text.as_bytes()).unwrap().map(Result::unwrap).collect();
        said.iter().find_map(|said| match &said.event {
            Event::Alert(Alert { matter: Matter::FlagFall { result: Some(_), .. }, .. }) => {
                Some(said.t)
            }
            _ => None,
        })
    };
    assert_eq!(known(&trace), Some(21_000));
    let proof =
        format!(r#"{{"t":25000,"proof":{{"fen":"{fen}","side":"black","can_mate":false}}}}"#);
    trace.insert(trace.len() - 1, proof);
    assert_eq!(known(&trace), Some(25_000));
}
