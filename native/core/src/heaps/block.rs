//! 512 values at a time: unions of windows for all of them, then one short look at each.
//!
//! One thread takes the unions of a block and decides its values, one after the other. With more,
//! the blocks of a *batch* are decided while the unions of the next batch are taken, so that threads
//! wait for each other seldom. Such unions are of *far* windows: they lack
//!
//! - *middle* windows, which end in the batch before: added once that is decided, by whichever
//!   thread comes first,
//! - *fresh* windows, which end in the batch itself: added before a block is decided,
//! - *near* windows, of pairs within the block: added while it is decided,
//! - *late* ones, of rare heaps found since the unions were begun: marked heap by heap.
//!
//! Every mark comes from an option that exists, and the marks of the common class are complete; a
//! value of the rare class is only taken after a search through all options, so that results do
//! not depend on how much was united.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::decide::{Decide, Taken};
use super::items::{Items, Near, near};
use super::lines::{BLOCK, BLOCK_LINES, Group, LINE, Line, Ring};
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
    /// The last blocks, up to the block at work, where the ring ends before the batch at work.
    young: Ring,
    /// Blocks in a batch.
    batch: usize,
    /// Groups of eight squeezed values in the unions; a multiple of eight.
    pub(super) capacity: usize,
    /// For each value: squeezed, and the parity under the mask as the highest bit.
    pub(super) table: Vec<u16>,
    /// For either parity, the values of that parity by what they squeeze to.
    pub(super) restored: [Vec<u16>; 2],
    /// Windows of rare heaps, for common values: for each block of a batch, those known a batch
    /// ahead.
    pub(super) far: Vec<Items>,
    /// Those known when a batch begins, in halves that two threads may unite at the same time.
    pub(super) middle: Vec<[Items; 2]>,
    /// Those into the batch.
    pub(super) fresh: Vec<Items>,
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
    /// Groups of values that unions are taken of, unless larger values turn out to be needed.
    ceiling: usize,
    /// Whether the unions of the batch at work are taken, and of how many groups.
    is_united: bool,
    united: usize,
    /// How many blocks since last asked needed so many groups.
    needs: Vec<u32>,
    /// For each block of the batch at work, the unions of far windows: common values and then
    /// rare ones.
    now: Vec<Vec<Group>>,
    /// Those of the next batch.
    next: Vec<Vec<Group>>,
    /// For each block of the batch at work, the unions of middle windows for common values.
    halves: Vec<[Mutex<Half>; 2]>,
    recent: Vec<Recent>,
    /// For each group, what searches for its values have cost since last asked.
    work: Vec<u64>,
    efforts: Vec<usize>,
    /// Room for the sums of each thread: memory that it has used lately is in its cache.
    scratch: Vec<Mutex<Vec<Sums>>>,
}

