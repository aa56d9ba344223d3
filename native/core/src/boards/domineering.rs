//! Domineering and, as its impartial variant, Cram (*Winning Ways*, chapter 5).

use super::grid::{Grid, each};
use super::solver::{Moves, Rules};

/// Left covers two free cells in a column, Right two in a row. Plane `a` holds the free cells.
#[derive(Debug, Default, Clone, Copy)]
pub struct Domineering;

impl Rules for Domineering {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let edges = board.edges();
        let mut rest = board.a;
        while rest != 0 {
            let part = edges.flood(rest & rest.wrapping_neg(), rest, false);
            rest &= !part;
            // A single cell is out of the game.
            if part & (part - 1) != 0 {
                moves.part(board.cropped(part));
            }
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let (pairs, step) = if left {
            (part.a & edges.up(part.a), edges.width)
        } else {
            (part.a & edges.left(part.a), 1)
        };
        each(pairs, |cell| {
            let free = part.a & !((1 << cell) | (1 << (cell + step)));
            emit(Grid { a: free, ..part });
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(true, false)
    }
}
