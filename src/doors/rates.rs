use std::collections::HashMap;

use tokio::time::{Duration, Instant};

/// Tries that may come at once.
const BURST: f64 = 10.0;
/// One more try is given after this time.
const EACH: Duration = Duration::from_secs(6);
/// Addresses and names that are remembered. When all are in use, who is nearest to having all his
/// tries again is forgotten: nobody is kept out because of others.
const MOST: usize = 4096;

/// How many tries each has left: buckets of tokens that fill by themselves.
#[derive(Debug, Default)]
pub(super) struct Rates(HashMap<String, Bucket>);

#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    fn full(now: Instant) -> Bucket {
        Bucket { left: BURST, at: now }
    }

    fn left(&self, now: Instant) -> f64 {
        let more = now.duration_since(self.at).as_secs_f64() / EACH.as_secs_f64();
        (self.left + more).min(BURST)
    }
}

impl Rates {
    /// Uses a try up.
    ///
    /// # Errors
    ///
    /// There is none: after how many seconds there will be, rounded up.
    pub(super) fn take(&mut self, key: &str) -> Result<(), u64> {
        let now = Instant::now();
        self.make_room(now);
        let bucket = self.0.entry(key.into()).or_insert_with(|| Bucket::full(now));
        let left = bucket.left(now);
        *bucket = Bucket { left, at: now };
        if left < 1.0 {
            let wait = EACH.mul_f64(1.0 - left);
            return Err(wait.as_secs() + 1);
        }
        bucket.left = left - 1.0;
        Ok(())
    }

    /// Gives a try back.
    pub(super) fn give_back(&mut self, key: &str) {
        if let Some(bucket) = self.0.get_mut(key) {
            bucket.left = (bucket.left + 1.0).min(BURST);
        }
    }

    fn make_room(&mut self, now: Instant) {
        if self.0.len() < MOST {
            return;
        }
        self.0.retain(|_, bucket| bucket.left(now) < BURST);
        while self.0.len() >= MOST {
            let fullest =
                self.0.iter().max_by(|(_, a), (_, b)| a.left(now).total_cmp(&b.left(now)));
            let Some(key) = fullest.map(|(key, _)| key.clone()) else { return };
            self.0.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn tries_come_back_with_time_and_one_does_not_use_up_anothers() {
        let mut rates = Rates::default();
        for _ in 0..10 {
            rates.take("a").unwrap();
        }
        assert_eq!(rates.take("a"), Err(7));
        rates.take("b").unwrap();
        tokio::time::advance(EACH).await;
        rates.take("a").unwrap();
        assert!(rates.take("a").is_err());
        rates.give_back("a");
        rates.take("a").unwrap();
        tokio::time::advance(EACH * 1000).await;
        for _ in 0..10 {
            rates.take("a").unwrap();
        }
        assert!(rates.take("a").is_err(), "no more than all");
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_is_bounded_and_who_tried_most_is_not_forgotten() {
        let mut rates = Rates::default();
        for _ in 0..10 {
            rates.take("guesser").unwrap();
        }
        for n in 0..3 * MOST {
            rates.take(&n.to_string()).unwrap();
        }
        assert!(rates.0.len() <= MOST);
        assert!(rates.take("guesser").is_err());
    }
}
