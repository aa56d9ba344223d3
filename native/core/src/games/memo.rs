//! Bounded tables of results already found: direct-mapped, overwriting, growing up to a limit.

use super::GameId;

/// Spreads a pair of ids over all 64 bits.
#[inline]
fn mix(key: u64) -> u64 {
    let mixed = (key ^ (key >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

const SMALLEST: usize = 1 << 10;

/// Remembers `g <= h` for pairs of ids below 2^31; an entry is one word.
pub(super) struct OrderMemo {
    table: Vec<u64>,
    largest: usize,
}

impl OrderMemo {
    pub fn new(largest: usize) -> Self {
        Self { table: vec![0; SMALLEST], largest }
    }

    /// The pair, two bits shifted up to leave room for the answer; never 0 with an answer in it.
    #[inline]
    fn key(g: GameId, h: GameId) -> u64 {
        (u64::from(g.0) << 33) | (u64::from(h.0) << 2)
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (mix(key) >> 20) as usize & (self.table.len() - 1)
    }

    #[inline]
    pub fn get(&self, g: GameId, h: GameId) -> Option<bool> {
        let key = Self::key(g, h);
        let entry = self.table[self.slot(key)];
        (entry & !3 == key && entry & 2 != 0).then_some(entry & 1 != 0)
    }

    #[inline]
    pub fn put(&mut self, g: GameId, h: GameId, answer: bool) {
        let key = Self::key(g, h);
        let slot = self.slot(key);
        self.table[slot] = key | 2 | u64::from(answer);
    }

    /// Grows with the number of games, so that small uses stay small.
    pub fn fit(&mut self, games: usize) {
        let wanted = (games * 16).next_power_of_two().clamp(SMALLEST, self.largest);
        if wanted <= self.table.len() {
            return;
        }
        let old = std::mem::replace(&mut self.table, vec![0; wanted]);
        for entry in old {
            if entry != 0 {
                let slot = self.slot(entry & !3);
                self.table[slot] = entry;
            }
        }
    }

    pub fn clear(&mut self) {
        self.table = vec![0; SMALLEST];
    }

    pub fn bytes(&self) -> usize {
        self.table.len() * 8
    }
}

/// Remembers sums of unordered pairs.
pub(super) struct SumMemo {
    table: Vec<(u32, u32, u32)>,
    largest: usize,
}

/// Never an id of a stored game.
const NOTHING: u32 = u32::MAX;

impl SumMemo {
    pub fn new(largest: usize) -> Self {
        Self { table: vec![(NOTHING, NOTHING, NOTHING); SMALLEST], largest }
    }

    #[inline]
    fn slot(&self, g: u32, h: u32) -> usize {
        (mix((u64::from(g) << 32) | u64::from(h)) >> 20) as usize & (self.table.len() - 1)
    }

    #[inline]
    pub fn get(&self, g: GameId, h: GameId) -> Option<GameId> {
        let (g, h) = (g.0.min(h.0), g.0.max(h.0));
        let entry = self.table[self.slot(g, h)];
        (entry.0 == g && entry.1 == h).then_some(GameId(entry.2))
    }

    #[inline]
    pub fn put(&mut self, g: GameId, h: GameId, sum: GameId) {
        let (g, h) = (g.0.min(h.0), g.0.max(h.0));
        let slot = self.slot(g, h);
        self.table[slot] = (g, h, sum.0);
    }

    pub fn fit(&mut self, games: usize) {
        let wanted = (games * 4).next_power_of_two().clamp(SMALLEST, self.largest);
        if wanted <= self.table.len() {
            return;
        }
        let old = std::mem::take(&mut self.table);
        self.table = vec![(NOTHING, NOTHING, NOTHING); wanted];
        for entry in old {
            if entry.0 != NOTHING {
                let slot = self.slot(entry.0, entry.1);
                self.table[slot] = entry;
            }
        }
    }

    pub fn clear(&mut self) {
        self.table = vec![(NOTHING, NOTHING, NOTHING); SMALLEST];
    }

    pub fn bytes(&self) -> usize {
        self.table.len() * 12
    }
}
