use serde::{Deserialize, Serialize};
use shakmaty::{Color, Square, uci::UciMove};

use super::{GameResult, Ms, Squares, Text};

/// Something the arbiter or the technician should know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alert {
    /// Counts from 1 within a game.
    pub id: u32,
    /// Rises when the alert changes; the last one counts.
    pub rev: u32,
    /// Ply it concerns: how many moves stood when it was raised.
    pub ply: u32,
    /// What it is about, with the kind's own fields.
    #[serde(flatten)]
    pub matter: Matter,
    /// How much it matters.
    pub severity: Severity,
    /// Whom it is for.
    #[serde(rename = "for")]
    pub watch: Watch,
    /// The player concerned.
    #[serde(default)]
    pub side: Option<Text<Color>>,
    /// The squares concerned.
    #[serde(default)]
    pub squares: Squares,
    /// The article concerned, of the edition in force.
    pub article: Option<String>,
    /// The article by which it is punished.
    pub penalty: Option<String>,
    /// The edition in force.
    pub rules: String,
    /// The arbiter must not tell the player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hands_off: bool,
    /// What the edition prescribes.
    #[serde(default)]
    pub advice: Vec<Advice>,
    /// Other lawful outcomes.
    #[serde(default)]
    pub choices: Vec<Choice>,
}

impl Alert {
    /// Whether it is about clocks and times alone, whatever stands on the board.
    pub fn is_about_time(&self) -> bool {
        matches!(
            self.kind(),
            AlertKind::ClockStopped
                | AlertKind::FlagFall
                | AlertKind::BothFlags
                | AlertKind::QuickplayFinish
                | AlertKind::TimeTrouble
                | AlertKind::RecordingWaived
                | AlertKind::Late
                | AlertKind::ClockSetting
                | AlertKind::ClockFault
        )
    }

    /// Whether it is about what stands on its squares: they raise no second one.
    pub fn names_squares(&self) -> bool {
        matches!(
            self.kind(),
            AlertKind::Displaced
                | AlertKind::OutOfTurn
                | AlertKind::IllegalMove
                | AlertKind::WrongStart
                | AlertKind::SensorFault
        )
    }

    /// The kind, without its fields.
    pub fn kind(&self) -> AlertKind {
        AlertKind::from(&self.matter)
    }
}

/// How much an alert matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// For the log and the board's own page.
    Info,
    /// The arbiter may want to look.
    Attention,
    /// He must decide.
    Decision,
}

/// Whom an alert is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Watch {
    /// The arbiter.
    Arbiter,
    /// The technician.
    Technician,
}

/// Why an alert went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cleared {
    /// The board is in order again.
    Restored,
    /// Its advice was carried out.
    Applied,
    /// The arbiter took no action.
    Dismissed,
    /// It no longer matters.
    Moot,
    /// The sensors read again, and where the pieces stand is known.
    Mended,
}

/// One step that the edition prescribes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Advice {
    /// Time to a player.
    AddTime {
        /// Whom.
        side: Text<Color>,
        /// How much; may be negative.
        ms: i64,
    },
    /// Back to the position after a ply.
    Reinstate {
        /// The ply.
        ply: u32,
    },
    /// The game is lost.
    Lose {
        /// By whom.
        side: Text<Color>,
    },
    /// The game is drawn.
    Draw {},
    /// The pawn becomes this piece.
    Promote {
        /// FEN letter, lower case.
        piece: char,
    },
    /// A warning.
    Warn {
        /// Whom.
        side: Text<Color>,
    },
    /// The player must play one of these.
    Oblige {
        /// Who.
        side: Text<Color>,
        /// The moves.
        moves: Vec<Text<UciMove>>,
    },
    /// Both clocks stop.
    Pause {},
    /// A new game is due.
    NewGame {},
    /// What stands on the board becomes the position.
    AcceptBoard {
        /// The position that was offered; without one whatever fits what stands there then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
    },
}

/// Another lawful outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// By which article.
    pub article: Option<String>,
    /// What is done.
    pub steps: Vec<Advice>,
}

/// A touch as evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Touched {
    /// Where the piece stood.
    pub square: Text<Square>,
    /// FEN letter.
    pub piece: char,
    /// When it was lifted.
    pub from: Ms,
    /// When it came back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Ms>,
    /// How long it was in the air.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifted_ms: Option<Ms>,
    /// Where else it was set meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_on: Option<Text<Square>>,
}

