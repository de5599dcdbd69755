//! How far a position looks from a mate: the smaller, the nearer.
//!
//! All moves of a position are judged from one look at it, without playing them.

use arrayvec::ArrayVec;

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Role, Square, attacks};

/// The largest guess.
pub(super) const WORST: usize = 511;

/// Two guesses: they fail in different places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// To a mate with what stands there.
    pub(super) direct: usize,
    /// To a mate after everything but the king was taken.
    pub(super) strip: usize,
}

/// A piece that may give the mating check.
struct Checker {
    home: Square,
    /// Squares that it alone holds.
    alone: Bitboard,
    spare: u32,
}

/// What a move means for the flights.
#[derive(Clone, Copy)]
enum Moved {
    /// Nothing.
    Idle,
    /// A piece that may give check now stands elsewhere: where from, what it attacks, its spare.
    Checker(Square, Bitboard, u32),
    /// Something else.
    Other,
}

/// How many men there are, which only captures and promotions change.
#[derive(Clone, Copy)]
struct Men {
    /// Of the side that is to mate, without king and pawns.
    pieces: u32,
    /// Of the other, without the king.
    theirs: u32,
    /// Its rooks and queens, and its other pieces with the king.
    heavy: u32,
    light: u32,
}

impl Men {
    fn of(ours: Bitboard, theirs: Bitboard, heavy: Bitboard, pawns: Bitboard) -> Men {
        let count = |men: Bitboard| men.count() as u32;
        Men {
            pieces: count(ours & !pawns) - 1,
            theirs: count(theirs) - 1,
            heavy: count(theirs & heavy),
            light: count(theirs & !heavy & !pawns),
        }
    }
}

/// One position, looked at.
pub(super) struct Scene<'a> {
    pos: &'a Chess,
    men: Men,
    side: Color,
    king: Square,
    hunter: Square,
    /// Everything but the king in the net, who does not shield the squares behind him.
    way: Bitboard,
    /// Squares that `side` attacks, and those that it attacks more than once.
    held: Bitboard,
    twice: Bitboard,
    /// The same for the pieces of the other side, without the king.
    guard: Bitboard,
    guard_twice: Bitboard,
    checkers: ArrayVec<Checker, 6>,
    /// Flights as they are.
    idle: u32,
    /// The man that was asked about last, and what it attacks from where it stands.
    from: (Square, Bitboard),
    /// Whether the move that was asked about last may give check.
    check: bool,
}

/// Squares that the pieces and pawns of `color` attack, once and twice; kings left out.
fn attacked(board: &Board, color: Color, way: Bitboard) -> (Bitboard, Bitboard) {
    let ours = board.by_color(color);
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut add = |on: Bitboard| {
        twice |= once & on;
        once |= on;
    };
    let pawns = ours & board.pawns();
    let left = pawns & !Bitboard::from_file(File::A);
    let right = pawns & !Bitboard::from_file(File::H);
    add(left.shift(color.fold_wb(7, -9)));
    add(right.shift(color.fold_wb(9, -7)));
    for from in ours & board.knights() {
        add(attacks::knight_attacks(from));
    }
    for from in ours & board.bishops_and_queens() {
        add(attacks::bishop_attacks(from, way));
    }
    for from in ours & board.rooks_and_queens() {
        add(attacks::rook_attacks(from, way));
    }
    (once, twice)
}

/// Flights that a check along a line takes away beside those that are held anyhow.
fn spare(role: Role) -> u32 {
    match role {
        Role::Queen => 3,
        Role::Rook | Role::Bishop => 2,
        _ => 1,
    }
}

