//! Periods of sequences: finding them, and how many values prove them.

use crate::monitor::{Monitor, Stopped, Ticker};

/// A sequence of values, however it is stored.
pub trait Sequence {
    /// Number of values.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The value of heap `n`.
    fn at(&self, n: usize) -> u32;
    /// Length of the longest common end of the values before `n` and before `n - shift`.
    fn run_back(&self, n: usize, shift: usize) -> usize {
        (0..n - shift).take_while(|i| self.at(n - 1 - i) == self.at(n - 1 - i - shift)).count()
    }
}

impl Sequence for [u32] {
    fn len(&self) -> usize {
        <[u32]>::len(self)
    }
    fn at(&self, n: usize) -> u32 {
        self[n]
    }
}

impl Sequence for super::values::Values {
    fn len(&self) -> usize {
        Self::len(self)
    }
    fn at(&self, n: usize) -> u32 {
        u32::from(self.get(n))
    }
    fn run_back(&self, n: usize, shift: usize) -> usize {
        let (low, high) = self.planes();
        let run = run_back(&low[..n], shift);
        if high.is_empty() { run } else { run.min(run_back(&high[..n], shift)) }
    }
}

/// Length of the longest common end of `plane` and of `plane` without its last `shift` bytes.
fn run_back(plane: &[u8], shift: usize) -> usize {
    let (end, mut run) = (plane.len(), 0);
    while run + 64 <= end - shift {
        let at = end - run - 64;
        if plane[at..at + 64] != plane[at - shift..at - shift + 64] {
            break;
        }
        run += 64;
    }
    while run < end - shift && plane[end - 1 - run] == plane[end - 1 - run - shift] {
        run += 1;
    }
    run
}

/// `G(n + length) = G(n)` as far as is known, from heap `from` on and no earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The period.
    pub length: usize,
    /// The first heap from which on it holds.
    pub from: usize,
}

/// How many values prove a period of a game, `G(0)` among them.
///
/// Let `t` be the largest number of counters that a move removes, and let values repeat with
/// period `p` from heap `s >= 1` on as far as the first `N` values tell. If a move leaves at most
/// `h` heaps, `N >= h (s + p) + t - h + 1` values and `N >= p + t + 1` are enough: when the
/// smallest heap not yet known to repeat is `n + p >= N`, the largest of the heaps that one of its
/// moves leaves is at least `(n + p - t) / h`, thus beyond `s + p - 1`, and may be exchanged for
/// one `p` smaller, as one from `n` may for one `p` larger, of the same value. Guy and Smith (The G-values of
/// various games, 1956) have this for two heaps; the argument is the same for any number.
#[must_use]
pub fn values_needed(period: Period, take: usize, parts: usize) -> Option<usize> {
    let Period { length, from } = period;
    let heaps = parts.max(1);
    let from = from.max(1);
    let spread = from.checked_add(length)?.checked_mul(heaps)?;
    let needed = spread.checked_add(take)?.saturating_sub(heaps - 1);
    Some(needed.max(length + take + 1))
}

/// The period that takes the fewest values to prove, judging by the values so far.
///
/// Only periods are found that hold for the last third of the values or more and fit in it twice
/// over with what their proof needs; others would need more than three times as many values.
///
/// # Errors
///
/// [`Stopped`] if the monitor asked to stop.
pub fn find_period(
    values: &(impl Sequence + ?Sized),
    take: usize,
    parts: usize,
    monitor: &mut dyn Monitor,
) -> Result<Option<Period>, Stopped> {
    let len = values.len();
    let mut ticker = Ticker::new(monitor, len as u64);
    let longest = len / 2;
    let (mut shift, mut best): (usize, Option<(usize, Period)>) = (1, None);
    // Shifts that failed after a long run; their multiples end at the same heap.
    let mut failed: Vec<usize> = Vec::new();
    while shift <= longest {
        ticker.tick(2, shift as u64)?;
        if values.at(len - 1) != values.at(len - 1 - shift)
            || failed.iter().any(|failed| shift.is_multiple_of(*failed))
        {
            shift += 1;
            continue;
        }
        let run = values.run_back(len, shift);
        ticker.tick(run as u64 / 8 + 1, shift as u64)?;
        let period = Period { length: shift, from: len - shift - run };
        if run >= len / 3
            && let Some(needed) = values_needed(period, take, parts)
        {
            if needed <= len {
                return Ok(Some(period));
            }
            if best.is_none_or(|(least, _)| needed < least) {
                best = Some((needed, period));
            }
        }
        if run > 1 << 10 && failed.len() < 16 {
            failed.push(shift);
        }
        shift += 1;
    }
    Ok(best.map(|(_, period)| period))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;

    fn periodic(start: &[u32], cycle: &[u32], len: usize) -> Vec<u32> {
        let all = start.iter().chain(cycle.iter().cycle());
        all.copied().take(len).collect()
    }

    #[test]
    fn the_least_period_and_where_it_begins_are_found() {
        let values = periodic(&[0, 9, 9, 8], &[1, 2, 1, 2, 3], 100);
        let found = find_period(&values[..], 2, 2, &mut Silent).unwrap();
        assert_eq!(found, Some(Period { length: 5, from: 4 }));
        assert_eq!(values_needed(found.unwrap(), 2, 2), Some(2 * 4 + 2 * 5 + 2 - 1));
    }

    #[test]
    fn a_run_that_ends_too_late_is_no_period() {
        let values: Vec<u32> = (0..1000).map(|n: u32| n.isqrt()).collect();
        assert_eq!(find_period(&values[..], 2, 2, &mut Silent).unwrap(), None);
    }

    #[test]
    fn runs_are_as_long_in_bytes_as_in_numbers() {
        let mut bytes = super::super::values::Values::default();
        let mut numbers = Vec::new();
        for n in 0..3000_u32 {
            let value = if n < 700 { n % 300 } else { n % 257 };
            bytes.push(value as u16);
            numbers.push(value);
        }
        for shift in [1, 2, 256, 257, 514, 300, 1500, 2999] {
            assert_eq!(bytes.run_back(3000, shift), numbers[..].run_back(3000, shift), "{shift}");
        }
        assert_eq!(bytes.run_back(3000, 257), 3000 - 257 - 700);
    }
}
