//! How well the product follows its own hands.

use std::fmt;

use serde_json::Value;
use shakmaty::{Position, Setup, fen::Fen, san::SanPlus, uci::UciMove};
use strum::IntoEnumIterator;

use super::{Habit, Occasion, Script, Tally};
use crate::{
    board::{
        Alert, AlertKind, Event, HeaderError, Matter, Ms, Said, Severity, Text, castling_mode,
        position,
    },
    game::Answers,
    table::Table,
    trace::{Expect, Outcome, holds_all},
};

/// An alert counts when it comes so soon after it can be known, ms.
const IN_TIME: Ms = 6_000;

/// Lets a table see a whole script.
///
/// # Errors
///
/// When the script's header describes no game.
pub fn watch(script: &Script) -> Result<Vec<Said>, HeaderError> {
    let mut table = Table::new(&script.header)?;
    table.answer(Answers::at_once());
    let mut said = Vec::new();
    for record in &script.records {
        table.apply(record, &mut said);
    }
    table.finish(&mut said);
    Ok(said)
}

/// What came of one script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// The record holds the game's moves and its result.
    pub exact: bool,
    /// It does not, but says where it is in doubt, and the truth is among the candidates.
    pub in_doubt: bool,
    /// Moves that were said to be in doubt.
    pub doubts: usize,
    /// Moves.
    pub plies: usize,
    /// Moves that were right as soon as they were completed.
    pub right: usize,
    /// Alerts of severity attention or decision that had no cause.
    pub false_alerts: Vec<String>,
    /// Offences in the script.
    pub offences: usize,
    /// Of these, the ones told with the right fields and in time.
    pub told: usize,
    /// What was missed, for people.
    pub misses: Vec<String>,
}

/// Compares what was said with the truth.
pub fn judge(script: &Script, said: &[Said]) -> Trial {
    let mut trial = Trial { plies: script.moves.len(), ..Trial::default() };
    trial.doubts = doubts(said).count();
    judge_moves(script, said, &mut trial);
    judge_alerts(script, said, &mut trial);
    trial
}

fn judge_moves(script: &Script, said: &[Said], trial: &mut Trial) {
    let mut outcome = Outcome::new(&script.header);
    let mut completed: Vec<Option<&str>> = vec![None; script.moves.len()];
    for one in said {
        outcome.fold(one);
        match &one.event {
            Event::MoveCompleted { ply, san, .. } => {
                let place = completed.get_mut((*ply as usize).wrapping_sub(1));
                if let Some(place) = place {
                    place.get_or_insert(san);
                }
            }
            Event::MovesWithdrawn { from_ply, .. } => {
                completed
                    .iter_mut()
                    .skip((*from_ply as usize).saturating_sub(1))
                    .for_each(|san| *san = None);
            }
            _ => {}
        }
    }
    let right = |(san, first): (&String, &Option<&str>)| first.is_none_or(|first| first == san);
    trial.right = script.moves.iter().zip(&completed).filter(|&pair| right(pair)).count();
    let came: Vec<&str> = outcome.moves().collect();
    let same = came.iter().zip(&script.moves).take_while(|(came, san)| *came == *san).count();
    let moves = same == came.len() && same == script.moves.len();
    let result =
        script.expect.get("result").is_none_or(|wanted| *wanted == outcome.result().as_str());
    trial.exact = moves && result;
    if !moves {
        let at = |list: &[&str]| list.get(same).map_or("the end".into(), |san| (*san).to_owned());
        let played: Vec<&str> = script.moves.iter().map(String::as_str).collect();
        trial.misses.push(format!(
            "ply {}: played {}, recorded {}",
            same + 1,
            at(&played),
            at(&came)
        ));
        // The first move that differs: both readings must be among the candidates.
        trial.in_doubt = match (uci(script, &played, same), uci(script, &came, same)) {
            (Some(played), Some(came)) => doubts(said).any(|candidates| {
                let among = |uci: &UciMove| candidates.iter().any(|text| text.0 == *uci);
                among(&played) && among(&came)
            }),
            _ => false,
        };
    }
    if !result {
        trial.misses.push(format!("result {}", outcome.result()));
    }
}

