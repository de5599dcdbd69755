//! What a check wants of a run, and where the run misses it.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Expect, Outcome};
use crate::board::{GameResult, Header, Said};

/// One expectation that a run did not meet, as a developer wants to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// Which expectation: `moves`, `alerts[1]`, `fen`, …
    pub expectation: String,
    /// What was expected.
    pub wanted: String,
    /// What came instead.
    pub came: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: wanted {}, came {}", self.expectation, self.wanted, self.came)
    }
}

/// All expectations of a trace.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    #[serde(default)]
    moves: Option<Vec<String>>,
    #[serde(default)]
    result: Option<GameResult>,
    #[serde(default)]
    alerts: Vec<Expect>,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    events: Vec<Expect>,
    #[serde(default)]
    never: Vec<Expect>,
    #[serde(default)]
    fen: Option<String>,
}

/// Takes over a value that only one line may give.
fn single<T: PartialEq>(into: &mut Option<T>, from: Option<T>, key: &str) -> Result<(), String> {
    match (&into, &from) {
        (Some(one), Some(other)) if one != other => Err(format!("{key} is expected twice")),
        (None, _) => {
            *into = from;
            Ok(())
        }
        _ => Ok(()),
    }
}

impl Expectations {
    /// Adds the expectations of one line: lists go on, single values may not contradict.
    ///
    /// # Errors
    ///
    /// When there is an unknown key (a mistyped expectation would never miss), a value of the
    /// wrong kind, or another value than a line before gave.
    pub fn add(&mut self, expect: Expect) -> Result<(), String> {
        let more: Expectations =
            serde_json::from_value(Value::Object(expect)).map_err(|error| error.to_string())?;
        single(&mut self.moves, more.moves, "moves")?;
        single(&mut self.result, more.result, "result")?;
        single(&mut self.fen, more.fen, "fen")?;
        self.alerts.extend(more.alerts);
        self.events.extend(more.events);
        self.never.extend(more.never);
        self.exact |= more.exact;
        Ok(())
    }

    /// Whether nothing at all is expected.
    pub fn is_empty(&self) -> bool {
        *self == Expectations::default()
    }

    /// Everything that the events of a run miss.
    pub fn check(&self, header: &Header, said: &[Said]) -> Vec<Miss> {
        let mut outcome = Outcome::new(header);
        said.iter().for_each(|said| outcome.fold(said));
        let events: Vec<Expect> = said.iter().filter_map(object).collect();
        let mut misses = Vec::new();
        self.check_moves(&outcome, &mut misses);
        if let Some(wanted) = self.result {
            differs("result", wanted, outcome.result(), &mut misses);
        }
        if let Some(wanted) = &self.fen {
            differs("fen", wanted.as_str(), outcome.fen(), &mut misses);
        }
        self.check_alerts(&events, &mut misses);
        self.check_events(&events, &mut misses);
        misses
    }

    fn check_moves(&self, outcome: &Outcome, misses: &mut Vec<Miss>) {
        let Some(wanted) = &self.moves else { return };
        let came: Vec<&str> = outcome.moves().collect();
        let right = wanted.iter().zip(&came).take_while(|(wanted, came)| wanted == *came).count();
        if right == wanted.len() && right == came.len() {
            return;
        }
        let next = |moves: &mut dyn Iterator<Item = &str>| match moves.take(3).collect::<Vec<_>>() {
            moves if moves.is_empty() => "the end".into(),
            moves => moves.join(" "),
        };
        misses.push(Miss {
            expectation: format!("moves, ply {} of {}", right + 1, wanted.len()),
            wanted: next(&mut wanted.iter().skip(right).map(String::as_str)),
            came: next(&mut came.iter().skip(right).copied()),
        });
    }

    fn check_alerts(&self, events: &[Expect], misses: &mut Vec<Miss>) {
        let raised = Raised::collect(events);
        let matched = assign(&self.alerts, &raised);
        let mut free: Vec<bool> = vec![true; raised.len()];
        for (n, (wanted, by)) in self.alerts.iter().zip(&matched).enumerate() {
            match by {
                Some(alert) => free[*alert] = false,
                None => misses.push(Miss {
                    expectation: format!("alerts[{n}]"),
                    wanted: text(wanted),
                    came: nearest(wanted, raised.iter().map(Raised::last)),
                }),
            }
        }
        if !self.exact {
            return;
        }
        let beyond = raised.iter().zip(free).filter(|(alert, free)| *free && alert.is_severe());
        for (alert, _) in beyond {
            misses.push(Miss {
                expectation: "exact".into(),
                wanted: "no further alert".into(),
                came: brief(alert.last()),
            });
        }
    }

