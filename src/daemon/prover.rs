//! Answers what a game asks: whether a side can still mate. It may take seconds, so it is worked out
//! beside the board's task; until then everything else goes on.

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::task::{JoinHandle, spawn_blocking};
use touchmove_core::{
    board::What,
    game::{About, Question, answer},
};

/// Works on one question at a time.
#[derive(Debug, Default)]
pub(super) struct Prover {
    work: Option<Work>,
    /// What was answered and is asked still: nothing hung on the answer.
    answered: Vec<Question>,
}

#[derive(Debug)]
struct Work {
    question: Question,
    stop: Arc<AtomicBool>,
    task: JoinHandle<Option<bool>>,
}

impl Prover {
    /// What the game asks now. Whether a result is drawn comes before whether the position is dead.
    pub(super) fn ask(&mut self, questions: Vec<Question>) {
        self.answered.retain(|known| questions.contains(known));
        let open = questions.into_iter().filter(|question| !self.answered.contains(question));
        let Some(question) = open.min_by_key(|question| question.about != About::Result) else {
            return;
        };
        match &self.work {
            None => self.work = Some(Work::on(question)),
            Some(work) if work.may_wait_for(&question) => work.stop.store(true, Ordering::Relaxed),
            Some(_) => {}
        }
    }

    /// Waits for the next answer; none where it was given up for another question, or where nothing
    /// hangs on it.
    pub(super) async fn answer(&mut self) -> Option<What> {
        let Some(work) = &mut self.work else { return pending().await };
        let done = (&mut work.task).await;
        let Work { question, stop, .. } = self.work.take()?;
        let can_mate = done.unwrap_or_else(|error| {
            tracing::error!(%error, fen = question.fen, "the prover failed; the arbiter decides");
            None
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        self.answered.push(question.clone());
        let Question { fen, side, about, .. } = question;
        let told = about == About::Result || can_mate != Some(true);
        told.then_some(What::Proof { fen, side, can_mate })
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        self.answered.clear();
        if let Some(work) = self.work.take() {
            work.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Prover {
    fn drop(&mut self) {
        self.forget();
    }
}

impl Work {
    fn on(question: Question) -> Work {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, asked) = (Arc::clone(&stop), question.clone());
        let task = spawn_blocking(move || {
            answer(&asked.position, asked.side, &|| stopped.load(Ordering::Relaxed))
        });
        Work { question, stop, task }
    }

    fn may_wait_for(&self, question: &Question) -> bool {
        self.question.about == About::DeadPosition && question.about == About::Result
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    use touchmove_core::board::Side;

    use super::*;

    /// A wall behind which nothing ever happens, found dead at once.
    const WALL: &str = "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1";
    /// A long question: the kings are shut in, and bishops roam.
    const LONG: &str = "1bB5/k7/Q5q1/8/1pBp1p1p/1PpP1P1P/K1P5/NB2b3 b - - 0 1";

    fn question(fen: &str, side: Side, about: About) -> Question {
        let position: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        Question { position, fen: fen.into(), side, about }
    }

    fn proof(fen: &str, side: Side, can_mate: Option<bool>) -> Option<What> {
        Some(What::Proof { fen: fen.into(), side, can_mate })
    }

    #[tokio::test]
    async fn what_hangs_on_nothing_is_not_told() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut prover = Prover::default();
        for (fen, about, told) in [
            (start, About::DeadPosition, None),
            (start, About::Result, proof(start, Side::White, Some(true))),
            (WALL, About::DeadPosition, proof(WALL, Side::White, Some(false))),
            (WALL, About::Result, proof(WALL, Side::White, Some(false))),
        ] {
            let asked = vec![question(fen, Side::White, about)];
            prover.ask(asked.clone());
            assert_eq!(prover.answer().await, told, "{fen} {about:?}");
            prover.ask(asked);
            assert!(prover.work.is_none(), "{fen} {about:?} is asked again");
        }
    }

    #[tokio::test]
    async fn a_result_does_not_wait_for_a_dead_position() {
        let mut prover = Prover::default();
        let dead = question(LONG, Side::White, About::DeadPosition);
        let flag = question(WALL, Side::Black, About::Result);
        prover.ask(vec![dead.clone()]);
        prover.ask(vec![dead.clone(), flag.clone()]);
        assert_eq!(prover.answer().await, None, "it is given up");
        prover.ask(vec![dead.clone(), flag]);
        assert_eq!(prover.answer().await, proof(WALL, Side::Black, Some(false)));
        prover.ask(vec![dead.clone()]);
        assert_eq!(prover.work.as_ref().map(|work| &work.question), Some(&dead));
    }
}
