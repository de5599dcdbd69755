mod controls;
mod games;
mod slow_count;
mod touches;

use super::{Clocks, Completes, Setting, TimeControl};
use crate::board::{NextPeriod, Side};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// The clocks of a control, read and ready.
fn clocks(control: &str) -> Clocks {
    Clocks::new(&control.parse().unwrap(), NextPeriod::AtMove)
}
