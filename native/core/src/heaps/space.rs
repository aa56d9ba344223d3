//! The split of values into rare and common ones that makes long sequences fast.
//!
//! Fix a mask. A heap is *rare* if the parity of its value under the mask is even, *common*
//! otherwise; *by position*, the parity of the heap size is added to it. The exclusive or of two
//! values then has the sum of their classes, so that every value of the common class among the
//! options of a heap comes from one rare and one common heap, and rare heaps turn out to be very
//! few in many games (Winning Ways, chapter 4, "sparse space"). Any mask gives right results;
//! a good one gives them fast.

use super::values::Values;

/// A mask on values, with or without the parity of the heap size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// The mask, at least 1.
    pub mask: u16,
    /// Whether the parity of the heap's size counts, from `offset` on.
    pub by_position: bool,
    /// Parity of every number of counters that a splitting move removes.
    pub offset: usize,
}

impl Space {
    /// Whether heap `n` would be common with value `value`.
    #[inline]
    #[must_use]
    pub fn is_common(&self, n: usize, value: u16) -> bool {
        let parity = (value & self.mask).count_ones() as usize & 1;
        parity ^ self.turn(n) == 1
    }

    /// 1 if the classes of all values are exchanged at heap `n`.
    #[inline]
    #[must_use]
    pub fn turn(&self, n: usize) -> usize {
        usize::from(self.by_position) & n.wrapping_sub(self.offset) & 1
    }

    /// The value without the lowest bit of the mask: within a class nothing is lost.
    #[inline]
    #[must_use]
    pub fn squeeze(&self, value: u16) -> u16 {
        let below = (1_u16 << self.mask.trailing_zeros()) - 1;
        value & below | value >> 1 & !below
    }

    /// The value of the given class at heap `n` that squeezes to `index`; rises with `index`.
    #[inline]
    #[must_use]
    pub fn restore(&self, index: u16, common: bool, n: usize) -> u32 {
        let bit = self.mask.trailing_zeros();
        let below = (1_u32 << bit) - 1;
        let value = u32::from(index) & below | (u32::from(index) & !below) << 1;
        let parity = (value & u32::from(self.mask)).count_ones() as usize & 1;
        let wanted = usize::from(common) ^ self.turn(n);
        value | ((parity ^ wanted) as u32) << bit
    }

    /// Number of rare heaps from 1 on.
    #[must_use]
    pub fn count_rare(&self, values: &Values) -> u64 {
        (1..values.len()).filter(|&n| !self.is_common(n, values.get(n))).count() as u64
    }
}

/// How many heaps have each value, those of even and of odd size apart.
#[derive(Debug, Clone, Default)]
pub struct Parities([Vec<i64>; 2]);

impl Parities {
    /// Counts heaps, given with their values.
    #[must_use]
    pub fn new(heaps: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut parities = Self::default();
        heaps.for_each(|(n, value)| parities.count(n, value));
        parities
    }

    /// Counts one heap more.
    #[inline]
    pub fn count(&mut self, n: usize, value: u16) {
        let counts = &mut self.0[n & 1];
        let value = usize::from(value);
        if value >= counts.len() {
            counts.resize((value + 1).next_power_of_two(), 0);
        }
        counts[value] += 1;
    }

    /// The space with the fewest rare heaps among those counted, and their number.
    ///
    /// `splits` are the numbers of counters that a splitting move may remove. Of equally good
    /// masks the smallest is taken, without the parity of the heap's size if possible.
    #[must_use]
    pub fn fewest_rare(mut self, splits: &[usize]) -> (Space, u64) {
        let offset = splits.first().map_or(0, |take| take & 1);
        let size = self.0[0].len().max(self.0[1].len()).max(2);
        self.0.iter_mut().for_each(|counts| counts.resize(size, 0));
        let [even, odd] = if offset == 0 { [0, 1] } else { [1, 0] };
        let mut sums: Vec<i64> = (0..size).map(|v| self.0[even][v] + self.0[odd][v]).collect();
        let mut differences: Vec<i64> =
            (0..size).map(|v| self.0[even][v] - self.0[odd][v]).collect();
        let heaps: i64 = sums.iter().sum();
        walsh_hadamard(&mut sums);
        walsh_hadamard(&mut differences);
        let mut best = (i64::MAX, Space { mask: 1, by_position: false, offset });
        for mask in 1..size {
            if sums[mask] < best.0 {
                best = (sums[mask], Space { mask: mask as u16, by_position: false, offset });
            }
        }
        if splits.iter().all(|take| take & 1 == offset) {
            for mask in 1..size {
                if differences[mask] < best.0 {
                    let space = Space { mask: mask as u16, by_position: true, offset };
                    best = (differences[mask], space);
                }
            }
        }
        let rare = i64::midpoint(heaps, best.0);
        (best.1, rare.max(0) as u64)
    }
}

/// Replaces `h[v]` by the sum of `h[u]` with sign (-1) to the parity of `u & v`.
fn walsh_hadamard(h: &mut [i64]) {
    let mut half = 1;
    while half < h.len() {
        for block in h.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (x, y) in left.iter_mut().zip(right) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restoring_undoes_squeezing_and_keeps_order() {
        for (mask, by_position) in [(1, false), (6, false), (12, true), (40, true)] {
            let space = Space { mask, by_position, offset: 1 };
            for n in 10..12 {
                for common in [false, true] {
                    let of_class: Vec<u16> =
                        (0..256).filter(|&v| space.is_common(n, v) == common).collect();
                    assert_eq!(of_class.len(), 128);
                    for (index, &value) in of_class.iter().enumerate() {
                        let restored = space.restore(space.squeeze(value), common, n);
                        assert_eq!(restored, u32::from(value));
                        if index > 0 {
                            let before = space.squeeze(of_class[index - 1]);
                            assert!(before < space.squeeze(value));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_space_found_counts_its_rare_heaps_rightly() {
        let mut values = Values::default();
        for n in 0..4000_u16 {
            values.push((n * 7 + n / 3) % 61);
        }
        for splits in [vec![1], vec![1, 2], vec![0, 2]] {
            let counted = Parities::new((1..values.len()).map(|n| (n, values.get(n))));
            let (space, rare) = counted.fewest_rare(&splits);
            assert_eq!(space.count_rare(&values), rare);
            for mask in 1..64 {
                let other = Space { mask, by_position: false, offset: splits[0] & 1 };
                assert!(other.count_rare(&values) >= rare);
            }
        }
    }
}
