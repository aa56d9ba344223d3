//! The store: nodes, descriptors of number-up-stars, and the index that makes them unique.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};

use super::index::Index;
use super::memo::{OrderMemo, SumMemo};
use super::order::OrderFrame;
use super::sum::SumFrame;
use super::thermograph::Thermograph;
use super::{Result, Trouble};
use crate::numbers::Dyadic;

/// A game of a [`Store`], in canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub(crate) u32);

impl GameId {
    /// The game 0 of every store.
    pub const ZERO: Self = Self(0);

    /// Its place in the store.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Ids with this bit stand for a game that is still being brought to canonical form.
    pub(super) const VIRTUAL: u32 = 1 << 30;

    #[inline]
    pub(super) fn is_virtual(self) -> bool {
        self.0 & Self::VIRTUAL != 0
    }
}

/// A number plus a multiple of up plus a nimber.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// How many ups; downs are negative.
    pub ups: i64,
    /// Index of the nimber.
    pub nimber: u64,
}

impl Nus {
    /// Whether it is just a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Node {
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    /// Where the options begin in the pool, left ones first; [`NONE`]: not made yet.
    pub start: u32,
    pub left: u32,
    pub right: u32,
    /// Index of the descriptor, or [`NONE`].
    pub nus: u32,
    pub negative: u32,
    pub all_small: bool,
}

/// All games met so far, each once.
///
/// # Examples
///
/// ```
/// use lastmove_core::games::{GameId, Store};
/// use lastmove_core::monitor::{Silent, Ticker};
/// let mut silent = Silent;
/// let mut ticker = Ticker::new(&mut silent, 0);
/// let mut store = Store::new();
/// let star = store.nimber(1)?;
/// assert_eq!(store.make(vec![GameId::ZERO], vec![GameId::ZERO], &mut ticker)?, star);
/// assert_eq!(store.add(star, star, &mut ticker)?, GameId::ZERO);
/// # Ok::<(), lastmove_core::games::Trouble>(())
/// ```
pub struct Store {
    pub(super) nodes: Vec<Node>,
    pub(super) pool: Vec<GameId>,
    pub(super) nus: Vec<Nus>,
    descriptors: Index,
    forms: Index,
    pub(super) order: OrderMemo,
    pub(super) sums: SumMemo,
    pub(super) under_way: UnderWay,
    pub(super) order_stack: Vec<OrderFrame>,
    pub(super) sum_stack: Vec<SumFrame>,
    pub(super) scratch: Vec<GameId>,
    pub(super) thermographs: FxHashMap<GameId, Thermograph>,
    /// Atomic weights of all-small games.
    pub(super) weights: FxHashMap<GameId, GameId>,
    /// Bytes that the walls of the thermographs take.
    pub(super) wall_bytes: usize,
    /// Bytes that numbers too large for machine words take.
    number_bytes: usize,
    limit: usize,
}

/// The game being brought to canonical form: what order needs to know of it.
pub(super) struct UnderWay {
    pub left: Vec<GameId>,
    pub right: Vec<GameId>,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    /// Id that stands for it; a new one each time, so that the memo never mixes two up.
    pub id: u32,
}

