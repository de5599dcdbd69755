use shakmaty::{CastlingMode, Chess, Color, Position, Square, fen::Fen};

use super::*;
use crate::{
    board::{Event, GameResult, IllegalReason, Reason, Said, Squares, Text, Withdrawal},
    hands::course::fen,
    pgn,
};

const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2\n";

fn hands(offence: Option<(Offence, Option<usize>)>, clock: ClockKind) -> Hands {
    let score = pgn::read(GAME.as_bytes()).next().expect("a game").expect("readable");
    let header = Header { clock, rules: "ru-2018".into(), ..Header::default() };
    let tidy = Temperament { habits: Habits::tidy(), ..Temperament::default() };
    let manner = Manner {
        white: tidy.clone(),
        black: tidy,
        offences: offence.into_iter().collect(),
        ending: Ending::Quiet,
        ..Manner::default()
    };
    Hands::new(&score, &header, &manner, 5).expect("plays")
}

/// Does all there is to do, and says what it was.
fn act(hands: &mut Hands) -> Vec<Action> {
    std::iter::from_fn(|| hands.take()).map(|(_, action)| action).collect()
}

/// Plays until so many moves stand and are pressed.
fn play_to(hands: &mut Hands, plies: usize) {
    while hands.ply < plies || hands.pressed == Some(hands.course.position(hands.ply).turn()) {
        hands.take().expect("more to play");
        hands.next_action();
    }
}

fn hear(hands: &mut Hands, event: Event) {
    let t = hands.now + 1_000;
    hands.hear(&Said { seq: 1, t, event });
}

fn clock(running: Option<Color>) -> Event {
    let running = running.map(Text);
    Event::Clock {
        white_ms: 0,
        black_ms: 0,
        running,
        period: 1,
        moves: 0,
        other_period: None,
        delay_ms: None,
    }
}

fn setup(missing: &[Square], extra: &[Square]) -> Event {
    let set = |squares: &[Square]| Squares(squares.iter().copied().collect());
    Event::Setup { missing: set(missing), extra: set(extra), wrong_color: set(&[]) }
}

fn withdrawn(from_ply: u32, position: &Chess, why: Withdrawal) -> Event {
    Event::MovesWithdrawn { from_ply, fen: fen(position), why }
}

fn lifts(actions: &[Action]) -> Vec<Square> {
    actions.iter().filter_map(|a| if let Action::Lift(s) = a { Some(*s) } else { None }).collect()
}

fn whole_game() -> Vec<&'static str> {
    GAME.split_whitespace().filter(|word| !word.ends_with('.') && !word.contains('/')).collect()
}

/// Plays an illegal move with the knight of g1 (or whatever fits), up to the call for the arbiter.
fn caught() -> (Hands, Square, Square) {
    let offence = Offence::Illegal(IllegalReason::PieceMovement);
    let mut hands = hands(Some((offence, Some(3))), ClockKind::Lever);
    while hands.calls.is_empty() {
        hands.take().expect("more to play");
        hands.next_action();
    }
    let position = hands.course.position(2);
    let gone = position.board().occupied() & !hands.board.occupied();
    let there = hands.board.occupied() & !position.board().occupied();
    (hands, gone.single_square().expect("one"), there.single_square().expect("one"))
}

#[test]
fn an_illegal_move_is_put_back_replaced_and_the_game_goes_on() {
    let (mut hands, from, to) = caught();
    assert_eq!((hands.ply, hands.pressed), (2, Some(Color::White)));
    hear(&mut hands, clock(None));
    assert_eq!(hands.next_action(), None, "they wait for a word");
    hear(&mut hands, setup(&[from], &[to]));
    let done = act(&mut hands);
    assert_eq!(lifts(&done), [to]);
    assert_eq!(hands.board, *hands.course.position(2).board());
    hear(&mut hands, Event::Ready { fen: String::new() });
    assert_eq!(act(&mut hands), [Action::Press(Color::Black)], "the lever is set right");
    assert_eq!(hands.next_action(), None, "and the clocks still stand");
    hear(&mut hands, clock(Some(Color::White)));
    act(&mut hands);
    assert_eq!(hands.moves(), whole_game());
    assert!(hands.left());
}

#[test]
fn where_nobody_comes_they_help_themselves() {
    let (mut hands, _, to) = caught();
    let (at, _) = hands.next_action().expect("in the end");
    assert!(at >= hands.now + Patience::default().0);
    let done = act(&mut hands);
    assert_eq!(done[0], Action::Press(Color::Black), "the opponent presses back");
    assert_eq!(lifts(&done)[0], to);
    assert_eq!(hands.moves(), whole_game());
}

#[test]
fn without_a_clock_an_illegal_move_is_noticed_by_itself() {
    let offence = Offence::Illegal(IllegalReason::PieceMovement);
    let mut hands = hands(Some((offence, Some(3))), ClockKind::None);
    let done = act(&mut hands);
    assert!(!done.iter().any(|action| matches!(action, Action::Press(_))));
    assert_eq!(hands.moves(), whole_game());
    assert_eq!(hands.expected.len(), 1);
}

