//! How the value of a position follows from the values of its options.

use super::cell::{Cell, GrundyCell, Number, Wins};

/// Why a value could not be formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// A Grundy value needs wider cells.
    Narrow,
    /// The greatest left option is not less than the least right option.
    Hot,
    /// A number does not fit.
    Overflow,
    /// Sums do not follow from their components' values here.
    Sum,
}

/// Gathers the values of the options of one position at a time.
pub trait Valuation {
    /// What is remembered of a position.
    type Cell: Cell;
    /// Whether the value exists for impartial games only.
    const IMPARTIAL: bool;

    /// Begins a new position.
    fn start(&mut self);

    /// The value of the empty sum.
    fn zero(&self) -> Self::Cell;

    /// The value of the sum of two components.
    ///
    /// # Errors
    ///
    /// An [`Obstacle`] if it does not follow or does not fit.
    fn plus(&self, a: Self::Cell, b: Self::Cell) -> Result<Self::Cell, Obstacle>;

    /// Takes note of an option of `player`.
    fn take(&mut self, player: usize, value: Self::Cell);

    /// The value of the position.
    ///
    /// # Errors
    ///
    /// An [`Obstacle`] if there is none or it does not fit.
    fn finish(&mut self, impartial: bool) -> Result<Self::Cell, Obstacle>;

    /// Takes `count` options at `start`, `start + step`, ... of a table at once, if all of them
    /// lie inside and have values; otherwise says so, and nothing taken may change the result of
    /// taking them again one by one.
    fn take_run(&mut self, _player: usize, _line: Line<'_, Self::Cell>, _count: usize) -> bool {
        false
    }

    /// As [`take_run`](Self::take_run) for sums of two components.
    fn take_sums(
        &mut self,
        _player: usize,
        _lines: [Line<'_, Self::Cell>; 2],
        _count: usize,
    ) -> bool {
        false
    }
}

/// Cells of a table in arithmetic progression, all of them inside.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a, C> {
    /// The table.
    pub cells: &'a [C],
    /// Index of the first cell.
    pub start: usize,
    /// From one cell to the next.
    pub step: isize,
}

impl<'a, C> Line<'a, C> {
    /// The slice that `count` cells in a row span, and whether it runs backwards.
    fn slice(&self, count: usize) -> Option<(&'a [C], bool)> {
        match self.step {
            1 => Some((self.cells.get(self.start..self.start + count)?, false)),
            -1 => Some((self.cells.get((self.start + 1).checked_sub(count)?..=self.start)?, true)),
            _ => None,
        }
    }

    /// The cells one after the other.
    fn cells(&self, count: usize) -> impl Iterator<Item = &'a C> + use<'a, C> {
        let (cells, start, step) = (self.cells, self.start, self.step);
        (0..count).scan(start, move |place, _| {
            let cell = cells.get(*place);
            *place = place.wrapping_add_signed(step);
            cell
        })
    }
}

/// Grundy values: the least value that no option has; sums add without carry.
#[derive(Debug, Clone)]
pub struct Grundy<C> {
    /// For each value, the round in which an option last had it.
    marks: Vec<u32>,
    round: u32,
    zero: C,
}

impl<C: GrundyCell> Grundy<C> {
    /// A gatherer for cells of kind `C`.
    #[must_use]
    pub fn new() -> Self {
        Self { marks: vec![0; C::SPAN.max(1 << 12)], round: 0, zero: C::ZERO }
    }
}

impl<C: GrundyCell> Default for Grundy<C> {
    fn default() -> Self {
        Self::new()
    }
}

/// Sets the mark of every cell, and gives the bits that occurred in any of them.
#[inline]
fn mark<C: GrundyCell>(marks: &mut [u32], round: u32, cells: impl Iterator<Item = C>) -> C {
    let mut seen = C::ZERO;
    let marks = &mut marks[..C::SPAN];
    for cell in cells {
        marks[cell.bits() as usize] = round;
        seen = seen | cell;
    }
    seen
}

/// Whether a mark is among the cells; written so that it is done many cells at a time.
fn any_mark<C: GrundyCell>(cells: &[C]) -> bool {
    cells.iter().fold(C::ZERO, |seen, &cell| seen | cell).is_mark()
}

impl<C: GrundyCell> Valuation for Grundy<C> {
    type Cell = C;
    const IMPARTIAL: bool = true;

