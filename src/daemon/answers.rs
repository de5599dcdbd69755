use std::collections::{HashMap, VecDeque};

use tokio::sync::oneshot;
use touchmove_core::board::{Event, Said};

use crate::link::Answer;

/// Answers remembered, so that an order that comes again is not carried out again.
const REMEMBERED: usize = 256;

/// Who waits for the answer to which order, and what was answered before.
#[derive(Debug, Default)]
pub(super) struct Answers {
    waiting: HashMap<String, oneshot::Sender<Answer>>,
    given: VecDeque<(String, Answer)>,
}

impl Answers {
    /// Waits for the answer to the order of this id. False where it was ordered before: then the
    /// answer is that of the first time, or `duplicate` while there is none.
    pub(super) fn expect(&mut self, id: &str, asks: oneshot::Sender<Answer>) -> bool {
        let before = self.given.iter().find(|(given, _)| given == id).map(|(_, answer)| answer);
        let before = before
            .cloned()
            .or_else(|| self.waiting.contains_key(id).then(|| Answer::Refused("duplicate".into())));
        match before {
            Some(answer) => {
                // Who no longer waits needs no answer.
                let _ = asks.send(answer);
                false
            }
            None => {
                self.waiting.insert(id.into(), asks);
                true
            }
        }
    }

    /// Answers whoever waits for what was said.
    pub(super) fn hear(&mut self, said: &Said) {
        let (id, answer) = match &said.event {
            Event::Done { command: Some(id), r#do, .. } => (id, Answer::Done(r#do.clone())),
            Event::Refused { command: Some(id), reason } => (id, Answer::Refused(reason.clone())),
            _ => return,
        };
        if let Some(asks) = self.waiting.remove(id) {
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
        assert!(answers.expect("a", asks));
        let (asks, mut second) = oneshot::channel();
        assert!(!answers.expect("a", asks));
        assert_eq!(second.try_recv(), Ok(Answer::Refused("duplicate".into())));
        answers.hear(&done("a"));
        assert_eq!(first.try_recv(), Ok(Answer::Done("pause".into())));
        let (asks, mut third) = oneshot::channel();
        assert!(!answers.expect("a", asks));
        assert_eq!(third.try_recv(), Ok(Answer::Done("pause".into())));
    }
}
