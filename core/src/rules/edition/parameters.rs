use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::board::{Ms, NextPeriod, Presumption};

/// What differs between editions, kinds of play and events. Times are in ms.
///
/// Every edition states each of them; an event may override any (`parameters` in a trace's header).
/// Articles are ru-2009 / ru-2018 and fide-2023.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Which illegal move of a player loses: 3 (7.4.2) / 2 (7.5.5).
    pub illegal_moves_lose: NonZeroU32,
    /// Time to the opponent for each illegal move before that one.
    pub illegal_move_ms: Ms,
    /// When he gets it.
    pub illegal_move_time: PenaltyTime,
    /// An illegal move put back before the press (ru-2009 4.6, last paragraph).
    pub illegal_move_taken_back: Treatment,
    /// A press without a move: 6.7.1 / 7.5.3.
    pub pressed_without_move: Treatment,
    /// Two hands for one move: 4.1 / 7.5.4.
    pub two_hands: Treatment,
    /// What becomes of a pawn left on the last rank: 7.4.1 / 7.5.2.
    pub unpromoted_pawn: UnpromotedPawn,
    /// An illegal move that the opponent has answered: 7.4.1 / 7.5.1, 13.4.2, A.5.2.
    pub answered_illegal_move: AnsweredIllegalMove,
    /// Both kings in check, or a pawn on its last rank: 13.4.4, A.5.4.
    pub illegal_position: IllegalPosition,

    /// What a touch that nobody announced or explained counts as: 4.3 / 4.2.2.
    pub touch: Presumption,
    /// Pieces of both colours touched, and the first of one cannot take the first of the other:
    /// 4.3.3.
    pub touched_both: TouchedBoth,
    /// King and rook touched at once, and they cannot castle: 4.4.3.
    pub touched_at_once: TouchedAtOnce,
    /// The king released on a castling square, and it can neither castle nor move: 4.3.1 with 4.5 /
    /// 4.7.2.
    pub king_released: KingReleased,
    /// What a player may no longer complain of once he has touched a piece: 4.7 / 4.8.
    pub complaint_lapses: ComplaintLapses,

    /// When the opponent has the move: 1.1 / 1.3.
    pub turn_passes: TurnPasses,
    /// What completes a move that nobody pressed for: 6.7.1 / 6.2.1.
    pub unpressed_move: UnpressedMove,

    /// How late a player may come before he loses: 6.6.1 / 6.7.1.
    pub default_time_ms: Ms,
    /// Reversed colours mean a new game until both have completed this many moves; 0: play on.
    /// 7.2 / 7.3.
    pub reversed_colours_moves: u32,
    /// How long a wrong start can be complained of: 7.1 / 7.2, 13.4.1.2, A.5.1.2.
    pub start_complaints: StartComplaints,

    /// When the next period's time is added: 6.2.
    pub next_period: NextPeriod,
    /// Both flags down and nobody knows which fell first: 6.11 / III.3.1.
    pub both_flags: BothFlags,
    /// Whether the players must record their moves: 8.1 / 13.2, A.2.
    pub recording: Recording,
    /// With less time than this a player need not record (8.4),
    pub recording_waived_ms: Ms,
    /// unless each move brings at least this much.
    pub recording_increment_ms: Ms,
    /// With less time than this an arbiter should be present: 8.5.1.
    pub time_trouble_ms: Ms,

    /// Time to the opponent for a wrong draw claim: 9.5.2 / 9.5.3.
    pub wrong_claim_ms: Ms,
    /// The fifth occurrence of a position: – / 9.6.1.
    pub fivefold_repetition: Unclaimed,
    /// 75 moves without pawn move and capture: – / 9.6.2.
    pub seventy_five_moves: Unclaimed,
    /// A draw can be agreed once both have made this many moves: 9.1.1, 5.2.3.
    pub agreement_moves: u32,
    /// Resigning where the opponent cannot mate by any moves: 5.1.2.
    pub hopeless_resignation: HopelessResignation,
    /// Whether quickplay finish is in force: 10 / Guidelines III, if announced.
    pub quickplay_finish: QuickplayFinish,
    /// Who rules on such a claim: an arbiter at once (10.2), or one afterwards where there is none in the
    /// hall, and the claim ends the game (11 / III.6).
    pub quickplay_ruling: QuickplayRuling,
    /// With less time than this it can be claimed: 10.2 / III.4, III.5.
    pub quickplay_ms: Ms,
    /// Time to the opponent when such a claim is put off: 10.2.2 / III.5.2.
    pub quickplay_postponed_ms: Ms,
    /// Time to the opponent when it is refused: 10.2.3 / III.5.3.
    pub quickplay_refused_ms: Ms,
}

macro_rules! choices {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident),+ $(,)? })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$doc])* $variant),+ }
    )+};
}

