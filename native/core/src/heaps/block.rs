//! 512 values at a time: unions of windows for all of them, then one short look at each.
//!
//! While the values of a block are decided, one after the other, the unions for the next block
//! are taken, by other threads if there are any. They lack what depends on the block at work
//! (*near* pairs, added once that block is done) and on rare heaps found since they were begun
//! (*late* ones, marked heap by heap). Every mark comes from an option that exists, and the marks
//! of the common class are complete; a value of the rare class is only taken after a search
//! through all options, so that results do not depend on how much was united.

use std::sync::Mutex;

use super::decide::{Decide, Taken};
use super::items::{Items, Near, near};
use super::lines::{BLOCK, BLOCK_LINES, Group, LINE, Ring};
use super::scalar::Sparse;
use super::simd::dispatch;
use super::space::Space;
use super::unite::{Recent, STEP, Sums, Target, Unite};

/// Where a block was left.
pub enum Ended {
    /// All its values were found.
    Whole,
    /// A value needs more room than the tables have; values so far stand.
    Overflow,
}

/// The tables for blocks of a sequence.
pub struct Blocks {
    pub(super) ring: Ring,
    /// Groups of eight squeezed values in the unions; a multiple of eight.
    pub(super) capacity: usize,
    /// For each value: squeezed, and the parity under the mask as the highest bit.
    pub(super) table: Vec<u16>,
    /// For either parity, the values of that parity by what they squeeze to.
    pub(super) restored: [Vec<u16>; 2],
    /// Windows of rare heaps, for common values.
    pub(super) all: Items,
    /// Those not less than two blocks away, so that they are known a block ahead.
    far: Items,
    /// Windows of rare heaps less than two blocks away.
    middle: Items,
    /// Windows of rare heaps less than a block away.
    pub(super) near: Near,
    /// Rare heaps less than a step away, by distance.
    pub(super) close: Vec<Close>,
    /// For each distance, how many of them are nearer.
    pub(super) closer: [usize; STEP + 1],
    /// Rare heaps that `far` covers: the first `listed` ones.
    listed: usize,
    /// Rare heaps that the unions at hand cover.
    covered: usize,
    /// Windows of common heaps, for rare values; one list for each group united.
    pub(super) witnesses: Vec<Items>,
    /// The groups of values, the most frequent first.
    pub(super) order: Vec<u16>,
    reach: usize,
    /// The work of the unions for a block, in windows.
    load: u64,
    /// Groups of values that unions are taken of, unless larger values turn out to be needed.
    ceiling: usize,
    /// Whether the unions for the next block are taken, and of how many groups.
    is_united: bool,
    united: usize,
    /// How many blocks since last asked needed so many groups.
    needs: Vec<u32>,
    /// Unions of the block at work and of the next, common values and then rare ones.
    now: Vec<Group>,
    next: Vec<Group>,
    recent: Vec<Recent>,
    /// For each group, what searches for its values have cost since last asked.
    work: Vec<u64>,
    efforts: Vec<usize>,
}

/// A rare heap less than a step away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Close {
    pub distance: u16,
    /// Place of its value among those taken, see [`Taken`]; by position, in the other class if
    /// the distance is odd.
    pub place: u16,
}

/// Common heaps before this one may be witnesses.
const WITNESSES_TO: usize = 1 << 15;
/// The share of common heaps in the groups of values that witnesses are paired with, in turns: the
/// windows of one group alone leave much out again and again.
const WITNESSES_IN: (u32, u32) = (3, 4);
/// Witness windows a group, at first, and least and most.
const EFFORTS: (usize, usize, usize) = (128, 16, 4096);
/// Cost of a window united, in the measure of searches.
const COST: u64 = 9;
/// One block in so many may need more groups than are united beforehand.
const UNFORESEEN: u32 = 8;

