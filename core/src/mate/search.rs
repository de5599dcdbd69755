//! Best-first search over everything that can be played, both sides helping.
//!
//! The most promising move is always played next, so a mate is found where there is one; and as
//! each position is kept once, the search comes to an end where there is none.

use shakmaty::{Chess, Color, Move, Position};

use super::{
    agenda::Agenda,
    guess::Scene,
    locked::{Wall, locked},
    met::{Met, NONE},
    verdict::Nodes,
};

/// Moves to be tried that are kept for each position in the mean, at most.
const PLANS: usize = 20;

/// How a search ended.
pub(super) enum Found {
    Mate(Vec<Move>),
    Nothing,
    OutOfBudget(Nodes),
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
    let mut met = Met::new();
    let mut agenda = Agenda::new(round.noise);
    let mut turns = 0u32;
    let mut wasted = 0;
    let mut here = met.meet(pos.clone(), NONE, None);
    loop {
        if let Some(index) = here
            && let Some(line) = expand(&met, &mut agenda, index, side)
        {
            return Found::Mate(line);
        }
        turns += 1;
        let most = round.nodes.0 as usize;
        let full = met.nodes.len() >= most || agenda.len() >= most * PLANS;
        if full || (turns.is_multiple_of(256) && stop()) {
            return Found::OutOfBudget(Nodes(met.nodes.len() as u32));
        }
        let which = if turns > 14 { turns as usize & 1 } else { 0 };
        let Some((parent, m)) = agenda.next(which) else { return Found::Nothing };
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
    let mut met = Met::new();
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
fn expand(met: &Met, agenda: &mut Agenda, index: u32, side: Color) -> Option<Vec<Move>> {
    let pos = &met.nodes[index as usize].pos;
    let moves = pos.legal_moves();
    if moves.is_empty() && pos.turn() != side && pos.is_check() {
        return Some(met.line(index));
    }
    let mut scene = Scene::new(pos, side)?;
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
        agenda.add(index, m, guess);
    }
    None
}
