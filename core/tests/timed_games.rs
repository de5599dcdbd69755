//! Random games at a board with its clock, and an arbiter who stops, adds, sets and takes back: what
//! is said about time agrees with the slow count. Where it does not, proptest prints its seed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod common;

use common::{
    controls::{Control, at_least, control},
    slow::{Press, SlowClocks},
    table::Scene,
    words::{Word, words},
};
use proptest::{prelude::*, test_runner::TestCaseResult};
use serde_json::json;
use touchmove_core::board::{AlertKind, Header, NextPeriod, Side, Text};

/// How long the player thinks before he does it.
#[derive(Clone, Copy, Debug)]
enum Wait {
    Ms(u64),
    /// He is done so many ms after his time is used up; 1 is a millisecond before.
    UntilUsedUp(u64),
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Move,
    /// His rook leaps over its pawn, and he presses; the arbiter takes it back.
    Illegal,
    /// The opponent answers before the arbiter comes.
    IllegalAnswered,
    /// The last move is taken back by the arbiter.
    Reinstate,
    Pause {
        ms: u64,
    },
    /// A player stops the clocks.
    Stop {
        ms: u64,
    },
    AddTime(Side, i64),
    SetClock {
        left: [u64; 2],
        moves: Option<u32>,
        bonus: Option<u64>,
    },
}

fn deed() -> impl Strategy<Value = (Wait, Deed)> {
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    let left = [600..30_000u64, 600..30_000u64];
    let set = (left, prop::option::of(0..8u32), prop::option::of(0..3u64));
    let deed = prop_oneof![
        12 => Just(Deed::Move),
        1 => Just(Deed::Illegal),
        1 => Just(Deed::IllegalAnswered),
        1 => Just(Deed::Reinstate),
        1 => (0..9_000u64).prop_map(|ms| Deed::Pause { ms }),
        1 => (0..9_000u64).prop_map(|ms| Deed::Stop { ms }),
        1 => (side, -20_000..20_000i64).prop_map(|(side, ms)| Deed::AddTime(side, ms)),
        1 => set.prop_map(|(left, moves, bonus)| {
            Deed::SetClock { left, moves, bonus: bonus.map(|seconds| seconds * 1000) }
        }),
    ];
    let wait = prop_oneof![
        4 => (0..4_000u64).prop_map(Wait::Ms),
        1 => (0..4u64).prop_map(Wait::UntilUsedUp),
    ];
    (wait, deed)
}

/// Knights go out and home again.
const STROKES: [&str; 4] = ["-g1 +f3 !", "-g8 +f6 !", "-f3 +g1 !", "-f6 +g8 !"];
/// The same moves taken back.
const BACK: [&str; 4] = ["-f3 +g1 |", "-f6 +g8 |", "-g1 +f3 |", "-g8 +f6 |"];

struct Game {
    scene: Scene,
    slow: SlowClocks,
    /// How many words have been looked at.
    heard: usize,
    /// Flags as the slow count sees them fall.
    fell: Vec<(u64, Side)>,
    /// Moves on the board.
    ply: usize,
    illegal: [u32; 2],
}

impl Game {
    fn new(control: &Control, next_period: NextPeriod) -> Game {
        let parameters = json!({ "next_period": next_period }).as_object().unwrap().clone();
        let header = Header {
            rules: "ru-2009".into(),
            time_control: control.text(),
            parameters,
            ..Header::default()
        };
        let scene = Scene::start(&header);
        let mut slow = SlowClocks::new(&control.white, &control.black, next_period);
        slow.until(scene.now());
        let mut game = Game { scene, slow, heard: 0, fell: Vec::new(), ply: 0, illegal: [0; 2] };
        game.count(|slow| slow.run(Some(Side::White)));
        game
    }

