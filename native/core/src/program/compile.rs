//! Turns blocks and expressions into code for the register machine.
//!
//! The register file holds the coordinates, then the variables, then constants, then temporaries.
//! Conditions become jumps; a loop that does nothing but move to positions which are affine in
//! its variable becomes one instruction that hands over all of its options at once.

use super::constants::{constants_of, constants_of_statement};
use super::runs::{Hoisted, hoist};
use super::tree::{Binary, Component, Expr, Range, Reduction, Stmt, Unary};

pub(super) type Reg = u16;
/// Place of an instruction.
pub(super) type Place = u32;

/// One instruction. Names: `to` is written, `a` and `b` are read, `at` is where to go on.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Copy {
        to: Reg,
        a: Reg,
    },
    Add {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Unary {
        operator: Unary,
        to: Reg,
        a: Reg,
    },
    Binary {
        operator: Binary,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    /// Entry `a` of a tuple of constants.
    Entry {
        to: Reg,
        a: Reg,
        tuple: u16,
    },
    Jump {
        at: Place,
    },
    JumpBack {
        at: Place,
    },
    JumpZero {
        a: Reg,
        at: Place,
    },
    JumpNonZero {
        a: Reg,
        at: Place,
    },
    JumpLt {
        a: Reg,
        b: Reg,
        at: Place,
    },
    JumpGe {
        a: Reg,
        b: Reg,
        at: Place,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        at: Place,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        at: Place,
    },
    /// Registers `base..base + 3` hold start, stop, step and become next, left, step; goes to
    /// `at` if the range is empty.
    Range {
        base: Reg,
        at: Place,
    },
    /// Takes the next member of a range into `to`, or goes to `at`.
    Next {
        base: Reg,
        to: Reg,
        at: Place,
    },
    /// The first, the last member of a range that is not empty.
    First {
        base: Reg,
        to: Reg,
    },
    Last {
        base: Reg,
        to: Reg,
    },
    /// Goes back to `at` if the range has members left, having taken the next into `to`.
    Again {
        base: Reg,
        to: Reg,
        at: Place,
    },
    Move {
        shape: u16,
        first: Reg,
    },
    Runs {
        runs: u16,
        base: Reg,
    },
    Fail {
        text: u16,
    },
    EmptyRange,
    Return,
}

/// The components of an option: which game each belongs to and where its coordinates are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The components in the order of the rules.
    pub parts: Box<[Part]>,
    /// Number of coordinates of all components.
    pub width: usize,
}

/// A component within a [`Shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Index of the game in the system.
    pub game: usize,
    /// Index of the first coordinate.
    pub start: usize,
    /// Index past the last coordinate.
    pub end: usize,
}

/// Where a run finds the coordinates of its first and of its last option.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunPlan {
    pub shape: u16,
    pub first: Reg,
    pub last: Reg,
}

/// Code of one block or one expression.
#[derive(Debug, Clone, Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    /// The register file before the first instruction.
    pub registers: Vec<i64>,
    pub shapes: Vec<Shape>,
    pub runs: Vec<Box<[RunPlan]>>,
    pub tuples: Vec<Box<[i64]>>,
    pub texts: Vec<Box<str>>,
    /// Where an expression leaves its value.
    pub value: Reg,
}

struct Compiler {
    code: Code,
    coords: usize,
    constants: Vec<(i64, Reg)>,
    next: usize,
    highest: usize,
    loops: Vec<LoopEnds>,
}

#[derive(Default)]
struct LoopEnds {
    head: Place,
    /// Where `continue` goes is known only later for loops that test at their end.
    breaks: Vec<usize>,
}

type Compiled<T> = Result<T, String>;

const TOO_LARGE: &str = "the Program is too large for the native machine";

/// Compiles a block.
pub(super) fn block(statements: &[Stmt], coords: usize, vars: usize) -> Compiled<Code> {
    let mut found = Vec::new();
    for statement in statements {
        constants_of_statement(statement, &mut found);
    }
    let mut compiler = Compiler::new(coords, vars, found)?;
    compiler.block(statements)?;
    compiler.emit(Op::Return);
    Ok(compiler.finish())
}

