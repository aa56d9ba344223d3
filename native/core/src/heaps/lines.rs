//! Bit maps of the common heaps by value, and the shifted unions taken of them.
//!
//! A [`Line`] holds 64 consecutive heaps for eight consecutive values: bit `i` of word `v` says
//! that heap `64 k + i` is common and has the `v`-th of the eight values. Lines of one group of
//! eight values follow one another, so that the window of any 512 heaps is nine lines in a row.

use super::simd::Job;
use crate::pages::prefer_huge;

/// Lines in a block of heaps.
pub const BLOCK_LINES: usize = 8;
/// Heaps in a block.
pub const BLOCK: usize = 64 * BLOCK_LINES;
/// Lines kept empty ahead of the last one written: windows reach two blocks ahead.
const AHEAD: usize = 3 * BLOCK_LINES;

/// 64 heaps, eight values.
pub type Line = [u64; 8];
/// No heap.
pub const EMPTY_LINE: Line = [0; 8];

/// The lines of a block for eight values, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Group(pub [u64; 8 * BLOCK_LINES]);

impl Group {
    /// No heap.
    pub const EMPTY: Self = Self([0; 8 * BLOCK_LINES]);
}

/// A window of heaps: how far before the end of a block, and the value to combine it with.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// Lines back from the block's first line to the window's first line.
    back: u32,
    /// Bits by which the window begins within its first line.
    shift: u8,
    /// Group of eight that the value of the other heap lies in.
    group: u16,
}

/// Windows whose values lie at one place within their groups of eight.
#[derive(Debug, Clone, Copy)]
struct Run {
    place: u8,
    start: u32,
    /// Where those end that begin with a line.
    whole: u32,
    /// Where all of them end.
    end: u32,
}

/// Windows in the order in which it is fastest to unite them.
#[derive(Debug, Clone, Default)]
pub struct Items {
    windows: Vec<Item>,
    runs: Vec<Run>,
    /// With many windows, for each group of values where its runs end.
    ends: Vec<usize>,
}

impl Items {
    /// Makes a list from pairs (distance, squeezed value): the window for the heaps from `n` on
    /// begins at heap `n - distance`.
    #[must_use]
    pub fn new(pairs: impl Iterator<Item = (usize, u16)>) -> Self {
        let mut pairs: Vec<(usize, u16)> = pairs.collect();
        // The windows of one run are added up before their words change places. With many windows
        // those of one group come together, as its lines then stay in the nearest cache.
        let many = pairs.len() >= 192;
        let key = |&(distance, value): &(usize, u16)| {
            let group = if many { value >> 3 } else { 0 };
            (group, value & 7, distance & 63 != 0, distance)
        };
        pairs.sort_unstable_by_key(key);
        let mut list = Self::default();
        for run in pairs.chunk_by(|x, y| (key(x).0, key(x).1) == (key(y).0, key(y).1)) {
            let start = list.windows.len();
            list.windows.extend(run.iter().map(|&(distance, value)| Item {
                back: distance.div_ceil(64) as u32,
                shift: (distance.wrapping_neg() & 63) as u8,
                group: value >> 3,
            }));
            let whole = run.iter().take_while(|(distance, _)| distance.is_multiple_of(64)).count();
            if many {
                list.ends.resize(usize::from(run[0].1 >> 3) + 1, list.runs.len());
            }
            list.runs.push(Run {
                place: (run[0].1 & 7) as u8,
                whole: (start + whole) as u32,
                start: start as u32,
                end: list.windows.len() as u32,
            });
            if let Some(end) = list.ends.last_mut() {
                *end += 1;
            }
        }
        list
    }

    /// Number of windows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.windows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }
}

