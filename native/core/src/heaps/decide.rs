//! The values of one block, decided heap by heap once its unions are taken.

use super::block::{Blocks, Ended};
use super::lines::{BLOCK_LINES, EMPTY_LINE, Group, LINE, Line};
use super::scalar::Sparse;
use super::simd::{Job, dispatch};
use super::unite::{Recent, Sums, Target, Unite, UniteRecent, gather};

/// Costs of a search and of a strip looked at, as measured (rough is enough).
const COSTS: (u64, u64) = (48, 8);

/// Decides the values of a block, one after the other.
pub struct Decide<'a> {
    /// The unions' tables.
    pub blocks: &'a Blocks,
    /// The sequence.
    pub sparse: &'a mut Sparse,
    /// Rare heaps from this one on are not in the unions.
    pub late: usize,
    /// The values taken, common values and then rare ones.
    pub unions: &'a mut [Group],
    /// The heaps of the block so far, per group of values.
    pub recent: &'a mut [Recent],
    /// What searches for values of each group have cost.
    pub work: &'a mut [u64],
    /// Groups of values that the unions hold.
    pub united: usize,
    /// Groups of values that the block needs.
    pub need: &'a mut usize,
}

/// The values known to be taken: 64 bits for each lane, for each 64 values, for each class.
///
/// A *place* is a squeezed value, with a bit above for the common class; places are linear.
pub struct Taken {
    bits: Vec<u64>,
    /// Words before those of the common class, a power of two.
    size: usize,
}

impl Job for Decide<'_> {
    type Output = Ended;

    #[inline(always)]
    fn run(mut self) -> Ended {
        let capacity = self.blocks.capacity;
        let size = Taken::size(capacity);
        let mut taken = Taken { bits: vec![0; 2 * size], size };
        for line in 0..BLOCK_LINES {
            self.unite_recent(line, 0);
            let (common, rare) = self.unions.split_at_mut(capacity);
            let (of_rare, of_common) = taken.bits.split_at_mut(size);
            for (groups, taken) in [(common, of_common), (rare, of_rare)] {
                for (groups, taken) in groups.chunks_exact(8).zip(taken.chunks_exact_mut(64)) {
                    taken.copy_from_slice(&gather(std::array::from_fn(|group| {
                        line_of(&groups[group], line)
                    })));
                }
            }
            if !self.decide_line(line, &mut taken) {
                return Ended::Overflow;
            }
        }
        Ended::Whole
    }
}

/// One line of a block.
#[inline(always)]
fn line_of(group: &Group, line: usize) -> &Line {
    group.0.as_chunks::<LINE>().0.get(line).unwrap_or(&EMPTY_LINE)
}

