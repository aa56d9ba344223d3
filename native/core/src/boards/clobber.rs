//! Clobber (M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, *An introduction to
//! Clobber*, 2005) and its cannibal variant.

use super::grid::{Grid, each};
use super::solver::{Moves, Rules};

/// A stone moves onto a neighbouring enemy stone and removes it. Plane `a` holds Left's stones,
/// `b` Right's.
#[derive(Debug, Default, Clone, Copy)]
pub struct Clobber {
    /// Whether stones of one's own colour can be captured as well.
    pub cannibal: bool,
}

impl Rules for Clobber {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let edges = board.edges();
        let mut rest = board.a | board.b;
        while rest != 0 {
            let part = edges.flood(rest & rest.wrapping_neg(), rest, false);
            rest &= !part;
            let alive = if self.cannibal {
                part & (part - 1) != 0
            } else {
                part & board.a != 0 && part & board.b != 0
            };
            if alive {
                moves.part(board.cropped(part));
            }
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let (own, enemy) = if left { (part.a, part.b) } else { (part.b, part.a) };
        let targets = if self.cannibal { own | enemy } else { enemy };
        each(own, |from| {
            each(edges.around(1 << from) & targets, |to| {
                let own = (own & !(1 << from)) | (1 << to);
                let enemy = enemy & !(1 << to);
                let (a, b) = if left { (own, enemy) } else { (enemy, own) };
                emit(Grid { a, b, ..part });
            });
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }

    fn size(&self, part: Grid) -> u32 {
        (part.a | part.b).count_ones()
    }
}

/// A stone moves onto a neighbouring empty cell and leaves an enemy stone behind: Clobber
/// backwards. Plane `a` holds Left's stones and the empty cells, `b` Right's stones and the empty
/// cells.
#[derive(Debug, Default, Clone, Copy)]
pub struct AntiClobber;

impl Rules for AntiClobber {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        let edges = board.edges();
        let empty = board.a & board.b;
        let mut rest = empty;
        while rest != 0 {
            // Stones do not pass anything on: only what is joined by empty cells is one part.
            let cells = edges.flood(rest & rest.wrapping_neg(), rest, false);
            rest &= !cells;
            let mut part = cells;
            loop {
                let stones = edges.around(part) & (board.a ^ board.b);
                let more = edges.flood(edges.around(stones) & empty, empty, false);
                let next = part | stones | more;
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            if part & !empty != 0 {
                moves.part(board.cropped(part));
            }
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let edges = part.edges();
        let empty = part.a & part.b;
        let own = if left { part.a & !empty } else { part.b & !empty };
        each(own, |from| {
            each(edges.around(1 << from) & empty, |to| {
                let (mut a, mut b) = (part.a, part.b);
                let (kept, lost) = if left { (&mut a, &mut b) } else { (&mut b, &mut a) };
                *kept &= !(1 << from);
                *lost = *lost & !(1 << to) | 1 << from;
                emit(Grid { a, b, ..part });
            });
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }
}
