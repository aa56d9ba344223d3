//! Rectangles of up to 128 cells in two bit planes, and their symmetries.

use super::table::{Pack, Packed};

/// Most cells of a board.
pub const MOST_CELLS: usize = 128;

/// Cells in two planes, row by row from the top left; what the four states mean is the ruleset's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// First plane.
    pub a: u128,
    /// Second plane.
    pub b: u128,
}

impl Grid {
    /// All cells of the rectangle.
    #[must_use]
    pub fn full(self) -> u128 {
        let cells = u32::from(self.width) * u32::from(self.height);
        if cells == 0 { 0 } else { u128::MAX >> (128 - cells) }
    }

    /// One column, the leftmost.
    pub(super) fn first_column(self) -> u128 {
        let mut column = 0;
        for row in 0..u32::from(self.height) {
            column |= 1_u128 << (row * u32::from(self.width));
        }
        column
    }

    /// The masks that keep a step to the right and to the left on the board.
    pub(super) fn edges(self) -> Edges {
        let first = self.first_column();
        let full = self.full();
        let last = first << (self.width.max(1) - 1);
        Edges { width: u32::from(self.width), not_first: full & !first, not_last: full & !last }
    }

    /// The part of the planes inside `cells`, moved to a rectangle that just holds it.
    pub(super) fn cropped(self, cells: u128) -> Self {
        Self { a: self.a & cells, b: self.b & cells, ..self }.window(cells)
    }

    /// The planes inside the least rectangle that holds `cells`.
    pub(super) fn window(self, cells: u128) -> Self {
        let width = u32::from(self.width);
        if cells == 0 {
            return Self { width: 0, height: 0, a: 0, b: 0 };
        }
        let top = cells.trailing_zeros() / width;
        let bottom = cells.ilog2() / width;
        let row_mask = u128::MAX >> (128 - width);
        let mut columns = 0;
        for row in top..=bottom {
            columns |= (cells >> (row * width)) & row_mask;
        }
        let left = columns.trailing_zeros();
        let new_width = 128 - columns.leading_zeros() - left;
        let height = bottom - top + 1;
        let shift = top * width + left;
        let (mut a, mut b) = (self.a >> shift, self.b >> shift);
        if new_width != width {
            let mask = u128::MAX >> (128 - new_width);
            let (mut packed_a, mut packed_b) = (0, 0);
            for row in 0..height {
                packed_a |= ((a >> (row * width)) & mask) << (row * new_width);
                packed_b |= ((b >> (row * width)) & mask) << (row * new_width);
            }
            (a, b) = (packed_a, packed_b);
        }
        let full = u128::MAX >> (128 - new_width * height);
        Self { width: new_width as u8, height: height as u8, a: a & full, b: b & full }
    }

    /// The least of the images of the grid under reflections, of its transpose under the same
    /// and, if `swap`, of those with the planes exchanged; and whether that image is the negative.
    ///
    /// Exchanging the planes exchanges the players; `crossed` says that transposing does, too.
    pub(super) fn normal(self, crossed: bool, swap: bool) -> (Self, bool) {
        let mut least = Least::default();
        // Of two orientations the narrow one is taken; a square has both.
        if self.width <= self.height {
            least.offer_reflections(self, false, swap);
        }
        if self.width >= self.height {
            least.offer_reflections(self.transposed(), crossed, swap);
        }
        least.found(self)
    }

    /// The grid with the planes exchanged.
    pub(super) fn swapped(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }

    /// The grid turned by 180 degrees: its cells in opposite order.
    pub(super) fn rotated(self) -> Self {
        let spare = 128 - u32::from(self.width) * u32::from(self.height);
        let turn = |plane: u128| plane.reverse_bits().checked_shr(spare).unwrap_or(0);
        Self { a: turn(self.a), b: turn(self.b), ..self }
    }

    /// The grid with its rows in opposite order.
    fn flipped(self) -> Self {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        if height < 2 {
            return self;
        }
        let row = u128::MAX >> (128 - width);
        let flip = |plane: u128| {
            (0..height).fold(0, |image, y| {
                image | ((plane >> (y * width)) & row) << ((height - 1 - y) * width)
            })
        };
        Self { a: flip(self.a), b: flip(self.b), ..self }
    }

