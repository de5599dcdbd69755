//! The full proof.

use shakmaty::{Chess, Color, Move, Position};

use super::{
    locked::{Wall, locked},
    search::{Care, Found, Round, search, shorten},
    verdict::{Nodes, Verdict, Why},
};

/// What is tried, in order: so many steps on walls, then a search of so many positions.
///
/// Most questions end in the first short search. A search that goes astray early finds no way back
/// for long, so another short one with other noise often does better than going on.
const ROUNDS: [(u32, u32, Care); 10] = [
    (0, 100, Care::Light),
    (0, 200, Care::Light),
    (0, 400, Care::Light),
    (2_000, 800, Care::Walls),
    (0, 1_600, Care::Walls),
    (0, 3_000, Care::Walls),
    (20_000, 6_000, Care::Walls),
    (0, 6_000, Care::Walls),
    (0, 12_000, Care::Walls),
    (500_000, u32::MAX, Care::Walls),
];

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
    let mut nodes = Nodes(0);
    for (noise, (steps, most, care)) in (0..).zip(ROUNDS) {
        if steps > 0 && matches!(locked(pos, side, steps), Wall::Locked) {
            return Verdict::Cannot(Why::Locked);
        }
        let round = Round { nodes: Nodes(budget.0.min(most)), care, noise };
        match search(pos, side, round, stop) {
            Found::Mate(line) => return Verdict::Can(tidy(pos, line)),
            Found::Nothing if care == Care::Light => return Verdict::Cannot(Why::ForcedLine),
            Found::Nothing => return Verdict::Cannot(Why::Exhausted),
            Found::OutOfBudget(met) => nodes = met,
        }
        if stop() {
            break;
        }
    }
    Verdict::Unknown { nodes }
}

/// A search wanders; people need not follow it everywhere.
fn tidy(pos: &Chess, line: Vec<Move>) -> Vec<Move> {
    if line.len() > LONG { shorten(pos, line) } else { line }
}