    #[inline]
    fn start(&mut self) {
        if self.round == u32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    fn zero(&self) -> C {
        self.zero
    }

    #[inline]
    fn plus(&self, a: C, b: C) -> Result<C, Obstacle> {
        Ok(a ^ b)
    }

    #[inline]
    fn take(&mut self, _player: usize, value: C) {
        let place = value.bits() as usize;
        if place >= self.marks.len() {
            self.marks.resize((place + 1).next_power_of_two(), 0);
        }
        self.marks[place] = self.round;
    }

    fn finish(&mut self, _impartial: bool) -> Result<C, Obstacle> {
        let round = self.round;
        let least = self.marks.iter().position(|&mark| mark != round);
        let least = least.unwrap_or(self.marks.len());
        u32::try_from(least).ok().and_then(C::of).ok_or(Obstacle::Narrow)
    }

    fn take_run(&mut self, _player: usize, line: Line<'_, C>, count: usize) -> bool {
        if C::SPAN == 0 {
            return false;
        }
        // Marks of cells without a value fall beyond all values, so setting them does no harm.
        let seen = match line.slice(count) {
            Some((cells, _)) => mark(&mut self.marks, self.round, cells.iter().copied()),
            None => mark(&mut self.marks, self.round, line.cells(count).copied()),
        };
        !seen.is_mark()
    }

    fn take_sums(&mut self, _player: usize, lines: [Line<'_, C>; 2], count: usize) -> bool {
        if C::SPAN == 0 {
            return false;
        }
        let [first, second] = lines;
        let (marks, round) = (&mut self.marks, self.round);
        if let (Some((a, back)), Some((b, other))) = (first.slice(count), second.slice(count)) {
            if any_mark(a) || any_mark(b) {
                return false;
            }
            if back == other {
                mark(marks, round, a.iter().zip(b).map(|(&a, &b)| a ^ b));
            } else {
                mark(marks, round, a.iter().zip(b.iter().rev()).map(|(&a, &b)| a ^ b));
            }
            return true;
        }
        let all = |line: &Line<'_, C>| line.cells(count).any(|cell| cell.is_mark());
        if all(&first) || all(&second) {
            return false;
        }
        mark(marks, round, first.cells(count).zip(second.cells(count)).map(|(&a, &b)| a ^ b));
        true
    }
}

/// Who wins moving first, each player; sums do not follow from their components.
#[derive(Debug, Clone)]
pub struct Winners {
    misere: bool,
    wins: u8,
    /// As `wins`, had the other player the same options.
    mirrored: u8,
    stuck: u8,
}

impl Winners {
    /// A gatherer for play in which whoever moves last wins, or in misère play, loses.
    #[must_use]
    pub fn new(misere: bool) -> Self {
        Self { misere, wins: 0, mirrored: 0, stuck: 0 }
    }
}

impl Valuation for Winners {
    type Cell = Wins;
    const IMPARTIAL: bool = false;

    fn start(&mut self) {
        self.wins = 0;
        self.mirrored = 0;
        self.stuck = 3;
    }

    fn zero(&self) -> Wins {
        Wins(if self.misere { 3 } else { 0 })
    }

    fn plus(&self, _a: Wins, _b: Wins) -> Result<Wins, Obstacle> {
        Err(Obstacle::Sum)
    }

    fn take(&mut self, player: usize, value: Wins) {
        self.stuck &= !(1 << player);
        if !value.first(1 - player) {
            self.wins |= 1 << player;
        }
        if !value.first(player) {
            self.mirrored |= 1 << (1 - player);
        }
    }

    fn finish(&mut self, impartial: bool) -> Result<Wins, Obstacle> {
        let mut wins = self.wins;
        if impartial {
            // Right has the same options, but only Left's were enumerated.
            wins |= self.mirrored;
            self.stuck &= 1;
            self.stuck |= self.stuck << 1;
        }
        if self.misere {
            wins |= self.stuck;
        }
        Ok(Wins(wins))
    }
}

/// Values that are numbers, by the simplest-number rule; sums add.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    left: Option<Number>,
    right: Option<Number>,
}

impl Valuation for Numbers {
    type Cell = Number;
    const IMPARTIAL: bool = false;

    fn start(&mut self) {
        *self = Self::default();
    }

    fn zero(&self) -> Number {
        Number::ZERO
    }

    fn plus(&self, a: Number, b: Number) -> Result<Number, Obstacle> {
        a.plus(b).ok_or(Obstacle::Overflow)
    }

    fn take(&mut self, player: usize, value: Number) {
        let (best, better) = if player == 0 {
            (&mut self.left, std::cmp::Ordering::Greater)
        } else {
            (&mut self.right, std::cmp::Ordering::Less)
        };
        if best.is_none_or(|known| value.compare(known) == better) {
            *best = Some(value);
        }
    }

    fn finish(&mut self, impartial: bool) -> Result<Number, Obstacle> {
        if impartial && self.left.is_some() {
            // Both players have this option, so left is not less than right.
            return Err(Obstacle::Hot);
        }
        if let (Some(left), Some(right)) = (self.left, self.right)
            && left.compare(right).is_ge()
        {
            return Err(Obstacle::Hot);
        }
        Number::simplest(self.left, self.right).ok_or(Obstacle::Overflow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unnecessary_wraps)] // The bounds of a position may be missing.
    fn number(numerator: i64, exponent: u8) -> Option<Number> {
        Some(Number { numerator, exponent })
    }

    #[test]
    fn the_simplest_number_is_found() {
        for (left, right, simplest) in [
            (None, None, number(0, 0)),
            (number(0, 0), None, number(1, 0)),
            (number(-5, 0), None, number(0, 0)),
            (None, number(-3, 0), number(-4, 0)),
            (number(0, 0), number(1, 0), number(1, 1)),
            (number(1, 2), number(1, 0), number(1, 1)),
            (number(1, 1), number(1, 0), number(3, 2)),
            (number(-7, 2), number(-1, 0), number(-3, 1)),
            (number(5, 1), number(13, 2), number(3, 0)),
            (number(-1, 0), number(1, 10), number(0, 0)),
            (number(5, 3), number(11, 4), number(21, 5)),
            (number(i64::MAX, 0), None, None),
        ] {
            assert_eq!(Number::simplest(left, right), simplest, "{left:?} {right:?}");
        }
    }

    #[test]
    fn sums_of_numbers_are_in_lowest_terms() {
        let sum = |a: Option<Number>, b: Option<Number>| a.unwrap().plus(b.unwrap());
        assert_eq!(sum(number(1, 1), number(1, 1)), number(1, 0));
        assert_eq!(sum(number(3, 3), number(-3, 3)), number(0, 0));
        assert_eq!(sum(number(3, 3), number(1, 1)), number(7, 3));
        assert_eq!(sum(number(i64::MAX, 0), number(1, 0)), None);
        assert_eq!(sum(number(i64::MAX, 1), number(i64::MAX, 1)), number(i64::MAX, 0));
    }
}
