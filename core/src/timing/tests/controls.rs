//! What is read as a time control, what is refused, and how it is written.

use std::num::NonZeroU32;

use proptest::prelude::*;
use shakmaty::ByColor;

use super::*;
use crate::board::Play;
use crate::timing::{Bonus, Flaw, Period, Schedule};

#[test]
fn periods_are_read_in_order() {
    let control = TimeControl::parse("40/5400+30:20/1800d5:900").unwrap();
    let schedule = control.schedule(WHITE).unwrap();
    let period = |moves, time, bonus| Period { moves: NonZeroU32::new(moves), time, bonus };
    assert_eq!(*schedule.period(1), period(40, 5_400_000, Bonus::Increment(30_000)));
    assert_eq!(*schedule.period(2), period(20, 1_800_000, Bonus::Delay(5_000)));
    assert_eq!(*schedule.period(3), period(0, 900_000, Bonus::None));
    assert_eq!(control.schedule(BLACK), Some(schedule));
}

#[test]
fn the_count_of_moves_tells_the_period() {
    let control = TimeControl::parse("40/5400:20/1800:900").unwrap();
    let schedule = control.schedule(WHITE).unwrap();
    for (moves, period) in [(0, 1), (39, 1), (40, 2), (59, 2), (60, 3), (500, 3)] {
        assert_eq!(schedule.period_after(moves), period, "after {moves} moves");
    }
    assert_eq!([1, 2, 3].map(|period| schedule.due_by(period)), [Some(40), Some(60), None]);
}

#[test]
fn a_last_period_by_moves_is_repeated() {
    let control = TimeControl::parse("40/7200:20/3600").unwrap();
    let schedule = control.schedule(WHITE).unwrap();
    for (moves, period) in [(39, 1), (40, 2), (59, 2), (60, 3), (79, 3), (80, 4)] {
        assert_eq!(schedule.period_after(moves), period, "after {moves} moves");
    }
    assert_eq!([1, 2, 3, 4].map(|p| schedule.due_by(p)), [40, 60, 80, 100].map(Some));
    assert_eq!(schedule.period(7).time, 3_600_000);
}

#[test]
fn unequal_times_belong_to_their_players() {
    for text in ["W300:B240", "W300-B240", "B240:W300"] {
        let control = TimeControl::parse(text).unwrap();
        assert_eq!(control.schedule(WHITE).unwrap().period(1).time, 300_000, "{text}");
        assert_eq!(control.schedule(BLACK).unwrap().period(1).time, 240_000, "{text}");
        assert_eq!(control.to_string(), "W300:B240");
    }
    let control = TimeControl::parse("W40/5400:1800+30:B40/3600:900+30").unwrap();
    assert_eq!(control.schedule(BLACK).unwrap().period(2).time, 900_000);
    assert_eq!(control.to_string(), "W40/5400:1800+30:B40/3600:900+30");
}

#[test]
fn untimed_and_unknown_are_untimed() {
    for text in ["-", "?", " - "] {
        assert_eq!(TimeControl::parse(text).unwrap(), TimeControl::Untimed);
    }
    assert_eq!(TimeControl::Untimed.to_string(), "-");
}

#[test]
fn what_is_written_is_the_shortest_form() {
    for (text, written) in [
        ("300", "300"),
        ("0300", "300"),
        ("300+0", "300"),
        ("0+5", "0+5"),
        ("W300:B300", "300"),
        ("40/6000+30:900+30", "40/6000+30:900+30"),
        ("5400d5", "5400d5"),
    ] {
        assert_eq!(TimeControl::parse(text).unwrap().to_string(), written);
    }
}