/// Half of the middle windows of a block.
struct Half {
    union: Vec<Group>,
    /// Whether the union is taken.
    is_united: bool,
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

/// Blocks in a batch, at most, with several threads: with more, they wait less for each other, but
/// fewer windows are known ahead.
const BATCH: usize = 3;
/// Windows a batch from which on other threads are worth waking: some 100 microseconds.
/// Tests wake them for everything.
const WORTH_WAKING: u64 = if cfg!(test) { 1 } else { 8_000 };
/// Windows a batch from which on it may as well have three blocks.
const HEAVY: u64 = if cfg!(test) { 2_000 } else { 60_000 };

/// Windows that a thread takes at least.
const LEAST_SHARE: usize = 2_000;

/// Looks at a lock, some 40 microseconds, before a thread sleeps.
const SPINS: usize = 1000;

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
    pub fn new(sparse: &Sparse, memory: u64, mut efforts: Vec<usize>, threads: usize) -> Self {
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
        let rings = |reach: usize| {
            let mut ring = Ring::new(groups, reach, len / LINE);
            for n in len.saturating_sub(reach + LINE).max(1)..len {
                let value = values.get(n);
                if space.is_common(n, value) {
                    ring.add(n, space.squeeze(value));
                }
            }
            ring
        };
        let batch = if threads > 1 { BATCH } else { 1 };
        let table = (0..=u16::MAX / 2)
            .take((16 * capacity).next_power_of_two().max(2 * usize::from(values.max()) + 2))
            .map(|v| space.squeeze(v) | ((v & space.mask).count_ones() as u16 & 1) << 15)
            .collect();
        efforts.resize(capacity, EFFORTS.0);
        let half = || Mutex::new(Half { union: vec![Group::EMPTY; groups], is_united: false });
        let mut blocks = Self {
            ring: rings(reach),
            young: rings((batch + 1) * BLOCK),
            batch,
            capacity,
            table,
            restored: [0, 1].map(|parity| {
                let turn = Space { by_position: false, ..space };
                (0..8 * capacity as u16).map(|v| turn.restore(v, parity == 1, 0) as u16).collect()
            }),
            far: Vec::new(),
            middle: Vec::new(),
            fresh: Vec::new(),
            near: Near::default(),
            close: Vec::new(),
            closer: [0; STEP + 1],
            listed: 0,
            covered: 0,
            witnesses: Vec::new(),
            order: Vec::new(),
            reach: reach - margin,
            ceiling: needed,
            is_united: false,
            united: needed,
            needs: vec![0; groups + 1],
            now: vec![vec![Group::EMPTY; 2 * capacity]; batch],
            next: vec![vec![Group::EMPTY; 2 * capacity]; batch],
            halves: (0..batch).map(|_| [half(), half()]).collect(),
            recent: vec![[0; BLOCK + 2 * LINE]; groups],
            work: vec![0; capacity],
            efforts,
            scratch: (0..threads).map(|_| Mutex::default()).collect(),
        };
        blocks.list_rares(sparse);
        blocks.list_witnesses(sparse);
        let fewer = match blocks.load() {
            ..WORTH_WAKING => 1,
            WORTH_WAKING..HEAVY => 2,
            _ => BATCH,
        };
        blocks.shorten(fewer, sparse);
        blocks
    }

    /// Makes batches of so many blocks, if they have more.
    fn shorten(&mut self, batch: usize, sparse: &Sparse) {
        if batch < self.batch {
            self.batch = batch;
            self.now.truncate(batch);
            self.next.truncate(batch);
            self.halves.truncate(batch);
            self.listed = 0;
            self.list_rares(sparse);
            self.list_witnesses(sparse);
        }
    }

    /// The work for a batch that other threads can do, in windows.
    fn load(&self) -> u64 {
        let lists = self.far.iter().chain(self.middle[1..].iter().flatten());
        let common: u64 = lists.map(Items::count).sum();
        let rare: u64 = self.witnesses.iter().take(self.ceiling).map(Items::count).sum();
        common * self.ceiling as u64 + rare * self.batch as u64
    }

    /// The least distance of windows that end before a batch, for a block of the next one.
    fn far_from(&self, block: usize) -> usize {
        if self.batch == 1 { 0 } else { (self.batch + block + 1) * BLOCK }
    }

