//! Can this side still mate?
//!
//! Flag fall (6.9), the losing illegal move (7.5.5), resignation (5.1.2) and the dead position
//! (5.2.2) all ask whether *any series of legal moves* ends with this side mating. [`quick()`]
//! answers at once with "cannot" or "don't know" and is meant for every ply; [`prove()`] answers
//! with a mating line or with the reason why there is none, within a budget.
//!
//! Mate and stalemate are looked at before material: a king that is mated already was mated by
//! whatever stands there. Castling, en passant and underpromotion count; the limits of 75 moves
//! and fivefold repetition (9.6) do not, as the Laws speak of legal moves alone.
//!
//! The idea of a proof in two halves, a search that both sides help and a view of the board that
//! forgets time, is that of M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN
//! 2022). Here `search` goes best first, led by `guess` and `corner`; `locked` follows all
//! captures and pawn moves that walls allow from `phase` to `phase`, and asks `pattern` whether a
//! mate could stand in one of them.

mod agenda;
mod corner;
mod guess;
mod locked;
mod met;
mod pattern;
mod phase;
mod prove;
mod quick;
mod search;
mod verdict;

pub use prove::prove;
pub use quick::{Quick, quick};
pub use verdict::{Nodes, Verdict, Why};
