//! 512 values at a time: unions of windows for all of them, then one short look at each.
//!
//! While the values of a block are decided, one after the other, the unions for the next block
//! are taken, by other threads if there are any. They lack what depends on the block at work
//! (*near* pairs, added once that block is done) and on rare heaps found since they were begun
//! (*late* ones, marked heap by heap). Every mark comes from an option that exists, and the marks
//! of the common class are complete; a value of the rare class is only taken after a search
//! through all options, so that results do not depend on how much was united.

use std::sync::Mutex;

use super::lines::{
    BLOCK, BLOCK_LINES, EMPTY_LINE, Group, Items, Line, Ring, Target, Unite, UniteRecent, transpose,
};
use super::scalar::Sparse;
use super::simd::{Job, dispatch};

/// Where a block was left.
pub enum Ended {
    /// All its values were found.
    Whole,
    /// A value needs more room than the tables have; values so far stand.
    Overflow,
}

/// The tables for blocks of a sequence.
pub struct Blocks {
    ring: Ring,
    /// Groups of eight squeezed values in the unions; a multiple of eight.
    capacity: usize,
    /// For each value: squeezed, and the parity under the mask as the highest bit.
    table: Vec<u16>,
    /// Windows of rare heaps, for common values.
    far: Items,
    /// Windows of rare heaps less than two blocks away.
    middle: Items,
    /// (distance, squeezed value) of rare heaps less than a block away, by distance.
    near: Vec<(u16, u16)>,
    /// (distance, table entry) of rare heaps less than 64 away, by distance.
    close: Vec<(u16, u16)>,
    /// Rare heaps that `far` covers: the first `listed` ones.
    listed: usize,
    /// Rare heaps that the unions at hand cover.
    covered: usize,
    /// Windows of common heaps, for rare values; one list for each group united.
    witnesses: Vec<Items>,
    /// The groups of values, the most frequent first.
    order: Vec<u16>,
    reach: usize,
    /// Unions of the block at work and of the next, common values and then rare ones.
    now: Vec<Group>,
    next: Vec<Group>,
    recent: Vec<[Line; BLOCK_LINES + 2]>,
    /// For each group, what searches for its values have cost since last asked.
    work: Vec<u64>,
    efforts: Vec<usize>,
}

/// Common heaps before this one may be witnesses.
const WITNESSES_TO: usize = 1 << 15;
/// Witness windows a group, at first, and least and most.
const EFFORTS: (usize, usize, usize) = (128, 16, 4096);
/// Costs of a search, of a strip looked at and of a window united, as measured (rough is enough).
const COSTS: (u64, u64, u64) = (24, 8, 28);

/// Rare heaps beyond the ring's reach that make it worth extending.
const MANY_LATE: usize = 8;

impl Blocks {
    /// Bytes of tables for a sequence with values up to `max`, windows reaching back `reach`.
    pub fn bytes(max: u16, reach: usize) -> u64 {
        Ring::bytes(usize::from(max) / 16 + 1, reach)
    }

