//! Rectangles of up to 128 cells in two bit planes, and their symmetries.

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

/// A symmetry of a ruleset: how the board is turned, whether the planes change places, and
/// whether the result is the negative of the game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symmetry {
    /// Bit 0: left and right mirrored, bit 1: top and bottom, bit 2: rows become columns after.
    pub turn: u8,
    pub swap: bool,
    pub negate: bool,
}

/// The symmetries of games whose rules treat all directions alike and whose players swap planes.
pub(super) const TWO_COLOURS: [Symmetry; 16] = {
    let mut all = [Symmetry { turn: 0, swap: false, negate: false }; 16];
    let mut at = 0;
    while at < 16 {
        all[at] = Symmetry { turn: at as u8 & 7, swap: at >= 8, negate: at >= 8 };
        at += 1;
    }
    all
};

/// The symmetries of games where Left plays along columns and Right along rows.
pub(super) const CROSSED: [Symmetry; 8] = {
    let mut all = [Symmetry { turn: 0, swap: false, negate: false }; 8];
    let mut at = 0;
    while at < 8 {
        all[at] = Symmetry { turn: at as u8, swap: false, negate: at >= 4 };
        at += 1;
    }
    all
};

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

    /// The least image under the symmetries, and whether it is the negative of this grid.
    pub(super) fn normal(self, symmetries: &[Symmetry]) -> (Self, bool) {
        let crossing = symmetries.iter().any(|symmetry| symmetry.turn & 4 != 0);
        let mut best: Option<(Self, bool)> = None;
        for symmetry in symmetries {
            let turned = symmetry.turn & 4 != 0;
            // Of two orientations the narrow one is the lesser: the other need not be built.
            if crossing
                && (if turned { self.height > self.width } else { self.width > self.height })
            {
                continue;
            }
            let mut image = self.turned(symmetry.turn);
            if symmetry.swap {
                std::mem::swap(&mut image.a, &mut image.b);
            }
            if best.is_none_or(|(best, _)| image < best) {
                best = Some((image, symmetry.negate));
            }
        }
        best.unwrap_or((self, false))
    }

    fn turned(self, turn: u8) -> Self {
        if turn == 0 {
            return self;
        }
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        let (mirror, flip, transpose) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
        let moved = |mut plane: u128| {
            let mut image = 0;
            while plane != 0 {
                let cell = plane.trailing_zeros();
                plane &= plane - 1;
                let (mut x, mut y) = (cell % width, cell / width);
                if mirror {
                    x = width - 1 - x;
                }
                if flip {
                    y = height - 1 - y;
                }
                image |= 1_u128 << if transpose { x * height + y } else { y * width + x };
            }
            image
        };
        let (a, b) = (moved(self.a), moved(self.b));
        if transpose {
            Self { width: self.height, height: self.width, a, b }
        } else {
            Self { width: self.width, height: self.height, a, b }
        }
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