/// What a touch counts as that nobody announced or explained: 4.3 / 4.2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Presumption {
    /// Nothing is presumed: that it was deliberate must be shown.
    Open,
    /// Deliberate, unless it was clearly an accident.
    Deliberate,
}

/// How far a claim of a quickplay finish has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ruling {
    /// The arbiter is asked.
    Asked,
    /// He has put it off: the game goes on, and he rules later (10.2.2 / III.5.2).
    Postponed,
}

/// How a clock is set otherwise than the time control has it (6.10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClockFlaw {
    /// The time at the start.
    Time,
    /// What a move brings.
    Increment,
    /// What a period brings.
    AddedTime,
}

/// Why a move is illegal, in a word a player understands.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IllegalReason {
    /// That piece does not move so.
    PieceMovement,
    /// Something stands in the way.
    PathBlocked,
    /// A player's own piece stood there.
    OwnPieceCaptured,
    /// The own king is in check afterwards.
    KingLeftInCheck,
    /// King or rook had moved before.
    CastlingRightLost,
    /// Something stands between king and rook.
    CastlingBlocked,
    /// The king passes an attacked square.
    CastlingThroughCheck,
    /// The king is in check.
    CastlingInCheck,
    /// King or rook was set on another square than castling asks.
    CastlingWrongSquare,
    /// A king was captured.
    KingCaptured,
    /// There is no pawn to take in passing.
    NoEnPassant,
    /// A pawn stayed on the last rank.
    PawnNotPromoted,
}

/// What an alert is about, with the fields of its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, strum::EnumDiscriminants)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[strum_discriminants(name(AlertKind))]
#[strum_discriminants(derive(
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::EnumIter,
    strum::EnumString
))]
#[strum_discriminants(serde(rename_all = "snake_case"))]
#[strum_discriminants(strum(serialize_all = "snake_case"))]
#[strum_discriminants(doc = "The kinds of alerts.")]
#[strum_discriminants(allow(missing_docs))]
#[strum_discriminants(cfg_attr(feature = "schema", derive(schemars::JsonSchema)))]
#[allow(
    missing_docs,
    reason = "the kinds are described one by one in the contract's table of alerts"
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Matter {
    TouchMove {
        touched: Vec<Touched>,
        uci: Text<UciMove>,
        required: Vec<Text<UciMove>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        presumption: Option<Presumption>,
    },
    CastlingRookFirst {
        uci: Text<UciMove>,
    },
    MoveRetracted {
        uci: Text<UciMove>,
        stood: Text<UciMove>,
    },
    IllegalMove {
        uci: Text<UciMove>,
        reason: IllegalReason,
        count: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    PressedWithoutMove {
        count: u32,
    },
    PressedEarly {
        uci: Text<UciMove>,
    },
    TwoHands {},
    PromotionUnverified {},
    ClockNotPressed {},
    MovedBeforePress {},
    WrongClockRunning {},
    ClockStopped {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Text<Color>>,
    },
    OutOfTurn {
        uci: Text<UciMove>,
    },
    TouchedOutOfTurn {
        count: u32,
    },
    Displaced {
        missing: Squares,
        extra: Squares,
    },
    WrongStart {
        missing: Squares,
        extra: Squares,
    },
    BoardRotated {},
    BoardTurned {},
    ArmyAtFarEnd {},
    FlagFall {
        /// None while it is not yet known whether the opponent can mate.
        result: Option<GameResult>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
    },
    BothFlags {},
    GameSeemsOver {},
    PlaysOn {
        reason: super::Reason,
    },
    AmbiguousMove {
        candidates: Vec<Text<UciMove>>,
    },
    ThreefoldClaimable {
        count: u32,
    },
    FiftyMovesClaimable {
        count: u32,
    },
    ClaimedMoveNotPlayed {
        required: Vec<Text<UciMove>>,
    },
    RepeatedOffers {},
    QuickplayFinish {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ruling: Option<Ruling>,
        /// What refusing the claim does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        refused: Vec<Advice>,
        /// What postponing the ruling does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        postponed: Vec<Advice>,
    },
    TimeTrouble {},
    RecordingWaived {},
    Late {},
    IllegalPosition {},
    ClockSetting {
        flaw: ClockFlaw,
        expected_ms: Ms,
        shown_ms: Ms,
    },
    ClockFault {
        reason: String,
    },
    SensorFault {
        reason: String,
    },
}
