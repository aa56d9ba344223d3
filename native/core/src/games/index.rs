//! The index that makes games unique: a hash table in parts.

use hashbrown::HashTable;

use super::GameId;

/// Parts, each of which grows by itself: while one table of very many games grew, nothing else,
/// Ctrl-C included, would be seen.
const PARTS: usize = 256;

/// Ids of games by hashes of what the games are.
pub(super) struct Index(Vec<HashTable<GameId>>);

impl Index {
    pub fn new() -> Self {
        Self((0..PARTS).map(|_| HashTable::new()).collect())
    }

    fn part(hash: u64) -> usize {
        // The table itself uses the lowest and the highest bits.
        (hash >> 40) as usize % PARTS
    }

    pub fn find(&self, hash: u64, same: impl FnMut(&GameId) -> bool) -> Option<GameId> {
        self.0[Self::part(hash)].find(hash, same).copied()
    }

    /// Adds a game that is not there; `rehash` gives the hash of any that is.
    pub fn insert(&mut self, hash: u64, game: GameId, rehash: impl Fn(&GameId) -> u64) {
        self.0[Self::part(hash)].insert_unique(hash, game, rehash);
    }

    /// Bytes held, nearly.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|part| part.capacity() * 5).sum()
    }
}
