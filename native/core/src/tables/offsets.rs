//! Fills a table row by row where every move adds a constant vector under linear conditions.
//!
//! A cell holds its Grundy value as one set bit, so that the values of all options are gathered
//! by `|`, and the least value that none of them has is the lowest bit not set: a handful of
//! operations that the compiler does for many cells at a time. The highest bit marks cells that
//! are not known because play from them leaves the box; it spreads to what leads there.

use super::budget::Budget;
use crate::monitor::{Stopped, Ticker};
use crate::program::{Linear, OffsetMove};

/// Coordinates stay below this, so that linear terms fit 64 bits.
const MAX_EXTENT: usize = 1 << 31;

/// Cells of fresh memory touched between two looks at the clock.
const PART: usize = 1 << 22;

/// A value as one set bit.
trait Bits: Copy + Default + PartialEq + std::ops::BitOr<Output = Self> {
    /// Number of values, one bit being the mark.
    const VALUES: usize;
    const ZERO_VALUE: Self;
    const UNKNOWN: Self;
    /// The lowest bit that is not set, or the mark if that is set.
    fn least_missing(self) -> Self;
    /// The values of known cells.
    fn values(cells: Vec<Self>) -> Vec<u8>;
}

macro_rules! bits {
    ($kind:ty) => {
        impl Bits for $kind {
            const VALUES: usize = Self::BITS as usize - 1;
            const ZERO_VALUE: Self = 1;
            const UNKNOWN: Self = 1 << (Self::BITS - 1);

            #[inline]
            fn least_missing(self) -> Self {
                let known = self.wrapping_add(1) & !self;
                if self >= Self::UNKNOWN { Self::UNKNOWN } else { known }
            }

            fn values(cells: Vec<Self>) -> Vec<u8> {
                // For cells of 8 bits this is done in place.
                let mut values: Vec<u8> = cells.into_iter().map(place_of_bit).collect();
                values.shrink_to_fit();
                values
            }
        }
    };
}

bits!(u8);
bits!(u16);

/// The place of the only bit that is set.
fn place_of_bit<B: Into<u32>>(bit: B) -> u8 {
    // At most 32.
    u8::try_from(bit.into().trailing_zeros()).unwrap_or(u8::MAX)
}

/// A condition in terms of the position in a row: `row term + slope * place >= 0`.
struct Condition {
    /// The term, its coefficients in the order of the axes.
    coefficients: Vec<i64>,
    constant: i64,
    slope: i64,
}

struct Step {
    /// How far back in memory the option lies.
    back: usize,
    /// When the move is there.
    guard: Vec<Condition>,
    /// When, besides, its option is inside the box.
    inside: Vec<Condition>,
}

/// The result of an attempt.
pub(super) enum Filled {
    /// The values over the requested box, the last axis fastest.
    Table(Vec<u8>),
    /// Another method has to be used.
    Unsuitable,
}

/// The box, its axes in the order of memory.
struct Shape {
    extents: Vec<usize>,
    reach: Vec<usize>,
    size: usize,
}

/// Fills the box `extents` by way of the box `reach` around it.
///
/// # Errors
///
/// [`Stopped`] if the monitor asked to.
pub(super) fn fill(
    moves: &[OffsetMove],
    axes: &[usize],
    extents: &[usize],
    reach: &[usize],
    budget: &mut Budget,
    ticker: &mut Ticker<'_>,
) -> Result<Filled, Stopped> {
    let ordered = |list: &[usize]| axes.iter().map(|&axis| list[axis]).collect::<Vec<_>>();
    let (extents, reach) = (ordered(extents), ordered(reach));
    let size = reach.iter().try_fold(1_usize, |size, &extent| size.checked_mul(extent));
    let Some(size) = size.filter(|_| !axes.is_empty()) else { return Ok(Filled::Unsuitable) };
    if reach.iter().any(|&extent| extent >= MAX_EXTENT) {
        return Ok(Filled::Unsuitable);
    }
    let shape = Shape { extents, reach, size };
    let Some(steps) = steps(moves, axes, &shape) else { return Ok(Filled::Unsuitable) };
    let mut kinds: Vec<&[i64]> = moves.iter().map(|step| &step.offset[..]).collect();
    kinds.sort_unstable();
    kinds.dedup();
    // No value exceeds the number of different moves.
    if kinds.len() < <u8 as Bits>::VALUES {
        run::<u8>(&steps, &shape, budget, ticker)
    } else if kinds.len() < <u16 as Bits>::VALUES {
        run::<u16>(&steps, &shape, budget, ticker)
    } else {
        Ok(Filled::Unsuitable)
    }
}

