//! Where the common heaps lie, by value.
//!
//! Values are taken in groups of eight. For each group a heap has one byte: its bits say which of
//! the eight values it has, if it is common. The bytes of a group follow one another, so that the
//! window of any 512 heaps is 512 bytes in a row, wherever it begins.

use crate::pages::prefer_huge;

/// Heaps in a line.
pub const LINE: usize = 64;
/// Lines in a block of heaps.
pub const BLOCK_LINES: usize = 8;
/// Heaps in a block.
pub const BLOCK: usize = LINE * BLOCK_LINES;
/// Lines kept empty ahead of the last one written: windows reach a block and a line ahead.
const AHEAD: usize = 2 * BLOCK_LINES;

/// 64 heaps, a byte each, for eight values.
pub type Line = [u8; LINE];
/// No heap.
pub const EMPTY_LINE: Line = [0; LINE];

/// The heaps of a block, for eight values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Group(pub [u8; BLOCK]);

impl Group {
    /// No heap.
    pub const EMPTY: Self = Self([0; BLOCK]);
}

/// The lines of all groups of values, for the most recent heaps.
#[derive(Debug)]
pub struct Ring {
    bytes: Vec<u8>,
    /// Bytes before the first line, which begins on a cache line.
    skip: usize,
    groups: usize,
    /// Lines before they repeat.
    length: usize,
    /// Number of the line after the last one.
    end: usize,
    /// For each line of each sparse group, one more than the number of the last line not empty up
    /// to it.
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
        ((Self::lines_for(reach) + BLOCK_LINES) * LINE) as u64 * groups as u64
    }

    fn lines_for(reach: usize) -> usize {
        reach.div_ceil(LINE) + AHEAD + BLOCK_LINES
    }

    /// An empty ring for `8 groups` values in which windows may begin `reach` heaps back, as far as
    /// line `end`.
    #[must_use]
    pub fn new(groups: usize, reach: usize, end: usize) -> Self {
        let length = Self::lines_for(reach);
        let mut bytes = vec![0; LINE * groups * (length + BLOCK_LINES) + LINE];
        prefer_huge(&mut bytes);
        let skip = bytes.as_ptr().align_offset(LINE).min(LINE);
        let last = vec![0; groups * (length + BLOCK_LINES)];
        Self { bytes, skip, groups, length, end, last, sparse: vec![false; groups], live: 0 }
    }

    /// Number of groups of eight values.
    #[must_use]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Sets the lines from line `first` on, for every group, and empties those that come into sight.
    pub fn write<'a, L>(&mut self, first: usize, fresh: impl Iterator<Item = L>)
    where
        L: Iterator<Item = &'a Line>,
    {
        let (start, ahead) = (first % self.length, (first + AHEAD) % self.length);
        for (group, lines) in fresh.enumerate() {
            let is_sparse = self.is_sparse(group);
            let (mut next, mut slot, mut ahead) = (first, start, ahead);
            for line in lines {
                self.put(group, slot, line);
                self.put(group, ahead, &EMPTY_LINE);
                let any = line != &EMPTY_LINE;
                if any {
                    self.live = self.live.max(group + 1);
                }
                if is_sparse {
                    self.note(group, next, slot, any);
                }
                next += 1;
                (slot, ahead) = (self.after(slot), self.after(ahead));
            }
            self.end = next;
            if is_sparse {
                self.note_ahead(group, slot);
            }
        }
    }

    /// The slot after a slot.
    #[inline(always)]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.length { 0 } else { slot + 1 }
    }

    /// Says in which groups of values windows are often empty.
    pub fn set_sparse(&mut self, sparse: Vec<bool>) {
        debug_assert_eq!(sparse.len(), self.groups);
        self.sparse = sparse;
        for group in 0..self.groups {
            if self.sparse[group] {
                self.note_all(group);
            }
        }
    }

    /// Notes which lines of a group have any heap.
    fn note_all(&mut self, group: usize) {
        let start = self.end.saturating_sub(self.length - AHEAD);
        let mut slot = start % self.length;
        for number in start..self.end {
            let at = self.place(group, slot);
            let any = self.bytes[at..at + LINE] != EMPTY_LINE;
            self.note(group, number, slot, any);
            slot = self.after(slot);
        }
        self.note_ahead(group, slot);
    }

    /// Notes whether a line, the last one so far, has any heap.
    #[inline]
    fn note(&mut self, group: usize, number: usize, slot: usize, any: bool) {
        let first = group * (self.length + BLOCK_LINES);
        let before = if slot == 0 { self.length } else { slot } - 1;
        let last = if any { number as u32 + 1 } else { self.last[first + before] };
        self.last[first + slot] = last;
        if slot < BLOCK_LINES {
            self.last[first + self.length + slot] = last;
        }
    }

    /// Notes that lines from the end on, as far as windows reach, are empty.
    fn note_ahead(&mut self, group: usize, mut slot: usize) {
        for number in self.end..self.end + AHEAD {
            self.note(group, number, slot, false);
            slot = self.after(slot);
        }
    }

    /// Adds heap `n` with a squeezed value, before sparse groups are set.
    pub fn add(&mut self, n: usize, value: u16) {
        self.live = self.live.max(usize::from(value >> 3) + 1);
        let (group, slot) = (usize::from(value >> 3), n / LINE % self.length);
        let at = self.place(group, slot) + n % LINE;
        self.bytes[at] |= 1 << (value & 7);
        if slot < BLOCK_LINES {
            self.bytes[at + LINE * self.length] |= 1 << (value & 7);
        }
    }

    /// Some lines of a group of values.
    pub fn from(&self, group: usize, first: usize, count: usize) -> impl Iterator<Item = &Line> {
        let mut slot = first % self.length;
        (0..count).filter_map(move |_| {
            let at = self.place(group, slot);
            slot = self.after(slot);
            <&Line>::try_from(&self.bytes[at..at + LINE]).ok()
        })
    }

    fn place(&self, group: usize, slot: usize) -> usize {
        self.skip + LINE * (group * (self.length + BLOCK_LINES) + slot)
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
        let bytes = self.bytes.get(at..at + LINE * length)?;
        Some(Lines { bytes, last: self.last.get(group * length..(group + 1) * length)? })
    }

    /// Whether windows in a group of values are often empty.
    #[inline(always)]
    pub fn is_sparse(&self, group: usize) -> bool {
        self.sparse.get(group).is_some_and(|&sparse| sparse)
    }

    /// The place of the block whose first line is line `first`.
    #[inline(always)]
    pub fn locate(&self, first: usize) -> Place {
        Place { first, head: LINE * (first % self.length), length: LINE * self.length }
    }

    fn put(&mut self, group: usize, slot: usize, line: &Line) {
        let at = self.place(group, slot);
        self.bytes[at..at + LINE].copy_from_slice(line);
        if slot < BLOCK_LINES {
            // The first lines stand once more behind the last, so that windows never wrap.
            let again = at + LINE * self.length;
            self.bytes[again..again + LINE].copy_from_slice(line);
        }
    }
}

/// Where a block begins: its first line, and the bytes of a group before it and in all.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    first: usize,
    head: usize,
    length: usize,
}

/// The lines of one group of values.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    last: &'a [u32],
}

impl<'a> Lines<'a> {
    /// No lines.
    pub const NONE: Self = Self { bytes: &[], last: &[] };

    /// The window that begins `distance` heaps before the block's first.
    ///
    /// `None` if there are no heaps in the window, which is only looked at with `SPARSE`.
    #[inline(always)]
    pub fn window<const SPARSE: bool>(
        self,
        distance: usize,
        block: Place,
    ) -> Option<&'a [u8; BLOCK]> {
        let at =
            if distance <= block.head { block.head } else { block.head + block.length } - distance;
        if SPARSE {
            let last = *self.last.get(at / LINE + BLOCK_LINES)? as usize;
            if last + distance.div_ceil(LINE) <= block.first {
                return None;
            }
        }
        self.bytes.get(at..at + BLOCK)?.try_into().ok()
    }
}
