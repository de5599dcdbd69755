//! Chess960 starts and their positions.

use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Rank, Role, Setup, Square,
    fen::Fen,
};

/// The first rank of a start by its number (Scharnagl), 0 to 959; 518 is chess.
pub fn first_rank(number: usize) -> [Role; 8] {
    let mut rank = [None; 8];
    let free = |rank: &[Option<Role>; 8], n: usize| {
        (0..8).filter(|file| rank[*file].is_none()).nth(n).unwrap()
    };
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    let queen = free(&rank, number / 16 % 6);
    rank[queen] = Some(Role::Queen);
    let knights = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).nth(number / 96).unwrap();
    let (first, second) = (free(&rank, knights.0), free(&rank, knights.1));
    (rank[first], rank[second]) = (Some(Role::Knight), Some(Role::Knight));
    for role in [Role::Rook, Role::King, Role::Rook] {
        let place = free(&rank, 0);
        rank[place] = Some(role);
    }
    rank.map(Option::unwrap)
}

/// The starting position with that number.
pub fn start(number: usize) -> Setup {
    let mut board = Board::empty();
    for (file, role) in File::ALL.into_iter().zip(first_rank(number)) {
        for color in Color::ALL {
            let second = color.fold_wb(Rank::Second, Rank::Seventh);
            board.set_piece_at(Square::from_coords(file, color.backrank()), role.of(color));
            board.set_piece_at(Square::from_coords(file, second), Role::Pawn.of(color));
        }
    }
    Setup { castling_rights: board.rooks(), board, ..Setup::initial() }
}

pub fn position(setup: &Setup) -> Chess {
    Chess::from_setup(setup.clone(), CastlingMode::detect(setup)).unwrap()
}

pub fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}