/// The moves in terms of memory, if each leads backwards.
fn steps(moves: &[OffsetMove], axes: &[usize], shape: &Shape) -> Option<Vec<Step>> {
    let mut strides = vec![1_usize; axes.len()];
    for place in (1..axes.len()).rev() {
        strides[place - 1] = strides[place].checked_mul(shape.reach[place])?;
    }
    moves
        .iter()
        .map(|step| {
            let offset: Vec<i64> = axes.iter().map(|&axis| step.offset[axis]).collect();
            let first = offset.iter().find(|&&change| change != 0)?;
            if *first > 0 {
                return None;
            }
            let mut back = 0_i64;
            for (&change, &stride) in offset.iter().zip(&strides) {
                let stride = i64::try_from(stride).ok()?;
                back = back.checked_sub(change.checked_mul(stride)?)?;
            }
            let guard: Vec<Condition> =
                step.conditions.iter().map(|term| condition(term, axes)).collect();
            let mut inside = Vec::new();
            for (place, &change) in offset.iter().enumerate() {
                let mut coefficients = vec![0; axes.len()];
                let (sign, constant) = match change {
                    0 => continue,
                    ..0 => (1, change),
                    1.. => (-1, i64::try_from(shape.reach[place]).ok()? - 1 - change),
                };
                coefficients[place] = sign;
                let slope = coefficients.pop()?;
                let needed = Condition { coefficients, constant, slope };
                let implied = guard.iter().any(|known| {
                    known.slope == needed.slope
                        && known.coefficients == needed.coefficients
                        && known.constant <= needed.constant
                });
                if !implied {
                    inside.push(needed);
                }
            }
            // An option inside the box lies before its position in memory, so `back` is positive
            // wherever it is used.
            Some(Step { back: usize::try_from(back).unwrap_or(0), guard, inside })
        })
        .collect()
}

fn condition(term: &Linear, axes: &[usize]) -> Condition {
    let mut coefficients: Vec<i64> = axes.iter().map(|&axis| term.coefficients[axis]).collect();
    let slope = coefficients.pop().unwrap_or(0);
    Condition { coefficients, constant: term.constant, slope }
}

/// The places of a row, from `from` to before `to`, where all conditions hold.
fn interval(conditions: &[Condition], row: &[i64], mut from: i64, mut to: i64) -> (i64, i64) {
    for condition in conditions {
        let terms = condition.coefficients.iter().zip(row);
        let term = terms.fold(condition.constant, |sum, (a, x)| sum + a * x);
        match condition.slope {
            0 if term >= 0 => {}
            0 => return (0, 0),
            1 => from = from.max(-term),
            -1 => to = to.min(term.saturating_add(1)),
            slope if slope > 0 => from = from.max(-term.div_euclid(slope)),
            slope => to = to.min(term.div_euclid(-slope).saturating_add(1)),
        }
    }
    if from < to { (from, to) } else { (0, 0) }
}

