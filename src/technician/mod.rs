//! What a technician does with a board: tests its electronics, looks at its squares, records what
//! they say, calibrates and commissions it. Nothing here knows of a game.

mod bench;
mod calibrate;
mod commission;
mod component;
mod entry;
mod record;
mod scan;
mod selftest;

use bench::{Bench, Typing};
pub(crate) use bench::{keep, seconds};
pub(crate) use calibrate::{Calibrated, calibrate};
pub(crate) use commission::commission;
use component::Electronics;
pub(crate) use component::Labels;
pub(crate) use record::{Over, Recording, record};
pub(crate) use scan::{Shown, scan};
pub(crate) use selftest::{Board, Test, self_test};
