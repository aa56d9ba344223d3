//! Unions of windows, compiled for the vectors of the processor at hand.

use super::items::{Items, Near, Run};
use super::lines::{BLOCK, Group, LINE, Lines, Place, Ring};
use super::simd::Job;

/// The union of the windows of a block, apart by the place at which their values lie in a group.
///
/// The window of a heap of value `v` says by bit `i` that `i ^ v` is taken, and in place of the
/// bits of every window those of the sums change places, once.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct Sums([[u8; BLOCK]; PLACES]);

const PLACES: usize = 8;

impl Sums {
    /// No heap.
    pub const EMPTY: Self = Self([[0; BLOCK]; PLACES]);

    /// The values taken, all together.
    #[inline(always)]
    fn total(&mut self) -> &[u8; BLOCK] {
        self.fold::<4>();
        self.fold::<2>();
        self.fold::<1>();
        &self.0[0]
    }

    /// Adds the sums of all places that have bit `BIT` to those that have not.
    #[inline(always)]
    fn fold<const BIT: usize>(&mut self) {
        for place in 0..BIT {
            for heap in 0..BLOCK {
                let other = self.0[place + BIT][heap];
                self.0[place][heap] |= exchange::<BIT>(other);
            }
        }
    }
}

/// Exchanges bits whose numbers differ by `BIT`.
#[inline(always)]
fn exchange<const BIT: usize>(byte: u8) -> u8 {
    let low: u8 = match BIT {
        1 => 0x55,
        2 => 0x33,
        _ => 0x0f,
    };
    (byte & low) << BIT | byte >> BIT & low
}

/// Adds the windows of lists to the values taken in a block, one group of values after another.
///
/// Groups are read one by one, the most frequent first, and each for all targets, so that what is
/// read stays in the nearest cache.
pub struct Unite<'r, 't, 'b> {
    /// Where windows are read.
    pub ring: &'r Ring,
    /// All groups of the ring, those with the most heaps first.
    pub order: &'r [u16],
    /// Number of the block's first line.
    pub first: usize,
    /// The targets.
    pub targets: &'b mut [Target<'t>],
    /// Room for the sums of each, which a thread keeps so that it stays in its cache.
    pub sums: &'b mut [Sums],
}

/// What one group of values of a block is united from.
pub struct Target<'a> {
    /// The group of values.
    group: usize,
    /// The windows.
    items: &'a Items,
    /// The values known to be taken.
    bits: &'a mut Group,
    /// Windows united since the last look at whether all bits are set; `None` once they are.
    since_look: Option<u32>,
}

impl<'a> Target<'a> {
    /// Unites `items` into `bits`.
    pub fn new(group: usize, items: &'a Items, bits: &'a mut Group) -> Self {
        Self { group, items, bits, since_look: Some(0) }
    }

    /// Number of windows.
    pub fn windows(&self) -> usize {
        self.items.windows.len()
    }

    /// Forgets which values are known to be taken.
    pub fn clear(&mut self) {
        *self.bits = Group::EMPTY;
    }
}

impl Job for Unite<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (ring, order) = (self.ring, self.order);
        debug_assert!(self.targets.len() <= self.sums.len());
        let block = ring.locate(self.first);
        for (target, sums) in self.targets.iter_mut().zip(&mut *self.sums) {
            *sums = Sums::EMPTY;
            if is_full(&target.bits.0, &target.bits.0) {
                target.since_look = None;
            } else if target.items.ends.is_empty() {
                // The runs of a short list have windows of all groups.
                target.unite::<false, false>(sums, ring, Lines::NONE, &target.items.runs, block);
            }
        }
        for &from in order {
            let Some(lines) = ring.lines(usize::from(from)) else { continue };
            for (target, sums) in self.targets.iter_mut().zip(&mut *self.sums) {
                let group = target.group ^ usize::from(from);
                let items = target.items;
                let Some(&end) = items.ends.get(group) else { continue };
                let start = if group == 0 { 0 } else { items.ends[group - 1] };
                let Some(runs) = items.runs.get(start..end) else { continue };
                if runs.is_empty() || target.since_look.is_none() {
                    continue;
                }
                if ring.is_sparse(usize::from(from)) {
                    target.unite::<true, true>(sums, ring, lines, runs, block);
                } else {
                    target.unite::<false, true>(sums, ring, lines, runs, block);
                }
            }
        }
        for (target, sums) in self.targets.iter_mut().zip(&mut *self.sums) {
            unite(&mut target.bits.0, sums.total());
        }
    }
}