/// The lines of all groups of values, for the most recent heaps.
#[derive(Debug)]
pub struct Ring {
    words: Vec<u64>,
    /// Words before the first line, which begins on a cache line.
    skip: usize,
    groups: usize,
    length: usize,
    /// For each line of each group, one more than the number of the last line not empty up to it.
    last: Vec<u32>,
    /// For each group, whether so few heaps have its values that looking for any pays.
    sparse: Vec<bool>,
    /// Groups from this one on have had no heap.
    live: usize,
}

impl Ring {
    /// Bytes that a ring takes.
    #[must_use]
    pub fn bytes(groups: usize, reach: usize) -> u64 {
        (Self::lines_for(reach) + BLOCK_LINES) as u64 * groups as u64 * 64
    }

    fn lines_for(reach: usize) -> usize {
        reach.div_ceil(64) + AHEAD + BLOCK_LINES
    }

    /// An empty ring for `8 groups` values in which windows may begin `reach` heaps back.
    #[must_use]
    pub fn new(groups: usize, reach: usize) -> Self {
        let length = Self::lines_for(reach);
        let mut words = vec![0; 8 * groups * (length + BLOCK_LINES) + 8];
        prefer_huge(&mut words);
        let skip = words.as_ptr().align_offset(64).min(8);
        let last = vec![0; groups * (length + BLOCK_LINES)];
        Self { words, skip, groups, length, last, sparse: vec![false; groups], live: 0 }
    }

    /// Number of groups of eight values.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Sets line `number` of every group, and empties the line that comes into sight.
    pub fn write(&mut self, number: usize, fresh: impl Iterator<Item = Line>) {
        for (group, line) in fresh.enumerate() {
            self.put(group, number % self.length, line);
            self.put(group, (number + AHEAD) % self.length, EMPTY_LINE);
            self.note(group, number, line != EMPTY_LINE);
        }
    }

    /// Says in which groups of values windows are often empty.
    pub fn set_sparse(&mut self, sparse: Vec<bool>) {
        debug_assert_eq!(sparse.len(), self.groups);
        self.sparse = sparse;
    }

    /// Notes whether a line, the last one so far, has any heap.
    fn note(&mut self, group: usize, number: usize, any: bool) {
        let first = group * (self.length + BLOCK_LINES);
        let before = (number + self.length - 1) % self.length;
        if any {
            self.live = self.live.max(group + 1);
        }
        let last = if any { number as u32 + 1 } else { self.last[first + before] };
        for slot in (number..number + AHEAD).map(|number| number % self.length) {
            self.last[first + slot] = last;
            if slot < BLOCK_LINES {
                self.last[first + self.length + slot] = last;
            }
        }
    }

    /// Notes which of the lines in a range, the last ones so far, have any heap.
    pub fn note_all(&mut self, numbers: std::ops::Range<usize>) {
        for number in numbers {
            for group in 0..self.groups {
                let at = self.place(group, number % self.length);
                let any = self.words[at..at + 8] != EMPTY_LINE;
                self.note(group, number, any);
            }
        }
    }

    /// Adds heap `n` with a squeezed value.
    pub fn add(&mut self, n: usize, value: u16) {
        let (group, slot) = (usize::from(value >> 3), (n >> 6) % self.length);
        let at = self.place(group, slot) + usize::from(value & 7);
        self.words[at] |= 1 << (n & 63);
        if slot < BLOCK_LINES {
            self.words[at + 8 * self.length] |= 1 << (n & 63);
        }
    }

    fn place(&self, group: usize, slot: usize) -> usize {
        self.skip + 8 * (group * (self.length + BLOCK_LINES) + slot)
    }

