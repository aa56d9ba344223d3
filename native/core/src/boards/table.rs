//! Tables of what is known of positions, in sixteen bytes a position where it fits.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// A position in 96 bits. All zeros is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed([u32; 3]);

impl Packed {
    /// Most bits of a plain word.
    pub const BITS: u32 = 96;

    /// A word of at most 96 bits, not 0.
    #[must_use]
    pub fn new(word: u128) -> Option<Self> {
        let fits = word != 0 && word >> Self::BITS == 0;
        fits.then_some(Self([word as u32, (word >> 32) as u32, (word >> 64) as u32]))
    }
}

impl Hash for Packed {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.0[0]) | u64::from(self.0[1]) << 32);
        state.write_u32(self.0[2]);
    }
}

/// A position that can be packed.
pub trait Pack: Copy + Eq + Hash {
    /// The position in 96 bits, the same for no two positions; `None` if it does not fit.
    fn pack(&self) -> Option<Packed>;
}

/// A map from positions to words.
pub(super) struct Table<K> {
    small: FxHashMap<Packed, u32>,
    large: FxHashMap<K, u32>,
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self { small: FxHashMap::default(), large: FxHashMap::default() }
    }
}

impl<K: Pack> Table<K> {
    pub fn get(&self, key: K) -> Option<u32> {
        match key.pack() {
            Some(packed) => self.small.get(&packed).copied(),
            None => self.large.get(&key).copied(),
        }
    }

    pub fn insert(&mut self, key: K, word: u32) {
        match key.pack() {
            Some(packed) => self.small.insert(packed, word),
            None => self.large.insert(key, word),
        };
    }

    pub fn len(&self) -> usize {
        self.small.len() + self.large.len()
    }

    pub fn bytes(&self) -> usize {
        self.small.capacity() * (size_of::<(Packed, u32)>() + 1)
            + self.large.capacity() * (size_of::<(K, u32)>() + 1)
    }
}

/// A map of bounded size that forgets: it saves the search for the least image of a position.
#[derive(Default)]
pub(super) struct Recent {
    slots: Vec<(Packed, u32)>,
}

const LEAST: usize = 1 << 8;
const MOST: usize = 1 << 19;

impl Recent {
    /// Lets it grow with the number of positions known; it starts over when it does.
    pub fn fit(&mut self, known: usize) {
        let wanted = (known * 2).next_power_of_two().clamp(LEAST, MOST);
        if wanted > self.slots.len() {
            self.slots = vec![(Packed::default(), 0); wanted];
        }
    }

    #[inline]
    fn slot(&self, key: Packed) -> usize {
        (FxBuildHasher.hash_one(key) >> 16) as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, key: Packed) -> Option<u32> {
        let (known, word) = self.slots[self.slot(key)];
        (known == key).then_some(word)
    }

    #[inline]
    pub fn put(&mut self, key: Packed, word: u32) {
        let slot = self.slot(key);
        self.slots[slot] = (key, word);
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(Packed, u32)>()
    }
}
