//! What arbiters and players do to a clock besides pressing it.

use shakmaty::ByColor;

use super::*;
use crate::timing::Bonus;

#[test]
fn a_press_moves_time_only_from_the_running_side() {
    let mut clocks = clocks("300+2");
    assert_eq!(clocks.press(0, WHITE, Completes::Move), None);
    clocks.run(0, WHITE);
    assert_eq!(clocks.press(1_000, BLACK, Completes::Move), None, "his button is down already");
    assert_eq!(clocks.running(), Some(WHITE));
    assert_eq!(clocks.moves(BLACK), 0);
    assert_eq!(clocks.left(1_000, WHITE), Some(301_000));
}

#[test]
fn a_press_that_completes_nothing_earns_nothing() {
    let mut clocks = clocks("300+2");
    clocks.run(0, WHITE);
    assert_eq!(clocks.press(5_000, WHITE, Completes::Nothing), None);
    assert_eq!(clocks.running(), Some(BLACK));
    assert_eq!((clocks.left(5_000, WHITE), clocks.moves(WHITE)), (Some(297_000), 0));
}

#[test]
fn a_credit_may_come_late_and_be_taken_back() {
    let mut clocks = clocks("1/300+2:100+7");
    clocks.run(0, WHITE);
    assert_eq!(clocks.press(5_000, WHITE, Completes::Nothing), None);
    let credit = clocks.credit(WHITE);
    assert_eq!(credit.ms, 107_000, "the second period's time and its bonus");
    assert_eq!((clocks.left(5_000, WHITE), clocks.period(5_000, WHITE)), (Some(404_000), 2));
    clocks.take_back(credit);
    assert_eq!((clocks.left(5_000, WHITE), clocks.period(5_000, WHITE)), (Some(297_000), 1));
    assert_eq!(clocks.moves(WHITE), 0);
}

#[test]
fn a_move_completed_without_a_press_counts_and_earns_no_bonus() {
    let mut clocks = clocks("2/300+2:100+7");
    clocks.run(0, WHITE);
    let _ = clocks.count(WHITE);
    assert_eq!((clocks.left(0, WHITE), clocks.moves(WHITE)), (Some(302_000), 1));
    let _ = clocks.count(WHITE);
    assert_eq!((clocks.left(0, WHITE), clocks.period(0, WHITE)), (Some(402_000), 2));
}

#[test]
fn a_delay_not_used_up_survives_a_pause_and_a_press_back() {
    let mut clocks = clocks("300d5");
    clocks.run(0, WHITE);
    clocks.pause(2_000);
    clocks.run(60_000, WHITE);
    assert_eq!(clocks.left(63_000, WHITE), Some(300_000), "2 s and 3 s of the delay");
    assert_eq!(clocks.left(64_000, WHITE), Some(299_000));
    assert_eq!(clocks.press(64_000, WHITE, Completes::Nothing), None);
    let _ = clocks.press(65_000, BLACK, Completes::Nothing);
    assert_eq!(clocks.left(66_000, WHITE), Some(298_000), "the same move has no second delay");
    let credit = clocks.press(66_000, WHITE, Completes::Move).unwrap();
    assert_eq!(credit.ms, 0);
    let _ = clocks.press(67_000, BLACK, Completes::Move);
    assert_eq!(clocks.left(72_000, WHITE), Some(298_000), "the next move has its own");
}

#[test]
fn a_delay_is_taken_back_with_its_move() {
    let mut clocks = clocks("300d5");
    clocks.run(0, WHITE);
    let credit = clocks.press(4_000, WHITE, Completes::Move).unwrap();
    clocks.pause(6_000);
    clocks.take_back(credit);
    clocks.run(10_000, WHITE);
    assert_eq!(clocks.left(12_000, WHITE), Some(299_000), "1 s of the delay was left");
}

#[test]
fn a_pause_costs_nothing() {
    let mut clocks = clocks("300");
    clocks.run(0, WHITE);
    clocks.pause(10_000);
    assert_eq!((clocks.running(), clocks.flag_deadline()), (None, None));
    clocks.run(100_000, BLACK);
    assert_eq!(clocks.left(110_000, WHITE), Some(290_000));
    assert_eq!(clocks.flag_deadline(), Some((400_000, BLACK)));
}

