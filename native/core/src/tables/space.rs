//! Where the cells of all positions of a system live.

use super::budget::{Budget, OutOfMemory};
use super::cell::Cell;
use super::memo::Memo;
use crate::monitor::{Silent, Stopped, Ticker};
use crate::pages::prefer_huge;

/// Positions with one coordinate below this live in an array, the others in a hash table.
const fn line<C>() -> usize {
    if size_of::<C>() <= 4 { 1 << 24 } else { 1 << 20 }
}

/// A memo of at least so many positions is laid out as a box if it fills this share of it: an
/// array takes a byte or so a cell and is read twenty times as fast as the hash table.
const WORTH_A_BOX: usize = 1 << 12;
const SHARE: usize = 32;
/// Laying out a box does not look for interrupts, so it has to be quick. In bytes.
const LARGEST_BOX: usize = 1 << 26;

/// Cells written between two looks at the clock.
pub(super) const PART: usize = 1 << 20;

/// Why there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It does not fit the budget.
    Memory,
    /// The monitor asked to stop.
    Stopped(Stopped),
}

impl From<OutOfMemory> for Refusal {
    fn from(_: OutOfMemory) -> Self {
        Refusal::Memory
    }
}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Self {
        Refusal::Stopped(stopped)
    }
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
    /// A [`Refusal`] if its cells do not fit the budget, or the monitor asked to stop.
    pub fn new(
        extents: &[usize],
        axes: &[usize],
        budget: &mut Budget,
        ticker: &mut Ticker<'_>,
    ) -> Result<Self, Refusal> {
        let mut strides = vec![0; extents.len()];
        let mut size = 1_usize;
        for &axis in axes.iter().rev() {
            strides[axis] = size;
            size = size.checked_mul(extents[axis]).ok_or(OutOfMemory)?;
        }
        let cells = filled(size, C::UNKNOWN, budget, ticker)?;
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

/// An empty list with room for `size` cells, charged to the budget.
fn reserved<C>(size: usize, budget: &mut Budget) -> Result<Vec<C>, OutOfMemory> {
    let mut cells = Vec::new();
    let bytes = size.checked_mul(size_of::<C>()).ok_or(OutOfMemory)?;
    budget.take(bytes)?;
    if cells.try_reserve_exact(size).is_err() {
        budget.give(bytes);
        return Err(OutOfMemory);
    }
    prefer_huge(cells.spare_capacity_mut());
    Ok(cells)
}

/// A list of equal cells, charged to the budget.
///
/// Touching fresh memory is slow, so it is done in parts.
pub(super) fn filled<C: Copy>(
    size: usize,
    cell: C,
    budget: &mut Budget,
    ticker: &mut Ticker<'_>,
) -> Result<Vec<C>, Refusal> {
    let mut cells = reserved(size, budget)?;
    while cells.len() < size {
        cells.resize(size.min(cells.len() + PART), cell);
        ticker.tick(PART as u64, 0)?;
    }
    Ok(cells)
}

/// The cells changed one by one, charged to the budget.
pub(super) fn converted<C: Copy, D>(
    cells: &[C],
    change: impl Fn(C) -> D,
    budget: &mut Budget,
    ticker: &mut Ticker<'_>,
) -> Result<Vec<D>, Refusal> {
    let mut made = reserved(cells.len(), budget)?;
    for part in cells.chunks(PART) {
        made.extend(part.iter().map(|&cell| change(cell)));
        ticker.tick(part.len() as u64, 0)?;
    }
    Ok(made)
}

/// The cells of one game.
#[derive(Debug, Clone)]
pub struct Shelf<C> {
    /// The table being filled, if this is its game.
    pub grid: Option<Grid<C>>,
    line: Option<Vec<C>>,
    /// A box that turned out to be wanted for the most part.
    dense: Option<Grid<C>>,
    memo: Memo<C>,
    /// Size of the memo at which to look again whether it fills a box.
    look_at: usize,
}

impl<C: Cell> Shelf<C> {
    fn new(arity: usize) -> Self {
        let line = (arity == 1).then(Vec::new);
        Self { grid: None, line, dense: None, memo: Memo::new(arity), look_at: WORTH_A_BOX }
    }

    /// The cell of a position, unknown if there is none.
    #[inline]
    #[must_use]
    pub fn get(&self, coords: &[i64]) -> C {
        if let Some(grid) = &self.grid
            && let Some(place) = grid.place(coords)
        {
            return grid.cells[place];
        }
        if let (Some(cells), &[n]) = (&self.line, coords)
            && let Ok(n) = usize::try_from(n)
            && n < line::<C>()
        {
            return cells.get(n).copied().unwrap_or(C::UNKNOWN);
        }
        if let Some(dense) = &self.dense
            && let Some(place) = dense.place(coords)
        {
            return dense.cells[place];
        }
        self.memo.get(coords).unwrap_or(C::UNKNOWN)
    }

    /// Sets the cell of a position.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if a new position does not fit the budget.
    pub fn set(&mut self, coords: &[i64], cell: C, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if let Some(grid) = &mut self.grid
            && let Some(place) = grid.place(coords)
        {
            grid.cells[place] = cell;
            return Ok(());
        }
        if let (Some(cells), &[n]) = (&mut self.line, coords)
            && let Ok(n) = usize::try_from(n)
            && n < line::<C>()
        {
            if n >= cells.len() {
                budget.room(cells, n + 1 - cells.len())?;
                cells.resize(n + 1, C::UNKNOWN);
            }
            cells[n] = cell;
            return Ok(());
        }
        if let Some(dense) = &mut self.dense
            && let Some(place) = dense.place(coords)
        {
            dense.cells[place] = cell;
            return Ok(());
        }
        self.memo.set(coords, cell, budget)?;
        if self.memo.len() >= self.look_at {
            self.look_at = self.memo.len() * 2;
            self.condense(budget);
        }
        Ok(())
    }

    /// Moves the memo into a box if it fills enough of one.
    fn condense(&mut self, budget: &mut Budget) {
        if self.line.is_some() {
            return;
        }
        let Some(extents) = self.hull() else { return };
        let size = extents.iter().try_fold(1_usize, |size, &extent| size.checked_mul(extent));
        let stored = |grid: &Grid<C>| grid.cells.iter().filter(|&&c| c != C::UNKNOWN).count();
        let known = self.memo.len() + self.dense.as_ref().map_or(0, stored);
        let largest = LARGEST_BOX / size_of::<C>();
        if size.is_none_or(|size| size / SHARE > known || size > largest) {
            return;
        }
        let axes: Vec<usize> = (0..extents.len()).collect();
        // Where there is no room for the box, the memo serves on.
        let mut silent = Silent;
        let mut ticker = Ticker::new(&mut silent, 0);
        let Ok(mut grid) = Grid::new(&extents, &axes, budget, &mut ticker) else { return };
        if let Some(old) = self.dense.take() {
            let mut at = vec![0_i64; extents.len()];
            for &cell in &old.cells {
                if let Some(place) = grid.place(&at) {
                    grid.cells[place] = cell;
                }
                step(&mut at, &old.extents);
            }
            budget.give(old.cells.capacity() * size_of::<C>());
        }
        let memo = std::mem::replace(&mut self.memo, Memo::new(extents.len()));
        for (coords, cell) in memo.entries() {
            if let Some(place) = grid.place(coords) {
                grid.cells[place] = cell;
            }
        }
        budget.give(memo.bytes());
        self.dense = Some(grid);
    }

    /// The extents of the least box from zero that holds the memo and the box there is; none if
    /// a coordinate is negative.
    fn hull(&self) -> Option<Vec<usize>> {
        let mut entries = self.memo.entries();
        let mut top = entries.next()?.0.to_vec();
        let mut low = top.iter().copied().min()?;
        for (coords, _) in entries {
            for (high, &coord) in top.iter_mut().zip(coords) {
                *high = coord.max(*high);
                low = low.min(coord);
            }
        }
        if low < 0 {
            return None;
        }
        let old = self.dense.as_ref().map(|dense| &dense.extents);
        let extent = |(axis, &high): (usize, &i64)| {
            let extent = usize::try_from(high).ok()?.checked_add(1)?;
            Some(old.map_or(extent, |old| old[axis].max(extent)))
        };
        top.iter().enumerate().map(extent).collect()
    }

    /// The cells `first`, `first + step`, ... as indices into one table, if all are inside it.
    #[must_use]
    pub fn progression(
        &self,
        first: &[i64],
        step: &[i64],
        count: usize,
    ) -> Option<(&[C], usize, isize)> {
        if let Some(grid) = self.grid.as_ref().or(self.dense.as_ref()) {
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

    fn map<D: Cell>(
        self,
        change: impl Fn(C) -> D + Copy,
        budget: &mut Budget,
        ticker: &mut Ticker<'_>,
    ) -> Result<Shelf<D>, Refusal> {
        let mut all = |cells: Vec<C>| {
            let made = converted(&cells, change, budget, ticker)?;
            budget.give(cells.capacity() * size_of::<C>());
            Ok::<_, Refusal>(made)
        };
        let mut boxed = |grid: Option<Grid<C>>| match grid {
            None => Ok(None),
            Some(Grid { extents, strides, cells }) => {
                all(cells).map(|cells| Some(Grid { extents, strides, cells }))
            }
        };
        let (grid, dense) = (boxed(self.grid)?, boxed(self.dense)?);
        let line = self.line.map(&mut all).transpose()?;
        let memo = self.memo.map(all)?;
        Ok(Shelf { grid, line, dense, look_at: self.look_at, memo })
    }

    fn bytes(&self) -> usize {
        let size = size_of::<C>();
        self.memo.bytes()
            + self.line.as_ref().map_or(0, |line| line.capacity() * size)
            + self.grid.as_ref().map_or(0, |grid| grid.cells.capacity() * size)
            + self.dense.as_ref().map_or(0, |dense| dense.cells.capacity() * size)
    }
}

/// Steps to the next position of a box, the last coordinate fastest.
pub(super) fn step(at: &mut [i64], extents: &[usize]) {
    for (coord, &extent) in at.iter_mut().zip(extents).rev() {
        *coord += 1;
        if usize::try_from(*coord) != Ok(extent) {
            return;
        }
        *coord = 0;
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
    ///
    /// # Errors
    ///
    /// A [`Refusal`]; what was known is lost then.
    pub fn map<D: Cell>(
        self,
        change: impl Fn(C) -> D + Copy,
        budget: &mut Budget,
        ticker: &mut Ticker<'_>,
    ) -> Result<Space<D>, Refusal> {
        let shelves = self.shelves.into_iter().map(|shelf| shelf.map(change, budget, ticker));
        Ok(Space { shelves: shelves.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Shelf;
    use crate::tables::budget::Budget;

    /// A shelf behaves like a map while boxes are laid out and outgrown under it.
    #[test]
    fn a_shelf_keeps_what_it_is_given() {
        let mut budget = Budget::new(1 << 30, 0);
        let mut shelf: Shelf<u8> = Shelf::new(2);
        let mut map = HashMap::new();
        let mut state = 7_u64;
        let mut boxes = 0;
        for round in 0..40_000_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let reach = if round < 9_000 { 80 } else { 250 };
            let far = i64::from(round > 30_000 && round % 1_000 == 999) * 1_000_000;
            let draw = |shift: u32| i64::try_from((state >> shift) % reach).expect("small");
            let at = [draw(20) + far, draw(40) - far];
            let cell = u8::try_from((state >> 50) % 100).expect("small");
            let had = shelf.dense.is_some();
            shelf.set(&at, cell, &mut budget).expect("room enough");
            map.insert(at, cell);
            boxes += i32::from(had != shelf.dense.is_some());
        }
        assert_eq!(boxes, 1, "no box was laid out");
        let extents = shelf.dense.as_ref().map(|dense| dense.extents.clone());
        assert_eq!(extents, Some(vec![250, 250]), "the box was not outgrown");
        for (at, cell) in map {
            assert_eq!(shelf.get(&at), cell);
        }
    }
}
