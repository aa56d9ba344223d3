//! Runs compiled Programs and hands their options to a sink.

use super::arithmetic::{Trouble, binary, range_length, unary};
use super::compile::{Code, Op, Shape};

/// How many jumps back pass between two calls of [`Sink::tick`].
const TICK_EVERY: u32 = 4096;
/// How many such calls one position may take: half a minute or more.
const MOST_TICKS: u64 = 1 << 23;

/// Takes the options of a position, one by one or in runs.
pub trait Sink {
    /// What stops a sink.
    type Error;

    /// Takes one option: the components as `shape` says, all their coordinates in a row.
    ///
    /// # Errors
    ///
    /// Whatever should end the enumeration.
    fn option(&mut self, shape: &Shape, coords: &[i64]) -> Result<(), Self::Error>;

    /// Takes `count` rounds of options, each round one option of every run.
    ///
    /// # Errors
    ///
    /// Whatever should end the enumeration.
    fn runs(&mut self, runs: &[Run<'_>], count: u64) -> Result<(), Self::Error> {
        expand(runs, count, |shape, coords| self.option(shape, coords))
    }

    /// Hears that about `steps` instructions were run.
    ///
    /// # Errors
    ///
    /// Whatever should end the enumeration.
    fn tick(&mut self, steps: u64) -> Result<(), Self::Error>;
}

/// Options in arithmetic progression: `first`, `first + step`, `first + 2 * step`, ...
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The components of each option.
    pub shape: &'a Shape,
    /// The coordinates of the first option.
    pub first: &'a [i64],
    /// What each coordinate grows by.
    pub step: &'a [i64],
}

