//! Boards of hall sensors: calibrated, played on, and worn by temperature.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use std::cell::Cell;

use touchmove_core::{
    board::{
        AlertKind, Bitboard, Event, Header, Ms, Planes, Record, Said, Severity, Side, Square, What,
    },
    hall::{Calibrating, Calibration, Drift, Field, Flaw, FlawKind, Model, Readings, Step, Traits},
    sheet::Sheet,
    table::Table,
    trace::{Line, Reader},
};

const NOTHING: Planes = Planes::Polarity { white: Bitboard::EMPTY, black: Bitboard::EMPTY };
const START: Planes = Planes::Polarity { white: Bitboard(0xffff), black: Bitboard(0xffff << 48) };

/// Goes through both steps with this on the board, seen through `eye`.
fn calibrating(
    model: &mut Model,
    set_up: Planes,
    eye: impl Fn(Step, Readings) -> Readings,
) -> Result<Calibration, (Step, Vec<Flaw>)> {
    let mut calibrating = Calibrating::new();
    for (step, planes, from) in [(Step::Empty, NOTHING, 0), (Step::SetUp, set_up, 20_000)] {
        assert_eq!(calibrating.step(), step);
        model.readings(from, planes);
        let mut t = from + 1_000;
        while calibrating.take(&eye(step, model.readings(t, planes))) < 100 {
            t += 5;
        }
        calibrating.proceed().map_err(|flaws| (step, flaws))?;
    }
    Ok(calibrating.calibration("1", "2026-11-30", Some(21)).unwrap())
}

/// A board that does not wander, to be broken.
fn steady(seed: u64) -> Model {
    Model::new(seed, Traits { drift: 0, ..Traits::default() })
}

fn calibrated(seed: u64, traits: Traits) -> (Model, Calibration) {
    let mut model = Model::new(seed, traits);
    let calibration = calibrating(&mut model, START, |_, readings| readings).unwrap();
    (model, calibration)
}

/// One square reads otherwise.
fn at(square: Square, f: impl Fn(u16) -> u16) -> impl Fn(Readings) -> Readings {
    move |mut readings| {
        let reading = &mut readings.0[usize::from(square)];
        *reading = f(*reading);
        readings
    }
}

#[test]
fn a_calibration_is_written_and_read_again() {
    let (_, calibration) = calibrated(1, Traits::default());
    let text = serde_json::to_string(&calibration).unwrap();
    assert_eq!(serde_json::from_str::<Calibration>(&text).unwrap(), calibration);
    let toml = toml::to_string(&calibration).unwrap();
    assert_eq!(toml::from_str::<Calibration>(&toml).unwrap(), calibration);
    let error = |from: &str, to: &str| {
        let broken = text.replacen(from, to, 1);
        assert_ne!(broken, text, "{from}");
        serde_json::from_str::<Calibration>(&broken).unwrap_err().to_string()
    };
    assert!(error("\"version\":1", "\"version\":2").contains("calibrate again"));
    assert!(error("\"e4\"", "\"e9\"").contains("a square from a1 to h8"));
    assert!(error("\"a1\":{\"rest\":", "\"a1\":{\"rest\":4").contains("a1: a reading has 12 bits"));
}

/// What a broken square reads, by where it rests and what it would read.
type Broken = fn(u16, u16) -> u16;

#[test]
fn what_is_wrong_with_a_square_is_named() {
    let kinds: [(Step, FlawKind, Broken); 7] = [
        (Step::Empty, FlawKind::Saturated, |_, _| 4_095),
        (Step::Empty, FlawKind::Saturated, |_, _| 3),
        (Step::SetUp, FlawKind::Saturated, |_, _| 0),
        (Step::Empty, FlawKind::Restless, |_, reading| reading + 300),
        (Step::SetUp, FlawKind::Restless, |_, reading| reading - 100),
        (Step::SetUp, FlawKind::Weak, |rest, _| rest),
        (Step::SetUp, FlawKind::Reversed, |rest, reading| 2 * rest - reading),
    ];
    for (number, (broken, kind, reads)) in kinds.into_iter().enumerate() {
        for seed in 0..6_u64 {
            // One of the squares on which pieces stand.
            let nth = (seed * 23 + 5 * number as u64) as usize % 32;
            let square = (Bitboard(0xffff) | Bitboard(0xffff << 48)).into_iter().nth(nth).unwrap();
            let rest = steady(seed).rests(0)[usize::from(square)];
            let frames = Cell::new(0);
            let eye = |step: Step, readings: Readings| {
                frames.set(frames.get() + 1);
                // What moves does so in the middle of its step, which is a thousand frames long.
                let moves = kind == FlawKind::Restless && frames.get() % 1_000 < 500;
                let fine = step != broken || moves;
                at(square, |reading| if fine { reading } else { reads(rest, reading) })(readings)
            };
            let flaws = calibrating(&mut steady(seed), START, eye);
            let expected = Err((broken, vec![Flaw { kind, squares: square.into() }]));
            assert_eq!(flaws, expected, "{kind:?}, seed {seed}");
        }
    }
}

