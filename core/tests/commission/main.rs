//! A technician commissions boards on which something is wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may end anywhere, not only in its functions"
)]

mod board;

use std::collections::BTreeSet;

use board::Board;
use rand_pcg::{Pcg32, rand_core::Rng};
use touchmove_core::{
    board::{Bitboard, Ms, Planes, Side, Square},
    commission::{Answer, Commission, End, Finding, FindingKind, Report, Task, Verdict, Wiring},
};

struct Dice(Pcg32);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.next_u32() % bound
    }

    /// So many squares, all different.
    fn squares<const N: usize>(&mut self) -> [Square; N] {
        let mut squares = BTreeSet::new();
        let mut list = Vec::new();
        while list.len() < N {
            let square = Square::new(self.below(64));
            if squares.insert(u32::from(square)) {
                list.push(square);
            }
        }
        list.try_into().unwrap()
    }
}

fn set(squares: impl IntoIterator<Item = Square>) -> Bitboard {
    squares.into_iter().collect()
}

fn finding(kind: FindingKind, squares: impl IntoIterator<Item = Square>) -> Finding {
    Finding {
        kind,
        squares: set(squares).into(),
        with: Default::default(),
        degrees: None,
        ends: Vec::new(),
    }
}

fn with(finding: Finding, squares: impl IntoIterator<Item = Square>) -> Finding {
    Finding { with: set(squares).into(), ..finding }
}

/// Thirty boards of a kind: just this is found.
fn found(seed: u64, make: impl Fn(&mut Dice) -> (Board, Vec<Finding>)) {
    for number in 0..30 {
        let mut dice = Dice(Pcg32::new(seed, number));
        let (board, mut expected) = make(&mut dice);
        let report = board.report();
        let mut findings = report.findings.clone();
        let key = |finding: &Finding| (finding.kind, finding.squares.0.0, finding.with.0.0);
        expected.sort_by_key(key);
        findings.sort_by_key(key);
        assert_eq!(findings, expected, "seed {seed}, board {number}");
        let worst = expected.iter().map(|finding| finding.kind.verdict()).max();
        assert_eq!(report.verdict, worst.unwrap_or(Verdict::Passed));
    }
}