#[test]
fn a_piece_in_the_air_is_set_down_before_they_wait() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 4);
    assert!(matches!(hands.take(), Some((_, Action::Lift(Square::F1)))));
    hear(&mut hands, clock(None));
    assert_eq!(act(&mut hands).len(), 1, "set down, not pressed");
    assert_eq!(hands.board.occupied().count(), 32);
    // The arbiter does not take the move for made: back it goes.
    hear(&mut hands, setup(&[Square::F1], &[Square::B5]));
    act(&mut hands);
    assert_eq!(hands.board, *hands.course.position(4).board());
    hear(&mut hands, clock(Some(Color::White)));
    act(&mut hands);
    assert_eq!(hands.moves(), whole_game());
}

#[test]
fn who_had_not_pressed_presses_once_the_clocks_run_again() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 4);
    while hands.ply < 5 {
        hands.take();
        hands.next_action();
    }
    hear(&mut hands, clock(None));
    assert_eq!(hands.next_action(), None);
    hear(&mut hands, clock(Some(Color::White)));
    assert!(matches!(hands.take(), Some((_, Action::Press(Color::White)))));
    act(&mut hands);
    assert_eq!(hands.moves(), whole_game());
}

#[test]
fn they_go_back_as_far_as_the_arbiter_says() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 10);
    hear(&mut hands, clock(None));
    let back = hands.course.position(6).clone();
    hear(&mut hands, withdrawn(7, &back, Withdrawal::Reinstate));
    act(&mut hands);
    assert_eq!((hands.ply, &hands.board), (6, back.board()));
    hear(&mut hands, Event::Ready { fen: fen(&back) });
    act(&mut hands);
    assert_eq!(hands.pressed, Some(Color::Black), "the lever was right already");
    hear(&mut hands, clock(Some(Color::White)));
    act(&mut hands);
    assert_eq!(hands.moves(), whole_game());
}

#[test]
fn an_obligation_leads_away_from_the_score() {
    let (mut hands, from, to) = caught();
    hear(&mut hands, clock(None));
    hear(&mut hands, setup(&[from], &[to]));
    act(&mut hands);
    let moves: Vec<Text<UciMove>> = vec![Text("b1c3".parse().expect("a move"))];
    let touched = Squares(Square::B1.into());
    let side = Text(Color::White);
    hear(&mut hands, Event::Obligation { side, moves, touched, article: None });
    hear(&mut hands, clock(Some(Color::White)));
    act(&mut hands);
    assert_eq!(hands.moves()[2], "Nc3");
    assert!(hands.moves().len() > 3, "they play on");
    assert_eq!(hands.course.result, GameResult::Draw);
}

#[test]
fn any_position_can_be_set_up_and_played_on() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 6);
    hear(&mut hands, clock(None));
    let foreign: Fen = "4k3/pp6/8/8/8/8/6PP/4K2R w K - 0 20".parse().expect("FEN");
    let foreign: Chess = foreign.into_position(CastlingMode::Standard).expect("a position");
    hear(&mut hands, withdrawn(1, &foreign, Withdrawal::SetPosition));
    act(&mut hands);
    assert_eq!(&hands.board, foreign.board());
    hear(&mut hands, clock(Some(Color::White)));
    act(&mut hands);
    assert_eq!(hands.moves().len(), planning::FREE_MOVES as usize);
    assert_eq!(hands.board, *hands.course.position(hands.ply).board());
}

#[test]
fn a_square_that_means_nothing_to_them_is_put_right_all_the_same() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 6);
    hear(&mut hands, clock(None));
    hear(&mut hands, setup(&[Square::H5], &[Square::A2]));
    act(&mut hands);
    assert!(hands.board.occupied().contains(Square::H5));
    assert!(!hands.board.occupied().contains(Square::A2));
}

#[test]
fn a_result_ends_the_game_at_once() {
    let mut hands = hands(None, ClockKind::Lever);
    play_to(&mut hands, 5);
    let reason = Reason::Resignation;
    hear(&mut hands, Event::GameOver { result: GameResult::WhiteWins, reason, article: None });
    let done = act(&mut hands);
    assert!(!done.iter().any(|action| matches!(action, Action::Press(_))));
    assert_eq!(hands.moves().len(), 5);
    assert!(hands.left());
}

#[test]
fn alerts_are_not_for_players() {
    let (mut heard, mut deaf) = (hands(None, ClockKind::Lever), hands(None, ClockKind::Lever));
    loop {
        let (one, other) = (heard.take(), deaf.take());
        assert_eq!(one, other);
        let Some((t, _)) = one else { break };
        let square = Text(Square::E2);
        let touch =
            Event::Touch { square, piece: 'P', by: None, returned_to: None, lifted_ms: None };
        for event in
            [touch, setup(&[Square::A1], &[]), clock(Some(Color::White)), Event::Started {}]
        {
            heard.hear(&Said { seq: 1, t, event });
        }
    }
}
