//! How people handle the pieces: what they do, how often, and how often they did.

use strum::{EnumCount, IntoEnumIterator};

use super::dice::Dice;
use crate::board::Ms;

/// A way of handling pieces or clock that is lawful, and that sensors must get right.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::EnumCount,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum Habit {
    /// A capture: the capturer is lifted first.
    OwnFirst,
    /// A capture: the captured piece is lifted first.
    EnemyFirst,
    /// A capture: both leave their squares within a tenth of a second.
    BothAtOnce,
    /// A capture: the captured piece is swapped, its square never reads empty.
    UnseenSwap,
    /// The piece is slid; the squares on its way blink.
    Slide,
    /// The slide rests on its way.
    SlideAndRest,
    /// Two squares read one piece on its way.
    Straddle,
    /// The piece is seen on its new square before it is gone from the old one.
    SeenTwice,
    /// The piece is set down, and at once on to another square.
    Hover,
    /// The piece is set down, taken back, and then moved.
    HoverAndBack,
    /// The piece is adjusted, then moved.
    Adjust,
    /// A piece that cannot move is adjusted.
    AdjustStuck,
    /// Another piece is brushed for less than 150 ms.
    Brush,
    /// An enemy piece is knocked over and put back before the press.
    Knock,
    /// The piece lands just after the press.
    LateLanding,
    /// The opponent replies before the press.
    ReplyBeforePress,
    /// Neither presses until the next move.
    ForgottenPress,
    /// The opponent presses the clock back after an irregularity.
    PressBack,
    /// Castling: the king, then the rook.
    CastleKingFirst,
    /// Castling: the king, and the rook seconds later.
    CastleSlow,
    /// Castling: the king slides over the square beside him.
    CastleKingSlides,
    /// Castling: the rook slides.
    CastleRookSlides,
    /// Castling: both in the air, the king lands first.
    CastleBothLifted,
    /// Castling: both in the air, the rook lands first.
    CastleRookLandsFirst,
    /// Promotion: the pawn is pushed, then swapped.
    PromoteSwap,
    /// Promotion: the pawn is pushed, and swapped seconds later.
    PromoteSwapLate,
    /// Promotion: the new piece is down before the pawn is off.
    PromoteNewFirst,
    /// Promotion: the pawn is taken off, the new piece set down.
    PromoteAtOnce,
    /// En passant: the pawn moves, then the captured one is taken off.
    PassantMoveFirst,
    /// En passant: pawn up, captured pawn off, pawn down.
    PassantOffBetween,
    /// En passant: the captured pawn is taken off first.
    PassantOffFirst,
    /// The kings show the result in the centre.
    KingsInCentre,
    /// The clocks are stopped at the end.
    StopAtEnd,
    /// The players try out other moves after the game.
    Analysis,
    /// The pieces are set up again after the game.
    Resetting,
}

/// What habits are counted against.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::EnumCount,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum Occasion {
    /// All moves.
    Moves,
    /// Captures, en passant and promotions left aside.
    Captures,
    /// Moves of two squares or more by rook, bishop or queen that capture nothing.
    LongMoves,
    /// Castlings.
    Castlings,
    /// Promotions.
    Promotions,
    /// Captures en passant.
    Passants,
    /// Games.
    Games,
}

impl Habit {
    /// What it is counted against.
    pub fn occasion(self) -> Occasion {
        use Habit as H;
        match self {
            H::OwnFirst | H::EnemyFirst | H::BothAtOnce | H::UnseenSwap => Occasion::Captures,
            H::Slide | H::SlideAndRest => Occasion::LongMoves,
            H::Straddle
            | H::SeenTwice
            | H::Hover
            | H::HoverAndBack
            | H::Adjust
            | H::AdjustStuck
            | H::Brush
            | H::Knock
            | H::LateLanding
            | H::ReplyBeforePress
            | H::ForgottenPress
            | H::PressBack => Occasion::Moves,
            H::CastleKingFirst
            | H::CastleSlow
            | H::CastleKingSlides
            | H::CastleRookSlides
            | H::CastleBothLifted
            | H::CastleRookLandsFirst => Occasion::Castlings,
            H::PromoteSwap | H::PromoteSwapLate | H::PromoteNewFirst | H::PromoteAtOnce => {
                Occasion::Promotions
            }
            H::PassantMoveFirst | H::PassantOffBetween | H::PassantOffFirst => Occasion::Passants,
            H::KingsInCentre | H::StopAtEnd | H::Analysis | H::Resetting => Occasion::Games,
        }
    }
}