/// Windows united between two looks at whether nothing is left to add.
const LOOK: u32 = 96;

impl Target<'_> {
    /// Adds the windows of some runs: with `ONE`, all of them of the same lines, `one`.
    #[inline(always)]
    fn unite<const SPARSE: bool, const ONE: bool>(
        &mut self,
        sums: &mut Sums,
        ring: &Ring,
        one: Lines<'_>,
        runs: &[Run],
        block: Place,
    ) {
        let items = self.items;
        for run in runs {
            // Small enough to stay in vector registers. Closures would be compiled for any
            // processor.
            let mut sum = [0; BLOCK];
            for &item in &items.windows[run.start as usize..run.end as usize] {
                let group = self.group ^ usize::from(item.group);
                let Some(lines) = (if ONE { Some(one) } else { ring.lines(group) }) else {
                    continue;
                };
                if let Some(window) = lines.window::<SPARSE>(item.distance as usize, block) {
                    unite(&mut sum, window);
                }
            }
            unite(&mut sums.0[usize::from(run.place & 7)], &sum);
            let since = self.since_look.unwrap_or(0) + run.end - run.start;
            self.since_look = Some(if since < LOOK { since } else { 0 });
            if since >= LOOK && is_full(sums.total(), &self.bits.0) {
                self.since_look = None;
                return;
            }
        }
    }
}

#[inline(always)]
fn unite(sum: &mut [u8; BLOCK], window: &[u8; BLOCK]) {
    for heap in 0..BLOCK {
        sum[heap] |= window[heap];
    }
}

#[inline(always)]
fn is_full(taken: &[u8; BLOCK], too: &[u8; BLOCK]) -> bool {
    let mut all = u8::MAX;
    for heap in 0..BLOCK {
        all &= taken[heap] | too[heap];
    }
    all == u8::MAX
}

/// The heaps of a block so far, a byte each, with a line before and one behind.
pub type Recent = [u8; BLOCK + 2 * LINE];

/// Heaps decided between two unions of windows in the block at work.
pub const STEP: usize = 32;
/// The heaps of a step, a byte each.
pub type Step = [u8; STEP];

/// Adds to one step of each group of `target` the windows of `near` among the steps before.
///
/// `recent[group]` begins a line before the block; windows begin there or earlier, where nothing
/// is.
pub struct UniteRecent<'a> {
    /// The heaps of the block so far, per group.
    pub recent: &'a [Recent],
    /// The windows.
    pub near: &'a Near,
    /// Which step of the block to add to.
    pub step: usize,
    /// The first group of `target`.
    pub from: usize,
    /// The values known to be taken, for each group of values.
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
        let at = LINE + STEP * self.step;
        let list = &self.near[PLACE];
        let list = &list[..list.partition_point(|item| usize::from(item.distance) < at)];
        if list.is_empty() {
            return;
        }
        for (group, target) in (self.from..).zip(self.target.iter_mut()) {
            let Some(step) = target.0.as_chunks_mut::<STEP>().0.get_mut(self.step) else {
                continue;
            };
            if step == &[u8::MAX; STEP] {
                continue;
            }
            let mut sum = [0; STEP];
            for item in list {
                let from = group ^ usize::from(item.group);
                let Some(heaps) = self.recent.get(from) else { continue };
                let begin = at - usize::from(item.distance);
                let Some(window) = heaps.get(begin..begin + STEP) else { continue };
                for heap in 0..STEP {
                    sum[heap] |= window[heap];
                }
            }
            for (taken, mut byte) in step.iter_mut().zip(sum) {
                if PLACE & 1 != 0 {
                    byte = exchange::<1>(byte);
                }
                if PLACE & 2 != 0 {
                    byte = exchange::<2>(byte);
                }
                if PLACE & 4 != 0 {
                    byte = exchange::<4>(byte);
                }
                *taken |= byte;
            }
        }
    }
}