    fn mover(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::White } else { Side::Black }
    }

    /// Lets the slow clocks go on to what the board has come to, and does this to them.
    fn count(&mut self, deed: impl FnOnce(&mut SlowClocks)) {
        let before = self.slow.clone();
        self.slow.until(self.scene.now());
        let between = self.slow.clone();
        deed(&mut self.slow);
        for (was, is) in [(&before, &between), (&between, &self.slow)] {
            let fell = |side: &Side| Some((is.of(*side).fallen?, *side));
            let new = Side::ALL.into_iter().filter(|side| was.of(*side).fallen.is_none());
            self.fell.extend(new.filter_map(|side| fell(&side)));
        }
    }

    fn think(&mut self, wait: Wait) {
        let mover = self.mover();
        let ms = match wait {
            Wait::Ms(ms) => ms,
            Wait::UntilUsedUp(more) => self.slow.of(mover).used_up_in() + more,
        };
        // His hand is quick, and then he presses.
        self.scene.wait(ms.saturating_sub(601));
        self.count(|_| {});
        self.heard = words(&self.scene.said).len();
    }

    fn moves(&mut self) {
        let mover = self.mover();
        self.scene.mover(mover).hands(STROKES[self.ply % 4]);
        self.count(|slow| slow.press(mover, Press::Completes));
        self.ply += 1;
    }

    fn order(&mut self, order: serde_json::Value, deed: impl FnOnce(&mut SlowClocks)) {
        self.scene.orders(order);
        self.count(deed);
    }

    fn pause(&mut self) {
        self.order(json!({"do": "pause"}), |slow| slow.run(None));
    }

    fn resume(&mut self) {
        let mover = self.mover();
        self.order(json!({"do": "resume", "running": Text(mover)}), |slow| slow.run(Some(mover)));
    }

    /// The rook's leap, and the way back.
    fn leap(&self) -> [&'static str; 2] {
        if self.mover().is_white() {
            ["-a1 +a3 !", "-a3 +a1 |"]
        } else {
            ["-a8 +a6 !", "-a6 +a8 |"]
        }
    }

    /// He leaps and presses: that earns him something only once it has been answered.
    fn illegal(&mut self, press: Press) {
        let mover = self.mover();
        self.illegal[mover as usize] += 1;
        let [leap, _] = self.leap();
        self.scene.mover(mover).hands(leap);
        self.count(|slow| slow.press(mover, press));
    }

    /// The arbiter comes and takes his time; two minutes go to the opponent, and moves of these are
    /// withdrawn.
    fn punish(&mut self, withdrawn: &[Side]) {
        let mover = self.mover();
        self.scene.wait(3_000);
        self.count(|_| {});
        self.pause();
        self.scene.wait(2_000);
        assert!(self.scene.open(AlertKind::IllegalMove).is_some(), "{:?}", self.scene.said);
        let apply = json!({"do": "decide", "kind": "illegal_move", "verdict": "apply"});
        self.order(apply, |slow| {
            slow.add(!mover, 120_000);
            withdrawn.iter().for_each(|side| slow.take_back(*side));
        });
    }

    fn carry_out(&mut self, deed: Deed) {
        let mover = self.mover();
        // The third illegal move would lose.
        let may_err = self.illegal[mover as usize] < 2;
        match deed {
            Deed::Move => self.moves(),
            Deed::Illegal if may_err => {
                self.illegal(Press::Idle);
                self.punish(&[]);
                let [_, back] = self.leap();
                self.scene.hands(back);
                self.resume();
            }
            Deed::IllegalAnswered if may_err => {
                self.illegal(Press::Completes);
                self.ply += 1;
                self.moves();
                self.ply -= 2;
                self.heard = words(&self.scene.said).len();
                self.punish(&[!mover, mover]);
                let [_, back] = self.leap();
                self.scene.hands(BACK[(self.ply + 1) % 4]).hands(back);
                self.resume();
            }
            Deed::Illegal | Deed::IllegalAnswered => {}
            Deed::Reinstate if self.ply > 0 && !self.scene.moves().is_empty() => {
                self.pause();
                let ply = self.ply - 1;
                let order = json!({"do": "reinstate", "ply": ply});
                self.order(order, |slow| slow.take_back(!mover));
                self.ply = ply;
                self.scene.hands(BACK[ply % 4]);
                self.resume();
            }
            Deed::Reinstate => {}
            Deed::Pause { ms } => {
                self.pause();
                self.scene.wait(ms);
                self.resume();
            }
            Deed::Stop { ms } => {
                self.scene.stop();
                self.count(|slow| slow.run(None));
                self.scene.wait(ms);
                self.resume();
            }
            Deed::AddTime(side, ms) => {
                let order = json!({"do": "add_time", "side": Text(side), "ms": ms});
                self.order(order, |slow| slow.add(side, ms));
            }
            Deed::SetClock { left, moves, bonus } => {
                let order = json!({
                    "do": "set_clock", "white": left[0], "black": left[1], "running": Text(mover),
                    "moves": moves, "increment": bonus,
                });
                self.order(order, |slow| slow.set(left, moves.map(|moves| [moves; 2]), bonus));
            }
        }
    }

    /// The last word about the clocks is what they show now. Only what did not fit says nothing.
    fn compare(&self, deed: Deed) -> TestCaseResult {
        let new = words(&self.scene.said).split_off(self.heard);
        let last = new.into_iter().rfind(|word| matches!(word, Word::Clock { .. }));
        let fits_anywhere =
            !matches!(deed, Deed::Illegal | Deed::IllegalAnswered | Deed::Reinstate);
        if fits_anywhere || last.is_some() {
            prop_assert_eq!(last, Some(Word::of(&self.slow)), "after {:?}", deed);
        }
        Ok(())
    }
}

/// Flags as they were told.
fn flags(scene: &Scene) -> Vec<(u64, Side)> {
    let flag = |word: &Word| match word {
        Word::Flag { t, side } => Some((*t, *side)),
        Word::Clock { .. } => None,
    };
    words(&scene.said).iter().filter_map(flag).collect()
}

proptest! {
    #![proptest_config(at_least(400))]

    #[test]
    fn what_is_said_of_time_agrees_with_the_slow_count(
        control in control(3..40),
        at_zero in any::<bool>(),
        deeds in prop::collection::vec(deed(), 1..24),
    ) {
        let next_period = if at_zero { NextPeriod::AtZero } else { NextPeriod::AtMove };
        let mut game = Game::new(&control, next_period);
        for (wait, deed) in deeds {
            game.think(wait);
            game.carry_out(deed);
            game.compare(deed)?;
            prop_assert_eq!(game.scene.moves().len(), game.ply, "after {:?}", deed);
        }
        game.scene.wait(100_000);
        game.count(|_| {});
        prop_assert_eq!(flags(&game.scene), game.fell);
    }
}
