//! Shifted unions of bit maps, compiled for the vectors of the processor at hand.

use super::items::{Items, Near, Run};
use super::lines::{BLOCK_LINES, EMPTY_LINE, Group, HALF, Line, Lines, Ring, Window};
use super::simd::Job;

/// Adds the windows of lists to bit maps of a block's heaps, one group of values after another.
///
/// Groups are read one by one, the most frequent first, and each for all targets, so that what is
/// read stays in the nearest cache.
pub struct Unite<'a, 'b> {
    /// Where windows are read.
    pub ring: &'a Ring,
    /// All groups of the ring, those with the most heaps first.
    pub order: &'a [u16],
    /// Number of the block's first line.
    pub first: usize,
    /// The targets.
    pub targets: &'b mut [Target<'a>],
}

/// What one group of values of a block is united from.
pub struct Target<'a> {
    /// The group of values.
    pub group: usize,
    /// The windows.
    pub items: &'a Items,
    /// Bit maps of the block's heaps, by value.
    pub bits: &'a mut Group,
    /// Windows united since the last look at whether all bits are set; `None` once they are.
    since_look: Option<u32>,
}

impl<'a> Target<'a> {
    /// Unites `items` into `bits`.
    pub fn new(group: usize, items: &'a Items, bits: &'a mut Group) -> Self {
        Self { group, items, bits, since_look: Some(0) }
    }
}

/// Half of a group, small enough to stay in vector registers.
type Sum = [[u64; HALF]; BLOCK_LINES];

impl Job for Unite<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (ring, order, first) = (self.ring, self.order, self.first);
        let length = ring.length();
        let block = (first, first % length, length);
        for target in &mut *self.targets {
            if target.items.ends.is_empty() {
                target.unite_few(ring, block);
            }
        }
        for &from in order {
            let Some(lines) = ring.lines(usize::from(from)) else { continue };
            for target in &mut *self.targets {
                let group = target.group ^ usize::from(from);
                let items = target.items;
                let Some(&end) = items.ends.get(group) else { continue };
                let start = if group == 0 { 0 } else { items.ends[group - 1] };
                let Some(runs) = items.runs.get(start..end) else { continue };
                if runs.is_empty() || target.since_look.is_none() {
                    continue;
                }
                if ring.is_sparse(usize::from(from)) {
                    target.unite::<true, true>(ring, lines, runs, block);
                } else {
                    target.unite::<false, true>(ring, lines, runs, block);
                }
            }
        }
    }
}

/// Windows united between two looks at whether nothing is left to add.
const LOOK: u32 = 48;

impl<'a> Target<'a> {
    /// Adds all windows of a short list, whose runs have windows of all groups.
    #[inline(always)]
    fn unite_few(&mut self, ring: &'a Ring, block: (usize, usize, usize)) {
        self.unite::<false, false>(ring, Lines::NONE, &self.items.runs, block);
    }

    /// Adds the windows of some runs: with `ONE`, all of them into the same lines, `one`.
    #[inline(always)]
    fn unite<const SPARSE: bool, const ONE: bool>(
        &mut self,
        ring: &'a Ring,
        one: Lines<'a>,
        runs: &[Run],
        block: (usize, usize, usize),
    ) {
        let items = self.items;
        for run in runs {
            let (start, middle, end) = (run.start as usize, run.whole as usize, run.end as usize);
            let (whole, rest) = (&items.windows[start..middle], &items.windows[middle..end]);
            for half in 0..2 {
                // Closures would be compiled for any processor.
                let mut sum: Sum = [[0; HALF]; BLOCK_LINES];
                for &item in whole {
                    let group = self.group ^ usize::from(item.group);
                    let Some(lines) = (if ONE { Some(one) } else { ring.lines(group) }) else {
                        continue;
                    };
                    if let Some(window) = lines.window::<SPARSE>(item.back as usize, block, half) {
                        unite_whole(&mut sum, window);
                    }
                }
                for &item in rest {
                    let group = self.group ^ usize::from(item.group);
                    let Some(lines) = (if ONE { Some(one) } else { ring.lines(group) }) else {
                        continue;
                    };
                    if let Some(window) = lines.window::<SPARSE>(item.back as usize, block, half) {
                        unite(&mut sum, window, u32::from(item.shift));
                    }
                }
                let to = half ^ usize::from(run.place >> 2);
                match run.place & 3 {
                    0 => flush::<0>(self.bits, &sum, to),
                    1 => flush::<1>(self.bits, &sum, to),
                    2 => flush::<2>(self.bits, &sum, to),
                    _ => flush::<3>(self.bits, &sum, to),
                }
            }
            let since = self.since_look.unwrap_or(0) + run.end - run.start;
            self.since_look = Some(if since < LOOK { since } else { 0 });
            if since >= LOOK && is_full(self.bits) {
                self.since_look = None;
                return;
            }
        }
    }
}

/// Adds `sum` to one half of the target; their values differ in their last two bits by `PLACE`.
#[inline(always)]
fn flush<const PLACE: usize>(target: &mut Group, sum: &Sum, half: usize) {
    for (line, sum) in target.0.chunks_exact_mut(HALF).skip(half & 1).step_by(2).zip(sum) {
        for i in 0..HALF {
            line[i] |= sum[i ^ PLACE];
        }
    }
}

#[inline(always)]
fn is_full(group: &Group) -> bool {
    let mut all = [u64::MAX; 8];
    for line in group.0.chunks_exact(8) {
        for i in 0..8 {
            all[i] &= line[i];
        }
    }
    all == [u64::MAX; 8]
}

