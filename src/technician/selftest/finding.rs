//! What a self-test has found, and the words for it.

use touchmove_core::board::{Bitboard, Square};

use super::{Odd, owner};
use crate::{
    backend::Obstacle,
    driver::{Part, Trouble},
    technician::{
        component::{Electronics, Labels},
        entry::{self, Entry, list},
    },
    words::{Value, Words},
};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Finding {
    /// A device that cannot be used, as the configuration names it.
    Device(String, Obstacle),
    /// A part that was looked at.
    Part(Part, Trouble),
    /// A fault that the scanner told while it read, and its squares; none: the whole board.
    Told(String, Bitboard),
    /// It was not read as often as it should be.
    Slow,
    /// Some readings failed, though never for long.
    Failing,
    /// It could not be read at all.
    Unread,
    /// Its squares.
    Squares(Odd),
    /// A lever of which not just one end is down.
    Lever,
}

/// Names of faults that the scanner tells of a part that was looked at, too.
const OF_PARTS: [&str; 6] = ["bus", "chain", "expander", "stale", "stuck", "serial"];

impl Finding {
    /// Its code.
    pub(crate) fn code(&self) -> String {
        match self {
            Finding::Device(..) => "device".into(),
            Finding::Part(_, trouble) => <&str>::from(trouble).replace('-', "_"),
            Finding::Told(code, _) => code.clone(),
            Finding::Slow => "slow".into(),
            Finding::Failing => "failing".into(),
            Finding::Unread => "unread".into(),
            Finding::Squares(odd) => match odd {
                Odd::Flickers(_) => "flickers",
                Odd::Occupied(_) => "occupied",
                Odd::Empty(_) => "empty",
                Odd::OtherColour(_) => "other_colour",
                Odd::Inverted => "inverted",
                Odd::Turned => "turned",
            }
            .into(),
            Finding::Lever => "lever".into(),
        }
    }

    /// The message that says it; its attribute `remedy` says what to do.
    fn message(&self) -> String {
        let kind = match self {
            Finding::Device(_, obstacle) => return format!("device-{}", <&str>::from(obstacle)),
            Finding::Part(..) => "trouble",
            Finding::Told(..) => "told",
            _ => "found",
        };
        format!("{kind}-{}", self.code().replace('_', "-"))
    }

    /// Its squares.
    pub(crate) fn squares(&self) -> Bitboard {
        match self {
            Finding::Told(_, squares)
            | Finding::Squares(
                Odd::Flickers(squares)
                | Odd::Occupied(squares)
                | Odd::Empty(squares)
                | Odd::OtherColour(squares),
            ) => *squares,
            _ => Bitboard::EMPTY,
        }
    }

    /// Whether the scanner only says again what was found at a part.
    pub(super) fn repeats_a_part(&self) -> bool {
        matches!(self, Finding::Told(code, _) if OF_PARTS.contains(&code.as_str()))
    }

    /// What is wrong, in words.
    pub(crate) fn said(&self, words: &Words, electronics: Electronics) -> String {
        self.tell(&self.message(), words, electronics)
    }

    /// What to do about it.
    pub(crate) fn remedy(&self, words: &Words, electronics: Electronics) -> String {
        self.tell(&format!("{}.remedy", self.message()), words, electronics)
    }

    fn tell(&self, id: &str, words: &Words, electronics: Electronics) -> String {
        let kind = || Value::from(electronics.code());
        match self {
            Finding::Device(device, obstacle) => of_device(id, words, device, obstacle),
            Finding::Part(part, trouble) => of_part(id, words, *part, trouble),
            Finding::Told(_, squares) => {
                words.tell(id, [("squares", list(*squares).into()), ("kind", kind())])
            }
            Finding::Squares(odd) => {
                let squares = self.squares();
                let side =
                    squares.first().map_or("none", |one| owner(one).fold_wb("white", "black"));
                let board = if matches!(odd, Odd::Occupied(_)) { "occupied" } else { "empty" };
                words.tell(
                    id,
                    [
                        ("squares", list(squares).into()),
                        ("count", squares.count().into()),
                        ("side", side.into()),
                        ("reads", board.into()),
                        ("kind", kind()),
                    ],
                )
            }
            Finding::Slow | Finding::Failing | Finding::Unread | Finding::Lever => {
                words.tell(id, [("kind", kind())])
            }
        }
    }

    /// The squares that it concerns, as far as they are known; none: all, or none.
    pub(crate) fn concerns(&self, labels: &Labels<'_>) -> Bitboard {
        match self {
            Finding::Part(part, _) => labels.squares(*part),
            _ => self.squares(),
        }
    }

    /// It as it stands in a report.
    pub(crate) fn entry(&self, labels: &Labels<'_>, words: &Words) -> Entry {
        let electronics = labels.electronics();
        let (said, remedy) = (self.said(words, electronics), self.remedy(words, electronics));
        let part = matches!(self, Finding::Part(..)).then(|| list(self.concerns(labels)));
        let squares = part.filter(|squares| !squares.is_empty());
        let remedy = Some(remedy);
        Entry { said, squares, at: self.at(labels, words), component: None, remedy }
    }

    /// What its squares are wired to, each with the square's name.
    pub(crate) fn at(&self, labels: &Labels<'_>, words: &Words) -> Vec<(Square, String)> {
        entry::at(self.squares(), labels, words)
    }
}

