//! Amazons (W. Zamkauskas, 1988; E. Berlekamp, *Sums of N x 2 Amazons*, 2000).

use super::grid::{Edges, Grid, each};
use super::solver::{Moves, Rules};

/// A queen moves, then shoots along a queen's line and blocks the cell hit. Plane `a` holds
/// Left's queens and the free cells, `b` Right's and the free cells.
#[derive(Debug, Default, Clone, Copy)]
pub struct Amazons;

/// The cells that a queen on `from` reaches over `free`.
fn reach(from: u32, free: u128, edges: Edges) -> u128 {
    let mut found = 0;
    let start = 1_u128 << from;
    for direction in 0..8 {
        let mut cell = start;
        loop {
            cell = match direction {
                0 => edges.right(cell),
                1 => edges.left(cell),
                2 => edges.down(cell),
                3 => edges.up(cell),
                4 => edges.down(edges.right(cell)),
                5 => edges.up(edges.left(cell)),
                6 => edges.down(edges.left(cell)),
                _ => edges.up(edges.right(cell)),
            } & free;
            if cell == 0 {
                break;
            }
            found |= cell;
        }
    }
    found
}

impl Rules for Amazons {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let edges = board.edges();
        let (mut queens, area) = (board.a ^ board.b, board.a | board.b);
        while queens != 0 {
            let part = edges.flood(queens & queens.wrapping_neg(), area, true);
            queens &= !part;
            if part & (part - 1) != 0 {
                moves.part(board.cropped(part));
            }
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let free = part.a & part.b;
        let own = if left { part.a & !part.b } else { part.b & !part.a };
        each(own, |from| {
            let vacated = free | (1 << from);
            each(reach(from, free, edges), |to| {
                let open = vacated & !(1 << to);
                each(reach(to, open, edges), |shot| {
                    let gone = !(1_u128 << shot);
                    let (mut a, mut b) = (part.a | (1 << from), part.b | (1 << from));
                    if left {
                        b &= !(1 << to);
                    } else {
                        a &= !(1 << to);
                    }
                    emit(Grid { a: a & gone, b: b & gone, ..part });
                });
            });
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }
}