choices! {
    /// When the opponent gets time for an illegal move.
    PenaltyTime {
        /// Always.
        Always,
        /// If it was he who complained (ru-2009 7.4.2).
        IfClaimed,
    }

    /// How an irregularity is punished.
    Treatment {
        /// Not at all.
        Nothing,
        /// With a warning, or as the general penalties have it.
        Warning,
        /// As an illegal move, and it counts as one.
        AsIllegalMove,
    }

    /// What becomes of a pawn left on the last rank.
    UnpromotedPawn {
        /// The player may still choose a piece.
        AnyPiece,
        /// It becomes a queen.
        Queen,
    }

    /// What becomes of an illegal move that the opponent has answered.
    AnsweredIllegalMove {
        /// The position before it is reinstated.
        Reinstated,
        /// It stands.
        Stands,
    }

    /// What becomes of a position that no game can reach.
    IllegalPosition {
        /// The position before the illegal move is reinstated.
        Reinstated,
        /// If it still stands after the next move the game is drawn.
        Drawn,
    }

    /// What pieces of both colours, touched, bind to when the first cannot take the first.
    TouchedBoth {
        /// To take the enemy piece with another; else to move the own; else to nothing
        /// (ru-2009 4.3.3, 4.3.1, 4.5).
        TakeWithAnother,
        /// To move or take the first touched piece that can be moved or taken.
        FirstPossible,
    }

    /// What king and rook bind to that were touched at once and cannot castle.
    TouchedAtOnce {
        /// As if the king had been touched first: it must move, else any move.
        KingFirst,
        /// Nobody can tell which was first: either must move.
        Either,
    }

    /// What a king released for a castling that is impossible binds to when it has no move.
    KingReleased {
        /// It was touched: the next touched piece that can be moved must be moved.
        AsTouched,
        /// It was to castle: any move.
        AsCastling,
    }

    /// What a touch ends the right to complain of.
    ComplaintLapses {
        /// Touch-move and castling: 4.3 and 4.4.
        TouchedPieces,
        /// All of Article 4, as 4.1–4.7.
        AllHandling,
    }

    /// When the turn passes.
    TurnPasses {
        /// When the move is completed.
        Completed,
        /// When the move is made.
        Made,
    }

    /// What completes a move that nobody pressed for.
    UnpressedMove {
        /// That it ends the game.
        Ending,
        /// That, or the player's next move.
        EndingOrNextMove,
    }

    /// How long a wrong start can be complained of.
    StartComplaints {
        /// For the whole game.
        Always,
        /// Until both players have completed ten moves.
        TenMoves,
    }

    /// What both flags down mean.
    BothFlags {
        /// In the last period a draw; before it, play on.
        Draw,
        /// The arbiter decides.
        Arbiter,
    }

    /// Whether moves are recorded.
    Recording {
        /// They must be.
        Required,
        /// They need not be.
        Optional,
    }

    /// What a draw that nobody claimed does.
    Unclaimed {
        /// Nothing: it must be claimed.
        PlaysOn,
        /// It ends the game.
        Ends,
    }

    /// What a resignation is where the opponent cannot mate.
    HopelessResignation {
        /// Lost.
        Lost,
        /// Drawn.
        Drawn,
    }

    /// When a claim of a quickplay finish is ruled on.
    QuickplayRuling {
        /// At the board.
        AtOnce,
        /// After the game.
        Afterwards,
    }

    /// Whether quickplay finish is in force.
    QuickplayFinish {
        /// It is not.
        Off,
        /// It is.
        On,
    }
}

/// How long things must last, or may, before they count: the contract's default times, ms.
///
/// No rule names them; they are what tells a brush from a touch. An event may override any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// A shorter lift to the same square is a brush.
    pub brush_ms: Ms,
    /// A piece may land this long after the press: the sensor is slower than the hand.
    pub early_press_ms: Ms,
    /// Two pieces set down within this time need two hands.
    pub two_hands_ms: Ms,
    /// King and rook lifted within this time were lifted together.
    pub together_ms: Ms,
    /// A pawn pushed and pressed within this time was hardly exchanged.
    pub promotion_ms: Ms,
    /// Pieces standing wrong for this long are displaced.
    pub displaced_ms: Ms,
    /// A piece standing where it could go for this long was released there.
    pub retracted_ms: Ms,
    /// The wrong side's time running for this long is a forgotten clock.
    pub clock_ms: Ms,
    /// Kings standing in the centre for this long signal a result.
    pub kings_ms: Ms,
    /// Within this time both armies' disorder is the end of the game.
    pub seems_over_ms: Ms,
    /// After the clocks resume the lever may be set right for this long.
    pub resume_ms: Ms,
    /// A legal position standing for this long is a move made.
    pub made_ms: Ms,
    /// A position that ends the game ends it after standing for this long.
    pub ending_ms: Ms,
}

impl Default for Times {
    fn default() -> Self {
        Times {
            brush_ms: 150,
            early_press_ms: 250,
            two_hands_ms: 150,
            together_ms: 100,
            promotion_ms: 700,
            displaced_ms: 3_000,
            retracted_ms: 3_000,
            clock_ms: 15_000,
            kings_ms: 5_000,
            seems_over_ms: 10_000,
            resume_ms: 5_000,
            made_ms: 300,
            ending_ms: 1_000,
        }
    }
}
