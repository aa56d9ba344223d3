//! The values of one block, decided heap by heap once its unions are taken.

use super::block::{Blocks, Ended};
use super::lines::{BLOCK, Group, LINE, Ring};
use super::scalar::Sparse;
use super::simd::{Job, dispatch};
use super::unite::{Recent, STEP, Step, Sums, Target, Unite, UniteRecent, gather};

/// Costs of a search and of a strip looked at, as measured (rough is enough).
const COSTS: (u64, u64) = (48, 8);

/// Decides the values of a block, one after the other.
pub struct Decide<'a> {
    /// The unions' tables.
    pub blocks: &'a Blocks,
    /// The last blocks, up to this one.
    pub young: &'a Ring,
    /// The block's place in its batch.
    pub index: usize,
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

/// The values known to be taken: for each 64 values of each class, a word for each heap of a step.
///
/// A *place* is a squeezed value, with a bit above for the common class; places are linear.
pub struct Taken {
    words: Vec<[u64; STEP]>,
    /// Values of one class, a power of two.
    size: usize,
}

impl Job for Decide<'_> {
    type Output = Ended;

    #[inline(always)]
    fn run(mut self) -> Ended {
        let capacity = self.blocks.capacity;
        let size = Taken::size(capacity);
        let mut taken = Taken { words: vec![[0; STEP]; size / 32], size };
        for step in 0..BLOCK / STEP {
            self.unite_recent(step, 0);
            let (common, rare) = self.unions.split_at_mut(capacity);
            let (of_rare, of_common) = taken.words.split_at_mut(size / 64);
            for (groups, taken) in [(common, of_common), (rare, of_rare)] {
                for (groups, taken) in groups.chunks_exact(8).zip(taken) {
                    *taken = gather(std::array::from_fn(|group| step_of(&groups[group], step)));
                }
            }
            if !self.decide_step(step, &mut taken) {
                return Ended::Overflow;
            }
        }
        Ended::Whole
    }
}

/// The heaps of one step of a block.
#[inline(always)]
fn step_of(group: &Group, step: usize) -> &Step {
    group.0.as_chunks::<STEP>().0.get(step).unwrap_or(&[0; STEP])
}

impl Decide<'_> {
    /// Adds pairs with heaps of this block before a step to the unions from a group on.
    #[inline(always)]
    fn unite_recent(&mut self, step: usize, from: usize) {
        let target = &mut self.unions[from..self.united];
        UniteRecent { recent: self.recent, near: &self.blocks.near, step, from, target }.run();
    }

    /// Unites one group of values more, as all values of those united so far are taken.
    #[inline(never)]
    fn raise(&mut self, step: usize, taken: &mut Taken) {
        let (blocks, group) = (self.blocks, self.united);
        self.united += 1;
        let first = (self.sparse.values.len() - STEP * step) / LINE;
        let sums = &mut [Sums::EMPTY];
        for (place, items, ring) in [
            (0, &blocks.far[self.index], &blocks.ring),
            (0, &blocks.middle[self.index][0], &blocks.ring),
            (0, &blocks.middle[self.index][1], &blocks.ring),
            (0, &blocks.fresh[self.index], self.young),
            (blocks.capacity, &blocks.witnesses[group], &blocks.ring),
        ] {
            let targets = &mut [Target::new(group, items, &mut self.unions[place + group])];
            dispatch(Unite { ring, order: &blocks.order, first, targets, sums });
        }
        self.unite_recent(step, group);
        for (place, first) in [(0, taken.size), (blocks.capacity, 0)] {
            let more = step_of(&self.unions[place + group], step);
            let known = &mut taken.words[first / 64 + group / 8];
            for (known, &more) in known.iter_mut().zip(more) {
                *known |= u64::from(more) << (8 * (group % 8));
            }
        }
    }

    /// Decides the heaps of one step; false if a value has no room.
    #[inline(always)]
    fn decide_step(&mut self, step: usize, taken: &mut Taken) -> bool {
        let blocks = self.blocks;
        let space = self.sparse.space;
        let table = &blocks.table[..];
        let start = self.sparse.values.len();
        // Unions are taken for so many squeezed values; a value beyond has no room.
        let groups = blocks.ring.groups();
        let turns = [space.turn(start) as u16, space.turn(start + 1) as u16];
        for &take in &self.sparse.moves.singles {
            for lane in 0..take.min(STEP) {
                let entry = table[usize::from(self.sparse.values.get(start + lane - take))];
                taken.mark(lane, entry ^ turns[lane & 1] << 15);
            }
        }
        for lane in 0..STEP {
            let n = start + lane;
            let turn = turns[lane & 1];
            if self.late < self.sparse.rares.len() {
                self.mark_late(lane, turn, taken);
            }
            let least = loop {
                match first_zero_from(&taken.words[taken.size / 64..], lane, &mut 0) {
                    Some(least) if usize::from(least) < 8 * self.united => break least,
                    _ if self.united < groups => self.raise(step, taken),
                    _ => return false,
                }
            };
            *self.need = (*self.need).max(usize::from(least >> 3) + 1);
            let best = blocks.restored[usize::from(1 ^ turn)][usize::from(least)];
            let (mut chosen, mut index, mut is_rare) = (best, least, false);
            let mut from = 0;
            loop {
                let Some(free) =
                    first_zero_from(&taken.words[..blocks.capacity / 8], lane, &mut from)
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
                taken.words[usize::from(free >> 6)][lane] |= 1 << (free & 63);
            }
            let Some(heaps) = self.recent.get_mut(usize::from(index >> 3)) else { return false };
            self.sparse.append(chosen, is_rare);
            if !is_rare {
                heaps[LINE + STEP * step + lane] = 1 << (index & 7);
            }
            // By position, classes turn with every heap: that of this heap is as seen from it, and
            // places of rare heaps are as seen from their distance.
            let place = index | if is_rare { 0 } else { taken.size as u16 };
            for close in &blocks.close[..blocks.closer[STEP - lane]] {
                taken.mark_place(lane + usize::from(close.distance), place ^ close.place);
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
        if let Some(words) = self.words.get_mut(usize::from(place >> 6)) {
            words[lane] |= 1 << (place & 63);
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

/// The least number not in the set of this lane, from the 64 at `from` on, which rises.
#[inline(always)]
fn first_zero_from(set: &[[u64; STEP]], lane: usize, from: &mut usize) -> Option<u16> {
    while let Some(words) = set.get(*from) {
        if words[lane] != u64::MAX {
            return Some((64 * *from + words[lane].trailing_ones() as usize) as u16);
        }
        *from += 1;
    }
    None
}
