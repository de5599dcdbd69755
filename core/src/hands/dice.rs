//! Chance that is the same everywhere and for ever.

use rand_pcg::{Pcg32, rand_core::Rng};

use crate::board::Ms;

/// A seeded die. Ranges are drawn by our own arithmetic, so that no later release of a library can
/// change what a seed means.
#[derive(Clone, Debug)]
pub(super) struct Dice(Pcg32);

impl Dice {
    /// `stream` keeps apart what is drawn for different purposes from one seed.
    pub(super) fn new(seed: u64, stream: u64) -> Dice {
        Dice(Pcg32::new(seed, stream))
    }

    /// A number from 0 to `bound` - 1; 0 where `bound` is 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let product = u64::from(self.0.next_u32()) * u64::from(bound);
        (product >> 32) as u32
    }

    /// A time between two, both included.
    pub(super) fn span(&mut self, from: Ms, to: Ms) -> Ms {
        let width = u32::try_from(to.saturating_sub(from).saturating_add(1)).unwrap_or(u32::MAX);
        from + Ms::from(self.below(width))
    }

    /// Happens in so many of a thousand cases.
    pub(super) fn chance(&mut self, permille: u32) -> bool {
        self.below(1000) < permille
    }

    /// One of these, if there is any.
    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let bound = u32::try_from(from.len()).unwrap_or(u32::MAX);
        from.get(self.below(bound) as usize).cloned()
    }

    /// One of these, by weight.
    pub(super) fn weigh<T: Copy>(&mut self, from: &[(u32, T)]) -> Option<T> {
        let mut at = self.below(from.iter().map(|(weight, _)| weight).sum());
        for &(weight, value) in from {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return Some(value),
            }
        }
        None
    }

    /// The same things in another order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let bound = u32::try_from(i + 1).unwrap_or(u32::MAX);
            list.swap(i, self.below(bound) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut dice = Dice::new(1, 1);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, SEED_1);
    }

    const SEED_1: [u32; 6] = [787, 84, 750, 647, 685, 422];

    #[test]
    fn draws_what_it_was_asked_for() {
        let mut dice = Dice::new(7, 1);
        assert!((0..1000).all(|_| (3..=5).contains(&dice.span(3, 5))));
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.weigh(&[(0, 'a'), (1, 'b'), (0, 'c')]), Some('b'));
        let often = (0..10_000).filter(|_| dice.chance(250)).count();
        assert!((2_300..2_700).contains(&often), "{often}");
    }
}