fn run<B: Bits>(
    steps: &[Step],
    shape: &Shape,
    budget: &mut Budget,
    ticker: &mut Ticker<'_>,
) -> Result<Filled, Stopped> {
    let Ok(mut cells) = super::space::filled(0, B::default(), budget) else {
        return Ok(Filled::Unsuitable);
    };
    if budget.room(&mut cells, shape.size).is_err() {
        return Ok(Filled::Unsuitable);
    }
    while cells.len() < shape.size {
        // Touching fresh memory is slow, so it is done in parts.
        cells.resize(shape.size.min(cells.len() + PART), B::default());
        ticker.tick(PART as u64, 0)?;
    }
    let (Some(&length), Some(rest)) = (shape.reach.last(), shape.reach.len().checked_sub(1)) else {
        return Ok(Filled::Unsuitable);
    };
    let mut row = vec![0_i64; rest];
    let mut spans = Vec::with_capacity(steps.len());
    let mut cuts = Vec::with_capacity(4 * steps.len() + 2);
    let mut active = Vec::with_capacity(steps.len());
    let end = i64::try_from(length).unwrap_or(0);
    let mut start = 0;
    while start < shape.size {
        spans.clear();
        cuts.clear();
        cuts.push(end);
        for step in steps {
            let (from, to) = interval(&step.guard, &row, 0, end);
            if from == to {
                continue;
            }
            let (first, last) = interval(&step.inside, &row, from, to);
            for cut in [from, to, first, last] {
                if cut > 0 && cut < end && !cuts.contains(&cut) {
                    cuts.push(cut);
                }
            }
            spans.push((step.back, from, to, first, last));
        }
        cuts.sort_unstable();
        let mut at = 0;
        for &cut in &cuts {
            active.clear();
            let mut poisoned = false;
            for &(back, from, to, first, last) in &spans {
                if (from..to).contains(&at) {
                    poisoned |= !(first..last).contains(&at);
                    active.push(back);
                }
            }
            let (Ok(begin), Ok(stop)) = (usize::try_from(at), usize::try_from(cut)) else { break };
            let (begin, stop) = (start + begin, start + stop);
            if poisoned {
                cells[begin..stop].fill(B::UNKNOWN);
            } else {
                segment(&mut cells, begin, stop - begin, &active);
            }
            at = cut;
        }
        start += length;
        ticker.tick(length as u64 / 4 + 32, start as u64)?;
        for (coord, &extent) in row.iter_mut().zip(&shape.reach).rev() {
            *coord += 1;
            if usize::try_from(*coord) != Ok(extent) {
                break;
            }
            *coord = 0;
        }
    }
    Ok(compact(cells, shape, ticker)?.map_or(Filled::Unsuitable, Filled::Table))
}

/// Fills cells that all have the same moves.
fn segment<B: Bits>(cells: &mut [B], begin: usize, length: usize, backs: &[usize]) {
    let Some((&first, others)) = backs.split_first() else {
        cells[begin..begin + length].fill(B::ZERO_VALUE);
        return;
    };
    if backs.iter().any(|&back| back < length) {
        for place in begin..begin + length {
            let seen = backs.iter().fold(B::default(), |seen, &back| seen | cells[place - back]);
            cells[place] = seen.least_missing();
        }
        return;
    }
    let (before, here) = cells.split_at_mut(begin);
    let here = &mut here[..length];
    let source = |back: usize| &before[begin - back..begin - back + length];
    match *others {
        [] => {
            for (cell, &a) in here.iter_mut().zip(source(first)) {
                *cell = a.least_missing();
            }
        }
        [second] => {
            for ((cell, &a), &b) in here.iter_mut().zip(source(first)).zip(source(second)) {
                *cell = (a | b).least_missing();
            }
        }
        [second, third] => {
            let options = source(first).iter().zip(source(second)).zip(source(third));
            for (cell, ((&a, &b), &c)) in here.iter_mut().zip(options) {
                *cell = (a | b | c).least_missing();
            }
        }
        _ => {
            here.copy_from_slice(source(first));
            for &back in others {
                for (cell, &a) in here.iter_mut().zip(source(back)) {
                    *cell = *cell | a;
                }
            }
            for cell in here {
                *cell = cell.least_missing();
            }
        }
    }
}

/// The values over the requested box, or nothing if one is not known.
fn compact<B: Bits>(
    mut cells: Vec<B>,
    shape: &Shape,
    ticker: &mut Ticker<'_>,
) -> Result<Option<Vec<u8>>, Stopped> {
    let size: usize = shape.extents.iter().product();
    let (Some(&wide), Some(&width)) = (shape.reach.last(), shape.extents.last()) else {
        return Ok(None);
    };
    let rest = shape.reach.len() - 1;
    let mut row = vec![0_usize; rest];
    let mut filled = 0;
    while filled < size {
        let start = row.iter().zip(&shape.reach).fold(0, |place, (x, extent)| place * extent + x);
        let from = start * wide;
        if cells[from..from + width].contains(&B::UNKNOWN) {
            return Ok(None);
        }
        ticker.tick(width as u64, shape.size as u64)?;
        // Rows move towards the front, so none is overwritten before it was moved.
        cells.copy_within(from..from + width, filled);
        filled += width;
        for (coord, &extent) in row.iter_mut().zip(&shape.extents).rev() {
            *coord += 1;
            if *coord < extent {
                break;
            }
            *coord = 0;
        }
    }
    cells.truncate(size);
    Ok(Some(B::values(cells)))
}