    /// Tables for going on from a number of values that is a multiple of 64.
    ///
    /// Windows reach back to the last rare heap if that takes no more than `memory` bytes.
    pub fn new(sparse: &Sparse, memory: u64, mut efforts: Vec<usize>) -> Self {
        let (space, values) = (sparse.space, &sparse.values);
        let len = values.len();
        debug_assert!(len.is_multiple_of(64));
        let top = usize::from(space.squeeze(values.max()).max(
            // Squeezing keeps order only within a class.
            (0..=values.max()).map(|v| space.squeeze(v)).max().unwrap_or(0),
        ));
        let groups = top / 8 + 1;
        let capacity = (top + 1).div_ceil(64).max(1) * 8;
        let margin = sparse.moves.splits.last().copied().unwrap_or(0) + 2 * BLOCK;
        let last = sparse.rares.last().copied().unwrap_or(0);
        let mut reach = (last + last / 4).max(WITNESSES_TO).min(len) + margin;
        if Ring::bytes(groups, reach) > memory {
            let fits = memory / (groups as u64 * 64) * 64;
            reach = (fits as usize).clamp((WITNESSES_TO + margin).min(reach), reach);
        }
        let mut ring = Ring::new(groups, reach);
        for n in len.saturating_sub(reach + 64).max(1)..len {
            let value = values.get(n);
            if space.is_common(n, value) {
                ring.add(n, space.squeeze(value));
            }
        }
        let table = (0..=u16::MAX / 2)
            .take((16 * capacity).next_power_of_two().max(2 * usize::from(values.max()) + 2))
            .map(|v| space.squeeze(v) | ((v & space.mask).count_ones() as u16 & 1) << 15)
            .collect();
        efforts.resize(capacity, EFFORTS.0);
        let mut blocks = Self {
            ring,
            capacity,
            table,
            far: Items::default(),
            middle: Items::default(),
            near: Vec::new(),
            close: Vec::new(),
            listed: 0,
            covered: 0,
            witnesses: Vec::new(),
            order: Vec::new(),
            reach: reach - margin,
            now: vec![Group::EMPTY; 2 * capacity],
            next: vec![Group::EMPTY; 2 * capacity],
            recent: vec![[EMPTY_LINE; BLOCK_LINES + 2]; groups],
            work: vec![0; capacity],
            efforts,
        };
        blocks.list_rares(sparse);
        blocks.list_witnesses(sparse);
        // The first block's unions have no block before them to wait for.
        blocks.unite_all(sparse, len);
        blocks
    }

    /// Whether rare heaps out of reach have become so many that new tables pay.
    pub fn wants_more_reach(&self, sparse: &Sparse, memory: u64) -> bool {
        let late = sparse.rares.len() - sparse.rares.partition_point(|&rare| rare <= self.reach);
        let last = sparse.rares.last().copied().unwrap_or(0);
        late >= MANY_LATE
            && Ring::bytes(self.ring.groups(), last + last / 4 + WITNESSES_TO) <= memory
    }

    /// How many witness windows are united for each group.
    pub fn efforts(&self) -> &[usize] {
        &self.efforts
    }

    /// After `heaps` more heaps, takes more witnesses where searches cost much, else fewer.
    ///
    /// What is left to search falls about exponentially with the number of witnesses, so that the
    /// sum of both costs is least where searches cost a fraction of what unions do.
    pub fn review(&mut self, sparse: &Sparse, heaps: usize) {
        for (effort, work) in self.efforts.iter_mut().zip(&mut self.work) {
            let unions = *effort as u64 * (heaps / BLOCK) as u64 * COSTS.2;
            *effort = if *work > unions / 3 { *effort * 5 / 4 } else { *effort * 4 / 5 };
            *effort = (*effort).clamp(EFFORTS.1, EFFORTS.2);
            *work = 0;
        }
        self.list_witnesses(sparse);
    }

    fn list_rares(&mut self, sparse: &Sparse) {
        let listed = sparse.rares.partition_point(|&rare| rare <= self.reach);
        if listed == self.listed && listed > 0 {
            return;
        }
        self.listed = listed;
        let (space, values) = (sparse.space, &sparse.values);
        let pairs: Vec<(usize, u16)> = sparse
            .moves
            .splits
            .iter()
            .flat_map(|&take| sparse.rares[..listed].iter().map(move |&rare| (rare + take, rare)))
            .map(|(distance, rare)| (distance, values.get(rare)))
            .collect();
        let squeezed = || pairs.iter().map(|&(distance, v)| (distance, space.squeeze(v)));
        self.far = Items::new(squeezed());
        self.middle = Items::new(squeezed().filter(|&(distance, _)| distance < 2 * BLOCK));
        let below = |limit: usize| pairs.iter().filter(move |&&(distance, _)| distance < limit);
        self.near = below(BLOCK).map(|&(d, v)| (d as u16, space.squeeze(v))).collect();
        self.near.sort_unstable();
        // An option that is a single heap is one beside an empty, rare heap.
        let singles = sparse.moves.singles.iter().filter(|&&take| take < 64);
        self.close = below(64)
            .map(|&(d, v)| (d as u16, self.table[usize::from(v)]))
            .chain(singles.map(|&take| (take as u16, 0)))
            .collect();
        self.close.sort_unstable();
    }