    /// The least distance of windows that end before a batch, for a block of it.
    ///
    /// Nothing lies behind the first block, so that its windows may.
    fn middle_from(block: usize) -> usize {
        if block == 0 { 0 } else { (block + 1) * BLOCK }
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

    /// Takes more witnesses where searches have cost much since the last review, else fewer.
    ///
    /// What is left to search falls about exponentially with the number of witnesses, so that the
    /// sum of both costs is least where searches cost a fraction of what unions do.
    pub fn review(&mut self, sparse: &Sparse) {
        let blocks: u32 = self.needs.iter().sum();
        let none = Items::default();
        let witnesses = self.witnesses.iter().chain(std::iter::repeat(&none));
        for ((effort, work), items) in self.efforts.iter_mut().zip(&mut self.work).zip(witnesses) {
            let unions = items.count().max(EFFORTS.1 as u64) * u64::from(blocks) * COST;
            *effort = match *work {
                work if work > 2 * unions => *effort * 2,
                work if work > unions / 3 => *effort * 5 / 4,
                _ => *effort * 4 / 5,
            };
            *effort = (*effort).clamp(EFFORTS.1, EFFORTS.2);
            *work = 0;
        }
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
        let between = |from: usize, to: usize| {
            squeezed().filter(move |&(distance, _)| (from..to).contains(&distance))
        };
        let limits = |block| (Self::middle_from(block), self.far_from(block));
        let limits: Vec<_> = (0..self.batch).map(limits).collect();
        self.far = limits.iter().map(|&(_, far)| Items::new(between(far, usize::MAX))).collect();
        let half = |from, to, skip| Items::new(between(from, to).skip(skip).step_by(2));
        self.middle =
            limits.iter().map(|&(from, to)| [0, 1].map(|skip| half(from, to, skip))).collect();
        self.fresh = limits.iter().map(|&(middle, _)| Items::new(between(0, middle))).collect();
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
        let is_sparse = |&n: &u32| (n as usize) < WITNESSES_TO / BLOCK;
        for ring in [&mut self.ring, &mut self.young] {
            ring.set_sparse(frequent.iter().map(is_sparse).collect());
        }
        let take = sparse.moves.splits[0];
        let mut heaps: Vec<Vec<(usize, u16)>> = vec![Vec::new(); groups];
        let most = self.efforts.iter().copied().max().unwrap_or(0);
        // Known a batch ahead.
        for n in 2 * self.batch * BLOCK..WITNESSES_TO.min(len / 2) {
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
    }

    /// The unions of far windows to take for the batch from line `first` on.
    fn shares<'a>(&'a self, unions: &'a mut [Vec<Group>], first: usize) -> Shares<'a> {
        let mut all = Shares::default();
        for (block, (unions, far)) in unions.iter_mut().zip(&self.far).enumerate() {
            let (common, rare) = unions.split_at_mut(self.capacity);
            let (common, more) = common.split_at_mut(self.ceiling);
            more.fill(Group::EMPTY);
            let (rare, more) = rare.split_at_mut(self.ceiling);
            more.fill(Group::EMPTY);
            let common = common.iter_mut().zip(std::iter::repeat(far)).enumerate();
            let rare = rare.iter_mut().zip(&self.witnesses).enumerate();
            let mut targets: Vec<Target> = common
                .chain(rare)
                .map(|(group, (bits, items))| Target::new(group, items, bits))
                .collect();
            targets.sort_by_key(Target::windows);
            all.windows += targets.iter().map(Target::windows).sum::<usize>();
            all.blocks.push(Share { first: first + block * BLOCK_LINES, targets });
        }
        all
    }

    /// Takes the unions of shares as long as there are any.
    fn unite(&self, shares: &Mutex<Shares>, threads: usize, between: &mut dyn FnMut()) {
        while let Some(mut share) = shares.lock().ok().and_then(|mut all| all.take(threads)) {
            share.targets.iter_mut().for_each(Target::clear);
            self.unite_targets(&self.ring, share.first, &mut share.targets);
            between();
        }
    }

    /// Takes the unions of middle windows for the batch from line `first` on, where nobody does.
    fn unite_middle(&self, first: usize) {
        for (index, (halves, lists)) in self.halves.iter().zip(&self.middle).enumerate() {
            // The thread that decides begins with the first half.
            for (half, items) in halves.iter().zip(lists).rev() {
                let Ok(mut half) = half.try_lock() else { continue };
                if !half.is_united {
                    half.is_united = true;
                    half.union.fill(Group::EMPTY);
                    let first = first + index * BLOCK_LINES;
                    self.unite_common(&self.ring, items, first, &mut half.union);
                }
            }
        }
    }

    /// Adds the middle windows of a block to its unions.
    fn add_middle(&self, unions: &mut [Group], index: usize, first: usize) {
        for (half, items) in self.halves[index].iter().zip(&self.middle[index]) {
            let mut half = lock(half);
            if half.is_united {
                for (all, more) in unions.iter_mut().zip(&half.union) {
                    for heap in 0..BLOCK {
                        all.0[heap] |= more.0[heap];
                    }
                }
            } else {
                half.is_united = true;
                self.unite_common(&self.ring, items, first, unions);
            }
        }
    }

    /// Adds windows to the unions of common values of a block.
    fn unite_common(&self, ring: &Ring, items: &Items, first: usize, unions: &mut [Group]) {
        if items.count() > 0 {
            let groups = unions[..self.united].iter_mut().enumerate();
            let mut targets: Vec<_> =
                groups.map(|(group, bits)| Target::new(group, items, bits)).collect();
            self.unite_targets(ring, first, &mut targets);
        }
    }

    /// Takes the unions of some targets.
    fn unite_targets(&self, ring: &Ring, first: usize, targets: &mut [Target]) {
        // The calling thread is none of the pool.
        let thread = rayon::current_thread_index().map_or(0, |index| index + 1);
        let mut none = Vec::new();
        let mut kept = self.scratch.get(thread).and_then(|kept| kept.lock().ok());
        let sums = kept.as_deref_mut().unwrap_or(&mut none);
        sums.resize(targets.len().max(sums.len()), Sums::EMPTY);
        dispatch(Unite { ring, order: &self.order, first, targets, sums });
    }

    /// Takes the unions of shares, by the threads of the pool, after `help`, and by this one once
    /// it has done other work.
    fn unite_beside<T>(
        &self,
        pool: Option<&rayon::ThreadPool>,
        shares: Shares,
        between: &mut dyn FnMut(),
        help: &(impl Fn() + Sync),
        work: impl FnOnce(&mut dyn FnMut()) -> T,
    ) -> T {
        let shares = &Mutex::new(shares);
        let threads = 1 + pool.map_or(0, rayon::ThreadPool::current_num_threads);
        let busy = &AtomicUsize::new(threads);
        // Threads that sleep take some microseconds to wake, so that they wait for each other.
        let meet = || {
            busy.fetch_sub(1, Ordering::Relaxed);
            (0..SPINS).take_while(|_| busy.load(Ordering::Relaxed) > 0).for_each(|_| spin_loop());
        };
        let both = |between: &mut dyn FnMut()| {
            let done = work(between);
            self.unite(shares, threads, between);
            meet();
            done
        };
        let Some(pool) = pool else { return both(between) };
        pool.in_place_scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|_| {
                    help();
                    self.unite(shares, threads, &mut || ());
                    meet();
                });
            }
            both(between)
        })
    }

    /// Finds the values of the next batch.
    ///
    /// With a pool, its threads take the unions of the batch after it meanwhile, if they are much
    /// work.
    pub fn run(
        &mut self,
        sparse: &mut Sparse,
        pool: Option<&rayon::ThreadPool>,
        between: &mut dyn FnMut(),
    ) -> Ended {
        let first = sparse.values.len() / LINE;
        let pool = pool.filter(|_| self.batch > 1);
        let late = if self.is_united { self.covered } else { usize::MAX };
        self.list_rares(sparse);
        let mut now = std::mem::take(&mut self.now);
        let mut next = std::mem::take(&mut self.next);
        if !self.is_united {
            self.covered = self.listed;
            self.united = self.ceiling;
            self.unite_beside(pool, self.shares(&mut now, first), between, &|| (), |_| ());
        }
        let late = late.min(self.covered);
        for half in self.halves.iter_mut().flatten() {
            half.get_mut().unwrap_or_else(PoisonError::into_inner).is_united = false;
        }
        let mut own = Own {
            young: std::mem::replace(&mut self.young, Ring::new(0, 0, 0)),
            recent: std::mem::take(&mut self.recent),
            work: std::mem::take(&mut self.work),
            needs: std::mem::take(&mut self.needs),
        };
        let shares = match pool {
            Some(_) => self.shares(&mut next, first + self.batch * BLOCK_LINES),
            None => Shares::default(),
        };
        let help = || self.unite_middle(first);
        let ended = self.unite_beside(pool, shares, between, &help, |between| {
            self.decide(sparse, &mut own, &mut now, late, between)
        });
        if matches!(ended, Ended::Whole) {
            if self.batch > 1 {
                let (young, count) = (&own.young, self.batch * BLOCK_LINES);
                let groups = (0..young.groups()).map(|group| young.from(group, first, count));
                self.ring.write(first, groups);
            } else {
                self.ring.write(first, own.recent.iter().map(lines));
            }
        }
        self.is_united = pool.is_some();
        self.covered = self.listed;
        self.united = self.ceiling;
        Own { young: self.young, recent: self.recent, work: self.work, needs: self.needs } = own;
        self.now = next;
        self.next = now;
        ended
    }

    /// Finds the values of a batch once its unions of far windows are taken.
    fn decide(
        &self,
        sparse: &mut Sparse,
        own: &mut Own,
        now: &mut [Vec<Group>],
        late: usize,
        between: &mut dyn FnMut(),
    ) -> Ended {
        for (index, unions) in now.iter_mut().enumerate() {
            let first = sparse.values.len() / LINE;
            self.add_middle(unions, index, first);
            self.unite_common(&own.young, &self.fresh[index], first, unions);
            own.recent.fill([0; BLOCK + 2 * LINE]);
            let mut need = 0;
            let ended = dispatch(Decide {
                blocks: self,
                young: &own.young,
                index,
                sparse,
                late,
                unions,
                recent: &mut own.recent,
                work: &mut own.work,
                united: self.united,
                need: &mut need,
            });
            if matches!(ended, Ended::Overflow) {
                return ended;
            }
            own.needs[need] += 1;
            if self.batch > 1 {
                own.young.write(first, own.recent.iter().map(lines));
                between();
            }
        }
        Ended::Whole
    }
}

