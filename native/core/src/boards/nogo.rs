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

/// A strip without the stones at its ends that only lengthen it, and the moves that go with them.
///
/// Let X be the rest of the strip; the same holds with the colours exchanged and from the other end.
///
/// - L.LX is .LX: Right has no move between the two stones, where his own would not breathe. Left
///   may move there exactly if the second group touches an empty cell of X, since the first one has
///   no other; until then either group breathes there, and afterwards both are one group with the
///   breath of the second. In .LX all this is said of the cell at the end.
/// - R.LX is a group that always breathes: the first empty cell is the only breath of R, so no one
///   may ever move there. Hence R.L.LX is R.LX with one more move of Left, in R.L., at any time.
///
/// No move is lost or made, so both hold as well where each player may make every move of either.
fn trimmed(mut strip: Grid, moves: &mut Moves<Grid>) -> Grid {
    for _ in 0..2 {
        loop {
            let [a, b] = [strip.a, strip.b].map(|plane| plane & 0b1_1111);
            if (a & 0b111, b & 0b111) == (0b101, 0) || (a & 0b111, b & 0b111) == (0, 0b101) {
                strip = Grid { width: strip.width - 1, a: strip.a >> 1, b: strip.b >> 1, ..strip };
            } else if (a, b) == (0b1_0100, 1) || (a, b) == (1, 0b1_0100) {
                moves.part(Grid { width: 4, a: a & 0b1111, b: b & 0b1111, ..strip });
                let cut = |plane: u128| plane >> 4 << 2 | plane & 0b11;
                strip = Grid { width: strip.width - 2, a: cut(strip.a), b: cut(strip.b), ..strip };
            } else {
                break;
            }
        }
        strip = strip.rotated();
    }
    strip
}

/// Adds a part; of a strip, what is left when its ends are trimmed.
fn add(part: Grid, moves: &mut Moves<Grid>) {
    if part.width > 1 && part.height > 1 {
        moves.part(part);
        return;
    }
    let strip = trimmed(shortened(part), moves);
    moves.part(strip);
}

/// The parts of a row, of which `across` are the cells joined to the one to their right.
fn split_row(board: Grid, across: u128, empty: u128, moves: &mut Moves<Grid>) {
    let mut cell = 0;
    while cell < u32::from(board.width) {
        let length = (across >> cell).trailing_ones() + 1;
        let full = u128::MAX >> (128 - length);
        if length > 1 && empty >> cell & full != 0 {
            let (a, b) = (board.a >> cell & full, board.b >> cell & full);
            add(Grid { width: length as u8, height: 1, a, b }, moves);
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
                let walled = Grid { a: board.a | !part, b: board.b | !part, ..board };
                add(walled.window(part), moves);
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

    fn is_simple(&self, part: Grid) -> bool {
        part.height == 1
    }

    fn size(&self, part: Grid) -> u32 {
        (part.full() & !(part.a | part.b)).count_ones()
    }
}
