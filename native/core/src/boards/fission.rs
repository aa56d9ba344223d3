//! Fission.

use super::grid::{Grid, each};
use super::solver::{Moves, Rules};

/// A stone is replaced by two: Left puts them above and below it, Right left and right of it,
/// on free cells. Plane `a` holds the stones, `b` the free cells.
#[derive(Debug, Default, Clone, Copy)]
pub struct Fission;

impl Rules for Fission {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let edges = board.edges();
        // A stone with a blocked cell on one side of each line never moves: it is blocked itself.
        let mut stones = board.a;
        loop {
            let open = stones | board.b;
            let across = edges.right(open) & edges.left(open);
            let along = edges.down(open) & edges.up(open);
            let alive = stones & (across | along);
            if alive == stones {
                break;
            }
            stones = alive;
        }
        let area = stones | board.b;
        let board = Grid { a: stones, ..board };
        let mut rest = stones;
        while rest != 0 {
            let part = edges.flood(rest & rest.wrapping_neg(), area, false);
            rest &= !part;
            moves.part(board.cropped(part));
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let free = part.b;
        let (before, after, step) = if left {
            (edges.down(free), edges.up(free), edges.width)
        } else {
            (edges.right(free), edges.left(free), 1)
        };
        each(part.a & before & after, |cell| {
            let two = (1_u128 << (cell - step)) | (1 << (cell + step));
            let stone = 1_u128 << cell;
            emit(Grid { a: (part.a & !stone) | two, b: (part.b & !two) | stone, ..part });
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(true, false)
    }
}
