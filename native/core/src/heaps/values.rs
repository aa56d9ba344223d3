//! A long sequence of Grundy values in one byte each, or two once a value needs it.

/// So many values from the start on, a reversed copy of them is kept for [`Values::has_pair`].
pub const PREFIX: usize = 1 << 12;
/// The copy grows with the values, up to as many as searches still often come to.
const REVERSED: usize = 1 << 15;
const STRIP: usize = 64;

/// Grundy values `G(0), G(1), ...`, each below 65,536.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    low: Vec<u8>,
    /// As long as `low`, or empty while every value fits in a byte.
    high: Vec<u8>,
    reversed_low: Vec<u8>,
    reversed_high: Vec<u8>,
    max: u16,
    first_max: usize,
}

impl Values {
    /// Number of values.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.low.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low.is_empty()
    }

    /// The value of heap `n`.
    #[inline]
    #[must_use]
    pub fn get(&self, n: usize) -> u16 {
        let low = u16::from(self.low[n]);
        if self.high.is_empty() { low } else { low | u16::from(self.high[n]) << 8 }
    }

    /// The largest value so far.
    #[must_use]
    pub fn max(&self) -> u16 {
        self.max
    }

    /// The first heap that has the largest value so far.
    #[must_use]
    pub fn first_max(&self) -> usize {
        self.first_max
    }

    /// The low bytes and the high bytes; the latter are empty while all are zero.
    #[must_use]
    pub fn planes(&self) -> (&[u8], &[u8]) {
        (&self.low, &self.high)
    }

    /// Whether this machine has room for so many values, two bytes each where so they are.
    #[must_use]
    pub fn has_room(&self, total: usize) -> bool {
        let planes = if self.high.is_empty() { 1 } else { 2 };
        let bytes = total.saturating_sub(self.low.capacity()).checked_mul(planes);
        let room = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
        bytes.is_some_and(room)
    }

    /// Makes room for `total` values in all, so that growing moves nothing.
    pub fn reserve(&mut self, total: usize) {
        self.low.reserve_exact(total.saturating_sub(self.low.len()));
        if !self.high.is_empty() {
            self.high.reserve_exact(total.saturating_sub(self.high.len()));
        }
    }

    /// Appends the value of the next heap.
    #[inline]
    pub fn push(&mut self, value: u16) {
        if value > self.max {
            self.new_max(value);
        }
        self.low.push((value & 255) as u8);
        if !self.high.is_empty() || value > 255 {
            self.push_high(value);
        }
        if self.low.len() <= REVERSED
            && self.low.len() >= PREFIX
            && self.low.len().is_power_of_two()
        {
            self.keep_reversed();
        }
    }

    #[cold]
    fn new_max(&mut self, value: u16) {
        self.max = value;
        self.first_max = self.low.len();
    }

    #[inline(never)]
    fn push_high(&mut self, value: u16) {
        if self.high.is_empty() {
            self.high.reserve_exact(self.low.capacity());
            self.high.resize(self.low.len() - 1, 0);
            self.reversed_high.resize(self.reversed_low.len(), 0);
        }
        self.high.push((value >> 8) as u8);
    }

    #[cold]
    fn keep_reversed(&mut self) {
        self.reversed_low = self.low.iter().rev().copied().collect();
        self.reversed_high = self.high.iter().rev().copied().collect();
    }

    /// Whether `G(a) ^ G(b) = value` for some `1 <= a <= b` with `a + b = sum`; with `unequal`,
    /// some `a < b`.
    ///
    /// Also returns the number of strips looked at, a measure of the work.
    #[inline(always)]
    #[must_use]
    pub fn has_pair(&self, sum: usize, value: u16, unequal: bool) -> (bool, usize) {
        if self.high.is_empty() {
            if value > 255 { (false, 0) } else { self.search::<false>(sum, value, unequal) }
        } else {
            self.search::<true>(sum, value, unequal)
        }
    }

    #[inline(always)]
    fn search<const WIDE: bool>(&self, sum: usize, value: u16, unequal: bool) -> (bool, usize) {
        let last = if unequal { sum.saturating_sub(1) / 2 } else { sum / 2 };
        let (low, high) = ((value & 255) as u8, (value >> 8) as u8);
        let (mut a, mut strips) = (1, 0);
        while a + STRIP <= last + 1 {
            // Heaps a .. a+63 against sum-a-63 .. sum-a, the first of them backwards.
            let with = sum - a - (STRIP - 1);
            let found = if a + STRIP <= self.reversed_low.len() {
                let from = self.reversed_low.len() - STRIP - a;
                let lows = strip(&self.reversed_low, from);
                let highs = if WIDE { strip(&self.reversed_high, from) } else { lows };
                strip_has::<WIDE>(self, lows, highs, with, low, high)
            } else {
                let (mut lows, mut highs) = ([0_u8; STRIP], [0_u8; STRIP]);
                lows.copy_from_slice(strip(&self.low, a));
                lows.reverse();
                if WIDE {
                    highs.copy_from_slice(strip(&self.high, a));
                    highs.reverse();
                }
                strip_has::<WIDE>(self, &lows, &highs, with, low, high)
            };
            strips += 1;
            if found {
                return (true, strips);
            }
            a += STRIP;
        }
        ((a..=last).any(|a| self.get(a) ^ self.get(sum - a) == value), strips + 1)
    }
}

#[inline(always)]
fn strip(plane: &[u8], from: usize) -> &[u8; STRIP] {
    plane[from..from + STRIP].try_into().unwrap_or(&[0; STRIP])
}

/// Whether a value of the strip combines with that of the heap across to the one wanted.
#[inline(always)]
fn strip_has<const WIDE: bool>(
    values: &Values,
    lows: &[u8; STRIP],
    highs: &[u8; STRIP],
    with: usize,
    low: u8,
    high: u8,
) -> bool {
    let across = strip(&values.low, with);
    let mut hit = 0_u8;
    for i in 0..STRIP {
        hit |= u8::from(lows[i] ^ across[i] == low);
    }
    if WIDE && hit != 0 {
        let across_high = strip(&values.high, with);
        hit = 0;
        for i in 0..STRIP {
            let differs = (lows[i] ^ across[i] ^ low) | (highs[i] ^ across_high[i] ^ high);
            hit |= u8::from(differs == 0);
        }
    }
    hit != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_in_every_part_of_the_search() {
        let mut values = Values::default();
        let mut state = 7_u32;
        for n in 0..90_000_u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let wide = if n > 50_000 { 300 } else { 200 };
            values.push((state >> 16) as u16 % wide);
        }
        for sum in [2_usize, 3, 64, 127, 128, 129, 130, 1000, 65_535, 65_536, 89_998] {
            for unequal in [false, true] {
                for value in (0..512).step_by(if sum > 1000 { 37 } else { 1 }) {
                    let last = if unequal { (sum - 1) / 2 } else { sum / 2 };
                    let plain = (1..=last).any(|a| values.get(a) ^ values.get(sum - a) == value);
                    assert_eq!(values.has_pair(sum, value, unequal).0, plain, "{sum} {value}");
                }
            }
        }
        assert_eq!(values.max(), 299);
    }

    #[test]
    fn a_single_pair_far_out_is_found() {
        for place in [1, 63, 64, 65, 32_767, 32_768, 40_000, 44_999, 45_000] {
            let mut values = Values::default();
            for n in 0..=90_000 {
                values.push(if n == place { 777 } else { 0 });
            }
            let found = values.has_pair(90_000, 777, false).0;
            assert_eq!(found, place != 45_000, "{place}");
            assert!(!values.has_pair(90_000, 778, false).0);
        }
    }
}