/// Adds a window that begins with a line.
#[inline(always)]
fn unite_whole(sum: &mut Sum, window: &Window) {
    for line in 0..BLOCK_LINES {
        for i in 0..HALF {
            sum[line][i] |= window[8 * line + i];
        }
    }
}

/// Adds a window that begins `shift` bits, from 1 to 63, after the start of a line.
#[inline(always)]
fn unite(sum: &mut Sum, window: &Window, shift: u32) {
    let (down, up) = (shift & 63, (64 - shift) & 63);
    for line in 0..BLOCK_LINES {
        for i in 0..HALF {
            let at = 8 * line + i;
            sum[line][i] |= window[at] >> down | window[at + 8] << up;
        }
    }
}

/// Adds to one line of each group of `target` the windows of `near` into a short run of lines.
///
/// `recent[group][k]` is line `first - 1 + k`; windows begin there or earlier, where nothing is.
pub struct UniteRecent<'a> {
    /// The lines of the block so far, per group.
    pub recent: &'a [[Line; BLOCK_LINES + 2]],
    /// The windows.
    pub near: &'a Near,
    /// Which line of the block to add to.
    pub line: usize,
    /// The first group of `target`.
    pub from: usize,
    /// Bit maps of the block's heaps, for each group of values.
    pub target: &'a mut [Group],
}

impl Job for UniteRecent<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        self.add::<0>();
        self.add::<1>();
        self.add::<2>();
        self.add::<3>();
        self.add::<4>();
        self.add::<5>();
        self.add::<6>();
        self.add::<7>();
    }
}

impl UniteRecent<'_> {
    /// Adds the windows whose values differ in their last three bits by `PLACE` from the target's.
    #[inline(always)]
    fn add<const PLACE: usize>(&mut self) {
        let at = 64 * (self.line + 1);
        let list = &self.near[PLACE];
        let list = &list[..list.partition_point(|item| usize::from(item.distance) < at)];
        if list.is_empty() {
            return;
        }
        for (group, target) in (self.from..).zip(self.target.iter_mut()) {
            let mut sum = EMPTY_LINE;
            for item in list {
                let from = group ^ usize::from(item.group);
                let Some(lines) = self.recent.get(from) else { continue };
                let begin = at - usize::from(item.distance);
                let (slot, shift) = (begin >> 6, begin & 63);
                let [now, next] = [&lines[slot], &lines[slot + 1]];
                for i in 0..8 {
                    sum[i] |= now[i] >> shift | (next[i] << 1) << (63 - shift);
                }
            }
            let line = &mut target.0[8 * self.line..8 * self.line + 8];
            for i in 0..8 {
                line[i] |= sum[i ^ PLACE];
            }
        }
    }
}

/// Exchanges rows and columns of a 64 by 64 matrix of bits.
#[inline(always)]
pub fn transpose(rows: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while half > 0 {
        let mut base = 0;
        while base < 64 {
            for row in base..base + half {
                let exchanged = (rows[row] >> half ^ rows[row + half]) & mask;
                rows[row] ^= exchanged << half;
                rows[row + half] ^= exchanged;
            }
            base += 2 * half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::super::simd::dispatch;
    use super::*;

    fn word(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *state ^ *state >> 29
    }

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let mut state = 3;
        let rows: [u64; 64] = std::array::from_fn(|_| word(&mut state));
        let mut columns = rows;
        transpose(&mut columns);
        for (r, row) in rows.iter().enumerate() {
            for (c, column) in columns.iter().enumerate() {
                assert_eq!(row >> c & 1, column >> r & 1);
            }
        }
    }

    #[test]
    fn windows_are_shifted_and_wrapped_rightly() {
        // Heap n is common with value n % 13, in a ring that has gone round several times.
        let reach = 1000;
        let mut ring = Ring::new(2, reach);
        let first = 400;
        for number in 0..first {
            let mut fresh = [EMPTY_LINE; 2];
            for n in 64 * number..64 * (number + 1) {
                fresh[n % 13 / 8][n % 13 % 8] |= 1 << (n % 64);
            }
            ring.write(number, fresh.into_iter());
        }
        for (distance, value) in [(1, 0), (63, 3), (64, 5), (65, 9), (512, 1), (999, 15), (1000, 8)]
        {
            let items = Items::new([(distance, value)].into_iter());
            let mut plain = [[[false; 512]; 8]; 2];
            for lane in 0..512 {
                let n = 64 * first + lane - distance;
                if n < 64 * first {
                    let v = (n % 13) ^ usize::from(value);
                    if v < 16 {
                        plain[v / 8][v % 8][lane] = true;
                    }
                }
            }
            for (group, plain) in plain.iter().enumerate() {
                let (ring, order) = (&ring, &[1, 0][..]);
                let mut target = Group::EMPTY;
                let targets = &mut [Target::new(group, &items, &mut target)];
                dispatch(Unite { ring, order, first, targets });
                let mut portable = Group::EMPTY;
                let targets = &mut [Target::new(group, &items, &mut portable)];
                Unite { ring, order, first, targets }.run();
                assert_eq!(target, portable);
                for (place, plain) in plain.iter().enumerate() {
                    for (lane, &expected) in plain.iter().enumerate() {
                        let bit = target.0[lane / 64 * 8 + place] >> (lane % 64) & 1;
                        assert_eq!(bit == 1, expected, "{distance} {value} {lane}");
                    }
                }
            }
        }
    }
}
