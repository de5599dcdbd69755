//! What a proof may cost and what it says.

use shakmaty::Move;

/// How much work a proof may do: the number of positions that may be kept at once.
///
/// Work and memory both grow with it; a kept position takes some 600 bytes with the moves that are
/// still to be tried in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nodes(pub u32);

/// Why a side can never mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The game is over on the board already: stalemate, or this side is mated itself.
    Over,
    /// Its pieces cannot mate against any defence that the other side's pieces allow.
    Material,
    /// The structure is locked: what can move can never get where a mate would need it.
    Locked,
    /// The few lines there are all lead to one of the other reasons.
    ForcedLine,
    /// Every position that can arise was looked at.
    Exhausted,
}

/// The answer to "is there a series of legal moves by which this side mates?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is, and this is one.
    Can(Vec<Move>),
    /// There is none.
    Cannot(Why),
    /// The budget ran out, or the proof was stopped.
    Unknown {
        /// Positions kept until then.
        nodes: Nodes,
    },
}

impl Nodes {
    /// What the daemon allows: 120 MB, and some seconds, in the worst case.
    pub const DEFAULT: Nodes = Nodes(200_000);
}
