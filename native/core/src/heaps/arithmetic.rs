//! Sequences that rise by the same amount every period, and proofs that they do so for ever.
//!
//! Let `G(n + p) = G(n) + s` hold from heap `e` on for the values known, `p` even, and write
//! `s = 2^c o` with `o` odd. The last `c` bits of `G(n)` then repeat with period `p`, and what is
//! above them, `H(n)`, rises by `o`. Two facts carry the pattern from the heaps before `m` on to
//! heap `m = n + p`:
//!
//! * *The values below `G(n) + s` are taken.* Options of `n` are of use in two ways. Those that
//!   *last*: heaps `a, x, x` are worth `G(a)`, and so are `a` and two heaps of `x + p/2`, left by
//!   `n + p`; two equal heaps are worth 0 and remain so. Those that *move*: if `a >= e` stands
//!   beside heaps whose exclusive or `w` is below `2^c`, it may give way to `a + p`, and the worth
//!   rises by `s`. Let `T >= s` be a number such that all values below `T` have options that last,
//!   those from `T - s` on some that last and move, and those from `T` to `G(n) - 1` some that
//!   move. Then the values below `T` last, those from `T` on arise from values moved, and `n + p`
//!   is as `n` was, with the same `T`.
//! * *`G(n) + s` itself is not.* Numbers whose exclusive or is `x` have a sum of at least `x` and
//!   of the same parity. So no option whose heaps have the right last `c` bits is worth `G(m)`
//!   if the sum of their `H` less `H(m)` is negative or odd, or if it is not zero and there is
//!   but one `H`; heaps before `e` may count as one, the exclusive or of their `H`, or as none if
//!   it is zero. This difference stays the same when `p` counters are moved between heaps beyond
//!   `e`, or added to such a heap and to `m`, so that finitely many options decide for all `m`.
//!
//! Austin (Impartial and partisan games, 1976) and Howse and Nowakowski (Periodicity and
//! arithmetic-periodicity in hexadecimal games, 2004) have theorems of this kind for saltus powers
//! of two; the two facts above are all that is used here.

use super::HeapError;
use super::code::Code;
use crate::monitor::{Monitor, Ticker};

/// `G(n + length) = G(n) + saltus` as far as is known, from heap `from` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arithmetic {
    /// The period.
    pub length: usize,
    /// What values rise by in a period.
    pub saltus: u32,
    /// The first heap from which on it holds.
    pub from: usize,
}

/// Looks for the least period after which values rise by the same positive amount.
///
/// It must hold for the last two thirds of the values.
#[must_use]
pub fn find_arithmetic(values: &[u32]) -> Option<Arithmetic> {
    let len = values.len();
    for length in 1..=len / 4 {
        let last = values[len - 1];
        let Some(saltus) = last.checked_sub(values[len - 1 - length]).filter(|&s| s > 0) else {
            continue;
        };
        let holds = |n: usize| values[n].checked_add(saltus) == Some(values[n + length]);
        let run = (0..len - length).rev().take_while(|&n| holds(n)).count();
        let from = len - length - run;
        if from <= len / 3 {
            return Some(Arithmetic { length, saltus, from });
        }
    }
    None
}

/// Values known or continued by the pattern.
struct Continued<'a> {
    values: &'a [u32],
    arithmetic: Arithmetic,
}

impl Continued<'_> {
    fn at(&self, n: usize) -> Option<u32> {
        if let Some(&value) = self.values.get(n) {
            return Some(value);
        }
        let Arithmetic { length, saltus, .. } = self.arithmetic;
        let back = (n - self.values.len()) / length + 1;
        u32::try_from(back).ok()?.checked_mul(saltus)?.checked_add(self.values[n - back * length])
    }
}