/// Compiles an expression.
pub(super) fn expression(e: &Expr, coords: usize, vars: usize) -> Compiled<Code> {
    let mut found = Vec::new();
    constants_of(e, &mut found);
    let mut compiler = Compiler::new(coords, vars, found)?;
    compiler.code.value = compiler.value(e)?;
    compiler.emit(Op::Return);
    Ok(compiler.finish())
}

impl Compiler {
    fn new(coords: usize, vars: usize, mut found: Vec<i64>) -> Compiled<Self> {
        found.extend([0, 1]);
        found.sort_unstable();
        found.dedup();
        let first = coords + vars;
        let next = first + found.len();
        let mut registers = vec![0; first];
        registers.extend(&found);
        let constants = found
            .iter()
            .enumerate()
            .map(|(i, &n)| register(first + i).map(|reg| (n, reg)))
            .collect::<Compiled<_>>()?;
        let code = Code { registers, ..Code::default() };
        Ok(Self { code, coords, constants, next, highest: next, loops: Vec::new() })
    }

    fn finish(mut self) -> Code {
        self.code.registers.resize(self.highest, 0);
        self.code
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn here(&self) -> Compiled<Place> {
        Place::try_from(self.code.ops.len()).map_err(|_| TOO_LARGE.to_owned())
    }

    /// Lets the jump emitted as instruction `from` go to the instruction emitted next.
    fn land(&mut self, from: usize) -> Compiled<()> {
        let here = self.here()?;
        match &mut self.code.ops[from] {
            Op::Jump { at }
            | Op::JumpZero { at, .. }
            | Op::JumpNonZero { at, .. }
            | Op::JumpLt { at, .. }
            | Op::JumpGe { at, .. }
            | Op::JumpEq { at, .. }
            | Op::JumpNe { at, .. }
            | Op::Range { at, .. }
            | Op::Next { at, .. } => *at = here,
            _ => {}
        }
        Ok(())
    }

    fn land_all(&mut self, from: &[usize]) -> Compiled<()> {
        from.iter().try_for_each(|&jump| self.land(jump))
    }

    /// A block of fresh registers, given back when `self.next` is put back.
    fn fresh(&mut self, count: usize) -> Compiled<Reg> {
        let first = register(self.next)?;
        self.next += count;
        self.highest = self.highest.max(self.next);
        register(self.next)?;
        Ok(first)
    }

    fn var(&self, var: usize) -> Compiled<Reg> {
        register(self.coords + var)
    }

    fn constant(&self, n: i64) -> Reg {
        let found = self.constants.binary_search_by_key(&n, |&(value, _)| value);
        found.map_or(0, |place| self.constants[place].1)
    }

    /// A register that holds the value of `e`: its own if it has one.
    fn value(&mut self, e: &Expr) -> Compiled<Reg> {
        match e {
            Expr::Const(n) => Ok(self.constant(*n)),
            Expr::Coord(i) => register(*i),
            Expr::Var(k) => self.var(*k),
            _ => {
                let to = self.fresh(1)?;
                self.value_into(e, to)?;
                Ok(to)
            }
        }
    }

    /// As [`value`](Self::value), but safe from later assignments to variables.
    fn value_into(&mut self, e: &Expr, to: Reg) -> Compiled<()> {
        let mark = self.next;
        match e {
            Expr::Const(_) | Expr::Coord(_) | Expr::Var(_) => {
                let a = self.value(e)?;
                self.emit(Op::Copy { to, a });
            }
            Expr::Unary(Unary::Not, _) | Expr::Both(_) | Expr::Either(_) => {
                let no = self.unless(e)?;
                self.emit(Op::Copy { to, a: self.constant(1) });
                let done = self.emit(Op::Jump { at: 0 });
                self.land_all(&no)?;
                self.emit(Op::Copy { to, a: self.constant(0) });
                self.land(done)?;
            }
            Expr::Unary(operator, a) => {
                let a = self.value(a)?;
                self.emit(Op::Unary { operator: *operator, to, a });
            }
            Expr::Binary(operator, pair) => {
                let (a, b) = self.operands(pair)?;
                self.emit(match operator {
                    Binary::Add => Op::Add { to, a, b },
                    Binary::Sub => Op::Sub { to, a, b },
                    &operator => Op::Binary { operator, to, a, b },
                });
            }
            Expr::Select(parts) => {
                let no = self.unless(&parts.0)?;
                self.value_into(&parts.1, to)?;
                let done = self.emit(Op::Jump { at: 0 });
                self.land_all(&no)?;
                self.value_into(&parts.2, to)?;
                self.land(done)?;
            }
            Expr::At(a, entries) => {
                let a = self.value(a)?;
                let tuple = small(self.code.tuples.len())?;
                self.code.tuples.push(entries.clone());
                self.emit(Op::Entry { to, a, tuple });
            }
            Expr::Reduce(reduction, var, parts) => {
                self.reduce(*reduction, *var, &parts.0, &parts.1, to)?;
            }
        }
        self.next = mark;
        Ok(())
    }

    /// Both operands; the first is kept apart if evaluating the second may set its variable.
    fn operands(&mut self, pair: &(Expr, Expr)) -> Compiled<(Reg, Reg)> {
        let a = if pair.1.reduces() && matches!(pair.0, Expr::Var(_)) {
            let to = self.fresh(1)?;
            self.value_into(&pair.0, to)?;
            to
        } else {
            self.value(&pair.0)?
        };
        Ok((a, self.value(&pair.1)?))
    }

    fn reduce(
        &mut self,
        reduction: Reduction,
        var: usize,
        range: &Range,
        e: &Expr,
        to: Reg,
    ) -> Compiled<()> {
        // The answer is gathered in a register of its own: `to` may be a variable that `e` reads.
        let sum = self.fresh(1)?;
        let base = self.range(range)?;
        let var = self.var(var)?;
        let start = match reduction {
            Reduction::All => 1,
            _ => 0,
        };
        self.emit(Op::Copy { to: sum, a: self.constant(start) });
        let empty = self.emit(Op::Range { base, at: 0 });
        let mut leave = Vec::new();
        self.emit(Op::First { base, to: var });
        if matches!(reduction, Reduction::Least | Reduction::Greatest) {
            self.value_into(e, sum)?;
        }
        let head = self.here()?;
        let mark = self.next;
        match reduction {
            Reduction::Any => {
                let no = self.unless(e)?;
                self.emit(Op::Copy { to: sum, a: self.constant(1) });
                leave.push(self.emit(Op::Jump { at: 0 }));
                self.land_all(&no)?;
            }
            Reduction::All => {
                let no = self.unless(e)?;
                let yes = self.emit(Op::Jump { at: 0 });
                self.land_all(&no)?;
                self.emit(Op::Copy { to: sum, a: self.constant(0) });
                leave.push(self.emit(Op::Jump { at: 0 }));
                self.land(yes)?;
            }
            Reduction::Sum => {
                let a = self.value(e)?;
                self.emit(Op::Add { to: sum, a: sum, b: a });
            }
            Reduction::Least | Reduction::Greatest => {
                let a = self.value(e)?;
                let operator =
                    if reduction == Reduction::Least { Binary::Min } else { Binary::Max };
                self.emit(Op::Binary { operator, to: sum, a: sum, b: a });
            }
        }
        self.next = mark;
        self.emit(Op::Again { base, to: var, at: head });
        if matches!(reduction, Reduction::Least | Reduction::Greatest) {
            leave.push(self.emit(Op::Jump { at: 0 }));
            self.land(empty)?;
            self.emit(Op::EmptyRange);
        } else {
            self.land(empty)?;
        }
        self.land_all(&leave)?;
        self.emit(Op::Copy { to, a: sum });
        Ok(())
    }

    /// Start, stop and step in three registers in a row.
    fn range(&mut self, range: &Range) -> Compiled<Reg> {
        let base = self.fresh(3)?;
        self.value_into(&range.start, base)?;
        self.value_into(&range.stop, base + 1)?;
        self.value_into(&range.step, base + 2)?;
        Ok(base)
    }

    /// Goes on if `e` holds; gives the jumps taken if it does not.
    fn unless(&mut self, e: &Expr) -> Compiled<Vec<usize>> {
        self.branch(e, false)
    }

    /// Emits jumps taken if the truth of `e` is `wanted`; otherwise goes on.
    fn branch(&mut self, e: &Expr, wanted: bool) -> Compiled<Vec<usize>> {
        let mark = self.next;
        let jumps = match e {
            Expr::Unary(Unary::Not, a) => self.branch(a, !wanted)?,
            Expr::Both(pair) | Expr::Either(pair) => {
                // `decides` is the truth of the first operand that settles the matter alone.
                let decides = matches!(e, Expr::Either(_));
                if wanted == decides {
                    let mut jumps = self.branch(&pair.0, wanted)?;
                    jumps.extend(self.branch(&pair.1, wanted)?);
                    jumps
                } else {
                    let settled = self.branch(&pair.0, decides)?;
                    let jumps = self.branch(&pair.1, wanted)?;
                    self.land_all(&settled)?;
                    jumps
                }
            }
            Expr::Binary(operator, pair) => {
                let comparison = match (operator, wanted) {
                    (Binary::Lt, true) | (Binary::Ge, false) => Some((false, true)),
                    (Binary::Ge, true) | (Binary::Lt, false) => Some((false, false)),
                    (Binary::Gt, true) | (Binary::Le, false) => Some((true, true)),
                    (Binary::Le, true) | (Binary::Gt, false) => Some((true, false)),
                    _ => None,
                };
                let equality = match (operator, wanted) {
                    (Binary::Eq, true) | (Binary::Ne, false) => Some(true),
                    (Binary::Ne, true) | (Binary::Eq, false) => Some(false),
                    _ => None,
                };
                if let Some((swapped, less)) = comparison {
                    let (a, b) = self.operands(pair)?;
                    let (a, b) = if swapped { (b, a) } else { (a, b) };
                    let at = 0;
                    vec![self.emit(if less {
                        Op::JumpLt { a, b, at }
                    } else {
                        Op::JumpGe { a, b, at }
                    })]
                } else if let Some(equal) = equality {
                    let (a, b) = self.operands(pair)?;
                    let at = 0;
                    vec![self.emit(if equal {
                        Op::JumpEq { a, b, at }
                    } else {
                        Op::JumpNe { a, b, at }
                    })]
                } else {
                    self.test(e, wanted)?
                }
            }
            _ => self.test(e, wanted)?,
        };
        self.next = mark;
        Ok(jumps)
    }

    fn test(&mut self, e: &Expr, wanted: bool) -> Compiled<Vec<usize>> {
        let a = self.value(e)?;
        let at = 0;
        Ok(vec![self.emit(if wanted { Op::JumpNonZero { a, at } } else { Op::JumpZero { a, at } })])
    }

    fn block(&mut self, statements: &[Stmt]) -> Compiled<()> {
        statements.iter().try_for_each(|statement| {
            let mark = self.next;
            self.statement(statement)?;
            self.next = mark;
            Ok(())
        })
    }

    fn statement(&mut self, statement: &Stmt) -> Compiled<()> {
        match statement {
            Stmt::Set(var, e) => {
                let to = self.var(*var)?;
                self.value_into(e, to)?;
            }
            Stmt::If(c, yes, no) => {
                let jumps = self.unless(c)?;
                self.block(yes)?;
                if no.is_empty() {
                    self.land_all(&jumps)?;
                } else {
                    let done = self.emit(Op::Jump { at: 0 });
                    self.land_all(&jumps)?;
                    self.block(no)?;
                    self.land(done)?;
                }
            }
            Stmt::For(var, range, body) => {
                let base = self.range(range)?;
                let to = self.var(*var)?;
                if let Some(hoisted) = hoist(*var, body) {
                    return self.runs(&hoisted, base, to);
                }
                let empty = self.emit(Op::Range { base, at: 0 });
                let head = self.here()?;
                let next = self.emit(Op::Next { base, to, at: 0 });
                let breaks = self.body(body, head)?;
                self.land(empty)?;
                self.land(next)?;
                self.land_all(&breaks)?;
            }
            Stmt::Loop(body) => {
                let head = self.here()?;
                let breaks = self.body(body, head)?;
                self.land_all(&breaks)?;
            }
            Stmt::Break => {
                let jump = self.emit(Op::Jump { at: 0 });
                if let Some(innermost) = self.loops.last_mut() {
                    innermost.breaks.push(jump);
                }
            }
            Stmt::Continue => {
                if let Some(innermost) = self.loops.last() {
                    let at = innermost.head;
                    self.emit(Op::JumpBack { at });
                }
            }
            Stmt::Return => {
                self.emit(Op::Return);
            }
            Stmt::Fail(text) => {
                let place = small(self.code.texts.len())?;
                self.code.texts.push(text.clone());
                self.emit(Op::Fail { text: place });
            }
            Stmt::Move(components) => {
                let shape = self.shape(components)?;
                let first = self.coordinates(components)?;
                self.emit(Op::Move { shape, first });
            }
        }
        Ok(())
    }

    fn body(&mut self, body: &[Stmt], head: Place) -> Compiled<Vec<usize>> {
        self.loops.push(LoopEnds { head, breaks: Vec::new() });
        self.block(body)?;
        self.emit(Op::JumpBack { at: head });
        Ok(self.loops.pop().unwrap_or_default().breaks)
    }

    /// A loop of affine moves: their coordinates at the first and at the last member of the range.
    fn runs(&mut self, hoisted: &Hoisted<'_>, base: Reg, var: Reg) -> Compiled<()> {
        let empty = self.emit(Op::Range { base, at: 0 });
        self.emit(Op::First { base, to: var });
        let mut skip = Vec::new();
        for guard in &hoisted.guards {
            skip.extend(self.unless(guard)?);
        }
        let mut plans = Vec::new();
        for components in &hoisted.moves {
            let shape = self.shape(components)?;
            let first = self.coordinates(components)?;
            plans.push(RunPlan { shape, first, last: first });
        }
        self.land_all(&skip)?;
        // Whether the guards hold is asked again, so that the variable ends at the last member.
        self.emit(Op::Last { base, to: var });
        let mut skip = Vec::new();
        for guard in &hoisted.guards {
            skip.extend(self.unless(guard)?);
        }
        for (plan, components) in plans.iter_mut().zip(&hoisted.moves) {
            plan.last = self.coordinates(components)?;
        }
        let runs = small(self.code.runs.len())?;
        self.code.runs.push(plans.into());
        self.emit(Op::Runs { runs, base });
        self.land_all(&skip)?;
        self.land(empty)
    }

    fn shape(&mut self, components: &[Component]) -> Compiled<u16> {
        let mut start = 0;
        let parts = components
            .iter()
            .map(|component| {
                let end = start + component.coords.len();
                let part = Part { game: component.game, start, end };
                start = end;
                part
            })
            .collect();
        let shape = Shape { parts, width: start };
        if let Some(known) = self.code.shapes.iter().position(|other| *other == shape) {
            return small(known);
        }
        self.code.shapes.push(shape);
        small(self.code.shapes.len() - 1)
    }

    /// The coordinates of all components in registers in a row.
    fn coordinates(&mut self, components: &[Component]) -> Compiled<Reg> {
        let coords = || components.iter().flat_map(|component| &component.coords);
        let first = self.fresh(coords().count())?;
        for (to, e) in (first..).zip(coords()) {
            self.value_into(e, to)?;
        }
        Ok(first)
    }
}

fn register(index: usize) -> Compiled<Reg> {
    Reg::try_from(index).map_err(|_| TOO_LARGE.to_owned())
}

fn small(index: usize) -> Compiled<u16> {
    u16::try_from(index).map_err(|_| TOO_LARGE.to_owned())
}
