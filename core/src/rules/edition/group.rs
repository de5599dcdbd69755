use strum::IntoEnumIterator;

use super::Concept;
use crate::board::Supervision;

/// Under which heading a concept or a parameter stands, in the order of a game.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::EnumIter,
)]
#[strum(serialize_all = "snake_case")]
pub enum Group {
    /// Before the first move: the board, the pieces, lateness.
    Start,
    /// What a hand on a piece binds to.
    Touches,
    /// Whose turn it is.
    Turn,
    /// What Article 3 forbids, and other irregularities.
    Irregularities,
    /// The clock and the record of the moves.
    Clock,
    /// Claims, offers, quickplay finish.
    Draws,
    /// How games end.
    Endings,
    /// Rapid and blitz: how many games an arbiter watches.
    Supervision,
    /// What is about the board itself.
    Board,
    /// How long things last before they count.
    Waiting,
}

/// The parameters of each group, in the order of the editions' files.
const PARAMETERS: [(Group, &[&str]); 7] = [
    (Group::Start, &["default_time_ms", "reversed_colours_moves", "start_complaints"]),
    (
        Group::Touches,
        &["touch", "touched_both", "touched_at_once", "king_released", "complaint_lapses"],
    ),
    (Group::Turn, &["turn_passes", "unpressed_move"]),
    (
        Group::Irregularities,
        &[
            "illegal_moves_lose",
            "illegal_move_ms",
            "illegal_move_time",
            "illegal_move_taken_back",
            "pressed_without_move",
            "two_hands",
            "unpromoted_pawn",
            "answered_illegal_move",
            "illegal_position",
        ],
    ),
    (
        Group::Clock,
        &[
            "next_period",
            "both_flags",
            "recording",
            "recording_waived_ms",
            "recording_increment_ms",
            "time_trouble_ms",
        ],
    ),
    (
        Group::Draws,
        &[
            "wrong_claim_ms",
            "fivefold_repetition",
            "seventy_five_moves",
            "agreement_moves",
            "hopeless_resignation",
            "quickplay_finish",
            "quickplay_ruling",
            "quickplay_ms",
            "quickplay_postponed_ms",
            "quickplay_refused_ms",
        ],
    ),
    (
        Group::Waiting,
        &[
            "brush_ms",
            "early_press_ms",
            "two_hands_ms",
            "together_ms",
            "promotion_ms",
            "displaced_ms",
            "retracted_ms",
            "clock_ms",
            "kings_ms",
            "seems_over_ms",
            "resume_ms",
            "made_ms",
            "ending_ms",
        ],
    ),
];

impl Group {
    /// All groups in order.
    pub fn all() -> impl Iterator<Item = Group> {
        Group::iter()
    }

    /// The concepts that stand under it.
    pub fn concepts(self) -> impl Iterator<Item = Concept> {
        Concept::iter().filter(move |concept| concept.group() == self)
    }

    /// The names of the parameters that stand under it.
    pub fn parameters(self) -> &'static [&'static str] {
        PARAMETERS.iter().find(|(group, _)| *group == self).map_or(&[], |(_, names)| names)
    }
}

impl Concept {
    /// Under which heading it stands.
    pub fn group(self) -> Group {
        // Concepts are declared group by group; these are the last of each.
        match self {
            concept if concept <= Concept::ComplaintLapsed => Group::Touches,
            concept if concept <= Concept::DisplacedFound => Group::Irregularities,
            concept if concept <= Concept::TimesAdjusted => Group::Clock,
            concept if concept <= Concept::BothAbsent => Group::Start,
            concept if concept <= Concept::QuickplayWithoutArbiter => Group::Draws,
            concept if concept <= Concept::EndedByArbiter => Group::Endings,
            concept if concept <= Concept::RecordShown => Group::Supervision,
            _ => Group::Board,
        }
    }

    /// The supervision of rapid or blitz that it is for; none where it is for any play.
    pub fn supervision(self) -> Option<Supervision> {
        match self {
            Concept::AnsweredIllegalMove
            | Concept::IllegalPosition
            | Concept::FlagClaimedLimited
            | Concept::FlagCalledLimited
            | Concept::SettingsKept
            | Concept::StartKept
            | Concept::LimitedSupervision => Some(Supervision::Limited),
            Concept::FullSupervision | Concept::RecordShown => Some(Supervision::Full),
            _ => None,
        }
    }

    /// How it comes to be known.
    pub fn known(self) -> Known {
        match self {
            Concept::MoveRetracted | Concept::PressedEarly | Concept::TwoHands => Known::Shown,
            Concept::TakenBackBeforePress
            | Concept::PromotionUnverified
            | Concept::TouchedOutOfTurn
            | Concept::Late => Known::SensedInPart,
            Concept::ArmyAtFarEnd
            | Concept::BothAbsent
            | Concept::StartKept
            | Concept::GroundlessStop
            | Concept::ClockPaused
            | Concept::ClockSetting
            | Concept::SettingsKept
            | Concept::ClockFault
            | Concept::TimesAdjusted
            | Concept::DrawOffer
            | Concept::RepeatedOffers
            | Concept::AgreementTooEarly
            | Concept::QuickplayGranted
            | Concept::QuickplayPostponed
            | Concept::QuickplayRefused
            | Concept::QuickplayWithoutArbiter
            | Concept::EndedByResignation
            | Concept::EndedByAgreement
            | Concept::EndedByForfeit
            | Concept::EndedByQuickplayFinish
            | Concept::EndedByConduct
            | Concept::EndedByArbiter
            | Concept::FullSupervision
            | Concept::LimitedSupervision
            | Concept::RecordShown => Known::Told,
            _ => Known::Sensed,
        }
    }
}

/// How what a rule is about comes to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Known {
    /// The board and the clock show it.
    Sensed,
    /// They show some of it.
    SensedInPart,
    /// The arbiter enters it.
    Told,
    /// They cannot show it; the arbiter gets what he needs to decide.
    Shown,
}