/// How often habits show, in thousandths of their occasions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Captures with the capturer first.
    pub own_first: u32,
    /// Captures with the captured piece first; what is left goes to both at once.
    pub enemy_first: u32,
    /// Captures whose square never reads empty, where the game itself tells what was captured.
    pub unseen_swap: u32,
    /// Of these, the ones kept where only the next moves tell. More would be a riddle, not a game.
    pub unseen_told_later: u32,
    /// Long moves that slide.
    pub slide: u32,
    /// Slides that rest on their way.
    pub rest: u32,
    /// Moves read by two squares at once.
    pub straddle: u32,
    /// Moves seen at their end before their beginning is empty.
    pub seen_twice: u32,
    /// Moves that try another square first, or come back.
    pub hover: u32,
    /// Moves before which a piece is adjusted.
    pub adjust: u32,
    /// Moves with a neighbour brushed.
    pub brush: u32,
    /// Moves with an enemy piece knocked and put back.
    pub knock: u32,
    /// Moves that land just after the press.
    pub late_landing: u32,
    /// Moves answered before the press.
    pub reply_before_press: u32,
    /// Moves never pressed.
    pub forgotten_press: u32,
    /// Irregular presses answered by pressing back.
    pub press_back: u32,
    /// Games at whose end the clocks are stopped.
    pub stop_at_end: u32,
}

impl Default for Habits {
    fn default() -> Self {
        Habits {
            own_first: 450,
            enemy_first: 340,
            unseen_swap: 100,
            unseen_told_later: 100,
            slide: 220,
            rest: 150,
            straddle: 30,
            seen_twice: 30,
            hover: 90,
            adjust: 45,
            brush: 70,
            knock: 15,
            late_landing: 20,
            reply_before_press: 6,
            forgotten_press: 2,
            press_back: 300,
            stop_at_end: 500,
        }
    }
}

impl Habits {
    /// The same player where the squares alone must tell the move: after an unseen swap, or when
    /// the piece lands after the press. One riddle at a time.
    pub(super) fn plain(&self) -> Habits {
        Habits {
            unseen_swap: 0,
            slide: 0,
            straddle: 0,
            seen_twice: 0,
            hover: 0,
            brush: 0,
            knock: 0,
            late_landing: 0,
            reply_before_press: 0,
            forgotten_press: 0,
            ..self.clone()
        }
    }

    /// Textbook handling: one hand, one way, no mishaps.
    pub fn tidy() -> Habits {
        Habits {
            own_first: 1000,
            enemy_first: 0,
            unseen_swap: 0,
            unseen_told_later: 0,
            slide: 0,
            rest: 0,
            straddle: 0,
            seen_twice: 0,
            hover: 0,
            adjust: 0,
            brush: 0,
            knock: 0,
            late_landing: 0,
            reply_before_press: 0,
            forgotten_press: 0,
            press_back: 0,
            stop_at_end: 0,
        }
    }
}

/// What kind of player it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temperament {
    /// How long his hand takes, in hundredths of the usual.
    pub tempo: u32,
    /// Shortest and longest thinking, ms.
    pub think: (Ms, Ms),
    /// His habits.
    pub habits: Habits,
}

impl Default for Temperament {
    fn default() -> Self {
        Temperament { tempo: 100, think: (1_000, 6_000), habits: Habits::default() }
    }
}

impl Temperament {
    /// Somebody: hasty or slow by up to a third.
    pub(super) fn drawn(self, dice: &mut Dice) -> Temperament {
        Temperament { tempo: self.tempo * (67 + dice.below(67)) / 100, ..self }
    }
}

/// How often each habit occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    habits: [u32; Habit::COUNT],
    occasions: [u32; Occasion::COUNT],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { habits: [0; Habit::COUNT], occasions: [0; Occasion::COUNT] }
    }
}

impl Tally {
    /// Notes a habit.
    pub(super) fn habit(&mut self, habit: Habit) {
        self.habits[habit as usize] += 1;
    }

    /// Notes an occasion.
    pub(super) fn occasion(&mut self, occasion: Occasion) {
        self.occasions[occasion as usize] += 1;
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        for habit in Habit::iter() {
            self.habits[habit as usize] += other.of(habit);
        }
        for occasion in Occasion::iter() {
            self.occasions[occasion as usize] += other.on(occasion);
        }
    }

    /// How often a habit occurred.
    pub fn of(&self, habit: Habit) -> u32 {
        self.habits[habit as usize]
    }

    /// How often there was occasion.
    pub fn on(&self, occasion: Occasion) -> u32 {
        self.occasions[occasion as usize]
    }

    /// How often of a thousand occasions.
    pub fn permille(&self, habits: &[Habit], occasion: Occasion) -> u32 {
        let times: u64 = habits.iter().map(|&habit| u64::from(self.of(habit))).sum();
        let permille = times * 1000 / u64::from(self.on(occasion).max(1));
        u32::try_from(permille).unwrap_or(u32::MAX)
    }
}