impl<'a> Scene<'a> {
    pub(super) fn new(pos: &'a Chess, side: Color) -> Option<Scene<'a>> {
        let board = pos.board();
        let (king, hunter) = (board.king_of(!side)?, board.king_of(side)?);
        let ours = board.by_color(side);
        let way = board.occupied().without(king);
        let (mut held, mut twice) = attacked(board, side, way);
        let on = attacks::king_attacks(hunter);
        twice |= held & on;
        held |= on;
        let (guard, guard_twice) = attacked(board, !side, board.occupied());
        let pieces = ours & !board.kings() & !board.pawns();
        let heavy = ours & board.rooks_and_queens();
        let able = if heavy.any() {
            heavy
        } else if pieces.any() {
            pieces
        } else {
            ours & board.pawns()
        };
        let mut checkers = ArrayVec::new();
        for home in able {
            if let Some(piece) = board.piece_at(home)
                && !checkers.is_full()
            {
                let alone = attacks::attacks(home, piece, way) & !twice;
                checkers.push(Checker { home, alone, spare: spare(piece.role) });
            }
        }
        let from = (king, Bitboard::EMPTY); // not a man whose moves are asked about so
        let theirs = board.by_color(!side);
        let men = Men::of(ours, theirs, board.rooks_and_queens(), board.pawns());
        let mut scene = Scene {
            pos,
            men,
            side,
            king,
            hunter,
            way,
            held,
            twice,
            guard,
            guard_twice,
            checkers,
            idle: 0,
            from,
            check: false,
        };
        scene.idle = scene.flights(king, board.by_color(!side), held, Moved::Idle);
        Some(scene)
    }

    /// Squares beside the king that he may go to unless the best checker sees to them.
    fn flights(&self, king: Square, theirs: Bitboard, held: Bitboard, moved: Moved) -> u32 {
        let around = attacks::king_attacks(king) & !theirs;
        let flights = around & !held;
        self.checkers
            .iter()
            .map(|checker| {
                let (alone, spare) = match moved {
                    Moved::Checker(from, on, spare) if from == checker.home => {
                        (on & !self.held, spare)
                    }
                    _ => (checker.alone, checker.spare),
                };
                ((flights | (around & alone)).count() as u32).saturating_sub(spare)
            })
            .min()
            .unwrap_or(8)
    }

    /// Whether the move that [`guess`](Scene::guess) was asked about last may give check.
    ///
    /// A check that is uncovered is overlooked here, and seen when the move is played.
    pub(super) fn check(&self) -> bool {
        self.check
    }

    /// What a man attacks that is about to move; moves come man by man.
    fn off(&mut self, from: Square, role: Role, color: Color) -> Bitboard {
        if self.from.0 != from {
            self.from = (from, attacks::attacks(from, role.of(color), self.way));
        }
        self.from.1
    }

    /// Guesses how far the position after a legal move is from a mate by `side`.
    pub(super) fn guess(&mut self, m: Move) -> Guess {
        let board = self.pos.board();
        let side = self.side;
        let mut ours = board.by_color(side);
        let mut theirs = board.by_color(!side);
        let (mut heavy, mut pawns) = (board.rooks_and_queens(), board.pawns());
        let (mut king, mut hunter, mut held) = (self.king, self.hunter, self.held);
        let (mut twice, mut guard) = (self.twice, self.guard);
        let mut moved = Moved::Other;
        self.check = self.pos.turn() == side;
        if let Move::Normal { role, from, capture, to, promotion } = m {
            let now = promotion.unwrap_or(role);
            heavy.discard(from);
            heavy.set(to, matches!(now, Role::Queen | Role::Rook));
            pawns.discard(from);
            pawns.set(to, now == Role::Pawn);
            if self.pos.turn() == side {
                ours.discard(from);
                ours.add(to);
                theirs.discard(to);
                let off = self.off(from, role, side);
                let on = attacks::attacks(to, now.of(side), self.way.without(from));
                self.check = on.contains(king);
                held &= !(off & !self.twice);
                twice = (twice & !off) | (held & on);
                held |= on;
                if role == Role::King {
                    hunter = to;
                } else {
                    moved = Moved::Checker(from, on, spare(now));
                }
            } else {
                theirs.discard(from);
                theirs.add(to);
                ours.discard(to);
                if role == Role::King {
                    king = to;
                } else {
                    let ring = attacks::king_attacks(king);
                    if capture.is_none() && !ring.contains(from) && !ring.contains(to) {
                        moved = Moved::Idle;
                    }
                    let off = self.off(from, role, !side);
                    guard &= !(off & !self.guard_twice);
                    guard |= attacks::attacks(to, now.of(!side), board.occupied().without(from));
                }
            }
        }
        let best = match moved {
            Moved::Idle => self.idle,
            _ => self.flights(king, theirs, held, moved),
        };
        let (edge, corner) = rim(king);
        let near = gap(hunter, king).saturating_sub(2);
        let (our_heavy, our_pawns) = (ours & heavy, ours & pawns);
        let men = match m {
            Move::Normal { capture: None, promotion: None, .. } | Move::Castle { .. } => self.men,
            _ => Men::of(ours, theirs, heavy, pawns),
        };
        let few = if men.pieces <= 2 { 3 } else { 1 };
        let ring = attacks::king_attacks(king) & !ours;
        let level = if (ring & twice & !guard).any() {
            0
        } else if (ring & (twice | (held & !guard))).any() {
            1
        } else if (ring & held).any() {
            2
        } else {
            3
        };
        let direct = best * 8 + edge * 3 + corner + near * few + level * 3;
        let strip = men.theirs * 20;
        let (direct, strip) = if our_heavy.any() {
            (direct + men.heavy * 3 + men.light * 2, strip + direct / 4)
        } else if our_pawns.any() {
            let run = run(side, our_pawns, ours | theirs);
            (100 + run * 12 + direct / 8, 60 + run * 8 + strip + direct / 8)
        } else if men.heavy + men.light > 5 {
            (260 + direct, 260 + strip + direct / 2)
        } else {
            let mut next = self.pos.clone();
            next.play_unchecked(m);
            let [direct, strip] = super::corner::corner(next.board(), side, king, hunter);
            (260 + direct, 260 + strip)
        };
        Guess { direct: (direct as usize).min(WORST), strip: (strip as usize).min(WORST) }
    }
}

/// Steps of the pawn that is nearest to promotion, with what stands before it counted twice.
pub(super) fn run(side: Color, pawns: Bitboard, occupied: Bitboard) -> u32 {
    pawns
        .into_iter()
        .map(|pawn| {
            let left = side.fold_wb(7 - pawn.rank().to_u32(), pawn.rank().to_u32());
            left + (ahead(side, pawn) & occupied).count() as u32 * 2
        })
        .min()
        .unwrap_or(0)
}

/// Steps of a king between two squares.
fn gap(a: Square, b: Square) -> u32 {
    let (a, b) = (a.to_u32(), b.to_u32());
    (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3))
}

/// Steps to the nearest edge, and to the nearest corner.
fn rim(square: Square) -> (u32, u32) {
    let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
    let (file, rank) = (file.min(7 - file), rank.min(7 - rank));
    (file.min(rank), file + rank)
}

/// The squares before a pawn.
pub(super) fn ahead(side: Color, pawn: Square) -> Bitboard {
    let above = u64::MAX.checked_shl((pawn.to_u32() | 7) + 1).unwrap_or(0);
    let below = !(u64::MAX << (pawn.to_u32() & 56));
    Bitboard::from_file(pawn.file()) & Bitboard(side.fold_wb(above, below))
}