    /// Chooses common heaps whose pairs with frequent values show that rare values are taken.
    fn list_witnesses(&mut self, sparse: &Sparse) {
        let (space, values) = (sparse.space, &sparse.values);
        let len = values.len();
        let groups = self.ring.groups();
        let mut frequent = vec![0_u32; groups];
        for n in len.saturating_sub(WITNESSES_TO)..len {
            let value = values.get(n);
            if space.is_common(n, value) {
                frequent[usize::from(space.squeeze(value) >> 3)] += 1;
            }
        }
        let take = sparse.moves.splits[0];
        let mut heaps: Vec<Vec<(usize, u16)>> = vec![Vec::new(); groups];
        let most = self.efforts.iter().copied().max().unwrap_or(0);
        for n in 2 * BLOCK..WITNESSES_TO.min(len / 2) {
            let value = values.get(n);
            let squeezed = space.squeeze(value);
            let list = &mut heaps[usize::from(squeezed >> 3)];
            if list.len() < most && space.is_common(n, value) {
                list.push((n + take, squeezed));
            }
        }
        self.order = (0..groups as u16).collect();
        self.order.sort_by_key(|&group| std::cmp::Reverse(frequent[usize::from(group)]));
        self.witnesses = (0..groups)
            .map(|group| {
                let from = self.order.iter().map(|&across| group ^ usize::from(across));
                let ordered = from.filter_map(|from| heaps.get(from)).flatten().copied();
                Items::new(ordered.take(self.efforts[group]))
            })
            .collect();
    }

    /// Takes the unions for the block from `n` on, from all lines there are.
    fn unite_all(&mut self, sparse: &Sparse, n: usize) {
        self.list_rares(sparse);
        self.covered = self.listed;
        let mut unions = std::mem::take(&mut self.now);
        unions.fill(Group::EMPTY);
        self.unite_queue(&Mutex::new(self.shares(&mut unions, 1)), n / 64, &mut || ());
        self.now = unions;
    }

    /// What there is to unite, in about `count` shares of the same work.
    fn shares<'a>(&'a self, unions: &'a mut [Group], count: usize) -> Vec<Vec<Target<'a>>> {
        let mut shares: Vec<Vec<Target>> = (0..count.max(1)).map(|_| Vec::new()).collect();
        let (common, rare) = unions.split_at_mut(self.capacity);
        let groups = self.ring.groups();
        for (group, bits) in common[..groups].iter_mut().enumerate() {
            shares[group % count].push(Target::new(group, &self.far, bits));
        }
        for ((group, bits), items) in rare[..groups].iter_mut().enumerate().zip(&self.witnesses) {
            shares[group % count].push(Target::new(group, items, bits));
        }
        shares
    }

