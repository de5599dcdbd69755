//! Squares that read occupied because a diode of the matrix is missing.

/// How often two squares must have come and gone together.
const SURE: u8 = 3;

/// Looks for squares of a matrix that come and go together.
///
/// Three closed contacts at the corners of a rectangle close the fourth where the diode at the
/// corner between them is missing (tmk_keyboard #469). Then it changes at the very reading at
/// which one of the others does, and no two hands do so again and again.
#[derive(Clone, Debug)]
pub(crate) struct Ghosts {
    before: Option<u64>,
    /// How often a square changed in such company since it last changed alone.
    together: [u8; 64],
}

impl Default for Ghosts {
    fn default() -> Ghosts {
        Ghosts { before: None, together: [0; 64] }
    }
}

impl Ghosts {
    /// Sees the closed contacts of a reading, bit 8 × row + column. Gives those that cannot be told
    /// from ghosts by now: the real one of a pair is among them.
    pub(crate) fn see(&mut self, closed: u64) -> u64 {
        let Some(before) = self.before.replace(closed) else { return 0 };
        let changed = closed ^ before;
        if changed == 0 {
            return self.ghosts();
        }
        for square in bits(changed) {
            // What came is judged by the contacts that are there now, what went by those before.
            let (all, with) = if closed >> square & 1 == 1 {
                (closed, closed & !before)
            } else {
                (before, before & !closed)
            };
            let company = bits(with & !(1 << square));
            let count = &mut self.together[square as usize];
            if company.into_iter().any(|other| on_a_rectangle(all, square, other)) {
                *count = count.saturating_add(1);
            } else {
                *count = 0;
            }
        }
        self.ghosts()
    }

    fn ghosts(&self) -> u64 {
        let sure = (0..64).filter(|square| self.together[*square as usize] >= SURE);
        sure.fold(0, |all, square: u32| all | 1 << square)
    }
}

/// Whether two contacts are corners of a rectangle whose corners are all closed.
fn on_a_rectangle(closed: u64, a: u32, b: u32) -> bool {
    let is = |row: u32, column: u32| closed >> (8 * row + column) & 1 == 1;
    let (row, column, other_row, other_column) = (a / 8, a % 8, b / 8, b % 8);
    match (row == other_row, column == other_column) {
        (true, true) => false,
        (false, false) => is(row, other_column) && is(other_row, column),
        (true, false) => (0..8).any(|r| r != row && is(r, column) && is(r, other_column)),
        (false, true) => (0..8).any(|c| c != column && is(row, c) && is(other_row, c)),
    }
}

fn bits(mut mask: u64) -> Vec<u32> {
    let mut bits = Vec::new();
    while mask != 0 {
        bits.push(mask.trailing_zeros());
        mask &= mask - 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a matrix without the diodes of `open` reads: current flows backwards through those.
    fn read(closed: u64, without_diode: u64) -> u64 {
        let mut read = closed;
        for row in 0..8 {
            // Rows and columns that are low while this row is driven.
            let (mut rows, mut columns) = (1u8 << row, 0u8);
            loop {
                let (rows_before, columns_before) = (rows, columns);
                for contact in bits(closed) {
                    let (r, c) = (contact / 8, contact % 8);
                    if rows >> r & 1 == 1 {
                        columns |= 1 << c;
                    }
                    if columns >> c & 1 == 1 && without_diode >> contact & 1 == 1 {
                        rows |= 1 << r;
                    }
                }
                if (rows, columns) == (rows_before, columns_before) {
                    break;
                }
            }
            read |= u64::from(columns) << (8 * row);
        }
        read
    }

    #[test]
    fn a_missing_diode_is_found_by_what_comes_and_goes_with_a_piece() {
        let set_up = 0xffff_0000_0000_ffffu64;
        for missing in [0, 7, 12, 48, 63] {
            let mut ghosts = Ghosts::default();
            ghosts.see(read(set_up, 1 << missing));
            let beside = 24 + missing % 8;
            let mut found = 0;
            for _ in 0..2 {
                for closed in [set_up | 1 << beside, set_up] {
                    found = ghosts.see(read(closed, 1 << missing));
                }
            }
            let row = 0xffu64 << 24;
            assert_eq!(found, row, "without the diode of {missing} the whole row comes and goes");
        }
    }

    #[test]
    fn pieces_that_come_and_go_alone_are_no_ghosts() {
        let set_up = 0xffff_0000_0000_ffffu64;
        let mut ghosts = Ghosts::default();
        let mut closed = set_up;
        for square in (0..64).chain((0..64).rev()) {
            closed ^= 1 << square;
            assert_eq!(ghosts.see(closed), 0);
        }
    }

    #[test]
    fn two_hands_at_once_now_and_then_are_none_either() {
        let mut ghosts = Ghosts::default();
        let set_up = 0xffff_0000_0000_ffffu64;
        ghosts.see(set_up);
        for _ in 0..20 {
            for closed in
                [set_up ^ 1 << 8 ^ 1 << 9, set_up ^ 1 << 9, set_up, set_up ^ 1 << 8, set_up]
            {
                assert_eq!(ghosts.see(closed), 0);
            }
        }
    }
}
