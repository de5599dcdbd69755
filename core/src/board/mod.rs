//! The words that every room speaks: squares, sides, records, events and alerts.
//!
//! They are the types behind the two formats other programs rely on (the trace that goes in, the
//! events that come out), and they know nothing of chess beyond what shakmaty tells them.

mod alert;
mod event;
mod header;
mod order;
mod outcome;
mod position;
mod record;
#[cfg(feature = "schema")]
mod schema;
mod square;

pub use alert::{
    Advice, Alert, AlertKind, Choice, Cleared, ClockFlaw, IllegalReason, Matter, Presumption,
    Ruling, Severity, Touched, Watch,
};
pub use event::{ClaimAnswer, Colours, Event, Inferred, OfferState, Said, Seen, Withdrawal};
pub use header::{ClockKind, FORMAT, Header, HeaderError, NextPeriod, Play, Sensor, Supervision};
pub use order::{Claim, Command, Order, Penalty, Target, Verdict};
pub use outcome::{GameResult, Reason};
pub use position::{castling_mode, position};
pub use record::{Reading, Record, What, blinds};
pub use square::{Planes, Squares, Text};

pub use shakmaty::{Bitboard, Color as Side, Square};

/// Milliseconds: since the start of the trace for an instant, or a span between two instants.
pub type Ms = u64;