    /// Half of the lines in which a window for a group of values lies.
    ///
    /// `first` is the first line of the block and `head` its slot; `None` if there are no heaps or,
    /// with `SPARSE`, none in the window.
    #[inline(always)]
    fn window<const SPARSE: bool>(
        &self,
        item: Item,
        group: usize,
        (first, head): (usize, usize),
        half: usize,
    ) -> Option<&Window> {
        let from = group ^ usize::from(item.group);
        let back = item.back as usize;
        let slot = if back <= head { head - back } else { head + self.length - back };
        // Values across may be larger than any so far, and beyond the table too.
        let line = from * (self.length + BLOCK_LINES) + slot;
        if SPARSE && *self.last.get(line + BLOCK_LINES)? as usize + back <= first {
            return None;
        }
        let at = self.skip + 8 * line + HALF * half;
        let words = self.words.get(at..at + SPAN)?;
        if from < self.live { words.try_into().ok() } else { None }
    }

    fn put(&mut self, group: usize, slot: usize, line: Line) {
        let at = self.place(group, slot);
        self.words[at..at + 8].copy_from_slice(&line);
        if slot < BLOCK_LINES {
            // The first lines stand once more behind the last, so that windows never wrap.
            let again = at + 8 * self.length;
            self.words[again..again + 8].copy_from_slice(&line);
        }
    }
}

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

/// Half of a line: four of the eight values.
const HALF: usize = 4;
/// From the first word of a half line to the last of the same half eight lines on.
const SPAN: usize = 8 * BLOCK_LINES + HALF;
type Window = [u64; SPAN];
/// Half of a group, small enough to stay in vector registers.
type Sum = [[u64; HALF]; BLOCK_LINES];

impl Job for Unite<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for target in &mut *self.targets {
            if target.items.ends.is_empty() {
                target.unite_runs::<false>(self.ring, self.first, 0, target.items.runs.len());
            }
        }
        for &from in self.order {
            for target in &mut *self.targets {
                let group = target.group ^ usize::from(from);
                let Some(&end) = target.items.ends.get(group) else { continue };
                let start = if group == 0 { 0 } else { target.items.ends[group - 1] };
                if start < end && target.since_look.is_some() {
                    if self.ring.sparse[usize::from(from)] {
                        target.unite_runs::<true>(self.ring, self.first, start, end);
                    } else {
                        target.unite_runs::<false>(self.ring, self.first, start, end);
                    }
                }
            }
        }
    }
}

/// Windows united between two looks at whether nothing is left to add.
const LOOK: u32 = 48;

impl Target<'_> {
    /// Adds the windows of some runs.
    #[inline(always)]
    fn unite_runs<const SPARSE: bool>(
        &mut self,
        ring: &Ring,
        first: usize,
        start: usize,
        end: usize,
    ) {
        let (items, group) = (self.items, self.group);
        let block = (first, first % ring.length);
        for run in &items.runs[start..end] {
            let (start, middle, end) = (run.start as usize, run.whole as usize, run.end as usize);
            let (whole, rest) = (&items.windows[start..middle], &items.windows[middle..end]);
            for half in 0..2 {
                let mut sum: Sum = [[0; HALF]; BLOCK_LINES];
                for &item in whole {
                    if let Some(window) = ring.window::<SPARSE>(item, group, block, half) {
                        unite_whole(&mut sum, window);
                    }
                }
                for &item in rest {
                    if let Some(window) = ring.window::<SPARSE>(item, group, block, half) {
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

/// Windows into the last few lines, in order of distance, for each place in a group of eight.
pub type Near = [Vec<NearItem>; 8];

/// A window into the last few lines.
#[derive(Debug, Clone, Copy)]
pub struct NearItem {
    /// How far before the heaps of the line the window begins.
    pub distance: u16,
    /// Group of eight that the value of the other heap lies in.
    pub group: u16,
}

/// Sorts pairs (distance, squeezed value) of windows into the last few lines.
#[must_use]
pub fn near(pairs: impl Iterator<Item = (usize, u16)>) -> Near {
    let mut lists = Near::default();
    for (distance, value) in pairs {
        let item = NearItem { distance: distance as u16, group: value >> 3 };
        lists[usize::from(value & 7)].push(item);
    }
    for list in &mut lists {
        list.sort_unstable_by_key(|item| item.distance);
    }
    lists
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