/// Locks what another thread holds for some microseconds at most.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..SPINS {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(_) => spin_loop(),
        }
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lines of a block.
fn lines(recent: &Recent) -> impl Iterator<Item = &Line> {
    recent.as_chunks().0[1..=BLOCK_LINES].iter()
}

/// Unions to take.
#[derive(Default)]
struct Shares<'a> {
    blocks: Vec<Share<'a>>,
    /// All their windows.
    windows: usize,
}

impl<'a> Shares<'a> {
    /// What a thread is to take next: what is left for each of them, but of one block only, so that
    /// shares become smaller and threads end at about the same time.
    fn take(&mut self, threads: usize) -> Option<Share<'a>> {
        let block = self.blocks.last_mut()?;
        let mut windows = 0;
        let count = block.targets.iter().rev().take_while(|target| {
            let is_more = windows < (self.windows / threads).max(LEAST_SHARE);
            windows += if is_more { target.windows() } else { 0 };
            is_more
        });
        let count = count.count();
        self.windows -= windows;
        if count >= block.targets.len() {
            return self.blocks.pop();
        }
        let targets = block.targets.split_off(block.targets.len() - count);
        Some(Share { first: block.first, targets })
    }
}

/// Unions of one block to take, those of the most windows last.
struct Share<'a> {
    /// Number of the block's first line.
    first: usize,
    targets: Vec<Target<'a>>,
}

/// What only the thread that decides has use for.
struct Own {
    young: Ring,
    recent: Vec<Recent>,
    work: Vec<u64>,
    needs: Vec<u32>,
}