impl Decide<'_> {
    /// Adds pairs with the lines of this block before `line` to the unions from a group on.
    #[inline(always)]
    fn unite_recent(&mut self, line: usize, from: usize) {
        let target = &mut self.unions[from..self.united];
        UniteRecent { recent: self.recent, near: &self.blocks.near, line, from, target }.run();
    }

    /// Unites one group of values more, as all values of those united so far are taken.
    #[inline(never)]
    fn raise(&mut self, line: usize, taken: &mut Taken) {
        let (blocks, group) = (self.blocks, self.united);
        self.united += 1;
        let first = self.sparse.values.len() / LINE - line;
        let mut sums = Sums::EMPTY;
        for (place, items) in [(0, &blocks.all), (blocks.capacity, &blocks.witnesses[group])] {
            let bits = &mut self.unions[place + group];
            *bits = Group::EMPTY;
            let (ring, order) = (&blocks.ring, &blocks.order[..]);
            let targets = &mut [Target::new(group, items, bits, &mut sums)];
            dispatch(Unite { ring, order, first, targets });
        }
        self.unite_recent(line, group);
        for (place, first) in [(0, taken.size), (blocks.capacity, 0)] {
            let more = line_of(&self.unions[place + group], line);
            for (known, &more) in taken.bits[first + group / 8 * 64..].iter_mut().zip(more) {
                *known |= u64::from(more) << (8 * (group % 8));
            }
        }
    }

    /// Decides the heaps of one line; false if a value has no room.
    #[inline(always)]
    fn decide_line(&mut self, line: usize, taken: &mut Taken) -> bool {
        let blocks = self.blocks;
        let space = self.sparse.space;
        let table = &blocks.table[..];
        let start = self.sparse.values.len();
        // Unions are taken for so many squeezed values; a value beyond has no room.
        let groups = blocks.ring.groups();
        let turns = [space.turn(start) as u16, space.turn(start + 1) as u16];
        for &take in &self.sparse.moves.singles {
            for lane in 0..take.min(64) {
                let entry = table[usize::from(self.sparse.values.get(start + lane - take))];
                taken.mark(lane, entry ^ turns[lane & 1] << 15);
            }
        }
        for lane in 0..64 {
            let n = start + lane;
            let turn = turns[lane & 1];
            if self.late < self.sparse.rares.len() {
                self.mark_late(lane, turn, taken);
            }
            let least = loop {
                match first_zero_from(&taken.bits[taken.size..], lane, &mut 0) {
                    Some(least) if usize::from(least) < 8 * self.united => break least,
                    _ if self.united < groups => self.raise(line, taken),
                    _ => return false,
                }
            };
            *self.need = (*self.need).max(usize::from(least >> 3) + 1);
            let best = blocks.restored[usize::from(1 ^ turn)][usize::from(least)];
            let (mut chosen, mut index, mut is_rare) = (best, least, false);
            let mut from = 0;
            loop {
                let Some(free) =
                    first_zero_from(&taken.bits[..8 * blocks.capacity], lane, &mut from)
                else {
                    let top = (8 * blocks.capacity) as u16;
                    if space.restore(top, false, n) < u32::from(best) {
                        return false;
                    }
                    break;
                };
                let value = blocks.restored[usize::from(turn)][usize::from(free)];
                if value > best {
                    break;
                }
                if !self.search(n, value, free) {
                    (chosen, index, is_rare) = (value, free, true);
                    break;
                }
                taken.bits[usize::from(free & !63) + lane] |= 1 << (free & 63);
            }
            let Some(heaps) = self.recent.get_mut(usize::from(index >> 3)) else { return false };
            self.sparse.append(chosen, is_rare);
            if !is_rare {
                heaps[LINE * (line + 1) + lane] = 1 << (index & 7);
            }
            // By position, classes turn with every heap: that of this heap is as seen from it, and
            // places of rare heaps are as seen from their distance.
            let place = index | if is_rare { 0 } else { taken.size as u16 };
            for close in &blocks.close {
                let to = lane + usize::from(close.distance);
                if to >= 64 {
                    break;
                }
                taken.mark_place(to, place ^ close.place);
            }
        }
        true
    }

    /// Marks pairs with rare heaps that the unions lack.
    #[inline(never)]
    fn mark_late(&mut self, lane: usize, turn: u16, taken: &mut Taken) {
        let (moves, values) = (&self.sparse.moves, &self.sparse.values);
        for &take in &moves.splits {
            for &heap in &self.sparse.rares[self.late..] {
                if heap + take >= values.len() {
                    break;
                }
                let rest = values.len() - take - heap;
                if !(moves.unequal && rest == heap) {
                    let value = values.get(heap) ^ values.get(rest);
                    taken.mark(lane, self.blocks.table[usize::from(value)] ^ turn << 15);
                }
            }
        }
    }

    /// Whether some option has this value, of the rare class.
    #[inline(always)]
    fn search(&mut self, n: usize, value: u16, index: u16) -> bool {
        let moves = &self.sparse.moves;
        // A closure would be compiled for any processor.
        for &take in &moves.splits {
            let (found, strips) = self.sparse.values.has_pair(n - take, value, moves.unequal);
            self.work[usize::from(index >> 3)] += COSTS.0 + COSTS.1 * strips as u64;
            if found {
                return true;
            }
        }
        false
    }
}

impl Taken {
    /// Words for one class.
    pub fn size(capacity: usize) -> usize {
        (8 * capacity).next_power_of_two()
    }

    /// The place of an entry of the table, if there is one.
    pub fn place(capacity: usize, entry: u16) -> Option<u16> {
        let (index, size) = (entry & 0x7fff, Self::size(capacity) as u16);
        (index < size).then_some(index | ((entry >> 15) * size))
    }

    /// Notes that a value is taken, by its place.
    #[inline(always)]
    fn mark_place(&mut self, lane: usize, place: u16) {
        if let Some(word) = self.bits.get_mut(usize::from(place & !63) + lane) {
            *word |= 1 << (place & 63);
        }
    }

    /// Notes that a value is taken, by its entry in the table.
    #[inline(always)]
    fn mark(&mut self, lane: usize, entry: u16) {
        if let Some(place) = Self::place(self.size / 8, entry) {
            self.mark_place(lane, place);
        }
    }
}

/// The least number not in the set of this lane, from the 64 after `from` words on, which rises.
#[inline(always)]
fn first_zero_from(set: &[u64], lane: usize, from: &mut usize) -> Option<u16> {
    while let Some(word) = set.get(*from + lane) {
        if *word != u64::MAX {
            return Some((*from + word.trailing_ones() as usize) as u16);
        }
        *from += 64;
    }
    None
}