/// The bytes of a step for eight groups of values, as one word for each heap.
#[inline(always)]
pub fn gather(groups: [&Step; 8]) -> [u64; STEP] {
    // Eight times eight bytes change rows and columns, for each eight heaps at once.
    let mut rows = [[0_u64; STEP / 8]; 8];
    for (row, heaps) in rows.iter_mut().zip(groups) {
        for (word, bytes) in row.iter_mut().zip(heaps.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
    exchange_rows::<4>(&mut rows, 0x0000_0000_ffff_ffff);
    exchange_rows::<2>(&mut rows, 0x0000_ffff_0000_ffff);
    exchange_rows::<1>(&mut rows, 0x00ff_00ff_00ff_00ff);
    let mut heaps = [0; STEP];
    for (i, row) in rows.iter().enumerate() {
        for (k, &word) in row.iter().enumerate() {
            heaps[8 * k + i] = word;
        }
    }
    heaps
}

/// Exchanges the upper part of rows with the lower part of those `BY` rows on.
#[inline(always)]
fn exchange_rows<const BY: usize>(rows: &mut [[u64; STEP / 8]; 8], mask: u64) {
    for row in (0..8).filter(|row| row & BY == 0) {
        for k in 0..STEP / 8 {
            let exchanged = (rows[row][k] >> (8 * BY) ^ rows[row + BY][k]) & mask;
            rows[row][k] ^= exchanged << (8 * BY);
            rows[row + BY][k] ^= exchanged;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::{BLOCK_LINES, EMPTY_LINE};
    use super::super::simd::dispatch;
    use super::*;

    fn byte(state: &mut u64) -> u8 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (*state >> 40) as u8
    }

    #[test]
    fn gathering_exchanges_groups_and_heaps() {
        let mut state = 3;
        let lines: [Step; 8] = std::array::from_fn(|_| std::array::from_fn(|_| byte(&mut state)));
        let heaps = gather(std::array::from_fn(|group| &lines[group]));
        for (group, line) in lines.iter().enumerate() {
            for (heap, &byte) in line.iter().enumerate() {
                assert_eq!((heaps[heap] >> (8 * group)) as u8, byte);
            }
        }
    }

    #[test]
    fn sums_change_places_by_the_exclusive_or() {
        let mut state = 5;
        let mut sums = Sums([(); PLACES].map(|()| {
            std::array::from_fn(|_| byte(&mut state) & byte(&mut state) & byte(&mut state))
        }));
        let plain: Vec<u8> = (0..BLOCK)
            .map(|heap| {
                (0..8_u8)
                    .filter(|i| {
                        (0..PLACES).any(|v| sums.0[v][heap] >> (usize::from(*i) ^ v) & 1 == 1)
                    })
                    .fold(0, |byte, i| byte | 1 << i)
            })
            .collect();
        assert_eq!(sums.total()[..], plain[..]);
        assert_eq!(sums.total()[..], plain[..]);
    }

    #[test]
    fn windows_begin_anywhere_and_wrap_rightly() {
        // Heap n is common with value n % 13, in a ring that has gone round several times.
        let reach = 1000;
        let mut ring = Ring::new(2, reach, 0);
        let first = 400;
        for number in (0..first).step_by(BLOCK_LINES) {
            let mut fresh = [[EMPTY_LINE; BLOCK_LINES]; 2];
            for n in 0..BLOCK {
                let value = (LINE * number + n) % 13;
                fresh[value / 8][n / LINE][n % LINE] |= 1 << (value % 8);
            }
            ring.write(number, fresh.iter().map(|lines| lines.iter()));
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
                let sums = &mut [Sums::EMPTY];
                let mut target = Group::EMPTY;
                let targets = &mut [Target::new(group, &items, &mut target)];
                dispatch(Unite { ring, order, first, targets, sums });
                let mut portable = Group::EMPTY;
                let targets = &mut [Target::new(group, &items, &mut portable)];
                Unite { ring, order, first, targets, sums }.run();
                assert_eq!(target, portable);
                for (place, plain) in plain.iter().enumerate() {
                    for (lane, &expected) in plain.iter().enumerate() {
                        let bit = target.0[lane] >> place & 1;
                        assert_eq!(bit == 1, expected, "{distance} {value} {lane}");
                    }
                }
            }
        }
    }
}
