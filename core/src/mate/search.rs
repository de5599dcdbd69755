//! Best-first search over everything that can be played, both sides helping.
//!
//! The most promising move is always played next, so a mate is found where there is one; and as
//! each position is kept once, the search comes to an end where there is none.

use shakmaty::{Chess, Color, Move, Position};

use super::{
    guess::{Guess, Scene, WORST},
    locked::{Wall, locked},
    verdict::Nodes,
};

const NONE: u32 = u32::MAX;
/// Spreads bits: the golden ratio of 2^64.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Moves to be tried that are kept for each position in the mean, at most.
const PLANS: usize = 20;

/// How a search ended.
pub(super) enum Found {
    Mate(Vec<Move>),
    Nothing,
    OutOfBudget(Nodes),
}

/// A position that was met, and how.
struct Node {
    pos: Chess,
    hash: u64,
    parent: u32,
    by: Option<Move>,
}

/// A move that is still to be played.
struct Plan {
    node: u32,
    /// The next one of as good a guess, in either list.
    next: [u32; 2],
    what: Option<Move>,
}

/// Moves to be played, as lists by guess; the last one added comes first.
struct Queue {
    heads: Vec<u32>,
    best: usize,
}

/// All positions met so far, and the moves to be played in them.
struct Met {
    nodes: Vec<Node>,
    /// Open addressing: indices of `nodes`, at most half full.
    slots: Vec<u32>,
    plans: Vec<Plan>,
    queues: [Queue; 2],
    /// Makes one search wander differently from another.
    noise: u32,
}

fn hash(pos: &Chess) -> u64 {
    let board = pos.board();
    let mut sum = pos.turn() as u64;
    for part in [
        board.white(),
        board.black(),
        board.pawns(),
        board.knights(),
        board.bishops_and_queens(),
        board.rooks_and_queens(),
        board.kings(),
        pos.castles().castling_rights(),
    ] {
        sum = (sum ^ part.0).wrapping_mul(MIX);
        sum ^= sum >> 29;
    }
    sum
}

impl Met {
    fn new(noise: u32) -> Met {
        let queue = || Queue { heads: vec![NONE; WORST + 1], best: WORST + 1 };
        Met {
            nodes: Vec::with_capacity(64),
            slots: vec![NONE; 512],
            plans: Vec::with_capacity(1024),
            queues: [queue(), queue()],
            noise,
        }
    }

    /// Where a position is, or the slot for it.
    fn slot(&self, pos: &Chess, hash: u64) -> (usize, Option<u32>) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != NONE {
            let node = &self.nodes[self.slots[slot] as usize];
            if node.hash == hash && node.pos == *pos {
                return (slot, Some(self.slots[slot]));
            }
            slot = (slot + 1) & mask;
        }
        (slot, None)
    }

    fn find(&self, pos: &Chess) -> Option<u32> {
        self.slot(pos, hash(pos)).1
    }

    /// Keeps a position; `None` if it was met before.
    fn meet(&mut self, pos: Chess, parent: u32, by: Option<Move>) -> Option<u32> {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let hash = hash(&pos);
        let (slot, None) = self.slot(&pos, hash) else { return None };
        let index = self.nodes.len() as u32;
        self.slots[slot] = index;
        self.nodes.push(Node { pos, hash, parent, by });
        Some(index)
    }

    fn is_full(&self, budget: Nodes) -> bool {
        let most = budget.0 as usize;
        self.nodes.len() >= most || self.plans.len() >= most * PLANS
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, NONE);
        for (index, node) in self.nodes.iter().enumerate() {
            let mut slot = node.hash as usize & (size - 1);
            while self.slots[slot] != NONE {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32;
        }
    }

    fn plan(&mut self, node: u32, m: Move, guess: Guess) {
        let index = self.plans.len() as u32;
        let mut next = [NONE; 2];
        let noise = (index ^ self.noise).wrapping_mul(MIX as u32) as usize >> 30;
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
    fn next(&mut self, which: usize) -> Option<(u32, Move)> {
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

    /// The moves that led to a node.
    fn line(&self, mut index: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(node) = self.nodes.get(index as usize) {
            line.extend(node.by);
            index = node.parent;
        }
        line.reverse();
        line
    }
}

/// How thoroughly a search looks at what it meets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// Legal moves and material alone.
    Light,
    /// Also whether a capture or pawn move has locked the position.
    Walls,
}

/// One attempt.
#[derive(Clone, Copy)]
pub(super) struct Round {
    pub(super) nodes: Nodes,
    pub(super) care: Care,
    /// Rounds with different noise go different ways.
    pub(super) noise: u32,
}

/// Looks for a mate by `side`.
pub(super) fn search(pos: &Chess, side: Color, round: Round, stop: &dyn Fn() -> bool) -> Found {
    let mut met = Met::new(round.noise);
    let mut turns = 0u32;
    let mut wasted = 0;
    let mut here = met.meet(pos.clone(), NONE, None);
    loop {
        if let Some(index) = here
            && let Some(line) = expand(&mut met, index, side)
        {
            return Found::Mate(line);
        }
        turns += 1;
        if met.is_full(round.nodes) || (turns.is_multiple_of(256) && stop()) {
            return Found::OutOfBudget(Nodes(met.nodes.len() as u32));
        }
        let which = if turns > 14 { turns as usize & 1 } else { 0 };
        let Some((parent, m)) = met.next(which) else { return Found::Nothing };
        let mut next = met.nodes[parent as usize].pos.clone();
        next.play_unchecked(m);
        let mut hopeless = m.is_conversion() && next.has_insufficient_material(side);
        if !hopeless
            && round.care == Care::Walls
            && m.is_zeroing()
            && wasted < met.nodes.len() as u32 * 4 + 3_000
        {
            match locked(&next, side, 5_000) {
                Wall::Locked => hopeless = true,
                Wall::Open(steps) => wasted += steps,
            }
        }
        here = if hopeless { None } else { met.meet(next, parent, Some(m)) };
    }
}

/// Leaves out detours: wherever a later position of the line is one move away, it is gone to.
pub(super) fn shorten(start: &Chess, line: Vec<Move>) -> Vec<Move> {
    let mut met = Met::new(0);
    let mut pos = start.clone();
    met.meet(pos.clone(), NONE, None);
    for &m in &line {
        pos.play_unchecked(m);
        if met.meet(pos.clone(), NONE, None).is_none() {
            return line;
        }
    }
    let mut short = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let here = met.nodes[at].pos.clone();
        let onward = here.legal_moves().into_iter().filter_map(|m| {
            let mut next = here.clone();
            next.play_unchecked(m);
            Some((met.find(&next)? as usize, m))
        });
        match onward.max_by_key(|(to, _)| *to) {
            Some((to, m)) if to > at => {
                short.push(m);
                at = to;
            }
            _ => return line,
        }
    }
    short
}

/// Plans all moves of a position; or finds that it is mate, or that a move mates.
fn expand(met: &mut Met, index: u32, side: Color) -> Option<Vec<Move>> {
    let pos = met.nodes[index as usize].pos.clone();
    let moves = pos.legal_moves();
    if moves.is_empty() && pos.turn() != side && pos.is_check() {
        return Some(met.line(index));
    }
    let mut scene = Scene::new(&pos, side)?;
    for &m in &moves {
        let guess = scene.guess(m);
        if scene.check() {
            let mut next = pos.clone();
            next.play_unchecked(m);
            if next.is_check() && next.legal_moves().is_empty() {
                let mut line = met.line(index);
                line.push(m);
                return Some(line);
            }
        }
        met.plan(index, m, guess);
    }
    None
}
