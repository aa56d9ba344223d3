//! Konane (*Winning Ways*, chapter 5; A. Chan and A. Tsai, *1 x n Konane*, 2002).

use super::grid::{Grid, TWO_COLOURS, each};
use super::solver::{Moves, Rules};

/// A stone jumps over a neighbouring enemy stone into an empty cell and removes it, as often as
/// it likes in one direction. Plane `a` holds Left's stones, `b` Right's; both mean blocked.
#[derive(Debug, Default, Clone, Copy)]
pub struct Konane;

impl Rules for Konane {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        moves.part(board);
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let blocked = part.a & part.b;
        let (own, enemy) = if left { (part.a, part.b) } else { (part.b, part.a) };
        let (stones, targets) = (own & !blocked, enemy & !blocked);
        let empty = part.full() & !(own | enemy);
        let edges = part.edges();
        let step = |cell: u128, direction: u8| match direction {
            0 => (cell & edges.not_last) << 1,
            1 => (cell & edges.not_first) >> 1,
            2 => cell << edges.width,
            _ => cell >> edges.width,
        };
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
        part.normal(&TWO_COLOURS)
    }
}
