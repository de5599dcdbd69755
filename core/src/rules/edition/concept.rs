use crate::board::Reason;

/// What an article can be about. An edition says for each which of its articles that is, or that it
/// has none.
///
/// The names follow the kinds of alerts and the reasons of endings: `illegal_move`,
/// `ended_by_checkmate`. Where one kind rests on several articles each has a name of its own.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::EnumIter,
    strum::EnumString,
    strum::Display,
)]
#[strum(serialize_all = "snake_case")]
pub enum Concept {
    /// A piece of the player's own was touched: it must move.
    TouchMoveOwn,
    /// An enemy piece was touched: it must be taken.
    TouchMoveEnemy,
    /// Pieces of both colours were touched.
    TouchMoveBoth,
    /// King and rook were touched: castle.
    TouchMoveCastling,
    /// The rook was touched before the king.
    CastlingRookFirst,
    /// King and rook were touched, and they cannot castle.
    CastlingImpossible,
    /// The king was released on a castling square: castle.
    KingReleased,
    /// The same, and it cannot castle to that side.
    KingReleasedInVain,
    /// A piece was released and then moved on.
    MoveRetracted,
    /// None of the touched pieces can move or be taken: any move.
    AnyMove,
    /// The right to complain has ended with a touch.
    ComplaintLapsed,

    /// A move that Article 3 forbids was completed.
    IllegalMove,
    /// A pawn was left on the last rank.
    IllegalMovePawnNotPromoted,
    /// An illegal move was put back before the press.
    TakenBackBeforePress,
    /// An illegal move that was answered stands (limited supervision).
    AnsweredIllegalMove,
    /// Both kings in check, or a pawn on its last rank (limited supervision).
    IllegalPosition,
    /// The clock was pressed and no move made.
    PressedWithoutMove,
    /// The clock was pressed before the move was made.
    PressedEarly,
    /// Two hands made one move.
    TwoHands,
    /// Nobody saw what a pawn became.
    PromotionUnverified,
    /// The side that is not to move moved.
    OutOfTurn,
    /// The side that is not to move touched.
    TouchedOutOfTurn,
    /// A player displaced pieces.
    Displaced,
    /// Pieces are found displaced.
    DisplacedFound,

    /// The clock was not pressed after a move.
    ClockNotPressed,
    /// The opponent replied before the press.
    MovedBeforePress,
    /// The wrong side's time runs.
    WrongClockRunning,
    /// A player stopped both clocks.
    ClockStopped,
    /// He had no reason to.
    GroundlessStop,
    /// The arbiter stops both clocks.
    ClockPaused,
    /// The time is used up.
    FlagFall,
    /// A flag counts when it is noticed or claimed.
    FlagNoticed,
    /// A win on time is claimed (limited supervision).
    FlagClaimedLimited,
    /// The arbiter calls a flag (limited supervision).
    FlagCalledLimited,
    /// A flag falls where nobody kept score: stop and reconstruct.
    UnrecordedFlag,
    /// Both times are used up.
    BothFlags,
    /// Less than five minutes left.
    TimeTrouble,
    /// One player need not record.
    RecordingWaived,
    /// Neither player need record.
    RecordingWaivedBoth,
    /// The clock was set wrongly.
    ClockSetting,
    /// No clock setting is changed after ten moves (limited supervision).
    SettingsKept,
    /// The clock is defective.
    ClockFault,
    /// The times after an irregularity.
    TimesAdjusted,

    /// The starting position was wrong.
    WrongStart,
    /// The board lies a quarter turn wrong.
    BoardRotated,
    /// The board lies turned by 180° to its wiring.
    BoardTurned,
    /// The colours are reversed.
    ArmyAtFarEnd,
    /// It is too late to complain of the start (limited supervision).
    StartKept,
    /// A player is late.
    Late,
    /// Both are.
    BothAbsent,

