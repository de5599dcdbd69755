use super::Hypothesis;

/// Positions that may be made for one change or press: far more than people's hands ask for, and few
/// enough for a small computer to be done before the next change.
pub(super) const MOST: usize = 2_000;

/// What one change or press cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions made by playing a move, at most 2,000.
    pub successors: usize,
    /// Explanations kept in the end, at most 64.
    pub kept: usize,
}

/// Explanations made of those that were kept, by one more move. Where there would be too many, the
/// likeliest of the old ones have been heard first.
#[derive(Debug, Default)]
pub(super) struct Successors {
    made: Vec<Hypothesis>,
    count: usize,
}

impl Successors {
    /// Whether one more may be made.
    pub(super) fn room(&self) -> bool {
        self.count < MOST
    }

    pub(super) fn push(&mut self, h: Hypothesis) {
        self.count += 1;
        self.made.push(h);
    }

    /// How many have been made.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    /// Those from place `first` on.
    pub(super) fn since(&mut self, first: usize) -> &mut [Hypothesis] {
        &mut self.made[first..]
    }

    /// Drops those from place `first` on that are not wanted.
    pub(super) fn keep(&mut self, first: usize, wanted: impl Fn(&Hypothesis) -> bool) {
        let mut place = 0;
        self.made.retain(|h| {
            place += 1;
            place <= first || wanted(h)
        });
    }

    pub(super) fn into_made(self) -> Vec<Hypothesis> {
        self.made
    }
}