/// The name of a part.
pub(crate) fn part(words: &Words, part: Part) -> String {
    let id = format!("part-{}", <&str>::from(part));
    let which = match part {
        Part::Expander(address) => format!("{address:#04x}"),
        Part::Column(column) => column.to_string(),
        Part::Chain | Part::Lines | Part::Controller | Part::Switches => String::new(),
    };
    words.tell(&id, [("which", which.into())])
}

fn of_device(id: &str, words: &Words, device: &str, obstacle: &Obstacle) -> String {
    // What it is about besides: a line, a group, a chip, or what the system says.
    let what = match obstacle {
        Obstacle::SwitchedOff(what)
        | Obstacle::OfGroup(what)
        | Obstacle::NoGpio(what)
        | Obstacle::Other(what)
        | Obstacle::NoLine { chips: what }
        | Obstacle::Ambiguous { first: what, .. } => what.clone(),
        Obstacle::Taken { offset, chip } => format!("{chip}:{offset}"),
        Obstacle::Unplugged
        | Obstacle::Missing
        | Obstacle::OfRoot
        | Obstacle::Busy
        | Obstacle::OtherChip => String::new(),
    };
    words.tell(id, [("device", device.into()), ("what", what.into())])
}

fn of_part(id: &str, words: &Words, which: Part, trouble: &Trouble) -> String {
    let name = part(words, which);
    let kind = Value::from(<&str>::from(which));
    let common = [("part", Value::from(name)), ("kind", kind)];
    let [part, kind] = common;
    match trouble {
        Trouble::Transfer(detail) | Trouble::Silent(detail) => {
            words.tell(id, [part, kind, ("detail", detail.into())])
        }
        Trouble::OpenBehind(chip) => {
            let next = chip + 1;
            let (chip, next) = (chip.to_string(), next.to_string());
            words.tell(id, [part, kind, ("chip", chip.into()), ("next", next.into())])
        }
        Trouble::Sentinel { read, wanted } => {
            let [read, wanted] =
                [read, wanted].map(|byte| format!("{byte:#04X}").replace("0X", "0x"));
            words.tell(id, [part, kind, ("read", read.into()), ("wanted", wanted.into())])
        }
        Trouble::Unsteady { right, of } => {
            let (right, of) = (right.to_string(), of.to_string());
            words.tell(id, [part, kind, ("right", right.into()), ("of", of.into())])
        }
        Trouble::OpenAtPi
        | Trouble::HeldLow
        | Trouble::Forgets
        | Trouble::ColumnLow
        | Trouble::Uncalibrated => words.tell(id, [part, kind]),
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;
    use crate::{config::Config, driver::Fault, words::Language};

    /// One finding of each kind.
    fn every() -> Vec<Finding> {
        let one = Bitboard::from(Square::E4);
        let parts = Part::iter()
            .flat_map(|part| Trouble::iter().map(move |trouble| Finding::Part(part, trouble)));
        let codes = Fault::iter().map(Fault::code).chain(["overflow", "lever"]);
        let told = codes.flat_map(|code| {
            [one, Bitboard::EMPTY].map(|squares| Finding::Told(code.to_string(), squares))
        });
        let devices = Obstacle::iter().map(|obstacle| Finding::Device("/dev/x".into(), obstacle));
        let odd = [
            Odd::Flickers(one),
            Odd::Occupied(one),
            Odd::Empty(one),
            Odd::OtherColour(one),
            Odd::Inverted,
            Odd::Turned,
        ];
        let rest = [Finding::Slow, Finding::Failing, Finding::Unread, Finding::Lever];
        parts.chain(devices).chain(told).chain(odd.map(Finding::Squares)).chain(rest).collect()
    }

    #[test]
    fn whatever_is_found_has_words_and_a_remedy_in_both_languages() {
        for language in Language::ALL {
            let words = Words::new(language);
            for finding in every() {
                for electronics in Electronics::iter() {
                    // A word that is missing panics here.
                    let said = finding.said(&words, electronics);
                    let remedy = finding.remedy(&words, electronics);
                    assert!(!said.is_empty(), "{finding:?}");
                    assert!(!remedy.is_empty() && !remedy.contains('{'), "{finding:?}");
                }
            }
        }
    }

    #[test]
    fn no_words_are_left_over() {
        let used: std::collections::BTreeSet<String> =
            every().iter().map(Finding::message).collect();
        for text in [
            include_str!("../../../words/en/selftest.ftl"),
            include_str!("../../../words/ru/selftest.ftl"),
        ] {
            for id in text.lines().filter_map(|line| line.split_once(" =").map(|(id, _)| id)) {
                let of_finding = ["device-", "trouble-", "told-", "found-"]
                    .iter()
                    .any(|kind| id.starts_with(kind));
                assert!(!of_finding || used.contains(id), "{id} is said of nothing");
            }
        }
    }

    #[test]
    fn each_square_is_named_with_what_it_is_wired_to() {
        let config = Config::parse("[sensor]\nkind = \"chain\"\n").unwrap_or_default();
        let labels = Labels::new(&config.sensor);
        let found = Finding::Squares(Odd::Occupied(Bitboard::from(Square::H1) | Square::A2));
        let at = found.at(&labels, &Words::new(Language::En));
        let wanted = [(Square::H1, "chip 1 (U1), pin H"), (Square::A2, "chip 2 (U2), pin A")];
        assert_eq!(at, wanted.map(|(square, name)| (square, name.to_string())));
    }
}
