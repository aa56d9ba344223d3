//! The game `NoGo` (C. Chou, O. Teytaud, S. Yen, *Revisiting Monte-Carlo tree search on a normal
//! form game*, 2011).

use super::grid::{Edges, Grid, each};
use super::solver::{Moves, Rules};

/// A stone is placed so that every group on the board keeps a liberty. Plane `a` holds Left's
/// stones, `b` Right's; both mean blocked.
#[derive(Debug, Default, Clone, Copy)]
pub struct NoGo;

/// Whether every group of `stones` touches `empty`.
fn all_breathe(stones: u128, empty: u128, edges: Edges) -> bool {
    let breathing = edges.flood(stones & edges.around(empty), stones, false);
    breathing == stones
}

/// A strip with each run of stones made one stone: only where a run ends matters, its length not.
fn shortened(strip: Grid) -> Grid {
    if strip.width > 1 && strip.height > 1 {
        return strip;
    }
    let cells = u32::from(strip.width.max(strip.height));
    let (mut a, mut b, mut length) = (0, 0, 0_u32);
    let mut last = (0, 0);
    for cell in 0..cells {
        let here = (strip.a >> cell & 1, strip.b >> cell & 1);
        if here == (0, 0) || here != last {
            a |= here.0 << length;
            b |= here.1 << length;
            length += 1;
        }
        last = here;
    }
    Grid { width: length as u8, height: 1, a, b }
}

/// The parts of a row, of which `across` are the cells joined to the one to their right.
fn split_row(board: Grid, across: u128, empty: u128, moves: &mut Moves<Grid>) {
    let mut cell = 0;
    while cell < u32::from(board.width) {
        let length = (across >> cell).trailing_ones() + 1;
        let full = u128::MAX >> (128 - length);
        if length > 1 && empty >> cell & full != 0 {
            let (a, b) = (board.a >> cell & full, board.b >> cell & full);
            moves.part(shortened(Grid { width: length as u8, height: 1, a, b }));
        }
        cell += length;
    }
}

impl Rules for NoGo {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        // Stones stay, so what is joined only by neighbours of different colours is apart for good:
        // each side has its own groups and liberties, and sees the other as blocked.
        let edges = board.edges();
        let blocked = board.a & board.b;
        let (left, right) = (board.a & !blocked, board.b & !blocked);
        let empty = board.full() & !(board.a | board.b);
        let open = board.full() & !blocked;
        if !all_breathe(left, empty, edges) || !all_breathe(right, empty, edges) {
            // A group without liberties was there from the start, and forbids every move for good.
            moves.end();
            return;
        }
        let apart = |next: &dyn Fn(u128) -> u128| left & next(right) | right & next(left);
        let across = open & edges.left(open) & !apart(&|cells| edges.left(cells));
        if board.height == 1 {
            split_row(board, across, empty, moves);
            moves.end();
            return;
        }
        let down = open & edges.up(open) & !apart(&|cells| edges.up(cells));
        let mut rest = empty;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let next = part
                    | (part & across) << 1
                    | part >> 1 & across
                    | edges.down(part & down)
                    | edges.up(part) & down;
                if next == part {
                    break;
                }
                part = next;
            }
            rest &= !part;
            // A stone on a cell with no neighbours would not breathe.
            if part & (part - 1) != 0 {
                let walled = Grid { a: board.a | !part, b: board.b | !part, ..board }.window(part);
                moves.part(shortened(walled));
            }
        }
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
            if all_breathe(a & !blocked, open, edges) && all_breathe(b & !blocked, open, edges) {
                emit(Grid { a, b, ..part });
            }
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        part.normal(false, true)
    }

    fn size(&self, part: Grid) -> u32 {
        (part.full() & !(part.a | part.b)).count_ones()
    }
}
