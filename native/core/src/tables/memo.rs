//! A hash table from coordinates to cells; keys are stored once and always compared.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::budget::{Budget, OutOfMemory};

/// Bytes that a slot of the hash table takes: an index, a control byte, and slack.
const SLOT: usize = 12;

/// Remembers a cell for positions with a fixed number of coordinates.
#[derive(Debug, Clone)]
pub struct Memo<C> {
    arity: usize,
    keys: Vec<i64>,
    cells: Vec<C>,
    slots: HashTable<u32>,
}

fn hash(key: &[i64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &coord in key {
        hasher.write_i64(coord);
    }
    hasher.finish()
}

fn key(keys: &[i64], arity: usize, index: u32) -> &[i64] {
    let start = index as usize * arity;
    &keys[start..start + arity]
}

impl<C: Copy> Memo<C> {
    /// An empty memo for positions of `arity` coordinates.
    #[must_use]
    pub fn new(arity: usize) -> Self {
        Self { arity, keys: Vec::new(), cells: Vec::new(), slots: HashTable::new() }
    }

    /// The cell of a position, if there is one.
    #[must_use]
    pub fn get(&self, coords: &[i64]) -> Option<C> {
        if self.cells.is_empty() {
            return None;
        }
        let same = |&index: &u32| key(&self.keys, self.arity, index) == coords;
        self.slots.find(hash(coords), same).map(|&index| self.cells[index as usize])
    }

    /// Sets the cell of a position.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if a new position does not fit the budget.
    pub fn set(&mut self, coords: &[i64], cell: C, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let hashed = hash(coords);
        let Self { arity, keys, cells, slots } = self;
        let arity = *arity;
        if let Some(&index) = slots.find(hashed, |&index| key(keys, arity, index) == coords) {
            cells[index as usize] = cell;
            return Ok(());
        }
        let index = u32::try_from(cells.len()).map_err(|_| OutOfMemory)?;
        budget.room(keys, arity)?;
        budget.room(cells, 1)?;
        if slots.len() == slots.capacity() {
            let old = slots.capacity();
            let wish = (old * 2).max(64);
            budget.take(wish * SLOT)?;
            let rehash = |&index: &u32| hash(key(keys, arity, index));
            let grown = slots.try_reserve(wish - slots.len(), rehash);
            if grown.is_err() {
                budget.give(wish * SLOT);
                return Err(OutOfMemory);
            }
            budget.give(old * SLOT);
        }
        keys.extend_from_slice(coords);
        cells.push(cell);
        slots.insert_unique(hashed, index, |&index| hash(key(keys, arity, index)));
        Ok(())
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Every position with its cell.
    pub fn entries(&self) -> impl Iterator<Item = (&[i64], C)> {
        self.keys.chunks_exact(self.arity.max(1)).zip(self.cells.iter().copied())
    }

    /// The same memo with every cell changed by `change`.
    #[must_use]
    pub fn map<D>(self, change: impl Fn(C) -> D) -> Memo<D> {
        Memo {
            arity: self.arity,
            keys: self.keys,
            cells: self.cells.into_iter().map(change).collect(),
            slots: self.slots,
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<i64>()
            + self.cells.capacity() * size_of::<C>()
            + self.slots.capacity() * SLOT
    }
}
