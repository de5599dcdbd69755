//! Can this side still mate?
//!
//! Flag fall (6.9), the losing illegal move (7.5.5), resignation (5.1.2) and the dead position
//! (5.2.2) all ask whether *any series of legal moves* ends with this side mating. [`quick()`]
//! answers at once with "cannot" or "don't know" and is meant for every ply.
//!
//! Mate and stalemate are looked at before material: a king that is mated already was mated by
//! whatever stands there. Castling, en passant and underpromotion count; the limits of 75 moves
//! and fivefold repetition (9.6) do not, as the Laws speak of legal moves alone.

mod quick;

pub use quick::{Quick, quick};