    /// Takes unions as long as the queue has shares of them.
    fn unite_queue<'a>(
        &'a self,
        queue: &Mutex<Vec<Vec<Target<'a>>>>,
        first: usize,
        between: &mut dyn FnMut(),
    ) {
        loop {
            let Some(mut share) = queue.lock().ok().and_then(|mut queue| queue.pop()) else {
                return;
            };
            let (ring, order) = (&self.ring, &self.order[..]);
            dispatch(Unite { ring, order, first, targets: &mut share });
            between();
        }
    }

    /// Finds the values of the next block.
    ///
    /// With a pool, its threads take the unions for the block after it meanwhile.
    pub fn run(
        &mut self,
        sparse: &mut Sparse,
        pool: Option<&rayon::ThreadPool>,
        between: &mut dyn FnMut(),
    ) -> Ended {
        let first = sparse.values.len() / 64;
        let listed_before = self.covered;
        self.list_rares(sparse);
        let mut now = std::mem::take(&mut self.now);
        let mut next = std::mem::take(&mut self.next);
        let mut recent = std::mem::take(&mut self.recent);
        next.fill(Group::EMPTY);
        for lines in &mut recent {
            lines.fill(EMPTY_LINE);
        }
        let mut work = std::mem::take(&mut self.work);
        let ended = {
            let blocks = &*self;
            // Shares are small enough for the threads to end at about the same time.
            let count = pool.map_or(1, |pool| 2 * (pool.current_num_threads() + 1));
            let queue = Mutex::new(blocks.shares(&mut next, count));
            let mut decide = || {
                dispatch(Decide {
                    blocks,
                    sparse,
                    late: listed_before,
                    unions: &mut now,
                    recent: &mut recent,
                    work: &mut work,
                })
            };
            if let Some(pool) = pool {
                pool.in_place_scope(|scope| {
                    for _ in 0..pool.current_num_threads() {
                        let queue = &queue;
                        scope.spawn(move |_| {
                            blocks.unite_queue(queue, first + BLOCK_LINES, &mut || ());
                        });
                    }
                    let ended = decide();
                    blocks.unite_queue(&queue, first + BLOCK_LINES, between);
                    ended
                })
            } else {
                let ended = decide();
                if matches!(ended, Ended::Whole) {
                    blocks.unite_queue(&queue, first + BLOCK_LINES, between);
                }
                ended
            }
        };
        self.work = work;
        self.covered = self.listed;
        if matches!(ended, Ended::Whole) {
            for line in 0..BLOCK_LINES {
                self.ring.write(first + line, recent.iter().map(|lines| lines[line + 1]));
            }
            // What the unions for the next block could not see: pairs with this block's heaps.
            let first = first + BLOCK_LINES;
            let groups = self.ring.groups();
            let mut targets: Vec<Target> = (next[..groups].iter_mut().enumerate())
                .map(|(group, bits)| Target::new(group, &self.middle, bits))
                .collect();
            let (ring, order) = (&self.ring, &self.order[..]);
            dispatch(Unite { ring, order, first, targets: &mut targets });
        }
        self.now = next;
        self.next = now;
        self.recent = recent;
        ended
    }
}

/// Decides the values of a block, one after the other.
struct Decide<'a> {
    blocks: &'a Blocks,
    sparse: &'a mut Sparse,
    /// Rare heaps from this one on are not in the unions.
    late: usize,
    unions: &'a mut [Group],
    recent: &'a mut [[Line; BLOCK_LINES + 2]],
    work: &'a mut [u64],
}

impl Job for Decide<'_> {
    type Output = Ended;

    #[inline(always)]
    fn run(mut self) -> Ended {
        let words = self.blocks.capacity / 8;
        let mut common = vec![[0_u64; 64]; words];
        let mut rare = vec![[0_u64; 64]; words];
        for line in 0..BLOCK_LINES {
            let (unions_common, unions_rare) = self.unions.split_at_mut(self.blocks.capacity);
            UniteRecent {
                recent: self.recent,
                near: &self.blocks.near,
                line,
                target: unions_common,
            }
            .run();
            for word in 0..words {
                gather(&unions_common[8 * word..8 * word + 8], line, &mut common[word]);
                gather(&unions_rare[8 * word..8 * word + 8], line, &mut rare[word]);
            }
            if !self.decide_line(line, &mut common, &mut rare) {
                return Ended::Overflow;
            }
        }
        Ended::Whole
    }
}

/// The rows of 64 values for one line of heaps, made columns.
#[inline(always)]
fn gather(groups: &[Group], line: usize, columns: &mut [u64; 64]) {
    for (eight, group) in columns.chunks_exact_mut(8).zip(groups) {
        eight.copy_from_slice(&group.0[8 * line..8 * line + 8]);
    }
    transpose(columns);
}