    /// The position occurred for the third time.
    ThreefoldClaimable,
    /// Fifty moves without pawn move and capture.
    FiftyMovesClaimable,
    /// A claim stops the clocks and cannot be withdrawn.
    ClaimMade,
    /// A claim is correct.
    ClaimRight,
    /// It is not.
    ClaimWrong,
    /// A touch has forfeited the claim.
    ClaimNotEntitled,
    /// After a wrong claim another move than the intended one was played.
    ClaimedMoveNotPlayed,
    /// A draw is offered.
    DrawOffer,
    /// One player offers again and again.
    RepeatedOffers,
    /// A draw is agreed before the event allows it.
    AgreementTooEarly,
    /// A quickplay finish is on.
    QuickplayFinish,
    /// A claim in it is granted.
    QuickplayGranted,
    /// It is put off.
    QuickplayPostponed,
    /// It is refused.
    QuickplayRefused,
    /// It is made where there is no arbiter.
    QuickplayWithoutArbiter,

    /// The players have finished but entered no result.
    GameSeemsOver,
    /// They play on in a dead position.
    PlaysOnDeadPosition,
    /// They play on after a draw that nobody has to claim.
    PlaysOnUnclaimed,

    /// Mate.
    EndedByCheckmate,
    /// Stalemate.
    EndedByStalemate,
    /// Nobody can mate.
    EndedByDeadPosition,
    /// Fifth occurrence.
    EndedByFivefoldRepetition,
    /// 75 moves.
    EndedBySeventyFiveMoves,
    /// A correct claim: the position has occurred three times.
    EndedByThreefoldRepetition,
    /// A correct claim: it will, by the intended move.
    EndedByThreefoldRepetitionIntended,
    /// A correct claim: fifty moves have been made.
    EndedByFiftyMoves,
    /// A correct claim: they will, by the intended move.
    EndedByFiftyMovesIntended,
    /// Resigned.
    EndedByResignation,
    /// Agreed.
    EndedByAgreement,
    /// The flag fell.
    EndedByFlagFall,
    /// Too many illegal moves.
    EndedByIllegalMoves,
    /// A player did not come.
    EndedByForfeit,
    /// Quickplay finish.
    EndedByQuickplayFinish,
    /// Conduct.
    EndedByConduct,
    /// The arbiter decided.
    EndedByArbiter,

    /// Rapid and blitz: the full rules apply, for one arbiter watches few enough games.
    FullSupervision,
    /// They do not.
    LimitedSupervision,
    /// A player asks to see the record.
    RecordShown,

    /// Several moves explain what was seen.
    AmbiguousMove,
    /// A sensor cannot be trusted.
    SensorFault,
}

impl Concept {
    /// The article by which a game ends. `intended`: a correct claim rested on an intended move.
    pub fn ending(reason: Reason, intended: bool) -> Concept {
        match reason {
            Reason::Checkmate => Concept::EndedByCheckmate,
            Reason::Stalemate => Concept::EndedByStalemate,
            Reason::DeadPosition => Concept::EndedByDeadPosition,
            Reason::FivefoldRepetition => Concept::EndedByFivefoldRepetition,
            Reason::SeventyFiveMoves => Concept::EndedBySeventyFiveMoves,
            Reason::ThreefoldRepetition if intended => Concept::EndedByThreefoldRepetitionIntended,
            Reason::ThreefoldRepetition => Concept::EndedByThreefoldRepetition,
            Reason::FiftyMoves if intended => Concept::EndedByFiftyMovesIntended,
            Reason::FiftyMoves => Concept::EndedByFiftyMoves,
            Reason::Resignation => Concept::EndedByResignation,
            Reason::Agreement => Concept::EndedByAgreement,
            Reason::FlagFall => Concept::EndedByFlagFall,
            Reason::IllegalMoves => Concept::EndedByIllegalMoves,
            Reason::Forfeit => Concept::EndedByForfeit,
            Reason::QuickplayFinish => Concept::EndedByQuickplayFinish,
            Reason::Conduct => Concept::EndedByConduct,
            Reason::Arbiter => Concept::EndedByArbiter,
        }
    }
}