/// The candidates of each move that the record says is in doubt.
fn doubts(said: &[Said]) -> impl Iterator<Item = &[Text<UciMove>]> {
    said.iter().filter_map(|said| match &said.event {
        Event::Alert(Alert { matter: Matter::AmbiguousMove { candidates }, .. }) => {
            Some(candidates.as_slice())
        }
        _ => None,
    })
}

/// The move at a place of a list of moves as UCI writes it.
fn uci(script: &Script, moves: &[&str], place: usize) -> Option<UciMove> {
    let setup = match &script.header.fen {
        Some(fen) => fen.parse::<Fen>().ok()?.into_setup(),
        None => Setup::initial(),
    };
    let mode = castling_mode(&setup);
    let mut position = position(setup, mode).ok()?;
    for san in moves.get(..place)? {
        let m = san.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
        position.play_unchecked(m);
    }
    let m = moves.get(place)?.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
    Some(m.to_uci(mode))
}

fn judge_alerts(script: &Script, said: &[Said], trial: &mut Trial) {
    let alerts: Vec<(&Said, Expect)> = said
        .iter()
        .filter(|said| matches!(said.event, Event::Alert(_)))
        .filter_map(|said| match serde_json::to_value(said) {
            Ok(Value::Object(event)) => Some((said, event)),
            _ => None,
        })
        .collect();
    let id = |event: &Expect| event.get("id").cloned();
    let mut caused: Vec<Option<Value>> = Vec::new();
    trial.offences = script.expected.len();
    for expected in &script.expected {
        let meets = |(said, event): &&(&Said, Expect)| {
            said.t <= expected.due + IN_TIME
                && !caused.contains(&id(event))
                && holds_all(&expected.alert, event)
        };
        match alerts.iter().find(meets) {
            Some((_, event)) => {
                caused.push(id(event));
                trial.told += 1;
            }
            None => {
                let wanted = Value::Object(expected.alert.clone());
                trial.misses.push(format!("no {wanted} by {} ms", expected.due + IN_TIME));
            }
        }
    }
    for (said, event) in &alerts {
        let Event::Alert(alert) = &said.event else { continue };
        let doubt = alert.kind() == AlertKind::AmbiguousMove;
        if alert.severity >= Severity::Attention && !caused.contains(&id(event)) && !doubt {
            caused.push(id(event));
            let kind = <&str>::from(alert.kind());
            trial.false_alerts.push(format!("{kind} at {} ms", said.t));
        }
    }
}

/// The figures of many scripts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    games: usize,
    exact: usize,
    in_doubt: usize,
    doubts: usize,
    plies: usize,
    right: usize,
    false_alerts: usize,
    offences: usize,
    told: usize,
    /// Games in which the offence was told and nothing else.
    clean: usize,
    offended: usize,
    tally: Tally,
    failures: Vec<(u64, Vec<String>)>,
}

impl Figures {
    /// Adds a game that was played with that seed.
    pub fn add(&mut self, seed: u64, script: &Script, trial: &Trial) {
        self.games += 1;
        self.exact += usize::from(trial.exact);
        self.in_doubt += usize::from(trial.in_doubt);
        self.doubts += trial.doubts;
        self.plies += trial.plies;
        self.right += trial.right;
        self.offences += trial.offences;
        self.told += trial.told;
        if trial.offences > 0 {
            self.offended += 1;
            self.clean +=
                usize::from(trial.told == trial.offences && trial.false_alerts.is_empty());
        }
        self.false_alerts += trial.false_alerts.len();
        self.tally.add(&script.tally);
        let mut reasons = trial.misses.clone();
        reasons.extend(trial.false_alerts.iter().map(|alert| format!("false {alert}")));
        if trial.right < trial.plies {
            reasons.push(format!("{} moves not right at the press", trial.plies - trial.right));
        }
        if !reasons.is_empty() {
            self.failures.push((seed, reasons));
        }
    }