impl Decide<'_> {
    /// Decides the heaps of one line; false if a value has no room.
    #[inline(always)]
    fn decide_line(
        &mut self,
        line: usize,
        common: &mut [[u64; 64]],
        rare: &mut [[u64; 64]],
    ) -> bool {
        let blocks = self.blocks;
        let space = self.sparse.space;
        let table = &blocks.table[..];
        let start = self.sparse.values.len();
        // Unions are taken for so many squeezed values; a value beyond has no room.
        let top = (8 * blocks.ring.groups()) as u16;
        let turns = [(space.turn(start) as u16) << 15, (space.turn(start + 1) as u16) << 15];
        for &take in &self.sparse.moves.singles {
            for lane in 0..take.min(64) {
                let entry = table[usize::from(self.sparse.values.get(start + lane - take))];
                mark(common, rare, lane, entry ^ turns[lane & 1]);
            }
        }
        for lane in 0..64 {
            let n = start + lane;
            let values = &self.sparse.values;
            if self.late < self.sparse.rares.len() {
                for &take in &self.sparse.moves.splits {
                    for &heap in &self.sparse.rares[self.late..] {
                        if heap + take >= n {
                            break;
                        }
                        let rest = n - take - heap;
                        if !(self.sparse.moves.unequal && rest == heap) {
                            let value = values.get(heap) ^ values.get(rest);
                            mark(common, rare, lane, table[usize::from(value)] ^ turns[lane & 1]);
                        }
                    }
                }
            }
            let Some(least) = first_zero(common, lane).filter(|&least| least < top) else {
                return false;
            };
            let best = space.restore(least, true, n);
            let mut chosen = best;
            let mut from = 0;
            loop {
                let Some(index) = first_zero_from(rare, lane, &mut from) else {
                    let top = (8 * blocks.capacity) as u16;
                    if space.restore(top, false, n) < best {
                        return false;
                    }
                    break;
                };
                let value = space.restore(index, false, n);
                if value > best {
                    break;
                }
                let mut taken = false;
                for &take in &self.sparse.moves.splits {
                    let unequal = self.sparse.moves.unequal;
                    let (found, strips) = values.has_pair(n - take, value as u16, unequal);
                    self.work[usize::from(index >> 3)] += COSTS.0 + COSTS.1 * strips as u64;
                    if found {
                        taken = true;
                        break;
                    }
                }
                if !taken {
                    chosen = value;
                    break;
                }
                rare[usize::from(index >> 6)][lane] |= 1 << (index & 63);
            }
            let Some(&entry) = table.get(chosen as usize) else { return false };
            let index = usize::from(entry & 0x7fff);
            if index >> 3 >= self.recent.len() {
                return false;
            }
            if !self.sparse.append(chosen as u16) {
                self.recent[index >> 3][line + 1][index & 7] |= 1 << lane;
            }
            // Tables are linear: the entry of an exclusive or is that of the entries.
            for &(distance, other) in &blocks.close {
                let to = lane + usize::from(distance);
                if to >= 64 {
                    break;
                }
                mark(common, rare, to, entry ^ other ^ turns[to & 1]);
            }
        }
        true
    }
}

/// Notes that a value is taken, by its entry in the table.
#[inline(always)]
fn mark(common: &mut [[u64; 64]], rare: &mut [[u64; 64]], lane: usize, entry: u16) {
    let index = usize::from(entry & 0x7fff);
    let set = if entry >> 15 == 1 { common } else { rare };
    if let Some(word) = set.get_mut(index >> 6) {
        word[lane & 63] |= 1 << (index & 63);
    }
}

/// The least number not in the set of this lane.
#[inline(always)]
fn first_zero(set: &[[u64; 64]], lane: usize) -> Option<u16> {
    first_zero_from(set, lane, &mut 0)
}

#[inline(always)]
fn first_zero_from(set: &[[u64; 64]], lane: usize, from: &mut usize) -> Option<u16> {
    while let Some(word) = set.get(*from) {
        if word[lane] != u64::MAX {
            return Some((*from * 64) as u16 + word[lane].trailing_ones() as u16);
        }
        *from += 1;
    }
    None
}
