//! Bit maps of the common heaps by value.
//!
//! A [`Line`] holds 64 consecutive heaps for eight consecutive values: bit `i` of word `v` says
//! that heap `64 k + i` is common and has the `v`-th of the eight values. Lines of one group of
//! eight values follow one another, so that the window of any 512 heaps is nine lines in a row.

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

/// Half of a line: four of the eight values.
pub const HALF: usize = 4;
/// From the first word of a half line to the last of the same half eight lines on.
const SPAN: usize = 8 * BLOCK_LINES + HALF;
/// Half of the lines of a window, with the other halves between.
pub type Window = [u64; SPAN];

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

    /// The lines of one group of values; `None` if there are no heaps.
    #[inline(always)]
    pub fn lines(&self, group: usize) -> Option<Lines<'_>> {
        // Values across may be larger than any so far, and beyond the table too.
        if group >= self.live {
            return None;
        }
        let length = self.length + BLOCK_LINES;
        let at = self.place(group, 0);
        let words = self.words.get(at..at + 8 * length)?;
        Some(Lines { words, last: self.last.get(group * length..(group + 1) * length)? })
    }

    /// Whether windows in a group of values are often empty.
    #[inline(always)]
    pub fn is_sparse(&self, group: usize) -> bool {
        self.sparse.get(group).is_some_and(|&sparse| sparse)
    }

    /// Number of lines before they repeat.
    #[inline(always)]
    pub fn length(&self) -> usize {
        self.length
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

/// The lines of one group of values.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    words: &'a [u64],
    last: &'a [u32],
}

impl<'a> Lines<'a> {
    /// No lines.
    pub const NONE: Self = Self { words: &[], last: &[] };

    /// Half of the lines in which a window lies that begins `back` lines before the block's first.
    ///
    /// That is line `first`, in slot `head` of a ring of `length`; `None` if there are no heaps in
    /// the window, which is only looked at with `SPARSE`.
    #[inline(always)]
    pub fn window<const SPARSE: bool>(
        self,
        back: usize,
        (first, head, length): (usize, usize, usize),
        half: usize,
    ) -> Option<&'a Window> {
        let slot = if back <= head { head - back } else { head + length - back };
        if SPARSE && *self.last.get(slot + BLOCK_LINES)? as usize + back <= first {
            return None;
        }
        let at = 8 * slot + HALF * half;
        self.words.get(at..at + SPAN)?.try_into().ok()
    }
}
