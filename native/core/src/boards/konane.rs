//! Konane (*Winning Ways*, chapter 5; A. Chan and A. Tsai, *1 x n Konane*, 2002).

use super::grid::{Edges, Grid, each};
use super::solver::{Moves, Rules};

/// A stone jumps over a neighbouring enemy stone into an empty cell and removes it, as often as
/// it likes in one direction. Plane `a` holds Left's stones, `b` Right's; both mean blocked.
#[derive(Debug, Default, Clone, Copy)]
pub struct Konane;

#[inline]
fn step(edges: Edges, cells: u128, direction: u8) -> u128 {
    match direction {
        0 => edges.right(cells),
        1 => edges.left(cells),
        2 => edges.down(cells),
        _ => edges.up(cells),
    }
}

/// The jumps that may ever become possible, by direction: the cells they start from.
///
/// Whatever could be occupied by either player, or empty, at some time is taken to be so at any
/// time. That can only join parts that are in truth independent, never separate others.
struct Jumps {
    edges: Edges,
    from: [u128; 4],
}

impl Jumps {
    fn possible(board: Grid) -> Self {
        let blocked = board.a & board.b;
        let (mut left, mut right) = (board.a & !blocked, board.b & !blocked);
        let mut empty = board.full() & !(left | right | blocked);
        let edges = board.edges();
        let mut from = [0; 4];
        loop {
            let before = (left, right, empty);
            for direction in 0..4_u8 {
                // Seen from the cell that is landed on.
                let back = direction ^ 1;
                let over = step(edges, empty, back);
                for is_left in [true, false] {
                    let (own, enemy) = if is_left { (left, right) } else { (right, left) };
                    let starts = step(edges, over & enemy, back) & own;
                    let jumped = step(edges, starts, direction);
                    let landed = step(edges, jumped, direction);
                    from[usize::from(direction)] |= starts;
                    empty |= starts | jumped;
                    if is_left {
                        left |= landed;
                    } else {
                        right |= landed;
                    }
                }
            }
            if before == (left, right, empty) {
                return Self { edges, from };
            }
        }
    }

    /// All cells that some jump touches.
    fn cells(&self) -> u128 {
        (0..4_u8).fold(0, |all, direction| all | self.touched(direction, u128::MAX))
    }

    /// The cells of the jumps in one direction that touch some of `cells`.
    fn touched(&self, direction: u8, cells: u128) -> u128 {
        let back = direction ^ 1;
        let one = step(self.edges, cells, back);
        let starts =
            self.from[usize::from(direction)] & (cells | one | step(self.edges, one, back));
        let jumped = step(self.edges, starts, direction);
        starts | jumped | step(self.edges, jumped, direction)
    }

    fn connected(&self, seed: u128) -> u128 {
        let mut part = seed;
        loop {
            let next = (0..4_u8).fold(part, |all, direction| all | self.touched(direction, part));
            if next == part {
                return part;
            }
            part = next;
        }
    }
}

impl Rules for Konane {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let jumps = Jumps::possible(board);
        let mut rest = jumps.cells();
        while rest != 0 {
            let part = jumps.connected(rest & rest.wrapping_neg());
            rest &= !part;
            // Cells that no jump of this part ever touches are as good as blocked.
            moves.part(Grid { a: board.a | !part, b: board.b | !part, ..board }.window(part));
        }
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