#[test]
fn good_boards_pass() {
    for board in [Board::good(), Board::polar(), Board::matrix()] {
        let report = board.report();
        assert_eq!((report.verdict, report.findings.len()), (Verdict::Passed, 0));
        assert_eq!(report.tried.0, Bitboard::FULL);
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}

#[test]
fn squares_that_never_read_are_dead() {
    found(1, |dice| {
        let squares = dice.squares::<3>();
        let board = Board { dead: set(squares), ..Board::good() };
        (board, vec![finding(FindingKind::Dead, squares)])
    });
}

#[test]
fn squares_that_always_read_are_stuck() {
    found(2, |dice| {
        let squares = dice.squares::<3>();
        let board = Board { stuck: set(squares), ..Board::good() };
        (board, vec![finding(FindingKind::Stuck, squares)])
    });
}

#[test]
fn squares_that_change_without_end_chatter() {
    found(3, |dice| {
        let squares = dice.squares::<2>();
        let board = Board { chattering: set(squares), ..Board::good() };
        (board, vec![finding(FindingKind::Chattering, squares)])
    });
}

#[test]
fn pieces_that_read_with_gaps_are_weak() {
    found(4, |dice| {
        let squares = dice.squares::<3>();
        let board = Board { weak: set(squares), ..Board::good() };
        (board, vec![finding(FindingKind::Weak, squares)])
    });
}

#[test]
fn two_wires_in_each_others_place_are_named_as_a_pair() {
    found(5, |dice| {
        // Also of neighbours, one of which is tried right after the other.
        let [a, mut b] = dice.squares::<2>();
        if dice.below(2) == 0 {
            let beside = if u32::from(a.file()) == 0 { 1 } else { -1 };
            b = Square::from_coords(a.file().offset(beside).unwrap(), a.rank());
        }
        let board = Board::reading(|square| match square {
            _ if square == a => b,
            _ if square == b => a,
            _ => square,
        });
        (board, vec![finding(FindingKind::Swapped, [a, b])])
    });
}

#[test]
fn three_wires_in_a_ring_are_named_one_by_one() {
    found(6, |dice| {
        let [a, b, c] = dice.squares::<3>();
        let board = Board::reading(|square| match square {
            _ if square == a => b,
            _ if square == b => c,
            _ if square == c => a,
            _ => square,
        });
        let misplaced = |a, b| with(finding(FindingKind::Misplaced, [a]), [b]);
        (board, vec![misplaced(a, b), misplaced(b, c), misplaced(c, a)])
    });
}

#[test]
fn a_board_that_lies_turned_or_mirrored_is_told_as_a_whole() {
    let turned = |to: fn(Square) -> Square, degrees| {
        // One square is dead beside it.
        let board = Board { dead: Square::C4.into(), ..Board::reading(to) };
        let rotated = Finding { degrees: Some(degrees), ..finding(FindingKind::Rotated, []) };
        let found = board.report().findings;
        assert_eq!(found, [finding(FindingKind::Dead, [Square::C4]), rotated]);
    };
    turned(Square::rotate_90, 90);
    turned(Square::rotate_180, 180);
    turned(Square::rotate_270, 270);
    for to in [Square::flip_horizontal, Square::flip_vertical, Square::flip_diagonal] {
        let found = Board::reading(to).report().findings;
        assert_eq!(found, [finding(FindingKind::Mirrored, [])]);
    }
}

#[test]
fn wires_that_are_swapped_on_a_board_that_lies_turned_are_named_by_its_squares() {
    let (a, b) = (Square::B2, Square::G5);
    let board = Board::reading(|square| match square {
        _ if square == a => b.rotate_180(),
        _ if square == b => a.rotate_180(),
        _ => square.rotate_180(),
    });
    let rotated = Finding { degrees: Some(180), ..finding(FindingKind::Rotated, []) };
    assert_eq!(board.report().findings, [rotated, finding(FindingKind::Swapped, [a, b])]);
}

#[test]
fn whole_ranks_and_files_are_told_as_such() {
    let rank = |n: u32| Bitboard::from(Square::new(8 * n).rank());
    let file = |n: u32| Bitboard::from(Square::new(n).file());
    found(7, |dice| {
        let one = dice.below(8);
        let other = (one + 1 + dice.below(7)) % 8;
        let exchange = |n: u32| match n {
            _ if n == one => other,
            _ if n == other => one,
            _ => n,
        };
        let by_rank = dice.below(2) == 0;
        let board = Board::reading(|square| {
            let (x, y) = (u32::from(square.file()), u32::from(square.rank()));
            if by_rank {
                Square::new(8 * exchange(y) + x)
            } else {
                Square::new(8 * y + exchange(x))
            }
        });
        let line = |n| if by_rank { rank(n) } else { file(n) };
        let swapped = finding(FindingKind::LineSwapped, line(one.min(other)));
        (board, vec![with(swapped, line(one.max(other)))])
    });
    found(8, |dice| {
        let n = dice.below(8);
        let by_rank = dice.below(2) == 0;
        let board = Board::reading(|square| {
            let (x, y) = (u32::from(square.file()), u32::from(square.rank()));
            match by_rank {
                true if y == n => square.flip_horizontal(),
                false if x == n => square.flip_vertical(),
                _ => square,
            }
        });
        (board, vec![finding(FindingKind::LineReversed, if by_rank { rank(n) } else { file(n) })])
    });
}

#[test]
fn wires_that_touch_are_bridged() {
    found(9, |dice| {
        let [a, mut b] = dice.squares::<2>();
        if dice.below(2) == 0 {
            let beside = if u32::from(a.file()) == 0 { 1 } else { -1 };
            b = Square::from_coords(a.file().offset(beside).unwrap(), a.rank());
        }
        let board = Board { bridges: vec![(a, b)], ..Board::good() };
        (board, vec![finding(FindingKind::Bridged, [a, b])])
    });
}

#[test]
fn squares_that_react_to_a_piece_beside_them_are_neighbours() {
    found(10, |dice| {
        let [a] = dice.squares::<1>();
        let beside = if u32::from(a.file()) < 4 { 1 } else { -1 };
        let b = Square::from_coords(a.file().offset(beside).unwrap(), a.rank());
        let strong = if dice.below(2) == 0 { vec![(a, b)] } else { vec![(a, b), (b, a)] };
        let both: Vec<Square> = strong.iter().map(|pair| pair.0).collect();
        let others: Vec<Square> = strong.iter().map(|pair| pair.1).collect();
        let board = Board { strong, ..Board::good() };
        (board, vec![with(finding(FindingKind::Neighbour, both), others)])
    });
}

#[test]
fn squares_that_read_the_other_colour_are_reversed() {
    found(11, |dice| {
        let squares = dice.squares::<3>();
        let board = Board { reversed: set(squares), ..Board::polar() };
        (board, vec![finding(FindingKind::Reversed, squares)])
    });
}

/// Each diode of the board is tried, and those that would show in the same way are named with it.
#[test]
fn a_bad_diode_is_named_with_those_that_would_look_the_same() {
    for bad in Square::ALL {
        let board = Board { bad_diodes: bad.into(), ..Board::matrix() };
        let found = board.report().findings;
        assert_eq!(found.len(), 1, "{bad}: {found:?}");
        assert_eq!(found[0].kind, FindingKind::Diode, "{bad}");
        let squares = found[0].squares.0;
        assert!(squares.contains(bad) && squares.count() == 4, "{bad}: {squares:?}");
        assert_eq!(squares & Bitboard::from(bad.file()), squares, "{bad}");
        assert_eq!(found[0].with.0.count(), 7, "{bad}");
    }
    let board = Board { bad_diodes: Bitboard::FULL, ..Board::matrix() };
    let found = board.report().findings;
    assert_eq!(found.len(), 16, "a board without diodes");
}

/// Rows may lie along the files, or the squares on the inputs in any order.
#[test]
fn diodes_are_found_whichever_way_the_matrix_lies() {
    let straight = Board::good().reads;
    for bad in Square::ALL {
        let mut board = Board { bad_diodes: bad.into(), ..Board::matrix() };
        board.plan.wiring = Wiring::Matrix(straight.map(Square::flip_diagonal));
        let found = board.report().findings;
        assert_eq!(found.len(), 1, "{bad}: {found:?}");
        assert_eq!((found[0].kind, found[0].squares.0.count()), (FindingKind::Diode, 4), "{bad}");
        assert!(found[0].squares.0.contains(bad), "{bad}: {found:?}");
    }
    let mut seen = 0;
    for seed in 0..40 {
        let mut dice = Dice(Pcg32::new(13, seed));
        let [bad] = dice.squares::<1>();
        let mut board = Board { bad_diodes: bad.into(), ..Board::matrix() };
        board.plan.wiring = Wiring::Matrix(dice.squares::<64>());
        let found = board.report().findings;
        let diodes = found.iter().filter(|finding| finding.kind == FindingKind::Diode);
        for finding in diodes {
            assert!(finding.squares.0.contains(bad), "seed {seed}, {bad}: {finding:?}");
            seen += 1;
        }
        assert!(found.len() <= 1, "seed {seed}: {found:?}");
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn levers_are_told_by_what_comes() {
    let lever = |lever: fn(End) -> Vec<(Ms, End)>| {
        let found = Board { lever, ..Board::good() }.report().findings;
        found.into_iter().map(|finding| (finding.kind, finding.ends)).collect::<Vec<_>>()
    };
    let both = vec![End::Left, End::Right];
    assert_eq!(lever(|_| vec![]), [(FindingKind::LeverDead, both.clone())]);
    let one = lever(|end| if end == End::Left { vec![(0, end)] } else { vec![] });
    assert_eq!(one, [(FindingKind::LeverDead, vec![End::Right])]);
    let swapped = lever(|end| vec![(0, if end == End::Left { End::Right } else { End::Left })]);
    assert_eq!(swapped, [(FindingKind::LeverSwapped, both.clone())]);
    let bounces = lever(|end| vec![(0, end), (8, end), (15, end)]);
    assert_eq!(bounces, [(FindingKind::LeverBounces, both)]);
}

#[test]
fn a_lever_that_lies_to_the_left_is_first_pressed_to_the_right() {
    let mut course = Commission::new(Board::good().plan);
    course.lever(0, End::Left);
    for t in 0..300 {
        course.read(t * 5, Planes::Occupancy(Bitboard::EMPTY));
    }
    for n in 0..64 {
        course.answer(2_000 + n, Answer::Skip);
    }
    assert_eq!(course.task(), Task::Press { end: End::Right });
    course.lever(9_000, End::Right);
    course.lever(10_000, End::Left);
    assert_eq!(course.task(), Task::Done);
    let kinds: Vec<_> = course.findings().into_iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [FindingKind::Dead]);
}

#[test]
fn a_step_can_be_done_again_and_the_course_ended() {
    let mut course = Commission::new(Board::good().plan);
    let mut t = 0;
    let mut show = |course: &mut Commission, squares: Bitboard| {
        for _ in 0..300 {
            t += 5;
            course.read(t, Planes::Occupancy(squares));
        }
        t
    };
    show(&mut course, Bitboard::EMPTY);
    let put = |square: Square| Task::Put { square: square.into(), piece: None };
    assert_eq!(course.task(), put(Square::A1));
    // He has put it on the wrong square, sees what is said, and goes back.
    show(&mut course, Square::C5.into());
    let t = show(&mut course, Square::C5.into());
    assert_eq!(course.task(), put(Square::B1));
    assert_eq!(course.findings().len(), 1);
    course.answer(t, Answer::Again);
    assert_eq!(course.task(), put(Square::A1));
    assert_eq!(course.findings(), []);
    show(&mut course, Square::A1.into());
    assert_eq!(course.task(), put(Square::B1));
    course.answer(t + 60_000, Answer::Quit);
    assert_eq!(course.task(), Task::Done);
    let report = course.report("7", "").unwrap();
    assert_eq!(report.verdict, Verdict::Unfinished);
    assert_eq!(report.tried.0, Bitboard::from(Square::A1));
}

/// Whatever is read and said, the course goes on or waits.
#[test]
fn nonsense_breaks_nothing() {
    for seed in 0..40 {
        let mut dice = Dice(Pcg32::new(12, seed));
        let board = if seed % 2 == 0 { Board::matrix() } else { Board::polar() };
        let mut course = Commission::new(board.plan);
        let mut t = 0;
        for _ in 0..3_000 {
            t += u64::from(dice.below(400));
            match dice.below(12) {
                0 => course.answer(t, Answer::Skip),
                1 => course.answer(t, Answer::Again),
                2 => course.lever(t, if dice.below(2) == 0 { End::Left } else { End::Right }),
                _ => {
                    let read = Bitboard(1 << dice.below(64) | u64::from(dice.below(3)));
                    course.read(t, board.planes(read, Side::White));
                }
            }
            let progress = course.progress();
            assert!(progress.done <= progress.of, "seed {seed}");
        }
        course.answer(t, Answer::Quit);
        assert!(course.report("1", "").is_some(), "seed {seed}");
    }
}

/// One thing must not hide another.
#[test]
fn several_things_at_once_are_each_named() {
    found(14, |dice| {
        let [dead, stuck, chattering, weak, a, b, c, d] = dice.squares::<8>();
        let good = Board::reading(|square| match square {
            _ if square == a => b,
            _ if square == b => a,
            _ => square,
        });
        let board = Board {
            dead: dead.into(),
            stuck: stuck.into(),
            chattering: chattering.into(),
            weak: weak.into(),
            bridges: vec![(c, d)],
            lever: |_| vec![(0, End::Right)],
            ..good
        };
        let lever = finding(FindingKind::LeverDead, []);
        let expected = vec![
            finding(FindingKind::Dead, [dead]),
            finding(FindingKind::Stuck, [stuck]),
            finding(FindingKind::Chattering, [chattering]),
            finding(FindingKind::Weak, [weak]),
            finding(FindingKind::Swapped, [a, b]),
            finding(FindingKind::Bridged, [c, d]),
            Finding { ends: vec![End::Left], ..lever },
        ];
        (board, expected)
    });
}