#[test]
fn a_square_that_scatters_is_named() {
    let mut model = steady(3);
    let mut noisy = Model::new(4, Traits { noise: 40, drift: 0, ..Traits::default() });
    let mut calibrating = Calibrating::new();
    for (planes, from) in [(NOTHING, 0), (START, 20_000)] {
        model.readings(from, planes);
        noisy.readings(from, planes);
        for t in (from + 1_000..from + 7_000).step_by(5) {
            let mut readings = model.readings(t, planes);
            let e4 = usize::from(Square::E4);
            readings.0[e4] = noisy.readings(t, planes).0[e4];
            calibrating.take(&readings);
        }
        match calibrating.proceed() {
            Ok(step) => assert_eq!(step, Step::SetUp),
            Err(flaws) => {
                let expected = [Flaw { kind: FlawKind::Noisy, squares: Square::E4.into() }];
                return assert_eq!(flaws, expected);
            }
        }
    }
    panic!("nobody minded");
}

#[test]
fn pieces_the_wrong_way_up_are_named_even_where_all_of_a_side_are() {
    let Planes::Polarity { white, black } = START else { panic!() };
    let all_white = Planes::Polarity { white: white | black, black: Bitboard::EMPTY };
    let flaws = calibrating(&mut steady(5), all_white, |_, readings| readings);
    let reversed = Flaw { kind: FlawKind::Reversed, squares: black.into() };
    assert_eq!(flaws, Err((Step::SetUp, vec![reversed])));
    // That White's magnets lie the other way up than another board's does not matter.
    let turned = Planes::Polarity { white: black, black: white };
    assert!(calibrating(&mut steady(5), turned, |_, readings| readings).is_ok());
}

#[test]
fn a_step_that_was_refused_begins_anew() {
    let mut calibrating = Calibrating::new();
    let flaws = calibrating.proceed().unwrap_err();
    assert_eq!(flaws, [Flaw { kind: FlawKind::TooShort, squares: Default::default() }]);
    assert!(calibrating.calibration("1", "", None).is_err());
    assert_eq!(calibrating.step(), Step::Empty);
}

/// A board that reads what stands on it, every 5 ms around its changes and every 50 ms else.
struct Bench {
    model: Model,
    field: Field,
    t: Ms,
    changed: Ms,
}

impl Bench {
    fn new(seed: u64, traits: Traits, drift: Drift) -> Bench {
        let (mut model, calibration) = calibrated(seed, traits);
        // The pieces stand since the calibration.
        let field = Field::new(&calibration, drift);
        model.readings(40_000, START);
        Bench { model, field, t: 40_000, changed: 0 }
    }

    /// Time passes to `t`, with this on the board; gives what is read otherwise than before.
    fn pass(&mut self, t: Ms, planes: Planes, mut told: impl FnMut(Ms, Planes)) {
        while self.t < t {
            let near = self.t < self.changed + 400;
            self.t += if near { 5 } else { 50 };
            let readings = self.model.readings(self.t, planes);
            told(self.t, self.field.sense(self.t, &readings));
        }
    }
}

fn planes_after(planes: Planes, what: &What) -> Planes {
    let Planes::Polarity { white, black } = planes else { return planes };
    match *what {
        What::Scan(planes) => planes,
        What::Lift(square) => {
            Planes::Polarity { white: white.without(square), black: black.without(square) }
        }
        What::Place(square, Some(Side::White)) => {
            Planes::Polarity { white: white.with(square), black: black.without(square) }
        }
        What::Place(square, _) => {
            Planes::Polarity { white: white.without(square), black: black.with(square) }
        }
        _ => planes,
    }
}

fn play(header: &Header, records: &[Record]) -> Vec<Said> {
    let mut table = Table::new(header).unwrap();
    let mut said = Vec::new();
    records.iter().for_each(|record| table.apply(record, &mut said));
    table.finish(&mut said);
    said
}

/// Moves, and alerts that matter.
fn told(header: &Header, said: &[Said]) -> (Vec<String>, Vec<AlertKind>) {
    let mut sheet = Sheet::new(header);
    said.iter().for_each(|said| sheet.fold(said));
    let moves = sheet.moves.iter().map(|one| one.san.clone()).collect();
    let alerts = said.iter().filter_map(|said| match &said.event {
        Event::Alert(alert) if alert.severity > Severity::Info => Some(alert.kind()),
        _ => None,
    });
    (moves, alerts.collect())
}

