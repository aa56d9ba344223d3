//! How a long call hears of Ctrl-C, reports progress and obeys a memory limit.

use std::time::{Duration, Instant};

/// Longest time between two calls of [`Monitor::poll`] that a [`Ticker`] aims at.
pub const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Returned through every long call when the monitor asked it to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped by the caller")]
pub struct Stopped;

/// What a long call asks its caller, about every [`POLL_INTERVAL`].
pub trait Monitor {
    /// Takes note that `done` of `total` units (0: unknown) are finished.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the caller wants the call to end.
    fn poll(&mut self, done: u64, total: u64) -> Result<(), Stopped>;
}

/// A monitor that never stops anything.
#[derive(Debug, Default, Clone, Copy)]
pub struct Silent;

impl Monitor for Silent {
    fn poll(&mut self, _done: u64, _total: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Counts cheap steps and looks at the clock only once in a while.
///
/// What a step takes is a guess of whoever counts it. Looks that come late make the next ones
/// come after fewer steps, looks that come early after more.
///
/// # Examples
///
/// ```
/// use lastmove_core::monitor::{Silent, Ticker};
/// let mut silent = Silent;
/// let mut ticker = Ticker::new(&mut silent, 100);
/// for done in 0..100 {
///     ticker.tick(1, done)?;
/// }
/// # Ok::<(), lastmove_core::monitor::Stopped>(())
/// ```
pub struct Ticker<'a> {
    monitor: &'a mut dyn Monitor,
    last: Instant,
    looked: Instant,
    stride: u64,
    budget: u64,
    total: u64,
}

/// Steps (of very roughly a nanosecond to ten each) between two looks at the clock: at first, and
/// at most. Many, so that looks cost nothing; few, so that steps that take much longer than
/// meant are noticed in time.
const FIRST_STRIDE: u64 = 1 << 12;
const LONGEST_STRIDE: u64 = 1 << 16;

impl<'a> Ticker<'a> {
    /// Watches a call of `total` units (0: unknown).
    pub fn new(monitor: &'a mut dyn Monitor, total: u64) -> Self {
        let now = Instant::now();
        Self { monitor, last: now, looked: now, stride: FIRST_STRIDE, budget: FIRST_STRIDE, total }
    }

    /// Notes `steps` steps of work; `done` is what to report as finished.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the monitor asked to stop.
    #[inline]
    pub fn tick(&mut self, steps: u64, done: u64) -> Result<(), Stopped> {
        if steps < self.budget {
            self.budget -= steps;
            return Ok(());
        }
        self.look(done)
    }

    #[cold]
    fn look(&mut self, done: u64) -> Result<(), Stopped> {
        let now = Instant::now();
        let late = now.duration_since(self.looked).as_micros() / (POLL_INTERVAL.as_micros() / 4);
        self.stride = match u64::try_from(late).unwrap_or(u64::MAX) {
            0 => (self.stride * 2).min(LONGEST_STRIDE),
            late => (self.stride / late).max(1),
        };
        self.budget = self.stride;
        self.looked = now;
        if now.duration_since(self.last) < POLL_INTERVAL {
            return Ok(());
        }
        let answer = self.monitor.poll(done, self.total);
        self.last = Instant::now();
        self.looked = self.last;
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counter(u64);

    impl Monitor for Counter {
        fn poll(&mut self, _done: u64, _total: u64) -> Result<(), Stopped> {
            self.0 += 1;
            Ok(())
        }
    }

    #[test]
    fn steps_that_take_longer_than_meant_are_noticed() {
        let mut counter = Counter(0);
        let mut ticker = Ticker::new(&mut counter, 0);
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(2));
            assert_eq!(ticker.tick(1000, 0), Ok(()));
        }
        assert!(counter.0 >= 10);
    }
}
