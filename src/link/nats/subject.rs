use std::{fmt, sync::Arc};

use async_nats::subject::{Subject as Address, ToSubject};

/// What all boards say.
pub(super) const ALL_EVENTS: &str = "tm1.event.>";
/// What all boards show.
pub(super) const ALL_VIEWS: &str = "tm1.view.*";
/// Where new boards knock.
pub(crate) const JOIN: &str = "tm1.hub.join";
/// Where boards ask how far the hall has read.
pub(super) const ATTACH: &str = "tm1.hub.attach.*";
/// What all boards are told.
pub(super) const BOARDS: &str = "tm1.boards";

/// A subject of one board, which is named by its code. `tm1` is the version of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The lines of a game: its header, then its events.
    Event {
        /// The board.
        code: Arc<str>,
        /// The game's id.
        game: Arc<str>,
    },
    /// What it shows.
    View(Arc<str>),
    /// How far the hall has read.
    Attach(Arc<str>),
    /// What is asked of it.
    Board(Arc<str>, Asked),
}

/// What may be asked of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Asked {
    /// An order of the arbiter.
    Order,
    /// To say again how far it is, for something is missing.
    Attach,
    /// Lines of a journal.
    Records,
    /// What stands on it.
    Squares,
}

impl Subject {
    /// Reads one; none where it is another's.
    pub(crate) fn parse(text: &str) -> Option<Subject> {
        let mut words = text.split('.');
        if words.next() != Some("tm1") {
            return None;
        }
        let (kind, code) = (words.next()?, words.next()?);
        let rest = words.next();
        if words.next().is_some() {
            return None;
        }
        match (kind, rest) {
            ("event", Some(game)) => Some(Subject::Event { code: code.into(), game: game.into() }),
            ("view", None) => Some(Subject::View(code.into())),
            ("hub", Some(board)) if code == "attach" => Some(Subject::Attach(board.into())),
            ("board", Some(asked)) => Some(Subject::Board(code.into(), asked.parse().ok()?)),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Event { code, game } => write!(f, "tm1.event.{code}.{game}"),
            Subject::View(code) => write!(f, "tm1.view.{code}"),
            Subject::Attach(code) => write!(f, "tm1.hub.attach.{code}"),
            Subject::Board(code, asked) => {
                write!(f, "tm1.board.{code}.{}", <&str>::from(asked))
            }
        }
    }
}

impl ToSubject for Subject {
    fn to_subject(&self) -> Address {
        self.to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_as_they_are_written() {
        let (code, game) = (Arc::from("7K2M9X"), Arc::from("1m8mz2a00"));
        for subject in [
            Subject::Event { code: Arc::clone(&code), game },
            Subject::View(Arc::clone(&code)),
            Subject::Attach(Arc::clone(&code)),
            Subject::Board(Arc::clone(&code), Asked::Order),
            Subject::Board(Arc::clone(&code), Asked::Attach),
            Subject::Board(Arc::clone(&code), Asked::Records),
            Subject::Board(code, Asked::Squares),
        ] {
            assert_eq!(Subject::parse(&subject.to_string()), Some(subject));
        }
        for other in [
            "",
            "tm1",
            "tm2.view.a",
            "tm1.view",
            "tm1.view.a.b",
            "tm1.event.a.b.c",
            "tm1.board.a.dance",
        ] {
            assert_eq!(Subject::parse(other), None, "{other}");
        }
    }
}