/// A game as a board of hall sensors sees it that drifts over the whole of it.
fn sensed(seed: u64, records: &[Record], drift: Drift) -> Vec<Record> {
    let span = records.last().unwrap().t + 60_000;
    let mut bench = Bench::new(seed, Traits { span, ..Traits::default() }, drift);
    let mut out = Vec::new();
    let mut planes = START;
    let mut last = None;
    let zero = bench.t;
    for record in records {
        bench.pass(zero + record.t, planes, |t, read| {
            if last != Some(read) {
                last = Some(read);
                out.push(Record { t: t - zero, what: What::Raw(read) });
            }
        });
        let before = planes;
        planes = planes_after(planes, &record.what);
        if planes != before {
            // What happens between two frames begins with the next.
            bench.changed = bench.t;
        }
        if !matches!(record.what, What::Scan(_) | What::Lift(_) | What::Place(..)) {
            out.push(record.clone());
        }
    }
    out.sort_by_key(|record| record.t);
    out
}

/// The games with colours among the shared ones.
fn games() -> Vec<(String, Header, Vec<Record>)> {
    let paths = common::shared_traces("traces/clean").into_iter();
    let games = paths.filter_map(|path| {
        let text = std::fs::read(&path).unwrap();
        let reader = Reader::new(text.as_slice()).unwrap();
        let header = reader.header().clone();
        let colours = header.sensor == touchmove_core::board::Sensor::Polarity;
        let records = reader.filter_map(|line| match line.unwrap() {
            Line::Record(record) => Some(record),
            _ => None,
        });
        let records: Vec<Record> = records.collect();
        colours.then(|| (path.display().to_string(), header, records))
    });
    games.collect()
}

#[test]
fn whole_games_on_a_board_that_wanders_are_followed() {
    for (number, (name, header, records)) in games().into_iter().enumerate() {
        for seed in [number as u64, 100 + number as u64] {
            let truth = told(&header, &play(&header, &records));
            let read = told(&header, &play(&header, &sensed(seed, &records, Drift::Followed)));
            assert_eq!(read, truth, "{name}, seed {seed}");
        }
    }
}

/// Or the test above would prove nothing.
#[test]
fn where_the_wandering_is_not_followed_they_are_not() {
    for (number, (name, header, records)) in games().into_iter().enumerate().step_by(5) {
        let truth = told(&header, &play(&header, &records));
        let read = told(&header, &play(&header, &sensed(number as u64, &records, Drift::Ignored)));
        assert_ne!(read, truth, "{name}");
    }
}

#[test]
fn drift_is_told_once_it_is_large_and_dead_sensors_are() {
    let traits = Traits { span: 600_000, ..Traits::default() };
    let mut bench = Bench::new(9, traits, Drift::Followed);
    bench.pass(60_000, START, |_, _| {});
    assert_eq!(bench.field.drifted(), Bitboard::EMPTY);
    bench.pass(640_000, START, |_, read| assert_eq!(read, START));
    let drifted = bench.field.drifted();
    assert!((40..=64).contains(&drifted.count()), "{drifted:?}");
    let rests = bench.model.rests(640_000);
    // A third of the distance at which a piece is seen.
    for (square, rest) in Square::ALL.into_iter().zip(bench.field.rests()) {
        let truth = rests[usize::from(square)];
        assert!(rest.abs_diff(truth) < 28, "{square} {rest} {truth}");
    }
    assert_eq!(bench.field.saturated(), Bitboard::EMPTY);
    for n in 0..40 {
        let mut readings = bench.model.readings(640_000 + n * 5, START);
        readings.0[usize::from(Square::E4)] = 4_095;
        readings.0[usize::from(Square::D4)] = 0;
        bench.field.sense(640_000 + n * 5, &readings);
    }
    assert_eq!(bench.field.saturated(), Bitboard::from(Square::E4).with(Square::D4));
}

#[test]
fn after_a_restart_the_rest_levels_of_before_go_on() {
    let traits = Traits { span: 600_000, ..Traits::default() };
    let (mut model, calibration) = calibrated(11, traits);
    let mut field = Field::new(&calibration, Drift::Followed);
    for t in (40_000..640_000).step_by(20) {
        field.sense(t, &model.readings(t, START));
    }
    let anew = || Field::new(&calibration, Drift::Followed);
    let readings = model.readings(640_005, START);
    assert_ne!(anew().sense(0, &readings), START);
    assert_eq!(anew().resting_at(&field.rests()).sense(0, &readings), START);
}
