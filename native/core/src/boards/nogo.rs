//! The game `NoGo` (C. Chou, O. Teytaud, S. Yen, *Revisiting Monte-Carlo tree search on a normal
//! form game*, 2011).

use super::grid::{Edges, Grid, each};
use super::solver::{Moves, Rules};

/// A stone is placed so that every group on the board keeps a liberty. Plane `a` holds Left's
/// stones, `b` Right's; both mean blocked.
#[derive(Debug, Default, Clone, Copy)]
pub struct NoGo {
    /// Whether groups are connected through stones of both colours.
    pub mixed_groups: bool,
}

/// Whether every group of `stones` touches `empty`.
fn all_breathe(stones: u128, empty: u128, edges: Edges) -> bool {
    let breathing = edges.flood(stones & edges.around(empty), stones, false);
    breathing == stones
}

impl Rules for NoGo {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        moves.part(board);
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let blocked = part.a & part.b;
        let empty = part.full() & !(part.a | part.b);
        each(empty, |cell| {
            let stone = 1_u128 << cell;
            let (a, b) = if left { (part.a | stone, part.b) } else { (part.a, part.b | stone) };
            let open = empty & !stone;
            let legal = if self.mixed_groups {
                all_breathe((a | b) & !blocked, open, edges)
            } else {
                all_breathe(a & !blocked, open, edges) && all_breathe(b & !blocked, open, edges)
            };
            if legal {
                emit(Grid { a, b, ..part });
            }
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }
}