/// Whether the two facts of this module's head hold, so that the pattern holds for ever.
///
/// # Errors
///
/// [`HeapError::Stopped`] if the monitor asked to stop.
pub fn prove_arithmetic(
    code: &Code,
    values: &[u32],
    mut arithmetic: Arithmetic,
    monitor: &mut dyn Monitor,
) -> Result<bool, HeapError> {
    if code.unequal() || arithmetic.saltus == 0 || arithmetic.length == 0 {
        return Ok(false);
    }
    if arithmetic.length % 2 == 1 {
        let Some(saltus) = arithmetic.saltus.checked_mul(2) else { return Ok(false) };
        (arithmetic.length, arithmetic.saltus) = (2 * arithmetic.length, saltus);
    }
    let len = values.len();
    if arithmetic.from == 0 {
        // Heaps that are left have counters, so that those of one period begin at 1.
        if len <= arithmetic.length
            || values[0].checked_add(arithmetic.saltus) != Some(values[arithmetic.length])
        {
            return Ok(false);
        }
        arithmetic.from = 1;
    }
    let Arithmetic { length, saltus, from } = arithmetic;
    let (take, parts) = (code.last(), code.parts() as usize);
    if len < (from + 2 * length).max(parts * from + take + 1) {
        return Ok(false);
    }
    let holds = |n: usize| values[n].checked_add(saltus) == Some(values[n + length]);
    if !(from..len - length).all(holds) {
        return Ok(false);
    }
    let mut ticker = Ticker::new(monitor, 0);
    let mut besides = None;
    for n in len - length..len {
        if !all_below_taken(code, values, arithmetic, n, &mut besides) {
            return Ok(false);
        }
        ticker.tick(n as u64, 0)?;
    }
    let continued = Continued { values, arithmetic };
    let start = parts * (from + length) + take + 1;
    for m in start..start + length {
        for take in 0..=code.last() {
            for parts in 1..=parts {
                if code.digits()[take] >> parts & 1 == 1
                    && may_be_taken(&continued, m, m - take, parts, &mut ticker)?
                {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The first fact, for the values below `G(n)`.
fn all_below_taken(
    code: &Code,
    values: &[u32],
    arithmetic: Arithmetic,
    n: usize,
    besides: &mut Option<Besides>,
) -> bool {
    let Arithmetic { saltus, from, .. } = arithmetic;
    let (value, rise) = (values[n] as usize, saltus as usize);
    if value < rise {
        return false;
    }
    let mut lasts = vec![false; value];
    let mut both = vec![false; value];
    for take in code.takes(3).into_iter().filter(|take| take + 3 <= n) {
        let most = n - take - 2;
        for a in (1..=most).filter(|a| (n - take - a).is_multiple_of(2)) {
            if let Some(lasts) = lasts.get_mut(values[a] as usize) {
                *lasts = true;
                both[values[a] as usize] |= a >= from;
            }
        }
    }
    if code.takes(2).into_iter().any(|take| take + 2 <= n && (n - take).is_multiple_of(2))
        && let Some(lasts) = lasts.first_mut()
    {
        *lasts = true;
    }
    // The larger T, the less has to move.
    let lasting = lasts.iter().take_while(|&&lasts| lasts).count();
    let mut run = 0;
    let mut last = None;
    for (v, &both) in both[..lasting].iter().enumerate() {
        run = if both { run + 1 } else { 0 };
        if run >= rise {
            last = Some(v + 1);
        }
    }
    let Some(last) = last else { return false };
    (last..value).filter(|&v| !both[v]).all(|v| {
        let besides = besides.get_or_insert_with(|| Besides::new(values, arithmetic));
        besides.move_to(code, values, n, v as u32)
    })
}

/// What may stand beside a heap that moves: the heaps of small sums by their exclusive or, where
/// that is below `2^c`.
struct Besides {
    from: usize,
    limit: u32,
    /// For each heap its value, and for each sum of two heaps their exclusive ors, in order.
    pairs: Vec<Vec<u32>>,
}

/// Pairs are listed up to such a sum.
const PAIRS_TO: usize = 2048;

impl Besides {
    fn new(values: &[u32], arithmetic: Arithmetic) -> Self {
        let Arithmetic { length, saltus, from } = arithmetic;
        let limit = 1 << saltus.trailing_zeros();
        let to = (2 * (from + length) + 64).min(PAIRS_TO).min(values.len());
        let pairs = (0..to)
            .map(|sum| {
                let worth = (1..=sum / 2).map(|x| values[x] ^ values[sum - x]);
                let mut worth: Vec<u32> = worth.filter(|&w| w < limit).collect();
                worth.sort_unstable();
                worth.dedup();
                worth
            })
            .collect();
        Self { from, limit, pairs }
    }

    /// Whether some option of `n` that moves is worth `value`.
    fn move_to(&self, code: &Code, values: &[u32], n: usize, value: u32) -> bool {
        let beside = |sum: usize, a: usize| {
            let with = values[a] ^ value;
            (a >= self.from && with < self.limit).then_some((sum, with))
        };
        let alone = |take: usize| n > take && beside(0, n - take).is_some_and(|(_, w)| w == 0);
        let sums = |take: usize| 1..self.pairs.len().min(n.saturating_sub(take));
        let among = |take: usize, has: &dyn Fn(usize, u32) -> bool| {
            sums(take)
                .any(|sum| beside(sum, n - take - sum).is_some_and(|(sum, with)| has(sum, with)))
        };
        code.takes(1).into_iter().any(alone)
            || code.takes(2).into_iter().any(|take| among(take, &|sum, w| values[sum] == w))
            || code
                .takes(3)
                .into_iter()
                .any(|take| among(take, &|sum, w| self.pairs[sum].binary_search(&w).is_ok()))
    }
}

/// Whether the second fact fails for some option of heap `m` that leaves `parts` heaps of `sum`.
fn may_be_taken(
    continued: &Continued,
    m: usize,
    sum: usize,
    parts: usize,
    ticker: &mut Ticker,
) -> Result<bool, HeapError> {
    let Arithmetic { length, saltus, from } = continued.arithmetic;
    let Some(target) = continued.at(m) else { return Ok(true) };
    let bits = saltus.trailing_zeros();
    let low = |value: u32| value & ((1 << bits) - 1);
    // All heaps but one are before `from + length`, in ascending order; the last takes the rest.
    let mut heaps = vec![1_usize; parts - 1];
    loop {
        let rest = sum - heaps.iter().sum::<usize>();
        let Some(last) = continued.at(rest) else { return Ok(true) };
        let mut lows = low(last) ^ low(target);
        let mut difference = i64::from(last >> bits) - i64::from(target >> bits);
        // Heaps before `from` stay as they are, and their exclusive or counts as one number.
        let (mut early, mut count) = (0, 0);
        for &heap in &heaps {
            let value = continued.values[heap];
            lows ^= low(value);
            if heap < from {
                early ^= value >> bits;
                count += 1;
            } else {
                difference += i64::from(value >> bits);
            }
        }
        difference += i64::from(early);
        let alone = count == heaps.len() && early == 0;
        let safe = lows != 0 || difference < 0 || difference % 2 != 0 || (alone && difference != 0);
        ticker.tick(parts as u64 + 1, 0)?;
        if !safe {
            return Ok(true);
        }
        let Some(place) = (0..heaps.len()).rev().find(|&i| heaps[i] + 1 < from + length) else {
            return Ok(false);
        };
        let next = heaps[place] + 1;
        heaps[place..].fill(next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::plain;
    use super::*;
    use crate::monitor::Silent;

    fn proved(digits: &[u32], count: usize) -> Option<Arithmetic> {
        let code = Code::new(digits.to_vec(), false).unwrap();
        let values = plain(&code, count, 1 << 30, &mut Silent).unwrap();
        let found = find_arithmetic(&values)?;
        let proved = prove_arithmetic(&code, &values, found, &mut Silent).unwrap();
        if proved {
            // What is proved must hold in a longer sequence.
            let longer = plain(&code, 2 * count, 1 << 30, &mut Silent).unwrap();
            for n in found.from..longer.len() - found.length {
                assert_eq!(longer[n + found.length], longer[n] + found.saltus);
            }
        }
        proved.then_some(found)
    }

    #[test]
    fn games_that_leave_three_heaps_rise_for_ever() {
        let found = |digits| proved(digits, 400);
        let rises = |length, saltus, from| Some(Arithmetic { length, saltus, from });
        assert_eq!(found(&[0, 8]), rises(3, 1, 1));
        assert_eq!(found(&[0, 0, 8]), rises(4, 1, 1));
        // Values near the largest arise from one heap, or from unequal heaps beside a large one.
        assert_eq!(found(&[0, 3, 15]), rises(6, 3, 0));
        assert_eq!(found(&[0, 12]), rises(2, 1, 1));
        assert_eq!(found(&[0, 0, 15]), rises(2, 1, 0));
        assert_eq!(found(&[0, 8, 15]), rises(7, 4, 7));
        assert_eq!(found(&[0, 15, 8]), rises(6, 4, 7));
        // Two heaps of one counter cancel.
        assert_eq!(found(&[0, 1, 10]), rises(2, 1, 4));
        assert_eq!(found(&[0, 15]), None);
    }

    #[test]
    fn a_pattern_from_the_empty_heap_on_that_ends_later_is_not_proved() {
        // 15 may become 2, 4 and 8, worth 1 ^ 2 ^ 4 = 7, which the pattern would give to 15.
        let code = Code::new(vec![0, 8, 15], false).unwrap();
        for count in 7..15 {
            let values = plain(&code, count, 1 << 30, &mut Silent).unwrap();
            let rising = Arithmetic { length: 2, saltus: 1, from: 0 };
            assert!(!prove_arithmetic(&code, &values, rising, &mut Silent).unwrap(), "{count}");
        }
    }

    #[test]
    fn a_pattern_broken_once_is_not_proved() {
        let code = Code::new(vec![0, 8], false).unwrap();
        let mut values = plain(&code, 300, 1 << 30, &mut Silent).unwrap();
        let found = find_arithmetic(&values).unwrap();
        assert!(prove_arithmetic(&code, &values, found, &mut Silent).unwrap());
        values[298] += 1;
        assert!(!prove_arithmetic(&code, &values, found, &mut Silent).unwrap());
    }

    #[test]
    fn octal_games_are_never_proved_to_rise() {
        for digits in [&[0_u32, 7, 7][..], &[0, 1, 6, 7], &[0, 3, 3]] {
            let code = Code::new(digits.to_vec(), false).unwrap();
            let values: Vec<u32> = (0..100).map(|n| n / 4).collect();
            let rising = Arithmetic { length: 4, saltus: 1, from: 0 };
            assert!(!prove_arithmetic(&code, &values, rising, &mut Silent).unwrap());
        }
    }
}
