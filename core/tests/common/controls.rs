//! Random time controls of every form.

use std::ops::Range;

use proptest::prelude::*;

use super::slow::{Period, written};

/// What the two players have: periods with few moves, so that every end is met.
#[derive(Clone, Debug)]
pub struct Control {
    pub white: Vec<Period>,
    pub black: Vec<Period>,
    form: Form,
}

/// How unequal times are written.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Colon,
    Dash,
}

impl Control {
    /// As it is written.
    pub fn text(&self) -> String {
        let (white, black) = (written(&self.white), written(&self.black));
        match self.form {
            _ if white == black => white,
            Form::Colon => format!("W{white}:B{black}"),
            Form::Dash => format!("W{white}-B{black}"),
        }
    }
}

fn period(moves: Range<u32>, time: Range<u64>) -> impl Strategy<Value = Period> {
    (moves, time, 0..3u64, 0..5).prop_map(|(moves, time, bonus, kind)| {
        let (bonus, time) = (bonus * 1000, time * 1000);
        match kind {
            0 | 1 => Period { moves, time: time.max(1000), ..Period::default() },
            2 | 3 => Period { moves, time, increment: bonus.max(1000), delay: 0 },
            _ => Period { moves, time, increment: 0, delay: bonus.max(1000) },
        }
    })
}

fn periods(time: Range<u64>) -> impl Strategy<Value = Vec<Period>> {
    let before = prop::collection::vec(period(1..4, time.clone()), 0..4);
    (before, period(0..3, time)).prop_map(|(mut periods, last)| {
        periods.push(last);
        periods
    })
}

/// Any form of a control whose periods have so many seconds.
pub fn control(time: Range<u64>) -> impl Strategy<Value = Control> {
    let form = prop_oneof![Just(Form::Colon), Just(Form::Dash)];
    let black = prop::option::of(periods(time.clone()));
    (periods(time), black, form).prop_map(|(white, black, form)| Control {
        black: black.unwrap_or_else(|| white.clone()),
        white,
        form,
    })
}

/// So many random cases, or as many as `PROPTEST_CASES` says if those are more.
pub fn at_least(cases: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(cases), ..usual }
}
