//! The positions that a search has met.

use shakmaty::{Chess, Move, Position};

/// No position.
pub(super) const NONE: u32 = u32::MAX;
/// Spreads bits: the golden ratio of 2^64.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position that was met, and how.
pub(super) struct Node {
    pub(super) pos: Chess,
    hash: u64,
    parent: u32,
    by: Option<Move>,
}

/// All positions met so far, findable by what they are.
pub(super) struct Met {
    pub(super) nodes: Vec<Node>,
    /// Open addressing: indices of `nodes`, at most half full.
    slots: Vec<u32>,
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
    pub(super) fn new() -> Met {
        Met { nodes: Vec::with_capacity(64), slots: vec![NONE; 512] }
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

    pub(super) fn find(&self, pos: &Chess) -> Option<u32> {
        self.slot(pos, hash(pos)).1
    }

    /// Keeps a position; `None` if it was met before.
    pub(super) fn meet(&mut self, pos: Chess, parent: u32, by: Option<Move>) -> Option<u32> {
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

    /// The moves that led to a node.
    pub(super) fn line(&self, mut index: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(node) = self.nodes.get(index as usize) {
            line.extend(node.by);
            index = node.parent;
        }
        line.reverse();
        line
    }
}