    fn check_events(&self, events: &[Expect], misses: &mut Vec<Miss>) {
        let mut from = 0;
        for (n, wanted) in self.events.iter().enumerate() {
            match events[from..].iter().position(|event| holds_all(wanted, event)) {
                Some(at) => from += at + 1,
                None => {
                    let earlier = events[..from].iter().any(|event| holds_all(wanted, event));
                    let came = nearest(wanted, events[from..].iter());
                    misses.push(Miss {
                        expectation: format!("events[{n}]"),
                        wanted: text(wanted),
                        came: if earlier { format!("too early; then {came}") } else { came },
                    });
                }
            }
        }
        for (n, unwanted) in self.never.iter().enumerate() {
            if let Some(event) = events.iter().find(|event| holds_all(unwanted, event)) {
                misses.push(Miss {
                    expectation: format!("never[{n}]"),
                    wanted: format!("no {}", text(unwanted)),
                    came: brief(event),
                });
            }
        }
    }
}

fn differs<T: PartialEq + fmt::Display>(key: &str, wanted: T, came: T, misses: &mut Vec<Miss>) {
    if wanted != came {
        misses.push(Miss {
            expectation: key.into(),
            wanted: wanted.to_string(),
            came: came.to_string(),
        });
    }
}

fn object(said: &Said) -> Option<Expect> {
    match serde_json::to_value(said) {
        Ok(Value::Object(map)) => Some(map),
        _ => None,
    }
}

/// Whether `got` has every field of `wanted` with that value.
pub(crate) fn holds_all(wanted: &Expect, got: &Expect) -> bool {
    wanted.iter().all(|(key, value)| holds(value, got.get(key).unwrap_or(&Value::Null)))
}

/// Lists of texts are squares or moves, sets both; other lists are steps, which have an order.
fn holds(wanted: &Value, got: &Value) -> bool {
    match (wanted, got) {
        (Value::Object(wanted), Value::Object(got)) => holds_all(wanted, got),
        (Value::Array(wanted), Value::Array(got)) if wanted.len() != got.len() => false,
        (Value::Array(wanted), Value::Array(got)) if wanted.iter().all(Value::is_string) => {
            wanted.iter().all(|one| got.contains(one)) && got.iter().all(|one| wanted.contains(one))
        }
        (Value::Array(wanted), Value::Array(got)) => {
            wanted.iter().zip(got).all(|(wanted, got)| holds(wanted, got))
        }
        _ => wanted == got,
    }
}

/// One alert with all its revisions, each as its event.
struct Raised<'a>(Vec<&'a Expect>);

impl<'a> Raised<'a> {
    /// The alerts of a run in the order in which they were first raised.
    fn collect(events: &'a [Expect]) -> Vec<Raised<'a>> {
        let mut raised: Vec<Raised<'a>> = Vec::new();
        for event in events.iter().filter(|event| event.get("event") == Some(&"alert".into())) {
            let again = event.get("rev").and_then(Value::as_u64).is_some_and(|rev| rev > 1);
            // From the back: a table's next game numbers its alerts anew.
            let before = raised
                .iter_mut()
                .rev()
                .find(|alert| again && alert.last().get("id") == event.get("id"));
            match before {
                Some(alert) => alert.0.push(event),
                None => raised.push(Raised(vec![event])),
            }
        }
        raised
    }

    fn last(&self) -> &'a Expect {
        // Made with one revision and only added to.
        self.0[self.0.len() - 1]
    }

    fn is_severe(&self) -> bool {
        let severity = self.last().get("severity").and_then(Value::as_str);
        matches!(severity, Some("attention" | "decision"))
    }

    fn meets(&self, wanted: &Expect) -> bool {
        self.0.iter().any(|revision| holds_all(wanted, revision))
    }
}