/// Windows a block from which on other threads are worth waking: some 50 microseconds.
/// Tests wake them for everything.
const WORTH_WAKING: u64 = if cfg!(test) { 1 } else { 8_000 };

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
        debug_assert!(len.is_multiple_of(LINE));
        let top = usize::from(space.squeeze(values.max()).max(
            // Squeezing keeps order only within a class.
            (0..=values.max()).map(|v| space.squeeze(v)).max().unwrap_or(0),
        ));
        // A group more than needed so far: a common value may be too large for the groups there are
        // again and again, if each time a smaller rare one is free.
        let needed = top / 8 + 2;
        // Room for larger values costs little, as unions are only taken where they are needed.
        let groups = needed + needed / 4;
        let capacity = groups.next_multiple_of(8);
        let margin = sparse.moves.splits.last().copied().unwrap_or(0) + 2 * BLOCK;
        let last = sparse.rares.last().copied().unwrap_or(0);
        let mut reach = (last + last / 4).max(WITNESSES_TO) + margin;
        if Ring::bytes(groups, reach) > memory {
            let fits = memory / (groups as u64 * 64) * 64;
            reach = (fits as usize).clamp((WITNESSES_TO + margin).min(reach), reach);
        }
        // Distances are kept in 32 bits.
        reach = reach.min(1 << 31);
        let mut ring = Ring::new(groups, reach);
        for n in len.saturating_sub(reach + 64).max(1)..len {
            let value = values.get(n);
            if space.is_common(n, value) {
                ring.add(n, space.squeeze(value));
            }
        }
        ring.note_all(len.saturating_sub(reach + 64) / LINE..len / LINE);
        let table = (0..=u16::MAX / 2)
            .take((16 * capacity).next_power_of_two().max(2 * usize::from(values.max()) + 2))
            .map(|v| space.squeeze(v) | ((v & space.mask).count_ones() as u16 & 1) << 15)
            .collect();
        efforts.resize(capacity, EFFORTS.0);
        let mut blocks = Self {
            ring,
            capacity,
            table,
            restored: [0, 1].map(|parity| {
                let turn = Space { by_position: false, ..space };
                (0..8 * capacity as u16).map(|v| turn.restore(v, parity == 1, 0) as u16).collect()
            }),
            all: Items::default(),
            far: Items::default(),
            middle: Items::default(),
            near: Near::default(),
            close: Vec::new(),
            closer: [0; STEP + 1],
            listed: 0,
            covered: 0,
            witnesses: Vec::new(),
            order: Vec::new(),
            reach: reach - margin,
            load: 0,
            ceiling: needed,
            is_united: false,
            united: needed,
            needs: vec![0; groups + 1],
            now: vec![Group::EMPTY; 2 * capacity],
            next: vec![Group::EMPTY; 2 * capacity],
            recent: vec![[0; BLOCK + 2 * LINE]; groups],
            work: vec![0; capacity],
            efforts,
        };
        blocks.list_rares(sparse);
        blocks.list_witnesses(sparse);
        blocks
    }

    /// Notes the work of the unions for a block.
    fn weigh(&mut self) {
        let common = self.all.count() * self.ceiling as u64;
        let rare: u64 = self.witnesses.iter().take(self.ceiling).map(Items::count).sum();
        self.load = common + rare;
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
        let none = Items::default();
        let witnesses = self.witnesses.iter().chain(std::iter::repeat(&none));
        for ((effort, work), items) in self.efforts.iter_mut().zip(&mut self.work).zip(witnesses) {
            let unions = items.count().max(EFFORTS.1 as u64) * (heaps / BLOCK) as u64 * COST;
            *effort = if *work > unions / 3 { *effort * 5 / 4 } else { *effort * 4 / 5 };
            *effort = (*effort).clamp(EFFORTS.1, EFFORTS.2);
            *work = 0;
        }
        let blocks: u32 = self.needs.iter().sum();
        let mut more = 0;
        self.ceiling = (1..self.needs.len())
            .rev()
            .take_while(|&groups| {
                more += self.needs[groups];
                more * UNFORESEEN <= blocks
            })
            .last()
            .map_or(self.ring.groups(), |groups| groups - 1)
            .max(1);
        self.needs.fill(0);
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
        self.all = Items::new(squeezed());
        self.far = Items::new(squeezed().filter(|&(distance, _)| distance >= 2 * BLOCK));
        self.middle = Items::new(squeezed().filter(|&(distance, _)| distance < 2 * BLOCK));
        let below = |limit: usize| pairs.iter().filter(move |&&(distance, _)| distance < limit);
        self.near = near(below(BLOCK).map(|&(distance, v)| (distance, space.squeeze(v))));
        // An option that is a single heap is one beside an empty, rare heap.
        let singles = sparse.moves.singles.iter().filter(|&&take| take < STEP);
        self.close = below(STEP)
            .map(|&(distance, v)| (distance, self.table[usize::from(v)]))
            .chain(singles.map(|&take| (take, 0)))
            .filter_map(|(distance, entry)| {
                let turn = (usize::from(space.by_position) & distance & 1) as u16;
                let place = Taken::place(self.capacity, entry ^ turn << 15)?;
                Some(Close { distance: distance as u16, place })
            })
            .collect();
        self.close.sort_unstable_by_key(|close| close.distance);
        for (distance, closer) in self.closer.iter_mut().enumerate() {
            *closer = self.close.partition_point(|close| usize::from(close.distance) < distance);
        }
        self.weigh();
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
        // A window of a block with one heap or so is empty as likely as not.
        self.ring
            .set_sparse(frequent.iter().map(|&n| (n as usize) < WITNESSES_TO / BLOCK).collect());
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
        let all: u32 = frequent.iter().sum();
        let mut before = 0;
        let often = self.order.iter().map(|&across| usize::from(across)).take_while(|&across| {
            let is_often = before * WITNESSES_IN.1 < all * WITNESSES_IN.0;
            before += frequent[across];
            is_often
        });
        let often: Vec<usize> = often.collect();
        self.witnesses = (0..groups)
            .map(|group| {
                let lists: Vec<_> =
                    often.iter().filter_map(|across| heaps.get(group ^ across)).collect();
                let rounds =
                    (0..most).flat_map(|round| lists.iter().map(move |list| list.get(round)));
                Items::new(rounds.flatten().copied().take(self.efforts[group]))
            })
            .collect();
        self.weigh();
    }

    /// Takes the unions for the block from line `first` on; all lines before are known.
    fn unite_all(&mut self, first: usize, between: &mut dyn FnMut()) {
        self.covered = self.listed;
        self.united = self.ceiling;
        let mut unions = std::mem::take(&mut self.now);
        unions.fill(Group::EMPTY);
        let shares = self.shares(&self.all, &mut unions, 1);
        self.unite_queue(&Mutex::new(shares), first, between);
        self.now = unions;
        self.is_united = true;
    }

    /// What there is to unite, in about `count` shares of the same work.
    fn shares<'a>(
        &'a self,
        items: &'a Items,
        unions: &'a mut [Group],
        count: usize,
    ) -> Vec<Vec<Target<'a>>> {
        let mut shares: Vec<Vec<Target>> = (0..count.max(1)).map(|_| Vec::new()).collect();
        let (common, rare) = unions.split_at_mut(self.capacity);
        let groups = self.ceiling;
        let common = common[..groups].iter_mut().zip(std::iter::repeat(items)).enumerate();
        let rare = rare[..groups].iter_mut().zip(&self.witnesses).enumerate();
        for (group, (bits, items)) in common.chain(rare) {
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
        let mut sums = Vec::new();
        loop {
            let Some(mut share) = queue.lock().ok().and_then(|mut queue| queue.pop()) else {
                return;
            };
            let (ring, order) = (&self.ring, &self.order[..]);
            sums.resize(share.len().max(sums.len()), Sums::EMPTY);
            dispatch(Unite { ring, order, first, targets: &mut share, sums: &mut sums });
            between();
        }
    }

    /// Finds the values of the next block.
    ///
    /// With a pool, its threads take the unions for the block after it meanwhile, if they are much
    /// work.
    pub fn run(
        &mut self,
        sparse: &mut Sparse,
        pool: Option<&rayon::ThreadPool>,
        between: &mut dyn FnMut(),
    ) -> Ended {
        let first = sparse.values.len() / 64;
        let pool = pool.filter(|_| self.load >= WORTH_WAKING);
        let late = if self.is_united { self.covered } else { usize::MAX };
        self.list_rares(sparse);
        if !self.is_united {
            self.unite_all(first, between);
        }
        let late = late.min(self.covered);
        let mut now = std::mem::take(&mut self.now);
        let mut next = std::mem::take(&mut self.next);
        let mut recent = std::mem::take(&mut self.recent);
        next.fill(Group::EMPTY);
        recent.fill([0; BLOCK + 2 * LINE]);
        let mut work = std::mem::take(&mut self.work);
        let mut need = 0;
        let ended = {
            let blocks = &*self;
            let mut decide = || {
                dispatch(Decide {
                    blocks,
                    sparse,
                    late,
                    unions: &mut now,
                    recent: &mut recent,
                    work: &mut work,
                    united: blocks.united,
                    need: &mut need,
                })
            };
            if let Some(pool) = pool {
                // Shares are small enough for the threads to end at about the same time.
                let count = 4 * (pool.current_num_threads() + 1);
                let queue = Mutex::new(blocks.shares(&blocks.far, &mut next, count));
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
                decide()
            }
        };
        self.work = work;
        self.is_united = false;
        if matches!(ended, Ended::Whole) {
            self.needs[need] += 1;
            let lines = 1..=BLOCK_LINES;
            let fresh = recent.iter().map(|heaps| &heaps.as_chunks::<LINE>().0[lines.clone()]);
            self.ring.write(first, fresh);
            if pool.is_some() {
                // What the unions for the next block could not see: pairs with this block's heaps.
                self.covered = self.listed;
                self.united = self.ceiling;
                self.is_united = true;
                let first = first + BLOCK_LINES;
                let blocks = &*self;
                let groups = next[..blocks.united].iter_mut().enumerate();
                let targets = groups.map(|(group, bits)| Target::new(group, &blocks.middle, bits));
                // Too little to wake a thread once more.
                let queue = Mutex::new(vec![targets.collect()]);
                blocks.unite_queue(&queue, first, between);
            }
        }
        self.now = next;
        self.next = now;
        self.recent = recent;
        ended
    }
}
