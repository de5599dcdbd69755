use std::collections::{HashMap, VecDeque};

use tokio::sync::oneshot;
use touchmove_core::board::{Event, Said};

use crate::link::Answer;

/// Answers remembered, so that an order that comes again is not carried out again.
const REMEMBERED: usize = 256;

/// Askers that wait for one answer; more have lost patience long ago.
const ASKERS: usize = 8;

/// Who waits for the answer to which order, and what was answered before.
#[derive(Debug, Default)]
pub(super) struct Answers {
    waiting: HashMap<String, Vec<oneshot::Sender<Answer>>>,
    given: VecDeque<(String, Answer)>,
}

/// Whether an order is to be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// It is new.
    First,
    /// It was ordered before, and is answered as that time, at once or when it will be.
    Again,
}

impl Answers {
    /// Waits for the answer to the order of this id.
    pub(super) fn expect(&mut self, id: &str, asks: oneshot::Sender<Answer>) -> Expected {
        let before = self.given.iter().find(|(given, _)| given == id).map(|(_, answer)| answer);
        if let Some(answer) = before {
            // Who no longer waits needs no answer.
            let _ = asks.send(answer.clone());
            return Expected::Again;
        }
        match self.waiting.get_mut(id) {
            Some(askers) => {
                askers.retain(|asker| !asker.is_closed());
                if askers.len() < ASKERS {
                    askers.push(asks);
                }
                Expected::Again
            }
            None => {
                self.waiting.insert(id.into(), vec![asks]);
                Expected::First
            }
        }
    }

    /// A game ends, and whatever was ordered in it. What was answered stands.
    pub(super) fn let_go(&mut self) {
        self.waiting.clear();
    }

    /// Answers whoever waits for what was said.
    pub(super) fn hear(&mut self, said: &Said) {
        let (id, answer) = match &said.event {
            Event::Done { command: Some(id), r#do, .. } => (id, Answer::Done(r#do.clone())),
            Event::Refused { command: Some(id), reason } => (id, Answer::Refused(reason.clone())),
            _ => return,
        };
        for asks in self.waiting.remove(id).into_iter().flatten() {
            // Who no longer waits needs no answer.
            let _ = asks.send(answer.clone());
        }
        self.given.push_back((id.clone(), answer));
        if self.given.len() > REMEMBERED {
            self.given.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use touchmove_core::board::Colours;

    use super::*;

    fn done(id: &str) -> Said {
        let (command, colours) = (Some(id.into()), Colours::AsPaired);
        let event = Event::Done { command, by: None, r#do: "pause".into(), colours };
        Said { seq: 1, t: 1, event }
    }

    #[test]
    fn each_order_is_carried_out_once_and_answered_as_often_as_asked() {
        let mut answers = Answers::default();
        let (asks, mut first) = oneshot::channel();
        assert_eq!(answers.expect("a", asks), Expected::First);
        let (asks, mut second) = oneshot::channel();
        assert_eq!(answers.expect("a", asks), Expected::Again);
        answers.hear(&done("a"));
        assert_eq!(first.try_recv(), Ok(Answer::Done("pause".into())));
        assert_eq!(second.try_recv(), Ok(Answer::Done("pause".into())));
        answers.let_go();
        let (asks, mut third) = oneshot::channel();
        assert_eq!(answers.expect("a", asks), Expected::Again);
        assert_eq!(third.try_recv(), Ok(Answer::Done("pause".into())));
    }
}
