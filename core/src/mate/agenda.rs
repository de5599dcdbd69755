//! The moves that a search has still to play.

use shakmaty::Move;

use super::{
    guess::{Guess, WORST},
    met::NONE,
};

/// Spreads bits: the golden ratio of 2^64, its lower half.
const MIX: u32 = 0x7f4a_7c15;

/// A move to be played in a position.
struct Plan {
    node: u32,
    /// The next one of as good a guess, in either list.
    next: [u32; 2],
    what: Option<Move>,
}

/// Moves to be played, as lists by guess; the last one added comes first.
struct Queue {
    heads: [u32; WORST + 1],
    best: usize,
}

/// All moves to be played, in two orders.
pub(super) struct Agenda {
    plans: Vec<Plan>,
    queues: [Queue; 2],
    /// Makes one search wander differently from another.
    noise: u32,
}

impl Agenda {
    pub(super) fn new(noise: u32) -> Agenda {
        let queue = || Queue { heads: [NONE; WORST + 1], best: WORST + 1 };
        Agenda { plans: Vec::with_capacity(1024), queues: [queue(), queue()], noise }
    }

    /// How many moves were ever added.
    pub(super) fn len(&self) -> usize {
        self.plans.len()
    }

    /// Adds a move with how far it seems to leave the mate.
    pub(super) fn add(&mut self, node: u32, m: Move, guess: Guess) {
        let index = self.plans.len() as u32;
        let mut next = [NONE; 2];
        let noise = (index ^ self.noise).wrapping_mul(MIX) as usize >> 30;
        for (i, guess) in [guess.direct, guess.strip].into_iter().enumerate() {
            let guess = (guess + noise).min(WORST);
            let queue = &mut self.queues[i];
            next[i] = queue.heads[guess];
            queue.heads[guess] = index;
            queue.best = queue.best.min(guess);
        }
        self.plans.push(Plan { node, next, what: Some(m) });
    }

    /// The most promising move in one of the two orders.
    pub(super) fn next(&mut self, which: usize) -> Option<(u32, Move)> {
        let queue = &mut self.queues[which];
        while queue.best < queue.heads.len() {
            let head = queue.heads[queue.best];
            if head == NONE {
                queue.best += 1;
                continue;
            }
            let plan = &mut self.plans[head as usize];
            queue.heads[queue.best] = plan.next[which];
            if let Some(m) = plan.what.take() {
                return Some((plan.node, m));
            }
        }
        None
    }
}