#[test]
fn what_cannot_be_counted_is_refused_by_name() {
    for (text, part, flaw) in [
        ("", "", Flaw::Empty),
        ("300:", "", Flaw::Empty),
        ("40/5400::300", "", Flaw::Empty),
        ("ninety", "ninety", Flaw::Number),
        ("90 min", "90 min", Flaw::Number),
        ("+300", "+300", Flaw::Number),
        ("-300", "-300", Flaw::Number),
        ("300+", "300+", Flaw::Number),
        ("300+-5", "300+-5", Flaw::Number),
        ("300.5", "300.5", Flaw::Number),
        ("300+5+5", "300+5+5", Flaw::Number),
        ("/300", "/300", Flaw::Number),
        ("40/20/300", "40/20/300", Flaw::Number),
        ("99999999999", "99999999999", Flaw::Number),
        ("٣٠٠", "٣٠٠", Flaw::Number),
        ("0/300", "0/300", Flaw::NoMoves),
        ("0", "0", Flaw::NoTime),
        ("40/5400:0+0", "0+0", Flaw::NoTime),
        ("300:40/5400", "300", Flaw::NotLast),
        ("*180", "*180", Flaw::Hourglass),
        ("40/5400:*180", "*180", Flaw::Hourglass),
        ("40/5400:-", "-", Flaw::UntimedPart),
        ("40/5400:?", "?", Flaw::UntimedPart),
        ("W300", "W300", Flaw::OneSided),
        ("W", "W", Flaw::OneSided),
        ("W300:W240", "W240", Flaw::Twice),
        ("B300-B240", "B240", Flaw::Twice),
        ("W300:B", "", Flaw::Empty),
        ("W300B240", "W300B240", Flaw::Number),
        ("W-:B300", "-", Flaw::UntimedPart),
    ] {
        let error = TimeControl::parse(text).unwrap_err();
        assert_eq!((error.part.as_str(), error.flaw), (part, flaw), "{text:?}");
        assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
    }
    let error = TimeControl::parse("*180").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"time control "*180": "*180": an hourglass clock is not supported"#
    );
}

#[test]
fn sixty_moves_tell_the_kind_of_play() {
    for (text, minutes) in [
        ("180+2", 5),
        ("600", 10),
        ("900+10", 25),
        ("5400+30", 120),
        ("3600d5", 65),
        ("40/5400+30:1800+30", 150),
        ("40/7200:20/3600:900+30", 180),
        ("W300:B240", 5),
    ] {
        let control = TimeControl::parse(text).unwrap();
        assert_eq!(control.sixty_moves(), Some(minutes * 60_000), "{text}");
    }
    assert_eq!(TimeControl::Untimed.sixty_moves(), None);
}

#[test]
fn a_time_control_tells_its_kind_of_play() {
    for (text, play) in [
        ("180+2", Play::Blitz),
        ("600", Play::Blitz),
        ("540+1", Play::Blitz),
        ("0+10", Play::Blitz),
        ("601", Play::Rapid),
        ("541+1", Play::Rapid),
        ("180d8", Play::Rapid),
        ("900+10", Play::Rapid),
        ("3599", Play::Rapid),
        ("3540+1", Play::Standard),
        ("3600", Play::Standard),
        ("5400+30", Play::Standard),
        ("40/1800:1800", Play::Standard),
        ("40/900:900", Play::Rapid),
        // Periods that begin after the sixtieth move bring nothing.
        ("60/300:3600", Play::Blitz),
        ("59/300:3600", Play::Standard),
        ("30/150", Play::Blitz),
        ("30/600", Play::Rapid),
        // The longer of unequal times.
        ("W300:B240", Play::Blitz),
        ("W660:B240", Play::Rapid),
        ("W240:B660", Play::Rapid),
    ] {
        assert_eq!(TimeControl::parse(text).unwrap().play(), Some(play), "{text}");
    }
    assert_eq!(TimeControl::Untimed.play(), None);
}

fn any_period(moves: impl Strategy<Value = u32>) -> impl Strategy<Value = Period> {
    (moves, 1..10_000u64, 0..3, 1..100u64).prop_map(|(moves, time, kind, extra)| Period {
        moves: NonZeroU32::new(moves),
        time: time * 1000,
        bonus: match kind {
            0 => Bonus::None,
            1 => Bonus::Increment(extra * 1000),
            _ => Bonus::Delay(extra * 1000),
        },
    })
}

fn any_schedule() -> impl Strategy<Value = Schedule> {
    let before = proptest::collection::vec(any_period(1..100u32), 0..4);
    (before, any_period(0..100u32)).prop_map(|(before, last)| Schedule { before, last })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(white in any_schedule(), black in any_schedule()) {
        let control = TimeControl::Timed(ByColor { white, black });
        prop_assert_eq!(TimeControl::parse(&control.to_string()).unwrap(), control);
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,20}|[WB0-9:/+d*?-]{0,12}") {
        if let Ok(control) = TimeControl::parse(&text) {
            prop_assert_eq!(TimeControl::parse(&control.to_string()).unwrap(), control);
        }
    }
}
