//! Games on a row: Toads and Frogs, Elephants and Rhinos, Toppling Dominoes.

use super::grid::{Grid, Least, each};
use super::solver::{Moves, Rules};

/// Toads (plane `a`) move right, frogs (plane `b`) left: one step into an empty cell or a jump
/// over one enemy into an empty cell (*Winning Ways*, chapter 1). Without jumps it is Elephants
/// and Rhinos.
#[derive(Debug, Default, Clone, Copy)]
pub struct ToadsAndFrogs {
    /// Whether pieces only step.
    pub steps_only: bool,
}

impl ToadsAndFrogs {
    /// Adds the cells `from..to` without the frogs that lead and the toads that end them, which
    /// stand against a wall for good.
    fn stretch(board: Grid, from: u32, to: u32, moves: &mut Moves<Grid>) {
        let (mut from, mut to) = (from, to);
        while from < to && board.b >> from & 1 != 0 {
            from += 1;
        }
        while from < to && board.a >> (to - 1) & 1 != 0 {
            to -= 1;
        }
        if from == to {
            return;
        }
        let mask = u128::MAX >> (128 - (to - from));
        let (a, b) = (board.a >> from & mask, board.b >> from & mask);
        if a | b != 0 {
            moves.part(Grid { width: (to - from) as u8, height: 1, a, b });
        }
    }
}

impl ToadsAndFrogs {
    /// Without jumps, a frog and a toad to its right turn their backs on each other: rows are cut
    /// there, and where a toad stands before a frog. Of the cells between back and back none
    /// matters any more.
    fn split_steps(board: Grid, moves: &mut Moves<Grid>) {
        let mut from = 0;
        let mut last = None;
        each(board.a | board.b, |cell| {
            let toad = board.a >> cell & 1 != 0;
            let cut = match last {
                Some((at, true)) if !toad && at + 1 == cell => Some((cell, cell)),
                Some((at, false)) if toad => Some((at + 1, cell)),
                // Behind the first piece there is nothing to move to.
                None if toad => Some((from, cell)),
                _ => None,
            };
            if let Some((end, start)) = cut {
                Self::stretch(board, from, end, moves);
                from = start;
            }
            last = Some((cell, toad));
        });
        let end = match last {
            Some((at, false)) => at + 1,
            _ => u32::from(board.width),
        };
        Self::stretch(board, from, end, moves);
    }
}

impl Rules for ToadsAndFrogs {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        if self.steps_only {
            Self::split_steps(board, moves);
            moves.end();
            return;
        }
        // Where two toads meet two frogs nothing ever moves.
        let stuck = board.a & (board.a >> 1) & (board.b >> 2) & (board.b >> 3);
        let mut from = 0;
        each(stuck, |cell| {
            Self::stretch(board, from, cell + 2, moves);
            from = cell + 2;
        });
        Self::stretch(board, from, u32::from(board.width), moves);
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let empty = part.full() & !(part.a | part.b);
        let shift = |cells: u128, by: u32| if left { cells >> by } else { cells << by };
        let (own, enemy) = if left { (part.a, part.b) } else { (part.b, part.a) };
        let steps = own & shift(empty, 1);
        let jumps = if self.steps_only { 0 } else { own & shift(enemy, 1) & shift(empty, 2) };
        for (from, by) in [(steps, 1), (jumps, 2)] {
            each(from & part.full(), |cell| {
                let to = if left { cell + by } else { cell - by };
                let own = (own & !(1 << cell)) | (1 << to);
                let (a, b) = if left { (own, enemy) } else { (enemy, own) };
                emit(Grid { a, b, ..part });
            });
        }
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        // Seen from behind, with the players exchanged, the row is the negative.
        let mut least = Least::default();
        least.offer(part, false);
        least.offer(part.rotated().swapped(), true);
        least.found(part)
    }
}

/// A domino is toppled to one side and takes all on that side along (A. Fink, R. J. Nowakowski,
/// A. Siegel, D. Wolfe, *Toppling conjectures*, 2015). Plane `a` holds what Left may topple,
/// `b` what Right may.
#[derive(Debug, Default, Clone, Copy)]
pub struct TopplingDominoes;

impl Rules for TopplingDominoes {
    type Part = Grid;
    type Key = Grid;

    fn split(&self, board: Grid, moves: &mut Moves<Grid>) {
        if board.width > 0 {
            moves.part(board);
        }
        moves.end();
    }

    fn moves(&self, part: Grid, left: bool, emit: &mut impl FnMut(Grid)) {
        let width = u32::from(part.width);
        each(if left { part.a } else { part.b }, |cell| {
            for (from, to) in [(0, cell), (cell + 1, width)] {
                if from == to {
                    emit(Grid { width: 0, height: 1, a: 0, b: 0 });
                    continue;
                }
                let mask = u128::MAX >> (128 - (to - from));
                let (a, b) = (part.a >> from & mask, part.b >> from & mask);
                emit(Grid { width: (to - from) as u8, height: 1, a, b });
            }
        });
    }

    fn normal(&self, part: Grid) -> (Grid, bool) {
        let mut least = Least::default();
        for image in [part, part.rotated()] {
            least.offer(image, false);
            least.offer(image.swapped(), true);
        }
        least.found(part)
    }
}