#[test]
fn time_is_added_and_taken_down_to_nothing() {
    let mut clocks = clocks("60");
    clocks.run(0, WHITE);
    clocks.add(10_000, WHITE, 120_000);
    assert_eq!(clocks.left(10_000, WHITE), Some(170_000));
    clocks.add(10_000, BLACK, -90_000);
    assert_eq!((clocks.left(10_000, BLACK), clocks.flag(10_000, BLACK)), (Some(0), None));
    clocks.run(20_000, BLACK);
    assert_eq!(clocks.flag_deadline(), Some((20_000, BLACK)));
    assert_eq!(clocks.flag(20_000, BLACK), Some(20_000));
}

#[test]
fn a_fallen_flag_earns_nothing_until_the_arbiter_gives_time() {
    let mut clocks = clocks("60+5");
    clocks.run(0, WHITE);
    let credit = clocks.press(70_000, WHITE, Completes::Move).unwrap();
    assert_eq!((credit.ms, clocks.moves(WHITE)), (0, 1));
    assert_eq!((clocks.left(70_000, WHITE), clocks.flag(70_000, WHITE)), (Some(0), Some(65_000)));
    let _ = clocks.press(71_000, BLACK, Completes::Move);
    assert_eq!(clocks.flag_deadline(), None, "it is down already");
    clocks.add(72_000, WHITE, 120_000);
    assert_eq!((clocks.left(72_000, WHITE), clocks.flag(72_000, WHITE)), (Some(120_000), None));
    assert_eq!(clocks.flag_deadline(), Some((192_000, WHITE)));
    clocks.take_back(credit);
    assert_eq!(clocks.left(72_000, WHITE), Some(120_000), "nothing was earned");
}

#[test]
fn the_arbiter_sets_times_moves_and_bonus() {
    let mut clocks = clocks("40/5400+30:1800+30");
    clocks.run(0, WHITE);
    let left = ByColor { white: 600_000, black: 500_000 };
    let moves = Some(ByColor { white: 40, black: 39 });
    clocks.set(1_000, Setting { left, running: Some(BLACK), moves, bonus: Some(10_000) });
    assert_eq!((clocks.period(1_000, WHITE), clocks.period(1_000, BLACK)), (2, 1));
    assert_eq!(clocks.moves_due(1_000, BLACK), Some(1));
    assert_eq!(clocks.bonus(1_000, WHITE), Bonus::Increment(10_000));
    let _ = clocks.press(2_000, BLACK, Completes::Move);
    assert_eq!(clocks.left(2_000, BLACK), Some(499_000 + 1_800_000 + 10_000));
    clocks.set(3_000, Setting { left, running: None, moves: None, bonus: Some(0) });
    assert_eq!((clocks.moves(BLACK), clocks.bonus(3_000, BLACK)), (40, Bonus::None));
    assert_eq!(clocks.running(), None);
}

#[test]
fn an_untimed_clock_can_be_set() {
    let mut clocks = clocks("-");
    let left = ByColor { white: 60_000, black: 50_000 };
    clocks.set(0, Setting { left, running: Some(BLACK), moves: None, bonus: Some(2_000) });
    let _ = clocks.press(1_000, BLACK, Completes::Move);
    assert_eq!(clocks.left(1_000, BLACK), Some(51_000));
    assert_eq!(clocks.flag_deadline(), Some((61_000, WHITE)));
}

#[test]
fn less_than_is_told_at_its_first_millisecond() {
    let mut clocks = clocks("600d5");
    assert_eq!(clocks.below_deadline(WHITE, 300_000), None, "nothing runs");
    clocks.run(1_000, WHITE);
    let at = clocks.below_deadline(WHITE, 300_000).unwrap();
    assert_eq!(at, 1_000 + 5_000 + 300_001);
    assert_eq!(clocks.left(at - 1, WHITE), Some(300_000));
    assert_eq!(clocks.left(at, WHITE), Some(299_999));
    assert_eq!(clocks.below_deadline(BLACK, 300_000), None, "his time does not run");
    assert_eq!(clocks.below_deadline(WHITE, 700_000), Some(1_000), "at once");
    assert_eq!(clocks.below_deadline(WHITE, 0), None, "never");
}

#[test]
fn a_time_that_runs_backwards_counts_as_none() {
    let mut clocks = clocks("60");
    clocks.run(10_000, WHITE);
    assert_eq!(clocks.left(5_000, WHITE), Some(60_000));
    clocks.pause(5_000);
    assert_eq!(clocks.left(20_000, WHITE), Some(60_000));
}
