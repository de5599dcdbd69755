//! The full proof.

use shakmaty::{Chess, Color, Move, Position};

use super::{
    locked::{Wall, locked},
    search::{Care, Found, search, shorten},
    verdict::{Nodes, Verdict, Why},
};

/// Positions that are looked at before walls are; a line is forced if there are no more.
const GLANCE: u32 = 200;
/// Steps that a proof by walls may take at first.
const STEPS: u32 = 200_000;

/// Plies from which on a line is shortened.
const LONG: usize = 60;

/// Proves that `side` can mate, with a line, or that it cannot, with the kind of reason.
///
/// `stop` is asked now and then; once it says yes, the answer is [`Verdict::Unknown`].
#[must_use]
pub fn prove(pos: &Chess, side: Color, budget: Nodes, stop: &dyn Fn() -> bool) -> Verdict {
    if pos.legal_moves().is_empty() {
        return if pos.turn() != side && pos.is_check() {
            Verdict::Can(Vec::new())
        } else {
            Verdict::Cannot(Why::Over)
        };
    }
    if pos.has_insufficient_material(side) {
        return Verdict::Cannot(Why::Material);
    }
    let first = Nodes(budget.0.min(GLANCE));
    match search(pos, side, first, Care::Light, stop) {
        Found::Mate(line) => return Verdict::Can(tidy(pos, line)),
        Found::Nothing => return Verdict::Cannot(Why::ForcedLine),
        Found::OutOfBudget(_) => {}
    }
    if matches!(locked(pos, side, STEPS), Wall::Locked) {
        return Verdict::Cannot(Why::Locked);
    }
    match search(pos, side, budget, Care::Walls, stop) {
        Found::Mate(line) => Verdict::Can(tidy(pos, line)),
        Found::Nothing => Verdict::Cannot(Why::Exhausted),
        Found::OutOfBudget(nodes) => Verdict::Unknown { nodes },
    }
}

/// A search wanders; people need not follow it everywhere.
fn tidy(pos: &Chess, line: Vec<Move>) -> Vec<Move> {
    if line.len() > LONG { shorten(pos, line) } else { line }
}
