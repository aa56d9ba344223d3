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
    budget: u64,
    total: u64,
}

/// Steps (of very roughly a nanosecond to ten each) between two looks at the clock.
const STEPS_PER_LOOK: u64 = 1 << 18;

impl<'a> Ticker<'a> {
    /// Watches a call of `total` units (0: unknown).
    pub fn new(monitor: &'a mut dyn Monitor, total: u64) -> Self {
        Self { monitor, last: Instant::now(), budget: STEPS_PER_LOOK, total }
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
        self.budget = STEPS_PER_LOOK;
        if self.last.elapsed() < POLL_INTERVAL {
            return Ok(());
        }
        let answer = self.monitor.poll(done, self.total);
        self.last = Instant::now();
        answer
    }
}
