use std::cmp::Ordering;

/// A board's name, in the order in which people count: 2 before 10, numbers before words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardName(String);

impl BoardName {
    /// That of this board.
    pub(crate) fn new(name: &str) -> BoardName {
        BoardName(name.into())
    }

    fn key(&self) -> (u64, &str) {
        (self.0.parse().unwrap_or(u64::MAX), &self.0)
    }
}

impl Ord for BoardName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for BoardName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
