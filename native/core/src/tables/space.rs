//! Where the cells of all positions of a system live.

use super::budget::{Budget, OutOfMemory};
use super::cell::Cell;
use super::memo::Memo;

/// Positions with one coordinate below this live in an array, the others in a hash table.
const fn line<C>() -> usize {
    if size_of::<C>() <= 4 { 1 << 24 } else { 1 << 20 }
}

/// A dense table over a box: coordinate `i` from 0 to `extents[i] - 1`.
#[derive(Debug, Clone)]
pub struct Grid<C> {
    /// Number of values of each coordinate.
    pub extents: Vec<usize>,
    /// Distance in memory from one value of a coordinate to the next.
    pub strides: Vec<usize>,
    /// The cells.
    pub cells: Vec<C>,
}

impl<C: Cell> Grid<C> {
    /// An unknown table in which the last of `axes` varies fastest.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if its cells do not fit the budget.
    pub fn new(
        extents: &[usize],
        axes: &[usize],
        budget: &mut Budget,
    ) -> Result<Self, OutOfMemory> {
        let mut strides = vec![0; extents.len()];
        let mut size = 1_usize;
        for &axis in axes.iter().rev() {
            strides[axis] = size;
            size = size.checked_mul(extents[axis]).ok_or(OutOfMemory)?;
        }
        let cells = filled(size, C::UNKNOWN, budget)?;
        Ok(Self { extents: extents.to_vec(), strides, cells })
    }

    /// Where the cell of a position is, if it is inside.
    #[inline]
    #[must_use]
    pub fn place(&self, coords: &[i64]) -> Option<usize> {
        let mut place = 0;
        for ((&coord, &extent), &stride) in coords.iter().zip(&self.extents).zip(&self.strides) {
            let coord = usize::try_from(coord).ok().filter(|&coord| coord < extent)?;
            place += coord * stride;
        }
        Some(place)
    }
}

/// A list of equal cells, charged to the budget.
pub(super) fn filled<C: Copy>(
    size: usize,
    cell: C,
    budget: &mut Budget,
) -> Result<Vec<C>, OutOfMemory> {
    let mut cells = Vec::new();
    let bytes = size.checked_mul(size_of::<C>()).ok_or(OutOfMemory)?;
    budget.take(bytes)?;
    if cells.try_reserve_exact(size).is_err() {
        budget.give(bytes);
        return Err(OutOfMemory);
    }
    cells.resize(size, cell);
    Ok(cells)
}

/// The cells of one game.
#[derive(Debug, Clone)]
pub struct Shelf<C> {
    /// The table being filled, if this is its game.
    pub grid: Option<Grid<C>>,
    line: Option<Vec<C>>,
    memo: Memo<C>,
}

impl<C: Cell> Shelf<C> {
    fn new(arity: usize) -> Self {
        Self { grid: None, line: (arity == 1).then(Vec::new), memo: Memo::new(arity) }
    }

    /// The cell of a position, unknown if there is none.
    #[inline]
    #[must_use]
    pub fn get(&self, coords: &[i64]) -> C {
        if let Some(grid) = &self.grid {
            if let Some(place) = grid.place(coords) {
                return grid.cells[place];
            }
        }
        if let (Some(cells), &[n]) = (&self.line, coords) {
            if let Ok(n) = usize::try_from(n) {
                if n < line::<C>() {
                    return cells.get(n).copied().unwrap_or(C::UNKNOWN);
                }
            }
        }
        self.memo.get(coords).unwrap_or(C::UNKNOWN)
    }

    /// Sets the cell of a position.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if a new position does not fit the budget.
    pub fn set(&mut self, coords: &[i64], cell: C, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if let Some(grid) = &mut self.grid {
            if let Some(place) = grid.place(coords) {
                grid.cells[place] = cell;
                return Ok(());
            }
        }
        if let (Some(cells), &[n]) = (&mut self.line, coords) {
            if let Ok(n) = usize::try_from(n) {
                if n < line::<C>() {
                    if n >= cells.len() {
                        budget.room(cells, n + 1 - cells.len())?;
                        cells.resize(n + 1, C::UNKNOWN);
                    }
                    cells[n] = cell;
                    return Ok(());
                }
            }
        }
        self.memo.set(coords, cell, budget)
    }

    /// The cells `first`, `first + step`, ... as indices into one table, if all are inside it.
    #[must_use]
    pub fn progression(
        &self,
        first: &[i64],
        step: &[i64],
        count: usize,
    ) -> Option<(&[C], usize, isize)> {
        if let Some(grid) = &self.grid {
            let rounds = i64::try_from(count - 1).ok()?;
            let mut stride = 0_isize;
            for (((&a, &s), &extent), &jump) in
                first.iter().zip(step).zip(&grid.extents).zip(&grid.strides)
            {
                let last = a.checked_add(s.checked_mul(rounds)?)?;
                let extent = i64::try_from(extent).ok()?;
                if !(0..extent).contains(&last) {
                    return None;
                }
                let jump = isize::try_from(jump).ok()?;
                stride = stride.checked_add(isize::try_from(s).ok()?.checked_mul(jump)?)?;
            }
            return Some((&grid.cells, grid.place(first)?, stride));
        }
        let (Some(line), &[a], &[s]) = (&self.line, first, step) else { return None };
        let last = a.checked_add(s.checked_mul(i64::try_from(count - 1).ok()?)?)?;
        let inside = |n: i64| usize::try_from(n).is_ok_and(|n| n < line.len());
        if !inside(a) || !inside(last) {
            return None;
        }
        Some((line, usize::try_from(a).ok()?, isize::try_from(s).ok()?))
    }

    fn map<D: Cell>(self, change: impl Fn(C) -> D + Copy) -> Shelf<D> {
        let all = |cells: Vec<C>| cells.into_iter().map(change).collect();
        Shelf {
            grid: self.grid.map(|grid| Grid {
                extents: grid.extents,
                strides: grid.strides,
                cells: all(grid.cells),
            }),
            line: self.line.map(all),
            memo: self.memo.map(change),
        }
    }

    fn bytes(&self) -> usize {
        let size = size_of::<C>();
        self.memo.bytes()
            + self.line.as_ref().map_or(0, |line| line.capacity() * size)
            + self.grid.as_ref().map_or(0, |grid| grid.cells.capacity() * size)
    }
}

/// The cells of all games of a system.
#[derive(Debug, Clone)]
pub struct Space<C> {
    /// One shelf a game.
    pub shelves: Vec<Shelf<C>>,
}

impl<C: Cell> Space<C> {
    /// Empty shelves for games of the given arities.
    pub fn new(arities: impl Iterator<Item = usize>) -> Self {
        Self { shelves: arities.map(Shelf::new).collect() }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.shelves.iter().map(Shelf::bytes).sum()
    }

    /// The same space with other cells.
    pub fn map<D: Cell>(self, change: impl Fn(C) -> D + Copy) -> Space<D> {
        Space { shelves: self.shelves.into_iter().map(|shelf| shelf.map(change)).collect() }
    }
}