/// Finds for each wanted alert its own, in order: as many as can be met, and of those ways the
/// one that leaves the fewest severe alerts over. Of equal ways the earliest alerts win.
fn assign(wanted: &[Expect], raised: &[Raised<'_>]) -> Vec<Option<usize>> {
    let (rows, columns) = (wanted.len() + 1, raised.len() + 1);
    // The cost of the rest from (wanted, raised) on: unmet wishes first, then severe alerts left.
    let mut cost = vec![(0usize, 0usize); rows * columns];
    let at = |i: usize, j: usize| i * columns + j;
    let severe = |j: usize| usize::from(raised[j].is_severe());
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let mut best = (usize::MAX, 0);
            if i == wanted.len() && j == raised.len() {
                best = (0, 0);
            }
            if i < wanted.len() && j < raised.len() && raised[j].meets(&wanted[i]) {
                best = best.min(cost[at(i + 1, j + 1)]);
            }
            if j < raised.len() {
                let (unmet, left) = cost[at(i, j + 1)];
                best = best.min((unmet, left + severe(j)));
            }
            if i < wanted.len() {
                let (unmet, left) = cost[at(i + 1, j)];
                best = best.min((unmet + 1, left));
            }
            cost[at(i, j)] = best;
        }
    }
    let mut matched = vec![None; wanted.len()];
    let (mut i, mut j) = (0, 0);
    while i < wanted.len() {
        let here = cost[at(i, j)];
        if j < raised.len() && raised[j].meets(&wanted[i]) && here == cost[at(i + 1, j + 1)] {
            matched[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if j < raised.len() && {
            let (unmet, left) = cost[at(i, j + 1)];
            here == (unmet, left + severe(j))
        } {
            j += 1;
        } else {
            i += 1;
        }
    }
    matched
}

fn text(map: &Expect) -> String {
    Value::Object(map.clone()).to_string()
}

/// What came closest: the candidates of the same name, seen through the wanted fields; else the
/// names of all.
fn nearest<'a>(wanted: &Expect, came: impl Iterator<Item = &'a Expect> + Clone) -> String {
    let name = |event: &Expect| (event.get("event").cloned(), event.get("kind").cloned());
    let alike = |event: &&Expect| {
        let (event, kind) = name(event);
        let same = |key: &str, value: Option<Value>| {
            wanted.get(key).is_none_or(|wanted| Some(wanted) == value.as_ref())
        };
        same("event", event) && same("kind", kind)
    };
    let alike: Vec<String> = came
        .clone()
        .filter(alike)
        .map(|event| {
            let seen: Map<String, Value> = wanted
                .keys()
                .filter_map(|key| Some((key.clone(), event.get(key)?.clone())))
                .collect();
            text(&seen)
        })
        .collect();
    const SHOWN: usize = 5;
    match alike.len() {
        0 if wanted.contains_key("event") => "none such".into(),
        0 => {
            let others: Vec<String> = came.map(brief).collect();
            if others.is_empty() { "none at all".into() } else { few(&others, SHOWN) }
        }
        _ => few(&alike, SHOWN),
    }
}

fn few(texts: &[String], shown: usize) -> String {
    let mut list = texts[..texts.len().min(shown)].join(", ");
    if texts.len() > shown {
        list.push_str(&format!(" and {} more", texts.len() - shown));
    }
    list
}

/// An event in a few words: its name and the fields people look for first.
fn brief(event: &Expect) -> String {
    let mut words: Vec<String> = Vec::new();
    let name = event.get("kind").or_else(|| event.get("event"));
    words.extend(name.and_then(Value::as_str).map(String::from));
    for key in ["severity", "side", "uci", "san", "reason", "result", "squares", "missing", "extra"]
    {
        match event.get(key) {
            Some(Value::String(value)) => words.push(value.clone()),
            Some(Value::Array(list)) if !list.is_empty() => {
                let list: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                words.push(format!("{key} {}", list.join(" ")));
            }
            _ => {}
        }
    }
    if let Some(t) = event.get("t").and_then(Value::as_u64) {
        words.push(format!("at {t} ms"));
    }
    words.join(" ")
}

#[cfg(test)]
#[path = "expect_tests.rs"]
mod tests;
