//! Values straight from the definition, for any number of heaps left and any size of value.

use super::HeapError;
use super::code::Code;
use crate::monitor::{Monitor, Ticker};

/// The first `count` values of a game, from the definition.
///
/// Options that leave two heaps are enumerated; those that leave more come from the sets of
/// values of all ways to break a number of counters into so many heaps, kept as bit sets. The
/// time grows with the square of `count`, times its largest value over 64 for three heaps or more.
///
/// # Errors
///
/// [`HeapError::Stopped`] if the monitor asked to stop, [`HeapError::Memory`] if the sets do not
/// fit in `memory` bytes.
pub fn plain(
    code: &Code,
    count: usize,
    memory: u64,
    monitor: &mut dyn Monitor,
) -> Result<Vec<u32>, HeapError> {
    let mut plain = Plain::new(code);
    plain.extend(count, memory, monitor)?;
    plain.values.truncate(count);
    Ok(plain.values)
}

/// A sequence that grows straight from the definition.
#[derive(Debug, Clone)]
pub struct Plain {
    code: Code,
    /// `G(0), G(1), ...`
    pub values: Vec<u32>,
    /// `sets[j - 2][m]`: values of m counters broken into j heaps, for j from 2 to parts - 1.
    sets: Vec<Vec<Box<[u64]>>>,
    seen: Vec<u64>,
}

impl Plain {
    /// Starts with `G(0) = 0`.
    #[must_use]
    pub fn new(code: &Code) -> Self {
        let sets = vec![Vec::new(); code.parts().saturating_sub(2).min(16) as usize];
        Self { code: code.clone(), values: vec![0], sets, seen: Vec::new() }
    }

    /// Computes values until there are `count`.
    ///
    /// # Errors
    ///
    /// [`HeapError::Stopped`] and [`HeapError::Memory`]; what was computed stays.
    pub fn extend(
        &mut self,
        count: usize,
        memory: u64,
        monitor: &mut dyn Monitor,
    ) -> Result<(), HeapError> {
        let parts = self.code.parts();
        let takes: Vec<Vec<usize>> = (0..=parts).map(|parts| self.code.takes(parts)).collect();
        let splits = takes.get(2).map_or(&[][..], |takes| takes);
        let mut used: u64 = self.sets.iter().flatten().map(|set| 8 * set.len() as u64 + 16).sum();
        let mut ticker = Ticker::new(monitor, count as u64);
        for n in self.values.len()..count {
            used += self.extend_sets(n - 1);
            if used + 16 * n as u64 > memory {
                return Err(HeapError::Memory { n: n as u64, memory });
            }
            self.seen.fill(0);
            let mut steps = 1;
            if takes[0].contains(&n) {
                mark(&mut self.seen, 0);
            }
            for &take in takes.get(1).map_or(&[][..], |takes| takes) {
                if take < n {
                    mark(&mut self.seen, self.values[n - take]);
                }
            }
            for &take in splits.iter().take_while(|&&take| take < n) {
                let sum = n - take;
                let last = if self.code.unequal() { (sum - 1) / 2 } else { sum / 2 };
                for a in 1..=last {
                    mark(&mut self.seen, self.values[a] ^ self.values[sum - a]);
                }
                steps += last as u64;
            }
            for parts in 3..=parts as usize {
                for &take in takes[parts].iter().take_while(|&&take| take < n) {
                    let sum = n - take;
                    for a in 1..sum {
                        let set = &self.sets[parts - 3][sum - a];
                        or_moved(&mut self.seen, set, self.values[a]);
                        steps += set.len() as u64 + 1;
                    }
                }
            }
            let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
            let low = self.seen.get(full).map_or(0, |word| word.trailing_ones());
            self.values.push(full as u32 * 64 + low);
            ticker.tick(steps, n as u64)?;
        }
        Ok(())
    }

    /// Adds the sets of `m` counters; returns the bytes they take.
    fn extend_sets(&mut self, m: usize) -> u64 {
        let mut bytes = 0;
        for level in 0..self.sets.len() {
            let mut set = Vec::new();
            for a in 1..m {
                if level == 0 {
                    if a <= m - a {
                        mark(&mut set, self.values[a] ^ self.values[m - a]);
                    }
                } else {
                    let smaller = self.sets[level - 1][m - a].clone();
                    or_moved(&mut set, &smaller, self.values[a]);
                }
            }
            bytes += 8 * set.len() as u64 + 16;
            self.sets[level].push(set.into_boxed_slice());
        }
        bytes
    }
}

fn mark(set: &mut Vec<u64>, value: u32) {
    let word = (value >> 6) as usize;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value & 63);
}

/// Adds to `set` every element of `other` exclusive-or `by`.
fn or_moved(set: &mut Vec<u64>, other: &[u64], by: u32) {
    let high = (by >> 6) as usize;
    let need = other.len().checked_sub(1).map_or(0, |last| (last | high) + 1);
    if need > set.len() {
        set.resize(need.next_power_of_two().max(1), 0);
    }
    for (place, &word) in other.iter().enumerate() {
        if word != 0 {
            set[place ^ high] |= exchanged(word, by & 63);
        }
    }
}

/// The word whose bit `i ^ by` is bit `i` of `word`.
fn exchanged(mut word: u64, by: u32) -> u64 {
    const FIRST: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, first) in FIRST.iter().enumerate() {
        if by >> bit & 1 == 1 {
            let step = 1 << bit;
            word = (word & first) << step | (word >> step) & first;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::Silent;

    fn values(digits: &[u32], count: usize) -> Vec<u32> {
        let code = Code::new(digits.to_vec(), false).unwrap();
        plain(&code, count, 1 << 30, &mut Silent).unwrap()
    }

    /// Every option of every heap, by recursion over partitions.
    fn by_partitions(digits: &[u32], count: usize) -> Vec<u32> {
        fn options(values: &[u32], rest: usize, parts: usize, least: usize) -> Vec<u32> {
            if parts == 0 {
                return if rest == 0 { vec![0] } else { vec![] };
            }
            let mut found = Vec::new();
            for a in least..=rest / parts {
                let others = options(values, rest - a, parts - 1, a);
                found.extend(others.into_iter().map(|v| v ^ values[a]));
            }
            found
        }
        let mut values = vec![0];
        for n in 1..count {
            let mut all = Vec::new();
            for (take, digit) in digits.iter().enumerate().filter(|&(take, _)| take <= n) {
                for parts in (0..6).filter(|parts| digit >> parts & 1 == 1) {
                    all.extend(options(&values, n - take, parts, 1));
                }
            }
            values.push((0..10_000).find(|v| !all.contains(v)).unwrap());
        }
        values
    }

    #[test]
    fn values_agree_with_partitions_for_up_to_five_heaps() {
        let codes: [&[u32]; 8] = [
            &[0, 7, 7],
            &[0, 0, 8, 15],
            &[8, 3],
            &[0, 15],
            &[0, 1, 0, 31],
            &[16, 2, 1],
            &[0, 63],
            &[4, 0, 9],
        ];
        for digits in codes {
            assert_eq!(values(digits, 40), by_partitions(digits, 40), "{digits:?}");
        }
    }

    #[test]
    fn kayles_begins_as_published() {
        let expected = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        assert_eq!(values(&[0, 7, 7], 24), expected);
    }
}
