use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, Setup};

/// How castling is understood in a position: as in chess, but where a king or a rook that may castle
/// stands elsewhere, as in Chess960 (Guidelines II.3.2).
pub fn castling_mode(setup: &Setup) -> CastlingMode {
    CastlingMode::detect(setup)
}

/// The position that a set-up describes. Composed positions may have too many pieces, and rights that
/// do not exist are often left standing.
///
/// # Errors
///
/// When the rules do not know it all the same.
pub fn position(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionError<Chess>> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
}
