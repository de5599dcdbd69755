//! Each control of the contract and of the PGN standard, from the first press to the flag.

use super::*;

/// Ten moves each of the same length, then White thinks until his flag falls.
struct Game {
    control: &'static str,
    /// Seconds that each move takes.
    move_s: u64,
    /// Moves that each player completes.
    moves: u32,
    /// White's time, s, before the game and after each of his first moves.
    white_s: &'static [u64],
    /// Black's time, s, likewise.
    black_s: &'static [u64],
    /// Times left when White begins the move on which his flag falls, s.
    at_last: (u64, u64),
    /// How long White can think on that move, s.
    flag_after_s: u64,
    /// The period in which it falls.
    period: u32,
}

const GAMES: [Game; 14] = [
    Game {
        control: "300",
        move_s: 10,
        moves: 10,
        white_s: &[300, 290, 280, 270],
        black_s: &[300, 290, 280, 270],
        at_last: (200, 200),
        flag_after_s: 200,
        period: 1,
    },
    Game {
        control: "60",
        move_s: 59,
        moves: 1,
        white_s: &[60, 1],
        black_s: &[60, 1],
        at_last: (1, 1),
        flag_after_s: 1,
        period: 1,
    },
    Game {
        control: "5400+30",
        move_s: 100,
        moves: 10,
        white_s: &[5430, 5360, 5290, 5220],
        black_s: &[5430, 5360, 5290, 5220],
        at_last: (4730, 4730),
        flag_after_s: 4730,
        period: 1,
    },
    Game {
        control: "10+5",
        move_s: 3,
        moves: 50,
        white_s: &[15, 17, 19, 21],
        black_s: &[15, 17, 19, 21],
        at_last: (115, 115),
        flag_after_s: 115,
        period: 1,
    },
    Game {
        control: "4500+60",
        move_s: 60,
        moves: 80,
        white_s: &[4560, 4560, 4560],
        black_s: &[4560, 4560, 4560],
        at_last: (4560, 4560),
        flag_after_s: 4560,
        period: 1,
    },
    Game {
        control: "0+5",
        move_s: 4,
        moves: 10,
        white_s: &[5, 6, 7],
        black_s: &[5, 6, 7],
        at_last: (15, 15),
        flag_after_s: 15,
        period: 1,
    },
    Game {
        control: "5400d5",
        move_s: 5,
        moves: 100,
        white_s: &[5400, 5400, 5400],
        black_s: &[5400, 5400, 5400],
        at_last: (5400, 5400),
        flag_after_s: 5405,
        period: 1,
    },
    Game {
        control: "3600d5",
        move_s: 15,
        moves: 10,
        white_s: &[3600, 3590, 3580],
        black_s: &[3600, 3590, 3580],
        at_last: (3500, 3500),
        flag_after_s: 3505,
        period: 1,
    },
    // Short of move 40 the flag falls in the first period.
    Game {
        control: "40/5400+30:1800+30",
        move_s: 60,
        moves: 39,
        white_s: &[5430, 5400, 5370],
        black_s: &[5430, 5400, 5370],
        at_last: (5430 - 39 * 30, 5430 - 39 * 30),
        flag_after_s: 5430 - 39 * 30,
        period: 1,
    },
    // The 40th press brings the second period's time, and move 41 its bonus.
    Game {
        control: "40/5400+30:1800+30",
        move_s: 60,
        moves: 40,
        white_s: &[5430, 5400],
        black_s: &[5430, 5400],
        at_last: (5430 - 40 * 30 + 1800, 5430 - 40 * 30 + 1800),
        flag_after_s: 5430 - 40 * 30 + 1800,
        period: 2,
    },
    Game {
        control: "40/6000+30:900+30",
        move_s: 130,
        moves: 60,
        white_s: &[6030, 5930],
        black_s: &[6030, 5930],
        at_last: (6030 - 60 * 100 + 900, 6030 - 60 * 100 + 900),
        flag_after_s: 930,
        period: 2,
    },
    // FIDE's long control: the increment comes with move 61.
    Game {
        control: "40/7200:20/3600:900+30",
        move_s: 100,
        moves: 60,
        white_s: &[7200, 7100],
        black_s: &[7200, 7100],
        at_last: (7200 - 6000 + 3600 + 900 + 30, 7200 - 6000 + 3600 + 900 + 30),
        flag_after_s: 7200 - 6000 + 3600 + 900 + 30,
        period: 3,
    },
    // A period by moves alone comes again and again.
    Game {
        control: "40/9000",
        move_s: 200,
        moves: 80,
        white_s: &[9000, 8800],
        black_s: &[9000, 8800],
        at_last: (3 * 9000 - 16000, 3 * 9000 - 16000),
        flag_after_s: 3 * 9000 - 16000,
        period: 3,
    },
    Game {
        control: "W300-B240",
        move_s: 7,
        moves: 30,
        white_s: &[300, 293],
        black_s: &[240, 233],
        at_last: (90, 30),
        flag_after_s: 90,
        period: 1,
    },
];

