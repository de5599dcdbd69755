//! Every form of a time control is played at a board from the first press, over the end of every
//! period, to the flag; each word about the clocks is what the slow count says, to the millisecond.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    slow::{Period, Press, SlowClocks, seconds},
    table::Scene,
    words::{Word, words},
};
use serde_json::json;
use touchmove_core::{
    board::{Bitboard, ClaimAnswer, Event, Header, NextPeriod, Planes, Side},
    table::Table,
};

/// How a control is written, and what White and Black have by it.
type Control = (&'static str, &'static [Period], &'static [Period]);

const TWO_THEN_ONE: &[Period] = &[seconds(40, 7200, 0, 0), seconds(0, 3600, 0, 0)];
const FIDE: &[Period] = &[seconds(40, 5400, 30, 0), seconds(0, 1800, 30, 0)];
const TRF: &[Period] = &[seconds(40, 6000, 30, 0), seconds(0, 900, 30, 0)];
const THREE: &[Period] =
    &[seconds(40, 7200, 0, 0), seconds(20, 3600, 0, 0), seconds(0, 900, 30, 0)];
const FOUR: &[Period] =
    &[seconds(10, 600, 5, 0), seconds(5, 300, 0, 3), seconds(1, 60, 0, 0), seconds(0, 120, 2, 0)];
const REPEATED: &[Period] = &[seconds(40, 9000, 0, 0)];
const THEN_REPEATED: &[Period] = &[seconds(20, 1200, 0, 0), seconds(10, 600, 10, 0)];
const DELAYS: &[Period] = &[seconds(40, 5400, 0, 5), seconds(0, 1800, 0, 5)];
const MIXED: &[Period] =
    &[seconds(30, 3600, 0, 10), seconds(20, 1800, 20, 0), seconds(0, 600, 0, 0)];
const BLITZ_5: &[Period] = &[seconds(0, 300, 0, 0)];
const BLITZ_4: &[Period] = &[seconds(0, 240, 0, 0)];

const CONTROLS: &[Control] = &[
    ("300", BLITZ_5, BLITZ_5),
    ("300+0", BLITZ_5, BLITZ_5),
    ("4500+60", &[seconds(0, 4500, 60, 0)], &[seconds(0, 4500, 60, 0)]),
    ("5400+30", &[seconds(0, 5400, 30, 0)], &[seconds(0, 5400, 30, 0)]),
    ("180+2", &[seconds(0, 180, 2, 0)], &[seconds(0, 180, 2, 0)]),
    ("0+10", &[seconds(0, 0, 10, 0)], &[seconds(0, 0, 10, 0)]),
    ("40/9000", REPEATED, REPEATED),
    ("20/1200:10/600+10", THEN_REPEATED, THEN_REPEATED),
    ("40/7200:3600", TWO_THEN_ONE, TWO_THEN_ONE),
    ("40/5400+30:1800+30", FIDE, FIDE),
    ("40/6000+30:900+30", TRF, TRF),
    ("40/7200:20/3600:900+30", THREE, THREE),
    ("10/600+5:5/300d3:1/60:120+2", FOUR, FOUR),
    ("5400d5", &[seconds(0, 5400, 0, 5)], &[seconds(0, 5400, 0, 5)]),
    ("300d2", &[seconds(0, 300, 0, 2)], &[seconds(0, 300, 0, 2)]),
    ("40/5400d5:1800d5", DELAYS, DELAYS),
    ("30/3600d10:20/1800+20:600", MIXED, MIXED),
    ("W300:B240", BLITZ_5, BLITZ_4),
    ("W300-B240", BLITZ_5, BLITZ_4),
    ("B240:W300", BLITZ_5, BLITZ_4),
    ("B240-W300", BLITZ_5, BLITZ_4),
    ("W300+2:B240+3", &[seconds(0, 300, 2, 0)], &[seconds(0, 240, 3, 0)]),
    ("W300d2-B240+3", &[seconds(0, 300, 0, 2)], &[seconds(0, 240, 3, 0)]),
    ("W40/5400+30:1800+30:B40/7200:20/3600:900+30", FIDE, THREE),
    ("W20/1200:10/600+10-B30/3600d10:20/1800+20:600", THEN_REPEATED, MIXED),
];

/// How a game begins.
#[derive(Clone, Copy, Debug)]
enum Begins {
    Pressed,
    Ordered,
}

/// Knights go out and home again; an edition in which that ends nothing.
struct Game {
    scene: Scene,
    slow: SlowClocks,
    /// What the slow count says that must be said.
    due: Vec<Word>,
    ply: u64,
}

impl Game {
    fn new(control: &Control, next_period: NextPeriod, begins: Begins) -> Game {
        let &(text, white, black) = control;
        let parameters = json!({ "next_period": next_period }).as_object().unwrap().clone();
        let header = Header {
            rules: "ru-2009".into(),
            time_control: text.into(),
            parameters,
            ..Header::default()
        };
        let scene = match begins {
            Begins::Pressed => Scene::start(&header),
            Begins::Ordered => {
                let pieces = Planes::Occupancy(Bitboard(0xffff_0000_0000_ffff));
                let mut scene = Scene::set_up(&header, pieces);
                scene.orders(json!({"do": "start"}));
                scene
            }
        };
        let mut slow = SlowClocks::new(white, black, next_period);
        slow.until(scene.now());
        slow.run(Some(Side::White));
        let mut game = Game { scene, slow, due: Vec::new(), ply: 0 };
        game.clock_is_due();
        game
    }

    fn mover(&self) -> Side {
        self.slow.running.unwrap()
    }

    fn clock_is_due(&mut self) {
        self.due.push(Word::of(&self.slow));
    }

    /// The player thinks.
    fn think(&mut self, ms: u64) {
        let side = self.mover();
        let was = self.slow.of(side).fallen;
        self.scene.wait(ms);
        self.slow.until(self.scene.now());
        if let (None, Some(t)) = (was, self.slow.of(side).fallen) {
            self.due.push(Word::Flag { t, side });
        }
    }

    /// He moves and presses, at the end of so many ms.
    fn plays(&mut self, ms: u64) {
        const STROKES: [&str; 4] = ["-g1 +f3 !", "-g8 +f6 !", "-f3 +g1 !", "-f6 +g8 !"];
        let side = self.mover();
        self.think(ms.saturating_sub(600));
        self.scene.hands(STROKES[self.ply as usize % 4]);
        self.slow.until(self.scene.now());
        self.slow.press(side, Press::Completes);
        self.clock_is_due();
        self.ply += 1;
    }

    /// How long he thinks, so that no flag falls before all the periods have been seen.
    fn thought(&self, next_period: NextPeriod) -> u64 {
        let clock = self.slow.of(self.mover());
        match clock.due() {
            Some(due) if next_period == NextPeriod::AtZero && clock.moves > due => {
                clock.used_up_in() + 700 + self.ply
            }
            due => {
                let to_come = u64::from(due.unwrap_or(200).saturating_sub(clock.moves)) + 4;
                let share = clock.left / to_come;
                600 + share * (20 + self.ply * 37 % 70) / 100
            }
        }
    }

    /// Whether that side has been in its last period for a while, or in a repeated one again.
    fn has_seen_all(&self, side: Side) -> bool {
        let clock = self.slow.of(side);
        let before = clock.begins_after();
        match clock.due() {
            None => clock.moves >= before + 6,
            Some(_) => clock.period > clock.listed() && clock.moves >= before + 6,
        }
    }

    fn play(mut self, next_period: NextPeriod, loser: Side) -> Game {
        for _ in 0..400 {
            let all = Side::ALL.iter().all(|side| self.has_seen_all(*side));
            if all && self.mover() == loser {
                while self.slow.of(loser).fallen.is_none() {
                    self.think(self.slow.of(loser).used_up_in() + 1_500);
                }
                // The record goes on (6.8), and what is used up earns nothing more.
                self.plays(2_000);
                self.plays(2_000);
                return self;
            }
            self.plays(self.thought(next_period));
        }
        panic!("never came to its end");
    }
}

#[test]
fn every_control_from_the_first_press_to_the_flag() {
    let mut plies = 0;
    for (n, control) in CONTROLS.iter().enumerate() {
        for next_period in [NextPeriod::AtMove, NextPeriod::AtZero] {
            let loser = if n % 2 == 0 { Side::White } else { Side::Black };
            let begins = if n % 3 == 0 { Begins::Ordered } else { Begins::Pressed };
            let game = Game::new(control, next_period, begins).play(next_period, loser);
            let due = &game.due;
            let name = format!("{} {next_period:?}", control.0);
            // A period that begins at zero is told by itself, at that instant.
            let mut begun: Vec<u64> =
                Side::ALL.iter().flat_map(|side| game.slow.of(*side).begun.clone()).collect();
            begun.sort_unstable();
            let at = |word: &Word| match word {
                Word::Clock { t, .. } => begun.contains(t),
                Word::Flag { .. } => false,
            };
            let (told, said): (Vec<Word>, Vec<Word>) =
                words(&game.scene.said).into_iter().partition(at);
            assert_eq!(told.len(), begun.len(), "{name}: {told:?}");
            for (n, (said, due)) in said.iter().zip(due).enumerate() {
                assert_eq!(said, due, "{name}, word {n}");
            }
            assert_eq!(said.len(), due.len(), "{name}");
            let periods = game.slow.white.period + game.slow.black.period + 2;
            let flags = said.iter().filter(|word| matches!(word, Word::Flag { .. })).count();
            assert_eq!(flags, 1, "{name}");
            assert!(periods >= control.1.len() + control.2.len(), "{name}");
            plies += game.ply;
        }
    }
    println!("{} controls, {plies} plies", CONTROLS.len());
}

/// The bonus of a move is there when the move begins; a delay is shown nowhere.
#[test]
fn what_the_clocks_show_before_the_first_move() {
    for (control, white, black) in [
        ("300", 300, 300),
        ("5400+30", 5430, 5430),
        ("40/5400+30:1800+30", 5430, 5430),
        ("40/7200:20/3600:900+30", 7200, 7200),
        ("40/9000", 9000, 9000),
        ("0+10", 10, 10),
        ("5400d5", 5400, 5400),
        ("W300:B240", 300, 240),
        ("B240+5-W300+2", 302, 245),
    ] {
        let header = Header { time_control: control.into(), ..Header::default() };
        let scene = Scene::start(&header);
        assert_eq!(scene.clocks(), (white * 1000, black * 1000), "{control}");
    }
}

#[test]
fn without_a_time_control_nothing_is_said_about_time() {
    for control in ["-", "?"] {
        let header = Header { time_control: control.into(), ..Header::default() };
        let mut scene = Scene::start(&header);
        scene.hands("-e2 +e4 !").wait(36_000_000).hands("-e7 +e5 !");
        assert_eq!(scene.moves(), ["e4", "e5"], "{control}");
        assert_eq!(words(&scene.said), [], "{control}");
    }
}

#[test]
fn what_no_clock_here_can_count_is_refused_by_name() {
    for (control, name) in [
        ("*180", "hourglass"),
        ("40/5400:*180", "hourglass"),
        ("90 minutes", "whole number"),
        ("5400+30:1800", "only the last period"),
        ("W300", "other player's time"),
    ] {
        let header = Header { time_control: control.into(), ..Header::default() };
        let error = Table::new(&header).unwrap_err();
        assert_eq!(error.key, "time_control");
        assert!(error.reason.contains(name) && error.reason.contains(control), "{error:?}");
    }
}

/// A clock may show 0 while a delay still runs.
#[test]
fn a_flag_is_claimed_when_it_has_fallen() {
    let header = Header { time_control: "0d10".into(), ..Header::default() };
    let mut scene = Scene::start(&header);
    let claim = json!({"do": "claim", "by": "black", "claim": "flag", "check_only": true});
    let answer = |scene: &mut Scene| {
        scene.orders(claim.clone());
        scene.said.iter().rev().find_map(|said| match said.event {
            Event::Claim { answer, .. } => Some(answer),
            _ => None,
        })
    };
    scene.wait(9_000);
    assert_eq!(answer(&mut scene), Some(ClaimAnswer::Wrong), "a second of the delay is left");
    scene.wait(1_000);
    assert_eq!(answer(&mut scene), Some(ClaimAnswer::Right));
}

/// Whoever folds the words would else count down to 0 and stay there until the next press.
#[test]
fn a_period_that_begins_at_zero_is_told_when_it_begins() {
    let parameters = json!({"next_period": "at_zero"}).as_object().unwrap().clone();
    let header = Header { time_control: "1/60:30+5".into(), parameters, ..Header::default() };
    let mut scene = Scene::start(&header);
    scene.hands("-e2 +e4 ! -e7 +e5 !").wait(70_000);
    let told = Word::Clock {
        t: 2_200 + 59_400,
        white: 30_000,
        black: 59_400,
        running: Some(Side::White),
        period: 2,
        moves: 1,
    };
    assert_eq!(words(&scene.said).last(), Some(&told));
}