fn hash_lists(left: &[GameId], right: &[GameId]) -> u64 {
    let mut hasher = FxHasher::default();
    left.len().hash(&mut hasher);
    for id in left.iter().chain(right) {
        hasher.write_u32(id.0);
    }
    hasher.finish()
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// Why the options of a large nimber are refused.
pub(super) const TOO_MANY_STARS: &str =
    "the options of a nimber beyond *65536 are too many to be listed one by one";

impl Store {
    /// Most games a store can hold.
    pub const MOST_GAMES: usize = (1 << 30) - 1;
    /// Index of the largest nimber whose options are made.
    pub(super) const MOST_OPTIONS: u64 = 1 << 16;
    /// Largest exponent of two in a denominator, far enough from the end of machine words for the
    /// exponents of sums, halves and products to be exact.
    const MOST_EXPONENT: u32 = 1 << 30;
    /// Bytes of large numbers between two looks at the memory limit.
    const NUMBERS_PER_LOOK: usize = 1 << 20;
    /// Memory limit of a new store, in bytes.
    pub const DEFAULT_LIMIT: usize = 4 << 30;

    /// A store that holds 0 only.
    #[must_use]
    pub fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            pool: Vec::new(),
            nus: Vec::new(),
            descriptors: Index::new(),
            forms: Index::new(),
            order: OrderMemo::new(1 << 22),
            sums: SumMemo::new(1 << 21),
            under_way: UnderWay {
                left: Vec::new(),
                right: Vec::new(),
                left_stop: Dyadic::ZERO,
                right_stop: Dyadic::ZERO,
                id: GameId::VIRTUAL,
            },
            order_stack: Vec::new(),
            sum_stack: Vec::new(),
            scratch: Vec::new(),
            thermographs: FxHashMap::default(),
            weights: FxHashMap::default(),
            wall_bytes: 0,
            number_bytes: 0,
            limit: Self::DEFAULT_LIMIT,
        };
        store.push_descriptor(Nus { number: Dyadic::ZERO, ups: 0, nimber: 0 });
        store
    }

    /// Number of games held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never true: 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes held, nearly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.pool.capacity() * 4
            + self.nus.capacity() * size_of::<Nus>()
            + self.forms.bytes()
            + self.descriptors.bytes()
            + self.order.bytes()
            + self.sums.bytes()
            + self.thermographs.capacity() * (size_of::<(GameId, Thermograph)>() + 1)
            + self.weights.capacity() * (size_of::<(GameId, GameId)>() + 1)
            + self.wall_bytes
            + self.number_bytes
    }

    /// Sets the memory limit in bytes.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// The memory limit in bytes.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Forgets remembered comparisons, sums, thermographs and atomic weights, not the games.
    pub fn forget(&mut self) {
        self.order.clear();
        self.sums.clear();
        self.thermographs = FxHashMap::default();
        self.weights = FxHashMap::default();
        self.wall_bytes = 0;
    }

    /// Checked where the store grows: now and then, because adding up the bytes takes time.
    #[inline]
    pub(super) fn check_memory(&mut self) -> Result<()> {
        if self.nodes.len() & 0xFFF != 0 {
            return Ok(());
        }
        self.order.fit(self.nodes.len());
        self.sums.fit(self.nodes.len());
        let full =
            self.nodes.len() >= Self::MOST_GAMES - 0x1000 || self.pool.len() >= (NONE as usize) / 2;
        if full || self.bytes() > self.limit {
            return Err(Trouble::Memory { limit: self.limit, games: self.nodes.len() });
        }
        Ok(())
    }

    /// The descriptor, if the game is a number-up-star.
    #[must_use]
    pub fn nus(&self, g: GameId) -> Option<&Nus> {
        self.nus.get(self.nodes[g.index()].nus as usize)
    }

    /// The number, if the game is one.
    #[must_use]
    pub fn number(&self, g: GameId) -> Option<&Dyadic> {
        self.nus(g).filter(|nus| nus.is_number()).map(|nus| &nus.number)
    }

    /// The index, if the game is a nimber.
    #[must_use]
    pub fn nimber_index(&self, g: GameId) -> Option<u64> {
        self.nus(g).filter(|nus| nus.ups == 0 && nus.number.is_zero()).map(|nus| nus.nimber)
    }

    /// The left stop.
    #[must_use]
    pub fn left_stop(&self, g: GameId) -> &Dyadic {
        &self.nodes[g.index()].left_stop
    }

    /// The right stop.
    #[must_use]
    pub fn right_stop(&self, g: GameId) -> &Dyadic {
        &self.nodes[g.index()].right_stop
    }

    /// Whether either player can move in every follower but 0.
    #[must_use]
    pub fn is_all_small(&self, g: GameId) -> bool {
        self.nodes[g.index()].all_small
    }

    /// The game with this descriptor.
    ///
    /// # Errors
    ///
    /// [`Trouble::Memory`] if the store is full.
    pub fn number_up_star(&mut self, descriptor: Nus) -> Result<GameId> {
        let hash = FxBuildHasher.hash_one(&descriptor);
        let (nodes, nus) = (&self.nodes, &self.nus);
        let same = |id: &GameId| nus[nodes[id.index()].nus as usize] == descriptor;
        if let Some(found) = self.descriptors.find(hash, same) {
            return Ok(found);
        }
        if descriptor.number.exponent() > Self::MOST_EXPONENT {
            return Err(Trouble::Range("a denominator beyond 2^(2^30) is too large"));
        }
        let before = self.number_bytes;
        self.number_bytes += descriptor.number.bytes();
        if before / Self::NUMBERS_PER_LOOK != self.number_bytes / Self::NUMBERS_PER_LOOK
            && self.bytes() > self.limit
        {
            self.number_bytes = before;
            return Err(Trouble::Memory { limit: self.limit, games: self.nodes.len() });
        }
        self.check_memory()?;
        Ok(self.push_descriptor(descriptor))
    }

    fn push_descriptor(&mut self, descriptor: Nus) -> GameId {
        let id = GameId(self.nodes.len() as u32);
        let number = &descriptor.number;
        self.nodes.push(Node {
            left_stop: number.clone(),
            right_stop: number.clone(),
            start: NONE,
            left: 0,
            right: 0,
            nus: self.nus.len() as u32,
            negative: NONE,
            all_small: number.is_zero(),
        });
        let hash = FxBuildHasher.hash_one(&descriptor);
        self.nus.push(descriptor);
        let (nodes, nus) = (&self.nodes, &self.nus);
        let rehash = |id: &GameId| FxBuildHasher.hash_one(&nus[nodes[id.index()].nus as usize]);
        self.descriptors.insert(hash, id, rehash);
        id
    }

    /// The number `x` as a game.
    ///
    /// # Errors
    ///
    /// [`Trouble::Memory`] if the store is full.
    pub fn of_number(&mut self, x: Dyadic) -> Result<GameId> {
        self.number_up_star(Nus { number: x, ups: 0, nimber: 0 })
    }

    /// The nimber with this index.
    ///
    /// # Errors
    ///
    /// [`Trouble::Memory`] if the store is full.
    pub fn nimber(&mut self, index: u64) -> Result<GameId> {
        self.number_up_star(Nus { number: Dyadic::ZERO, ups: 0, nimber: index })
    }

    /// The left options, in the order of the store.
    ///
    /// # Errors
    ///
    /// [`Trouble::Memory`] if options have to be made and the store is full.
    pub fn left_options(&mut self, g: GameId) -> Result<&[GameId]> {
        self.expand(g)?;
        let node = &self.nodes[g.index()];
        Ok(&self.pool[node.start as usize..(node.start + node.left) as usize])
    }

    /// The right options, in the order of the store.
    ///
    /// # Errors
    ///
    /// [`Trouble::Memory`] if options have to be made and the store is full.
    pub fn right_options(&mut self, g: GameId) -> Result<&[GameId]> {
        self.expand(g)?;
        let node = &self.nodes[g.index()];
        let start = (node.start + node.left) as usize;
        Ok(&self.pool[start..start + node.right as usize])
    }

    /// Makes the options of a descriptor.
    #[inline]
    pub(super) fn expand(&mut self, g: GameId) -> Result<()> {
        if self.nodes[g.index()].start == NONE { self.make_options(g) } else { Ok(()) }
    }

    /// The canonical options of a number-up-star (Siegel, II.1 and II.3).
    fn make_options(&mut self, g: GameId) -> Result<()> {
        let Nus { number, ups, nimber } = self.nus[self.nodes[g.index()].nus as usize].clone();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        if ups == 0 && nimber == 0 {
            let (below, above) = number.options();
            if let Some(below) = below {
                left.push(self.of_number(below)?);
            }
            if let Some(above) = above {
                right.push(self.of_number(above)?);
            }
        } else if ups == 0 {
            if nimber > Self::MOST_OPTIONS {
                return Err(Trouble::Range(TOO_MANY_STARS));
            }
            for k in 0..nimber {
                left.push(self.number_up_star(Nus { number: number.clone(), ups, nimber: k })?);
            }
            // In the order that sorting them, with equal stops, would give.
            left.sort_unstable();
            right.clone_from(&left);
        } else {
            let towards = ups - ups.signum();
            let base = self.of_number(number.clone())?;
            let mut near = vec![base];
            let far = if ups.abs() == 1 && nimber == 1 {
                near.push(self.number_up_star(Nus { number, ups: 0, nimber: 1 })?);
                base
            } else {
                self.number_up_star(Nus { number, ups: towards, nimber: nimber ^ 1 })?
            };
            (left, right) = if ups > 0 { (near, vec![far]) } else { (vec![far], near) };
        }
        if nimber == 0 || ups != 0 {
            self.sort_options(&mut left, &mut right);
        }
        let start = self.push_options(&left, &right);
        let node = &mut self.nodes[g.index()];
        (node.start, node.left, node.right) = (start, left.len() as u32, right.len() as u32);
        Ok(())
    }

    fn push_options(&mut self, left: &[GameId], right: &[GameId]) -> u32 {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        start
    }

    /// Sorts both lists, the options that promise most for their player first, and drops repeats.
    ///
    /// Any fixed order would do for uniqueness; this one lets comparisons end early.
    pub(super) fn sort_options(&self, left: &mut Vec<GameId>, right: &mut Vec<GameId>) {
        let nodes = &self.nodes;
        left.sort_unstable_by(|a, b| {
            let (x, y) = (&nodes[a.index()], &nodes[b.index()]);
            (&y.right_stop, &y.left_stop, a).cmp(&(&x.right_stop, &x.left_stop, b))
        });
        right.sort_unstable_by(|a, b| {
            let (x, y) = (&nodes[a.index()], &nodes[b.index()]);
            (&x.left_stop, &x.right_stop, a).cmp(&(&y.left_stop, &y.right_stop, b))
        });
        left.dedup();
        right.dedup();
    }

    /// The game with these options, which are known to be canonical and sorted, and neither a
    /// number nor a number-up-star.
    pub(super) fn intern(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId> {
        let hash = hash_lists(left, right);
        let (nodes, pool) = (&self.nodes, &self.pool);
        let lists = |id: &GameId| {
            let node = &nodes[id.index()];
            let middle = (node.start + node.left) as usize;
            (&pool[node.start as usize..middle], &pool[middle..middle + node.right as usize])
        };
        if let Some(found) = self.forms.find(hash, |id| lists(id) == (left, right)) {
            return Ok(found);
        }
        self.check_memory()?;
        let start = self.push_options(left, right);
        let (nodes, pool) = (&self.nodes, &self.pool);
        let id = GameId(nodes.len() as u32);
        let stop = |option: Option<&GameId>, left: bool| match option {
            Some(option) if left => nodes[option.index()].right_stop.clone(),
            Some(option) => nodes[option.index()].left_stop.clone(),
            None => Dyadic::ZERO, // only numbers lack options, and those have descriptors
        };
        let all_small = left.iter().chain(right).all(|id| nodes[id.index()].all_small);
        let node = Node {
            left_stop: stop(left.first(), true),
            right_stop: stop(right.first(), false),
            start,
            left: left.len() as u32,
            right: right.len() as u32,
            nus: NONE,
            negative: NONE,
            all_small,
        };
        let rehash = |id: &GameId| {
            let node: &Node = &nodes[id.index()];
            let middle = (node.start + node.left) as usize;
            hash_lists(
                &pool[node.start as usize..middle],
                &pool[middle..middle + node.right as usize],
            )
        };
        self.forms.insert(hash, id, rehash);
        self.nodes.push(node);
        Ok(id)
    }
}
