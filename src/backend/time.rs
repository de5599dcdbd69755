use std::{
    thread,
    time::{Duration, Instant},
};

use embedded_hal::delay::DelayNs;
use rustix::time::{ClockId, clock_gettime};

/// The instant at which the kernel's monotonic clock, from which its events are dated, said this.
pub(crate) fn instant_of(monotonic: Duration) -> Instant {
    // An `Instant` is of that clock, too, but cannot be made from it: both are read now instead.
    let (now, read) = (Instant::now(), clock_gettime(ClockId::Monotonic));
    let read =
        Duration::new(read.tv_sec.try_into().unwrap_or(0), read.tv_nsec.try_into().unwrap_or(0));
    match read.checked_sub(monotonic) {
        Some(ago) => now.checked_sub(ago).unwrap_or(now),
        None => now + (monotonic - read),
    }
}

/// Waits by sleeping: it takes longer than asked for, by the kernel's timer slack of some 50 µs, and
/// for lines that are to settle longer is as good.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sleep;

impl DelayNs for Sleep {
    fn delay_ns(&mut self, ns: u32) {
        if ns > 0 {
            thread::sleep(Duration::from_nanos(ns.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_of_the_kernel_lies_where_it_happened() {
        let before = Instant::now();
        let read = clock_gettime(ClockId::Monotonic);
        let after = Instant::now();
        let event = instant_of(Duration::new(read.tv_sec as u64, read.tv_nsec as u32));
        let slack = Duration::from_millis(5);
        assert!(event + slack >= before && event <= after + slack);
    }
}