    /// How often what occurred.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What stays behind the goals: each as a line.
    pub fn shortfalls(&self) -> Vec<String> {
        let mut short = self.too_tidy();
        let mut goal = |met: bool, text: String| {
            if !met {
                short.push(text);
            }
        };
        goal(self.exact + self.in_doubt == self.games, "games not recorded as played".into());
        goal(self.in_doubt * 500 <= self.games, "more than 1 game in 500 in doubt".into());
        goal(
            self.right * 1000 >= self.plies * 999,
            "fewer than 99.9 % of moves right at the press".into(),
        );
        goal(
            self.false_alerts * 10_000 <= self.plies,
            "more than 1 false alert in 10,000 plies".into(),
        );
        goal(
            self.clean * 100 >= self.offended * 99,
            "fewer than 99 % of offences told, and nothing else".into(),
        );
        short
    }

    /// Habits that occurred too rarely for the other figures to mean much.
    fn too_tidy(&self) -> Vec<String> {
        use Habit as H;
        let minima: [(&str, u32, &[Habit], Occasion); 7] = [
            ("own first", 300, &[H::OwnFirst], Occasion::Captures),
            ("enemy first", 250, &[H::EnemyFirst], Occasion::Captures),
            ("unseen swap", 50, &[H::UnseenSwap], Occasion::Captures),
            ("slides", 150, &[H::Slide, H::SlideAndRest], Occasion::LongMoves),
            ("hovering", 50, &[H::Hover, H::HoverAndBack], Occasion::Moves),
            ("adjusting", 30, &[H::Adjust, H::AdjustStuck], Occasion::Moves),
            ("brushes", 50, &[H::Brush], Occasion::Moves),
        ];
        let mut short = Vec::new();
        for (name, least, habits, occasion) in minima {
            let permille = self.tally.permille(habits, occasion);
            if permille < least && self.tally.on(occasion) >= ENOUGH {
                short.push(format!("{name}: {permille} in 1,000, at least {least} wanted"));
            }
        }
        for habit in Habit::iter() {
            let occasion = habit.occasion();
            let order = matches!(occasion, Occasion::Castlings | Occasion::Promotions);
            if order && self.tally.of(habit) == 0 && self.tally.on(occasion) >= ENOUGH {
                short.push(format!("{} never occurred", <&str>::from(habit)));
            }
        }
        short
    }
}

/// Fewer occasions than this say nothing about frequencies.
const ENOUGH: u32 = 200;

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, of: usize| part * 100_000 / of.max(1);
        let percent = |part: usize, of: usize| {
            let share = share(part, of);
            format!("{part} of {of} ({}.{:03} %)", share / 1000, share % 1000)
        };
        writeln!(f, "games recorded as played       {}", percent(self.exact, self.games))?;
        writeln!(f, "games in doubt, and said so    {}", self.in_doubt)?;
        writeln!(f, "moves told as in doubt         {}", self.doubts)?;
        writeln!(f, "moves right at the press       {}", percent(self.right, self.plies))?;
        writeln!(
            f,
            "false attention or decision    {} in {} plies",
            self.false_alerts, self.plies
        )?;
        writeln!(f, "offences told in time          {}", percent(self.told, self.offences))?;
        writeln!(f, "  and nothing else             {}", percent(self.clean, self.offended))?;
        for occasion in Occasion::iter() {
            writeln!(f, "{:<30} {}", <&str>::from(occasion), self.tally.on(occasion))?;
            for habit in Habit::iter().filter(|habit| habit.occasion() == occasion) {
                let permille = self.tally.permille(&[habit], occasion);
                let name = <&str>::from(habit);
                let times = self.tally.of(habit);
                writeln!(f, "  {name:<28} {times} ({}.{} %)", permille / 10, permille % 10)?;
            }
        }
        for (seed, reasons) in &self.failures {
            writeln!(f, "seed {seed}: {}", reasons.join("; "))?;
        }
        for line in self.shortfalls() {
            writeln!(f, "short: {line}")?;
        }
        Ok(())
    }
}
