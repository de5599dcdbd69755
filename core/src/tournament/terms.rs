//! By which rules a round is played, and whether edition, kind of play, supervision and time control
//! go together.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Mistake, Wrong};
use crate::{
    board::{Header, Ms, Play, Supervision},
    rules::Edition,
    table::Table,
    timing::TimeControl,
};

/// By which rules a round is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// Edition of the rules.
    pub rules: String,
    /// Kind of play.
    pub play: Play,
    /// Rapid and blitz: whether the Competition Rules apply.
    pub supervision: Supervision,
    /// PGN TimeControl; `-` is untimed.
    pub time_control: String,
    /// What differs from the edition and from the default times.
    pub parameters: Map<String, Value>,
}

impl Default for Terms {
    fn default() -> Terms {
        let Header { rules, play, supervision, time_control, parameters, .. } = Header::default();
        Terms { rules, play, supervision, time_control, parameters }
    }
}

impl Terms {
    /// Everything that is wrong with them.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        let Terms { rules, play, supervision, time_control, parameters } = self.clone();
        let header =
            Header { rules, play, supervision, time_control, parameters, ..Header::default() };
        let unplayable = Table::new(&header).err().map(|error| (error.key, error.reason));
        let wrong = unplayable.into_iter().chain(self.misfits());
        wrong.map(|(key, reason)| Wrong::Terms { key: key.into(), reason }.anywhere()).collect()
    }

    /// What does not go together, each with its key.
    #[must_use]
    pub fn misfits(&self) -> Vec<(&'static str, String)> {
        let mut wrong = Vec::new();
        if self.supervision == Supervision::Limited && self.play == Play::Standard {
            wrong.push(("supervision", "\"limited\" is for rapid and blitz only".into()));
        }
        wrong.extend(self.time_control_misfit().map(|reason| ("time_control", reason)));
        wrong
    }

    /// What is wrong with a time control that can be read but is not for this kind of play.
    fn time_control_misfit(&self) -> Option<String> {
        let control = TimeControl::parse(&self.time_control).ok()?;
        let (fitting, time) = control.play().zip(control.sixty_moves())?;
        if fitting == self.play {
            return None;
        }
        let given = format!(
            "\"{control}\" is {} for 60 moves, and so {}, not {}",
            minutes(time),
            limits(fitting),
            limits(self.play)
        );
        let edition = Edition::load(&self.rules).ok()?;
        let remedy = if edition.plays().contains(&fitting) {
            format!("play = \"{fitting}\" would fit")
        } else {
            let others: Vec<&str> = Edition::with_rules_for(fitting).collect();
            let rules = edition.name();
            format!("{rules} has no rules for {fitting}; there are some in {}", others.join(", "))
        };
        Some(format!("{given}; {remedy}"))
    }
}

fn limits(play: Play) -> String {
    let limits = match play {
        Play::Blitz => "up to 10 min",
        Play::Rapid => "more than 10 min, less than 60",
        Play::Standard => "60 min or more",
    };
    format!("{play} ({limits})")
}

fn minutes(ms: Ms) -> String {
    match (ms / 60_000, ms / 1000 % 60) {
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(rules: &str, play: Play, supervision: Supervision, control: &str) -> Vec<String> {
        let terms = Terms {
            rules: rules.into(),
            play,
            supervision,
            time_control: control.into(),
            ..Terms::default()
        };
        terms.misfits().into_iter().map(|(key, reason)| format!("{key}: {reason}")).collect()
    }

    #[test]
    fn time_controls_fit_their_kind_of_play() {
        for (control, fits) in [
            ("180+2", Play::Blitz),
            ("600", Play::Blitz),
            ("601", Play::Rapid),
            ("900+10", Play::Rapid),
            ("180d8", Play::Rapid),
            ("3599", Play::Rapid),
            ("3600", Play::Standard),
            ("40/5400+30:1800+30", Play::Standard),
            ("W300:B240", Play::Blitz),
            ("W300:B900", Play::Rapid),
        ] {
            for play in [Play::Standard, Play::Rapid, Play::Blitz] {
                let said = said("fide-2023", play, Supervision::Full, control);
                assert_eq!(said.is_empty(), play == fits, "{control} as {play}: {said:?}");
            }
        }
    }

    #[test]
    fn untimed_fits_any_kind_of_play() {
        for play in [Play::Standard, Play::Rapid, Play::Blitz] {
            assert!(said("fide-2023", play, Supervision::Full, "-").is_empty());
            assert!(said("fide-2023", play, Supervision::Full, "?").is_empty());
        }
    }

    #[test]
    fn what_would_fit_is_said() {
        let full = Supervision::Full;
        assert_eq!(
            said("fide-2023", Play::Standard, full, "541+1"),
            [
                "time_control: \"541+1\" is 10 min 1 s for 60 moves, and so rapid (more than 10 min, \
              less than 60), not standard (60 min or more); play = \"rapid\" would fit"
            ]
        );
        assert_eq!(
            said("ru-2009", Play::Standard, full, "300"),
            ["time_control: \"300\" is 5 min for 60 moves, and so blitz (up to 10 min), not \
              standard (60 min or more); ru-2009 has no rules for blitz; there are some in \
              fide-2023, ru-2018"]
        );
        assert_eq!(
            said("fide-2023", Play::Standard, Supervision::Limited, "-"),
            ["supervision: \"limited\" is for rapid and blitz only"]
        );
    }
}