/// Calls `each` on the options of `count` rounds of runs, in the order of the rules.
///
/// # Errors
///
/// The first error of `each`.
pub fn expand<E>(
    runs: &[Run<'_>],
    count: u64,
    mut each: impl FnMut(&Shape, &[i64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut current: Vec<Vec<i64>> = runs.iter().map(|run| run.first.to_vec()).collect();
    for _ in 0..count {
        for (run, coords) in runs.iter().zip(&mut current) {
            each(run.shape, coords)?;
            for (coord, step) in coords.iter_mut().zip(run.step) {
                // Wraps only past the last option, where it is not used any more.
                *coord = coord.wrapping_add(*step);
            }
        }
    }
    Ok(())
}

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt<E> {
    /// The Program is at fault.
    Trouble(Trouble),
    /// The sink asked for it.
    Sink(E),
}

impl<E> From<Trouble> for Halt<E> {
    fn from(trouble: Trouble) -> Self {
        Halt::Trouble(trouble)
    }
}

/// A sink for expressions, which have no options.
struct NoSink;

impl Sink for NoSink {
    type Error = std::convert::Infallible;

    fn option(&mut self, _: &Shape, _: &[i64]) -> Result<(), Self::Error> {
        Ok(())
    }

    fn tick(&mut self, _: u64) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The registers of one piece of code, ready to run again and again.
#[derive(Debug, Clone)]
pub(super) struct Machine {
    registers: Vec<i64>,
    steps: Vec<i64>,
}

impl Machine {
    pub(super) fn new(code: &Code) -> Self {
        let widest = code.runs.iter().map(|plans| {
            plans.iter().map(|plan| code.shapes[usize::from(plan.shape)].width).sum::<usize>()
        });
        let steps = vec![0; widest.max().unwrap_or(0)];
        Self { registers: code.registers.clone(), steps }
    }

    /// Puts the given coordinates back to 0.
    pub(super) fn forget(&mut self, coords: std::ops::Range<usize>) {
        self.registers[coords].fill(0);
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, code: &Code, position: &[i64]) -> Result<i64, Trouble> {
        match self.run(code, position, &mut NoSink) {
            Ok(()) => Ok(self.registers[usize::from(code.value)]),
            Err(Halt::Trouble(trouble)) => Err(trouble),
            Err(Halt::Sink(never)) => match never {},
        }
    }

    #[allow(clippy::too_many_lines)] // One arm an instruction.
    /// Runs the code at `position`, which has as many coordinates as the Program.
    pub(super) fn run<S: Sink>(
        &mut self,
        code: &Code,
        position: &[i64],
        sink: &mut S,
    ) -> Result<(), Halt<S::Error>> {
        let r = self.registers.as_mut_slice();
        r[..position.len()].copy_from_slice(position);
        let mut place = 0_usize;
        let mut fuel = TICK_EVERY;
        let mut rounds = Rounds::default();
        macro_rules! get {
            ($reg:expr) => {
                r[usize::from($reg)]
            };
        }
        macro_rules! go {
            ($at:expr) => {
                place = $at as usize
            };
        }
        macro_rules! burn {
            () => {{
                fuel -= 1;
                if fuel == 0 {
                    fuel = TICK_EVERY;
                    sink.tick(u64::from(TICK_EVERY) * 4).map_err(Halt::Sink)?;
                    rounds.look(place, r)?;
                }
            }};
        }
        loop {
            let op = code.ops[place];
            place += 1;
            match op {
                Op::Copy { to, a } => get!(to) = get!(a),
                Op::Add { to, a, b } => {
                    get!(to) = get!(a).checked_add(get!(b)).ok_or(Trouble::Overflow)?;
                }
                Op::Sub { to, a, b } => {
                    get!(to) = get!(a).checked_sub(get!(b)).ok_or(Trouble::Overflow)?;
                }
                Op::Unary { operator, to, a } => get!(to) = unary(operator, get!(a))?,
                Op::Binary { operator, to, a, b } => {
                    get!(to) = binary(operator, get!(a), get!(b))?;
                }
                Op::Entry { to, a, tuple } => {
                    get!(to) = entry(&code.tuples[usize::from(tuple)], get!(a))?;
                }
                Op::Jump { at } => go!(at),
                Op::JumpBack { at } => {
                    burn!();
                    go!(at);
                }
                Op::JumpZero { a, at } => {
                    if get!(a) == 0 {
                        go!(at);
                    }
                }
                Op::JumpNonZero { a, at } => {
                    if get!(a) != 0 {
                        go!(at);
                    }
                }
                Op::JumpLt { a, b, at } => {
                    if get!(a) < get!(b) {
                        go!(at);
                    }
                }
                Op::JumpGe { a, b, at } => {
                    if get!(a) >= get!(b) {
                        go!(at);
                    }
                }
                Op::JumpEq { a, b, at } => {
                    if get!(a) == get!(b) {
                        go!(at);
                    }
                }
                Op::JumpNe { a, b, at } => {
                    if get!(a) != get!(b) {
                        go!(at);
                    }
                }
                Op::Range { base, at } => {
                    let length = range_length(get!(base), get!(base + 1), get!(base + 2))?;
                    get!(base + 1) = length;
                    if length == 0 {
                        go!(at);
                    }
                }
                Op::Next { base, to, at } => {
                    if get!(base + 1) == 0 {
                        go!(at);
                    } else {
                        get!(to) = get!(base);
                        get!(base + 1) -= 1;
                        // Wraps only past the last member, which is not used any more.
                        get!(base) = get!(base).wrapping_add(get!(base + 2));
                    }
                }
                Op::First { base, to } => get!(to) = get!(base),
                Op::Last { base, to } => {
                    // The members lie between start and stop, so this is exact modulo 2^64.
                    let last = (get!(base + 1) - 1).wrapping_mul(get!(base + 2));
                    get!(to) = get!(base).wrapping_add(last);
                }
                Op::Again { base, to, at } => {
                    get!(base + 1) -= 1;
                    if get!(base + 1) > 0 {
                        burn!();
                        get!(base) = get!(base).wrapping_add(get!(base + 2));
                        get!(to) = get!(base);
                        go!(at);
                    }
                }
                Op::Move { shape, first } => {
                    let shape = &code.shapes[usize::from(shape)];
                    let first = usize::from(first);
                    sink.option(shape, &r[first..first + shape.width]).map_err(Halt::Sink)?;
                }
                Op::Runs { runs, base } => {
                    let count = get!(base + 1);
                    let plans = &code.runs[usize::from(runs)];
                    if let [plan] = &plans[..] {
                        // By far the most common: no list is made.
                        let run = strided(code, *plan, r, &mut self.steps, count)?;
                        sink.runs(&[run], count.unsigned_abs()).map_err(Halt::Sink)?;
                    } else {
                        let mut list = Vec::with_capacity(plans.len());
                        let mut rest = self.steps.as_mut_slice();
                        for plan in plans {
                            let width = code.shapes[usize::from(plan.shape)].width;
                            let (mine, others) = rest.split_at_mut(width);
                            list.push(strided(code, *plan, r, mine, count)?);
                            rest = others;
                        }
                        sink.runs(&list, count.unsigned_abs()).map_err(Halt::Sink)?;
                    }
                }
                Op::Fail { text } => {
                    return Err(Trouble::Failed(code.texts[usize::from(text)].clone()).into());
                }
                Op::EmptyRange => return Err(Trouble::EmptyRange.into()),
                Op::Return => return Ok(()),
            }
        }
    }
}

/// Finds loops that go round for ever: what a machine does next depends on its place and its
/// registers alone, so once both are what they were before, they will be again and again. By
/// Brent's method one earlier state is kept, of a number of ticks that is a power of two.
#[derive(Default)]
struct Rounds {
    ticks: u64,
    place: usize,
    registers: Vec<i64>,
}

impl Rounds {
    #[cold]
    fn look(&mut self, place: usize, registers: &[i64]) -> Result<(), Trouble> {
        self.ticks += 1;
        if place == self.place && registers == self.registers {
            return Err(Trouble::Endless);
        }
        if self.ticks > MOST_TICKS {
            return Err(Trouble::TooLong);
        }
        if self.ticks.is_power_of_two() {
            self.place = place;
            self.registers.clear();
            self.registers.extend_from_slice(registers);
        }
        Ok(())
    }
}

fn entry(entries: &[i64], index: i64) -> Result<i64, Trouble> {
    let length = entries.len();
    let place = if index < 0 { index.saturating_add_unsigned(length as u64) } else { index };
    usize::try_from(place)
        .ok()
        .and_then(|place| entries.get(place).copied())
        .ok_or(Trouble::IndexOutside { index, length })
}

/// The run whose first and last options are in the registers.
fn strided<'a>(
    code: &'a Code,
    plan: super::compile::RunPlan,
    registers: &'a [i64],
    steps: &'a mut [i64],
    count: i64,
) -> Result<Run<'a>, Trouble> {
    let shape = &code.shapes[usize::from(plan.shape)];
    let (first, last) = (usize::from(plan.first), usize::from(plan.last));
    let first = &registers[first..first + shape.width];
    let last = &registers[last..last + shape.width];
    let step = &mut steps[..shape.width];
    for ((step, a), b) in step.iter_mut().zip(first).zip(last) {
        *step = match count {
            1 => 0,
            _ => b.checked_sub(*a).ok_or(Trouble::Overflow)? / (count - 1),
        };
    }
    Ok(Run { shape, first, step })
}
