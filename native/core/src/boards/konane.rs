//! Konane (*Winning Ways*, chapter 5; A. Chan and A. Tsai, *1 x n Konane*, 2002).

use num_traits::PrimInt;

use super::grid::{Edges, Grid, each};
use super::solver::{Moves, Rules};

/// A stone jumps over a neighbouring enemy stone into an empty cell and removes it, as often as
/// it likes in one direction. Plane `a` holds Left's stones, `b` Right's; both mean blocked.
#[derive(Debug, Default, Clone, Copy)]
pub struct Konane;

/// Steps on a plane of 64 or 128 bits: the small one is three times as fast.
#[derive(Clone, Copy)]
struct Lines<T> {
    width: usize,
    not_first: T,
    not_last: T,
    /// Directions in which the board has more than one cell: 2 or 4.
    directions: u8,
}

impl<T: PrimInt> Lines<T> {
    /// The lines of a board whose cells all fit the plane; `None` if they do not.
    fn of(board: Grid) -> Option<Self> {
        let edges = board.edges();
        let directions = if board.height > 1 { 4 } else { 2 };
        Some(Self {
            width: usize::from(board.width),
            not_first: T::from(edges.not_first)?,
            not_last: T::from(edges.not_last)?,
            directions,
        })
    }

    #[inline]
    fn step(self, cells: T, direction: u8) -> T {
        match direction {
            0 => (cells & self.not_last) << 1,
            1 => (cells & self.not_first) >> 1,
            2 => cells << self.width,
            _ => cells >> self.width,
        }
    }
}

/// The jumps that may ever become possible, by direction: the cells they start from.
///
/// Whatever could be occupied by either player, or empty, at some time is taken to be so at any
/// time. That can only join parts that are in truth independent, never separate others.
struct Jumps<T> {
    lines: Lines<T>,
    from: [T; 4],
}

impl<T: PrimInt> Jumps<T> {
    fn possible(lines: Lines<T>, mut left: T, mut right: T, mut empty: T) -> Self {
        let mut from = [T::zero(); 4];
        loop {
            let before = (left, right, empty);
            for direction in 0..lines.directions {
                // Seen from the cell that is landed on.
                let back = direction ^ 1;
                let over = lines.step(empty, back);
                let left_starts = lines.step(over & right, back) & left;
                let right_starts = lines.step(over & left, back) & right;
                let starts = left_starts | right_starts;
                if starts.is_zero() {
                    continue;
                }
                let jumped = lines.step(starts, direction);
                from[usize::from(direction)] = from[usize::from(direction)] | starts;
                empty = empty | starts | jumped;
                let two = |cells| lines.step(lines.step(cells, direction), direction);
                left = left | two(left_starts);
                right = right | two(right_starts);
            }
            if before == (left, right, empty) {
                return Self { lines, from };
            }
        }
    }

    /// All cells that some jump touches.
    fn cells(&self) -> T {
        self.spread(!T::zero())
    }

    /// The cells of the jumps that touch some of `cells`, and `cells` where some jump does.
    #[inline]
    fn spread(&self, cells: T) -> T {
        (0..self.lines.directions).fold(T::zero(), |all, direction| {
            let back = direction ^ 1;
            let one = self.lines.step(cells, back);
            let near = cells | one | self.lines.step(one, back);
            let starts = self.from[usize::from(direction)] & near;
            let jumped = self.lines.step(starts, direction);
            all | starts | jumped | self.lines.step(jumped, direction)
        })
    }

    fn connected(&self, seed: T) -> T {
        let mut part = seed;
        loop {
            let next = part | self.spread(part);
            if next == part {
                return part;
            }
            part = next;
        }
    }
}

/// Splits a board whose planes fit `T`.
fn split<T: PrimInt>(board: Grid, lines: Lines<T>, moves: &mut Moves<Grid>) -> Option<()> {
    let blocked = board.a & board.b;
    let (left, right) = (T::from(board.a & !blocked)?, T::from(board.b & !blocked)?);
    let empty = T::from(board.full() & !(board.a | board.b))?;
    let jumps = Jumps::possible(lines, left, right, empty);
    let mut rest = jumps.cells();
    while !rest.is_zero() {
        let part = jumps.connected(T::one() << rest.trailing_zeros() as usize);
        rest = rest & !part;
        let part = part.to_u128()?;
        // Cells that no jump of this part ever touches are as good as blocked.
        moves.part(Grid { a: board.a | !part, b: board.b | !part, ..board }.window(part));
    }
    Some(())
}

#[inline]
fn step(edges: Edges, cells: u128, direction: u8) -> u128 {
    match direction {
        0 => edges.right(cells),
        1 => edges.left(cells),
        2 => edges.down(cells),
        _ => edges.up(cells),
    }
}

impl Rules for Konane {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let cells = u32::from(board.width) * u32::from(board.height);
        // A row that fills the plane could not be stepped over by a shift.
        let done = if cells <= 64 && board.width < 64 {
            Lines::<u64>::of(board).and_then(|lines| split(board, lines, moves))
        } else {
            Lines::<u128>::of(board).and_then(|lines| split(board, lines, moves))
        };
        debug_assert!(done.is_some(), "every cell of a board fits its plane");
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let blocked = part.a & part.b;
        let (own, enemy) = if left { (part.a, part.b) } else { (part.b, part.a) };
        let (stones, targets) = (own & !blocked, enemy & !blocked);
        let empty = part.full() & !(own | enemy);
        let edges = part.edges();
        let step = |cell: u128, direction: u8| step(edges, cell, direction);
        each(stones, |from| {
            for direction in 0..4 {
                let mut here = 1_u128 << from;
                let mut captured = 0;
                loop {
                    let over = step(here, direction) & targets;
                    let landing = step(over, direction) & empty;
                    if landing == 0 {
                        break;
                    }
                    captured |= over;
                    here = landing;
                    let own = (own & !(1 << from)) | here;
                    let enemy = enemy & !captured;
                    let (a, b) = if left { (own, enemy) } else { (enemy, own) };
                    emit(Grid { a, b, ..part });
                }
            }
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }
}