#[test]
fn from_the_first_press_to_the_flag() {
    for game in GAMES {
        let name = game.control;
        let mut clocks = clocks(name);
        let mut t = 1_500;
        let left = |clocks: &Clocks, t, side| clocks.left(t, side).unwrap();
        assert_eq!(left(&clocks, 0, WHITE), game.white_s[0] * 1000, "{name} before the game");
        assert_eq!(left(&clocks, 0, BLACK), game.black_s[0] * 1000, "{name} before the game");
        assert_eq!(clocks.flag_deadline(), None, "{name}: nothing runs yet");
        clocks.run(t, WHITE);
        for number in 1..=game.moves {
            for (side, times) in [(WHITE, game.white_s), (BLACK, game.black_s)] {
                assert_eq!(clocks.running(), Some(side));
                t += game.move_s * 1000;
                let credit = clocks.press(t, side, Completes::Move);
                assert_eq!(credit.map(|credit| credit.side), Some(side));
                assert_eq!(clocks.moves(side), number);
                if let Some(seconds) = times.get(number as usize) {
                    assert_eq!(left(&clocks, t, side), seconds * 1000, "{name} {side} {number}");
                }
            }
        }
        let (white, black) = game.at_last;
        assert_eq!(left(&clocks, t, WHITE), white * 1000, "{name} at the last move");
        assert_eq!(left(&clocks, t, BLACK), black * 1000, "{name} at the last move");
        assert_eq!(clocks.period(t, WHITE), game.period, "{name}");
        let flag = t + game.flag_after_s * 1000;
        assert_eq!(clocks.flag_deadline(), Some((flag, WHITE)), "{name}");
        assert_eq!(left(&clocks, flag - 1, WHITE), 1, "{name}");
        assert_eq!(clocks.flag(flag - 1, WHITE), None, "{name}");
        assert_eq!(left(&clocks, flag, WHITE), 0, "{name}");
        assert_eq!(clocks.flag(flag + 60_000, WHITE), Some(flag), "{name}");
        assert_eq!(clocks.flag(flag + 60_000, BLACK), None, "{name}");
    }
}

#[test]
fn untimed_clocks_run_and_count_and_never_fall() {
    for control in ["-", "?"] {
        let mut clocks = clocks(control);
        clocks.run(0, WHITE);
        assert!(clocks.press(10_000, WHITE, Completes::Move).is_some());
        assert_eq!(clocks.running(), Some(BLACK));
        assert_eq!(clocks.moves(WHITE), 1);
        assert_eq!(clocks.left(20_000, BLACK), None);
        assert_eq!(clocks.flag_deadline(), None);
        assert_eq!(clocks.below_deadline(BLACK, 300_000), None);
        clocks.add(20_000, BLACK, 60_000);
        assert_eq!(clocks.left(20_000, BLACK), None, "there is nothing to add to");
    }
}

#[test]
fn a_period_may_end_at_zero() {
    let control = "2/60:30+10".parse().unwrap();
    let mut clocks = Clocks::new(&control, NextPeriod::AtZero);
    clocks.run(0, WHITE);
    for number in 1..=2 {
        let _ = clocks.press(number * 20_000 - 10_000, WHITE, Completes::Move);
        let _ = clocks.press(number * 20_000, BLACK, Completes::Move);
    }
    assert_eq!((clocks.period(40_000, WHITE), clocks.left(40_000, WHITE)), (1, Some(40_000)));
    assert_eq!(clocks.moves_due(40_000, WHITE), Some(0));
    assert_eq!(clocks.period_deadline(), Some((80_000, WHITE)));
    assert_eq!(clocks.flag_deadline(), Some((110_000, WHITE)));
    assert_eq!(clocks.left(79_999, WHITE), Some(1));
    assert_eq!((clocks.period(80_000, WHITE), clocks.left(80_000, WHITE)), (2, Some(30_000)));
    assert!(clocks.in_last_period(80_000, WHITE));
    let _ = clocks.press(90_000, WHITE, Completes::Move);
    assert_eq!(clocks.left(90_000, WHITE), Some(30_000), "20 s left and the new period's 10 s");
    assert_eq!(clocks.period_deadline(), Some((130_000, BLACK)));
}

#[test]
fn at_zero_without_the_moves_the_flag_falls() {
    let control = "2/60:30".parse().unwrap();
    let mut clocks = Clocks::new(&control, NextPeriod::AtZero);
    clocks.run(0, WHITE);
    assert_eq!(clocks.period_deadline(), None);
    assert_eq!(clocks.flag_deadline(), Some((60_000, WHITE)));
    assert_eq!(clocks.moves_due(60_000, WHITE), Some(2));
    // The scoresheets show that both moves had been made (8.6).
    let left = shakmaty::ByColor { white: 30_000, black: 60_000 };
    let moves = Some(shakmaty::ByColor { white: 2, black: 1 });
    clocks.set(70_000, Setting { left, running: None, moves, bonus: None });
    assert_eq!(clocks.period(70_000, WHITE), 2);
    assert_eq!(clocks.period(70_000, BLACK), 1);
}