    fn transposed(self) -> Self {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        if width == 1 || height == 1 {
            return Self { width: self.height, height: self.width, ..self };
        }
        let turn = |plane: u128| {
            let mut image = 0;
            each(plane, |cell| image |= 1_u128 << ((cell % width) * height + cell / width));
            image
        };
        Self { width: self.height, height: self.width, a: turn(self.a), b: turn(self.b) }
    }
}

/// The least of some images, and whether it is the negative of the original.
#[derive(Default)]
pub(super) struct Least(Option<(Grid, bool)>);

impl Least {
    pub fn offer(&mut self, image: Grid, negated: bool) {
        if self.0.is_none_or(|(best, _)| image < best) {
            self.0 = Some((image, negated));
        }
    }

    fn offer_reflections(&mut self, base: Grid, negated: bool, swap: bool) {
        let mut offer = |image: Grid| {
            self.offer(image, negated);
            if swap {
                self.offer(image.swapped(), !negated);
            }
        };
        offer(base);
        offer(base.rotated());
        // On a strip these are the same two.
        if base.width > 1 && base.height > 1 {
            let flipped = base.flipped();
            offer(flipped);
            offer(flipped.rotated());
        }
    }

    pub fn found(self, otherwise: Grid) -> (Grid, bool) {
        self.0.unwrap_or((otherwise, false))
    }
}

/// Steps in the four directions that do not leave the board.
#[derive(Clone, Copy)]
pub(super) struct Edges {
    pub width: u32,
    pub not_first: u128,
    pub not_last: u128,
}

impl Edges {
    /// The cells below. Shifts are checked because a row may be 128 cells wide.
    #[inline]
    pub fn down(self, cells: u128) -> u128 {
        cells.checked_shl(self.width).unwrap_or(0)
    }

    /// The cells above.
    #[inline]
    pub fn up(self, cells: u128) -> u128 {
        cells.checked_shr(self.width).unwrap_or(0)
    }

    /// The cells to the right.
    #[inline]
    pub fn right(self, cells: u128) -> u128 {
        (cells & self.not_last) << 1
    }

    /// The cells to the left.
    #[inline]
    pub fn left(self, cells: u128) -> u128 {
        (cells & self.not_first) >> 1
    }

    /// The cells next to some of `cells`.
    #[inline]
    pub fn around(self, cells: u128) -> u128 {
        self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)
    }

    /// The cells next to some of `cells`, also by a corner, and `cells` themselves.
    #[inline]
    pub fn around_eight(self, cells: u128) -> u128 {
        let row = cells | self.right(cells) | self.left(cells);
        row | self.down(row) | self.up(row)
    }

    /// The part of `area` connected to `seed`.
    #[inline]
    pub fn flood(self, seed: u128, area: u128, eight: bool) -> u128 {
        let mut found = seed & area;
        loop {
            let near = if eight { self.around_eight(found) } else { self.around(found) };
            let next = found | (near & area);
            if next == found {
                return found;
            }
            found = next;
        }
    }
}

/// Calls `visit` with the number of each cell of a set.
#[inline]
pub(super) fn each(mut cells: u128, mut visit: impl FnMut(u32)) {
    while cells != 0 {
        visit(cells.trailing_zeros());
        cells &= cells - 1;
    }
}

/// The bit that tells a grid with one plane from one with two.
const ONE_PLANE: u128 = 1 << 95;
/// Where the width begins; below lie the planes, under a bit that marks their end.
const WIDTH_AT: u32 = 88;

impl Pack for Grid {
    fn pack(&self) -> Option<Packed> {
        let cells = u32::from(self.width) * u32::from(self.height);
        let (kind, bits, planes) = if self.b == 0 {
            (ONE_PLANE, cells, self.a)
        } else if 2 * cells < WIDTH_AT {
            (0, 2 * cells, self.a << cells | self.b)
        } else {
            return None;
        };
        if bits >= WIDTH_AT || self.width > 127 {
            return None;
        }
        Packed::new(kind | u128::from(self.width) << WIDTH_AT | 1 << bits | planes)
    }
}
